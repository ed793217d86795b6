//! Forbidden points explained by the lines that make them forbidden.

use std::fmt;

use super::forbidden::{Trial, forbidden, open_four_cells, try_black};
use super::run::{Run, with_black};
use crate::board::Board;
use crate::pos::{Direction, Pos};
use crate::rule::Forbidden;

/// A point that is forbidden to Black, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Foul {
    /// The kind of the foul.
    pub kind: Forbidden,
    /// Its fours, its threes, or its overlines.
    pub lines: Vec<FoulLine>,
}

/// A line of stones that contributes to a foul.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoulLine {
    /// A four, a three or an overline.
    pub shape: Shape,
    /// Its direction.
    pub direction: Direction,
    /// Its stones from one end to the other, including the forbidden one.
    pub stones: Vec<Pos>,
    /// The cells that complete it, a four to a five and a three to an open four; empty for an
    /// overline.
    pub completed_by: Vec<Pos>,
}

/// The shape of a [`FoulLine`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// One more stone makes exactly five.
    Four,
    /// One more stone, on a cell that is not forbidden itself, makes an open four.
    Three,
    /// Six or more in a row.
    Overline,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Four => "four",
            Self::Three => "three",
            Self::Overline => "overline",
        })
    }
}

/// As [`forbidden`], with the lines that are the reason.
///
/// ```
/// use gomoku_rules::{Board, Forbidden, referee};
///
/// let board: Board = "
///     . . . . . . .
///     . . . X . . .
///     . . . X . . .
///     . X X . . . .
///     . . . . . . .
///     . . . . . . .
///     . . . . . . .".parse()?;
/// let foul = referee::foul(&board, "d4".parse()?).expect("two threes meet at d4");
/// assert_eq!(foul.kind, Forbidden::DoubleThree);
/// assert_eq!(foul.lines.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn foul(board: &Board, pos: Pos) -> Option<Foul> {
    let kind = forbidden(board, pos)?;
    let lines = with_black(&mut board.clone(), pos, |board| {
        let lines = Direction::ALL.into_iter().flat_map(|direction| match kind {
            Forbidden::DoubleFour => fours(board, pos, direction),
            Forbidden::DoubleThree => three(board, pos, direction).into_iter().collect(),
            Forbidden::Overline => overline(board, pos, direction).into_iter().collect(),
        });
        lines.collect()
    });
    Some(Foul { kind, lines })
}

/// The fours of the black stone at `pos` along `direction`, at most two.
fn fours(board: &mut Board, pos: Pos, direction: Direction) -> Vec<FoulLine> {
    let run = Run::through(board, pos, direction);
    let mut fours: Vec<FoulLine> = Vec::new();
    for end in run.ends.into_iter().flatten() {
        if !board.is_empty_at(end) {
            continue;
        }
        let five = with_black(board, end, |board| Run::through(board, end, direction));
        if five.length != 5 {
            continue;
        }
        let stones = without(five.stones(board.size()), end);
        // Both ends of an open four complete the same stones.
        if let Some(four) = fours.iter_mut().find(|four| four.stones == stones) {
            four.completed_by.push(end);
        } else {
            let completed_by = vec![end];
            fours.push(FoulLine { shape: Shape::Four, direction, stones, completed_by });
        }
    }
    fours
}

/// The three of the black stone at `pos` along `direction`, if it has one.
fn three(board: &mut Board, pos: Pos, direction: Direction) -> Option<FoulLine> {
    let mut completed_by = open_four_cells(board, pos, direction);
    completed_by.retain(|&cell| try_black(board, cell).0 == Trial::Quiet);
    let &cell = completed_by.first()?;
    let four = with_black(board, cell, |board| Run::through(board, cell, direction));
    let stones = without(four.stones(board.size()), cell);
    Some(FoulLine { shape: Shape::Three, direction, stones, completed_by })
}

/// The overline of the black stone at `pos` along `direction`, if it has one.
fn overline(board: &Board, pos: Pos, direction: Direction) -> Option<FoulLine> {
    let run = Run::through(board, pos, direction);
    (run.length > 5).then(|| FoulLine {
        shape: Shape::Overline,
        direction,
        stones: run.stones(board.size()),
        completed_by: Vec::new(),
    })
}

/// `stones` without the one at `pos`.
fn without(mut stones: Vec<Pos>, pos: Pos) -> Vec<Pos> {
    stones.retain(|&stone| stone != pos);
    stones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::record;

    /// The kind and the lines of the point marked `!`: shape, stones, completed by.
    fn explained(drawing: &str) -> (Forbidden, Vec<String>) {
        let diagram: Diagram = drawing.parse().expect("a drawing");
        let pos = diagram.marked('!').next().expect("a mark");
        let foul = foul(&diagram.board, pos).expect("a foul");
        let line = |line: &FoulLine| {
            let cells = record::format_moves;
            format!("{} {} by {}", line.shape, cells(&line.stones), cells(&line.completed_by))
        };
        (foul.kind, foul.lines.iter().map(line).collect())
    }

    #[test]
    fn threes_with_their_open_fours() {
        let (kind, lines) = explained(
            ". . . . . . . .
             . . . . . . . .
             . . . . X . . .
             . . . . X . . .
             . . X . ! X . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(kind, Forbidden::DoubleThree);
        assert_eq!(lines, ["three c5e5f5 by d5", "three e3e4e5 by e2e6"]);
    }

    #[test]
    fn a_blocked_end_completes_nothing() {
        let (_, lines) = explained(
            ". . . . . . . .
             . . . . O . . .
             . . . . . . . .
             . . . . X . . .
             . . . . X . . .
             . . X X ! . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(lines, ["three c6d6e6 by b6f6", "three e4e5e6 by e7"]);
    }

    #[test]
    fn fours_in_one_line_are_two() {
        let (kind, lines) = explained(
            ". . X . X ! X . X . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_eq!(kind, Forbidden::DoubleFour);
        assert_eq!(lines, ["four c1e1f1g1 by d1", "four e1f1g1i1 by h1"]);
    }

    #[test]
    fn an_open_four_is_one() {
        let (kind, lines) = explained(
            ". . . . . . . .
             . X X X ! . . .
             . . . . X . . .
             . . . . X . . .
             . . . . X . . .
             . . . . . . . .",
        );
        assert_eq!(kind, Forbidden::DoubleFour);
        assert_eq!(lines, ["four b2c2d2e2 by a2f2", "four e2e3e4e5 by e1e6"]);
    }

    #[test]
    fn an_overline_is_complete() {
        let (kind, lines) = explained(
            ". X X X ! X X .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .
             . . . . . . . .",
        );
        assert_eq!(kind, Forbidden::Overline);
        assert_eq!(lines, ["overline b1c1d1e1f1g1 by "]);
    }
}
