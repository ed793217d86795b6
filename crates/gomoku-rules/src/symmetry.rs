//! The symmetries of the board: rotations and reflections that change nothing about the game.

use crate::board::{Board, Stone};
use crate::pos::{Pos, Size};
use crate::side::Side;
use crate::zobrist::{side_key, stone_key};

/// A symmetry of the board. Those that swap rows and columns belong to square boards only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Symmetry {
    /// Swap rows and columns, before any reflection.
    transpose: bool,
    /// Swap left and right.
    mirror_x: bool,
    /// Swap top and bottom.
    mirror_y: bool,
}

impl Symmetry {
    /// The identity, the rotations by 90, 180 and 270 degrees, the reflections top to bottom and left
    /// to right, and those in the two diagonals.
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

    /// The image of `pos` on a board of `size`, one that has this symmetry.
    #[must_use]
    pub fn apply(self, pos: Pos, size: Size) -> Pos {
        let (x, y) = if self.transpose { (pos.y(), pos.x()) } else { (pos.x(), pos.y()) };
        Pos::new(
            if self.mirror_x { size.width() - 1 - x } else { x },
            if self.mirror_y { size.height() - 1 - y } else { y },
        )
    }

    /// This symmetry, and `next` after it.
    #[must_use]
    pub const fn then(self, next: Self) -> Self {
        let (x, y) = if next.transpose {
            (self.mirror_y, self.mirror_x)
        } else {
            (self.mirror_x, self.mirror_y)
        };
        Self::new(self.transpose != next.transpose, x != next.mirror_x, y != next.mirror_y)
    }

    /// The image of an offset, x to the right and y downwards.
    pub(crate) const fn turn(self, (x, y): (i32, i32)) -> (i32, i32) {
        let (x, y) = if self.transpose { (y, x) } else { (x, y) };
        (if self.mirror_x { -x } else { x }, if self.mirror_y { -y } else { y })
    }

    /// The stones of `board` in a canonical form: sorted, and the smallest of all symmetric images. It is
    /// the same for all images and orders of play of a position, so that a set of such forms holds each
    /// position once. The side to move and the size are no part of it.
    pub fn canonical(board: &Board) -> Vec<Stone> {
        let size = board.size();
        let image = |symmetry: Self| {
            let stones = board.stones().iter();
            let mut stones: Vec<Stone> = stones
                .map(|stone| Stone { pos: symmetry.apply(stone.pos, size), cell: stone.cell })
                .collect();
            stones.sort_unstable();
            stones
        };
        Self::of(size).map(image).min().unwrap_or_default()
    }

    /// The least of the keys of all symmetric images of `board`: a [`Board::key`] that they share, the
    /// side to move included.
    pub fn key(board: &Board) -> u64 {
        Images::of(board).key()
    }
}

/// The keys of all symmetric images of a position, and of what moves lead to and from.
#[derive(Clone)]
pub struct Images {
    size: Size,
    to_move: Side,
    keys: Vec<(Symmetry, u64)>,
}

impl Images {
    /// The images of `board`, itself first.
    pub fn of(board: &Board) -> Self {
        let (size, to_move) = (board.size(), board.side_to_move());
        let image = |symmetry: Symmetry| {
            let stones = board.stones().iter();
            let keys = stones.map(|stone| stone_key(symmetry.apply(stone.pos, size), stone.cell));
            (symmetry, keys.fold(side_key(to_move), |key, stone| key ^ stone))
        };
        Self { size, to_move, keys: Symmetry::of(size).map(image).collect() }
    }

    /// [`Symmetry::key`] of the position.
    pub fn key(&self) -> u64 {
        self.keys.iter().map(|&(_, key)| key).min().unwrap_or_default()
    }

    /// [`Symmetry::key`] after the side to move plays `pos`, a free cell of the first image.
    pub fn key_after(&self, pos: Pos) -> u64 {
        self.key_with(pos, self.to_move)
    }

    /// [`Symmetry::key`] before the other side played `pos`, which its stone is on in the first image.
    pub fn key_before(&self, pos: Pos) -> u64 {
        self.key_with(pos, !self.to_move)
    }

    /// The key when a stone of `side` at `pos` comes or goes, and the turn passes.
    fn key_with(&self, pos: Pos, side: Side) -> u64 {
        let turn = side_key(side) ^ side_key(!side);
        let keys = self.keys.iter().map(|&(symmetry, key)| {
            key ^ turn ^ stone_key(symmetry.apply(pos, self.size), side.into())
        });
        keys.min().unwrap_or_default()
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
    fn images_and_orders_of_play_share_their_canonical_form_and_key() {
        for size in [Size::square(15), Size::new(9, 7).expect("a size")] {
            let form = |moves: [(u8, u8); 3], symmetry: Symmetry| {
                let mut board = Board::new(size);
                for (x, y) in moves {
                    let pos = symmetry.apply(Pos::new(x, y), size);
                    let (before, after) =
                        (Symmetry::key(&board), Images::of(&board).key_after(pos));
                    board.play(pos);
                    assert_eq!(after, Symmetry::key(&board));
                    assert_eq!(before, Images::of(&board).key_before(pos));
                }
                (Symmetry::canonical(&board), Symmetry::key(&board))
            };
            let (moves, reordered) = ([(1, 0), (2, 2), (3, 5)], [(3, 5), (2, 2), (1, 0)]);
            let known = form(moves, Symmetry::ALL[0]);
            for symmetry in Symmetry::of(size) {
                assert_eq!(form(moves, symmetry), known);
                assert_eq!(form(reordered, symmetry), known);
                assert_ne!(form([(1, 0), (2, 1), (3, 5)], symmetry), known);
                assert_ne!(form([(2, 2), (1, 0), (3, 5)], symmetry), known, "colours count");
            }
        }
    }

    #[test]
    fn one_symmetry_after_another_is_one() {
        for size in [Size::square(9), Size::new(9, 7).expect("a size")] {
            for (first, next) in Symmetry::of(size)
                .flat_map(|first| Symmetry::of(size).map(move |next| (first, next)))
            {
                for pos in size.positions() {
                    let image = next.apply(first.apply(pos, size), size);
                    assert_eq!(first.then(next).apply(pos, size), image);
                }
            }
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
