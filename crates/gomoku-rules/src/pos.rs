//! Cells, directions and board sizes, and how they are written.

use std::fmt;
use std::str::FromStr;

/// A cell: x to the right, y downwards, both from 0 at the upper left corner.
///
/// Packed as `y << 5 | x`, a layout that all sizes up to 32x32 share. Written as a column letter and a
/// row number from 1: `h8` is x 7, y 7. From the 27th column on there are two letters: `aa1`.
///
/// ```
/// use gomoku_rules::Pos;
///
/// let pos: Pos = "h10".parse()?;
/// assert_eq!((pos.x(), pos.y()), (7, 9));
/// assert_eq!(pos.to_string(), "h10");
/// # Ok::<(), gomoku_rules::ParsePosError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pos(u16);

impl Pos {
    /// The number of values of [`Pos::index`], the length of tables with one entry a cell.
    pub const COUNT: usize = 1024;

    /// The cell at (`x`, `y`), both below 32, which only debug builds check. [`Size::pos`] checks
    /// coordinates of any range.
    #[inline]
    pub const fn new(x: u8, y: u8) -> Self {
        debug_assert!(x < 32 && y < 32);
        Self((y as u16) << 5 | x as u16)
    }

    /// The cell with this [`Pos::index`], below [`Pos::COUNT`], which only debug builds check.
    #[inline]
    pub const fn from_index(index: usize) -> Self {
        debug_assert!(index < Self::COUNT);
        Self(index as u16)
    }

    /// The column, from 0 at the left edge.
    #[inline]
    pub const fn x(self) -> u8 {
        (self.0 & 31) as u8
    }

    /// The row, from 0 at the upper edge.
    #[inline]
    pub const fn y(self) -> u8 {
        (self.0 >> 5) as u8
    }

    /// `y * 32 + x`, below [`Pos::COUNT`].
    #[inline]
    pub const fn index(self) -> usize {
        (self.0 & 1023) as usize
    }

    /// The cell `steps` further along `direction`, if it lies on a board of `size`. Negative steps go
    /// back.
    #[inline]
    pub fn step(self, direction: Direction, steps: i32, size: Size) -> Option<Self> {
        let (dx, dy) = direction.delta();
        let x = i32::from(self.x()) + dx * steps;
        let y = i32::from(self.y()) + dy * steps;
        size.pos(x, y)
    }

    /// As [`Pos::step`], for a step that is known to stay on the board; any other one arrives at some
    /// other cell.
    #[inline]
    #[must_use]
    pub const fn step_unchecked(self, direction: Direction, steps: i32) -> Self {
        Self((self.0 as i32 + direction.stride() * steps) as u16 & 1023)
    }
}

impl fmt::Display for Pos {
    /// Writes `h8`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'a' + self.x() % 26);
        if self.x() >= 26 {
            f.write_str("a")?;
        }
        write!(f, "{letter}{}", self.y() + 1)
    }
}

impl fmt::Debug for Pos {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Text that names no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParsePosError;

impl fmt::Display for ParsePosError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a cell such as h8: a column letter and a row from 1 to 32")
    }
}

impl std::error::Error for ParsePosError {}

impl FromStr for Pos {
    type Err = ParsePosError;

    /// Reads `h8`, with small or capital letters. Whether a board has the cell is left to
    /// [`Size::contains`].
    fn from_str(text: &str) -> Result<Self, ParsePosError> {
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let letters = &text.as_bytes()[..text.len() - digits.len()];
        let column = |letter: u8| letter.to_ascii_lowercase() - b'a';
        let x = match *letters {
            [letter] => column(letter),
            [b'a' | b'A', letter] => 26 + column(letter),
            _ => return Err(ParsePosError),
        };
        let number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: u8 = digits.parse().map_err(|_| ParsePosError)?;
        if number && x < 32 && (1..=32).contains(&row) {
            Ok(Self::new(x, row - 1))
        } else {
            Err(ParsePosError)
        }
    }
}

/// The four directions of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the right.
    Row,
    /// Downwards.
    Column,
    /// Downwards to the right.
    Diagonal,
    /// Upwards to the right.
    AntiDiagonal,
}

impl Direction {
    /// All four, in the order of [`Direction::index`].
    pub const ALL: [Self; 4] = [Self::Row, Self::Column, Self::Diagonal, Self::AntiDiagonal];

    /// The index of this direction in [`Direction::ALL`], for tables with one entry a direction.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// One step as (x, y): `(1, -1)` for the anti-diagonal.
    #[inline]
    pub const fn delta(self) -> (i32, i32) {
        match self {
            Self::Row => (1, 0),
            Self::Column => (0, 1),
            Self::Diagonal => (1, 1),
            Self::AntiDiagonal => (1, -1),
        }
    }

    /// One step as the difference of two [`Pos::index`].
    #[inline]
    pub const fn stride(self) -> i32 {
        let (dx, dy) = self.delta();
        dy * 32 + dx
    }
}

