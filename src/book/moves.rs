//! The moves of a position of a book, and those that lead to it.

use std::cmp::Reverse;

use super::entry::{BookEntry, Games};
use super::file::{Book, BookError};
use crate::score::Score;
use gomoku_rules::{Board, Cell, Images, Pos, Rule, Side, referee};

/// A move to a position of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Its cell.
    pub pos: Pos,
    /// The position after it.
    pub entry: BookEntry,
}

impl BookMove {
    /// Its value for the side that makes it.
    pub fn value(&self) -> Option<Score> {
        self.entry.value.map(value_before)
    }

    /// The share of points that `side` got in games with a result: 0 to 1000; 500 without any.
    fn points(&self, side: Side) -> u64 {
        let games = self.entry.games;
        let decided = u64::from(games.black) + u64::from(games.white) + u64::from(games.drawn);
        let points = 1000 * u64::from(games.won_by(side)) + 500 * u64::from(games.drawn);
        points.checked_div(decided).unwrap_or(500)
    }
}

impl Book {
    /// The moves from the position on `board` to other positions of the book, the best one first: those with
    /// a value before the others, which the number of their games orders. A forbidden point is no move, though
    /// other moves may have led to the position after it.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn moves(&self, board: &Board) -> Result<Vec<BookMove>, BookError> {
        let mut moves = Vec::new();
        let images = Images::of(board);
        let mut after = board.clone();
        for pos in board.empty_cells() {
            if !self.has_key(images.key_after(pos))? || !referee::is_legal(board, self.rule(), pos)
            {
                continue;
            }
            after.play(pos);
            let entry = self.get(&after)?;
            after.undo();
            moves.extend(entry.map(|entry| BookMove { pos, entry }));
        }
        moves.sort_by_key(|it: &BookMove| (Reverse(it.value()), Reverse(it.entry.games.count())));
        Ok(moves)
    }

    /// The positions of the book from which a move leads to the one on `board`.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn positions_before(&self, board: &Board) -> Result<Vec<(Board, BookEntry)>, BookError> {
        let mut positions = Vec::new();
        for (pos, key) in last_moves(board) {
            if self.has_key(key)?
                && let Some(before) = board_before(board, self.rule(), pos)
                && let Some(entry) = self.get(&before)?
            {
                positions.push((before, entry));
            }
        }
        Ok(positions)
    }

    /// The move to play on `board`, which may lie on its side, with the width of the book's board as its height:
    /// of those that `permits` lets pass the one of the best value; where no move has a value, the most frequent
    /// one of games in which its side got half of the points or more. `None` where the book knows no such move,
    /// and where the best one is proved to lose.
    ///
    /// # Errors
    /// When the book cannot be read.
    pub fn choose(
        &self,
        board: &Board,
        permits: impl Fn(Pos) -> bool,
    ) -> Result<Option<BookMove>, BookError> {
        let (size, own) = (board.size(), self.size());
        if size == own {
            return self.best_move(board, permits);
        }
        if (size.width(), size.height()) != (own.height(), own.width()) {
            return Ok(None);
        }
        // Yixin's managers name the row first: their boards lie on their side.
        let turned = |pos: Pos| Pos::new(pos.y(), pos.x());
        let mut image = Board::new(own);
        for stone in board.stones() {
            let placed = image.place(turned(stone.pos), stone.cell);
            debug_assert_eq!(placed, Ok(()), "images of different cells differ");
        }
        image.set_side_to_move(board.side_to_move());
        let found = self.best_move(&image, |pos| permits(turned(pos)))?;
        Ok(found.map(|it| BookMove { pos: turned(it.pos), ..it }))
    }

    fn best_move(
        &self,
        board: &Board,
        permits: impl Fn(Pos) -> bool,
    ) -> Result<Option<BookMove>, BookError> {
        let (side, moves) = (board.side_to_move(), self.moves(board)?);
        // Games alone say nothing beside moves that were searched.
        let is_judged = moves.first().is_some_and(|it| it.value().is_some());
        let is_good = |it: &BookMove| match it.value() {
            Some(value) => !value.is_loss(),
            None => !is_judged && it.entry.games != Games::default() && it.points(side) >= 500,
        };
        Ok(moves.into_iter().find(|it| permits(it.pos) && is_good(it)))
    }
}

/// The value of the move that leads to a position of this value.
pub fn value_before(value: Score) -> Score {
    (-value).from_table(1)
}

/// The cells of the stones that may have been put on `board` last, each with the symmetric key before it.
pub fn last_moves(board: &Board) -> Vec<(Pos, u64)> {
    let images = Images::of(board);
    let mover = Cell::from(!board.side_to_move());
    let own = board.stones().iter().filter(|stone| stone.cell == mover);
    own.map(|stone| (stone.pos, images.key_before(stone.pos))).collect()
}

/// The board before the stone on `pos` was put there; `None` if `rule` forbids that.
pub fn board_before(board: &Board, rule: Rule, pos: Pos) -> Option<Board> {
    let mut before = Board::new(board.size());
    for stone in board.stones().iter().filter(|stone| stone.pos != pos) {
        before.place(stone.pos, stone.cell).ok()?;
    }
    before.forget_order();
    before.set_side_to_move(!board.side_to_move());
    referee::is_legal(&before, rule, pos).then_some(before)
}
