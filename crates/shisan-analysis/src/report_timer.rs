//! When the next report of what was found so far is due.

use std::cell::Cell;
use std::time::Duration;

use shisan_engine::search::Clock;

/// Says when a report is due.
pub(crate) struct ReportTimer<'a> {
    clock: &'a Clock,
    /// The time between two reports; `None` for none at all.
    every: Option<Duration>,
    /// The time of the last one, or of the start.
    last: Cell<Duration>,
}

impl<'a> ReportTimer<'a> {
    /// A timer that starts now.
    pub fn new(every: Option<Duration>, clock: &'a Clock) -> Self {
        Self { clock, every, last: Cell::new(clock.elapsed()) }
    }

    /// Whether a report is due, which is then taken as made.
    pub fn is_due(&self) -> bool {
        let now = self.clock.elapsed();
        let is_due = self.every.is_some_and(|every| now >= self.last.get() + every);
        if is_due {
            self.last.set(now);
        }
        is_due
    }
}
