//! The decisions of an opening.

use schemars::JsonSchema;
use serde::Serialize;

use super::color::Color;
use super::decision::OpeningDecision;

/// An opening after some decisions, and the next ones.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpeningState {
    /// the stones that are put
    pub turn: usize,
    /// whose decision is due: `first`, who begins the opening, or `second`; `null` when it is over
    pub player: Option<OpeningPlayer>,
    /// who has Black now: `first` or `second`
    pub black: OpeningPlayer,
    /// the side to move
    pub to_move: Color,
    /// the stones so far, Black's and White's in turn
    pub moves: Vec<String>,
    /// how many fifth moves are declared; `null` where none are
    pub declared: Option<u8>,
    /// the fifth moves that are offered, until one is taken
    pub offered: Vec<String>,
    /// what may be decided; `null` when the opening is over
    pub options: Option<OpeningOptions>,
    /// what the engine decides, up to the other player's next decision
    pub decisions: Vec<OpeningDecision>,
    /// the chance of Black to win, as far as it was searched; `null` where there was nothing to compare
    pub winrate_black: Option<f64>,
    /// nodes of all searches
    pub nodes: u64,
    /// the opening of renju that the stones begin with, such as `D4 Kagetsu`; `null` if they are none, and under other rules
    pub opening: Option<String>,
}

/// What may be decided in an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpeningOptions {
    /// the cells that may be taken, by a stone or as one of those that are offered
    pub cells: Vec<String>,
    /// whether to change sides is decided now: `swap` or `stay`
    pub swap: bool,
    /// the greatest number of fifth moves that may be declared; `null` if none is due
    pub declare: Option<u8>,
    /// how many fifth moves may be offered; `null` if none are due
    pub offer: Option<u8>,
}

/// One of the two who play an opening: `first` begins it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OpeningPlayer {
    First,
    Second,
}

impl From<gomoku_rules::Player> for OpeningPlayer {
    fn from(player: gomoku_rules::Player) -> Self {
        match player {
            gomoku_rules::Player::First => Self::First,
            gomoku_rules::Player::Second => Self::Second,
        }
    }
}
