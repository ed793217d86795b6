//! A move and its score.

use gomoku_rules::Pos;

/// A move and its score for move ordering.
#[derive(Clone, Copy, Debug)]
pub struct ScoredMove {
    /// The move.
    pub pos: Pos,
    /// The higher, the sooner it is searched.
    pub score: i32,
}
