//! What each thread of a search owns, and what all of them share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::history::{Cells, History};
use super::params::{Params, params};
use super::picker::{Candidate, MovePicker};
use super::selectivity::{Reductions, reductions};
use super::team::Team;
use super::{Clock, Limits};
use crate::eval::Evaluator;
use crate::pattern::Position;
use crate::score::{MAX_PLY, Score};
use crate::tt::TranspositionTable;
use gomoku_rules::Pos;

/// What all workers of one search share.
pub(super) struct Shared<'a> {
    pub table: &'a TranspositionTable,
    pub clock: &'a Clock,
    pub limits: Limits,
    /// How many of the best moves are wanted, each with its variation.
    pub multi_pv: usize,
    /// Set once the search has to end.
    pub stop: AtomicBool,
    /// Positions visited by all workers, a little behind.
    pub nodes: AtomicU64,
    /// How well each cell has done.
    pub cells: Cells,
    /// What workers tell each other, when there is more than one.
    pub team: Option<Team>,
}

impl Shared<'_> {
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

/// One thread's part of a search.
pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    pub params: Params,
    pub reductions: &'static Reductions,
    pub position: Position,
    pub evaluator: Evaluator,
    pub history: History<'a>,
    /// The moves of all nodes on the path, one after the other.
    pub moves: Vec<Candidate>,
    /// The static value of each node on the path.
    pub evals: Box<[Score; MAX_PLY + 1]>,
    /// The principal variation from each ply on.
    pub variations: Vec<Vec<Pos>>,
    pub nodes: u64,
    pub seldepth: usize,
    /// The iteration under way.
    pub iteration: u32,
    /// Whether the search ends before this node is done; its value means nothing then.
    pub aborted: bool,
}

impl<'a> Worker<'a> {
    /// How many nodes lie between two looks at the clock.
    const PERIOD: u64 = 512;

    pub fn new(shared: &'a Shared<'a>, position: Position, evaluator: Evaluator) -> Self {
        Self {
            shared,
            params: params(),
            reductions: reductions(),
            position,
            evaluator,
            history: History::new(&shared.cells),
            moves: Vec::with_capacity(1 << 14),
            evals: Box::new([Score::DRAW; MAX_PLY + 1]),
            variations: vec![Vec::new(); MAX_PLY + 1],
            nodes: 0,
            seldepth: 0,
            iteration: 0,
            aborted: false,
        }
    }

    /// Plays the side to move at `pos`. With [`Worker::unmake`] the one place of the search that changes
    /// the position, and that the evaluator hears of.
    #[inline]
    pub fn make(&mut self, pos: Pos) {
        self.position.play(pos);
        self.evaluator.push();
    }

    /// Takes the last stone back.
    #[inline]
    pub fn unmake(&mut self) {
        self.position.undo();
        self.evaluator.pop();
    }

    /// The key of the position in the shared table.
    #[inline]
    pub fn key(&self) -> u64 {
        self.position.key()
    }

    /// Orders the moves from `start` on for the node at `ply`, with `first` before all others.
    #[inline]
    pub fn pick(&mut self, start: usize, ply: usize, first: Option<Pos>) -> MovePicker {
        let Self { moves, position, history, params, .. } = self;
        MovePicker::new(moves, start, position, history, params, ply, first)
    }

    /// Counts a node at `ply` and ends the search when a limit is reached.
    #[inline]
    pub fn visit(&mut self, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes.is_multiple_of(Self::PERIOD) {
            self.shared.nodes.fetch_add(Self::PERIOD, Ordering::Relaxed);
            if self.shared.clock.is_expired() {
                self.shared.stop();
            }
        }
        if self.shared.limits.nodes.is_some_and(|limit| self.visited() >= limit) {
            self.shared.stop();
        }
        if self.shared.is_stopped() || self.is_overtaken() {
            self.aborted = true;
        }
    }

    /// Whether another worker has completed the iteration under way.
    pub fn is_overtaken(&self) -> bool {
        self.shared.team.as_ref().is_some_and(|team| team.depth() >= self.iteration)
    }

    /// Positions visited by all workers.
    pub fn visited(&self) -> u64 {
        self.shared.nodes.load(Ordering::Relaxed) + self.nodes % Self::PERIOD
    }
}
