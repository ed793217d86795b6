//! A player that plays anywhere.

use gomoku_rules::{Board, Rule};

use crate::agent::{Agent, Choice, Limits};
use crate::cells::legal;

/// Plays a random legal move.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Random {
    /// Seed of its moves: a function of seed and position
    #[cfg_attr(feature = "clap", arg(long, default_value_t = 0))]
    pub seed: u64,
}

impl Agent for Random {
    fn choose(&self, board: &Board, rule: Rule, _: Limits) -> Option<Choice> {
        let legal = legal(board, rule);
        let last = legal.len().checked_sub(1)?;
        // In 64 bits on every machine.
        let index = fastrand::Rng::with_seed(self.seed ^ board.key()).u64(..=last as u64);
        Some(Choice { pos: legal[index as usize], nodes: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{board, choice, plays_legally};

    #[test]
    fn seeds_differ() {
        let board = board("h8");
        let moves: std::collections::BTreeSet<String> =
            (0..20).map(|seed| choice(&Random { seed }, &board)).collect();
        assert!(moves.len() > 15, "{moves:?}");
        plays_legally(&Random::default());
    }
}
