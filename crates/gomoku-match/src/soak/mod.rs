//! The `soak` subcommand: hours of games of a brain against itself under all rules, board sizes, time
//! controls and thread counts, in two long-lived processes. Every fault is printed at once.

mod error_lines;
mod game_setup;
mod load;
mod memory;
mod problem;
mod soak_stats;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use serde::{Deserialize, Serialize};

use self::error_lines::ErrorLines;
use self::game_setup::GameSetup;
use self::memory::MemorySampler;
use self::problem::{Leniency, SoakedGame, problems};
use self::soak_stats::SoakStats;
use crate::engine_io::dialogue::Dialogue;
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::player::Player;
use crate::game::play::play;
use crate::game::played::PlayedGame;
use crate::host::{Finish, Host, is_closed_pipe};
use crate::interrupt;
use crate::progress;
use crate::run_journal::{Resume, RunJournal};
use crate::units::{MAX_JOBS, counted, parse_duration};

/// Which games to play, and what counts as a fault.
#[derive(Clone, Debug, clap::Args)]
pub struct SoakArgs {
    /// The command that starts the brain [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Number of games: of 20, 15 have 10 to 50 ms a move, 4 have 200 ms and one has 2 s
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// End the soak after this time, however many games were played
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    duration: Option<Duration>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Give no move less time than this
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10ms")]
    min_turn_time: Duration,
    /// How late a move may be before it is a fault
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "0ms")]
    tolerance: Duration,
    /// Longest wait for an answer that has no clock
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "10s")]
    stall_timeout: Duration,
    /// Keep this many cores busy meanwhile. Without this, late moves are not counted while other programs
    /// keep the machine busy: while its load average exceeds its cores (Linux only)
    #[arg(long, value_name = "CORES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(0..=MAX_JOBS as i64))]
    busy_cores: u32,
    /// Keep what is finished in this file
    #[arg(long, value_name = "FILE", default_value = "soak.jsonl")]
    journal: PathBuf,
    /// Continue from the journal
    #[arg(long)]
    resume: bool,
    /// Continue although a program, or a file that a command names, has changed
    #[arg(long, requires = "resume")]
    force_resume: bool,
}

/// What decides the games.
#[derive(Serialize, Deserialize)]
struct SoakConfig {
    brain: String,
    seed: u64,
    min_turn_time: Duration,
    busy_cores: u32,
}

/// How long a brain may take to exit after its last game.
const GRACE: Duration = Duration::from_secs(1);
/// The state is printed after this many games, and at least this often.
const INTERVAL: u64 = 20;
const MAX_SILENCE: Duration = Duration::from_secs(60);

/// Runs the soak that the arguments describe; also returns whether any game had a fault. It is
/// interrupted, too, when the reader of the output goes away.
///
/// # Errors
/// When a file cannot be read or written, or the brain cannot be started.
pub fn soak(args: &SoakArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<(Finish, bool)> {
    let brain = args.brain.clone().unwrap_or_else(|| host.brain.clone());
    let SoakArgs { seed, min_turn_time, busy_cores, .. } = *args;
    let config = SoakConfig { brain, seed, min_turn_time, busy_cores };
    let resume = Resume::new(args.resume, args.force_resume);
    let (mut journal, games): (_, Vec<SoakedGame>) =
        RunJournal::open(&args.journal, resume, "soak", &[("the brain", &config.brain)], &config)?;
    ensure!(
        (0..).zip(&games).all(|(number, game)| game.game == number),
        "{}: games are missing",
        args.journal.display()
    );
    let cores = (args.busy_cores == 0).then_some(host.cores);
    let mut stats = SoakStats::new(Leniency { tolerance: args.tolerance, cores });
    for game in &games {
        stats.add(&GameSetup::new(args.seed, game.game, args.min_turn_time), game);
    }
    let is_over = AtomicBool::new(false);
    let result = thread::scope(|scope| {
        let start = || thread::Builder::new().spawn_scoped(scope, || keep_busy(&is_over)).map(drop);
        let started = (0..args.busy_cores).try_for_each(|_| start());
        let result = started.context("--busy-cores: no more threads").and_then(|()| {
            let mut run = Run { args, host, journal: &mut journal, stats: &mut stats };
            run.play_all(&config.brain, games.len() as u64, out)
        });
        is_over.store(true, Ordering::Relaxed);
        result
    });
    let result = match result {
        Err(error) if is_closed_pipe(&error) => {
            return Ok((Finish::Interrupted, stats.has_faults()));
        }
        result => result,
    };
    let result = result.and_then(|finish| {
        let has_played = stats.games() > 0 || finish == Finish::Interrupted;
        ensure!(has_played, "--duration: over before the first game");
        Ok(finish)
    });
    if result.is_err() {
        journal.remove_if_unused();
    }
    let finish = result?;
    write!(out, "{stats}")?;
    if finish == Finish::Interrupted {
        writeln!(out, "to continue: {}", host.resume_command(args.resume))?;
    }
    Ok((finish, stats.has_faults()))
}

fn keep_busy(is_over: &AtomicBool) {
    let mut number = 0_u64;
    while !is_over.load(Ordering::Relaxed) {
        number = std::hint::black_box(number.wrapping_mul(3).wrapping_add(1));
    }
}

/// A soak in progress.
struct Run<'a> {
    args: &'a SoakArgs,
    host: &'a Host,
    journal: &'a mut RunJournal,
    stats: &'a mut SoakStats,
}

