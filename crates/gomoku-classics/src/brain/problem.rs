//! Problems: why a command cannot be executed.

use std::fmt;

use gomoku_rules::{PlaceError, SizeError};

/// Why a command cannot be executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Problem {
    /// A size or a cell cannot be read.
    Unreadable,
    /// No such board.
    Size,
    /// There was no `START`.
    NoGame,
    /// `BEGIN` with stones on the board.
    NotEmpty,
    /// No cell is free for a move.
    BoardFull,
    /// The cell cannot take a stone.
    Place((i32, i32), PlaceError),
    /// No stone there.
    NoStone((i32, i32)),
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("expected cells such as 7,7, or stones such as 7,7,1"),
            Self::Size => SizeError.fmt(f),
            Self::NoGame => f.write_str("no game: expected START first"),
            Self::NotEmpty => f.write_str("BEGIN needs an empty board"),
            Self::BoardFull => f.write_str("no cell is free"),
            Self::Place((x, y), error) => write!(f, "{x},{y}: {error}"),
            Self::NoStone((x, y)) => write!(f, "{x},{y}: no stone there"),
        }
    }
}
