//! The games of a tuning: a trial is some pairs of games between two brains with different values.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::algorithm::Trial;
use super::config::{PlayedIteration, SpsaConfig};
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::game::played::PlayedGame;
use crate::host::{Finish, Host};
use crate::output::termination;
use crate::pair_result::score_of;
use crate::schedule::openings::OpeningSource;
use crate::schedule::pair_runner::PairRunner;
use crate::schedule::pairing::Pair;
use crate::stats::results::GameScore;

/// The brain with the perturbation added, and the one with it subtracted.
const NAMES: [&str; 2] = ["plus", "minus"];
/// How long a brain may take to exit after its last game.
const GRACE: Duration = Duration::from_secs(1);

/// Plays trials.
pub struct Games<'a> {
    host: &'a Host,
    pairs: PairRunner<'a>,
    config: &'a SpsaConfig,
}

impl<'a> Games<'a> {
    pub fn new(
        host: &'a Host,
        config: &'a SpsaConfig,
        openings: &'a OpeningSource,
        recover: bool,
    ) -> anyhow::Result<Self> {
        let pairs = PairRunner {
            game: &config.game,
            openings,
            log: None,
            reaper: host.reaper()?,
            stop: &host.stop,
            recover,
            has_moved: Mutex::default(),
        };
        Ok(Self { host, pairs, config })
    }

    /// Plays `trials`, and those that `on_finish` returns for a result, until none is left.
    ///
    /// # Errors
    /// When a brain cannot be started, or does not start a game and must, and those of `on_finish`.
    pub fn play(
        &self,
        trials: Vec<Trial>,
        on_finish: &mut dyn FnMut(PlayedIteration) -> anyhow::Result<Vec<Trial>>,
    ) -> anyhow::Result<Finish> {
        let (jobs, waiting) = mpsc::channel();
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            let start = || {
                let (sender, waiting) = (sender.clone(), &waiting);
                let work = move || self.work(waiting, &sender);
                thread::Builder::new().spawn_scoped(scope, work).map(drop)
            };
            let threads = self.config.jobs.min(self.config.iterations);
            let started = (0..threads).try_for_each(|_| start());
            drop(sender);
            let finish = started
                .context("too many iterations at a time: no more threads")
                .and_then(|()| deal(trials, &jobs, &events, on_finish));
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
        let mut faults = Vec::new();
        let first = (trial.iteration - 1) * self.config.pairs;
        for index in first..first + self.config.pairs {
            let pair = Pair { index, round: index, engines: [0, 1] };
            let played = self.pairs.play_pair(pair, &engines, &mut players, &mut |_, _| ())?;
            let Some(played) = played else { return Ok(None) };
            for game in &played.games {
                points += points_of(game);
                if game.outcome.reason.is_fault() {
                    faults.push(termination::sentence(game));
                }
            }
        }
        for player in players.values_mut() {
            player.quit(GRACE);
        }
        Ok(Some(PlayedIteration { iteration: trial.iteration, points, faults }))
    }

    fn engines(&self, trial: &Trial) -> Vec<EngineSettings> {
        let SpsaConfig { brain, parameters, .. } = self.config;
        let engine = |(name, values): (&str, &Vec<i32>)| {
            let settings =
                parameters.iter().zip(values).map(|(parameter, value)| parameter.option(*value));
            let command = [brain.command.clone()].into_iter().chain(settings).collect();
            EngineSettings { name: name.to_owned(), command, ..brain.clone() }
        };
        NAMES.into_iter().zip(&trial.values).map(engine).collect()
    }
}

/// A trial played; `None` when it was interrupted.
type Event = anyhow::Result<Option<PlayedIteration>>;

/// Hands out trials until all are played, or one is interrupted.
fn deal(
    mut trials: Vec<Trial>,
    jobs: &Sender<Trial>,
    events: &Receiver<Event>,
    on_finish: &mut dyn FnMut(PlayedIteration) -> anyhow::Result<Vec<Trial>>,
) -> anyhow::Result<Finish> {
    let mut left = 0;
    loop {
        left += trials.len();
        trials.into_iter().try_for_each(|trial| jobs.send(trial))?;
        if left == 0 {
            return Ok(Finish::Complete);
        }
        let Some(entry) = events.recv().context("all threads that play games have ended")?? else {
            return Ok(Finish::Interrupted);
        };
        left -= 1;
        trials = on_finish(entry)?;
    }
}

/// The result of a game for the side with the perturbation added.
fn points_of(game: &PlayedGame) -> i32 {
    match score_of(game, NAMES[0]) {
        GameScore::Win => 1,
        GameScore::Draw => 0,
        GameScore::Loss => -1,
    }
}
