//! A game as every format holds it, or a part of it.

use std::time::Duration;

use super::error::RecordWarning;
use crate::board::Board;
use crate::coords::Coords;
use crate::pos::{Pos, Size};
use crate::rule::Rule;
use crate::side::Side;

/// A game that was played: moves in turn, Black first, on distinct cells of the board. Stones that were set up
/// before them count as moves, whose order means nothing.
///
/// A record is not judged: a continuous game goes on after a five, and forbidden points may have been
/// played. [`referee::judge`](crate::referee::judge) judges it.
///
/// Only moves in turn make a record: there is none of a game that White begins, of two moves of one
/// side in a row, of a pass, or of a position with more white stones than black ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Width and height of the board.
    pub size: Size,
    /// The rule of play, if it is known.
    pub rule: Option<Rule>,
    /// The name of the player of Black.
    pub black: Option<String>,
    /// The name of the player of White.
    pub white: Option<String>,
    /// The moves, Black's first.
    pub moves: Vec<RecordMove>,
    /// How many of the first ones are stones that were set up.
    pub set_up: usize,
    /// The result; `None` for a game that is not over, or whose result is unknown.
    pub result: Option<GameResult>,
    /// A comment on the whole game.
    pub comment: Option<String>,
}

impl Record {
    /// A game on a board of `size` before its first move.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            black: None,
            white: None,
            moves: Vec::new(),
            set_up: 0,
            result: None,
            comment: None,
        }
    }

    /// The stones of `board` as set-up ones: those of each side in their order on the board, Black and
    /// White in turn. `None` unless Black has as many stones as White or one more, and there are no
    /// others.
    pub fn from_board(board: &Board) -> Option<Self> {
        let stones = |side: Side| {
            let own = board.stones().iter().filter(move |stone| stone.cell.side() == Some(side));
            own.map(|stone| stone.pos).collect()
        };
        let moves: Vec<Pos> = in_turn(stones(Side::Black), stones(Side::White)).ok()?;
        let all = moves.len() == board.stones().len();
        let moves: Vec<_> = moves.into_iter().map(RecordMove::from).collect();
        all.then(|| Self { set_up: moves.len(), moves, ..Self::new(board.size()) })
    }

    /// The position after the last move.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        let mut cells = self.cells();
        cells.by_ref().take(self.set_up).for_each(|pos| board.play(pos));
        board.forget_order();
        cells.for_each(|pos| board.play(pos));
        board
    }

    /// The cells of the moves, those of stones that were set up among them.
    pub fn cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.moves.iter().map(|played| played.pos)
    }

    /// The stones that were set up, and the moves that were made.
    pub fn set_up_and_played(&self) -> (&[RecordMove], &[RecordMove]) {
        self.moves.split_at(self.set_up.min(self.moves.len()))
    }

    /// The game with its board turned upside down: the top row becomes the bottom row.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for played in &mut self.moves {
            played.pos = Pos::new(played.pos.x(), self.size.height() - 1 - played.pos.y());
        }
        self
    }
}

/// A record as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParsedRecord {
    /// The record.
    pub record: Record,
    /// How the labels of a drawn board name its cells, if it has any.
    pub coords: Option<Coords>,
    /// What the text says, and the record leaves out.
    pub warnings: Vec<RecordWarning>,
}

impl From<Record> for ParsedRecord {
    fn from(record: Record) -> Self {
        Self { record, coords: None, warnings: Vec::new() }
    }
}

/// A move of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordMove {
    /// The cell of the stone.
    pub pos: Pos,
    /// The time that the player took. Records hold whole milliseconds.
    pub time: Option<Duration>,
    /// A comment on the move, such as its score and depth.
    pub comment: Option<String>,
}

impl RecordMove {
    /// The time in whole milliseconds, rounded down.
    pub(super) fn millis(&self) -> Option<u64> {
        self.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }
}

impl From<Pos> for RecordMove {
    fn from(pos: Pos) -> Self {
        Self { pos, time: None, comment: None }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// What decided the game, if it was not decided on the board.
    pub cause: Option<Cause>,
}

impl GameResult {
    /// A draw.
    pub const DRAW: Self = Self { winner: None, cause: None };

    /// A win of `side` on the board.
    pub const fn win(side: Side) -> Self {
        Self { winner: Some(side), cause: None }
    }
}

/// Why a game was lost that was not decided on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The loser ran out of time.
    Time,
    /// The loser played an illegal or forbidden move, or crashed.
    Forfeit,
    /// The loser resigned.
    Resignation,
}

/// What is expected of stones without an order.
pub(super) const IN_TURN: &str =
    "as many black stones as white ones or one more, and no others: moves are made in turn";

/// The stones of two sides in turn, Black's first; if their numbers do not allow that, the first stone
/// without a turn.
pub(super) fn in_turn<T>(black: Vec<T>, white: Vec<T>) -> Result<Vec<T>, T> {
    let mut moves = Vec::with_capacity(black.len() + white.len());
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    while let Some(stone) = black.next() {
        moves.push(stone);
        match white.next() {
            Some(stone) => moves.push(stone),
            None => return black.next().map_or(Ok(moves), Err),
        }
    }
    white.next().map_or(Ok(moves), Err)
}

/// `text` unless it is empty.
pub(super) fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}
