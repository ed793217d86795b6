//! What every agent is, and the limits of its search.

use std::time::Instant;

use gomoku_rules::{Board, Pos, Rule};

/// A player of five in a row.
pub trait Agent {
    /// Chooses a move for the side to move: a free cell, and one that `rule` allows while there is any.
    /// `None` on a full board.
    ///
    /// Without a deadline the same agent makes the same move in the same position. A search that a limit
    /// ends gives the best move of what it has searched.
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Pos>;
}

/// Limits of a search, beside the agent's own.
#[derive(Clone, Copy, Debug, Default)]
pub struct Limits {
    /// Plies.
    pub depth: Option<u32>,
    /// Moves played in the search.
    pub nodes: Option<u64>,
    /// When the move must be known.
    pub deadline: Option<Instant>,
}

impl Limits {
    /// The depth of an agent that would search `own` plies.
    pub(crate) fn depth(self, own: u32) -> u32 {
        self.depth.map_or(own, |depth| own.min(depth)).max(1)
    }
}

/// What is left of the limits during a search.
pub(crate) struct Budget {
    nodes: u64,
    deadline: Option<Instant>,
}

impl Budget {
    pub fn new(limits: Limits) -> Self {
        Self { nodes: limits.nodes.unwrap_or(u64::MAX), deadline: limits.deadline }
    }

    /// Takes one move from the budget; `None` when it is spent.
    pub fn spend(&mut self) -> Option<()> {
        let is_late = self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
        self.nodes = if is_late { 0 } else { self.nodes.checked_sub(1)? };
        (!is_late).then_some(())
    }
}
