//! The forms of record by name: any of them is read and written the same way.

use std::fmt;
use std::str::FromStr;

use super::{
    Record, RecordError, format_board, format_moves, format_offsets, format_psq, format_sgf,
    parse_boards, parse_offset_lines, parse_pos_lines, parse_psq, parse_sgf,
};
use crate::{Pos, Size};

/// A form of record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Pos strings, one game a line: `h8i9`, `a1` at the upper left.
    Pos,
    /// Gomocup openings, one a line: `0,0, 1,-1`, from the centre, y downwards.
    Offsets,
    /// Piskvork's saved games: lines `x,y,milliseconds`, `1,1` at the upper left.
    Psq,
    /// Smart Game Format, gomoku: `B[hh]`, `aa` at the upper left; main lines are taken.
    Sgf,
    /// Drawn boards, row 1 at the top, blank lines between them; read as moves row by row, Black
    /// and White in turn, if Black has as many stones as White or one more.
    Board,
}

impl Format {
    /// All forms.
    pub const ALL: [Self; 5] = [Self::Pos, Self::Offsets, Self::Psq, Self::Sgf, Self::Board];

    /// Its name, which is also the usual ending of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pos => "pos",
            Self::Offsets => "offsets",
            Self::Psq => "psq",
            Self::Sgf => "sgf",
            Self::Board => "board",
        }
    }

    /// The form that a text with this beginning has.
    pub fn of_text(text: &str) -> Self {
        let line = text.trim_start().lines().next().unwrap_or_default();
        let letters = line.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        if line.starts_with("Piskvorky") {
            Self::Psq
        } else if line.starts_with('(') {
            Self::Sgf
        } else if letters.len() < line.len() && letters.starts_with(|c: char| c.is_ascii_digit()) {
            Self::Pos
        } else if line.contains(',') {
            Self::Offsets
        } else {
            Self::Board
        }
    }

    /// The games in `text`; `size` is that of games that do not tell it themselves.
    ///
    /// # Errors
    /// At the first place that is malformed.
    pub fn read(self, text: &str, size: Size) -> Result<Vec<Record>, RecordError> {
        match self {
            Self::Pos => parse_pos_lines(text, size),
            Self::Offsets => parse_offset_lines(text, size),
            Self::Psq => parse_psq(text),
            Self::Sgf => parse_sgf(text, size),
            Self::Board => parse_boards(text),
        }
    }

    /// `game` in this form.
    pub fn write(self, game: &Record) -> String {
        let cells = || game.cells().collect::<Vec<Pos>>();
        match self {
            Self::Pos => format_moves(&cells()) + "\n",
            Self::Offsets => format_offsets(&cells(), game.size) + "\n",
            Self::Psq => format_psq(game),
            Self::Sgf => format_sgf(game),
            Self::Board => format_board(game),
        }
    }

    /// What stands between two games.
    pub const fn gap(self) -> &'static str {
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

/// A text that names no form of record.
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

    fn from_str(text: &str) -> Result<Self, ParseFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFormatError)
    }
}
