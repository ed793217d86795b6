//! The weights that an engine plays with, by rule.

use std::sync::{Arc, OnceLock};

use super::classical::{Classical, Tables, Weights};
use super::evaluator::Evaluator;
use super::file::NETWORK;
use super::network::{self, Accumulator, LineEffect, Network, NetworkWeights};
use super::noise::Noise;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Rule;

/// The weights of every rule: the built-in ones, unless files replace those of their rules. Cheap to
/// clone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WeightSet {
    tables: [Option<Arc<LoadedTables>>; 5],
    networks: [NetworkChoice; 5],
    /// How wrong values are, in points at most; `None` is right.
    noise: Option<(Noise, u32)>,
}

/// Which network a rule has.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
enum NetworkChoice {
    #[default]
    BuiltIn,
    None,
    Replaced(Arc<LoadedNetwork>),
}

/// What a file holds, and the same as the evaluator reads it.
#[derive(Debug)]
struct Loaded<F, W> {
    file: F,
    weights: Arc<W>,
}

/// The weights follow from the file.
impl<F: PartialEq, W> PartialEq for Loaded<F, W> {
    fn eq(&self, other: &Self) -> bool {
        self.file == other.file
    }
}

impl<F: Eq, W> Eq for Loaded<F, W> {}

impl<F, W> Loaded<F, W> {
    fn new(file: F, weights: fn(&F) -> W) -> Self {
        let weights = Arc::new(weights(&file));
        Self { file, weights }
    }
}

type LoadedTables = Loaded<Tables, Weights>;
type LoadedNetwork = Loaded<Network, NetworkWeights>;

impl LoadedTables {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        Ok(Self::new(Tables::read(bytes)?, Weights::new))
    }
}

impl LoadedNetwork {
    fn read(bytes: &[u8]) -> Result<Self, String> {
        Ok(Self::new(Network::read(bytes)?, NetworkWeights::new))
    }
}

impl WeightSet {
    /// The same weights, but for the rule that the file `bytes` was trained on the file's: tables or a
    /// network. Other tables play without the built-in network, which corrects the built-in tables.
    ///
    /// # Errors
    /// When it is no file of weights, in one line.
    pub fn with_file(mut self, bytes: &[u8]) -> Result<Self, String> {
        if NETWORK.matches(bytes) {
            let loaded = LoadedNetwork::read(bytes)?;
            let rule = loaded.file.rule;
            self.networks[rule.index()] = NetworkChoice::Replaced(Arc::new(loaded));
        } else {
            let loaded = LoadedTables::read(bytes)?;
            let rule = loaded.file.rule;
            self.tables[rule.index()] = Some(Arc::new(loaded));
            if self.networks[rule.index()] == NetworkChoice::BuiltIn {
                self.networks[rule.index()] = NetworkChoice::None;
            }
        }
        Ok(self)
    }

    /// The rules whose weights are not the built-in ones, but those of files.
    pub fn replaced(&self) -> impl Iterator<Item = Rule> {
        let is_replaced = |rule: &Rule| {
            self.tables[rule.index()].is_some()
                || matches!(self.networks[rule.index()], NetworkChoice::Replaced(_))
        };
        Rule::ALL.into_iter().filter(is_replaced)
    }

    /// The same tables, without networks.
    #[must_use]
    pub fn classical_only(mut self) -> Self {
        self.networks = [const { NetworkChoice::None }; 5];
        self
    }

    /// The same weights, with values that are wrong by up to `range` points.
    #[must_use]
    pub fn with_noise(mut self, noise: Noise, range: u32) -> Self {
        self.noise = (range > 0).then_some((noise, range));
        self
    }

    /// The tables of `rule`; the built-in ones may have been trained on another rule's games.
    pub fn tables(&self, rule: Rule) -> &Tables {
        &self.loaded_tables(rule).file
    }

    /// The network of `rule`, if it has one.
    pub fn network(&self, rule: Rule) -> Option<&Network> {
        self.loaded_network(rule).map(|loaded| &loaded.file)
    }

    /// An evaluator that starts at `position`.
    pub fn evaluator(&self, position: &Position) -> Evaluator {
        let rule = position.rule();
        let weights = Arc::clone(&self.loaded_tables(rule).weights);
        let network = self
            .loaded_network(rule)
            .map(|loaded| Accumulator::new(Arc::clone(&loaded.weights), position));
        Evaluator::new(Classical::new(weights, position), network, self.noise)
    }

    /// The static value of `position` for the side to move.
    pub fn value(&self, position: &Position) -> Score {
        self.evaluator(position).value(position)
    }

