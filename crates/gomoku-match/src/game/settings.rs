//! How the games of a match are played.

use std::time::Duration;

use serde::{Deserialize, Serialize};

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
    /// Whose manners the lab has.
    pub manager: Manager,
    /// How much later than its limit an answer still counts.
    pub tolerance: Duration,
    /// The game is drawn once so many stones lie on the board.
    pub draw_after: Option<usize>,
    /// When the brains' own scores end a game.
    pub adjudication: Adjudication,
    /// A brain that takes more memory than it is told loses. Measured on Linux only.
    pub watch_memory: bool,
    /// How long a brain may take to say `OK` to a new game.
    pub start_limit: Duration,
    /// How long a move may take that has no limit of time, before the brain counts as stalled.
    #[serde(alias = "patience")]
    pub stall_timeout: Duration,
}

impl GameSettings {
    /// Games under `rule` on a board of `size`: late is lost, nothing is adjudicated.
    pub fn new(rule: Rule, size: Size) -> Self {
        Self {
            rule,
            size,
            manager: Manager::Native,
            tolerance: Duration::ZERO,
            draw_after: None,
            adjudication: Adjudication::default(),
            watch_memory: false,
            start_limit: Duration::from_secs(10),
            stall_timeout: Duration::from_secs(600),
        }
    }
}

/// Whose manners the lab has towards the brains.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Manager {
    /// Our own: a process plays many games, `START` is answered before the clock runs, and what
    /// comes unasked is no answer.
    #[default]
    #[serde(alias = "lab")]
    Native,
    /// Those of `GomocupJudge`, the manager of the Gomocup tournaments: a fresh process for every
    /// game, suspended while the opponent thinks.
    Judge,
}

/// When the scores that both brains tell of their moves end a game. `None` is never.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// One side wins: it tells at least the points, the other at most their negative.
    pub win: Option<AdjudicationRule>,
    /// Nobody wins: both tell points between the negative and the positive of these.
    pub draw: Option<AdjudicationRule>,
}

/// How long two brains must agree, and on how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AdjudicationRule {
    /// In the units of [`ReportedScore::Points`](crate::ReportedScore::Points).
    pub points: u32,
    /// The last so many moves of each of them.
    pub moves: u32,
    /// Nothing is decided before so many stones lie on the board.
    pub stones: usize,
}
