//! The threads that answer.

use std::sync::{Mutex, MutexGuard, PoisonError};

use super::queue::{Job, Queue, Running};
use shisan_analysis::{Analyzer, Answer};
use shisan_engine::engine::EngineConfig;

/// The engines that wait for a position. Their tables may still be of use: the one that was used last is
/// the next.
pub struct Engines {
    config: EngineConfig,
    /// Each with how often the tables had been cleared when it was used.
    idle: Mutex<Vec<(Analyzer, u64)>>,
}

impl Engines {
    /// Engines that play as `config` says. They are made as they are needed.
    pub fn new(config: EngineConfig) -> Self {
        Self { config, idle: Mutex::default() }
    }

    /// An engine; its table is empty if tables were cleared since, `cleared` times in all.
    fn take(&self, cleared: u64) -> Analyzer {
        let idle = self.idle().pop();
        let Some((mut analyzer, before)) = idle else { return Analyzer::new(self.config.clone()) };
        if before != cleared {
            analyzer.clear_cache();
        }
        analyzer
    }

    fn put_back(&self, analyzer: Analyzer, cleared: u64) {
        self.idle().push((analyzer, cleared));
    }

    fn idle(&self) -> MutexGuard<'_, Vec<(Analyzer, u64)>> {
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Answers jobs until there are no more. Calls `report_broken` when an output takes no more answers.
pub fn work(queue: &Queue, engines: &Engines, report_broken: impl Fn()) {
    while let Some((running, cleared)) = queue.take() {
        let mut analyzer = engines.take(cleared);
        let Running { job: Job { output, request, sequence, turn, .. }, clock } = &*running;
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
