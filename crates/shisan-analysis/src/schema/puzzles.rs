//! The puzzles of a game.

use schemars::JsonSchema;
use serde::Serialize;

use super::color::Color;
use super::proof::Proof;

/// The positions of a game with one winning move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Puzzles {
    /// positions that were studied
    pub done: usize,
    /// positions of the game
    pub total: usize,
    /// the puzzles that are found, in the order of the game: all of them in the last answer
    pub puzzles: Vec<Puzzle>,
    /// nodes of the solver and of the searches
    pub nodes: u64,
}

/// A position with one winning move.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Puzzle {
    /// the position, by the number of moves before it
    pub turn: usize,
    /// who is to move, and wins
    pub side: Color,
    /// its stones, each as `[color, cell]`, as a query takes them; those of the moves in their order
    pub stones: Vec<(Color, String)>,
    /// moves of the winner up to the five
    pub win_in: u32,
    /// how far it is known that no other move wins: `proved`, each of them is refuted; `searched`, a search without the winning move finds no win
    pub unique: Uniqueness,
    /// the win, the winning move first; replayed against every legal reply
    pub proof: Proof,
}

/// How it is known that no other move wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Uniqueness {
    Proved,
    Searched,
}
