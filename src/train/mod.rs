//! Training of the evaluation: games of the engine against itself, and tables fitted to them.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

mod fit;
mod model;
mod record;
mod sample;
mod selfplay;
mod tune;

pub use selfplay::{SelfPlayArgs, self_play};
pub use tune::{TuneArgs, tune};
