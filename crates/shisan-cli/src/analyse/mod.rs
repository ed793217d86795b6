//! Questions about positions: the subcommands `solve` and `forbid`.

mod answer;
mod forbid;
mod position;
mod solve;

pub use forbid::{ForbidArgs, forbid};
pub use solve::{SolveArgs, solve};
