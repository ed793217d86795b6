//! The solvers before the search and during it: checkmate first, a win that the table knows, one by fours,
//! or one by fours and threes; and the losing-root-move filter, which leaves out moves that allow the
//! opponent a checkmate.

use std::sync::atomic::{AtomicU64, Ordering};

use super::context::{Context, SOLVER_SHARE};
use super::level::Sight;
use super::resources::Resources;
use crate::pattern::Position;
use crate::search::Clock;
use crate::solve::{
    Mate, NodeBudget, VcfSolver, VctLimits, VctSolver, probe_mate, store_vcf_proof,
};
use crate::tt::TranspositionTable;
use gomoku_rules::{Pos, Side};

/// 1 in N of the time is for storing the proof of a win by fours and threes.
const STORE_SHARE: u32 = 2;

/// What a solver has found: a win by fours alone, or by fours and threes.
enum Checkmate {
    Fours(Mate),
    Threes(Mate),
}

/// A checkmate of the side to move. Its proof is stored in the table.
pub(super) fn find_checkmate(resources: &mut Resources, context: &mut Context) -> Option<Mate> {
    let Resources { table, vcf, vct, .. } = resources;
    if let Some(mate) = probe_mate(&mut context.position, table) {
        context.nodes += mate.line.len() as u64;
        return Some(mate);
    }
    let sight = context.sight;
    let found =
        context.solve(SOLVER_SHARE, |position, budget| solve(position, sight, vcf, vct, budget));
    match found? {
        Checkmate::Fours(mate) => {
            store_vcf_proof(&mut context.position, &mate, table);
            Some(mate)
        }
        Checkmate::Threes(mate) => {
            context.solve(STORE_SHARE, |position, budget| {
                vct.store_proof(position, VctLimits::default(), table, budget);
            });
            probe_mate(&mut context.position, table).or(Some(mate))
        }
    }
}

/// The solvers between the iterations of an open-ended search: each round has twice the nodes of the one
/// before, once the search has visited many times as many.
#[derive(Debug)]
pub(super) struct SolverRounds {
    position: Position,
    sight: Sight,
    /// Nodes of the next round.
    nodes: u64,
    /// Nodes of all rounds so far.
    pub visited: u64,
}

impl SolverRounds {
    /// 1 in N nodes of a search is for all rounds together.
    pub const SHARE: u64 = SOLVER_SHARE as u64 / 2;

    /// Rounds that follow the solvers before the search of `context`.
    pub fn new(context: &Context) -> Self {
        let nodes = 2 * context.solver_nodes;
        Self { position: context.position.clone(), sight: context.sight, nodes, visited: 0 }
    }

    /// A checkmate of the side to move that is found by a round, if one is due after this many nodes of
    /// the search.
    pub fn find_checkmate(
        &mut self,
        searched: u64,
        (vcf, vct): (&mut VcfSolver, &mut VctSolver),
        table: &TranspositionTable,
        clock: &Clock,
    ) -> Option<Mate> {
        if searched / u64::from(SOLVER_SHARE) < self.nodes {
            return None;
        }
        let stop = || clock.is_expired();
        let mut budget = NodeBudget::new(self.nodes).until(&stop);
        let found = solve(&mut self.position, self.sight, vcf, vct, &mut budget);
        match &found {
            Some(Checkmate::Fours(mate)) => store_vcf_proof(&mut self.position, mate, table),
            Some(Checkmate::Threes(_)) => {
                vct.store_proof(&mut self.position, VctLimits::default(), table, &mut budget);
            }
            None => {}
        }
        self.nodes *= 2;
        self.visited += budget.visited();
        found.map(|(Checkmate::Fours(mate) | Checkmate::Threes(mate))| mate)
    }
}

/// A win of the side to move by fours, or else by fours and threes, as far as it is seen.
fn solve(
    position: &mut Position,
    sight: Sight,
    vcf: &mut VcfSolver,
    vct: &mut VctSolver,
    budget: &mut NodeBudget,
) -> Option<Checkmate> {
    let attacker = position.side_to_move();
    let fours = vcf.shortest(position, attacker, sight.own, budget).mate();
    if fours.is_some() || !sight.threes {
        return fours.map(Checkmate::Fours);
    }
    let threes = vct.solve(position, attacker, VctLimits::default(), budget).mate();
    threes.map(Checkmate::Threes)
}

