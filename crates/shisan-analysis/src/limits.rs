//! What ends a search, and what holds where a query is silent.

use std::time::Duration;

use gomoku_rules::Coords;
use shisan_engine::engine::Level;
use shisan_engine::search::TimeBudget;

/// What holds for a query that does not say otherwise.
#[derive(Clone, Copy, Debug)]
pub struct Defaults {
    /// What ends a search.
    pub limits: Limits,
    /// How many of the best moves, each with its line.
    pub lines: usize,
    /// How cells are named.
    pub coords: Coords,
    /// The playing strength in Elo; `None` is the full one.
    pub level: Option<i64>,
    /// What makes another player of the same level.
    pub seed: u64,
    /// Whether queries come from a client of KataGo.
    pub katago: bool,
}

impl Default for Defaults {
    /// A search of 100,000 nodes that finds one line, at full strength.
    fn default() -> Self {
        Self {
            limits: Limits { nodes: Some(100_000), ..Limits::default() },
            lines: 1,
            coords: Coords::default(),
            level: None,
            seed: Level::DEFAULT_SEED,
            katago: false,
        }
    }
}

/// What ends a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Nodes.
    pub nodes: Option<u64>,
    /// Milliseconds since the search began.
    pub time_ms: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
}

impl Limits {
    /// Whether a search may go on for long: the first lines should come sooner than a share of it.
    pub(crate) fn are_far(&self) -> bool {
        const NODES: u64 = 4 << 20;
        const TIME_MS: u64 = 3_000;
        self.nodes.is_none_or(|nodes| nodes > NODES)
            && self.time_ms.is_none_or(|time| time > TIME_MS)
    }

    /// Whether a search ends within about a second.
    pub(crate) fn are_near(&self) -> bool {
        const NODES: u64 = 256 << 10;
        const TIME_MS: u64 = 1_000;
        self.nodes.is_some_and(|nodes| nodes <= NODES)
            || self.time_ms.is_some_and(|time| time <= TIME_MS)
    }

    /// What ends a search besides its time.
    pub fn of_search(&self) -> shisan_engine::search::Limits {
        shisan_engine::search::Limits { depth: self.depth, nodes: self.nodes }
    }

    /// The time of a search.
    pub fn time_budget(&self) -> TimeBudget {
        let time = self.time_ms.map_or(Duration::MAX, Duration::from_millis);
        TimeBudget { optimum: time, maximum: time }
    }
}
