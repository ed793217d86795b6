//! Builds a record from the moves of a text, and names the place of a move that cannot be played.

use super::error::RecordError;
use super::game::Record;
use crate::board::{Board, PlaceError};
use crate::coords::{CellNames, Coords};
use crate::pos::Pos;
use crate::side::Side;

/// A record under construction.
pub(super) struct Builder<'a> {
    text: &'a str,
    coords: Coords,
    board: Board,
    /// The record so far.
    pub record: Record,
}

impl<'a> Builder<'a> {
    /// A game of `text` before its first move.
    pub fn new(text: &'a str, board: impl Into<CellNames>) -> Self {
        let CellNames { coords, size } = board.into();
        Self { text, coords, board: Board::new(size), record: Record::new(size) }
    }

    /// The position so far.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side that moves next.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Plays `pos`, the move at byte `at` of the text.
    pub fn play(&mut self, at: usize, pos: Pos) -> Result<(), RecordError> {
        self.board.check_free(pos).map_err(|error| match error {
            PlaceError::OffBoard => self.off_board(at),
            PlaceError::Occupied => {
                let names = CellNames { coords: self.coords, size: self.record.size };
                let name = names.name(pos);
                RecordError::at(self.text, at, format!("a free cell: {name} is taken"))
            }
        })?;
        self.board.play(pos);
        self.record.moves.push(pos.into());
        Ok(())
    }

    /// Plays all moves, each with its byte in the text, and returns the record.
    pub fn play_all(mut self, moves: Vec<(usize, Pos)>) -> Result<Record, RecordError> {
        for (at, pos) in moves {
            self.play(at, pos)?;
        }
        Ok(self.record)
    }

    /// The error for a cell outside the board at byte `at`.
    pub fn off_board(&self, at: usize) -> RecordError {
        RecordError::at(self.text, at, format!("a cell of the {} board", self.record.size))
    }
}
