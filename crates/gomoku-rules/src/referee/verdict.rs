//! Verdicts on moves and games.

use super::forbidden::{Trial, forbidden, try_black};
use super::run::Run;
use crate::board::{Board, PlaceError};
use crate::pos::{Direction, Pos, Size};
use crate::rule::{Forbidden, Rule};
use crate::side::{Cell, Side};

/// What a move did to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Ongoing,
    /// The move wins.
    Win {
        /// Who played it.
        side: Side,
        /// The stones of the five, or of the longer line, from one end to the other.
        line: Vec<Pos>,
    },
    /// The board is full and neither side has won.
    Draw,
    /// The side to move, which is named, loses: every free cell is forbidden to it.
    NoMove(Side),
    /// The move is forbidden and loses the game; its stone was not put down.
    Foul(Forbidden),
    /// The cell cannot be played; no stone was put down.
    Illegal(PlaceError),
}

/// Plays `moves` in turn on an empty board, Black first, until one of them ends the game.
///
/// Returns the number of moves judged, including the one that ended the game, and the verdict on the
/// last of them. Moves after the end of the game are not looked at.
///
/// ```
/// use gomoku_rules::referee::{Verdict, judge};
/// use gomoku_rules::{Rule, Side, Size, record};
///
/// let moves = record::parse_moves("h8a1i8a2j8a3k8a4l8a5")?;
/// let (plies, verdict) = judge(Size::square(15), Rule::Freestyle, &moves);
/// assert_eq!(plies, 9);
/// assert!(matches!(verdict, Verdict::Win { side: Side::Black, .. }));
/// # Ok::<(), record::RecordError>(())
/// ```
pub fn judge(size: Size, rule: Rule, moves: &[Pos]) -> (usize, Verdict) {
    let mut board = Board::new(size);
    for (ply, &pos) in (1..).zip(moves) {
        let verdict = play(&mut board, rule, pos);
        if verdict != Verdict::Ongoing {
            return (ply, verdict);
        }
    }
    (moves.len(), Verdict::Ongoing)
}

/// Whether the side to move may play `pos`: the cell is free, and the rule does not forbid it.
pub fn is_legal(board: &Board, rule: Rule, pos: Pos) -> bool {
    let is_foul = || rule.forbids(board.side_to_move()) && forbidden(board, pos).is_some();
    board.check_free(pos).is_ok() && !is_foul()
}

/// Plays `pos` for the side to move, unless it is illegal or forbidden, and returns the verdict.
pub fn play(board: &mut Board, rule: Rule, pos: Pos) -> Verdict {
    if let Err(error) = board.check_free(pos) {
        return Verdict::Illegal(error);
    }
    let side = board.side_to_move();
    if rule.forbids(side)
        && let Some(reason) = forbidden(board, pos)
    {
        return Verdict::Foul(reason);
    }
    board.play(pos);
    match winning_run(board, rule, pos) {
        Some(run) => Verdict::Win { side, line: run.stones(board.size()) },
        None => without_line(board, rule),
    }
}

/// The verdict on a position, with any last stone: a line that wins, a full board, or a side to move
/// that has no legal move.
pub fn position(board: &Board, rule: Rule) -> Verdict {
    let win = board.stones().iter().find_map(|stone| {
        let run = winning_run(board, rule, stone.pos)?;
        Some(Verdict::Win { side: stone.cell.side()?, line: run.stones(board.size()) })
    });
    win.unwrap_or_else(|| without_line(board, rule))
}

/// The verdict on a position in which no line wins.
fn without_line(board: &Board, rule: Rule) -> Verdict {
    if board.free() == 0 {
        Verdict::Draw
    } else if has_move(board, rule) {
        Verdict::Ongoing
    } else {
        Verdict::NoMove(board.side_to_move())
    }
}

/// Whether the side to move has a legal move.
pub fn has_move(board: &Board, rule: Rule) -> bool {
    if !rule.forbids(board.side_to_move()) {
        return board.free() > 0;
    }
    let mut trial = board.clone();
    board.empty_cells().any(|pos| !matches!(try_black(&mut trial, pos).0, Trial::Foul(_)))
}

/// Whether the stone at `pos` is part of a line that wins for its side.
pub fn wins(board: &Board, rule: Rule, pos: Pos) -> bool {
    winning_run(board, rule, pos).is_some()
}

fn winning_run(board: &Board, rule: Rule, pos: Pos) -> Option<Run> {
    let side = board.cell(pos).side()?;
    let opponent = Cell::from(!side);
    Direction::ALL.into_iter().map(|direction| Run::through(board, pos, direction)).find(|run| {
        let closed = run.ends.iter().all(|end| end.is_some_and(|end| board.cell(end) == opponent));
        match run.length {
            5 => !(rule.closed_five_is_void() && closed),
            length => length > 5 && rule.overline_wins(side),
        }
    })
}
