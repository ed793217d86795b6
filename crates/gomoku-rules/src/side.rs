//! The two sides, and what a cell of the board can hold.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

/// One of the two players. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Side {
    /// The side that moves first; the one with forbidden points in renju.
    Black,
    /// The side that moves second.
    White,
}

impl Side {
    /// Both sides, in the order of [`Side::index`].
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// 0 for Black, 1 for White, for tables with one entry a side.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Side {
    type Output = Self;

    /// The opponent.
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

/// Text that names no side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseSideError;

impl fmt::Display for ParseSideError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected black or white")
    }
}

impl std::error::Error for ParseSideError {}

impl FromStr for Side {
    type Err = ParseSideError;

    /// Reads `black` or `white`, in lower case.
    fn from_str(text: &str) -> Result<Self, ParseSideError> {
        match text {
            "black" => Ok(Self::Black),
            "white" => Ok(Self::White),
            _ => Err(ParseSideError),
        }
    }
}

/// The content of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cell {
    /// Free to play.
    Empty,
    /// A black stone.
    Black,
    /// A white stone.
    White,
    /// Outside the board, or a stone that belongs to neither side (field 3 of the protocol's `BOARD`).
    Wall,
}

impl Cell {
    /// The side whose stone this is, if any.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_read_back() {
        for side in Side::BOTH {
            assert_eq!(side.to_string().parse(), Ok(side));
        }
        assert_eq!("draw".parse::<Side>(), Err(ParseSideError));
    }
}
