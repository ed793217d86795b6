//! The lines of the board as bits: the neighbours of a cell are an index into a table.

use gomoku_rules::{Cell, Direction, Pos, Size};

/// Rows, columns and both kinds of diagonal of a 32x32 board.
const LINES: usize = 32 + 32 + 63 + 63;

/// One line: two bits a cell, whether it is open to Black and, above, to White. An empty cell is to both, a
/// stone to its side, a wall to none. What lies behind the ends reads as wall, so no edge is a special case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LineKey(u64);

impl LineKey {
    pub const WALL: Self = Self(0);
    /// Empty cells everywhere.
    #[cfg(test)]
    pub const EMPTY: Self = Self(u64::MAX);

    /// Puts `cell` on the empty cell at `place`.
    #[inline]
    pub fn put(&mut self, place: u32, cell: Cell) {
        let closed = match cell {
            Cell::Empty => 0b00,
            Cell::Black => 0b10,
            Cell::White => 0b01,
            Cell::Wall => 0b11,
        };
        self.0 &= !(closed << (2 * place));
    }

    /// Empties the cell at `place`.
    #[inline]
    pub fn clear(&mut self, place: u32) {
        self.0 |= 0b11 << (2 * place);
    }

    /// The other empty cells up to `reach` from `place`.
    #[inline]
    pub fn empty_near(self, place: u32, reach: u32) -> impl Iterator<Item = u32> {
        let cells = self.around(place, reach) & !(0b11 << (2 * reach));
        empty_cells(cells, 2 * reach + 1).map(move |bit| place + bit / 2 - reach)
    }

    /// The cells around `place`, twice `REACH` to each side, the furthest to the left first.
    #[inline]
    pub fn span<const REACH: u32>(self, place: u32) -> Span<REACH> {
        Span(self.around(place, 2 * REACH) & ((1 << (2 * (4 * REACH + 1))) - 1))
    }

    /// The cells from `reach` to the left of `place` on.
    #[inline]
    fn around(self, place: u32, reach: u32) -> u64 {
        ((u128::from(self.0) << (2 * reach)) >> (2 * (place & 31))) as u64
    }

    /// Whether a black stone lies at `place`.
    pub fn is_black(self, place: u32) -> bool {
        self.0 >> (2 * place) & 0b11 == 0b01
    }

    /// How many black stones a black one at `place` would join in a row.
    pub fn blacks_around(self, place: u32) -> u32 {
        const BLACKS: u64 = u64::MAX / 3;
        let others = self.0 ^ BLACKS;
        let before = (others << 1 << (63 - 2 * place)).leading_zeros() / 2;
        let after = (others >> 2 >> (2 * place)).trailing_zeros() / 2;
        before.min(place) + after.min(31 - place)
    }
}

/// Part of a line.
#[derive(Clone, Copy)]
pub(super) struct Span<const REACH: u32>(pub u64);

impl<const REACH: u32> Span<REACH> {
    /// The bits of `REACH` cells.
    const HALF: usize = (1 << (2 * REACH)) - 1;

    /// Where the neighbours of the cell in the middle begin.
    pub const MIDDLE: u32 = 2 * REACH;
    /// The bits of a cell and those of `REACH` cells to its left.
    pub const STEP: u32 = 2 * (REACH + 1);

    /// The empty cells within `REACH` of the middle, which is filled, from left to right: each by the first
    /// bit of its neighbours.
    #[inline]
    pub fn empty(self) -> impl Iterator<Item = u32> {
        empty_cells(self.0 >> (2 * REACH), 2 * REACH + 1)
    }

    /// The index of the neighbours that begin with `bit`, the leftmost one in the lowest bits.
    #[inline]
    pub const fn index(self, bit: u32) -> usize {
        let bits = (self.0 >> bit) as usize;
        bits & Self::HALF | bits >> 2 & Self::HALF << (2 * REACH)
    }

    /// The span that begins with the neighbours of this index.
    pub const fn of_index(index: usize) -> Self {
        let (left, right) = (index & Self::HALF, index >> (2 * REACH));
        Self((left | right << (2 * REACH + 2)) as u64)
    }

    /// The `REACH` cells from `bit` on, the leftmost one in the lowest bits.
    #[inline]
    pub const fn half(self, bit: u32) -> usize {
        (self.0 >> bit) as usize & Self::HALF
    }
}

/// The first bits of those that are empty among the first `count` of these cells, in order.
#[inline]
fn empty_cells(cells: u64, count: u32) -> impl Iterator<Item = u32> {
    let mut empty = cells & cells >> 1 & (u64::MAX / 3) & ((1 << (2 * count)) - 1);
    std::iter::from_fn(move || {
        let bit = empty.trailing_zeros();
        (empty != 0).then(|| {
            empty &= empty - 1;
            bit
        })
    })
}

/// Where a cell lies on its line along `direction`.
#[inline]
pub(super) const fn place_of(direction: Direction, pos: Pos) -> u32 {
    let step = match direction {
        Direction::Column => pos.y(),
        _ => pos.x(),
    };
    step as u32
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
            self.keys[Self::number(direction, pos)].put(place_of(direction, pos), cell);
        }
    }

    /// Empties `pos` on its four lines.
    #[inline]
    pub fn clear(&mut self, pos: Pos) {
        for direction in Direction::ALL {
            self.keys[Self::number(direction, pos)].clear(place_of(direction, pos));
        }
    }
}
