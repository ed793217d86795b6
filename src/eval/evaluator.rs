//! The evaluator of one worker: the classical evaluation, what a network adds to it, and noise.

use super::classical::{Classical, ClassicalPolicy};
use super::network::{Accumulator, NetworkPolicy};
use super::noise::Noise;
use super::scored_move::ScoredMove;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Pos;

/// Evaluates the positions of one worker, which tells it of each stone played and taken back.
///
/// Lazy: what each stone changed stays in the position's threat map, so playing and taking back costs
/// next to nothing, and only a value or a policy that is wanted applies the changes up to it.
#[derive(Clone, Debug)]
pub struct Evaluator {
    classical: Classical,
    network: Option<Accumulator>,
    /// How wrong values are, in points at most; `None` is right.
    noise: Option<(Noise, u32)>,
}

impl Evaluator {
    /// An evaluator of these parts, all at the same position.
    pub(super) fn new(
        classical: Classical,
        network: Option<Accumulator>,
        noise: Option<(Noise, u32)>,
    ) -> Self {
        Self { classical, network, noise }
    }

    /// A stone was played.
    #[inline]
    pub fn push(&mut self) {
        self.classical.push();
        if let Some(network) = &mut self.network {
            network.push();
        }
    }

    /// The last stone was taken back.
    #[inline]
    pub fn pop(&mut self) {
        self.classical.pop();
        if let Some(network) = &mut self.network {
            network.pop();
        }
    }

    /// The static value of `position` for the side to move.
    #[inline]
    pub fn value(&mut self, position: &Position) -> Score {
        self.value_within(position, -Score::INFINITE, Score::INFINITE)
    }

    /// The same where it decides whether the value lies within (`low`, `high`): far from there it leaves
    /// out what the network would add.
    #[inline]
    pub fn value_within(&mut self, position: &Position, low: Score, high: Score) -> Score {
        let mut value = self.classical.value(position);
        if let Some(network) = &mut self.network
            && low < value
            && value < high
        {
            value = Score::from_eval(value.get() + network.correction(position, value));
        }
        if let Some((noise, range)) = self.noise {
            value = Score::from_eval(value.get() + noise.within(range, position.key()));
        }
        value
    }

    /// The move scores of the side to move of `position`.
    pub fn policy<'a>(&'a mut self, position: &'a Position) -> Policy<'a> {
        let Self { classical, network, .. } = self;
        let network =
            network.as_mut().map(|network| network.policy(position, || classical.value(position)));
        Policy { classical: classical.policy(position), network }
    }

    /// The same without the network's part.
    #[inline]
    pub fn classical_policy<'a>(&'a self, position: &'a Position) -> Policy<'a> {
        Policy { classical: self.classical.policy(position), network: None }
    }

    /// Adds the network's part to such scores.
    #[inline]
    pub fn add_learned(&mut self, position: &Position, moves: &mut [ScoredMove]) {
        let Self { classical, network, .. } = self;
        if let Some(network) = network {
            network.policy(position, || classical.value(position)).add_to(moves);
        }
    }
}

/// The move scores of one position.
#[derive(Clone, Copy, Debug)]
pub struct Policy<'a> {
    classical: ClassicalPolicy<'a>,
    network: Option<NetworkPolicy<'a>>,
}

impl Policy<'_> {
    /// How good a move the empty cell `pos` is by itself.
    #[inline]
    pub fn score(&self, pos: Pos) -> i32 {
        let mut scored = [ScoredMove { pos, score: self.classical.score(pos) }];
        if let Some(network) = &self.network {
            network.add_to(&mut scored);
        }
        scored[0].score
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WeightSet;
    use crate::solve::testing::{Random, playout};
    use gomoku_rules::{Rule, Size};

    #[test]
    fn the_network_counts_only_where_the_tables_lie_within_the_bounds() {
        let random = &mut Random(6);
        let mut left_out = 0;
        for number in 0..500 {
            let (rule, plies) = (Rule::ALL[number % 5], 2 + random.below(60));
            let position = playout(rule, Size::square(15), plies, random);
            for noise in [None, Some((Noise::new(7), 300))] {
                let parts = WeightSet::default().evaluator(&position);
                let mut tables = Evaluator::new(parts.classical.clone(), None, noise);
                let mut evaluator = Evaluator::new(parts.classical, parts.network, noise);
                let at = tables.classical.value(&position);
                let [tables, whole] =
                    [&mut tables, &mut evaluator].map(|evaluator| evaluator.value(&position));
                let mut within = |low, high| {
                    evaluator.value_within(&position, at.shifted(low), at.shifted(high))
                };
                for (low, high) in [(-1, 1), (-300, 1), (-1, 300), (-40_000, 40_000)] {
                    assert_eq!(within(low, high), whole, "{:?}", position.board());
                }
                for (low, high) in [(0, 1), (-1, 0), (0, 0), (5, 9), (-9, -5), (40_000, 40_000)] {
                    assert_eq!(within(low, high), tables, "{:?}", position.board());
                }
                left_out += usize::from(tables != whole);
            }
        }
        assert!(left_out > 900, "only {left_out} corrections");
    }
}
