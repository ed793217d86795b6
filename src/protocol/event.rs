//! What a session reacts to.

use std::time::Instant;

use super::session_engine::SearchOutcome;
use crate::search::SearchInfo;

/// An event from the reader, the writer or an engine thread.
#[derive(Debug)]
pub enum SessionEvent {
    /// A line of input and the time it was received.
    Line(String, Instant),
    /// The beginning of a line that is longer than any command.
    CutLine(String),
    /// The input has ended.
    EndOfInput,
    /// The reader has closed the output.
    Hangup,
    /// A report of the search with this id.
    Info(u64, SearchInfo),
    /// The end of the search with this id.
    Done(u64, SearchOutcome),
}
