//! A worker: what one thread of a search owns, and what all of them share.

use super::history::{CounterMoves, MainHistory};
use super::limits::RunningLimits;
use super::movegen::{EvasionKind, four_threes_need_proof, generate};
use super::params::Params;
use super::pruning::Reductions;
use super::smp::{SearchedMark, Smp};
use super::stack::Stack;
use crate::eval::{Evaluator, ScoredMove};
use crate::pattern::{CellSet, Position, Threat};
use crate::score::Score;
use crate::solve::{Mate, NodeBudget, VcfSolver};
use crate::tt::TranspositionTable;
use gomoku_rules::{Pos, Side};

/// What all workers of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub limits: RunningLimits<'a>,
    pub params: Params,
    pub reductions: Reductions,
    /// How many principal variations are wanted.
    pub multi_pv: usize,
    /// What workers tell each other, when there is more than one.
    pub smp: Option<Smp>,
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub params: Params,
    pub position: Position,
    pub evaluator: Evaluator,
    /// Plies from the root to the position.
    pub ply: usize,
    pub stack: Stack,
    pub main_history: MainHistory,
    pub counter_moves: CounterMoves,
    /// The moves of all nodes on the path, one node after the other.
    pub moves: Vec<ScoredMove>,
    /// Proves four-threes.
    pub vcf: VcfSolver,
    pub nodes: u64,
    /// Selective depth: the longest line of this iteration, in plies.
    pub seldepth: usize,
    /// The depth of the iteration.
    pub iteration: u32,
    /// The depth of the iteration that has found the best root move.
    pub best_depth: u32,
    /// Whether a limit ended the search of this node; its score means nothing then.
    pub aborted: bool,
}

impl<'a> Worker<'a> {
    /// Positions in the table of the solver.
    const VCF_ENTRIES: usize = 1 << 12;
    /// Nodes for the proof of four-threes, of which one takes three on average.
    const VCF_NODES: u64 = 30;

    pub fn new(shared: &'a Shared<'a>, position: Position, evaluator: Evaluator) -> Self {
        let last_move = position.board().last().map(|stone| stone.pos);
        Self {
            shared,
            params: shared.params,
            position,
            evaluator,
            ply: 0,
            stack: Stack::new(last_move),
            main_history: MainHistory::new(),
            counter_moves: CounterMoves::new(),
            moves: Vec::with_capacity(1 << 14),
            vcf: VcfSolver::new(Self::VCF_ENTRIES),
            nodes: 0,
            seldepth: 0,
            iteration: 0,
            best_depth: 0,
            aborted: false,
        }
    }

    /// Plays the side to move at `pos`. With [`Worker::unmake`] the one place of the search that changes
    /// position, evaluator and stack.
    #[inline]
    pub fn make(&mut self, pos: Pos) {
        self.stack.at_mut(self.ply).current_move = Some(pos);
        self.position.play(pos);
        self.evaluator.push();
        self.ply += 1;
    }

    /// Takes the last stone back.
    #[inline]
    pub fn unmake(&mut self) {
        self.ply -= 1;
        self.evaluator.pop();
        self.position.undo();
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&mut self) -> Score {
        self.evaluator.value(&self.position)
    }

    /// The same, without the network's part further than `margin` outside (`low`, `high`).
    #[inline]
    pub fn evaluate_within(&mut self, low: Score, high: Score, margin: i32) -> Score {
        self.evaluator.value_within(&self.position, low.shifted(-margin), high.shifted(margin))
    }

    /// Appends the moves of the node to the list of moves; those of a node of this depth at least are
    /// scored by the network too, unless they are evasions.
    #[inline]
    pub fn generate(&mut self, evasion: EvasionKind, depth: i32) {
        let start = self.moves.len();
        let policy = self.evaluator.classical_policy(&self.position);
        let (side, weight) = (self.position.side_to_move(), self.params.history_weight);
        let score = self.main_history.move_score(policy, side, weight);
        generate(&self.position, score, evasion, &mut self.moves);
        if depth >= self.params.policy_depth && evasion == EvasionKind::None {
            self.evaluator.add_learned(&self.position, &mut self.moves[start..]);
        }
    }

    /// Appends these cells, in reading order, to the list of moves.
    pub fn list(&mut self, cells: &CellSet) {
        let policy = self.evaluator.classical_policy(&self.position);
        let (side, weight) = (self.position.side_to_move(), self.params.history_weight);
        let score = self.main_history.move_score(policy, side, weight);
        self.moves.extend(cells.iter().map(|pos| ScoredMove { pos, score: score(pos) }));
    }

    /// The win by fours of `attacker` where it has four-threes that need a proof.
    pub fn prove_four_threes(&mut self, attacker: Side) -> Option<Mate> {
        let position = &mut self.position;
        if position.count_of(attacker, Threat::FourThree) == 0
            || !four_threes_need_proof(position.rule(), attacker)
        {
            return None;
        }
        let mut budget = NodeBudget::new(Self::VCF_NODES);
        let outcome = self.vcf.solve(position, attacker, Mate::MAX_PLIES, &mut budget);
        for _ in 0..budget.visited() {
            self.visit();
        }
        outcome.mate()
    }

    /// The key of the position in the transposition table.
    #[inline]
    pub fn key(&self) -> u64 {
        self.position.key()
    }

    /// Counts a node and checks the limits.
    #[inline]
    pub fn visit(&mut self) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(self.ply);
        if self.shared.limits.are_reached(self.nodes) || self.is_superseded() {
            self.aborted = true;
        }
    }

    /// Nodes of all workers.
    pub fn all_nodes(&self) -> u64 {
        self.shared.limits.all_nodes(self.nodes)
    }

    /// Whether another worker has completed the iteration of this one.
    #[inline]
    pub fn is_superseded(&self) -> bool {
        self.shared.smp.as_ref().is_some_and(|smp| smp.is_superseded(self.iteration))
    }

    /// Whether another worker is searching `pos`.
    #[inline]
    pub fn is_searched_elsewhere(&self, pos: Pos) -> bool {
        self.shared.smp.as_ref().is_some_and(|smp| smp.is_searched(self.key(), pos))
    }

    /// Tells the other workers that this one searches `pos` to `depth` until the mark is dropped.
    #[inline]
    pub fn mark(&self, pos: Pos, depth: i32) -> Option<SearchedMark<'a>> {
        let is_deep = self.ply == 0 || depth >= self.params.defer_depth - 1;
        let smp = self.shared.smp.as_ref().filter(|_| is_deep)?;
        Some(smp.mark(self.key(), pos))
    }
}
