//! Checkmate first: a win that the table knows, one by fours, or one by fours and threes.

use super::context::{Context, SOLVER_SHARE};
use super::resources::Resources;
use crate::solve::{Mate, VctLimits, probe_mate, store_vcf_proof};

/// A part of the time, one in so many, for storing the proof of a win by fours and threes.
const STORE_SHARE: u32 = 2;

/// A checkmate of the side to move. Its proof is stored in the table.
pub(super) fn find_checkmate(resources: &mut Resources, context: &mut Context) -> Option<Mate> {
    let Resources { table, vcf, vct, .. } = resources;
    if let Some(mate) = probe_mate(&mut context.position, table) {
        context.nodes += mate.line.len() as u64;
        return Some(mate);
    }
    let attacker = context.position.side_to_move();
    let (limits, sight) = (VctLimits::default(), context.sight);
    let (fours, threes) = context.solve(SOLVER_SHARE, |position, budget| {
        let fours = vcf.shortest(position, attacker, sight.own, budget).mate();
        let threes = match fours {
            None if sight.threes => vct.solve(position, attacker, limits, budget).mate(),
            _ => None,
        };
        (fours, threes)
    });
    if let Some(mate) = &fours {
        store_vcf_proof(&mut context.position, mate, table);
        return fours;
    }
    let mate = threes?;
    context.solve(STORE_SHARE, |position, budget| {
        vct.store_proof(position, limits, table, budget);
    });
    probe_mate(&mut context.position, table).or(Some(mate))
}
