//! The position at a node.

use gomoku_rules::{Board, Pos, Side, Size};

use super::node::{Node, Notes, Setup, TreeMove};

/// The stones on the board and the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stones {
    size: Size,
    /// The cells of each side, a bit a column, row by row.
    rows: [[u32; Size::MAX as usize]; 2],
    to_move: Side,
    /// Whether a move was made, or a side has passed.
    has_moved: bool,
}

/// A move to a cell that is not free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Taken(pub Pos);

/// What takes a node back.
#[derive(Debug)]
pub(super) struct Undo {
    /// The stone that its move put on the board.
    placed: Option<(Side, Pos)>,
    /// The rows before its stones were set up.
    rows: Option<Box<[[u32; Size::MAX as usize]; 2]>>,
    to_move: Side,
    has_moved: bool,
}

impl Stones {
    /// An empty board of `size`, Black to move.
    pub fn new(size: Size) -> Self {
        let rows = [[0; Size::MAX as usize]; 2];
        Self { size, rows, to_move: Side::Black, has_moved: false }
    }

    /// Width and height of the board.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Whose stone there is at a cell.
    pub fn side_at(&self, pos: Pos) -> Option<Side> {
        let has = |side: &Side| self.rows[side.index()][usize::from(pos.y())] >> pos.x() & 1 > 0;
        Side::BOTH.into_iter().find(has)
    }

    /// The cells of a side, row by row.
    pub fn of(&self, side: Side) -> impl Iterator<Item = Pos> + '_ {
        self.size.positions().filter(move |&pos| self.side_at(pos) == Some(side))
    }

    /// The position: its stones have no order.
    pub fn board(&self) -> Board {
        board_of(self.size, Side::BOTH.map(|side| self.of(side)), self.to_move)
    }

    /// The side to move. Before the first move, where stones are set up and nothing else is stated, it is White
    /// if Black has more stones, else Black.
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The position at a child of the node with this one. A stone on a taken cell is left out.
    #[must_use]
    pub fn after(&self, child: &Node) -> Self {
        let mut stones = self.clone();
        stones.enter(child);
        stones
    }

    /// Whether a move puts its stone on a taken cell.
    pub(super) fn check(&self, played: Option<TreeMove>) -> Result<(), Taken> {
        let pos = played.and_then(|played| played.pos);
        match pos.filter(|&pos| self.side_at(pos).is_some()) {
            Some(pos) => Err(Taken(pos)),
            None => Ok(()),
        }
    }

    /// Goes down to a node. A stone on a taken cell is left out.
    pub(super) fn enter(&mut self, node: &Node) -> Undo {
        let notes = node.notes();
        let Self { to_move, has_moved, .. } = *self;
        let mut undo = Undo { placed: None, rows: None, to_move, has_moved };
        if !notes.setup.is_empty() {
            undo.rows = Some(Box::new(self.rows));
        }
        self.set_up(&notes.setup);
        if let Some(TreeMove { side, pos }) = node.played {
            if let Some(pos) = pos.filter(|&pos| self.side_at(pos).is_none()) {
                self.toggle(side, pos);
                undo.placed = Some((side, pos));
            }
            (self.to_move, self.has_moved) = (!side, true);
        }
        self.to_move = notes.to_move.unwrap_or(self.to_move);
        undo
    }

    /// Sets up stones, and the side to move.
    pub(crate) fn note(&mut self, notes: &Notes) {
        self.set_up(&notes.setup);
        self.to_move = notes.to_move.unwrap_or(self.to_move);
    }

    /// Sets up more stones at a node that was entered, which has no move and says whose turn it is, or does not.
    pub(super) fn set_up_more(&mut self, setup: Setup, to_move: Option<Side>, undo: &mut Undo) {
        undo.rows.get_or_insert_with(|| Box::new(self.rows));
        self.set_up(&[setup]);
        self.to_move = to_move.unwrap_or(self.to_move);
    }

    pub(super) fn set_up(&mut self, setup: &[Setup]) {
        for setup in setup {
            let columns = (u64::MAX >> (63 - (setup.area.to.x() - setup.area.from.x())))
                << setup.area.from.x();
            for y in setup.area.from.y()..=setup.area.to.y() {
                for side in Side::BOTH {
                    let row = &mut self.rows[side.index()][usize::from(y)];
                    *row &= !(columns as u32);
                    if setup.side == Some(side) {
                        *row |= columns as u32;
                    }
                }
            }
        }
        if !setup.is_empty() && !self.has_moved {
            let [black, white] =
                self.rows.map(|rows| rows.iter().map(|row| row.count_ones()).sum::<u32>());
            self.to_move = if black > white { Side::White } else { Side::Black };
        }
    }

    /// Goes up again.
    pub(super) fn leave(&mut self, undo: Undo) {
        if let Some((side, pos)) = undo.placed {
            self.toggle(side, pos);
        }
        if let Some(rows) = undo.rows {
            self.rows = *rows;
        }
        (self.to_move, self.has_moved) = (undo.to_move, undo.has_moved);
    }

    fn toggle(&mut self, side: Side, pos: Pos) {
        self.rows[side.index()][usize::from(pos.y())] ^= 1 << pos.x();
    }
}

/// The position of each side's stones, which have no order.
pub(crate) fn board_of(
    size: Size,
    stones: [impl IntoIterator<Item = Pos>; 2],
    to_move: Side,
) -> Board {
    let mut board = Board::new(size);
    for (side, cells) in Side::BOTH.into_iter().zip(stones) {
        for pos in cells {
            let placed = board.place(pos, side.into());
            debug_assert_eq!(placed, Ok(()), "each cell once");
        }
    }
    board.set_side_to_move(to_move);
    board
}
