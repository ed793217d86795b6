//! What `grade` is asked for.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use gomoku_rules::{Rule, Size};

use crate::choice::rule;
use crate::engine_io::files::EngineFiles;
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::process::StartError;
use crate::engine_io::program::Program;
use crate::game::settings::GameSettings;
use crate::host::{Host, ensure_cores};
use crate::output::game_files;
use crate::units::{parse_bytes, parse_duration, parse_jobs, parse_time_limit};

/// The name of the brain in records.
const BRAIN: &str = "brain";

/// Which brain to grade, and how well.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct GradeArgs {
    /// The command that starts the brain
    #[arg(value_name = "COMMAND")]
    pub(super) brain: String,
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    pub(super) rule: Rule,
    /// The board: a side, or width x height [default: 15, or 20 for a brain that plays no other]
    #[arg(long)]
    pub(super) size: Option<Size>,
    /// Time for a move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit, default_value = "1s")]
    turn_time: Duration,
    /// How late a move may be before it loses on time
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1s")]
    tolerance: Duration,
    /// Longest wait for an answer that has no clock
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    stall_timeout: Duration,
    /// Search threads of an engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Memory of an engine, always sent to it; 0 is no limit
    #[arg(long, value_name = "SIZE", value_parser = parse_bytes, default_value = "350MiB")]
    memory: u64,
    /// Stop when the Elo is known to this error (95 %), the error of the opponents included
    #[arg(long, value_name = "ELO", default_value_t = 50.0)]
    pub(super) margin: f64,
    /// Most games to play, however well the Elo is known then
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(super) games: u64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Games to play at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub(super) jobs: usize,
    /// Allow more search threads than this machine has cores
    #[arg(long)]
    force_jobs: bool,
    /// Print JSON lines instead of text
    #[arg(long)]
    pub(super) json: bool,
    /// Write the games: a collection to .sgf or .pgn, one game per line to .jsonl, numbered files to .psq
    #[arg(long, value_name = "FILE")]
    pub(super) record: Option<PathBuf>,
    /// Log the dialogues to this folder, one file per game
    #[arg(long, value_name = "DIR")]
    pub(super) log: Option<PathBuf>,
    /// Keep what is finished in this file
    #[arg(long, value_name = "FILE")]
    pub(super) journal: Option<PathBuf>,
    /// Continue from the journal
    #[arg(long, requires = "journal")]
    pub(super) resume: bool,
    /// Continue although a program, or a file that a command names, has changed
    #[arg(long, requires = "resume")]
    pub(super) force_resume: bool,
}

impl GradeArgs {
    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// The seed of all random choices.
    pub const fn seed(&self) -> u64 {
        self.seed
    }

    /// The brain and its limits.
    pub(super) fn settings(&self) -> EngineSettings {
        EngineSettings {
            name: BRAIN.to_owned(),
            command: self.brain.clone(),
            folder: None,
            time: TimeControl { turn: Some(self.turn_time), ..TimeControl::default() },
            limits: EngineLimits {
                threads: Some(self.threads),
                memory: self.memory,
                ..EngineLimits::default()
            },
        }
    }

    /// How each game is played.
    pub(super) fn game(&self, size: Size) -> GameSettings {
        GameSettings {
            tolerance: self.tolerance,
            start_limit: self.stall_timeout,
            ..GameSettings::new(self.rule, size)
        }
    }

    /// Checks what needs no game.
    pub(super) fn check(&self, host: &Host) -> anyhow::Result<()> {
        let is_margin = self.margin >= 1.0 && self.margin.is_finite();
        ensure!(is_margin, "--margin {}: expected 1 or more", self.margin);
        let is_even = self.games > 0 && self.games.is_multiple_of(2);
        ensure!(is_even, "--games {}: expected an even number of games from 2 on", self.games);
        if !self.force_jobs {
            ensure_cores(host.cores, self.jobs, self.threads)?;
        }
        let check = Program::parse(&self.brain);
        check.map_err(|cause| StartError { command: self.brain.clone(), cause })?;
        let Self { journal, record, log, .. } = self;
        let read = EngineFiles::paths(&self.brain);
        game_files::ensure_distinct(&read, &[journal.as_ref()], record.as_deref(), log.as_deref())
    }
}
