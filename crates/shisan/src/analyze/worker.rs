//! The threads that answer.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::queue::{Job, Queue, Running};
use shisan_analysis::{Analyzer, Answer, Request};
use shisan_engine::engine::EngineConfig;

/// So many engines wait at least: clients ask for tables and threads of a few kinds in turn.
pub const KEPT_ENGINES: usize = 3;

/// The engines that wait for a position. Their tables may still be of use: of those with the threads and the
/// table of a search, the one that was used last is the next.
pub struct Engines {
    config: EngineConfig,
    /// How many wait at most.
    kept: usize,
    /// The one that was used last comes last.
    idle: Mutex<Vec<Idle>>,
}

/// An engine without work.
struct Idle {
    analyzer: Analyzer,
    /// How often the tables had been cleared when it was used.
    cleared: u64,
    since: Instant,
}

impl Engines {
    /// Engines that play as `config` says. They are made as they are needed; `kept` of them wait for more.
    pub fn new(config: EngineConfig, kept: usize) -> Self {
        Self { config, kept, idle: Mutex::default() }
    }

    /// An engine for `request`; its table is empty if tables were cleared since, `cleared` times in all.
    fn take(&self, request: &Request, cleared: u64) -> Analyzer {
        let mut idle = self.idle();
        let place = idle.iter().rposition(|idle| idle.analyzer.suits(request));
        let found = place.map(|place| idle.remove(place));
        drop(idle);
        let Some(found) = found else { return Analyzer::new(self.config.clone()) };
        let mut analyzer = found.analyzer;
        if found.cleared != cleared {
            analyzer.clear_cache();
        }
        analyzer
    }

    fn put_back(&self, analyzer: Analyzer, cleared: u64) {
        let mut idle = self.idle();
        idle.push(Idle { analyzer, cleared, since: Instant::now() });
        let oldest = (idle.len() > self.kept).then(|| idle.remove(0));
        drop(idle);
        // Its memory is given back without the lock.
        drop(oldest);
    }

    /// Gives the memory of engines back that have had no work for `time`.
    pub fn free_unused(&self, time: Duration) {
        let (unused, left): (Vec<Idle>, Vec<Idle>) =
            self.idle().drain(..).partition(|idle| idle.since.elapsed() >= time);
        self.idle().splice(..0, left);
        drop(unused);
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Idle>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers jobs until there are no more. Calls `report_broken` when an output takes no more answers.
pub fn work(queue: &Queue, engines: &Engines, report_broken: impl Fn()) {
    while let Some((running, cleared)) = queue.take() {
        let Running { job: Job { output, request, sequence, turn, .. }, clock } = &*running;
        let mut analyzer = engines.take(request, cleared);
        let write = |answer: &Answer| output.write(*sequence, answer);
        let progress = |answer: &Answer| {
            write(answer);
        };
        let answer = analyzer.answer(request, *turn, clock, &progress);
        engines.put_back(analyzer, cleared);
        queue.finish(&running);
        if !write(&answer) {
            report_broken();
        }
    }
}
