//! Shisan (四三, "four-three"), an engine for every rule of five in a row.
//!
//! The modules stand in floor order: a file names only siblings of its own floor and lower floors.
//!
//! | floor | module | what it is |
//! |---|---|---|
//! | 1 | [`game`], `disk`, `chart` | the rules of the game: cells, boards, records, the referee; files that a crash leaves whole; charts |
//! | 2 | [`pattern`] | what the stones mean: patterns of a line, threats of a cell, forbidden points |
//! | 3 | [`tt`], [`eval`] | the transposition table; the value of a position and of its moves |
//! | 4 | [`solve`] | checkmate by continuous fours and threes |
//! | 5 | [`search`] | alpha-beta within limits, on one thread or many |
//! | 6 | [`engine`], [`opening`], [`bench`], [`analyse`], [`convert`], [`train`] | a thought: checkmate first, then search; analysis; swap2, balanced moves and level openings; measurements, questions about a position, records, tuning |
//! | 7 | [`protocol`], [`lab`] | the Gomocup protocol on any pair of streams; matches between brains, checks of one, tuning of the search by games |
//! | 8 | [`fuzzing`] | what must hold for any input, for the fuzzers and the tests |
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod chart;
mod disk;
pub mod game;

pub mod pattern;

pub mod eval;
pub mod tt;

pub mod solve;

pub mod search;

pub mod analyse;
pub mod bench;
pub mod convert;
pub mod engine;
pub mod opening;
pub mod train;

pub mod lab;
pub mod protocol;

pub mod fuzzing;

#[cfg(test)]
mod floors;
