//! The clocks of both sides, as GTP, KGS and KataGo set them.

use std::time::Duration;

use gomoku_rules::Side;
use shisan_engine::search::TimeControl;

use super::syntax::{SYNTAX_ERROR, number};

/// A time control.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Setting {
    /// No limit is known.
    #[default]
    None,
    /// This time for all moves.
    Absolute(Duration),
    /// After the main time `stones` in each period of overtime.
    Canadian { main: Duration, period: Duration, stones: u32 },
    /// After the main time `periods`, one of which is lost by a move that takes longer.
    Byoyomi { main: Duration, period: Duration, periods: u32 },
    /// The clock gains `increment` with each move.
    Fischer { main: Duration, increment: Duration },
}

/// What a side has left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Left {
    time: Duration,
    /// In overtime: the stones, or periods, that are left of it.
    overtime: Option<u32>,
}

/// Both clocks.
#[derive(Clone, Debug, Default)]
pub struct Clocks {
    setting: Setting,
    left: [Left; 2],
}

impl Setting {
    /// Those of `time_settings`, or of `kgs-time_settings` and `kata-time_settings`, which name their kind.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn read(words: &[String]) -> Result<Self, String> {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ok(match words[..] {
            ["none"] => Self::None,
            ["absolute", main] => Self::Absolute(seconds(main)?),
            ["canadian", main, period, stones] => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                match number(stones)? {
                    _ if period.is_zero() => Self::Absolute(main),
                    0 => Self::None,
                    stones => Self::Canadian { main, period, stones },
                }
            }
            ["byoyomi", main, period, periods] => {
                let (main, period) = (seconds(main)?, seconds(period)?);
                match number(periods)? {
                    0 => Self::Absolute(main),
                    _ if period.is_zero() => Self::Absolute(main),
                    periods => Self::Byoyomi { main, period, periods },
                }
            }
            ["fischer", main, increment] => {
                Self::Fischer { main: seconds(main)?, increment: seconds(increment)? }
            }
            _ => return Err(SYNTAX_ERROR.to_owned()),
        })
    }

    /// The main time, and what comes after it.
    fn start(self) -> Left {
        let (main, overtime) = match self {
            Self::None => return Left::default(),
            Self::Absolute(main) | Self::Fischer { main, .. } => (main, None),
            Self::Canadian { main, period, stones } => (main, Some((period, stones))),
            Self::Byoyomi { main, period, periods } => (main, Some((period, periods))),
        };
        match overtime.filter(|_| main.is_zero()) {
            Some((time, count)) => Left { time, overtime: Some(count) },
            None => Left { time: main, overtime: None },
        }
    }
}

/// Reads a time in seconds, a day at most.
fn seconds(word: &str) -> Result<Duration, String> {
    let seconds: f64 = number(word)?;
    let seconds = Some(seconds).filter(|seconds| *seconds >= 0.0).ok_or(SYNTAX_ERROR)?;
    Ok(duration(seconds))
}

/// So many seconds, none below 0 and a day at most.
fn duration(seconds: f64) -> Duration {
    const MOST: f64 = 86_400.0;
    Duration::from_secs_f64(seconds.clamp(0.0, MOST))
}

impl Clocks {
    /// Sets both clocks.
    pub fn set(&mut self, setting: Setting) {
        *self = Self { setting, left: [setting.start(); 2] };
    }

    /// A new game starts: both clocks are full again.
    pub fn restart(&mut self) {
        self.set(self.setting);
    }

