//! The losing-root-move filter: moves that allow the opponent a checkmate are not searched.

use std::sync::atomic::{AtomicU64, Ordering};

use super::context::{Context, SOLVER_SHARE};
use super::handicap::Sight;
use super::resources::Resources;
use crate::pattern::Position;
use crate::solve::{Mate, NodeBudget, VcfSolver, VctLimits, VctSolver, store_vcf_proof};
use crate::tt::TranspositionTable;
use gomoku_rules::{Pos, Side};

/// The part of the time, one in so many, that the filter may take.
const SHARE: u32 = SOLVER_SHARE / 2;
/// Nodes for the refutation of a move. The filter looks for fours and threes when each move may have as
/// many, about one a microsecond: with fewer, the moves left would be those that are hard to refute.
const MIN_NODES: u64 = 2_000;

/// What the opponent threatens if the side to move passes.
enum MateThreat {
    Fours(Mate),
    Threes,
}

/// The moves that do not lose to a checkmate of the opponent, or all if they all do.
pub(super) fn without_losing_moves(
    resources: &mut Resources,
    context: &mut Context,
    moves: Vec<Pos>,
) -> Vec<Pos> {
    let Resources { pool, table, vcf, vct } = resources;
    let sight = context.sight;
    let opponent = !context.position.side_to_move();
    let in_time = (context.clock.optimum() / SOLVER_SHARE).as_micros() as u64;
    let share = context.solver_nodes.min(in_time) / moves.len() as u64;
    let threat = context.solve(SHARE, |position, budget| {
        let fours = vcf.solve(position, opponent, sight.opponent, budget).mate();
        if fours.is_some() || share < MIN_NODES || !sight.threes {
            return fours.map(MateThreat::Fours);
        }
        let threes = vct.solve(position, opponent, VctLimits::default(), budget).mate();
        threes.map(|_| MateThreat::Threes)
    });
    let Some(threat) = threat else { return moves };
    let (position, clock, left) = (&context.position, context.clock, context.limits_left().nodes);
    let stop = || clock.has_used(SHARE);
    let visited = AtomicU64::new(0);
    let holds = |position: &mut Position, pos: Pos| {
        if matches!(&threat, MateThreat::Fours(mate) if !mate.defence_set.contains(pos)) {
            return false;
        }
        let left = left.map(|left| left.saturating_sub(visited.load(Ordering::Relaxed)));
        let nodes = share.max(MIN_NODES).min(left.unwrap_or(u64::MAX));
        let mut budget = NodeBudget::new(nodes).until(&stop);
        position.play(pos);
        let wins = match threat {
            MateThreat::Fours(_) => wins_by_fours(position, opponent, sight, table, &mut budget),
            MateThreat::Threes => wins_by_threes(position, opponent, table, &mut budget),
        };
        position.undo();
        visited.fetch_add(budget.visited(), Ordering::Relaxed);
        !wins
    };
    let holding = pool.filter(&moves, || position.clone(), holds);
    context.nodes += visited.into_inner();
    if holding.is_empty() { moves } else { holding }
}

/// Whether `attacker`, to move, wins by fours. The proof is stored.
fn wins_by_fours(
    position: &mut Position,
    attacker: Side,
    sight: Sight,
    table: &TranspositionTable,
    budget: &mut NodeBudget,
) -> bool {
    let mut solver = VcfSolver::new(Resources::VCF_ENTRIES >> 4);
    let mate = solver.solve(position, attacker, sight.opponent, budget).mate();
    mate.inspect(|mate| store_vcf_proof(position, mate, table)).is_some()
}

/// Whether `attacker`, to move, wins by fours and threes. The proof is stored.
fn wins_by_threes(
    position: &mut Position,
    attacker: Side,
    table: &TranspositionTable,
    budget: &mut NodeBudget,
) -> bool {
    let mut solver = VctSolver::new(Resources::VCT_ENTRIES >> 4);
    let limits = VctLimits::default();
    let wins = solver.solve(position, attacker, limits, budget).mate().is_some();
    if wins {
        solver.store_proof(position, limits, table, budget);
    }
    wins
}
