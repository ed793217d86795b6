//! What a solver returns: a forced win, a refutation, or no answer within its budget.

use crate::pattern::CellSet;
use gomoku_rules::Pos;

/// A forced win.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// The attacker's first move.
    pub first: Pos,
    /// The principal variation, the attacker's move first. It ends early when the defender's only reply
    /// is forbidden.
    pub line: Vec<Pos>,
    /// Plies to the winning five: 1 when the first move completes it.
    pub plies: u32,
    /// The defence set: cells where one more stone of the defender, placed before the first attack,
    /// might refute this mate. With a stone anywhere else the attacker wins by the same moves.
    pub defence_set: CellSet,
}

impl Mate {
    /// The longest mate that is looked for: its distance has to fit into a score.
    pub const MAX_PLIES: u32 = 500;
}

/// The answer of a solver.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The attacker wins.
    Mate(Mate),
    /// Every attack within the limits fails.
    Refuted,
    /// The budget ran out first, or that of a search for fours on the way.
    Unknown,
}

impl Outcome {
    /// Whether a mate was found.
    pub const fn is_mate(&self) -> bool {
        matches!(self, Self::Mate(_))
    }

    /// The mate, if one was found.
    pub fn mate(self) -> Option<Mate> {
        match self {
            Self::Mate(mate) => Some(mate),
            Self::Refuted | Self::Unknown => None,
        }
    }
}
