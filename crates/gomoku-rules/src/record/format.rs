//! The formats of records by name: all of them are read and written in the same way.

use std::fmt;
use std::str::FromStr;

use super::drawn::{draw, parse_drawings};
use super::error::RecordError;
use super::game::{ParsedRecord, Record};
use super::offsets::{format_offsets, parse_offset_lines};
use super::pos_string::parse_pos_lines;
use super::psq::{format_psq, parse_psq_with_warnings};
use super::sgf::{format_sgf, parse_sgf_with_warnings};
use crate::coords::{CellNames, Coords};
use crate::pos::Pos;

/// A format of records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pos strings, one game a line: `h8i9`, `a1` at the upper left.
    Pos,
    /// Gomocup openings, one a line: `0,0, 1,-1`, from the centre, y downwards.
    Offsets,
    /// Piskvork's saved games: lines `x,y,milliseconds`, `1,1` at the upper left.
    Psq,
    /// Smart Game Format, game 4: `B[hh]`, `aa` at the upper left. Only main lines are read.
    Sgf,
    /// Drawn boards with blank lines between them. They hold no order of moves: the stones are read row by
    /// row from the top, Black and White in turn.
    Board,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] = [Self::Pos, Self::Offsets, Self::Psq, Self::Sgf, Self::Board];

    /// The name of the format, which is also the usual extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pos => "pos",
            Self::Offsets => "offsets",
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::Board => "board",
        }
    }

    /// Reads the games in `text`; those that do not state the size of their board are on `board`, a
    /// [`Size`](crate::Size), or [`CellNames`], which name the cells of pos strings.
    ///
    /// # Errors
    /// [`RecordError`] at the first place that is malformed.
    pub fn read(self, text: &str, board: impl Into<CellNames>) -> Result<Vec<Record>, RecordError> {
        let games = self.parse(text, board)?;
        Ok(games.into_iter().map(|game| game.record).collect())
    }

    /// As [`Format::read`], with what the records leave out.
    ///
    /// # Errors
    /// [`RecordError`] at the first place that is malformed.
    pub fn parse(
        self,
        text: &str,
        board: impl Into<CellNames>,
    ) -> Result<Vec<ParsedRecord>, RecordError> {
        let board = board.into();
        let size = board.size;
        let records = match self {
            Self::Pos => parse_pos_lines(text, board),
            Self::Offsets => parse_offset_lines(text, size),
            Self::Psq => return parse_psq_with_warnings(text),
            Self::Sgf => return parse_sgf_with_warnings(text, size),
            Self::Board => return parse_drawings(text),
        };
        Ok(records?.into_iter().map(ParsedRecord::from).collect())
    }

    /// Writes `game`, ending with a line feed. What the format cannot hold is left out.
    pub fn write(self, game: &Record) -> String {
        self.write_with(game, Coords::Top)
    }

    /// As [`Format::write`]; `coords` say how pos strings and the labels of a drawn board name cells.
    pub fn write_with(self, game: &Record, coords: Coords) -> String {
        let cells = || game.cells().collect::<Vec<Pos>>();
        let names = CellNames { coords, size: game.size };
        match self {
            Self::Pos => names.all(&cells()).concat() + "\n",
            Self::Offsets => format_offsets(&cells(), game.size) + "\n",
            Self::Psq => format_psq(game),
            Self::Sgf => format_sgf(game),
            Self::Board => draw(game, coords),
        }
    }

    /// The text between two games of a collection.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Pos | Self::Offsets => "",
            Self::Psq | Self::Sgf | Self::Board => "\n",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFormatError;

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected pos, offsets, psq, sgf or board")
    }
}

impl std::error::Error for ParseFormatError {}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads a [name](Format::name).
    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}
