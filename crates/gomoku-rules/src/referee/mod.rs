//! The referee: who wins, and which points renju forbids to Black, decided from first principles.
//!
//! It is written for clarity and not for speed, directly from the definitions, so that faster code can
//! be tested against it. [`play`] judges one move, [`judge`] a whole game, [`position`] a position,
//! [`is_legal`] and [`forbidden`] one cell, and [`foul`] names the lines that make a cell forbidden.

mod forbidden;
mod foul;
mod run;
#[cfg(test)]
mod tests;
mod verdict;

pub use forbidden::{forbidden, forbidden_with_depth};
pub use foul::{Foul, FoulLine, Shape, foul};
pub use verdict::{Verdict, has_move, is_legal, judge, play, position, wins};
