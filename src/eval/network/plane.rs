//! Features by cell, with a border around the largest board, so that every cell has eight neighbours.

use super::lanes::Lanes;
use gomoku_rules::Pos;

/// The features of all cells; those of the border stay zero.
#[derive(Clone, Debug)]
pub struct Plane(Box<[Lanes; COUNT]>);

/// From a row to the next one: the border on the right of one row is that on the left of the next.
const PITCH: usize = 33;
/// Rows of the largest board, one above and one below, and the last cell's border on the right.
const COUNT: usize = 34 * PITCH + 1;

impl Default for Plane {
    /// Zeros.
    fn default() -> Self {
        let cells = vec![Lanes::default(); COUNT].try_into();
        Self(cells.unwrap_or_else(|_| unreachable!("the length is given")))
    }
}

impl Plane {
    /// The features of a cell.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn at(&self, pos: Pos) -> &Lanes {
        &self.0[place(pos)]
    }

    /// The same, to be changed.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn at_mut(&mut self, pos: Pos) -> &mut Lanes {
        &mut self.0[place(pos)]
    }

    /// The cell in the middle of three rows of three.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn around(&self, pos: Pos) -> [&[Lanes; 3]; 3] {
        let row = |place: usize| {
            self.0[place - 1..].first_chunk().unwrap_or_else(|| unreachable!("the border"))
        };
        let place = place(pos);
        [row(place - PITCH), row(place), row(place + PITCH)]
    }
}

/// Where a cell lies among all.
#[inline(always)]
#[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
fn place(pos: Pos) -> usize {
    let index = pos.index();
    index + (index >> 5) * (PITCH - 32) + PITCH + 1
}
