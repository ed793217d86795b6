//! What `INFO` says of rule and limits.

use std::time::{Duration, Instant};

use gomoku_rules::{GameRule, Rule};

/// Managers send this for a match without a limit of time.
const UNLIMITED_MS: f64 = 2_147_483_647.0;
/// Kept back of the time of a move, for the way to the manager; of short times one half.
const OVERHEAD_MS: f64 = 30.0;

/// The settings of a manager; values that make no sense are left out.
#[derive(Default)]
pub struct Settings {
    rule: GameRule,
    turn_ms: Option<f64>,
    left_ms: Option<f64>,
    depth: Option<u32>,
    nodes: Option<u64>,
}

impl Settings {
    pub fn set(&mut self, key: &str, value: &str) {
        let Some(number) = value.parse::<f64>().ok().filter(|number| number.is_finite()) else {
            return;
        };
        match key.to_ascii_lowercase().as_str() {
            "rule" => {
                let rule = value.parse().ok().and_then(GameRule::from_gomocup);
                self.rule = rule.unwrap_or(self.rule);
            }
            "timeout_turn" if number >= 0.0 => self.turn_ms = Some(number),
            "time_left" => self.left_ms = (number < UNLIMITED_MS).then_some(number.max(0.0)),
            "max_depth" => self.depth = (number >= 1.0).then_some(number as u32),
            "max_node" => self.nodes = (number >= 1.0).then_some(number as u64),
            _ => {}
        }
    }

    pub fn rule(&self) -> Rule {
        self.rule.rule
    }

    /// Plies of a search.
    pub fn depth(&self) -> Option<u32> {
        self.depth
    }

    /// Moves played in a search.
    pub fn nodes(&self) -> Option<u64> {
        self.nodes
    }

    /// When a move must be known that was asked for at `received`. It takes a tenth of the time that is
    /// left of the match at most.
    pub fn deadline(&self, received: Instant) -> Option<Instant> {
        let left = self.left_ms.map(|left| left / 10.0);
        let time = self.turn_ms.into_iter().chain(left).reduce(f64::min)?;
        let time = time - OVERHEAD_MS.min(time / 2.0);
        Some(received + Duration::from_millis(time.min(UNLIMITED_MS) as u64))
    }
}
