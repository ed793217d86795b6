//! The match clock of a brain.

use std::time::Duration;

/// Milliseconds as managers send them: 2147483647 and more is no limit, and a negative time is zero.
pub fn duration(millis: i64) -> Option<Duration> {
    const UNLIMITED: u64 = i32::MAX as u64;
    let millis = u64::try_from(millis).unwrap_or(0);
    (millis < UNLIMITED).then(|| Duration::from_millis(millis))
}

/// The match clock, as the manager reports it or as the brain keeps it: not every manager sends `time_left`.
#[derive(Clone, Debug, Default)]
pub struct MatchClock {
    /// `None`: the match has no limit.
    limit: Option<Duration>,
    /// What we have used since the game began.
    used: Duration,
    /// What we have gained since then; it may be more.
    gained: Duration,
    report: Report,
    /// The last `time_left`, less what we have used since.
    left: Option<Duration>,
}

/// When the last `time_left` came.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Report {
    /// Not in this game.
    #[default]
    None,
    /// Before our last move.
    Old,
    /// For the move to come.
    Fresh,
}

impl MatchClock {
    /// `timeout_match`, in milliseconds; 0 is no limit.
    pub fn set_limit(&mut self, millis: i64) {
        self.limit = duration(millis).filter(|limit| !limit.is_zero());
        self.forget_old_report();
    }

    /// `time_left`, in milliseconds.
    pub fn set_left(&mut self, millis: i64) {
        self.left = duration(millis);
        self.report = Report::Fresh;
    }

    /// A new game starts: the clock is full again, unless a new `time_left` has come for it.
    pub fn restart(&mut self) {
        (self.used, self.gained) = (Duration::ZERO, Duration::ZERO);
        self.forget_old_report();
    }

    fn forget_old_report(&mut self) {
        if self.report == Report::Old {
            self.report = Report::None;
        }
    }

    /// A move of ours took `elapsed` and gained `increment`.
    pub fn spend(&mut self, elapsed: Duration, increment: Duration) {
        self.used += elapsed;
        self.gained += increment;
        self.left = self.left.map(|left| left.saturating_sub(elapsed) + increment);
        if self.report == Report::Fresh {
            self.report = Report::Old;
        }
    }

    /// What is left of the match; `None` is no limit.
    pub fn left(&self) -> Option<Duration> {
        match self.report {
            Report::None => self.limit.map(|limit| (limit + self.gained).saturating_sub(self.used)),
            Report::Old | Report::Fresh => self.left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_kept_without_time_left() {
        const SECOND: Duration = Duration::from_secs(1);
        let increment = Duration::from_millis(100);
        let mut clock = MatchClock::default();
        assert_eq!(clock.left(), None);
        clock.set_limit(9000);
        clock.spend(Duration::from_millis(1100), increment);
        assert_eq!(clock.left(), Some(8 * SECOND));
        clock.set_left(5000);
        clock.spend(Duration::from_millis(1100), increment);
        assert_eq!(clock.left(), Some(4 * SECOND));
        clock.restart();
        assert_eq!(clock.left(), Some(9 * SECOND));
        clock.set_left(250);
        clock.restart();
        assert_eq!(clock.left(), Some(SECOND / 4));
        clock.set_left(-5);
        assert_eq!(clock.left(), Some(Duration::ZERO));
        clock.set_left(2_147_483_647);
        assert_eq!(clock.left(), None);
    }

    #[test]
    fn a_clock_gains_what_quick_moves_leave() {
        let (move_time, increment) = (Duration::from_millis(100), Duration::from_secs(1));
        let mut clock = MatchClock::default();
        clock.set_limit(400);
        for millis in [1300, 2200, 3100] {
            clock.spend(move_time, increment);
            assert_eq!(clock.left(), Some(Duration::from_millis(millis)));
        }
        clock.restart();
        assert_eq!(clock.left(), Some(Duration::from_millis(400)));
    }
}
