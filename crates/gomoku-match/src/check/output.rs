//! The check of standard error, over all checks so far.

use super::definition::Check;
use super::definition::Severity::Expected;
use super::engine::EngineUnderTest;
use super::result::{CheckResult, failed};
use gomoku_protocol::Command;

pub(super) fn checks() -> Vec<Check> {
    // Piskvork reads a line of standard error as an answer.
    vec![Check::new(
        Expected,
        "output/standard-error",
        "nothing is ever written to standard error",
        silence,
    )]
}

/// A short dialogue; those of the earlier checks count too.
fn silence(engine: &EngineUnderTest) -> CheckResult {
    let mut session = engine.player()?;
    session.begin()?;
    session.goes_on()?;
    session.command(&Command::End);
    session.expect_exit(engine.stall_timeout)?;
    drop(session);
    match engine.first_stderr_line.borrow().as_ref() {
        Some(line) => failed("nothing on standard error", line),
        None => Ok(String::new()),
    }
}
