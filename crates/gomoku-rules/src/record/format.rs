//! The formats of records by name: all of them are read and written in the same way.

use std::fmt;
use std::str::FromStr;

use super::drawn::{format_board, parse_boards};
use super::error::RecordError;
use super::game::Record;
use super::offsets::{format_offsets, parse_offset_lines};
use super::pos_string::{format_moves, parse_pos_lines};
use super::psq::{format_psq, parse_psq};
use super::scanner::is_comment;
use super::sgf::{format_sgf, parse_sgf};
use crate::pos::{Pos, Size};

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

    /// The format that `text` looks like, from its first line that is neither blank nor a comment
    /// (`#`).
    pub fn detect(text: &str) -> Self {
        let mut lines = text.lines().map(str::trim);
        let line = lines.find(|line| !line.is_empty() && !is_comment(line)).unwrap_or_default();
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

    /// Reads the games in `text`; those that do not state the size of their board are on one of `size`.
    ///
    /// # Errors
    /// [`RecordError`] at the first place that is malformed.
    pub fn read(self, text: &str, size: Size) -> Result<Vec<Record>, RecordError> {
        match self {
            Self::Pos => parse_pos_lines(text, size),
            Self::Offsets => parse_offset_lines(text, size),
            Self::Psq => parse_psq(text),
            Self::Sgf => parse_sgf(text, size),
            Self::Board => parse_boards(text),
        }
    }

    /// Writes `game`, ending with a line feed. What the format cannot hold is left out.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_do_not_hide_the_format() {
        for (text, format) in [
            ("h8i9", Format::Pos),
            ("# a comment\n\n  # 1,2\nh8i9\n", Format::Pos),
            ("0,0, 1,1", Format::Offsets),
            ("# shisan openings --size 15x15\n# h8i9\n-1,2, 0,0", Format::Offsets),
            ("Piskvorky 15x15, 11:11, 0\n8,8,0\n", Format::Psq),
            (" \n(;GM[4])", Format::Sgf),
            (". . . . .\n", Format::Board),
            ("# # . . .\n. . . . .\n", Format::Board),
            ("   a b c d e\n 1 . . . . .\n", Format::Board),
            ("", Format::Board),
        ] {
            assert_eq!(Format::detect(text), format, "{text:?}");
        }
    }
}
