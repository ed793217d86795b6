//! The `exam` subcommand: positions whose best move long searches have found, and how well shorter ones
//! answer them.

mod answer;
mod compare;
mod draw;
mod file;
mod mark;
mod paired;
mod question;
mod report;
mod take;
mod truth;
mod tune;
mod writer;

pub use compare::{CompareArgs, compare};
pub use draw::{DrawArgs, draw};
pub use file::check_exam;
pub use take::{TakeArgs, take};
pub use truth::{TruthArgs, find_truth};
pub use tune::{ExamTuneArgs, tune_by_exam};
