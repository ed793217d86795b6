//! Makes a record of the moves of a text, each with the place where it stands.

use super::{Record, RecordError};
use crate::{Board, PlaceError, Pos, Side, Size};

/// A record in the making.
pub(super) struct Builder<'a> {
    text: &'a str,
    board: Board,
    /// What has been read so far.
    pub record: Record,
}

impl<'a> Builder<'a> {
    /// A game of `text` before its first move.
    pub fn new(text: &'a str, size: Size) -> Self {
        Self { text, board: Board::new(size), record: Record::new(size) }
    }

    /// The position so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Whose move is next.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Plays the move that stands at byte `at`.
    pub fn play(&mut self, at: usize, pos: Pos) -> Result<(), RecordError> {
        self.board.check_free(pos).map_err(|error| match error {
            PlaceError::OffBoard => self.off_board(at),
            PlaceError::Occupied => {
                RecordError::at(self.text, at, format!("a free cell: {pos} is taken"))
            }
        })?;
        self.board.play(pos);
        self.record.moves.push(pos.into());
        Ok(())
    }

    /// The moves, in turn, with their places.
    pub fn play_all(mut self, moves: Vec<(usize, Pos)>) -> Result<Record, RecordError> {
        for (at, pos) in moves {
            self.play(at, pos)?;
        }
        Ok(self.record)
    }

    /// The error for what stands at byte `at` and names no cell of the board.
    pub fn off_board(&self, at: usize) -> RecordError {
        RecordError::at(self.text, at, format!("a cell of the {} board", self.record.size))
    }
}
