//! The rules of five in a row, for engines, managers, servers and tools: boards up to 32x32, a
//! [referee] for freestyle, standard, renju and caro, and game [records](record) in the formats
//! that Gomoku programs exchange. No dependency, no unsafe code.
//!
//! ```
//! use gomoku_rules::referee::{self, Verdict};
//! use gomoku_rules::{Board, Forbidden, Rule, Size};
//!
//! // Black makes two open threes with one stone, which renju forbids.
//! let mut board = Board::new(Size::square(15));
//! for cell in ["h8", "a1", "g8", "a3", "i9", "a5", "i10", "a7"] {
//!     assert_eq!(referee::play(&mut board, Rule::Renju, cell.parse()?), Verdict::Ongoing);
//! }
//! let verdict = referee::play(&mut board, Rule::Renju, "i8".parse()?);
//! assert_eq!(verdict, Verdict::Foul(Forbidden::DoubleThree));
//! # Ok::<(), gomoku_rules::ParsePosError>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | cells, sizes, directions | [`Pos`], [`Size`], [`Direction`] |
//! | names of cells, rows from the top or the bottom | [`CellNames`], [`Coords`] |
//! | rules and their Gomocup numbers | [`Rule`], [`GameRule`], [`Forbidden`] |
//! | stones, turn, history, Zobrist key | [`Board`], [`Side`], [`Cell`] |
//! | turns and reflections | [`Symmetry`] |
//! | openings of renju by name, and by which rules games begin | [`RenjuOpening`], [`OpeningRule`], [`Opening`] |
//! | boards as text, with marked cells | [`Diagram`] |
//! | verdicts, forbidden points and why | [`referee`] |
//! | pos strings, Gomocup openings, PSQ, SGF | [`record`] |
//!
//! Everywhere x counts columns to the right and y counts rows downwards, both from 0, as in the
//! [Gomocup protocol](https://plastovicka.github.io/protocl2en.htm); text names rows from 1, so that
//! `a1` is the upper left corner, unless [`Coords`] say otherwise.

mod board;
mod coords;
mod diagram;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod labels;
mod opening;
mod pos;
pub mod record;
pub mod referee;
mod rule;
mod side;
mod symmetry;
mod text;
mod zobrist;

pub use board::{Board, PlaceError, Stone};
pub use coords::{CellNames, Coords, ParseCellError, ParseCoordsError};
pub use diagram::{Diagram, DiagramError};
pub use opening::{
    Decision, Opening, OpeningError, OpeningRule, Options, ParseOpeningRuleError, Player,
    RenjuOpening, Zone,
};
pub use pos::{Direction, ParsePosError, Pos, Size, SizeError};
pub use rule::{Forbidden, GameRule, ParseRuleError, Rule};
pub use side::{Cell, ParseSideError, Side};
pub use symmetry::{Images, Symmetry};
pub use text::without_byte_order_mark;
pub use zobrist::game_key;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
