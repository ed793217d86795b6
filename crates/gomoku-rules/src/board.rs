//! The board: stones, side to move, key and history. It knows no rule but that a cell holds one stone.

use std::fmt;

use super::zobrist::{side_key, stone_key};
use super::{Cell, Pos, Side, Size};

/// A stone on the board, in the order of play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stone {
    /// Where it lies.
    pub pos: Pos,
    /// Black, white, or a stone that counts for nobody ([`Cell::Wall`]).
    pub cell: Cell,
}

/// A game in progress.
#[derive(Clone)]
pub struct Board {
    size: Size,
    cells: [Cell; Pos::COUNT],
    side_to_move: Side,
    stones: Vec<Stone>,
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
            key: side_key(Side::Black),
        }
    }

    /// Width and height.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// What lies at `pos`; a cell outside the board is a wall.
    #[inline]
    pub fn cell(&self, pos: Pos) -> Cell {
        self.cells[pos.index()]
    }

    /// Whether `pos` is free.
    #[inline]
    pub fn is_empty_at(&self, pos: Pos) -> bool {
        self.cell(pos) == Cell::Empty
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.side_to_move
    }

    /// Gives the turn to `side`.
    #[inline]
    pub fn set_side_to_move(&mut self, side: Side) {
        self.key ^= side_key(self.side_to_move) ^ side_key(side);
        self.side_to_move = side;
    }

    /// The stones in the order of play.
    #[inline]
    pub fn stones(&self) -> &[Stone] {
        &self.stones
    }

    /// The stone played last.
    #[inline]
    pub fn last(&self) -> Option<Stone> {
        self.stones.last().copied()
    }

    /// How many cells are free.
    #[inline]
    pub fn free(&self) -> usize {
        self.size.cells() - self.stones.len()
    }

    /// The Zobrist key of stones and side to move; the order of play has no part in it.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The key after the side to move has played the free cell `pos`.
    #[inline]
    pub fn key_after(&self, pos: Pos) -> u64 {
        let side = self.side_to_move;
        self.key ^ stone_key(pos, side.into()) ^ side_key(side) ^ side_key(!side)
    }

    /// The free cells, row by row.
    pub fn empty_cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.size.positions().filter(|&pos| self.is_empty_at(pos))
    }

    /// Plays the side to move at `pos`, a free cell, and passes the turn.
    #[inline]
    pub fn play(&mut self, pos: Pos) {
        debug_assert!(self.is_empty_at(pos), "{pos} is taken");
        let cell = self.side_to_move.into();
        self.put(pos, cell);
        self.set_side_to_move(!self.side_to_move);
    }

    /// Takes the last stone back. The turn goes to its side; a stone that counts for nobody leaves
    /// the turn where it is.
    #[inline]
    pub fn undo(&mut self) -> Option<Stone> {
        let stone = self.stones.pop()?;
        self.cells[stone.pos.index()] = Cell::Empty;
        self.key ^= stone_key(stone.pos, stone.cell);
        if let Some(side) = stone.cell.side() {
            self.set_side_to_move(side);
        }
        Some(stone)
    }

    /// Sets up a stone of any kind and leaves the turn where it is.
    ///
    /// # Errors
    /// [`PlaceError`] when `pos` is outside the board or taken; the board stays as it was.
    pub fn place(&mut self, pos: Pos, cell: Cell) -> Result<(), PlaceError> {
        self.check_free(pos)?;
        if cell != Cell::Empty {
            self.put(pos, cell);
        }
        Ok(())
    }

    /// Whether a stone may be put at `pos`.
    ///
    /// # Errors
    /// [`PlaceError`] when `pos` is outside the board or taken.
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
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} to move:", self.size, self.side_to_move)?;
        self.stones.iter().try_for_each(|stone| write!(f, " {}", stone.pos))
    }
}

/// Why a stone cannot be put on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlaceError {
    /// The board has no such cell.
    OffBoard,
    /// A stone lies there.
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
