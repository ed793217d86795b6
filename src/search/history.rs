//! What earlier parts of the search teach about moves: history, killers, counter-moves.

use super::picker::Candidate;
use crate::eval::MAX_PLY;
use crate::game::{Pos, Side};

/// History never grows beyond this.
const HISTORY_MAX: i32 = 10_000;

/// Move statistics of one worker.
#[derive(Debug)]
pub(super) struct History {
    cells: [Box<[i16; Pos::COUNT]>; 2],
    killers: Box<[[Option<Pos>; 2]; MAX_PLY]>,
    counters: [Box<[Option<Pos>; Pos::COUNT]>; 2],
}

impl History {
    pub fn new() -> Self {
        Self {
            cells: [Box::new([0; Pos::COUNT]), Box::new([0; Pos::COUNT])],
            killers: Box::new([[None; 2]; MAX_PLY]),
            counters: [Box::new([None; Pos::COUNT]), Box::new([None; Pos::COUNT])],
        }
    }

    /// How well `pos` has done for `side` so far, within ±[`HISTORY_MAX`].
    #[inline]
    pub fn of(&self, side: Side, pos: Pos) -> i32 {
        i32::from(self.cells[side.index()][pos.index()])
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
        self.add(side, best, bonus);
        for candidate in tried {
            self.add(side, candidate.pos, -bonus);
        }
        let [first, second] = &mut self.killers[ply];
        if *first != Some(best) {
            *second = first.replace(best);
        }
        if let Some(last) = last {
            self.counters[side.index()][last.index()] = Some(best);
        }
    }

    /// Moves the statistic towards the bonus, the less the closer it is.
    fn add(&mut self, side: Side, pos: Pos, bonus: i32) {
        let entry = &mut self.cells[side.index()][pos.index()];
        let old = i32::from(*entry);
        *entry = (old + bonus - old * bonus.abs() / HISTORY_MAX) as i16;
    }
}
