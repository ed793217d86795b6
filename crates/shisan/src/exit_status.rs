//! The exit codes of questions about positions.

use std::process::ExitCode;

/// What was found, as an exit code; 2 is for errors. The greatest is that of several questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// A mate, or a forbidden cell.
    Yes = 0,
    /// None.
    No = 1,
    /// The limits were reached first.
    Undecided = 3,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> Self {
        Self::from(status as u8)
    }
}
