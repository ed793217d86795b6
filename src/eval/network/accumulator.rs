//! The accumulator: the sums of all cells and the pool, which follow the stones as late as they can.

use std::sync::Arc;

use super::head::{self, Hidden};
use super::kernels;
use super::lanes::Lanes;
use super::plane::Plane;
use super::shape::{LANES, POLICY_INPUTS};
use super::weights::{Convolution, NetworkWeights};
use crate::eval::scored_move::ScoredMove;
use crate::pattern::{LineCodeChanges, Position, ThreatMap};
use crate::score::Score;
use gomoku_rules::Pos;

/// The network's state for one worker's position.
#[derive(Clone, Debug)]
pub struct Accumulator {
    weights: Arc<NetworkWeights>,
    /// The sum of the rows of each empty cell; it stays as it was while a stone lies there.
    cells: Box<[Lanes; Pos::COUNT]>,
    /// The features of each empty cell; zero where a stone lies.
    features: Plane,
    /// Stones on the board.
    plies: usize,
    /// How many of them had been played when the sums were computed from scratch.
    base: usize,
    /// The state then, and after each stone that was applied since; empty if the sums are out of date.
    applied: Vec<Applied>,
    /// The cells that these stones changed.
    saved_cells: Vec<Pos>,
    /// Their sums before; it only grows.
    saved: Vec<Lanes>,
    /// The stone that was looked at last.
    peeked: Peeked,
    /// The hidden units of this position, if its value was wanted.
    hidden: Option<Hidden>,
}

/// What a stone changes, known before it is applied.
#[derive(Clone, Debug)]
struct Peeked {
    /// Stones on the board with it; none is known if this is zero.
    plies: usize,
    changes: LineCodeChanges,
    /// The pool after it.
    pool: [i32; LANES],
}

/// The state after a stone was applied.
#[derive(Clone, Debug)]
struct Applied {
    pool: [i32; LANES],
    /// The cell that it filled; none in the state that was computed from scratch.
    stone: Option<Pos>,
    /// How many sums were saved.
    saved: usize,
}

impl Accumulator {
    /// The state at `position`, computed when it is first wanted.
    pub fn new(weights: Arc<NetworkWeights>, position: &Position) -> Self {
        Self {
            weights,
            cells: vec![Lanes::default(); Pos::COUNT]
                .try_into()
                .unwrap_or_else(|_| unreachable!("the length is given")),
            features: Plane::default(),
            plies: position.map().plies(),
            base: 0,
            applied: Vec::new(),
            saved: Vec::new(),
            saved_cells: Vec::new(),
            peeked: Peeked { plies: 0, changes: LineCodeChanges::default(), pool: [0; LANES] },
            hidden: None,
        }
    }

    /// A stone was played.
    #[inline]
    pub fn push(&mut self) {
        self.plies += 1;
        self.hidden = None;
    }

