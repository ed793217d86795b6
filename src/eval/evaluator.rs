//! The evaluator of one worker: whichever kind of evaluation its weights belong to.

use super::classical::{Classical, ClassicalPolicy};
use super::noise::Noisy;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Pos;

/// Evaluates the positions of one worker, which tells it of each stone played and taken back.
///
/// Lazy: what each stone changed stays in the position's threat map, so playing and taking back costs
/// next to nothing, and only a value or a policy that is wanted applies the changes up to it.
#[derive(Clone, Debug)]
pub enum Evaluator {
    /// Sums of tabled values.
    Classical(Classical),
    /// The same with noise.
    Noisy(Noisy),
}

impl Evaluator {
    /// A stone was played.
    #[inline]
    pub fn push(&mut self) {
        match self {
            Self::Classical(classical) => classical.push(),
            Self::Noisy(noisy) => noisy.evaluator.push(),
        }
    }

    /// The last stone was taken back.
    #[inline]
    pub fn pop(&mut self) {
        match self {
            Self::Classical(classical) => classical.pop(),
            Self::Noisy(noisy) => noisy.evaluator.pop(),
        }
    }

    /// The static value of `position` for the side to move.
    #[inline]
    pub fn value(&mut self, position: &Position) -> Score {
        match self {
            Self::Classical(classical) => classical.value(position),
            Self::Noisy(noisy) => noisy.value(position),
        }
    }

    /// The move scores of the side to move of `position`.
    #[inline]
    pub fn policy<'a>(&'a mut self, position: &'a Position) -> Policy<'a> {
        match self {
            Self::Classical(classical) => Policy::Classical(classical.policy(position)),
            Self::Noisy(noisy) => Policy::Classical(noisy.evaluator.policy(position)),
        }
    }
}

/// The move scores of one position.
#[derive(Clone, Copy, Debug)]
pub enum Policy<'a> {
    /// Sums of tabled scores.
    Classical(ClassicalPolicy<'a>),
}

impl Policy<'_> {
    /// How good a move the empty cell `pos` is by itself.
    #[inline]
    pub fn score(&self, pos: Pos) -> i32 {
        match self {
            Self::Classical(policy) => policy.score(pos),
        }
    }
}
