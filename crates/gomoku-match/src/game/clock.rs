//! The clock of one side of a game.

use std::time::Duration;

use crate::engine_io::limits::TimeControl;

/// What is left of a side's time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    turn: Option<Duration>,
    /// Microseconds left for the game; negative once the tolerance was needed.
    left: Option<i64>,
    increment: i64,
}

impl Clock {
    /// A clock before the first move.
    pub(crate) fn new(control: TimeControl) -> Self {
        Self {
            turn: control.turn,
            left: control.game.map(micros),
            increment: micros(control.increment),
        }
    }

    /// How long the next move may take; `None` is no limit.
    pub(crate) fn limit(&self) -> Option<Duration> {
        let left = self.left.map(|left| Duration::from_micros(left.max(0) as u64));
        match (self.turn, left) {
            (Some(turn), Some(left)) => Some(turn.min(left)),
            (turn, left) => turn.or(left),
        }
    }

    /// Whole milliseconds left of the game's time, rounded down; `None` is no limit.
    pub(crate) fn left_ms(&self) -> Option<i64> {
        self.left.map(|left| left.div_euclid(1000))
    }

    /// A move took so long.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.left = self.left.map(|left| left.saturating_sub(micros(time)) + self.increment);
    }
}

fn micros(time: Duration) -> i64 {
    // A part of the range, so that sums do not overflow.
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX).min(i64::MAX / 4)
}

/// By how many milliseconds, rounded up, `time` is over `limit`; 0 if it is not.
pub(crate) fn lateness_ms(time: Duration, limit: Duration) -> u64 {
    let late = time.saturating_sub(limit).as_micros().div_ceil(1000);
    u64::try_from(late).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn the_shorter_limit_holds() {
        let control = TimeControl { turn: Some(ms(500)), game: Some(ms(1200)), increment: ms(100) };
        let mut clock = Clock::new(control);
        assert_eq!((clock.limit(), clock.left_ms()), (Some(ms(500)), Some(1200)));
        clock.spend(Duration::from_micros(499_001));
        assert_eq!((clock.limit(), clock.left_ms()), (Some(ms(500)), Some(800)));
        clock.spend(ms(500));
        assert_eq!(clock.limit(), Some(Duration::from_micros(400_999)));
        clock.spend(ms(700));
        assert_eq!((clock.limit(), clock.left_ms()), (Some(ms(0)), Some(-200)));
        clock.spend(ms(0));
        assert_eq!(clock.left_ms(), Some(-100));
    }

    #[test]
    fn no_limit_is_none() {
        let mut clock = Clock::new(TimeControl { increment: ms(100), ..TimeControl::default() });
        clock.spend(ms(10_000));
        assert_eq!((clock.limit(), clock.left_ms()), (None, None));
        let control = TimeControl { game: Some(Duration::MAX), ..TimeControl::default() };
        let mut clock = Clock::new(control);
        clock.spend(Duration::MAX);
        assert_eq!(clock.left_ms(), Some(0));
    }

    #[test]
    fn lateness_is_rounded_up() {
        assert_eq!(lateness_ms(ms(500), ms(500)), 0);
        assert_eq!(lateness_ms(ms(500) + Duration::from_micros(1), ms(500)), 1);
        assert_eq!(lateness_ms(ms(537), ms(500)), 37);
        assert_eq!(lateness_ms(ms(1), ms(500)), 0);
    }
}
