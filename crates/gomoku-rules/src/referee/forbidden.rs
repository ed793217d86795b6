//! Forbidden points of renju, as the International Rules of Renju define them
//! (<http://www.renju.net/study/rifrules.php>, sections 3 and 9).

use super::run::{Run, with_black};
use crate::board::Board;
use crate::pos::{Direction, Pos};
use crate::rule::Forbidden;

/// Why renju forbids `pos` to Black, with either side to move; `None` if Black may play there, or if `pos`
/// is taken or outside the board.
///
/// A five is never forbidden. A line counts as a three only if Black may play the cell that makes it
/// an open four (a "straight four" in the rules), which is decided in the same way, as deep as needed.
pub fn forbidden(board: &Board, pos: Pos) -> Option<Forbidden> {
    forbidden_with_depth(board, pos).0
}

/// As [`forbidden`], with the number of imagined moves that the verdict depends on: 0 if the stones on
/// the board decide it, 1 if it depends on whether a three may become an open four, and so on.
pub fn forbidden_with_depth(board: &Board, pos: Pos) -> (Option<Forbidden>, u32) {
    if board.check_free(pos).is_err() {
        return (None, 0);
    }
    match try_black(&mut board.clone(), pos) {
        (Trial::Foul(reason), depth) => (Some(reason), depth),
        (Trial::Five | Trial::Quiet, depth) => (None, depth),
    }
}

/// What a black stone on a free cell makes.
#[derive(PartialEq)]
pub(super) enum Trial {
    Five,
    Foul(Forbidden),
    Quiet,
}

/// Tries a black stone at `pos`. The order of the checks is part of the rule.
pub(super) fn try_black(board: &mut Board, pos: Pos) -> (Trial, u32) {
    with_black(board, pos, |board| {
        let lengths = Direction::ALL.map(|direction| Run::through(board, pos, direction).length);
        if lengths.contains(&5) {
            return (Trial::Five, 0);
        }
        let fours: usize = Direction::ALL.into_iter().map(|line| fours(board, pos, line)).sum();
        if fours >= 2 {
            return (Trial::Foul(Forbidden::DoubleFour), 0);
        }
        let (threes, depth) = threes(board, pos);
        if threes >= 2 {
            (Trial::Foul(Forbidden::DoubleThree), depth)
        } else if lengths.iter().any(|&length| length > 5) {
            (Trial::Foul(Forbidden::Overline), depth)
        } else {
            (Trial::Quiet, depth)
        }
    })
}

/// The number of fours of the black stone at `pos` along `direction`, counted by the cells that
/// complete exactly five. The two ends of an open four are one four, `_XXXX_`; any other two cells are
/// two fours, as in `X_XXX_X`.
fn fours(board: &mut Board, pos: Pos, direction: Direction) -> usize {
    let run = Run::through(board, pos, direction);
    let fives = run.fives(board);
    if run.length == 4 { fives.min(1) } else { fives }
}

/// The number of directions in which the black stone at `pos` has a three, and the depth of the
/// answer.
///
/// With fewer than two lines in the shape of a three no double three is possible, and no move is
/// imagined.
fn threes(board: &mut Board, pos: Pos) -> (usize, u32) {
    let shapes = Direction::ALL.map(|direction| open_four_cells(board, pos, direction));
    let count = shapes.iter().filter(|cells| !cells.is_empty()).count();
    if count < 2 {
        return (count, 0);
    }
    let mut deepest = 0;
    let mut may_be_played = |&cell: &Pos| {
        let (trial, depth) = try_black(board, cell);
        deepest = deepest.max(depth + 1);
        trial == Trial::Quiet
    };
    let count = shapes.iter().filter(|cells| cells.iter().any(&mut may_be_played)).count();
    (count, deepest)
}

/// The free cells that make an open four along `direction` with the black stone at `pos`.
pub(super) fn open_four_cells(board: &mut Board, pos: Pos, direction: Direction) -> Vec<Pos> {
    let ends = Run::through(board, pos, direction).ends;
    let mut makes_open_four = |&end: &Pos| {
        board.is_empty_at(end)
            && with_black(board, end, |board| {
                let run = Run::through(board, end, direction);
                run.length == 4 && run.fives(board) == 2
            })
    };
    ends.into_iter().flatten().filter(|end| makes_open_four(end)).collect()
}
