//! What is said of a position.

use schemars::JsonSchema;
use serde::Serialize;

use super::book::InBook;
use super::color::Color;
use super::forbidden::ForbiddenPoint;
use super::proof::Proof;

/// A position with what was asked about it. What was not asked for is absent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Report {
    /// the position, by the number of moves before it
    pub turn: usize,
    /// whose turn it is
    pub to_move: Color,
    #[serde(flatten)]
    pub evaluation: Option<Evaluation>,
    /// the best moves with their lines, the best first
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lines: Option<Vec<Line>>,
    /// row by row from the top: how much of the chance to win a move there gives away, 0 to 1; `null` where none was searched
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heat: Option<Vec<Option<f64>>>,
    /// row by row from the top: the chance of a move to be played, before any search; `null` where none may be played
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy: Option<Vec<Option<f64>>>,
    /// where either side may make a three or more; in renju a three of Black counts where a legal move makes an open four of it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threats: Option<Threats>,
    /// the points that renju forbids Black, with either side to move; none under other rules
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forbidden: Option<Vec<ForbiddenPoint>>,
    /// a checkmate by fours and threes; `null` where the search found no win
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Proof>")]
    pub proof: Option<Option<Proof>>,
    /// what the book of `--book` knows of the position
    #[serde(skip_serializing_if = "Option::is_none")]
    pub book: Option<InBook>,
    /// of stones, side to move, rule and size, in hexadecimal digits
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// the same for all turns and reflections of the position
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sym_key: Option<String>,
    /// milliseconds since the search began
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<f64>,
    /// nodes a second
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nps: Option<u64>,
}

/// The value of a position. Without a score the move was chosen by static evaluation.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Evaluation {
    /// the best move
    pub best: Option<String>,
    /// the value for the side to move, in the engine's points
    pub score: Option<i32>,
    /// the chance to win of the side to move, 0 to 1
    pub winrate: Option<f64>,
    /// the chance to win of Black
    pub winrate_black: Option<f64>,
    /// plies to the five: positive if the side to move wins, negative if it loses, `null` if no win is known
    pub mate: Option<i32>,
    /// completed depth in plies
    pub depth: u32,
    /// the longest line searched, in plies
    pub seldepth: u32,
    /// nodes searched
    pub nodes: u64,
}

/// A move with its value for the side that makes it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Line {
    /// the move
    #[serde(rename = "move")]
    pub cell: String,
    /// its value, in the engine's points
    pub score: Option<i32>,
    /// the chance to win of the side that makes it, 0 to 1
    pub winrate: Option<f64>,
    /// plies to the five: positive if that side wins, negative if it loses, `null` if no win is known
    pub mate: Option<i32>,
    /// depth of its search in plies: that of the others, unless it is a mate; a single line may be one deeper, from an unfinished iteration
    pub depth: u32,
    /// its chance in `policy`
    pub prior: Option<f64>,
    /// the principal variation, this move first; of a mate as many moves as it has plies, the last one makes the five; where renju leaves Black no move, it ends before the five, which the mate counts
    pub pv: Vec<String>,
    /// `true` where the rest of a mate was not found soon enough, so that `pv` ends before the five; else absent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pv_cut: Option<bool>,
}

/// The threats of both sides.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Threats {
    /// those of Black
    pub black: Vec<ThreatCell>,
    /// those of White
    pub white: Vec<ThreatCell>,
}

/// A cell and what a stone there would make.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ThreatCell {
    /// the cell
    pub cell: String,
    /// `five`, `open-four`, `four-three`, `four-plus` (with a blocked three or a two), `four`, `double-three`, `three-plus` or `three`
    pub kind: String,
}
