//! Unbroken rows of stones, and black stones put down for a trial.

use crate::board::Board;
use crate::pos::{Direction, Pos, Size};
use crate::side::Side;

/// An unbroken row of stones of one colour.
#[derive(Clone, Copy)]
pub(super) struct Run {
    direction: Direction,
    first: Pos,
    /// The number of stones.
    pub length: i32,
    /// The two cells beside it, where the board has them.
    pub ends: [Option<Pos>; 2],
}

impl Run {
    /// The run along `direction` that the stone at `pos` belongs to.
    pub fn through(board: &Board, pos: Pos, direction: Direction) -> Self {
        let size = board.size();
        let colour = board.cell(pos);
        let is_same =
            |steps| pos.step(direction, steps, size).is_some_and(|next| board.cell(next) == colour);
        let (mut back, mut ahead) = (0, 0);
        while is_same(-back - 1) {
            back += 1;
        }
        while is_same(ahead + 1) {
            ahead += 1;
        }
        Self {
            direction,
            first: pos.step_unchecked(direction, -back),
            length: back + 1 + ahead,
            ends: [-back - 1, ahead + 1].map(|steps| pos.step(direction, steps, size)),
        }
    }

    /// Its stones from one end to the other.
    pub fn stones(self, size: Size) -> Vec<Pos> {
        (0..self.length).filter_map(|steps| self.first.step(self.direction, steps, size)).collect()
    }

    /// The number of ends where a black stone makes a run of exactly five with this black one.
    pub fn fives(self, board: &mut Board) -> usize {
        let is_five = |board: &Board, end| Self::through(board, end, self.direction).length == 5;
        let ends = self.ends.into_iter().flatten();
        ends.filter(|&end| {
            board.is_empty_at(end) && with_black(board, end, |board| is_five(board, end))
        })
        .count()
    }
}

/// Runs `f` while one more black stone lies at `pos`, a free cell.
pub(super) fn with_black<T>(board: &mut Board, pos: Pos, f: impl FnOnce(&mut Board) -> T) -> T {
    board.set_side_to_move(Side::Black);
    board.play(pos);
    let answer = f(board);
    board.undo();
    answer
}
