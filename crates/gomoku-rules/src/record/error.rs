//! Why a record cannot be read, and what it leaves out: each with its place in the text.

use std::fmt;

use crate::diagram::DiagramError;
use crate::text::BYTE_ORDER_MARK;

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
        // Nobody sees a byte order mark.
        let characters = line.chars().filter(|&c| c != BYTE_ORDER_MARK);
        Self {
            line: before.matches('\n').count() + 1,
            column: characters.count() + 1,
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

/// Something in a text that its record leaves out: the place, and what stands there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordWarning {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the line, from 1, in characters.
    pub column: usize,
    /// What was left out, in a sentence.
    pub left_out: String,
}

impl RecordWarning {
    /// The warning about byte `at` of `text`, at the boundary of a character.
    pub(super) fn at(text: &str, at: usize, left_out: String) -> Self {
        let RecordError { line, column, .. } = RecordError::at(text, at, "");
        Self { line, column, left_out }
    }
}

impl fmt::Display for RecordWarning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.left_out)
    }
}

impl From<DiagramError> for RecordError {
    fn from(error: DiagramError) -> Self {
        Self { line: error.line, column: error.column, expected: error.expected.to_owned() }
    }
}
