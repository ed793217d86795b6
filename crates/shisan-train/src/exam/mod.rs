//! The `exam` subcommand: positions whose best move long searches have found, and how well shorter ones
//! answer them.

mod answer;
mod draw;
mod file;
mod question;
mod take;
mod truth;

pub use draw::{DrawArgs, draw};
pub use take::{TakeArgs, take};
pub use truth::{TruthArgs, find_truth};
