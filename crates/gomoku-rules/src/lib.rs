//! The rules of the game. Nothing here knows what a position is worth.

mod board;
mod diagram;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod pos;
pub mod record;
pub mod referee;
mod rule;
mod side;
mod symmetry;
mod zobrist;

pub use board::{Board, PlaceError, Stone};
pub use diagram::{Diagram, DiagramError};
pub use pos::{Direction, ParsePosError, Pos, Size, SizeError};
pub use rule::{Forbidden, GameRule, Rule};
pub use side::{Cell, Side};
pub use symmetry::Symmetry;
pub use zobrist::game_key;
