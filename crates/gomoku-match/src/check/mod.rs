//! The `check` subcommand: what an organiser wants to know of a brain before it plays.
//!
//! A brain must do what managers count on and the protocol says
//! (<https://plastovicka.github.io/protocl2en.htm>); else a check fails. What it may lack, an optional
//! command for instance, is skipped. Every check has a fresh process: one that hangs or dies spoils no
//! other.

mod commands;
mod finding;
mod games;
mod input;
mod judge;
mod limits;
mod output;
mod probe;
mod report;
mod start;
mod subject;

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, ensure};
use bytesize::ByteSize;

use crate::engine_io::dialogue::Dialogue;
use crate::host::Host;
use finding::Finding;
use gomoku_rules::{Board, Pos, Size};
use report::Reporter;
use subject::{Outcry, Subject};

/// A thought where nothing but the protocol is checked.
const THOUGHT: Duration = Duration::from_millis(200);
/// After so much silence nothing more is expected.
const QUIET: Duration = Duration::from_millis(100);

/// What to check, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// The command that starts the brain [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Make the checks only whose name contains this, such as `judge/` or `end`; may be repeated
    #[arg(long, value_name = "TEXT")]
    only: Vec<String>,
    /// Name the checks and make none
    #[arg(long)]
    list: bool,
    /// Write JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// The side of the board, where a check does not name its own
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u8).range(15..=32))]
    size: u8,
    /// Time of a move in the judge's positions and in games
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = humantime::parse_duration)]
    turn_time: Duration,
    /// Time of all moves of one side of a game
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = humantime::parse_duration)]
    game_time: Duration,
    /// By how much a move may overrun its time; in the judge's positions and in games it is 1 s
    #[arg(long, value_name = "TIME", default_value = "100ms", value_parser = humantime::parse_duration)]
    tolerance: Duration,
    /// How long an answer may take that needs no thought; liskvork waits 5 s
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = humantime::parse_duration)]
    patience: Duration,
    /// Memory that the brain may take
    #[arg(long, default_value = "350MiB")]
    memory: ByteSize,
    /// The folder that the brain is told in games to keep its files in
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Write all that is said to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
}

/// A check: its name, what a brain has to do, and how that is found out.
struct Check {
    name: String,
    about: String,
    find: Box<dyn Fn(&Subject) -> Finding>,
}

impl Check {
    fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        find: impl Fn(&Subject) -> Finding + 'static,
    ) -> Self {
        Self { name: name.into(), about: about.into(), find: Box::new(find) }
    }

    /// All checks, in the order in which they are made.
    fn all() -> Vec<Self> {
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
}

/// Checks the brain of `args`, else `host`'s own, and reports to `out`. Tells whether
/// nothing has failed.
///
/// # Errors
/// When the brain cannot be started, no check has such a name, or a file cannot be written.
pub fn check(args: &CheckArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<bool> {
    let mut checks = Check::all();
    let is_wanted = |check: &Check| args.only.iter().any(|text| check.name.contains(text));
    checks.retain(|check| args.only.is_empty() || is_wanted(check));
    ensure!(!checks.is_empty(), "no check has such a name; --list tells those there are");
    if args.list {
        for check in checks {
            writeln!(out, "{:24} {}", check.name, check.about)?;
        }
        return Ok(true);
    }
    let mut subject = args.subject(host)?;
    // A wrong command is a mistake of the command line and no failure of a brain.
    drop(subject.spawn()?);
    let mut reporter = Reporter::new(out, args.json);
    for check in checks {
        subject.check.clone_from(&check.name);
        let finding = (check.find)(&subject);
        reporter.tell(&check.name, &check.about, &finding)?;
    }
    Ok(reporter.end()?.is_passed())
}

impl CheckArgs {
    fn subject(&self, host: &Host) -> anyhow::Result<Subject> {
        let command = self.brain.clone().unwrap_or_else(|| host.brain.clone());
        let log = self.log.as_ref().map(|path| {
            let file = File::create(path).with_context(|| path.display().to_string());
            file.map(|file| Dialogue::new(Box::new(file)))
        });
        Ok(Subject {
            command,
            folder: self.folder.clone(),
            reaper: host.reaper()?,
            log: log.transpose()?,
            outcry: Outcry::default(),
            check: String::new(),
            size: Size::square(self.size),
            turn: self.turn_time,
            game: self.game_time,
            tolerance: self.tolerance,
            patience: self.patience,
            memory: self.memory.as_u64(),
        })
    }
}

/// The board after `moves`, which are cells of it and distinct.
fn board_after(size: Size, moves: &[Pos]) -> Board {
    let mut board = Board::new(size);
    for &pos in moves {
        board.play(pos);
    }
    board
}

/// A time as people are told it.
fn millis(time: Duration) -> String {
    format!("{} ms", time.as_millis())
}
