//! The [Gomocup protocol](https://plastovicka.github.io/protocl2en.htm), with the extensions of Yixin and
//! Rapfi: for brains, managers and tools. No dependency but `gomoku-rules`, no unsafe code.
//!
//! | what | where |
//! |---|---|
//! | a brain of an agent that chooses moves | [`serve`](serve()), [`Agent`] |
//! | what a manager sends, to read and to write | [`Command`], [`Info`], [`List`] |
//! | what a brain answers, to read and to write | [`Reply`], [`About`] |
//! | the game of a brain: stones, and which side is ours | [`Game`] |
//! | the match clock of a brain | [`MatchClock`] |
//! | lines of any stream, of bounded length | [`LineReader`] |
//!
//! What a command says as text, the text says as a command, and replies likewise:
//!
//! ```
//! use gomoku_protocol::{Command, Info, Key, List, Point, Reply};
//! use gomoku_rules::{Board, Pos, Size};
//!
//! assert_eq!("TURN 7,8".parse(), Ok(Command::Turn(Point { x: 7, y: 8 })));
//! assert_eq!(Command::Info(Info::new(Key::TimeoutTurn, 500)).to_string(), "INFO timeout_turn 500");
//!
//! let mut board = Board::new(Size::square(15));
//! board.play(Pos::new(7, 7));
//! assert_eq!(Command::List(List::of_board(&board)).to_string(), "BOARD\n7,7,2\nDONE");
//! assert_eq!("8,6".parse(), Ok(Reply::from(Pos::new(8, 6))));
//! # Ok::<(), gomoku_protocol::ReplyError>(())
//! ```
//!
//! Coordinates are `x,y`: x counts columns to the right and y rows downwards, both from 0. (Yixin's managers
//! send rows first, in every command.)
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod about;
mod agent;
mod clock;
mod command;
mod game;
mod info;
mod line_reader;
mod list;
mod point;
mod reply;
mod serve;
mod settings;
mod text;

pub use about::{About, AboutError};
pub use agent::{Agent, Limits, Messages, Request, Swap2Answer};
pub use clock::{MatchClock, duration};
pub use command::{Command, CommandError, Swap2Stage};
pub use game::{Game, GameError};
pub use info::{Info, Key};
pub use line_reader::{Line, LineReader, Lines, MAX_COMMAND, TOO_LONG};
pub use list::{Entry, List, ListError, ListKind, check_opening};
pub use point::{Point, PointError};
pub use reply::{Reply, ReplyError};
pub use serve::serve;
pub use text::MAX_REPLY;

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
