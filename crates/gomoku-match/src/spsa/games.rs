//! The games of a tuning: each trial a few pairs between two brains that differ in their values.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};

use super::ascent::Trial;
use super::journal::{Conditions, Entry};
use super::setting;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::game::outcome::Termination;
use crate::game::played::PlayedGame;
use crate::host::{Finish, Host};
use crate::output::scoreboard::score_of;
use crate::schedule::book::Book;
use crate::schedule::pair_runner::PairRunner;
use crate::schedule::pairing::Pair;
use crate::stats::results::GameScore;

/// The names of the brains on the side of the perturbation and on the other.
const NAMES: [&str; 2] = ["plus", "minus"];
/// How long a brain may take to end after its last game.
const GRACE: Duration = Duration::from_secs(1);

/// Who plays trials.
pub struct Games<'a> {
    host: &'a Host,
    arena: PairRunner<'a>,
    conditions: &'a Conditions,
}

impl<'a> Games<'a> {
    pub fn new(host: &'a Host, conditions: &'a Conditions, book: &'a Book) -> anyhow::Result<Self> {
        let arena = PairRunner {
            game: &conditions.game,
            book,
            log: None,
            reaper: host.reaper()?,
            stop: &host.stop,
        };
        Ok(Self { host, arena, conditions })
    }

    /// Plays `trials`, and those that `on_finish` returns for a result, until none is left.
    ///
    /// # Errors
    /// When a brain cannot be started, and those of `on_finish`.
    pub fn play(
        &self,
        trials: Vec<Trial>,
        on_finish: &mut dyn FnMut(Entry) -> anyhow::Result<Vec<Trial>>,
    ) -> anyhow::Result<Finish> {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            for _ in 0..self.conditions.concurrency {
                let (sender, waiting) = (sender.clone(), &waiting);
                scope.spawn(move || self.work(waiting, &sender));
            }
            drop(sender);
            let finish = deal(trials, &jobs, &events, on_finish);
            if !matches!(finish, Ok(Finish::Complete)) {
                self.host.stop.store(true, Ordering::Relaxed);
            }
            // Without more jobs to come the workers end.
            drop(jobs);
            finish
        })
    }

    fn work(&self, waiting: &Mutex<Receiver<Trial>>, events: &Sender<Event>) {
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(trial) = next else { break };
            if events.send(self.play_trial(&trial)).is_err() {
                break;
            }
        }
    }

    /// `None` when all games have to end.
    fn play_trial(&self, trial: &Trial) -> Event {
        let engines = self.engines(trial);
        let mut players: BTreeMap<usize, Player> = BTreeMap::new();
        let mut points = 0;
        let first = (trial.iteration - 1) * self.conditions.pairs;
        for index in first..first + self.conditions.pairs {
            let pair = Pair { index, round: index, engines: [0, 1] };
            let played = self.arena.play_pair(pair, &engines, &mut players, &mut |_, _| ())?;
            let Some(played) = played else { return Ok(None) };
            for game in &played.games {
                points += points_of(game)?;
            }
        }
        for player in players.values_mut() {
            player.quit(GRACE);
        }
        Ok(Some(Entry { iteration: trial.iteration, points }))
    }

    fn engines(&self, trial: &Trial) -> Vec<EngineSettings> {
        let Conditions { brain, axes, .. } = self.conditions;
        let engine = |(name, values): (&str, &Vec<i32>)| {
            let settings = axes.iter().zip(values).map(|(axis, value)| setting(&axis.name, value));
            let command = [brain.command.clone()].into_iter().chain(settings).collect();
            EngineSettings { name: name.to_owned(), command, ..brain.clone() }
        };
        NAMES.into_iter().zip(&trial.values).map(engine).collect()
    }
}

/// A trial played; `None` when it was interrupted.
type Event = anyhow::Result<Option<Entry>>;

/// Hands out trials until all have ended, or one has been interrupted.
fn deal(
    mut trials: Vec<Trial>,
    jobs: &Sender<Trial>,
    events: &Receiver<Event>,
    on_finish: &mut dyn FnMut(Entry) -> anyhow::Result<Vec<Trial>>,
) -> anyhow::Result<Finish> {
    let mut left = 0;
    loop {
        left += trials.len();
        trials.into_iter().try_for_each(|trial| jobs.send(trial))?;
        if left == 0 {
            return Ok(Finish::Complete);
        }
        let Some(entry) = events.recv().context("nobody plays any more")?? else {
            return Ok(Finish::Interrupted);
        };
        left -= 1;
        trials = on_finish(entry)?;
    }
}

/// What a game has brought the side of the perturbation.
///
/// # Errors
/// When a brain did not begin it: that tells nothing of the values.
fn points_of(game: &PlayedGame) -> anyhow::Result<i32> {
    if let Termination::Start(_) = game.outcome.reason {
        let words = game.last_stderr_line.as_deref().unwrap_or_default();
        let told = format!("the brain does not begin a game: {} {words}", game.outcome.reason);
        bail!("{}", told.trim_end());
    }
    Ok(match score_of(game, NAMES[0]) {
        GameScore::Win => 1,
        GameScore::Draw => 0,
        GameScore::Loss => -1,
    })
}