    /// The last stone was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.plies -= 1;
        self.hidden = None;
        if self.peeked.plies > self.plies {
            self.peeked.plies = 0;
        }
        if self.base + self.applied.len() > self.plies + 1 {
            self.take_back();
        }
    }

    /// Takes back the stone that was applied last.
    fn take_back(&mut self) {
        let stone = self.applied.pop().and_then(|state| state.stone);
        let saved = self.applied.last().map_or(0, |state| state.saved);
        for (pos, sum) in self.saved_cells[saved..].iter().zip(&self.saved[saved..]) {
            self.cells[pos.index()] = *sum;
            *self.features.at_mut(*pos) = sum.features();
        }
        if let Some(stone) = stone {
            *self.features.at_mut(stone) = self.cells[stone.index()].features();
        }
        self.saved_cells.truncate(saved);
    }

    /// The points that are added to the `classical` value for the side to move.
    #[inline]
    pub fn correction(&mut self, position: &Position, classical: Score) -> i32 {
        let inputs = head::inputs(position, self.pool(position.map()), classical);
        let (hidden, points) = head::evaluate(self.weights.head(position.side_to_move()), &inputs);
        self.hidden = Some(hidden);
        points
    }

    /// What is added to the classical move scores of the side to move; `classical` is the value.
    #[inline]
    pub fn policy(
        &mut self,
        position: &Position,
        classical: impl FnOnce() -> Score,
    ) -> NetworkPolicy<'_> {
        self.catch_up(position.map(), self.plies);
        let mover = position.side_to_move();
        let layers = self.weights.head(mover);
        let hidden = self.hidden.unwrap_or_else(|| {
            head::hidden(layers, &head::inputs(position, &self.state().pool, classical()))
        });
        let weights = head::policy_weights(layers, &hidden, mover);
        NetworkPolicy { features: &self.features, convolution: self.weights.convolution(), weights }
    }

    /// The pool of the position. The last stone is not applied: most positions are left at once.
    fn pool(&mut self, map: &ThreatMap) -> &[i32; LANES] {
        let last = self.plies.saturating_sub(1);
        self.catch_up(map, last);
        if self.base + self.applied.len() <= self.plies {
            self.peek(map, last);
            return &self.peeked.pool;
        }
        &self.state().pool
    }

    /// Applies the stones up to `plies`.
    fn catch_up(&mut self, map: &ThreatMap, plies: usize) {
        if self.applied.is_empty() {
            self.compute(map);
        }
        while self.base + self.applied.len() <= plies {
            self.apply(map);
        }
    }

    /// The state after the last stone that is applied.
    fn state(&self) -> &Applied {
        self.applied.last().unwrap_or_else(|| unreachable!("the base is computed"))
    }

    /// Looks at the stone of `ply`, the first one that is not applied.
    fn peek(&mut self, map: &ThreatMap, ply: usize) {
        if self.peeked.plies == ply + 1 {
            return;
        }
        self.peeked.plies = ply + 1;
        self.peeked.pool = self.state().pool;
        let Peeked { changes, pool, .. } = &mut self.peeked;
        let Self { weights, cells, features, .. } = self;
        kernels::peek(weights, cells, features, map.changes(ply), changes, pool);
    }

    /// Applies the first stone that is not applied.
    fn apply(&mut self, map: &ThreatMap) {
        let ply = self.base + self.applied.len() - 1;
        self.peek(map, ply);
        let stone = map.changes(ply).pos;
        let changes = &self.peeked.changes;
        let saved = self.saved_cells.len();
        self.saved_cells.extend(changes.iter().map(|change| change.pos));
        let end = self.saved_cells.len();
        if end > self.saved.len() {
            self.saved.resize(2 * end, Lanes::default());
        }
        let room = &mut self.saved[saved..end];
        kernels::apply(&self.weights, &mut self.cells, &mut self.features, changes, room);
        *self.features.at_mut(stone) = Lanes::default();
        self.applied.push(Applied { pool: self.peeked.pool, stone: Some(stone), saved: end });
    }

    /// Computes the sums of all empty cells from scratch.
    #[cold]
    fn compute(&mut self, map: &ThreatMap) {
        let mut pool = [0; LANES];
        self.features = Plane::default();
        for pos in map.empty().iter() {
            let cell = &mut self.cells[pos.index()];
            *cell = self.weights.sum(map.line_codes(pos));
            let features = cell.features();
            for (sum, feature) in pool.iter_mut().zip(features.0) {
                *sum += i32::from(feature);
            }
            *self.features.at_mut(pos) = features;
        }
        self.base = map.plies();
        self.saved_cells.clear();
        self.applied.push(Applied { pool, stone: None, saved: 0 });
    }
}

/// What a network adds to the classical move scores of one position.
#[derive(Clone, Copy, Debug)]
pub struct NetworkPolicy<'a> {
    features: &'a Plane,
    convolution: &'a Convolution,
    weights: [i16; POLICY_INPUTS],
}

impl NetworkPolicy<'_> {
    /// Adds it to the scores of moves on empty cells.
    #[inline]
    pub fn add_to(&self, moves: &mut [ScoredMove]) {
        kernels::weigh(self.features, self.convolution, &self.weights, moves);
    }
}
