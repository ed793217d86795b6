//! The definition of a check.

use std::fmt;

use serde::Serialize;

use super::engine::EngineUnderTest;
use super::result::CheckResult;
use gomoku_rules::Rule;

/// How much it matters that a check fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(super) enum Severity {
    /// No manager needs it, but a fault may follow from it
    Advised,
    /// Some managers rely on it
    Expected,
    /// Without it the engine loses games or cannot play in tournaments
    Required,
}

impl Severity {
    /// How much it matters that an engine plays `rule`.
    pub(super) fn of(rule: Rule) -> Self {
        if rule == Rule::Freestyle { Self::Required } else { Self::Expected }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Advised => "advised",
            Self::Expected => "expected",
            Self::Required => "required",
        })
    }
}

/// A check: its name, what an engine has to do, and the dialogue that shows whether it does.
pub(super) struct Check {
    pub(super) severity: Severity,
    pub(super) name: String,
    pub(super) about: String,
    pub(super) run: Box<dyn Fn(&EngineUnderTest) -> CheckResult>,
}

impl Check {
    pub(super) fn new(
        severity: Severity,
        name: impl Into<String>,
        about: impl Into<String>,
        run: impl Fn(&EngineUnderTest) -> CheckResult + 'static,
    ) -> Self {
        Self { severity, name: name.into(), about: about.into(), run: Box::new(run) }
    }
}
