//! The steps of a swap2 opening.

use schemars::JsonSchema;
use serde::Serialize;

/// A step of a swap2 opening.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Swap2 {
    /// the position, by the number of moves before it
    pub turn: usize,
    /// what to do: `put-three` stones, black, white and black; `put-two` more, white and black, and leave the choice of the side to the opponent; play `black` or `white`
    pub choice: Swap2Choice,
    /// the stones to put, in their order; the first move of `white`; none for `black`
    pub moves: Vec<String>,
    /// the chance of Black to win, with the stones that are put; `null` where there was no time to search
    pub winrate_black: Option<f64>,
    /// nodes of the search that found this chance
    pub nodes: u64,
}

/// What to do in a swap2 opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Swap2Choice {
    PutThree,
    PutTwo,
    Black,
    White,
}
