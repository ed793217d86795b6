//! Why an engine that gave no answer may seem silent.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What an engine that did not answer has printed. The usual reasons are output that is not
/// flushed, and a search that is not over yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Silence {
    /// Nothing since its start.
    Nothing,
    /// Nothing while it ran, and everything when it was asked to exit.
    Unflushed,
    /// Its answer when it was asked to exit.
    AtExit,
    /// A line without its end.
    NoLineEnd,
}

impl fmt::Display for Silence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Nothing => "it sent nothing while it ran: is it slow, or does it not flush its output?",
            Self::Unflushed => {
                "it sent nothing while it ran, and all of it when it exited: is it slow, or does it not \
                 flush its output?"
            }
            Self::AtExit => "its answer came when it exited: is it slow, or does it not flush its output?",
            Self::NoLineEnd => "its last line has no end: does it print a line feed?",
        })
    }
}
