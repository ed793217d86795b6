//! A root move.

use crate::score::Score;
use gomoku_rules::Pos;

/// A move at the root with the result of its last search.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The score; minus infinity where the move was not the best.
    pub score: Score,
    /// The principal variation, this move first.
    pub pv: Vec<Pos>,
    /// Nodes that all its searches have visited.
    pub nodes: u64,
}

impl RootMove {
    pub fn new(pos: Pos) -> Self {
        Self { score: -Score::INFINITE, pv: vec![pos], nodes: 0 }
    }

    pub fn pos(&self) -> Pos {
        self.pv[0]
    }
}

/// The share of the nodes of all `moves`, at least one, that were visited below the first.
pub(super) fn effort(moves: &[RootMove]) -> f64 {
    let nodes: u64 = moves.iter().map(|root_move| root_move.nodes).sum();
    let per_mille = 1000 * moves[0].nodes / nodes.max(1);
    f64::from(per_mille as u32) / 1000.0
}
