//! Why a record cannot be read: the place in the text, and what was expected there.

use std::fmt;

use crate::diagram::DiagramError;

/// A record that cannot be read: the place, and what was expected there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the line, from 1, in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
}

impl RecordError {
    /// The error at byte `at` of `text`, at the boundary of a character.
    pub fn at(text: &str, at: usize, expected: impl Into<String>) -> Self {
        let before = text.get(..at).unwrap_or(text);
        let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
        Self {
            line: before.matches('\n').count() + 1,
            column: line.chars().count() + 1,
            expected: expected.into(),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}", self.line, self.column, self.expected)
    }
}

impl std::error::Error for RecordError {}

impl From<DiagramError> for RecordError {
    fn from(error: DiagramError) -> Self {
        Self { line: error.line, column: error.column, expected: error.expected.to_owned() }
    }
}
