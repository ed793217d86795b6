//! All agents by name, as a command line.

use gomoku_rules::{Board, Rule};

use crate::agent::{Agent, Choice, Limits};
use crate::chain::Chain;
use crate::finard::Finard;
use crate::gao_liang::GaoLiang;
use crate::gobang::Gobang;
use crate::one_ply::OnePly;
use crate::random::Random;
use crate::zheng::Zheng;

/// One of the agents, with its options.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "clap", derive(clap::Subcommand))]
pub enum Classic {
    /// O. Finard's agent: attack and defence values, and one deep line for each of the best moves
    Finard(Finard),
    /// H. Zheng's agent: alpha-beta over the best third of the moves, then fours and threes only
    Zheng(Zheng),
    /// The chain counter of a web page: values of chains of five, less what the reply destroys
    Chain(Chain),
    /// A gobang program: alpha-beta of three plies, rows by length and open ends
    Gobang(Gobang),
    /// J. Gao's and Z. Liang's agent: point scores, the best few candidates, checkmate seeking
    GaoLiang(GaoLiang),
    /// Take a five, block one, or play the best shape
    OnePly(OnePly),
    /// Play anywhere
    Random(Random),
}

impl Classic {
    /// Name and author, as a manager shows them.
    pub fn about(&self) -> (&'static str, &'static str) {
        match self {
            Self::Finard(_) => ("Finard", "O. Finard"),
            Self::Zheng(_) => ("Zheng", "H. Zheng"),
            Self::Chain(_) => ("Chain counter", "unknown"),
            Self::Gobang(_) => ("Gobang", "unknown"),
            Self::GaoLiang(_) => ("Gao-Liang", "J. Gao and Z. Liang"),
            Self::OnePly(_) => ("One ply", "Shisan developers"),
            Self::Random(_) => ("Random", "Shisan developers"),
        }
    }
}

impl Agent for Classic {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        match self {
            Self::Finard(agent) => agent.choose(board, rule, limits),
            Self::Zheng(agent) => agent.choose(board, rule, limits),
            Self::Chain(agent) => agent.choose(board, rule, limits),
            Self::Gobang(agent) => agent.choose(board, rule, limits),
            Self::GaoLiang(agent) => agent.choose(board, rule, limits),
            Self::OnePly(agent) => agent.choose(board, rule, limits),
            Self::Random(agent) => agent.choose(board, rule, limits),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::testing::board;

    fn all() -> [Classic; 7] {
        [
            Classic::Finard(Finard::default()),
            Classic::Zheng(Zheng::default()),
            Classic::Chain(Chain::default()),
            Classic::Gobang(Gobang::default()),
            Classic::GaoLiang(GaoLiang::default()),
            Classic::OnePly(OnePly::default()),
            Classic::Random(Random::default()),
        ]
    }

    #[test]
    fn every_search_ends_at_its_limits() {
        let board = board("h8i9h9h7i8g8j10");
        for agent in all() {
            let choose = |limits| agent.choose(&board, Rule::Freestyle, limits).expect("a move");
            let plies = |depth| choose(Limits { depth: Some(depth), ..Limits::default() }).nodes;
            let nodes = choose(Limits::default()).nodes;
            assert!(plies(1) <= board.free() as u64, "{agent:?} goes beyond one ply");
            assert!(plies(1) <= plies(2) && plies(2) <= nodes, "{agent:?}");
            assert_eq!(plies(100), nodes, "{agent:?}");
            let few = choose(Limits { nodes: Some(20), ..Limits::default() });
            assert_eq!(few.nodes, nodes.min(20), "{agent:?}");
            let asked = Cell::new(0);
            let stop = || asked.replace(asked.get() + 1) >= 20;
            let stopped = choose(Limits { stop: Some(&stop), ..Limits::default() });
            assert_eq!(stopped, few, "{agent:?}");
            assert!(asked.get() <= 21, "{agent:?} goes on");
        }
    }
}
