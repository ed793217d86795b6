//! The two sides, and what a cell of the board can hold.

use std::fmt;
use std::ops::Not;

/// One of the two players. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first; the one with forbidden points in renju.
    Black,
    /// The side that moves second.
    White,
}

impl Side {
    /// Both sides, Black first: the order of every table with one entry a side.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Black => "black",
            Self::White => "white",
        })
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Free to play.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Outside the board, or a stone that counts for nobody (field 3 of the protocol's `BOARD`).
    Wall,
}

impl Cell {
    /// The side whose stone lies here, if any.
    #[inline]
    pub const fn side(self) -> Option<Side> {
        match self {
            Self::Black => Some(Side::Black),
            Self::White => Some(Side::White),
            Self::Empty | Self::Wall => None,
        }
    }
}

impl From<Side> for Cell {
    #[inline]
    fn from(side: Side) -> Self {
        match side {
            Side::Black => Self::Black,
            Side::White => Self::White,
        }
    }
}
