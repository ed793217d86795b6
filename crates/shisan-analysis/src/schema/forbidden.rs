//! Forbidden points.

use schemars::JsonSchema;
use serde::Serialize;

use gomoku_rules::referee::{self, Foul, FoulLine};
use gomoku_rules::{Board, CellNames, Pos};

/// A point judged by the rules of renju.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ForbiddenPoint {
    /// the point
    pub cell: String,
    /// `overline`, `double-four` or `double-three`; `null` if Black may play there
    pub kind: Option<String>,
    /// the lines that make it forbidden
    pub lines: Vec<ForbiddenLine>,
}

/// A line that contributes to a foul.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ForbiddenLine {
    /// `three`, `four` or `overline`
    pub shape: String,
    /// `row`, `column`, `falling diagonal` or `rising diagonal`
    pub direction: String,
    /// its stones, the forbidden one among them
    pub stones: Vec<String>,
    /// the cells that make a five of a four, or an open four of a three
    pub completed_by: Vec<String>,
}

impl ForbiddenPoint {
    /// What the referee says about `pos`.
    pub fn new(pos: Pos, foul: Option<&Foul>, names: CellNames) -> Self {
        let line = |line: &FoulLine| ForbiddenLine {
            shape: line.shape.to_string(),
            direction: line.direction.to_string(),
            stones: names.all(&line.stones),
            completed_by: names.all(&line.completed_by),
        };
        Self {
            cell: names.name(pos),
            kind: foul.map(|foul| foul.kind.name().to_owned()),
            lines: foul.iter().flat_map(|foul| &foul.lines).map(line).collect(),
        }
    }

    /// The points of `board` that renju forbids Black, row by row.
    pub fn all(board: &Board, names: CellNames) -> Vec<Self> {
        let point = |pos: Pos| Some(Self::new(pos, Some(&referee::foul(board, pos)?), names));
        board.empty_cells().filter_map(point).collect()
    }
}
