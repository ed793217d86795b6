//! Openings: the 26 of renju by name, and the rules by which games begin, step by step.

mod named;
mod offers;
mod rule;
mod state;
#[cfg(test)]
mod tests;

pub use named::RenjuOpening;
pub use rule::{OpeningRule, ParseOpeningRuleError, Player, Zone};
pub use state::{Decision, Opening, OpeningError, Options};
