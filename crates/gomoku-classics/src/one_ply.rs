//! A player that looks no further than its own move.

use gomoku_rules::{Board, Rule};

use crate::agent::{Agent, Choice, Limits};
use crate::cells::legal;
use crate::finard::Evaluation;
use crate::fives::fives;

/// Makes a five, or blocks one, or plays the cell with the best shapes of both sides, as Finard's
/// evaluation counts them.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct OnePly {
    /// Seed of the choice among equals
    #[cfg_attr(feature = "clap", arg(long, default_value_t = 0))]
    pub seed: u64,
}

impl Agent for OnePly {
    fn choose(&self, board: &Board, rule: Rule, _: Limits) -> Option<Choice> {
        let evaluation = Evaluation { fives: &fives(board.size()), rule };
        let ranked = evaluation.ranked(board, &legal(board, rule), self.seed);
        ranked.first().map(|&(pos, _)| Choice { pos, nodes: 0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{choice, plays_legally, stones};
    use gomoku_rules::Side;

    #[test]
    fn its_own_five_comes_before_the_opponents() {
        let fours = stones("c3d3e3f3", "c5d5e5f5b3b5", Side::Black);
        assert_eq!(choice(&OnePly::default(), &fours), "g3");
        let threat = stones("c3d3e3h8", "c5d5e5f5b5", Side::Black);
        assert_eq!(choice(&OnePly::default(), &threat), "g5");
        plays_legally(&OnePly::default());
    }
}
