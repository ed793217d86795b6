//! The board: stones, side to move, Zobrist key and history. The only rule it knows is that a cell
//! holds one stone.

use std::fmt;

use crate::pos::{Pos, Size};
use crate::side::{Cell, Side};
use crate::zobrist::{side_key, stone_key};

/// A stone on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Stone {
    /// Its cell.
    pub pos: Pos,
    /// [`Cell::Black`], [`Cell::White`], or [`Cell::Wall`] for a stone that belongs to neither side.
    pub cell: Cell,
}

/// A position and the moves that led to it.
///
/// A board does not judge: [`referee::play`](crate::referee::play) does, and plays a move only if it is
/// legal.
#[derive(Clone)]
pub struct Board {
    size: Size,
    cells: [Cell; Pos::COUNT],
    side_to_move: Side,
    stones: Vec<Stone>,
    /// How many of them, the first ones, were set up.
    set_up: usize,
    key: u64,
}

impl Board {
    /// An empty board with Black to move.
    pub fn new(size: Size) -> Self {
        let mut cells = [Cell::Wall; Pos::COUNT];
        for pos in size.positions() {
            cells[pos.index()] = Cell::Empty;
        }
        Self {
            size,
            cells,
            side_to_move: Side::Black,
            stones: Vec::with_capacity(size.cells()),
            set_up: 0,
            key: side_key(Side::Black),
        }
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The content of `pos`; [`Cell::Wall`] outside the board.
    #[inline]
    pub fn cell(&self, pos: Pos) -> Cell {
        self.cells[pos.index()]
    }

    /// Whether `pos` is free.
    #[inline]
    pub fn is_empty_at(&self, pos: Pos) -> bool {
        self.cell(pos) == Cell::Empty
    }

    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Makes `side` the side to move.
    #[inline]
    pub fn set_side_to_move(&mut self, side: Side) {
        self.key ^= side_key(self.side_to_move) ^ side_key(side);
        self.side_to_move = side;
    }

    /// The stones in the order in which they were played or placed.
    #[inline]
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// How many of the first stones were set up: the order of those means nothing.
    #[inline]
    pub fn set_up(&self) -> usize {
        self.set_up
    }

    /// The last stone.
    #[inline]
    pub fn last(&self) -> Option<Stone> {
        self.stones.last().copied()
    }

    /// The number of free cells.
    #[inline]
    pub fn free(&self) -> usize {
        self.size.cells() - self.stones.len()
    }

    /// The Zobrist key of the stones and the side to move, independent of the order of play.
    /// [`game_key`](crate::game_key) distinguishes rules and sizes. Keys stay the same from one run to
    /// the next.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after the side to move plays `pos`, a free cell.
    #[inline]
    pub fn key_after(&self, pos: Pos) -> u64 {
        let side = self.side_to_move;
        self.key ^ stone_key(pos, side.into()) ^ side_key(side) ^ side_key(!side)
    }

    /// The key before the other side played `pos`, which its stone is on.
    #[inline]
    pub fn key_before(&self, pos: Pos) -> u64 {
        let mover = !self.side_to_move;
        self.key ^ stone_key(pos, mover.into()) ^ side_key(mover) ^ side_key(!mover)
    }

    /// The free cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.size.positions().filter(|&pos| self.is_empty_at(pos))
    }

    /// Plays `pos` for the side to move and passes the turn. The cell must be free, which only debug
    /// builds check: see [`Board::check_free`].
    #[inline]
    pub fn play(&mut self, pos: Pos) {
        debug_assert!(self.is_empty_at(pos), "{pos} is taken");
        let cell = self.side_to_move.into();
        self.put(pos, cell);
        self.set_side_to_move(!self.side_to_move);
    }

    /// Takes back the last stone and returns it. Its side becomes the side to move; a stone that belongs
    /// to neither side leaves the turn as it is.
    #[inline]
    pub fn undo(&mut self) -> Option<Stone> {
        let stone = self.stones.pop()?;
        self.set_up = self.set_up.min(self.stones.len());
        self.cells[stone.pos.index()] = Cell::Empty;
        self.key ^= stone_key(stone.pos, stone.cell);
        if let Some(side) = stone.cell.side() {
            self.set_side_to_move(side);
        }
        Some(stone)
    }

