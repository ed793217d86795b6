//! Shisan (四三, "four-three"), an engine for every rule of five in a row.
//!
//! The modules in layers: each uses only those above it in this table.
//!
//! | layer | module | what it is |
//! |---|---|---|
//! | 1 | `gomoku_rules` | the rules of the game: cells, boards, records, the referee |
//! | 2 | [`pattern`] | what the stones mean: patterns of a line, threats of a cell, forbidden points |
//! | 3 | [`score`], [`tt`], [`eval`] | the value of a position; the transposition table; the evaluation of positions and moves |
//! | 3 | [`book`] | positions that are known: a file with their values, games and comments |
//! | 4 | [`solve`] | checkmate by continuous fours and threes |
//! | 5 | [`search`] | alpha-beta within limits, on one thread or many |
//! | 6 | [`engine`], [`opening`], [`mod@bench`] | one pipeline from request to result; swap2 and balanced moves; the node count of a fixed search |
//! | 7 | [`protocol`] | the Gomocup protocol on any pair of streams |
//! | 8 | [`brain`] | the program `pbrain-shisan`: its command line, and play for a manager |
//! | 8 | `fuzzing` | what must hold for any input; built for the fuzzers and the tests only |
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

/// The version of the engine, as `ABOUT` prints it.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The version and the commit of this build, such as `0.1.0 (1a2b3c4d)`; without the commit where
/// the build does not name it.
pub const BUILD: &str = env!("SHISAN_BUILD");

pub mod pattern;

mod checksum;
mod regular_file;
pub mod score;

pub mod book;

pub mod eval;
pub mod tt;

pub mod solve;

pub mod search;

pub mod bench;
pub mod engine;
pub mod opening;

pub mod protocol;

pub mod brain;

#[cfg(any(test, fuzzing))]
pub mod fuzzing;
