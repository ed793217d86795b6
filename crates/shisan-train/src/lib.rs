//! Training of the evaluation: games of the engine against itself, and tables fitted to them.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

mod adam;
mod checkpoint;
mod fit;
mod mix;
mod model;
mod record;
mod run;
mod sample;
mod selfplay;
mod stats;
mod tune;

pub use selfplay::{SelfPlayArgs, self_play};
pub use tune::{TuneArgs, tune};

/// What made a file: the program, its version, and the commit that `SHISAN_COMMIT` named when it was
/// built.
fn program() -> String {
    let commit = option_env!("SHISAN_COMMIT").unwrap_or("of an unnamed commit");
    format!("shisan {} {commit}", env!("CARGO_PKG_VERSION"))
}
