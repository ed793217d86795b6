//! The program that runs matches, and how its runs end.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;

use crate::engine_io::reaper::Reaper;

/// How a match came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Every game was played, or the test has decided.
    Complete,
    /// It was told to stop; the same command with `--resume` goes on.
    Interrupted,
}

/// The program that runs the match.
#[derive(Clone, Debug)]
pub struct Host {
    /// The path of this executable, which is also the reaper of brains.
    pub program: PathBuf,
    /// Its command line, the words quoted for a shell.
    pub command: String,
    /// The command of the brain that plays unless another is named.
    pub brain: String,
    /// Set when all games have to end.
    pub stop: Arc<AtomicBool>,
}

impl Host {
    /// The command that goes on with what this one has begun, or was begun by one before it.
    pub(crate) fn resume_command(&self, is_resumed: bool) -> String {
        let resume = if is_resumed { "" } else { " --resume" };
        format!("{}{resume}", self.command)
    }

    /// Who kills the brains should this program be killed.
    pub(crate) fn reaper(&self) -> anyhow::Result<Arc<Reaper>> {
        Ok(Arc::new(Reaper::start(&self.program).context("no reaper for the brains")?))
    }
}
