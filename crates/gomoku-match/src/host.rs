//! The program that runs matches, and how its runs end.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, ensure};

use crate::engine_io::reaper::Reaper;
use crate::schedule::openings::OpeningMaker;
use gomoku_rules::record::Record;

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// Every game was played, or the sequential test has decided.
    Complete,
    /// Games are missing: the run was interrupted, or a shard was not merged.
    Interrupted,
}

/// Reads the games of a file in any format of records.
pub type RecordReader = fn(&Path) -> anyhow::Result<Vec<Record>>;

/// The program that runs matches.
#[derive(Clone, Debug)]
pub struct Host {
    /// The path of this executable, which also serves as the reaper of engines.
    pub program: PathBuf,
    /// Its command line, quoted for a shell.
    pub command: String,
    /// The same with `--resume`.
    pub command_with_resume: String,
    /// The command of the brain that plays unless another one is named.
    pub brain: String,
    /// The command that shows recorded games and reviews them.
    pub viewer: String,
    /// Reads games to be rated.
    pub read_records: RecordReader,
    /// The page of a report, of its data as JSON and its charts as SVG.
    pub report_page: fn(&str, &str) -> String,
    /// Makes openings by a rule of the opening.
    pub make_opening: OpeningMaker,
    /// How many cores the system lets this process, and so its engines, use; at least one.
    pub cores: usize,
    /// Set when all games must stop.
    pub stop: Arc<AtomicBool>,
}

impl Host {
    /// The command that continues this run, which may itself have continued another.
    pub(crate) fn resume_command(&self, is_resumed: bool) -> &str {
        if is_resumed { &self.command } else { &self.command_with_resume }
    }

    /// Starts the process that kills the engines if this program is killed.
    pub(crate) fn reaper(&self) -> anyhow::Result<Arc<Reaper>> {
        Ok(Arc::new(Reaper::start(&self.program).context("cannot start the reaper of engines")?))
    }
}

/// Whether `error` says that the reader of the output has gone, as `head` does.
pub(crate) fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let is_it = |error: &io::Error| error.kind() == ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref().is_some_and(is_it))
}

/// Fails when `games` at a time, one engine with `threads` search threads thinking in each, need more
/// than `cores`: engines that wait for a core lose on time and play below their strength.
///
/// # Errors
/// In one line that names the options.
pub(crate) fn ensure_cores(cores: usize, games: usize, threads: u32) -> anyhow::Result<()> {
    let needed = games.saturating_mul(threads.max(1) as usize);
    ensure!(
        needed <= cores,
        "{games} games at the same time with {threads} search threads need {needed} cores, and this \
         process may use {cores}: lower --jobs or --threads, or pass --force-jobs"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_search_threads_than_cores_are_refused() {
        for (games, threads) in [(1, 1), (4, 1), (2, 2), (1, 4), (4, 0)] {
            assert!(ensure_cores(4, games, threads).is_ok(), "{games} x {threads}");
        }
        for (games, threads) in [(5, 1), (2, 3), (1, 5), (usize::MAX, u32::MAX)] {
            let error = ensure_cores(4, games, threads).expect_err("too many").to_string();
            assert!(error.contains("this process may use 4"), "{error}");
            assert!(error.contains("--force-jobs") && !error.contains('\n'), "{error}");
        }
    }
}
