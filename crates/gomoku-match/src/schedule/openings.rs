//! Where the openings of a match come from: a book, or a rule of the opening.

use anyhow::Context;
use gomoku_rules::{OpeningRule, Pos, Rule, Size, record};

use super::book::Book;
use crate::hash::fnv1a;

/// An opening to be made by a rule of the opening.
#[derive(Clone, Copy, Debug)]
pub struct OpeningOrder {
    /// The rule of the opening.
    pub opening_rule: OpeningRule,
    /// The rule of the game.
    pub rule: Rule,
    /// The board.
    pub size: Size,
    /// The seed of its random choices.
    pub seed: u64,
}

/// Makes an opening: its moves, after which the game goes on. The same order gives the same moves.
pub type OpeningMaker = fn(&OpeningOrder) -> anyhow::Result<Vec<Pos>>;

/// The openings of a match, one for each round.
#[derive(Clone, Debug)]
pub(crate) enum OpeningSource {
    /// Those of a book.
    Book(Book),
    /// New ones, made when they are played. The seed of the order is that of the match.
    Made(OpeningOrder, OpeningMaker),
}

impl OpeningSource {
    /// The opening of a round, a function of its number.
    ///
    /// # Errors
    /// When it cannot be made, because the board is too small.
    pub fn opening(&self, round: u64) -> anyhow::Result<Vec<Pos>> {
        match self {
            Self::Book(book) => Ok(book.opening(round)),
            Self::Made(order, make) => {
                let seed = fnv1a(format!("{} {round}", order.seed).as_bytes());
                let opening = make(&OpeningOrder { seed, ..*order });
                opening.with_context(|| format!("--opening-rule {}", order.opening_rule))
            }
        }
    }

    /// The most stones that an opening may have.
    pub fn most_stones(&self) -> usize {
        match self {
            Self::Book(book) => book.most_stones(),
            // No rule has more before the game goes on.
            Self::Made(..) => 5,
        }
    }

    /// A hash of the openings; where they are made, of the first one.
    ///
    /// # Errors
    /// When that cannot be made.
    pub fn fingerprint(&self) -> anyhow::Result<u64> {
        match self {
            Self::Book(book) => Ok(book.fingerprint()),
            Self::Made(..) => Ok(fnv1a(record::format_moves(&self.opening(0)?).as_bytes())),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    /// One stone, on a cell that the seed names.
    #[expect(clippy::unnecessary_wraps, reason = "as a maker of openings")]
    fn make(order: &OpeningOrder) -> anyhow::Result<Vec<Pos>> {
        let cell = (order.seed % order.size.cells() as u64) as usize;
        Ok(order.size.positions().skip(cell).take(1).collect())
    }

    #[test]
    fn made_openings_depend_on_seed_and_round_alone() {
        let source = |seed| {
            let (opening_rule, rule) = (OpeningRule::Swap2, Rule::Freestyle);
            let order = OpeningOrder { opening_rule, rule, size: Size::square(20), seed };
            OpeningSource::Made(order, make)
        };
        let openings = |seed| -> Vec<Vec<Pos>> {
            (0..50).map(|round| source(seed).opening(round).expect("a stone")).collect()
        };
        assert_eq!(openings(1), openings(1));
        assert_ne!(openings(1), openings(2));
        let different: BTreeSet<Vec<Pos>> = openings(1).into_iter().collect();
        assert!(different.len() > 25, "{different:?}");
        let fingerprint = |seed| source(seed).fingerprint().expect("a stone");
        assert!(fingerprint(1) == fingerprint(1) && fingerprint(1) != fingerprint(2));
    }
}
