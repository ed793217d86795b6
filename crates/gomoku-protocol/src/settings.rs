//! What `INFO` says of rule and limits.

use std::time::{Duration, Instant};

use gomoku_rules::GameRule;

use crate::agent::Limits;
use crate::clock::{MatchClock, duration};
use crate::info::{Info, Key};

/// The settings of a manager; values that make no sense are left out.
#[derive(Debug, Default)]
pub(crate) struct Settings {
    pub(crate) rule: GameRule,
    turn: Option<Duration>,
    increment: Duration,
    clock: MatchClock,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Settings {
    pub(crate) fn set(&mut self, info: &Info) {
        let Some((key, number)) = info.key().zip(info.number()) else { return };
        match key {
            Key::Rule => {
                let rule = u32::try_from(number).ok().and_then(GameRule::from_gomocup);
                self.rule = rule.unwrap_or(self.rule);
            }
            Key::TimeoutTurn if number >= 0 => self.turn = duration(number),
            Key::TimeoutMatch if number >= 0 => self.clock.set_limit(number),
            Key::TimeLeft => self.clock.set_left(number),
            Key::TimeIncrement => self.increment = duration(number).unwrap_or_default(),
            Key::MaxDepth => self.depth = positive(number),
            Key::MaxNode => self.nodes = positive(number),
            _ => {}
        }
    }

    /// A new game starts.
    pub(crate) fn new_game(&mut self) {
        self.clock.restart();
    }

    /// A move took so long.
    pub(crate) fn spend(&mut self, elapsed: Duration) {
        self.clock.spend(elapsed, self.increment);
    }

    /// The limits of a move that was asked for at `received`.
    pub(crate) fn limits(&self, received: Instant) -> Limits {
        let (turn, left) = (self.turn, self.clock.left());
        Limits { received, turn, left, depth: self.depth, nodes: self.nodes }
    }
}

/// A limit of at least 1; less is none.
fn positive<T: TryFrom<i64>>(number: i64) -> Option<T> {
    Some(number).filter(|&number| number > 0).and_then(|number| number.try_into().ok())
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Rule;

    #[test]
    fn limits_come_from_info() {
        let now = Instant::now();
        let mut settings = Settings::default();
        assert_eq!(settings.limits(now).deadline(), None);
        for (key, value, millis) in [
            ("timeout_turn", "1000", Some(970)),
            ("timeout_turn", "-5", Some(970)),
            ("timeout_turn", "abc", Some(970)),
            ("TIMEOUT_TURN", "40", Some(20)),
            ("timeout_turn", "0", Some(0)),
            ("timeout_turn", "30000", Some(29_970)),
            ("time_left", "2147483647", Some(29_970)),
            ("time_left", "3000.5", Some(270)),
            ("time_left", "-17", Some(0)),
            ("time_left", "2147483647", Some(29_970)),
            ("timeout_turn", "2147483647", None),
        ] {
            settings.set(&Info::named(key, value));
            let deadline = settings.limits(now).deadline();
            let after = deadline.map(|deadline| (deadline - now).as_millis());
            assert_eq!(after, millis, "{key} {value}");
        }
        for (rule, expected) in [
            ("4", Rule::Renju),
            ("12345", Rule::Renju),
            ("-1", Rule::Renju),
            ("0", Rule::Freestyle),
        ] {
            settings.set(&Info::named("rule", rule));
            assert_eq!(settings.rule.rule, expected);
        }
        settings.set(&Info::named("max_depth", 2));
        settings.set(&Info::named("max_node", 1000));
        let limits = settings.limits(now);
        assert_eq!((limits.depth, limits.nodes), (Some(2), Some(1000)));
        settings.set(&Info::named("max_depth", 0));
        settings.set(&Info::named("max_node", -1));
        let limits = settings.limits(now);
        assert_eq!((limits.depth, limits.nodes), (None, None));
    }

    #[test]
    fn a_manager_need_not_send_what_is_left() {
        let mut settings = Settings::default();
        settings.set(&Info::named("timeout_match", 9000));
        settings.spend(Duration::from_secs(1));
        let left = |settings: &Settings| settings.limits(Instant::now()).left;
        assert_eq!(left(&settings), Some(Duration::from_secs(8)));
        settings.new_game();
        assert_eq!(left(&settings), Some(Duration::from_secs(9)));
    }
}
