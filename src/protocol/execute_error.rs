//! Why a command cannot be executed.

use std::fmt;

use gomoku_protocol::{GameError, ListError};

/// The text of an `ERROR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecuteError {
    /// There was no `START`.
    NoGame,
    /// Too many commands wait for the search in progress.
    TooManyWaiting,
    /// No cell is free for a move.
    BoardFull,
    /// An `INFO` value that cannot be met.
    Setting(String),
    /// The position does not allow it.
    Game(GameError),
    /// A list of stones is not a position.
    List(ListError),
}

impl fmt::Display for ExecuteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("no game: expected START first"),
            Self::TooManyWaiting => f.write_str("too many commands wait for the search"),
            Self::BoardFull => f.write_str("no cell is free"),
            Self::Setting(text) => f.write_str(text),
            Self::Game(error) => error.fmt(f),
            Self::List(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ExecuteError {}

impl From<GameError> for ExecuteError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl From<ListError> for ExecuteError {
    fn from(error: ListError) -> Self {
        Self::List(error)
    }
}
