//! Checkmate: wins by continuous fours ([`VcfSolver`]) and by fours and threes, within a budget.
//!
//! A mate claimed here is proven: every legal reply was tried, or shown to change nothing.

mod budget;
mod fours;
mod numbers;
mod proofs;
mod refuted;
mod spoilers;
#[cfg(test)]
pub(crate) mod testing;
mod vcf;
mod vct;
pub mod verify;

pub use budget::Budget;
pub use proofs::{keep_fours, recall};
pub use vcf::{VcfLimits, VcfSolver};
pub use vct::{VctLimits, VctSolver};

use crate::pattern::CellSet;
use gomoku_rules::Pos;

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The attacker's first stone.
    pub first: Pos,
    /// The moves of both sides against the longest resistance met, the attacker's first. It ends
    /// early when the defender's only reply is forbidden.
    pub line: Vec<Pos>,
    /// Plies to the winning five: 1 when the first stone completes it.
    pub plies: u32,
    /// The cells where one more stone of the defender, put down before the first attack, might spoil
    /// this mate. With a stone anywhere else the attacker wins by the same moves.
    pub spoilers: CellSet,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The attacker wins.
    Mate(Mate),
    /// Every attack within the limits fails.
    Refuted,
    /// The budget ran out first.
    Unknown,
}

impl Outcome {
    /// The mate, if one was found.
    pub fn mate(self) -> Option<Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::Refuted | Self::Unknown => None,
        }
    }
}
