//! What earlier parts of the search teach about moves: history, killers, counter-moves.

use std::sync::atomic::{AtomicI16, Ordering};

use super::picker::Candidate;
use crate::score::MAX_PLY;
use gomoku_rules::{Pos, Side};

/// History never grows beyond this.
const HISTORY_MAX: i32 = 10_000;

/// How well each cell has done for each side: what all workers of a search teach, and learn from. Of
/// two that write at once one may be forgotten.
#[derive(Debug)]
pub(super) struct Cells([Box<[AtomicI16; Pos::COUNT]>; 2]);

impl Cells {
    pub fn new() -> Self {
        Self([(); 2].map(|()| Box::new([const { AtomicI16::new(0) }; Pos::COUNT])))
    }

    fn of(&self, side: Side, pos: Pos) -> i32 {
        i32::from(self.0[side.index()][pos.index()].load(Ordering::Relaxed))
    }

    /// Moves the statistic towards the bonus, the less the closer it is.
    fn add(&self, side: Side, pos: Pos, bonus: i32) {
        let old = self.of(side, pos);
        let new = old + bonus - old * bonus.abs() / HISTORY_MAX;
        self.0[side.index()][pos.index()].store(new as i16, Ordering::Relaxed);
    }
}

/// Move statistics of one worker.
#[derive(Debug)]
pub(super) struct History<'a> {
    cells: &'a Cells,
    killers: Box<[[Option<Pos>; 2]; MAX_PLY]>,
    counters: [Box<[Option<Pos>; Pos::COUNT]>; 2],
}

impl<'a> History<'a> {
    pub fn new(cells: &'a Cells) -> Self {
        Self {
            cells,
            killers: Box::new([[None; 2]; MAX_PLY]),
            counters: [Box::new([None; Pos::COUNT]), Box::new([None; Pos::COUNT])],
        }
    }

    /// How well `pos` has done for `side` so far, within ±[`HISTORY_MAX`].
    #[inline]
    pub fn of(&self, side: Side, pos: Pos) -> i32 {
        self.cells.of(side, pos)
    }

    /// The moves that last refuted a line at this ply.
    #[inline]
    pub fn killers(&self, ply: usize) -> [Option<Pos>; 2] {
        self.killers[ply]
    }

    /// The move of `side` that last refuted the opponent's stone at `last`.
    #[inline]
    pub fn counter(&self, side: Side, last: Option<Pos>) -> Option<Pos> {
        self.counters[side.index()][last?.index()]
    }

    /// Rewards the move that refuted a line of this depth, and blames those tried before it.
    pub fn refuted(
        &mut self,
        side: Side,
        ply: usize,
        depth: i32,
        last: Option<Pos>,
        best: Pos,
        tried: &[Candidate],
    ) {
        let bonus = (25 * depth * depth + 100 * depth).min(HISTORY_MAX / 2);
        self.cells.add(side, best, bonus);
        for candidate in tried {
            self.cells.add(side, candidate.pos, -bonus);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(best) {
            *second = first.replace(best);
        }
        if let Some(last) = last {
            self.counters[side.index()][last.index()] = Some(best);
        }
    }
}
