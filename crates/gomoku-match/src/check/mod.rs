//! The `check` subcommand: whether an engine keeps to the protocol
//! (<https://plastovicka.github.io/protocl2en.htm>) and to its limits, as tournaments need.
//!
//! A check fails if the engine does not do what managers rely on; a missing optional feature skips it.
//! Every check has a fresh process, so an engine that hangs or dies spoils no other check.

mod board;
mod commands;
mod definition;
mod engine;
mod games;
mod input;
mod judge;
mod limits;
mod output;
mod report;
mod result;
mod session;
mod start;
mod streams;

use std::collections::VecDeque;
use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use self::definition::{Check, Severity};
use self::engine::EngineUnderTest;
use self::report::{Reporter, verdict_line};
use self::result::{CheckResult, NotPassed};
use self::session::FirstStderrLine;
use crate::Dialogue;
use crate::disk;
use crate::engine_io::dialogue::Stream;
use crate::engine_io::files::EngineFiles;
use crate::host::Host;
use crate::interrupt;
use crate::progress;
use crate::units::{parse_bytes, parse_duration, parse_match_time, parse_time_limit};
use gomoku_rules::Size;

/// What to check, and under which limits.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// The command that starts the brain [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Run only the checks whose name contains this, such as `judge/` or `end`; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// The least severity of a failed check that exit code 1 reports
    #[arg(long, value_name = "SEVERITY", value_enum, default_value_t = Severity::Advised)]
    fail_on: Severity,
    /// List the checks and run none
    #[arg(long)]
    list: bool,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// The board size, where a check does not name its own
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(15..=32))]
    size: u8,
    /// Time for a move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = parse_time_limit)]
    turn_time: Duration,
    /// Time for all moves of a game, such as 60s or 3m
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = parse_match_time)]
    match_time: Duration,
    /// How late a move may be; the judge's positions and games always allow 1 s and print the lateness
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = parse_duration)]
    tolerance: Duration,
    /// Longest wait for an answer that has no clock
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = parse_duration)]
    stall_timeout: Duration,
    /// Memory of an engine, always sent to it; 0 is no limit
    #[arg(long, value_name = "SIZE", default_value = "350MiB", value_parser = parse_bytes)]
    memory: u64,
    /// The folder for the engine's files, sent as `INFO folder` in games
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write all dialogues to this file, each followed by its verdict
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// All checks, in the order in which they run.
fn all_checks() -> Vec<Check> {
    let groups = [
        start::checks(),
        commands::checks(),
        input::checks(),
        limits::checks(),
        judge::checks(),
        games::checks(),
        output::checks(),
    ];
    groups.into_iter().flatten().collect()
}

/// Checks the engine of `args`, or `host`'s own, and reports to `out`. Returns whether nothing failed
/// that counts.
///
/// # Errors
/// When the engine cannot be started, starts no game or plays another board size only, no check has such a name, a file
/// cannot be written, or the user interrupts the checks.
pub fn check(args: &CheckArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<bool> {
    let mut checks = all_checks();
    let is_wanted = |check: &Check| args.only.iter().any(|text| check.name.contains(text));
    checks.retain(|check| args.only.is_empty() || is_wanted(check));
    ensure!(!checks.is_empty(), "--only: no check has such a name; --list prints all names");
    if args.list {
        for (number, Check { name, severity, about, .. }) in (1..).zip(&checks) {
            if args.json {
                let severity = severity.to_string();
                let listed = json!({
                    "event": "listed",
                    "number": number,
                    "name": name,
                    "severity": severity,
                    "about": about,
                });
                writeln!(out, "{listed}")?;
            } else {
                writeln!(out, "{name:24} {severity:8}  {about}")?;
            }
        }
        return Ok(true);
    }
    let mut engine = args.engine(host)?;
    disk::ensure_distinct(EngineFiles::paths(&engine.command), &args.log)?;
    let log = args.log.as_deref().map(LogFile::create).transpose()?;
    if let Err(error) = engine.ensure_it_starts() {
        ensure!(!interrupt::comes(&host.stop), "interrupted at the start");
        return Err(error);
    }
    let bar = progress::bar(checks.len() as u64)?;
    progress::keep_drawing(&bar, Duration::from_secs(1));
    let mut reporter = Reporter::new(out, args.json);
    // A failure is not reported before it is known that no interrupt has caused it.
    let mut waiting: VecDeque<(Instant, &Check, CheckResult)> = VecDeque::new();
    for check in &checks {
        bar.set_message(check.name.clone());
        engine.check.clone_from(&check.name);
        engine.log = log.as_ref().map(LogFile::dialogue).transpose()?;
        let result = (check.run)(&engine);
        let is_interrupted = host.stop.load(Ordering::Relaxed);
        let first = waiting.front().map_or(check, |(_, check, _)| check);
        ensure!(!is_interrupted, "interrupted in {}", first.name);
        if let (Some(log), Some(dialogue)) = (&log, engine.log.take()) {
            dialogue.note(Instant::now(), &check.name, Stream::Manager, &verdict_line(&result));
            dialogue.finish().with_context(|| log.path.display().to_string())?;
        }
        waiting.push_back((Instant::now(), check, result));
        while let Some((ended, check, result)) = waiting.front()
            && (!has_failed(result) || ended.elapsed() >= interrupt::GRACE)
        {
            bar.suspend(|| reporter.report(check, result))?;
            bar.inc(1);
            waiting.pop_front();
        }
    }
    if let Some((_, first, _)) = waiting.front() {
        ensure!(!interrupt::comes(&host.stop), "interrupted in {}", first.name);
    }
    bar.finish_and_clear();
    waiting.iter().try_for_each(|(_, check, result)| reporter.report(check, result))?;
    Ok(reporter.finish()?.is_passed(args.fail_on))
}

fn has_failed(result: &CheckResult) -> bool {
    matches!(result, Err(NotPassed::Failed { .. }))
}

/// The file of all dialogues.
struct LogFile<'a> {
    path: &'a Path,
    file: File,
}

impl<'a> LogFile<'a> {
    fn create(path: &'a Path) -> anyhow::Result<Self> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(Self { path, file })
    }

    /// The dialogue of the next check.
    fn dialogue(&self) -> anyhow::Result<Dialogue> {
        let file = self.file.try_clone().with_context(|| self.path.display().to_string())?;
        Ok(Dialogue::new(Box::new(file)))
    }
}

impl CheckArgs {
    fn engine(&self, host: &Host) -> anyhow::Result<EngineUnderTest> {
        Ok(EngineUnderTest {
            command: self.brain.clone().unwrap_or_else(|| host.brain.clone()),
            folder: self.folder.clone(),
            reaper: host.reaper()?,
            log: None,
            first_stderr_line: FirstStderrLine::default(),
            check: "start".to_owned(),
            size: Size::square(self.size),
            turn: self.turn_time,
            game: self.match_time,
            tolerance: self.tolerance,
            stall_timeout: self.stall_timeout,
            memory: self.memory,
            stop: Arc::clone(&host.stop),
        })
    }
}
