//! The candidates for a move: the cells near stones.

use crate::pattern::cells::CellSet;
use gomoku_rules::Pos;

/// Candidates lie up to this far from a stone along its lines, and up to one less all around it.
const RANGE: usize = 4;

/// The rows around a stone.
pub type Rows = [u32; 2 * RANGE + 1];

/// The cells around a stone as seen from its row: bit `RANGE` is its column.
const AROUND: [u64; 2 * RANGE + 1] = [
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

/// The cells near any stone, free or not.
#[derive(Clone, Debug, Default)]
pub struct Candidates(CellSet);

impl Candidates {
    /// The cells.
    #[inline]
    pub fn cells(&self) -> &CellSet {
        &self.0
    }

    /// Adds the surroundings of `pos`; returns the rows as they were.
    #[inline]
    pub fn widen(&mut self, pos: Pos) -> Rows {
        let mut before = [0; 2 * RANGE + 1];
        for (i, y) in rows_around(pos).enumerate() {
            before[i] = self.0.row(y);
            if y.abs_diff(usize::from(pos.y())) <= RANGE {
                let around = (AROUND[i] << pos.x() >> RANGE) as u32;
                self.0.set_row(y, before[i] | around);
            }
        }
        before
    }

    /// Makes the rows around `pos` what they were.
    #[inline]
    pub fn restore(&mut self, pos: Pos, before: Rows) {
        for (y, row) in rows_around(pos).zip(before) {
            self.0.set_row(y, row);
        }
    }
}

/// The rows that hold the surroundings of `pos`; those outside the set are folded back into it.
#[inline]
fn rows_around(pos: Pos) -> impl Iterator<Item = usize> {
    (0..=2 * RANGE).map(move |i| (pos.y() as usize + 32 + i - RANGE) & 31)
}