/// 1 in N of the time is for the filter.
const FILTER_SHARE: u32 = SOLVER_SHARE / 2;
/// Nodes for the refutation of a move. The filter looks for fours and threes when each move may have as
/// many, about one a microsecond: with fewer, the moves left would be those that are hard to refute.
const MIN_FILTER_NODES: u64 = 2_000;

/// The moves that do not lose to a checkmate of the opponent, or all if they all do.
pub(super) fn without_losing_moves(
    resources: &mut Resources,
    context: &mut Context,
    moves: Vec<Pos>,
) -> Vec<Pos> {
    let Resources { pool, table, vcf, vct, .. } = resources;
    let sight = context.sight;
    let opponent = !context.position.side_to_move();
    let in_time = (context.clock.optimum() / SOLVER_SHARE).as_micros() as u64;
    let share = context.solver_nodes.min(in_time) / moves.len() as u64;
    // What the opponent threatens if the side to move passes.
    let threat = context.solve(FILTER_SHARE, |position, budget| {
        let fours = vcf.solve(position, opponent, sight.opponent, budget).mate();
        if fours.is_some() || share < MIN_FILTER_NODES || !sight.threes {
            return fours.map(Checkmate::Fours);
        }
        let threes = vct.solve(position, opponent, VctLimits::default(), budget).mate();
        threes.map(Checkmate::Threes)
    });
    let Some(threat) = threat else { return moves };
    let (position, clock, left) = (&context.position, context.clock, context.limits_left().nodes);
    let stop = || clock.has_used(FILTER_SHARE);
    let visited = AtomicU64::new(0);
    let holds = |position: &mut Position, pos: Pos| {
        if matches!(&threat, Checkmate::Fours(mate) if !mate.defence_set.contains(pos)) {
            return false;
        }
        let left = left.map(|left| left.saturating_sub(visited.load(Ordering::Relaxed)));
        let nodes = share.max(MIN_FILTER_NODES).min(left.unwrap_or(u64::MAX));
        let mut budget = NodeBudget::new(nodes).until(&stop);
        position.play(pos);
        let wins = match threat {
            Checkmate::Fours(_) => wins_by_fours(position, opponent, sight, table, &mut budget),
            Checkmate::Threes(_) => wins_by_threes(position, opponent, table, &mut budget),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::testing::puzzles;

    #[test]
    fn each_round_comes_later_and_looks_further() {
        let puzzle = puzzles().into_iter().find(|puzzle| puzzle.name == "quintet-test-vct-black");
        let position = puzzle.expect("a recorded position").position;
        let mut rounds = SolverRounds { position, sight: Sight::FULL, nodes: 50, visited: 0 };
        let (mut vcf, mut vct) = (VcfSolver::new(1 << 12), VctSolver::new(1 << 16));
        let table = TranspositionTable::new(1 << 16, 0).expect("little memory");
        let clock = Clock::unlimited();
        let mut find = |searched| {
            let mate = rounds.find_checkmate(searched, (&mut vcf, &mut vct), &table, &clock);
            (mate, rounds.nodes, rounds.visited)
        };
        let share = u64::from(SOLVER_SHARE);
        assert_eq!(find(50 * share - 1), (None, 50, 0), "not yet");
        let (first, _, visited) = find(50 * share);
        assert!(first.is_none() && visited == 50, "too little: {visited}");
        assert_eq!(find(100 * share - 1).2, visited, "the next one has twice as many");
        let searched = (0..).map(|round| (100 * share) << round);
        let mut later = searched.map(|searched| (searched, find(searched)));
        let Some((searched, (mate, _, visited))) = later.find(|(_, found)| found.0.is_some())
        else {
            panic!("the win is found")
        };
        assert!(visited <= searched / SolverRounds::SHARE, "{visited} of {searched} nodes");
        assert!(mate.is_some_and(|mate| mate.plies > 5));
    }
}
