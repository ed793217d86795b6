//! What a search tells while it runs. Values only; the protocol makes text of them.

use std::time::Duration;

use crate::score::Score;
use gomoku_rules::Pos;

/// What a search tells.
#[derive(Clone, Debug)]
pub enum News {
    /// An iteration is completed; each of the best moves is told by itself.
    Iteration(SearchInfo),
    /// A move of the root comes under search, or has been searched.
    RootMove {
        /// The move.
        pos: Pos,
        /// The depth of the iteration.
        depth: u32,
        /// Whether it has been searched.
        is_done: bool,
    },
}

/// A completed iteration.
#[derive(Clone, Debug)]
pub struct SearchInfo {
    /// Plies searched in full.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// Positions visited so far.
    pub nodes: u64,
    /// Time since the thought began.
    pub time: Duration,
    /// The expected moves of both sides, the next move first.
    pub variation: Vec<Pos>,
    /// The place of the first move among the best ones, from 0.
    pub rank: usize,
    /// How many of the best moves are told, each with its variation (multi-PV).
    pub lines: usize,
}
