//! Everything that decides the games of a match: runs with the same configuration belong together.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::game::settings::GameSettings;
use crate::schedule::pairing::{Schedule, Shard, Tournament};
use crate::stats::sprt::Sprt;
use crate::units::counted;

/// The config of a match, as they stand at the head of its journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MatchConfig {
    /// The engines, the first one first.
    pub engines: Vec<EngineSettings>,
    /// Who meets whom.
    pub tournament: Tournament,
    /// How each game is played.
    pub game: GameSettings,
    /// Games of each encounter.
    pub games: u64,
    /// The openings.
    pub openings: Openings,
    /// The seed of all random choices.
    pub seed: u64,
    /// The test that may end the match.
    pub sprt: Option<Sprt>,
    /// The part of the match that is played here.
    pub shard: Shard,
}

/// Which openings a match takes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Openings {
    /// What people call them.
    pub name: String,
    /// The openings in their order, as a number.
    pub fingerprint: u64,
    /// Whether each pass through them takes another symmetry of the board.
    pub transform: bool,
}

impl MatchConfig {
    /// Who plays whom, and when.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.tournament, self.engines.len(), self.games / 2, self.shard)
    }

    /// What all shards of a match have in common; one may have become longer before the others.
    pub fn common(&self) -> Self {
        Self { shard: Shard::WHOLE, games: 0, ..self.clone() }
    }
}

/// The limits of an engine in one word or two, without commas: `0.5/move`, `60+0.1`, `10000 nodes`.
pub struct ShortLimits<'a>(pub &'a EngineSettings);

impl fmt::Display for ShortLimits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64();
        let EngineSettings { time: TimeControl { turn, game, increment }, limits, .. } = self.0;
        let mut words = Vec::new();
        if let Some(game) = game {
            let increment = if increment.is_zero() {
                String::new()
            } else {
                format!("+{}", seconds(*increment))
            };
            words.push(format!("{}{increment}", seconds(*game)));
        }
        if let Some(turn) = turn {
            words.push(format!("{}/move", seconds(*turn)));
        }
        let EngineLimits { nodes, depth, .. } = limits;
        words.extend(nodes.map(|nodes| counted(nodes, "node")));
        words.extend(depth.map(|depth| format!("depth {depth}")));
        if words.is_empty() { f.write_str("no limit") } else { f.write_str(&words.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_short() {
        let ms = Duration::from_millis;
        let of = |time, nodes| {
            let limits = EngineLimits { nodes, ..EngineLimits::default() };
            let (name, command) = ("a".to_owned(), "a".to_owned());
            ShortLimits(&EngineSettings { name, command, folder: None, time, limits }).to_string()
        };
        let turn = |turn| TimeControl { turn: Some(turn), ..TimeControl::default() };
        assert_eq!(of(turn(ms(500)), None), "0.5/move");
        assert_eq!(of(turn(ms(5_000)), Some(7)), "5/move 7 nodes");
        let game = TimeControl { turn: None, game: Some(ms(60_000)), increment: ms(100) };
        assert_eq!(of(game, None), "60+0.1");
        assert_eq!(of(TimeControl::default(), None), "no limit");
    }
}
