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
}

impl RootMove {
    pub fn new(pos: Pos) -> Self {
        Self { score: -Score::INFINITE, pv: vec![pos] }
    }

    pub fn pos(&self) -> Pos {
        self.pv[0]
    }
}
