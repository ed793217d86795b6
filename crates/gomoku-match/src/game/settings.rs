//! How the games of a match are played.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine_io::limits::EngineSettings;
use crate::engine_io::manager::Manager;
use crate::text;
use gomoku_rules::{Rule, Size};

/// What holds for every game of a match, whichever brains play it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameSettings {
    /// What wins.
    #[serde(with = "text")]
    pub rule: Rule,
    /// The board.
    #[serde(with = "text")]
    pub size: Size,
    /// How the engines are managed.
    pub manager: Manager,
    /// A line that is not a move loses at once even where the manager would skip it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub strict_answers: bool,
    /// How late a move may be before it loses on time. The judge lets a side exceed the time of a game by no
    /// more in all its moves.
    pub tolerance: Duration,
    /// The game is drawn at this many stones.
    pub draw_after: Option<usize>,
    /// When the engines' own scores end a game.
    pub adjudication: Adjudication,
    /// An engine that takes more memory than its limit loses. Measured on Linux only.
    pub watch_memory: bool,
    /// How long an engine may take to answer `OK` to a new game.
    pub start_limit: Duration,
    /// How long a move without a time limit may take before the engine counts as stalled.
    pub stall_timeout: Duration,
}

impl GameSettings {
    /// Games under `rule` on a board of `size`: late is lost, nothing is adjudicated.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self {
            rule,
            size,
            manager: Manager::Native,
            strict_answers: false,
            tolerance: Duration::ZERO,
            draw_after: None,
            adjudication: Adjudication::default(),
            watch_memory: false,
            start_limit: Duration::from_secs(10),
            stall_timeout: Duration::from_secs(600),
        }
    }

    /// The commands that start a game: those up to the one that is answered, and the others.
    pub(crate) fn start_commands(&self, engine: &EngineSettings) -> (String, String) {
        self.manager.start_commands(self.rule, self.size, engine)
    }

    /// How many stones end a game as a draw. `GomocupJudge` stops renju when 25 cells are free.
    pub(crate) fn max_stones(&self) -> Option<usize> {
        let usual = match (self.manager, self.rule) {
            (Manager::Judge, Rule::Renju) => Some(self.size.cells().saturating_sub(25)),
            _ => None,
        };
        [usual, self.draw_after].into_iter().flatten().min()
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
const fn is_false(value: &bool) -> bool {
    !*value
}

/// When the scores of both engines end a game. `None` is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// One side wins: it reports at least these points, the other at most their negative.
    pub win: Option<AdjudicationRule>,
    /// A draw: both report points between the negative and the positive of these.
    pub draw: Option<AdjudicationRule>,
}

/// For how many moves the scores of two engines must agree, and on what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicationRule {
    /// In the units of [`ReportedScore::Points`](crate::ReportedScore::Points).
    pub points: u32,
    /// This many consecutive moves of each of them.
    pub moves: u32,
    /// Nothing is adjudicated below this many stones.
    pub stones: usize,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_end_a_game() {
        let mut settings = GameSettings::new(Rule::Renju, Size::square(15));
        let max_stones = |settings: &GameSettings, manager| {
            GameSettings { manager, ..settings.clone() }.max_stones()
        };
        assert_eq!(max_stones(&settings, Manager::Judge), Some(200));
        assert_eq!(max_stones(&settings, Manager::Native), None);
        settings.draw_after = Some(150);
        assert_eq!(max_stones(&settings, Manager::Judge), Some(150));
        settings.draw_after = Some(220);
        assert_eq!(max_stones(&settings, Manager::Judge), Some(200));
        assert_eq!(max_stones(&settings, Manager::Native), Some(220));
    }
}