impl fmt::Display for Direction {
    /// Writes `row`, `column`, `falling diagonal` or `rising diagonal`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Row => "row",
            Self::Column => "column",
            Self::Diagonal => "falling diagonal",
            Self::AntiDiagonal => "rising diagonal",
        })
    }
}

/// The width and height of a board, each from 5 to 32 cells. Written `20x20`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Size {
    width: u8,
    height: u8,
}

impl Size {
    /// The smallest width or height, in cells.
    pub const MIN: u8 = 5;
    /// The greatest width or height, in cells.
    pub const MAX: u8 = 32;

    /// A board of `width` columns and `height` rows.
    ///
    /// # Errors
    /// [`SizeError`] if either is below [`Size::MIN`] or above [`Size::MAX`].
    pub fn new(width: u32, height: u32) -> Result<Self, SizeError> {
        let sides = u32::from(Self::MIN)..=u32::from(Self::MAX);
        if sides.contains(&width) && sides.contains(&height) {
            Ok(Self { width: width as u8, height: height as u8 })
        } else {
            Err(SizeError)
        }
    }

    /// A board of `side` columns and as many rows.
    ///
    /// # Panics
    /// If `side` is below [`Size::MIN`] or above [`Size::MAX`]. Use [`Size::new`] for input.
    pub const fn square(side: u8) -> Self {
        assert!(Self::MIN <= side && side <= Self::MAX);
        Self { width: side, height: side }
    }

    /// The number of columns.
    #[inline]
    pub const fn width(self) -> u8 {
        self.width
    }

    /// The number of rows.
    #[inline]
    pub const fn height(self) -> u8 {
        self.height
    }

    /// The number of cells.
    #[inline]
    pub const fn cells(self) -> usize {
        self.width as usize * self.height as usize
    }

    /// Whether `pos` lies on a board of this size.
    #[inline]
    pub const fn contains(self, pos: Pos) -> bool {
        pos.x() < self.width && pos.y() < self.height
    }

    /// The cell at (`x`, `y`), if a board of this size has it.
    #[inline]
    pub fn pos(self, x: i32, y: i32) -> Option<Pos> {
        let on_board =
            (0..i32::from(self.width)).contains(&x) && (0..i32::from(self.height)).contains(&y);
        on_board.then(|| Pos::new(x as u8, y as u8))
    }

    /// Every cell, row by row from the upper left corner.
    pub fn positions(self) -> impl Iterator<Item = Pos> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| Pos::new(x, y)))
    }

    /// The centre, (width / 2, height / 2): on a side of even length, the right or lower one of the two
    /// middle cells.
    pub const fn centre(self) -> Pos {
        Pos::new(self.width / 2, self.height / 2)
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

impl fmt::Debug for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A width or height outside [`Size::MIN`] to [`Size::MAX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SizeError;

impl fmt::Display for SizeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "unsupported board size: width and height must be from {} to {}",
            Size::MIN,
            Size::MAX
        )
    }
}

impl std::error::Error for SizeError {}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `20`, a square, or `30x20`, width by height.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let (width, height) = text.split_once(['x', 'X']).unwrap_or((text, text));
        let side = |text: &str| text.trim().parse().map_err(|_| SizeError);
        Self::new(side(width)?, side(height)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back() {
        for pos in Size::square(32).positions() {
            assert_eq!(pos.to_string().parse(), Ok(pos));
            assert_eq!(Pos::from_index(pos.index()), pos);
        }
        assert_eq!("H8".parse(), Ok(Pos::new(7, 7)));
        for bad in ["", "h", "8", "h0", "h33", "ba1", "ag1", "h8x", "h+8", "é8"] {
            assert!(bad.parse::<Pos>().is_err(), "{bad}");
        }
    }

    #[test]
    fn sizes_are_limited() {
        assert_eq!("20".parse(), Ok(Size::square(20)));
        assert_eq!("30x20".parse(), Size::new(30, 20));
        for bad in ["4", "33", "20x4", "x", "20x", "-5"] {
            assert_eq!(bad.parse::<Size>(), Err(SizeError), "{bad}");
        }
        let size = Size::new(7, 5).expect("within the limits");
        assert_eq!(size.positions().count(), size.cells());
        assert_eq!(size.centre(), Pos::new(3, 2));
    }

    #[test]
    fn steps_end_at_the_edge() {
        let size = Size::square(15);
        let corner = Pos::new(14, 0);
        assert_eq!(corner.step(Direction::AntiDiagonal, 1, size), None);
        assert_eq!(corner.step(Direction::AntiDiagonal, -4, size), Some(Pos::new(10, 4)));
        for direction in Direction::ALL {
            let from = size.centre();
            assert_eq!(Some(from.step_unchecked(direction, 3)), from.step(direction, 3, size));
        }
    }
}
