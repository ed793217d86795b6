//! Training of the evaluation: games of the engine against itself, and tables fitted to them. Exams, which
//! measure play, and openings for matches.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

mod adam;
mod batch;
mod checkpoint;
mod corpus;
mod exam;
mod fit;
mod fit_args;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod game_file;
mod games;
mod harvest;
mod label;
mod mix;
mod model;
mod network;
mod openings;
mod packed;
mod progress;
mod provenance;
mod record;
mod run;
mod sample;
mod selfplay;
mod setting;
mod stats;
mod tune;

pub use batch::OnInterrupt;
pub use corpus::{PackArgs, UnpackArgs, pack, unpack};
pub use exam::{
    CompareArgs, DrawArgs, ExamTuneArgs, TakeArgs, TruthArgs, check_exam, compare, draw,
    find_truth, take, tune_by_exam,
};
pub use games::check_games;
pub use label::{LabelArgs, label};
pub use network::{TrainArgs, train};
pub use openings::{OpeningsArgs, openings};
pub use selfplay::{SelfPlayArgs, self_play};
pub use tune::{TuneArgs, tune};
