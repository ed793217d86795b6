//! What a check finds.

use std::fmt::Display;

/// Words on what was seen, or why the check is not passed.
pub(super) type Finding<T = String> = Result<T, Fault>;

/// Why a check is not passed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The brain does what it must not.
    Failed {
        /// What a manager expects.
        expected: String,
        /// What it gets.
        received: String,
    },
    /// The brain lacks what it may lack, or this machine cannot tell: the reason.
    Skipped(String),
}

/// A failure for these reasons.
pub(super) fn failed<T>(expected: impl Display, received: impl Display) -> Finding<T> {
    Err(Fault::Failed { expected: expected.to_string(), received: received.to_string() })
}

/// A check that tells nothing, and why.
pub(super) fn skipped<T>(reason: impl Display) -> Finding<T> {
    Err(Fault::Skipped(reason.to_string()))
}
