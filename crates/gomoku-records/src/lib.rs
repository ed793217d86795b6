//! Collections of games of five in a row, in any encoding, read game by game.
//!
//! `gomoku-rules` reads texts in memory, and main lines only. This crate reads bytes: it finds out their
//! encoding, cuts a collection into its games, and has one game in memory at a time. It keeps trees with all
//! that is written in them, and knows files that are no text.
//!
//! ```
//! use gomoku_records::{Games, Source};
//! use gomoku_rules::Size;
//! use gomoku_rules::record::Format;
//!
//! // é as Latin-1 has it, which is what SGF means where it names no encoding.
//! let bytes = b"(;GM[4]PB[Jos\xe9];B[hh];W[ig])\n(;GM[4];B[hh])";
//! let games = Games::new(Source::new(&bytes[..]), Format::Sgf, Size::square(15));
//! let games = games.collect::<Result<Vec<_>, _>>()?;
//! assert_eq!(games[0].record.black.as_deref(), Some("José"));
//! assert_eq!(Format::Pos.write(&games[0].record), "h8i7\n");
//! assert_eq!(games[1].number, 2);
//! # Ok::<(), gomoku_records::GameError>(())
//! ```
//!
//! | what | where |
//! |---|---|
//! | games with variations and comments, one after another | [`Trees`] |
//! | a game as a tree | [`Tree`] |
//! | main lines one after another | [`Games`] |
//! | formats by name, writing, what is lost | [`FileFormat`] |
//! | positions of a database one after another | [`DbReader`], [`DbWriter`] |
//! | lines one after another | [`Source`] |
//! | a text in memory | [`decode`] |

mod db;
mod encodings;
mod format;
mod frame;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod game;
mod games;
mod link;
mod lost;
mod opened;
mod renlib;
mod rif;
mod sgf;
mod source;
#[cfg(test)]
mod testing;
mod tree;
mod trees;
mod yixin;

pub use db::{DbBound, DbError, DbPosition, DbReader, DbWriter, db_frame, positions_of, trees_of};
pub use encodings::{TextEncoding, UnknownEncoding, decode};
pub use format::{FileFormat, ParseFileFormatError, WriteError, WriteOptions, Written};
pub use game::{Game, GameTree};
pub use games::{GameError, Games};
pub use lost::Lost;
pub use source::{Line, Source};
pub use tree::{
    Area, Info, Mark, Node, NodeId, NotARecord, Notes, Property, Setup, Step, Stones, Taken, Tree,
    TreeMove,
};
pub use trees::Trees;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
