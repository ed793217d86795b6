//! Queries about positions in JSON, and Shisan's answers, as `docs/json.md` describes them.
//!
//! A line becomes a [`Query`] in [`parse()`], and what it means in [`Request`]. An [`Analyzer`] has an
//! engine and answers one position of a request after another; the [`Clock`](shisan_engine::search::Clock) that
//! it is given stops it. Who reads lines, and in which order positions are answered, is decided above.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod agent;
mod analyzer;
mod convert;
mod decisions;
#[cfg(test)]
mod forms;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod game;
mod judge;
mod limits;
mod opening;
mod openings_command;
mod parse;
pub mod prove;
mod puzzles;
mod question;
mod refute;
mod report_timer;
mod request;
mod review;
mod schema;
mod search;
mod solve;
#[cfg(test)]
mod testing;
mod tree;
mod view;

pub use analyzer::Analyzer;
pub use convert::convert;
pub use limits::{Defaults, Limits};
pub use openings_command::OpeningsCommand;
pub use parse::{Parsed, parse};
pub use request::{Request, TurnList};
pub use schema::*;
