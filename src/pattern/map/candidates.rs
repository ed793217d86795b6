//! The candidates for a move: the cells near stones.

use gomoku_rules::Pos;

/// Candidates lie up to this far from a stone along its lines, and up to one less all around it.
const RANGE: usize = 4;

/// The rows around a stone.
pub type Rows = [u32; 2 * RANGE + 1];

/// The cells around a stone as seen from its row: bit `RANGE` is its column.
const AROUND: Rows = [
    0b1_0001_0001,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_1111_1111,
    0b0_1111_1110,
    0b0_1111_1110,
    0b0_1111_1110,
    0b1_0001_0001,
];

/// The cells near any stone, free or not: row `y` of the board is number `y + RANGE`, so that those
/// around a stone need no edge case.
#[derive(Clone, Debug)]
pub struct Candidates([u32; 32 + 2 * RANGE]);

impl Candidates {
    /// No cells.
    pub const NONE: Self = Self([0; 32 + 2 * RANGE]);

    /// The cells of each row of the largest board, bit `x` for column `x`.
    #[inline]
    pub fn rows(&self) -> &[u32; 32] {
        let rows = self.0[RANGE..].first_chunk();
        rows.unwrap_or_else(|| unreachable!("the board lies within the margin"))
    }

    /// Adds the surroundings of `pos`; returns the rows as they were.
    #[inline]
    pub fn widen(&mut self, pos: Pos) -> Rows {
        let rows = self.around(pos);
        let before = *rows;
        let column = usize::from(pos.x());
        let (left, right) = (column.saturating_sub(RANGE), RANGE.saturating_sub(column));
        for (row, around) in rows.iter_mut().zip(AROUND) {
            *row |= around << left >> right;
        }
        before
    }

    /// Makes the rows around `pos` what they were.
    #[inline]
    pub fn restore(&mut self, pos: Pos, before: Rows) {
        *self.around(pos) = before;
    }

    #[inline]
    fn around(&mut self, pos: Pos) -> &mut Rows {
        let rows = self.0[usize::from(pos.y() & 31)..].first_chunk_mut();
        rows.unwrap_or_else(|| unreachable!("the margin holds the last rows"))
    }
}
