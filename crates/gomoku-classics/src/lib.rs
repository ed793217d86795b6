//! Five published agents for five in a row, rebuilt from their texts, and two plain players to measure
//! them against. `docs/classics` says of each what its text says, what it leaves open, and what was
//! chosen.
//!
//! Every agent is an [`Agent`]: it chooses a move, and [`serve`] makes a Gomocup brain of it.
//!
//! ```
//! use gomoku_classics::{Agent, Finard, Limits};
//! use gomoku_rules::{Board, Rule, Size, record};
//!
//! let mut board = Board::new(Size::square(15));
//! record::parse_moves("h8a1i8a2j8a3k8a4")?.into_iter().for_each(|pos| board.play(pos));
//! let five = Finard::default().choose(&board, Rule::Freestyle, Limits::default());
//! assert!(five.is_some_and(|five| ["g8", "l8"].contains(&five.pos.to_string().as_str())));
//! # Ok::<(), record::RecordError>(())
//! ```
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod agent;
mod brain;
mod cells;
mod chain;
mod classic;
mod finard;
mod fives;
mod gao_liang;
mod gobang;
mod one_ply;
mod random;
#[cfg(test)]
mod testing;
mod zheng;

pub use agent::{Agent, Choice, Limits};
pub use brain::serve;
pub use chain::Chain;
pub use classic::Classic;
pub use finard::Finard;
pub use gao_liang::{Breadth, GaoLiang};
pub use gobang::Gobang;
pub use one_ply::OnePly;
pub use random::Random;
pub use zheng::Zheng;
