//! The clock of one side of a game.

use std::time::Duration;

use crate::engine_io::limits::TimeControl;
use crate::engine_io::manager::Manager;

/// What is left of a side's time.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Clock {
    manager: Manager,
    turn: Option<Duration>,
    /// Microseconds left for the game; negative once the tolerance was needed.
    left: Option<i64>,
    increment: i64,
}

impl Clock {
    /// A clock before the first move.
    pub(crate) fn new(control: TimeControl, manager: Manager) -> Self {
        Self {
            manager,
            turn: control.turn,
            left: control.game.map(micros),
            increment: micros(control.increment),
        }
    }

    /// Microseconds until the next move is late; `None` is no limit. Under the judge they are negative once
    /// the time of the game is over, so that its tolerance holds for the whole game.
    fn limit(&self) -> Option<i64> {
        let left = self.left.map(|left| match self.manager {
            Manager::Native => left.max(0),
            Manager::Judge => left,
        });
        self.turn.map(micros).into_iter().chain(left).min()
    }

    /// How long the next move may take with this tolerance; `None` is no limit.
    pub(crate) fn allowed(&self, tolerance: Duration) -> Option<Duration> {
        let allowed = |limit: i64| Duration::from_micros((limit + micros(tolerance)).max(0) as u64);
        self.limit().map(allowed)
    }

    /// How many microseconds late a move is that takes so long; negative if it is early, `None` if there is
    /// no limit.
    pub(crate) fn lateness(&self, time: Duration) -> Option<i64> {
        self.limit().map(|limit| micros(time) - limit)
    }

    /// The same in milliseconds, rounded up; `None` if it is not late.
    pub(crate) fn late_ms(&self, time: Duration) -> Option<u64> {
        let late = self.lateness(time).and_then(|late| u64::try_from(late).ok());
        late.filter(|&late| late > 0).map(|late| late.div_ceil(1000))
    }

    /// Whole milliseconds left of the game's time, rounded down; `None` is no limit.
    pub(crate) fn left_ms(&self) -> Option<i64> {
        self.left.map(|left| left.div_euclid(1000))
    }

    /// A move took so long.
    pub(crate) fn spend(&mut self, time: Duration) {
        let charged = micros(self.manager.charge(time));
        self.left = self.left.map(|left| left.saturating_sub(charged) + self.increment);
    }
}

fn micros(time: Duration) -> i64 {
    // A part of the range, so that sums do not overflow.
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX).min(i64::MAX / 4)
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
        let mut clock = Clock::new(control, Manager::Native);
        let limit = |clock: &Clock| clock.allowed(Duration::ZERO);
        assert_eq!((limit(&clock), clock.left_ms()), (Some(ms(500)), Some(1200)));
        clock.spend(Duration::from_micros(499_001));
        assert_eq!((limit(&clock), clock.left_ms()), (Some(ms(500)), Some(800)));
        clock.spend(ms(500));
        assert_eq!(limit(&clock), Some(Duration::from_micros(400_999)));
        clock.spend(ms(700));
        assert_eq!((limit(&clock), clock.left_ms()), (Some(ms(0)), Some(-200)));
        clock.spend(ms(0));
        assert_eq!(clock.left_ms(), Some(-100));
    }

    #[test]
    fn no_limit_is_none() {
        let control = TimeControl { increment: ms(100), ..TimeControl::default() };
        let mut clock = Clock::new(control, Manager::Native);
        clock.spend(ms(10_000));
        assert_eq!((clock.allowed(ms(1)), clock.left_ms()), (None, None));
        assert_eq!((clock.lateness(ms(1)), clock.late_ms(ms(1))), (None, None));
        let control = TimeControl { game: Some(Duration::MAX), ..TimeControl::default() };
        let mut clock = Clock::new(control, Manager::Native);
        assert!(clock.allowed(Duration::MAX) > Some(ms(0)));
        clock.spend(Duration::MAX);
        assert_eq!(clock.left_ms(), Some(0));
    }

    #[test]
    fn lateness_is_rounded_up() {
        let control = TimeControl { turn: Some(ms(500)), ..TimeControl::default() };
        let clock = Clock::new(control, Manager::Native);
        let micro = Duration::from_micros(1);
        let late = [ms(1), ms(500), ms(500) + micro, ms(537)].map(|time| clock.late_ms(time));
        assert_eq!(late, [None, None, Some(1), Some(37)]);
        assert_eq!(clock.lateness(ms(499)), Some(-1000));
    }

    #[test]
    fn the_judge_tolerates_once_a_game_what_exceeds_the_match_time() {
        let control = TimeControl { turn: Some(ms(500)), game: Some(ms(900)), increment: ms(0) };
        let mut judge = Clock::new(control, Manager::Judge);
        let mut native = Clock::new(control, Manager::Native);
        // `new_protocol.py` allows tolerance + min(timeout_match - timeused, timeout_turn).
        for (time, of_judge, of_native) in [
            (1010, (1500, 510), (1500, 510)),
            (310, (900, 410), (1000, 310)),
            (610, (600, 1010), (1000, 610)),
            (1, (0, 1001), (1000, 1)),
        ] {
            for (clock, expected) in [(&mut judge, of_judge), (&mut native, of_native)] {
                let (allowed, late) = (clock.allowed(ms(1000)), clock.late_ms(ms(time)));
                assert_eq!((allowed, late), (Some(ms(expected.0)), Some(expected.1)), "{time}");
                clock.spend(ms(time));
            }
        }
    }
}
