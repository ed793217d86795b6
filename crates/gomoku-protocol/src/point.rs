//! Cells as the protocol names them.

use std::fmt;
use std::str::FromStr;

use gomoku_rules::{Pos, Size};

/// A cell as the protocol names it, `x,y`; it need not be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Point {
    /// Columns from the left edge.
    pub x: i32,
    /// Rows from the upper edge.
    pub y: i32,
}

impl Point {
    /// The cell of a board of this size, if it has it.
    pub fn on(self, size: Size) -> Option<Pos> {
        size.pos(self.x, self.y)
    }
}

impl From<Pos> for Point {
    fn from(pos: Pos) -> Self {
        Self { x: pos.x().into(), y: pos.y().into() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

impl FromStr for Point {
    type Err = PointError;

    /// Reads `x,y`, blanks around the numbers allowed.
    fn from_str(text: &str) -> Result<Self, PointError> {
        let number = |text: &str| text.trim().parse().ok();
        let numbers = text.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
        numbers.map(|(x, y)| Self { x, y }).ok_or(PointError)
    }
}

/// Text that names no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PointError;

impl fmt::Display for PointError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the coordinates of a cell, such as 7,7")
    }
}

impl std::error::Error for PointError {}