impl Run<'_> {
    /// Plays all games from number `first` on.
    fn play_all(&mut self, brain: &str, first: u64, out: &mut dyn Write) -> anyhow::Result<Finish> {
        let start = Instant::now();
        let mut players = self.start_players(brain)?;
        let mut samplers = [MemorySampler::default(), MemorySampler::default()];
        let bar = progress::bar(self.args.games)?.with_position(first);
        bar.reset_eta();
        let mut printed = Instant::now();
        for number in first..self.args.games {
            if self.args.duration.is_some_and(|limit| start.elapsed() >= limit) {
                break;
            }
            let setup = GameSetup::new(self.args.seed, number, self.args.min_turn_time);
            let Some(game) = self.play(&setup, number, &mut players, &mut samplers)? else {
                bar.finish_and_clear();
                return Ok(Finish::Interrupted);
            };
            self.journal.append(&game)?;
            self.stats.add(&setup, &game);
            bar.inc(1);
            let is_due = (number + 1).is_multiple_of(INTERVAL) || printed.elapsed() >= MAX_SILENCE;
            self.print(&setup, &game, is_due, &bar, out)?;
            if is_due {
                printed = Instant::now();
            }
        }
        bar.finish_and_clear();
        for player in &mut players {
            player.quit(GRACE);
        }
        Ok(Finish::Complete)
    }

    fn start_players(&self, brain: &str) -> anyhow::Result<[Player; 2]> {
        let reaper = self.host.reaper()?;
        let start = |name: &str| {
            let settings = EngineSettings {
                name: name.to_owned(),
                command: brain.to_owned(),
                folder: None,
                time: TimeControl::default(),
                limits: EngineLimits::default(),
            };
            Player::start(settings, Some(Arc::clone(&reaper)))
        };
        Ok([start("A")?, start("B")?])
    }

    /// Prints the faults of a game and, if it is due, the state.
    fn print(
        &self,
        setup: &GameSetup,
        game: &SoakedGame,
        is_due: bool,
        bar: &ProgressBar,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        bar.set_message(self.stats.short());
        bar.suspend(|| {
            for problem in problems(setup, game) {
                if self.stats.is_fault(&problem, game) {
                    writeln!(out, "game {}, {setup}: {problem}", game.game)?;
                }
            }
            if is_due {
                let (played, all) = (game.game + 1, self.args.games);
                writeln!(out, "{played} of {}: {}", counted(all, "game"), self.stats.short())?;
            }
            out.flush()
        })?;
        Ok(())
    }

    /// Plays one game; `None` if the soak is interrupted.
    fn play(
        &self,
        setup: &GameSetup,
        number: u64,
        players: &mut [Player; 2],
        samplers: &mut [MemorySampler; 2],
    ) -> anyhow::Result<Option<SoakedGame>> {
        for player in &mut *players {
            player.allow(setup.time, setup.limits.clone());
        }
        let errors = ErrorLines::default();
        let log = Dialogue::new(Box::new(errors.clone()));
        let [a, b] = &mut *players;
        let sides = if number.is_multiple_of(2) { [a, b] } else { [b, a] };
        let stop = &self.host.stop;
        let settings = setup.game(self.args.tolerance, self.args.stall_timeout);
        let played = play(&settings, sides, &setup.opening, Some(&log), stop)?;
        let is_sound = |played: &PlayedGame| !interrupt::has_spoiled(&played.outcome.reason, stop);
        let Some(played) = played.filter(is_sound) else { return Ok(None) };
        let load = load::average();
        let memory = players
            .iter_mut()
            .zip(samplers)
            .filter_map(|(player, sampler)| sampler.sample(player, stop))
            .collect();
        let (errors, more_errors) = errors.lines();
        let game = SoakedGame { game: number, played, errors, more_errors, memory, load };
        // What is wrong with it may be the interrupt's doing.
        let is_spoiled = stop.load(Ordering::Relaxed) && !problems(setup, &game).is_empty();
        Ok((!is_spoiled).then_some(game))
    }
}
