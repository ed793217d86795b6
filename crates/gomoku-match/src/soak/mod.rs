//! A soak: games of a brain with itself under every rule, size, clock and number of threads, for
//! hours, in processes that live through all of them. What is not as it should be is told at once.

mod draw;
mod finding;
mod listener;
mod scales;
mod tally;

use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use self::draw::Draw;
use self::finding::{Entry, findings};
use self::listener::Listener;
use self::scales::Scales;
use self::tally::Tally;
use crate::engine_io::dialogue::Dialogue;
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::player::Player;
use crate::game::play::play;
use crate::host::{Finish, Host};
use crate::journal::{difference, machine};
use crate::json_lines::JsonLines;

/// Games of every kind until a brain has shown that it can be left alone.
#[derive(Clone, Debug, clap::Args)]
pub struct SoakArgs {
    /// The brain [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Games: of 20, 15 have 10 to 50 ms a move, 4 have 200 ms and one has 2 s
    #[arg(long, default_value_t = 2000)]
    games: u64,
    /// End after so many hours, whatever was played
    #[arg(long)]
    hours: Option<f64>,
    /// The number that all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// No move has less time than this
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "10ms")]
    shortest: Duration,
    /// How late a move may be without being found fault with
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration, default_value = "0ms")]
    tolerance: Duration,
    /// Keep so many cores busy meanwhile
    #[arg(long, value_name = "CORES", default_value_t = 0)]
    load: u32,
    /// Where each finished game is kept
    #[arg(long, value_name = "FILE", default_value = "soak.jsonl")]
    journal: PathBuf,
    /// Go on with the games of the journal
    #[arg(long)]
    resume: bool,
}

/// The first line of a journal.
#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    machine: String,
    conditions: Conditions,
}

/// What decides the games.
#[derive(Clone, Serialize, Deserialize)]
struct Conditions {
    brain: String,
    seed: u64,
    shortest: Duration,
    load: u32,
}

/// How long a brain may take to end after its last game.
const GRACE: Duration = Duration::from_secs(1);
/// The state is told after so many games.
const INTERVAL: u64 = 20;

/// Plays the games that the arguments ask for; also returns whether a fault was found in any.
///
/// # Errors
/// When a file cannot be read or written, or the brain cannot be started.
pub fn soak(args: &SoakArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<(Finish, bool)> {
    let brain = args.brain.clone().unwrap_or_else(|| host.brain.clone());
    let conditions =
        Conditions { brain, seed: args.seed, shortest: args.shortest, load: args.load };
    let (mut journal, played) = open(args, &conditions)?;
    let mut tally = Tally::new(args.tolerance);
    for entry in &played {
        tally.add(&Draw::new(args.seed, entry.game, args.shortest), entry);
    }
    let deadline = args.hours.map(hours).transpose()?.map(|time| Instant::now() + time);
    let is_over = AtomicBool::new(false);
    let finish = thread::scope(|scope| {
        for _ in 0..args.load {
            scope.spawn(|| keep_busy(&is_over));
        }
        let mut course = Course { args, host, journal: &mut journal, tally: &mut tally };
        let finish = course.run(&conditions.brain, played.len() as u64, deadline, out);
        is_over.store(true, Ordering::Relaxed);
        finish
    })?;
    write!(out, "{tally}")?;
    if finish == Finish::Interrupted {
        writeln!(out, "to go on: {}", host.resume_command(args.resume))?;
    }
    Ok((finish, tally.has_faults()))
}

fn hours(hours: f64) -> anyhow::Result<Duration> {
    Duration::try_from_secs_f64(hours * 3600.0).context("expected a number of hours")
}

/// The journal, and the games that are in it already.
fn open(args: &SoakArgs, conditions: &Conditions) -> anyhow::Result<(JsonLines, Vec<Entry>)> {
    let (mut journal, text) = if args.resume {
        JsonLines::resume(&args.journal)?
    } else {
        (JsonLines::create(&args.journal)?, String::new())
    };
    let name = || args.journal.display().to_string();
    let mut lines = text.lines();
    let Some(first) = lines.next() else {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        journal.append(&Header { version, machine: machine(), conditions: conditions.clone() })?;
        return Ok((journal, Vec::new()));
    };
    let header = serde_json::from_str(first).context("no journal of a soak");
    let header: Header = header.with_context(name)?;
    if let Some(difference) = difference(&header.conditions, conditions)? {
        bail!("{} holds another soak: {difference}", args.journal.display());
    }
    let entries: Vec<Entry> =
        lines.map(serde_json::from_str).collect::<Result<_, _>>().with_context(name)?;
    ensure!(
        (0..).zip(&entries).all(|(number, entry)| entry.game == number),
        "{}: games are missing",
        args.journal.display()
    );
    Ok((journal, entries))
}

fn keep_busy(is_over: &AtomicBool) {
    let mut number = 0_u64;
    while !is_over.load(Ordering::Relaxed) {
        number = std::hint::black_box(number.wrapping_mul(3).wrapping_add(1));
    }
}

/// A soak under way.
struct Course<'a> {
    args: &'a SoakArgs,
    host: &'a Host,
    journal: &'a mut JsonLines,
    tally: &'a mut Tally,
}

impl Course<'_> {
    /// Plays from game number `first` on.
    fn run(
        &mut self,
        brain: &str,
        first: u64,
        deadline: Option<Instant>,
        out: &mut dyn Write,
    ) -> anyhow::Result<Finish> {
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
        let mut players = [start("A")?, start("B")?];
        let mut scales = [Scales::default(), Scales::default()];
        for number in first..self.args.games {
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                break;
            }
            let draw = Draw::new(self.args.seed, number, self.args.shortest);
            let Some(entry) = self.play(&draw, number, &mut players, &mut scales)? else {
                return Ok(Finish::Interrupted);
            };
            self.journal.append(&entry)?;
            self.tally.add(&draw, &entry);
            for finding in findings(&draw, &entry) {
                if finding.is_fault(self.args.tolerance) {
                    writeln!(out, "game {number}, {draw}: {finding}")?;
                }
            }
            if (number + 1).is_multiple_of(INTERVAL) {
                writeln!(
                    out,
                    "{} of {} games: {}",
                    number + 1,
                    self.args.games,
                    self.tally.short()
                )?;
            }
            out.flush()?;
        }
        for player in &mut players {
            player.quit(GRACE);
        }
        Ok(Finish::Complete)
    }

    /// One game; `None` when the soak has to end.
    fn play(
        &self,
        draw: &Draw,
        game: u64,
        players: &mut [Player; 2],
        scales: &mut [Scales; 2],
    ) -> anyhow::Result<Option<Entry>> {
        for player in &mut *players {
            player.allow(draw.time, draw.limits.clone());
        }
        let listener = Listener::default();
        let log = Dialogue::new(Box::new(listener.clone()));
        let [a, b] = &mut *players;
        let seats = if game.is_multiple_of(2) { [a, b] } else { [b, a] };
        let stop = &self.host.stop;
        let Some(played) = play(&draw.settings, seats, &draw.opening, Some(&log), stop)? else {
            return Ok(None);
        };
        let weights = players
            .iter_mut()
            .zip(scales)
            .filter_map(|(player, scales)| scales.weigh(player, stop))
            .collect();
        Ok(Some(Entry { game, played, remarks: listener.remarks(), weights }))
    }
}
