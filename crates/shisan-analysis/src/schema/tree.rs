//! A game with its variations.

use gomoku_rules::Size;
use schemars::JsonSchema;
use serde::Serialize;

use super::color::Color;
use super::words;

/// A game with its variations, or a study of positions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct GameTree {
    /// the rule; absent if it is not stated
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<words::Rule>")]
    pub rule: Option<String>,
    /// `[width, height]`
    #[schemars(inner(range(min = Size::MIN, max = Size::MAX)))]
    pub size: [u8; 2],
    /// the name of the player of Black
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black: Option<String>,
    /// the name of the player of White
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white: Option<String>,
    /// when the game was played, as its source writes it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
    /// the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// the round of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub round: Option<String>,
    /// where the game was played
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// the result as SGF writes it: `B+`, `W+R`, `B+T`, `0`; absent if the game is not over
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<String>,
    /// a comment on the whole game
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// the positions, each after the one that it follows; the first is the root
    pub nodes: Vec<TreeNode>,
}

/// A node of a game tree: a move or none, and what is written there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct TreeNode {
    /// the index of the node that it follows, whose first follower goes on with the main line; the node before it if absent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<usize>,
    /// the move that leads here: `[color, cell]`, or `[color, "pass"]`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#move: Option<(Color, String)>,
    /// the comment
    #[serde(skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
    /// marks on the board: `[mark, cells]`, the cells one as `h8` or a rectangle as `h8:j10`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub marks: Vec<(MarkName, String)>,
    /// texts on the board: `[cell, text]`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub labels: Vec<(String, String)>,
    /// stones that are set up or taken off before the move, one after another: `[content, cells]`
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub setup: Vec<(CellContent, String)>,
    /// the side to move afterwards, if it is not the one whose turn it is
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_move: Option<Color>,
    /// milliseconds that the move took
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_ms: Option<u64>,
    /// milliseconds that are left to Black afterwards
    #[serde(skip_serializing_if = "Option::is_none")]
    pub black_clock_ms: Option<u64>,
    /// milliseconds that are left to White afterwards
    #[serde(skip_serializing_if = "Option::is_none")]
    pub white_clock_ms: Option<u64>,
    /// other SGF properties: `[name, values]`, the values with their escapes
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    pub properties: Vec<(String, Vec<String>)>,
}

/// A sign on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "Mark")]
pub enum MarkName {
    Triangle,
    Square,
    Circle,
    Cross,
}

/// A stone, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum CellContent {
    Black,
    White,
    Empty,
}
