//! The clock of one search: the search reads it, and its owner may change the budget or stop the search
//! at any time.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::time::TimeBudget;

/// Counts the time since the command that asked for the move was received.
pub struct Clock {
    elapsed: Box<dyn Fn() -> Duration + Send + Sync>,
    optimum: AtomicU64,
    maximum: AtomicU64,
    stopped: AtomicBool,
}

impl Clock {
    /// How long a search may last once nobody can stop it any more.
    pub const LAST_SEARCH: Duration = Duration::from_secs(10);

    /// A clock that has run since `start` against `budget`.
    pub fn new(start: Instant, budget: TimeBudget) -> Self {
        Self::with_source(move || start.elapsed(), budget)
    }

    /// A clock with another source of time, which returns the time since the start.
    pub fn with_source(
        elapsed: impl Fn() -> Duration + Send + Sync + 'static,
        budget: TimeBudget,
    ) -> Self {
        let clock = Self {
            elapsed: Box::new(elapsed),
            optimum: AtomicU64::new(0),
            maximum: AtomicU64::new(0),
            stopped: AtomicBool::new(false),
        };
        clock.set_budget(budget);
        clock
    }

    /// A clock that starts now and sets no limit.
    pub fn unlimited() -> Self {
        Self::new(Instant::now(), TimeBudget::UNLIMITED)
    }

    /// A clock that stands still and sets no limit, for searches that nodes end: WebAssembly has no
    /// `Instant`.
    pub fn frozen() -> Self {
        Self::with_source(|| Duration::ZERO, TimeBudget::UNLIMITED)
    }

    /// Replaces the budget; the start stays.
    pub fn set_budget(&self, budget: TimeBudget) {
        let micros = |time: Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.optimum.store(micros(budget.optimum), Ordering::Relaxed);
        self.maximum.store(micros(budget.maximum), Ordering::Relaxed);
    }

    /// Nobody can stop the search any more: it must end by itself.
    pub fn limit_last(&self) {
        let end = self.elapsed() + Self::LAST_SEARCH;
        let TimeBudget { optimum, maximum } = self.budget();
        self.set_budget(TimeBudget { optimum: optimum.min(end), maximum: maximum.min(end) });
    }

    /// The budget in force.
    pub fn budget(&self) -> TimeBudget {
        TimeBudget { optimum: self.optimum(), maximum: self.maximum() }
    }

    /// Runs `search`, which may take all the time up to the maximum, so that its course does not depend on
    /// time. A budget that is set meanwhile stays.
    pub fn without_optimum<T>(&self, search: impl FnOnce() -> T) -> T {
        const LIFTED: u64 = u64::MAX;
        let optimum = self.optimum.swap(LIFTED, Ordering::Relaxed);
        let found = search();
        // Fails where a budget was set meanwhile: that one stays.
        let _ =
            self.optimum.compare_exchange(LIFTED, optimum, Ordering::Relaxed, Ordering::Relaxed);
        found
    }

    /// Time since the start.
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// When a move should be ready, all else being equal.
    pub fn optimum(&self) -> Duration {
        Duration::from_micros(self.optimum.load(Ordering::Relaxed))
    }

    /// When a move must be ready.
    pub fn maximum(&self) -> Duration {
        Duration::from_micros(self.maximum.load(Ordering::Relaxed))
    }

    /// Whether the maximum is reached or the search was stopped.
    pub fn is_expired(&self) -> bool {
        self.is_stopped() || self.elapsed() >= self.maximum()
    }

    /// Whether one part in `share` of the optimum is over, or the search was stopped.
    pub fn has_used(&self, share: u32) -> bool {
        self.is_stopped() || self.elapsed() >= self.optimum() / share
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Whether the search was stopped.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Clock")
            .field("elapsed", &self.elapsed())
            .field("budget", &self.budget())
            .field("stopped", &self.is_stopped())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_optimum_that_was_lifted_comes_back_unless_another_one_was_set() {
        let second = Duration::from_secs(1);
        let clock = Clock::new(Instant::now(), TimeBudget { optimum: second, maximum: 3 * second });
        assert!(clock.without_optimum(|| clock.optimum()) > 3 * second);
        assert_eq!(clock.optimum(), second);
        let other = TimeBudget { optimum: 2 * second, maximum: 4 * second };
        clock.without_optimum(|| clock.set_budget(other));
        assert_eq!(clock.budget(), other);
    }
}
