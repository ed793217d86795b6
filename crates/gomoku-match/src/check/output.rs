//! The check of standard error, over everything that a brain was asked before.

use super::Check;
use super::finding::{Finding, failed};
use super::subject::Subject;

pub(super) fn checks() -> Vec<Check> {
    // Piskvork reads a line of standard error as an answer.
    vec![Check::new("output/standard-error", "nothing was ever written on standard error", silence)]
}

/// A short dialogue of its own; those of the earlier checks count too.
fn silence(subject: &Subject) -> Finding {
    let mut probe = subject.player()?;
    probe.begin()?;
    probe.goes_on()?;
    probe.say("END");
    probe.expect_exit(subject.patience)?;
    drop(probe);
    match subject.outcry.borrow().as_ref() {
        Some(outcry) => failed("a silent standard error", outcry),
        None => Ok(String::new()),
    }
}
