//! Rows of line codes and their sums.

use super::shape::{LANES, MAX_FEATURE};

/// A row, or the sum of a cell's rows: Black's numbers first. One cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes(pub [i16; LANES]);

impl Lanes {
    /// The features of a cell with this sum.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn features(self) -> [i16; LANES] {
        let mut features = self.0;
        for feature in &mut features {
            *feature = (*feature).clamp(0, MAX_FEATURE);
        }
        features
    }

    /// Adds the row of a line.
    pub fn add(&mut self, row: &Self) {
        for (sum, number) in self.0.iter_mut().zip(row.0) {
            *sum += number;
        }
    }
}
