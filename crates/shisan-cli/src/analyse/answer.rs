//! The exit codes of questions about positions.

use std::process::ExitCode;

/// An answer as an exit code; 2 is for errors. The greatest answer is that of several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Answer {
    /// A mate, or a forbidden cell.
    Yes = 0,
    /// None.
    No = 1,
    /// The limits were reached first.
    Undecided = 3,
}

impl From<Answer> for ExitCode {
    fn from(answer: Answer) -> Self {
        Self::from(answer as u8)
    }
}
