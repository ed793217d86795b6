//! What every agent is, and the limits of its search.

use gomoku_rules::{Board, Pos, Rule};

/// A player of five in a row.
pub trait Agent {
    /// Chooses a move for the side to move: a free cell, and one that `rule` allows while there is any.
    /// `None` on a full board.
    ///
    /// Unless it is stopped, the same agent makes the same move in the same position. A search that a limit
    /// ends gives the best move of what it has searched.
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice>;
}

/// A move, and what it took to find it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move.
    pub pos: Pos,
    /// Moves played in the search.
    pub nodes: u64,
}

/// Limits of a search, beside the agent's own.
#[derive(Clone, Copy, Default)]
pub struct Limits<'a> {
    /// Plies.
    pub depth: Option<u32>,
    /// Moves played in the search.
    pub nodes: Option<u64>,
    /// Asked before each of them: whether the search must end.
    pub stop: Option<&'a dyn Fn() -> bool>,
}

impl Limits<'_> {
    /// The depth of an agent that would search `own` plies.
    pub(crate) fn depth(self, own: u32) -> u32 {
        self.depth.map_or(own, |depth| own.min(depth)).max(1)
    }
}

/// What is left of the limits during a search.
pub(crate) struct Budget<'a> {
    limits: Limits<'a>,
    spent: u64,
    is_stopped: bool,
}

impl<'a> Budget<'a> {
    pub fn new(limits: Limits<'a>) -> Self {
        Self { limits, spent: 0, is_stopped: false }
    }

    /// Takes one move from the budget; `None` when it is spent.
    pub fn spend(&mut self) -> Option<()> {
        self.is_stopped = self.is_stopped || self.limits.stop.is_some_and(|stop| stop());
        if self.is_stopped || self.limits.nodes.is_some_and(|nodes| self.spent >= nodes) {
            return None;
        }
        self.spent += 1;
        Some(())
    }

    /// `pos`, found with what was spent.
    pub fn choice(&self, pos: Pos) -> Choice {
        Choice { pos, nodes: self.spent }
    }
}
