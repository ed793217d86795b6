//! The lines of the board as bits: the neighbours of a cell are an index into a table.

use gomoku_rules::{Cell, Direction, Pos, Size};

/// Wall cells at each end of a line: the neighbours of a neighbour need no edge case.
const MARGIN: u32 = 10;

/// Rows, columns and both kinds of diagonal of a 32x32 board.
const LINES: usize = 32 + 32 + 63 + 63;

/// One line: a bit a cell for each side, both set for a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineKey {
    pub black: u64,
    pub white: u64,
}

impl LineKey {
    const WALL: Self = Self { black: u64::MAX, white: u64::MAX };

    /// Puts `cell` on the empty cell at `bit`.
    #[inline]
    pub fn put(&mut self, bit: u32, cell: Cell) {
        let mask = 1 << bit;
        if matches!(cell, Cell::Black | Cell::Wall) {
            self.black |= mask;
        }
        if matches!(cell, Cell::White | Cell::Wall) {
            self.white |= mask;
        }
    }

    /// Empties the cell at `bit`.
    #[inline]
    pub fn clear(&mut self, bit: u32) {
        self.black &= !(1 << bit);
        self.white &= !(1 << bit);
    }

    /// The other empty cells up to `reach` from `bit`.
    #[inline]
    pub fn empty_near(self, bit: u32, reach: u32) -> impl Iterator<Item = u32> {
        let window = ((1 << (2 * reach + 1)) - 1) << (bit - reach) & !(1 << bit);
        bits(!(self.black | self.white) & window)
    }

    /// The cells around `bit`, twice `REACH` to each side: Black's and then White's, the furthest to the
    /// left first.
    #[inline]
    pub fn span<const REACH: u32>(self, bit: u32) -> Span<REACH> {
        let shift = bit - 2 * REACH;
        let mask = (1 << Span::<REACH>::WHITE) - 1;
        Span((self.black >> shift & mask) | (self.white >> shift & mask) << Span::<REACH>::WHITE)
    }
}

/// Part of a line, both sides in one word: so close together that a window fits 32 bits.
#[derive(Clone, Copy)]
pub(super) struct Span<const REACH: u32>(pub u64);

impl<const REACH: u32> Span<REACH> {
    /// Where White's cells begin.
    const WHITE: u32 = 4 * REACH + 1;
    const WINDOW: u64 = (1 << (2 * REACH + 1)) - 1;
    /// The first cells of both sides.
    const LEFT: u32 = ((1 << REACH) - 1) * (1 << Self::WHITE | 1);
    const RIGHT: u32 = Self::LEFT << REACH;

    /// The empty cells within `REACH` of the middle, which is filled, counted from the first cell
    /// that has all its neighbours in this span.
    #[inline]
    pub fn empty(self) -> impl Iterator<Item = u32> {
        bits(!((self.0 | self.0 >> Self::WHITE) >> REACH) & Self::WINDOW)
    }

    /// The index of the neighbours of the `k`th such cell: Black's bits low, White's high, the cell
    /// itself left out.
    #[inline]
    pub const fn index(self, k: u32) -> usize {
        let bits = (self.0 >> k) as u32;
        let sides = (bits & Self::LEFT) | (bits >> 1 & Self::RIGHT);
        ((sides | sides >> (Self::WHITE - 2 * REACH)) & ((1 << (4 * REACH)) - 1)) as usize
    }

    /// The span in which the first such cell has these neighbours: the inverse of [`Span::index`].
    pub const fn of_index(index: usize) -> Self {
        let half = (1 << REACH) - 1;
        let (black, white) = (index as u64, index as u64 >> (2 * REACH));
        let left = black & half | (white & half) << Self::WHITE;
        let right = black >> REACH & half | (white >> REACH & half) << Self::WHITE;
        Self(left | right << (REACH + 1))
    }

    /// The `REACH` cells from the `k`th cell of the span on: Black's bits low, White's high, the leftmost
    /// cell in each one's lowest bit.
    #[inline]
    pub const fn half(self, k: u32) -> usize {
        let bits = (self.0 >> k) as u32 & Self::LEFT;
        ((bits | bits >> (Self::WHITE - REACH)) & ((1 << (2 * REACH)) - 1)) as usize
    }
}

/// The numbers of the bits set in `mask`, the lowest first.
#[inline]
fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let bit = mask.trailing_zeros();
        (mask != 0).then(|| {
            mask &= mask - 1;
            bit
        })
    })
}

/// Where a cell lies on its line: the bit of `pos` in the line along `direction`.
#[inline]
pub(super) const fn bit_of(direction: Direction, pos: Pos) -> u32 {
    let step = match direction {
        Direction::Column => pos.y(),
        _ => pos.x(),
    };
    step as u32 + MARGIN
}

/// All lines of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Lines {
    keys: [LineKey; LINES],
}

impl Lines {
    pub fn new(size: Size) -> Self {
        let mut lines = Self { keys: [LineKey::WALL; LINES] };
        for pos in size.positions() {
            lines.clear(pos);
        }
        lines
    }

    /// The number of the line through `pos` along `direction`.
    #[inline]
    pub const fn number(direction: Direction, pos: Pos) -> usize {
        let (x, y) = (pos.x() as usize & 31, pos.y() as usize & 31);
        match direction {
            Direction::Row => y,
            Direction::Column => 32 + x,
            Direction::Diagonal => 64 + 31 + x - y,
            Direction::AntiDiagonal => 127 + x + y,
        }
    }

    /// The line through `pos` along `direction`.
    #[inline]
    pub fn line(&self, direction: Direction, pos: Pos) -> LineKey {
        self.keys[Self::number(direction, pos)]
    }

    /// Puts `cell` on the empty cell `pos` of its four lines.
    #[inline]
    pub fn put(&mut self, pos: Pos, cell: Cell) {
        for direction in Direction::ALL {
            self.keys[Self::number(direction, pos)].put(bit_of(direction, pos), cell);
        }
    }

    /// Empties `pos` on its four lines.
    #[inline]
    pub fn clear(&mut self, pos: Pos) {
        for direction in Direction::ALL {
            self.keys[Self::number(direction, pos)].clear(bit_of(direction, pos));
        }
    }
}
