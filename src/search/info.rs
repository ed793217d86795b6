//! What a search reports while it runs. Values only; the protocol makes text of them.

use std::time::Duration;

use crate::score::Score;
use gomoku_rules::Pos;

/// A report of a running search.
#[derive(Clone, Debug)]
pub enum SearchInfo {
    /// The principal variations as they are known now, the best first: one, or several with multi-PV.
    Pv(Vec<PvInfo>),
    /// The search of a root move starts or ends.
    RootMove {
        /// The move.
        pos: Pos,
        /// The depth of the iteration.
        depth: u32,
        /// Whether the move has been searched.
        is_done: bool,
    },
    /// The book cannot be read, so that a move is searched: its path and the reason.
    BookError(String),
}

/// A principal variation.
#[derive(Clone, Debug)]
pub struct PvInfo {
    /// Depth of the iteration that found it, in plies.
    pub depth: u32,
    /// Selective depth: the longest line searched, in plies.
    pub seldepth: u32,
    /// The value for the side to move.
    pub score: Score,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time since the clock started.
    pub time: Duration,
    /// The principal variation, the next move first.
    pub pv: Vec<Pos>,
    /// Its place among the `multi_pv` variations, from 0.
    pub pv_index: usize,
    /// How many variations are reported.
    pub multi_pv: usize,
}

impl PvInfo {
    /// Whether this is the line of a mate and stops before its five.
    pub fn is_cut(&self) -> bool {
        self.score.mate_distance().is_some_and(|plies| self.pv.len() < plies as usize)
    }
}
