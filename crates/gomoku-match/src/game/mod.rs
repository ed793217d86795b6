//! One game between two engines under a referee that trusts neither.

pub(crate) mod adjudication;
pub(crate) mod answer;
pub(crate) mod clock;
mod end;
pub(crate) mod lateness;
pub(crate) mod opponent;
pub(crate) mod outcome;
pub(crate) mod play;
pub(crate) mod played;
pub(crate) mod settings;
