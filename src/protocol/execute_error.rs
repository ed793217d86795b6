//! Why a command that was understood is not carried out.

use std::fmt;

use super::game::GameError;
use super::setup::SetupError;

/// The text of an `ERROR`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExecuteError {
    /// No game was started.
    NoGame,
    /// Too many commands wait for the search in progress.
    TooManyWaiting,
    /// No cell is free for a move.
    BoardFull,
    /// `INFO` told something that cannot be met.
    Setting(String),
    /// The board does not allow it.
    Game(GameError),
    /// A list of stones makes no position.
    Setup(SetupError),
    /// `SWAP2BOARD` with a number of stones that it never has.
    Opening(usize),
}

impl fmt::Display for ExecuteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoGame => f.write_str("no game: expected START first"),
            Self::TooManyWaiting => f.write_str("too many commands wait for the search"),
            Self::BoardFull => f.write_str("no cell is free"),
            Self::Setting(text) => f.write_str(text),
            Self::Game(error) => error.fmt(f),
            Self::Setup(error) => error.fmt(f),
            Self::Opening(stones) => {
                write!(f, "swap2 has no step with {stones} stones: expected 0, 3 or 5")
            }
        }
    }
}

impl std::error::Error for ExecuteError {}

impl From<GameError> for ExecuteError {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl From<SetupError> for ExecuteError {
    fn from(error: SetupError) -> Self {
        Self::Setup(error)
    }
}