    /// How the value of `position` changes without each line that the network sees; none without one.
    pub fn line_effects(&self, position: &Position) -> Vec<LineEffect> {
        let Some(network) = self.loaded_network(position.rule()) else { return Vec::new() };
        let weights = Arc::clone(&self.loaded_tables(position.rule()).weights);
        let classical = Classical::new(weights, position).value(position);
        network::line_effects(&network.weights, position, classical)
    }

    fn loaded_tables(&self, rule: Rule) -> &LoadedTables {
        self.tables[rule.index()].as_deref().unwrap_or_else(|| built_in_tables(rule))
    }

    fn loaded_network(&self, rule: Rule) -> Option<&LoadedNetwork> {
        match &self.networks[rule.index()] {
            NetworkChoice::BuiltIn => Some(built_in_network(rule)),
            NetworkChoice::None => None,
            NetworkChoice::Replaced(loaded) => Some(loaded),
        }
    }
}

const FREESTYLE: &[u8] = include_bytes!("../../data/tables/freestyle.bin");
const CARO: &[u8] = include_bytes!("../../data/tables/caro.bin");
const RENJU: &[u8] = include_bytes!("../../data/tables/renju.bin");

/// The built-in tables for `rule`, read when they are first used.
fn built_in_tables(rule: Rule) -> &'static LoadedTables {
    static LOADED: [OnceLock<LoadedTables>; 3] = [const { OnceLock::new() }; 3];
    let (index, file) = match rule {
        Rule::Freestyle | Rule::Standard => (0, FREESTYLE),
        Rule::Caro | Rule::CaroOverline => (1, CARO),
        Rule::Renju => (2, RENJU),
    };
    LOADED[index].get_or_init(|| built_in(LoadedTables::read(file)))
}

/// The network of each rule.
const NETWORKS: [&[u8]; 5] = [
    include_bytes!("../../data/networks/freestyle.bin"),
    include_bytes!("../../data/networks/standard.bin"),
    include_bytes!("../../data/networks/renju.bin"),
    include_bytes!("../../data/networks/caro.bin"),
    include_bytes!("../../data/networks/caro-overline.bin"),
];

/// The built-in network for `rule`, read when it is first used.
fn built_in_network(rule: Rule) -> &'static LoadedNetwork {
    static LOADED: [OnceLock<LoadedNetwork>; 5] = [const { OnceLock::new() }; 5];
    let index = rule.index();
    LOADED[index].get_or_init(|| built_in(LoadedNetwork::read(NETWORKS[index])))
}

fn built_in<L>(loaded: Result<L, String>) -> L {
    loaded.unwrap_or_else(|error| unreachable!("a test reads it: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::sides_of;
    use crate::solve::testing::{Random, playout};
    use gomoku_rules::{Board, Cell, Pos, Size, Symmetry};

    #[test]
    fn the_built_in_files_are_read() {
        for bytes in [FREESTYLE, CARO, RENJU] {
            let tables = Tables::read(bytes).expect("a built-in file");
            assert_eq!(tables.write(), bytes);
            assert!(!tables.provenance.is_empty());
        }
        for (rule, bytes) in Rule::ALL.into_iter().zip(NETWORKS) {
            let network = Network::read(bytes).expect("a built-in file");
            assert_eq!((network.write().as_slice(), network.rule), (bytes, rule));
            assert!(!network.provenance.is_empty());
            assert_eq!(WeightSet::default().tables(rule).sides.len(), sides_of(rule));
        }
    }

    /// However a set-up position is turned, and in whichever order its stones are put down.
    #[test]
    fn a_set_up_position_has_one_value() {
        let random = &mut Random(7);
        for (number, size) in [15, 8, 20].into_iter().cycle().take(60).enumerate() {
            let (rule, size) = (Rule::ALL[number % 5], Size::square(size));
            let position = playout(rule, size, 3 + random.below(40), random);
            let mut stones: Vec<(Pos, Cell)> = Vec::new();
            stones.extend(position.board().stones().iter().map(|stone| (stone.pos, stone.cell)));
            for weights in [WeightSet::default(), WeightSet::default().classical_only()] {
                let values = Symmetry::ALL.map(|symmetry| {
                    let next = random.below(stones.len());
                    stones.rotate_left(next);
                    let mut board = Board::new(size);
                    for &(pos, cell) in &stones {
                        board.place(symmetry.apply(pos, size), cell).expect("a free cell");
                    }
                    board.forget_order();
                    board.set_side_to_move(position.side_to_move());
                    weights.value(&Position::from_board(&board, rule))
                });
                assert_eq!(values, [values[0]; 8], "{rule} {:?}", position.board());
            }
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