    /// Puts down a stone of any kind and leaves the turn as it is.
    ///
    /// # Errors
    /// [`PlaceError`] if `pos` is outside the board or taken; the board is unchanged.
    pub fn place(&mut self, pos: Pos, cell: Cell) -> Result<(), PlaceError> {
        self.check_free(pos)?;
        if cell != Cell::Empty {
            self.put(pos, cell);
        }
        Ok(())
    }

    /// Makes a set-up position of this: all stones so far lie in no order, however they were put down.
    pub fn forget_order(&mut self) {
        self.stones.sort_unstable_by_key(|stone| stone.pos);
        self.set_up = self.stones.len();
    }

    /// Checks that `pos` is a free cell of the board.
    ///
    /// # Errors
    /// [`PlaceError`] if `pos` is outside the board or taken.
    pub fn check_free(&self, pos: Pos) -> Result<(), PlaceError> {
        if !self.size.contains(pos) {
            return Err(PlaceError::OffBoard);
        }
        if self.is_empty_at(pos) { Ok(()) } else { Err(PlaceError::Occupied) }
    }

    #[inline]
    fn put(&mut self, pos: Pos, cell: Cell) {
        self.cells[pos.index()] = cell;
        self.stones.push(Stone { pos, cell });
        self.key ^= stone_key(pos, cell);
    }
}

impl fmt::Debug for Board {
    /// Writes one line: `15x15 white to move: h8`. [`Diagram`](crate::Diagram) draws the board.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} to move:", self.size, self.side_to_move)?;
        self.stones.iter().try_for_each(|stone| write!(f, " {}", stone.pos))
    }
}

/// Why a stone cannot be put down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The board has no such cell.
    OffBoard,
    /// The cell is not free.
    Occupied,
}

impl fmt::Display for PlaceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OffBoard => "the cell is outside the board",
            Self::Occupied => "the cell is taken",
        })
    }
}

impl std::error::Error for PlaceError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undo_restores_key_turn_and_cells() {
        let mut board = Board::new(Size::square(15));
        let start = board.key();
        let moves = [Pos::new(7, 7), Pos::new(8, 8), Pos::new(6, 7)];
        for pos in moves {
            let key = board.key_after(pos);
            board.play(pos);
            assert_eq!(board.key(), key);
        }
        assert_eq!(board.side_to_move(), Side::White);
        assert_eq!(board.place(moves[0], Cell::Wall), Err(PlaceError::Occupied));
        assert_eq!(board.place(Pos::new(15, 0), Cell::Black), Err(PlaceError::OffBoard));
        while board.undo().is_some() {}
        assert_eq!((board.key(), board.free()), (start, 225));
        assert_eq!(board.side_to_move(), Side::Black);
    }

    #[test]
    fn set_up_stones_are_the_same_in_any_order() {
        let set_up = |moves: [(u8, u8); 3]| {
            let mut board = Board::new(Size::square(9));
            for (x, y) in moves {
                board.place(Pos::new(x, y), Cell::White).expect("a free cell");
            }
            board.forget_order();
            board
        };
        let mut board = set_up([(3, 3), (1, 1), (2, 2)]);
        assert_eq!(board.stones(), set_up([(2, 2), (3, 3), (1, 1)]).stones());
        board.play(Pos::new(4, 4));
        assert_eq!(board.set_up(), 3);
        board.undo();
        board.undo();
        board.play(Pos::new(5, 5));
        assert_eq!((board.set_up(), board.stones().len()), (2, 3));
    }

    #[test]
    fn the_order_of_play_has_no_part_in_the_key() {
        let key = |moves: [(u8, u8); 3]| {
            let mut board = Board::new(Size::square(9));
            for (x, y) in moves {
                board.play(Pos::new(x, y));
            }
            board.key()
        };
        assert_eq!(key([(1, 1), (2, 2), (3, 3)]), key([(3, 3), (2, 2), (1, 1)]));
        assert_ne!(key([(1, 1), (2, 2), (3, 3)]), key([(2, 2), (1, 1), (3, 3)]));
    }
}
