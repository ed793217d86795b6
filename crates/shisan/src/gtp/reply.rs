//! What a command makes of a session.

use super::search::Search;
use super::state::State;

/// What follows from a command.
#[derive(Debug)]
pub enum Reply {
    /// This text is its answer.
    Text(String),
    /// A search answers it.
    Search(Search),
    /// The tables of searches are emptied.
    ClearCache,
    /// The session ends.
    Quit,
}

impl Reply {
    /// The answer without a word.
    pub const fn done() -> Self {
        Self::Text(String::new())
    }
}

impl From<String> for Reply {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for Reply {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What a command does.
pub type Handler = fn(&mut State, &[String]) -> Result<Reply, String>;
