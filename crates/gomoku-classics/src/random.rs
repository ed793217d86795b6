//! A player that plays anywhere.

use gomoku_rules::{Board, Pos, Rule};

use crate::agent::{Agent, Limits};
use crate::cells::legal;

/// Plays a random legal move.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
pub struct Random {
    /// Seed of its moves: a function of seed and position
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

impl Agent for Random {
    fn choose(&self, board: &Board, rule: Rule, _: Limits) -> Option<Pos> {
        fastrand::Rng::with_seed(self.seed ^ board.key()).choice(legal(board, rule))
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
