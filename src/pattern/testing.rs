//! What the tests of patterns and of what stands on them share.

use std::sync::LazyLock;

use super::{MoveScore, Weights};
use gomoku_rules::Rule;

/// Weights with a different value for almost every code, and no move scores.
pub fn weights(rule: Rule) -> &'static Weights {
    static WEIGHTS: LazyLock<[Weights; 5]> = LazyLock::new(|| {
        Rule::ALL.map(|rule| {
            let value = |place: usize| (place * 7 % 1000) as i16 - 300;
            Weights::new(rule, |_, place| (value(place), MoveScore::default()), |_, _| 0)
        })
    });
    &WEIGHTS[rule.index()]
}
