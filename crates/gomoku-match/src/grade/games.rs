//! The games of a grade: pairs between the brain and its opponents, several at a time.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use anyhow::Context;

use super::progress::{NextPair, Progress};
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::game::played::PlayedPair;
use crate::game::settings::GameSettings;
use crate::host::{Finish, Host};
use crate::schedule::openings::OpeningSource;
use crate::schedule::pair_runner::PairRunner;
use crate::schedule::pairing::Pair;

/// How long a brain may take to exit after its last game.
const GRACE: Duration = Duration::from_secs(1);

/// What happens meanwhile.
pub(crate) enum Event<'a> {
    /// A pair was played.
    Finished(&'a PlayedPair),
    /// A pair that says nothing of the brain is played again.
    Again(&'a Progress, &'a PlayedPair),
    /// A pair is counted.
    Counted(&'a Progress, &'a PlayedPair),
}

/// Plays pairs.
pub(crate) struct Games<'a> {
    host: &'a Host,
    runner: PairRunner<'a>,
    /// The brain, and behind it its opponents.
    engines: &'a [EngineSettings],
}

/// A pair that was played; `None` when it was interrupted.
type Played = anyhow::Result<Option<PlayedPair>>;

impl<'a> Games<'a> {
    pub fn new(
        log: Option<&'a Path>,
        host: &'a Host,
        game: &'a GameSettings,
        openings: &'a OpeningSource,
        engines: &'a [EngineSettings],
    ) -> anyhow::Result<Self> {
        let (reaper, stop) = (host.reaper()?, &*host.stop);
        let has_moved = Mutex::default();
        let runner = PairRunner { game, openings, log, reaper, stop, recover: true, has_moved };
        Ok(Self { host, runner, engines })
    }

    /// Removes the dialogues of an earlier grade, of the pairs that `is_old` names.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove_logs(&self, is_old: &dyn Fn(u64) -> bool) -> anyhow::Result<()> {
        self.runner.remove_logs(is_old)
    }

    /// Plays the pairs that `progress` asks for, several at a time, until it is over.
    ///
    /// # Errors
    /// When a pair says nothing of the brain twice, the brain loses its first games by faults, and those of
    /// `on_event`.
    pub fn play(
        &self,
        progress: &mut Progress,
        jobs: usize,
        on_event: &mut dyn FnMut(Event) -> anyhow::Result<()>,
    ) -> anyhow::Result<Finish> {
        let (pairs, waiting) = mpsc::channel();
        let waiting = Mutex::new(waiting);
        thread::scope(|scope| {
            let (sender, events) = mpsc::channel();
            let started = (0..jobs).try_for_each(|_| {
                let (sender, waiting) = (sender.clone(), &waiting);
                let work = move || self.work(waiting, &sender);
                thread::Builder::new().spawn_scoped(scope, work).map(drop)
            });
            drop(sender);
            let finish = started
                .context("cannot start a thread for another game")
                .and_then(|()| deal(progress, &pairs, &events, on_event));
            // Pairs that are still played do not count.
            self.host.stop.store(true, Ordering::Relaxed);
            drop(pairs);
            finish
        })
    }

    fn work(&self, waiting: &Mutex<Receiver<NextPair>>, events: &Sender<Played>) {
        let mut players: BTreeMap<usize, Player> = BTreeMap::new();
        loop {
            let next = waiting.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(NextPair { index, opponent }) = next else { break };
            let pair = Pair { index, round: index, engines: [0, opponent + 1] };
            players.retain(|index, _| pair.engines.contains(index));
            let played = self.runner.play_pair(pair, self.engines, &mut players, &mut |_, _| ());
            if events.send(played).is_err() {
                break;
            }
        }
        for player in players.values_mut() {
            player.quit(GRACE);
        }
    }
}

/// Hands out pairs until none is needed, or one is interrupted.
fn deal(
    progress: &mut Progress,
    pairs: &Sender<NextPair>,
    events: &Receiver<Played>,
    on_event: &mut dyn FnMut(Event) -> anyhow::Result<()>,
) -> anyhow::Result<Finish> {
    let mut next = 0;
    let mut again = BTreeSet::new();
    loop {
        while let Some(played) = progress.count_next()? {
            on_event(Event::Counted(progress, &played))?;
        }
        if progress.is_over() {
            return Ok(Finish::Complete);
        }
        while let Some(pair) = progress.pair(next) {
            if !progress.has(next) {
                pairs.send(pair)?;
            }
            next += 1;
        }
        let played = events.recv().context("all threads that play games have ended")??;
        let Some(played) = played else { return Ok(Finish::Interrupted) };
        // A void pair that fails twice is left to a run that continues this one.
        let is_void = progress.is_void(&played);
        if is_void
            && again.insert(played.pair)
            && let Some(pair) = progress.pair(played.pair)
        {
            on_event(Event::Again(progress, &played))?;
            pairs.send(pair)?;
            continue;
        }
        if !is_void {
            on_event(Event::Finished(&played))?;
        }
        progress.add(played);
    }
}
