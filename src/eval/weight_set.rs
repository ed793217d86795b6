//! The weights that an engine plays with, by rule.

use std::sync::{Arc, LazyLock};

use super::classical::{Classical, Tables, Weights};
use super::evaluator::Evaluator;
use super::noise::{Noise, Noisy};
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Rule;

/// The weights of every rule: the built-in ones, unless a file replaces those of its rule. Cheap to
/// clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightSet {
    replaced: [Option<Arc<Loaded>>; 5],
    /// How wrong values are, in points at most; `None` is right.
    noise: Option<(Noise, u32)>,
}

/// A file's tables, and the same by code.
#[derive(Debug)]
struct Loaded {
    tables: Tables,
    weights: Arc<Weights>,
}

/// The weights follow from the tables.
impl PartialEq for Loaded {
    fn eq(&self, other: &Self) -> bool {
        self.tables == other.tables
    }
}

impl Eq for Loaded {}

impl Loaded {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        let tables = Tables::read(bytes)?;
        let weights = Arc::new(Weights::new(&tables));
        Ok(Self { tables, weights })
    }
}

impl WeightSet {
    /// The same weights, but for the rule that the file `bytes` was trained on the file's.
    ///
    /// # Errors
    /// When it is not a weights file, in one line.
    pub fn with_file(mut self, bytes: &[u8]) -> Result<Self, String> {
        let loaded = Loaded::read(bytes)?;
        let rule = loaded.tables.rule;
        self.replaced[rule.index()] = Some(Arc::new(loaded));
        Ok(self)
    }

    /// The same weights, with values that are wrong by up to `range` points.
    #[must_use]
    pub fn with_noise(mut self, noise: Noise, range: u32) -> Self {
        self.noise = (range > 0).then_some((noise, range));
        self
    }

    /// The tables of `rule`; the built-in ones may have been trained on another rule's games.
    pub fn tables(&self, rule: Rule) -> &Tables {
        &self.loaded(rule).tables
    }

    /// An evaluator that starts at `position`.
    pub fn evaluator(&self, position: &Position) -> Evaluator {
        let weights = Arc::clone(&self.loaded(position.rule()).weights);
        let evaluator = Classical::new(weights, position);
        match self.noise {
            Some((noise, range)) => Evaluator::Noisy(Noisy { evaluator, noise, range }),
            None => Evaluator::Classical(evaluator),
        }
    }

    /// The static value of `position` for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        self.evaluator(position).value(position)
    }

    fn loaded(&self, rule: Rule) -> &Loaded {
        self.replaced[rule.index()].as_deref().unwrap_or_else(|| built_in(rule))
    }
}

const FREESTYLE: &[u8] = include_bytes!("../../data/weights/freestyle.bin");
const CARO: &[u8] = include_bytes!("../../data/weights/caro.bin");
const RENJU: &[u8] = include_bytes!("../../data/weights/renju.bin");

/// The built-in weights for `rule`, read when they are first used.
fn built_in(rule: Rule) -> &'static Loaded {
    static FILES: [LazyLock<Loaded>; 3] = [
        LazyLock::new(|| read_built_in(FREESTYLE)),
        LazyLock::new(|| read_built_in(CARO)),
        LazyLock::new(|| read_built_in(RENJU)),
    ];
    match rule {
        Rule::Freestyle | Rule::Standard => &FILES[0],
        Rule::Caro | Rule::CaroOverline => &FILES[1],
        Rule::Renju => &FILES[2],
    }
}

fn read_built_in(bytes: &[u8]) -> Loaded {
    Loaded::read(bytes).unwrap_or_else(|error| unreachable!("a test reads it: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_files_are_read() {
        for bytes in [FREESTYLE, CARO, RENJU] {
            let tables = Tables::read(bytes).expect("a built-in file");
            assert_eq!(tables.write(), bytes);
            assert!(!tables.provenance.is_empty());
        }
        for rule in Rule::ALL {
            assert_eq!(WeightSet::default().tables(rule).sides.len(), Tables::sides_of(rule));
        }
    }

    #[test]
    fn a_file_replaces_the_weights_of_its_rule_alone() {
        let mut tables = Tables::read(FREESTYLE).expect("a built-in file");
        tables.provenance = "a trial".to_owned();
        let set = WeightSet::default().with_file(&tables.write()).expect("a weights file");
        for rule in Rule::ALL {
            let replaced = set.tables(rule) != WeightSet::default().tables(rule);
            assert_eq!(replaced, rule == Rule::Freestyle, "{rule}");
        }
        assert!(WeightSet::default().with_file(&FREESTYLE[1..]).is_err());
    }
}
