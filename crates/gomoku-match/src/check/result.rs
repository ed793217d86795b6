//! The result of a check.

use std::fmt::Display;
use std::time::Duration;

/// What was measured, or why the check is not passed.
pub(super) type CheckResult<T = String> = Result<T, NotPassed>;

/// Why a check is not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum NotPassed {
    /// The engine does what it must not do.
    Failed {
        /// What a manager expects.
        expected: String,
        /// What it receives.
        received: String,
    },
    /// The engine lacks an optional feature, or this machine cannot run the check: the reason.
    Skipped(String),
}

impl NotPassed {
    /// The same, where the engine wrote `line` before, which is not an answer.
    pub(super) fn but_for(self, line: &str) -> Self {
        match self {
            Self::Failed { expected, received } => {
                Self::Failed { expected, received: format!("{line:?}, then {received}") }
            }
            skipped @ Self::Skipped(_) => skipped,
        }
    }
}

/// A failed check.
pub(super) fn failed<T>(expected: impl Display, received: impl Display) -> CheckResult<T> {
    Err(NotPassed::Failed { expected: expected.to_string(), received: received.to_string() })
}

/// A skipped check, and why.
pub(super) fn skipped<T>(reason: impl Display) -> CheckResult<T> {
    Err(NotPassed::Skipped(reason.to_string()))
}

/// A time in milliseconds.
pub(super) fn millis(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}
