//! The definition of a check.

use super::engine::EngineUnderTest;
use super::result::CheckResult;

/// A check: its name, what an engine has to do, and the dialogue that shows whether it does.
pub(super) struct Check {
    pub(super) name: String,
    pub(super) about: String,
    pub(super) run: Box<dyn Fn(&EngineUnderTest) -> CheckResult>,
}

impl Check {
    pub(super) fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        run: impl Fn(&EngineUnderTest) -> CheckResult + 'static,
    ) -> Self {
        Self { name: name.into(), about: about.into(), run: Box::new(run) }
    }
}
