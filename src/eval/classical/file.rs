//! The weights file of the classical evaluation: tables of values, threat terms and move scores, which
//! `shisan tune` fits to our own games.
//!
//! The weights are, for each table, the values, the own and the opponent's move scores of all multisets
//! of patterns and the terms of all threat masks, two bytes each.

use crate::eval::file::{FileHeader, TABLES, sides_of};
use crate::pattern::{MULTISETS, ThreatMap};
use gomoku_rules::Rule;

/// Values of codes are in fractions of a point.
pub const FRACTIONS: i32 = 8;

/// The contents of a weights file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The rule of the games that they were trained on.
    pub rule: Rule,
    /// Where they come from, in free text.
    pub provenance: String,
    /// One table for both sides, or one for each.
    pub sides: Vec<Table>,
}

/// The weights of one side.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Value by multiset, in fractions of a point.
    pub values: Vec<i16>,
    /// Move score for the side that has the multiset.
    pub own: Vec<i16>,
    /// Move score for its opponent, who takes the cell away.
    pub opponent: Vec<i16>,
    /// Points of the side to move by threat mask.
    pub threat_terms: Vec<i16>,
}

impl Tables {
    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut weights = Vec::new();
        for table in &self.sides {
            for numbers in [&table.values, &table.own, &table.opponent, &table.threat_terms] {
                weights.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        let header = FileHeader { rule: self.rule, provenance: self.provenance.clone() };
        TABLES.write(&header, &weights)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a weights file, of another version, cut short or damaged; in one line.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let side = 2 * (3 * MULTISETS + ThreatMap::THREAT_MASKS);
        let (header, mut rest) = TABLES.read(bytes, |rule| sides_of(rule) * side)?;
        let mut take = |count: usize| {
            let (numbers, after) = rest.split_at(2 * count);
            rest = after;
            numbers.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]])).collect()
        };
        let mut table = || Table {
            values: take(MULTISETS),
            own: take(MULTISETS),
            opponent: take(MULTISETS),
            threat_terms: take(ThreatMap::THREAT_MASKS),
        };
        let sides = (0..sides_of(header.rule)).map(|_| table()).collect();
        Ok(Self { rule: header.rule, provenance: header.provenance, sides })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FREESTYLE: &[u8] = include_bytes!("../../../data/tables/freestyle.bin");

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let refusal = |bytes: &[u8]| Tables::read(bytes).expect_err("not a good file");
        let good = FREESTYLE;
        assert_eq!(refusal(b"[requirement]\nmin_version = 1"), "not a weights file");
        assert_eq!(refusal(b"shisann2 any"), "a network, where tables are expected");
        assert!(refusal(&[b"shisanw0", &good[8..]].concat()).contains("another version"));
        for length in [7, 9, 13, 200, good.len() - 1] {
            assert!(refusal(&good[..length]).contains("cut short"), "{length}");
        }
        let mut damaged = good.to_vec();
        damaged[5000] ^= 1;
        assert!(refusal(&damaged).contains("damaged"));
        damaged[8] = 2;
        assert!(refusal(&damaged).contains("renju have 2 tables"));
    }
}
