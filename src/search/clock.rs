//! The clock of one thought: shared by the search, which reads it, and its owner, who may change the
//! budget or stop the search at any moment.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::TimeBudget;

/// Counts from the receipt of the command that asked for the move.
#[derive(Debug)]
pub struct Clock {
    start: Instant,
    optimum: AtomicU64,
    maximum: AtomicU64,
    stopped: AtomicBool,
}

impl Clock {
    /// A clock that runs since `start` against `budget`.
    pub fn new(start: Instant, budget: TimeBudget) -> Self {
        let clock = Self {
            start,
            optimum: AtomicU64::new(0),
            maximum: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        };
        clock.set_budget(budget);
        clock
    }

    /// Replaces the budget, counted from the same start.
    pub fn set_budget(&self, budget: TimeBudget) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.optimum.store(micros(budget.optimum), Ordering::Relaxed);
        self.maximum.store(micros(budget.maximum), Ordering::Relaxed);
    }

    /// The budget in force.
    pub fn budget(&self) -> TimeBudget {
        TimeBudget { optimum: self.optimum(), maximum: self.maximum() }
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// When a move should be ready, all else being equal.
    pub fn optimum(&self) -> Duration {
        Duration::from_micros(self.optimum.load(Ordering::Relaxed))
    }

    /// When a move must be ready.
    pub fn maximum(&self) -> Duration {
        Duration::from_micros(self.maximum.load(Ordering::Relaxed))
    }

    /// Whether no time is left for a search.
    pub fn is_expired(&self) -> bool {
        self.is_stopped() || self.elapsed() >= self.maximum()
    }

    /// Asks the search to end now.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was asked to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
