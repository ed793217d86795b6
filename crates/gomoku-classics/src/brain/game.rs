//! The game as the manager describes it, and which side is ours.

use gomoku_rules::{Board, Cell, PlaceError, Pos, Side, Size};

use super::command::{Point, Stone};
use super::problem::Problem;

pub struct Game {
    board: Board,
    /// Unknown until someone has moved.
    own: Option<Side>,
}

impl Game {
    pub fn new(size: Size) -> Self {
        Self { board: Board::new(size), own: None }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn begin(&mut self) -> Result<(), Problem> {
        if !self.board.stones().is_empty() {
            return Err(Problem::NotEmpty);
        }
        self.own = Some(Side::Black);
        self.board.set_side_to_move(Side::Black);
        Ok(())
    }

    /// Plays the opponent's stone; the first stone of a game is Black's.
    pub fn opponent_plays(&mut self, point: Point) -> Result<(), Problem> {
        let own = self.own.unwrap_or(Side::White);
        place(&mut self.board, point, (!own).into())?;
        self.board.set_side_to_move(own);
        self.own = Some(own);
        Ok(())
    }

    /// Plays our stone on a free cell.
    pub fn own_plays(&mut self, pos: Pos) {
        self.own = Some(self.board.side_to_move());
        self.board.play(pos);
    }

    /// Removes a stone of any kind.
    pub fn take_back(&mut self, point: Point) -> Result<(), Problem> {
        let pos = self.board.size().pos(point.0, point.1);
        let kept = self.board.stones().iter().filter(|stone| Some(stone.pos) != pos);
        let mut board = Board::new(self.board.size());
        for stone in kept {
            board.place(stone.pos, stone.cell).map_err(|error| Problem::Place(point, error))?;
        }
        if board.stones().len() == self.board.stones().len() {
            return Err(Problem::NoStone(point));
        }
        if board.stones().is_empty() {
            *self = Self::new(board.size());
            return Ok(());
        }
        self.board = board;
        Ok(())
    }

    /// Sets up a position in which we are to move: the side with fewer stones, Black if both have as many.
    pub fn set_up(&mut self, stones: &[Stone]) -> Result<(), Problem> {
        let count = |field| stones.iter().filter(|stone| stone.field == field).count();
        let own = if count(1) < count(2) { Side::White } else { Side::Black };
        let mut board = Board::new(self.board.size());
        for stone in stones {
            let cell = match stone.field {
                1 => own.into(),
                2 => (!own).into(),
                _ => Cell::Wall,
            };
            place(&mut board, stone.point, cell)?;
        }
        board.set_side_to_move(own);
        *self = Self { board, own: Some(own) };
        Ok(())
    }
}

fn place(board: &mut Board, point: Point, cell: Cell) -> Result<(), Problem> {
    let pos = board.size().pos(point.0, point.1).ok_or(PlaceError::OffBoard);
    pos.and_then(|pos| board.place(pos, cell)).map_err(|error| Problem::Place(point, error))
}
