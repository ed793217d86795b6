//! Rows of line codes and their sums.

use super::shape::{LANES, MAX_FEATURE};

/// A row, the sum of a cell's rows, or its features: Black's numbers first. One cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lanes(pub [i16; LANES]);

impl Lanes {
    /// The features of a cell with this sum.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn features(mut self) -> Self {
        for feature in &mut self.0 {
            *feature = (*feature).clamp(0, MAX_FEATURE);
        }
        self
    }

    /// Adds the row of a line.
    pub fn add(&mut self, row: &Self) {
        for (sum, number) in self.0.iter_mut().zip(row.0) {
            *sum += number;
        }
    }
}
