//! The classical evaluation: tabled values of all cells summed up, and a term for the threats of the
//! side to move.

mod file;
mod weights;

use std::sync::Arc;

use crate::pattern::{Codes, Position, ThreatMap};
use crate::score::Score;
use gomoku_rules::{Pos, Side};

pub use file::{FRACTIONS, Table, Tables};
use weights::MoveScores;
pub use weights::Weights;

/// The classical evaluator of one worker.
#[derive(Clone, Debug)]
pub struct Classical {
    weights: Arc<Weights>,
    /// Stones on the board.
    plies: usize,
    /// How many of them were set up; none of these is taken back.
    set_up: usize,
    /// The sum over the empty cells, Black's minus White's, after this many stones as its index says: as
    /// far as values were wanted, and empty before the first.
    sums: Vec<i32>,
}

impl Classical {
    /// An evaluator that starts at `position`.
    pub fn new(weights: Arc<Weights>, position: &Position) -> Self {
        let (plies, set_up) = (position.map().plies(), position.board().set_up());
        Self { weights, plies, set_up, sums: Vec::new() }
    }

    /// A stone was played.
    #[inline]
    pub fn push(&mut self) {
        self.plies += 1;
    }

    /// The last stone was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.plies -= 1;
        self.sums.truncate(self.plies + 1);
    }

    /// The static value of `position` for the side to move.
    ///
    /// The sum over the cells is taken as the mean of now and one stone ago, so that it favours neither side
    /// for having moved last; whose turn it is counts through the threats on the board. Set-up stones have no
    /// last one: without one after them the sum is taken as it is.
    #[inline]
    pub fn value(&mut self, position: &Position) -> Score {
        debug_assert_eq!(self.plies, position.map().plies(), "every stone is pushed and popped");
        let side = position.side_to_move();
        self.catch_up(position.map());
        let twice = self.sums[self.plies] + self.sums[self.plies.saturating_sub(1)];
        let value = if side == Side::Black { twice } else { -twice } / (2 * FRACTIONS);
        let term = self.weights.threat_term(side, position.map().threat_mask(side));
        Score::from_eval(value + term)
    }

    /// The move scores of the side to move.
    #[inline]
    pub fn policy<'a>(&'a self, position: &'a Position) -> ClassicalPolicy<'a> {
        let side = position.side_to_move();
        ClassicalPolicy { scores: self.weights.move_scores(side), map: position.map(), side }
    }

    /// Completes the sums up to the last stone.
    #[inline]
    fn catch_up(&mut self, map: &ThreatMap) {
        if self.sums.is_empty() {
            self.sums = sums(&self.weights, map, self.set_up);
        }
        for ply in self.sums.len() - 1..self.plies {
            self.sums.push(self.sums[ply] + gain(&self.weights, map, ply));
        }
    }
}

/// The sums after each number of stones, from the cells as they are and back through the changes to the
/// `set_up` stones, whose sum stands for all before.
#[cold]
fn sums(weights: &Weights, map: &ThreatMap, set_up: usize) -> Vec<i32> {
    let codes = |pos: Pos| Side::BOTH.map(|side| map.code(side, pos));
    let value = |pos: Pos| {
        let [black, white] = codes(pos);
        weights.value(Side::Black, black) - weights.value(Side::White, white)
    };
    let last: i32 = map.empty().iter().map(value).sum();
    let mut sums = vec![last; map.plies() + 1];
    for ply in (set_up..map.plies()).rev() {
        sums[ply] = sums[ply + 1] - gain(weights, map, ply);
    }
    let start = sums[set_up];
    sums[..set_up].fill(start);
    sums
}

/// What the stone of `ply` adds to the sum.
#[inline]
fn gain(weights: &Weights, map: &ThreatMap, ply: usize) -> i32 {
    let value = |codes: Codes| {
        let value = |side| weights.value(side, codes.of(side));
        value(Side::Black) - value(Side::White)
    };
    let changes = map.changes(ply);
    let gains =
        changes.cells.iter().map(|change| value(change.new_codes()) - value(change.old_codes()));
    gains.sum::<i32>() - value(changes.codes)
}

/// The move scores of one position.
#[derive(Clone, Copy, Debug)]
pub struct ClassicalPolicy<'a> {
    scores: MoveScores<'a>,
    map: &'a ThreatMap,
    side: Side,
}

impl ClassicalPolicy<'_> {
    /// How good a move the empty cell `pos` is by itself: for the side that plays there, and because
    /// its opponent does not.
    #[inline]
    pub fn score(&self, pos: Pos) -> i32 {
        let code = |side| self.map.code(side, pos);
        self.scores.score(code(self.side), code(!self.side))
    }
}

#[cfg(test)]
mod tests;
