//! What a review says of a game.

use schemars::JsonSchema;
use serde::Serialize;

use super::color::Color;
use super::proof::Proof;

/// A game, move by move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Review {
    /// positions that were studied
    pub done: usize,
    /// positions of the game; 0 without moves
    pub total: usize,
    /// the moves that are judged, in their order: all of them in the last answer
    pub moves: Vec<ReviewedMove>,
    /// Black's moves in figures
    pub black: SideReview,
    /// White's moves in figures
    pub white: SideReview,
    /// nodes of the searches and of the solver
    pub nodes: u64,
}

/// A move with what it was worth.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReviewedMove {
    /// the position before it, by the number of moves before it
    pub turn: usize,
    /// who made it
    pub side: Color,
    /// the move
    #[serde(rename = "move")]
    pub cell: String,
    /// its class: `best`, `good`, `inaccuracy`, `mistake` or `blunder`, by `loss`; `missed-win` or `losing-move`, which are proved
    pub judgement: MoveClass,
    /// how much of the chance to win it gives away, 0 to 1
    pub loss: f64,
    /// the chance to win of this side before it, 0 to 1; 1 or 0 where the winner is known
    pub winrate_before: f64,
    /// the chance to win of this side after it
    pub winrate_after: f64,
    /// plies from the position before it to the five: positive if this side wins, negative if it loses, `null` if no win is known
    pub mate_before: Option<i32>,
    /// `mateBefore` of the position after it; 0 where it ends the game
    pub mate_after: Option<i32>,
    /// the best move in this position
    pub best: Option<String>,
    /// the line of `best`, this move first
    pub pv: Vec<String>,
    /// `missed-win`: the win that was given away, from the position before the move; `losing-move`: the opponent's win after it; replayed against every legal reply; else `null`
    pub proof: Option<Proof>,
}

/// What a move was worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[schemars(rename = "Judgement")]
pub enum MoveClass {
    Best,
    Good,
    Inaccuracy,
    Mistake,
    Blunder,
    MissedWin,
    LosingMove,
}

/// The moves of a side in figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SideReview {
    /// the mean accuracy of its moves in per cent; `null` without moves
    pub accuracy: Option<f64>,
    /// how many of its moves are `best`
    pub best: usize,
    /// how many are `good`
    pub good: usize,
    /// how many are an `inaccuracy`
    pub inaccuracy: usize,
    /// how many are a `mistake`
    pub mistake: usize,
    /// how many are a `blunder`
    pub blunder: usize,
    /// how many are a `missed-win`
    pub missed_win: usize,
    /// how many are a `losing-move`
    pub losing_move: usize,
}
