//! The numbers of the classical evaluation: tables of value, initiative and move scores for each
//! rule, trained on our own games by `pbrain-shisan tune`.
//!
//! A file of weights is, in little-endian order: the eight bytes of [`MAGIC`]; the rule, a byte; 1 if
//! one table serves both sides or 2, a byte; the length of the provenance, two bytes, and its text;
//! for each table the values, the own and the foe move scores of all multisets of patterns and the
//! initiative of all sets of threats, two bytes each; and the [`checksum`] of all that, eight bytes.

use std::sync::{LazyLock, OnceLock};

use crate::pattern::{MoveScore, Weights};
use gomoku_rules::{Rule, Side};

/// Values of codes are in fractions of a point.
pub const FRACTIONS: i32 = 8;

/// The first bytes of a file of weights; the digit is the version.
const MAGIC: &[u8; 8] = b"shisanw1";

const FREESTYLE: &[u8] = include_bytes!("../../data/weights/freestyle.bin");
const CARO: &[u8] = include_bytes!("../../data/weights/caro.bin");
const RENJU: &[u8] = include_bytes!("../../data/weights/renju.bin");

/// Tables read from a file, and their weights for the rule that they belong to.
static TRIAL: OnceLock<(Tables, Weights)> = OnceLock::new();

/// The weights of `rule`.
pub fn weights(rule: Rule) -> &'static Weights {
    static WEIGHTS: [LazyLock<Weights>; 5] = [
        LazyLock::new(|| embedded(Rule::Freestyle).weights(Rule::Freestyle)),
        LazyLock::new(|| embedded(Rule::Standard).weights(Rule::Standard)),
        LazyLock::new(|| embedded(Rule::Renju).weights(Rule::Renju)),
        LazyLock::new(|| embedded(Rule::Caro).weights(Rule::Caro)),
        LazyLock::new(|| embedded(Rule::CaroOverline).weights(Rule::CaroOverline)),
    ];
    match TRIAL.get() {
        Some((tables, weights)) if tables.rule == rule => weights,
        _ => &WEIGHTS[rule.index()],
    }
}

/// The tables that the weights of `rule` are made from.
pub fn tables(rule: Rule) -> Tables {
    match TRIAL.get() {
        Some((tables, _)) if tables.rule == rule => tables.clone(),
        _ => embedded(rule),
    }
}

/// Our own tables for `rule`, which may be another rule's.
fn embedded(rule: Rule) -> Tables {
    let bytes = match rule {
        Rule::Freestyle | Rule::Standard => FREESTYLE,
        Rule::Renju => RENJU,
        Rule::Caro | Rule::CaroOverline => CARO,
    };
    Tables::read(bytes).unwrap_or_else(|error| unreachable!("a test reads it: {error}"))
}

/// Takes the weights of the file `bytes` for its rule from now on, instead of our own. To be called
/// once, before any position is set up.
///
/// # Errors
/// When the file is none of ours, or others were taken before.
pub fn try_weights(bytes: &[u8]) -> Result<(), String> {
    let tables = Tables::read(bytes)?;
    let weights = tables.weights(tables.rule);
    TRIAL.set((tables, weights)).map_err(|_| "weights were given before".to_owned())
}

/// The content of a file of weights.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The rule of the games that they were trained on.
    pub rule: Rule,
    /// Where they come from.
    pub provenance: String,
    /// One table for both sides, or one for each.
    pub sides: Vec<Table>,
}

/// The numbers of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Value by multiset, in fractions of a point.
    pub values: Vec<i16>,
    /// Move score by own multiset.
    pub own: Vec<i16>,
    /// Move score by the opponent's multiset.
    pub foe: Vec<i16>,
    /// Points of the side to move by set of threats.
    pub initiative: Vec<i16>,
}

impl Tables {
    /// How many tables a rule needs: renju's sides play by different rules.
    pub fn sides_of(rule: Rule) -> usize {
        1 + usize::from(rule.forbids(Side::Black))
    }

    /// The weights for games under `rule`.
    pub fn weights(&self, rule: Rule) -> Weights {
        let table = |side: Side| &self.sides[side.index() % self.sides.len()];
        Weights::new(
            rule,
            |side, place| {
                let score = MoveScore { own: table(side).own[place], foe: table(side).foe[place] };
                (table(side).values[place], score)
            },
            |side, set| table(side).initiative[set],
        )
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.rule.index() as u8, self.sides.len() as u8]);
        let provenance = &self.provenance.as_bytes()[..self.provenance.len().min(0xFFFF)];
        bytes.extend((provenance.len() as u16).to_le_bytes());
        bytes.extend(provenance);
        for table in &self.sides {
            for numbers in [&table.values, &table.own, &table.foe, &table.initiative] {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is no file of weights, of another version, cut short or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or("not a file of weights")?;
        if magic[..7] != MAGIC[..7] {
            return Err("not a file of weights".to_owned());
        }
        if magic != MAGIC {
            return Err("a file of weights of another version: tune again".to_owned());
        }
        let cut = "the file of weights is cut short";
        let (header, rest) = rest.split_first_chunk::<4>().ok_or(cut)?;
        let rule = *Rule::ALL.get(usize::from(header[0])).ok_or("weights of an unknown rule")?;
        let sides = Self::sides_of(rule);
        if usize::from(header[1]) != sides {
            return Err(format!("weights of {rule} have {sides} tables, not {}", header[1]));
        }
        let length = usize::from(u16::from_le_bytes([header[2], header[3]]));
        let (provenance, rest) = rest.split_at_checked(length).ok_or(cut)?;
        let (mut rest, sum) = rest.split_last_chunk::<8>().ok_or(cut)?;
        let wanted = [Weights::MULTISETS; 3].into_iter().chain([Weights::THREAT_SETS]);
        let length = 2 * sides * wanted.clone().sum::<usize>();
        if rest.len() != length {
            return Err(format!("{cut}: {} bytes of tables instead of {length}", rest.len()));
        }
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err("the file of weights is damaged".to_owned());
        }
        let mut take = |count: usize| {
            let (numbers, after) = rest.split_at(2 * count);
            rest = after;
            numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let mut table = || Table {
            values: take(Weights::MULTISETS),
            own: take(Weights::MULTISETS),
            foe: take(Weights::MULTISETS),
            initiative: take(Weights::THREAT_SETS),
        };
        let sides = (0..sides).map(|_| table()).collect();
        Ok(Self { rule, provenance: String::from_utf8_lossy(provenance).into_owned(), sides })
    }
}

/// FNV-1a, 64 bits.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |sum, &byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_own_files_are_read() {
        for bytes in [FREESTYLE, CARO, RENJU] {
            let tables = Tables::read(bytes).expect("our own file");
            assert_eq!(tables.write(), bytes);
            assert!(!tables.provenance.is_empty());
        }
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let refusal = |bytes: &[u8]| Tables::read(bytes).expect_err("not a good file");
        let good = FREESTYLE;
        assert_eq!(refusal(b"[requirement]\nmin_version = 1"), "not a file of weights");
        assert!(refusal(&[b"shisanw0", &good[8..]].concat()).contains("another version"));
        for length in [9, 13, 200, good.len() - 1] {
            assert!(refusal(&good[..length]).contains("cut short"), "{length}");
        }
        let mut damaged = good.to_vec();
        damaged[5000] ^= 1;
        assert!(refusal(&damaged).contains("damaged"));
        damaged[8] = 2;
        assert!(refusal(&damaged).contains("renju have 2 tables"));
    }
}