    /// Sets the clock of a side to what `time_left` says: seconds, and in overtime the stones or periods left;
    /// without overtime these are 0.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn set_left(&mut self, side: Side, time: &str, stones: &str) -> Result<(), String> {
        let time: f64 = number(time)?;
        if time.is_nan() {
            return Err(SYNTAX_ERROR.to_owned());
        }
        // Managers that let a side play on after its time send what it is over.
        let (time, stones) = (duration(time), number::<u32>(stones)?);
        if self.setting == Setting::None {
            // Managers that play without a limit send it all the same.
            return Ok(());
        }
        self.left[side.index()] = Left { time, overtime: (stones > 0).then_some(stones) };
        Ok(())
    }

    /// The limit of the next move of `side`; `None` where none is set.
    pub fn control(&self, side: Side) -> Option<TimeControl> {
        let Left { time, overtime } = self.left[side.index()];
        let of_match =
            |left, increment| TimeControl { left: Some(left), increment, ..TimeControl::default() };
        let of_turn = |turn| TimeControl { turn: Some(turn), ..TimeControl::default() };
        Some(match (self.setting, overtime) {
            (Setting::None, _) => return None,
            (Setting::Absolute(_), _) => of_match(time, Duration::ZERO),
            (Setting::Fischer { increment, .. }, _) => of_match(time, increment),
            (Setting::Canadian { .. }, Some(stones)) => of_turn(time / stones.max(1)),
            (Setting::Canadian { period, stones, .. }, None) => {
                of_match(time + period, period / stones.max(1))
            }
            (Setting::Byoyomi { .. }, Some(_)) => of_turn(time),
            (Setting::Byoyomi { period, .. }, None) => of_match(time + period, period),
        })
    }

    /// A move of `side` has taken so long.
    pub fn take(&mut self, side: Side, time: Duration) {
        let left = &mut self.left[side.index()];
        let over = time.saturating_sub(left.time);
        left.time = left.time.saturating_sub(time);
        match (self.setting, left.overtime) {
            (Setting::Fischer { increment, .. }, _) => left.time += increment,
            (Setting::Canadian { period, stones, .. }, None) if left.time.is_zero() => {
                *left = Left {
                    time: period.saturating_sub(over),
                    overtime: Some(stones.saturating_sub(1).max(1)),
                };
            }
            (Setting::Canadian { period, stones, .. }, Some(count)) => {
                *left = match count.saturating_sub(1) {
                    0 => Left { time: period, overtime: Some(stones) },
                    count => Left { overtime: Some(count), ..*left },
                };
            }
            (Setting::Byoyomi { period, periods, .. }, None) if left.time.is_zero() => {
                *left = Left { time: period, overtime: Some(periods) };
            }
            (Setting::Byoyomi { period, .. }, Some(_)) => left.time = period,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clocks(words: &str) -> Clocks {
        let words: Vec<String> = words.split(' ').map(str::to_owned).collect();
        let mut clocks = Clocks::default();
        clocks.set(Setting::read(&words).expect("settings"));
        clocks
    }

    fn black(clocks: &Clocks) -> (Option<u64>, Option<u64>, u64) {
        let control = clocks.control(Side::Black).expect("a limit");
        let secs = |time: Option<Duration>| time.map(|time| time.as_secs());
        (secs(control.turn), secs(control.left), control.increment.as_secs())
    }

    #[test]
    fn each_kind_limits_a_move() {
        for (words, limits) in [
            ("absolute 60", (None, Some(60), 0)),
            ("canadian 60 0 0", (None, Some(60), 0)),
            ("canadian 60 0 10", (None, Some(60), 0)),
            ("byoyomi 60 30 0", (None, Some(60), 0)),
            ("byoyomi 60 0 5", (None, Some(60), 0)),
            ("canadian 60 30 10", (None, Some(90), 3)),
            ("canadian 0 30 10", (Some(3), None, 0)),
            ("byoyomi 60 30 5", (None, Some(90), 30)),
            ("byoyomi 0 30 5", (Some(30), None, 0)),
            ("fischer 60 5", (None, Some(60), 5)),
        ] {
            assert_eq!(black(&clocks(words)), limits, "{words}");
        }
        for none in ["none", "canadian 0 1 0"] {
            assert!(clocks(none).control(Side::White).is_none(), "{none}");
        }
        for wrong in ["", "absolute -1", "absolute nan", "fischer 1", "canadian 1 1 x", "blitz 5"] {
            let words: Vec<String> = wrong.split(' ').map(str::to_owned).collect();
            assert!(Setting::read(&words).is_err(), "{wrong}");
        }
    }

    #[test]
    fn moves_take_time_where_the_manager_does_not_say_what_is_left() {
        let take = |clocks: &mut Clocks, secs| {
            clocks.take(Side::Black, Duration::from_secs(secs));
            black(clocks)
        };
        let mut canadian = clocks("canadian 60 30 3");
        assert_eq!(take(&mut canadian, 20), (None, Some(70), 10));
        // Ten seconds of the period, and one of its stones.
        assert_eq!(take(&mut canadian, 50), (Some(10), None, 0));
        assert_eq!(take(&mut canadian, 4), (Some(16), None, 0));
        assert_eq!(take(&mut canadian, 16), (Some(10), None, 0));
        let mut byoyomi = clocks("byoyomi 10 5 3");
        assert_eq!(take(&mut byoyomi, 11), (Some(5), None, 0));
        assert_eq!(take(&mut byoyomi, 4), (Some(5), None, 0));
        assert_eq!(byoyomi.set_left(Side::Black, "3", "1"), Ok(()));
        assert_eq!(black(&byoyomi), (Some(3), None, 0), "what is left of the period");
        assert_eq!(take(&mut byoyomi, 2), (Some(5), None, 0));
        let mut fischer = clocks("fischer 10 2");
        assert_eq!(take(&mut fischer, 5), (None, Some(7), 2));
        assert_eq!(fischer.set_left(Side::Black, "3.5", "0"), Ok(()));
        assert_eq!(black(&fischer), (None, Some(3), 2));
        assert_eq!(fischer.set_left(Side::Black, "-0.5", "0"), Ok(()));
        assert_eq!(black(&fischer), (None, Some(0), 2), "none is left");
        assert!(fischer.set_left(Side::Black, "nan", "0").is_err());
    }
}
