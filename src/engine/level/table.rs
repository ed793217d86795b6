//! Levels, and their table as games have measured them: `data/tables/levels.txt`.

use std::array;
use std::str::FromStr;
use std::sync::{Arc, LazyLock};

use super::handicap::Handicap;
use gomoku_rules::{Rule, without_byte_order_mark};

/// A playing strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level {
    elo: u16,
    seed: u64,
}

impl Level {
    /// The weakest level.
    pub const MIN: u16 = 100;
    /// The strongest level.
    pub const MAX: u16 = 2200;
    /// The seed unless another is wanted.
    pub const DEFAULT_SEED: u64 = 1;

    /// The level of `elo`. Its mistakes follow from `seed` and the position.
    ///
    /// # Errors
    /// When there is no such level, in one line.
    pub fn new(elo: i64, seed: u64) -> Result<Self, String> {
        match u16::try_from(elo) {
            Ok(elo @ Self::MIN..=Self::MAX) => Ok(Self { elo, seed }),
            _ => {
                Err(format!("level {elo} is out of range: expected {} to {}", Self::MIN, Self::MAX))
            }
        }
    }

    /// Its Elo.
    pub fn elo(self) -> u16 {
        self.elo
    }

    /// The seed of its chances.
    pub fn seed(self) -> u64 {
        self.seed
    }
}

/// How many values a handicap has.
const VALUES: usize = Handicap::COLUMNS.len();

/// The measured levels of each rule. Cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelTable {
    /// By rule, the weakest first; at least one.
    levels: Arc<[Vec<MeasuredLevel>; 5]>,
    /// Which rules have rows of their own.
    measured: [bool; 5],
}

/// A measured level.
#[derive(Clone, Debug, PartialEq, Eq)]
struct MeasuredLevel {
    elo: i32,
    /// Half of the 95 % interval of its Elo.
    error: i32,
    values: [u32; VALUES],
}

impl LevelTable {
    /// Reads a table. Its rows are a rule, the number of the level, its Elo, the error of that, the games
    /// that measured it and the values of `Handicap::COLUMNS`; `#` begins a remark. A rule without rows
    /// takes those of the first row's rule.
    ///
    /// # Errors
    /// When a row is not valid, in one line with its number.
    pub fn read(text: &str) -> Result<Self, String> {
        let mut levels: [Vec<MeasuredLevel>; 5] = array::from_fn(|_| Vec::new());
        let mut first = None;
        for (number, line) in (1..).zip(without_byte_order_mark(text).lines()) {
            let row = line.split('#').next().unwrap_or_default();
            if row.trim().is_empty() {
                continue;
            }
            let (rule, level_row) =
                read_row(row).map_err(|error| format!("line {number}: {error}"))?;
            let levels = &mut levels[rule.index()];
            if levels.last().is_some_and(|last| last.elo >= level_row.elo) {
                return Err(format!("line {number}: expected more Elo than the level before"));
            }
            levels.push(level_row);
            first.get_or_insert(rule);
        }
        let first = levels[first.ok_or("no levels")?.index()].clone();
        let measured = levels.each_ref().map(|levels| !levels.is_empty());
        let levels = levels.map(|levels| if levels.is_empty() { first.clone() } else { levels });
        Ok(Self { levels: Arc::new(levels), measured })
    }

    /// The handicap of `level` under `rule`: between those of the two measured levels around it.
    pub(in crate::engine) fn handicap(&self, level: Level, rule: Rule) -> Handicap {
        let between = self.between(level, rule);
        Handicap::new(array::from_fn(|index| {
            between(&|level_row| level_row.values[index].into()) as u32
        }))
    }

    /// The Elo of `level` under `rule` and half of its 95 % interval. The levels below the weakest
    /// measured one and above the strongest play as these do.
    pub fn strength(&self, level: Level, rule: Rule) -> (i32, i32) {
        let (least, most) = self.range(rule);
        let error = self.between(level, rule)(&|level_row| level_row.error.into());
        (i32::from(level.elo()).clamp(least, most), error as i32)
    }

    /// Whether games under `rule` have measured its levels; otherwise they are those of another rule.
    pub fn is_measured(&self, rule: Rule) -> bool {
        self.measured[rule.index()]
    }

    /// A figure of `level` between those of the two measured levels around it.
    fn between(&self, level: Level, rule: Rule) -> impl Fn(&dyn Fn(&MeasuredLevel) -> i64) -> i64 {
        let levels = &self.levels[rule.index()];
        let elo = i32::from(level.elo());
        let above = levels.partition_point(|level_row| level_row.elo <= elo);
        let below = &levels[above.saturating_sub(1)];
        let above = &levels[above.min(levels.len() - 1)];
        let width = i64::from(above.elo - below.elo).max(1);
        let from_below = i64::from(elo - below.elo).clamp(0, width);
        move |figure| {
            let [below, above] = [below, above].map(figure);
            (below * (width - from_below) + above * from_below + width / 2) / width
        }
    }

    /// The Elo of the weakest and the strongest measured level of `rule`.
    pub fn range(&self, rule: Rule) -> (i32, i32) {
        let levels = &self.levels[rule.index()];
        (levels[0].elo, levels[levels.len() - 1].elo)
    }
}

/// The built-in table.
impl Default for LevelTable {
    fn default() -> Self {
        static BUILT_IN: LazyLock<LevelTable> = LazyLock::new(|| {
            let table = LevelTable::read(include_str!("../../../data/tables/levels.txt"));
            table.unwrap_or_else(|error| unreachable!("a test reads it: {error}"))
        });
        BUILT_IN.clone()
    }
}

fn read_row(row: &str) -> Result<(Rule, MeasuredLevel), String> {
    let words: Vec<&str> = row.split_whitespace().collect();
    let [rule, _level, elo, error, _games, values @ ..] = words.as_slice() else {
        return Err("expected a rule, a level, its Elo, the error, the games and values".to_owned());
    };
    let rule = rule.parse().map_err(|_| format!("{rule:?} is not a rule"))?;
    let elo: i16 = number(elo)?;
    let error: u16 = number(error)?;
    let values = values.iter().map(|word| number(word)).collect::<Result<Vec<u32>, _>>()?;
    let values = <[u32; VALUES]>::try_from(values)
        .map_err(|values| format!("expected {VALUES} values, not {}", values.len()))?;
    Ok((rule, MeasuredLevel { elo: elo.into(), error: error.into(), values }))
}

fn number<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("{word:?} is not a number"))
}
