//! The symmetries of the board: turns and reflections that change nothing about the game.

use super::{Pos, Size};

/// A symmetry of a board; those that swap rows and columns belong to square boards alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Rows become columns, before anything else.
    transpose: bool,
    /// Left and right change places.
    mirror_x: bool,
    /// Top and bottom change places.
    mirror_y: bool,
}

impl Symmetry {
    /// The identity, the turns by 90, 180 and 270 degrees, the reflections top to bottom and left to
    /// right, and those about the two diagonals.
    pub const ALL: [Self; 8] = [
        Self::new(false, false, false),
        Self::new(true, false, true),
        Self::new(false, true, true),
        Self::new(true, true, false),
        Self::new(false, false, true),
        Self::new(false, true, false),
        Self::new(true, false, false),
        Self::new(true, true, true),
    ];

    const fn new(transpose: bool, mirror_x: bool, mirror_y: bool) -> Self {
        Self { transpose, mirror_x, mirror_y }
    }

    /// The symmetries of a board of `size`, the identity first.
    pub fn of(size: Size) -> impl Iterator<Item = Self> + Clone {
        let square = size.width() == size.height();
        Self::ALL.into_iter().filter(move |symmetry| square || !symmetry.transpose)
    }

    /// Where `pos` comes to lie on a board of `size`.
    #[must_use]
    pub fn apply(self, pos: Pos, size: Size) -> Pos {
        let (x, y) = if self.transpose { (pos.y(), pos.x()) } else { (pos.x(), pos.y()) };
        Pos::new(
            if self.mirror_x { size.width() - 1 - x } else { x },
            if self.mirror_y { size.height() - 1 - y } else { y },
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_eight_and_a_rectangle_four() {
        for (size, count) in [(Size::square(15), 8), (Size::new(7, 5).expect("a size"), 4)] {
            let pos = Pos::new(1, 0);
            let mut images: Vec<Pos> =
                Symmetry::of(size).map(|symmetry| symmetry.apply(pos, size)).collect();
            assert!(images[0] == pos && images.iter().all(|&image| size.contains(image)));
            images.sort_unstable();
            images.dedup();
            assert_eq!(images.len(), count);
        }
    }

    #[test]
    fn four_quarter_turns_come_home() {
        let size = Size::square(9);
        let quarter = Symmetry::ALL[1];
        for pos in size.positions() {
            let half = quarter.apply(quarter.apply(pos, size), size);
            assert_eq!(half, Symmetry::ALL[2].apply(pos, size));
            assert_eq!(quarter.apply(half, size), Symmetry::ALL[3].apply(pos, size));
        }
    }
}
