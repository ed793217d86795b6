//! The weights file of the classical evaluation: tables of values, threat terms and move scores, which
//! `shisan tune` fits to our own games.
//!
//! A weights file is, in little-endian order: the eight bytes of [`MAGIC`]; the rule, a byte; 1 if one
//! table serves both sides or 2, a byte; the length of the provenance, two bytes, and its text; for
//! each table the values, the own and the opponent's move scores of all multisets of patterns and the
//! terms of all threat masks, two bytes each; and the [`checksum`] of all that, eight bytes.

use crate::pattern::{MULTISETS, ThreatMap};
use gomoku_rules::{Rule, Side};

/// Values of codes are in fractions of a point.
pub const FRACTIONS: i32 = 8;

/// The first bytes of a weights file; the digit is the version.
const MAGIC: &[u8; 8] = b"shisanw1";

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
    /// How many tables a rule needs: renju's sides play by different rules.
    pub fn sides_of(rule: Rule) -> usize {
        1 + usize::from(rule.forbids(Side::Black))
    }

    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend([self.rule.index() as u8, self.sides.len() as u8]);
        let provenance = &self.provenance.as_bytes()[..self.provenance.len().min(0xFFFF)];
        bytes.extend((provenance.len() as u16).to_le_bytes());
        bytes.extend(provenance);
        for table in &self.sides {
            for numbers in [&table.values, &table.own, &table.opponent, &table.threat_terms] {
                bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
            }
        }
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a weights file, of another version, cut short or damaged; in one line.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or("not a weights file")?;
        if magic[..7] != MAGIC[..7] {
            return Err("not a weights file".to_owned());
        }
        if magic != MAGIC {
            return Err("a weights file of another version: run tune again".to_owned());
        }
        let cut = "the weights file is cut short";
        let (header, rest) = rest.split_first_chunk::<4>().ok_or(cut)?;
        let rule = *Rule::ALL.get(usize::from(header[0])).ok_or("weights for an unknown rule")?;
        let sides = Self::sides_of(rule);
        if usize::from(header[1]) != sides {
            return Err(format!("weights for {rule} have {sides} tables, not {}", header[1]));
        }
        let length = usize::from(u16::from_le_bytes([header[2], header[3]]));
        let (provenance, rest) = rest.split_at_checked(length).ok_or(cut)?;
        let (mut rest, sum) = rest.split_last_chunk::<8>().ok_or(cut)?;
        let wanted = [MULTISETS; 3].into_iter().chain([ThreatMap::THREAT_MASKS]);
        let length = 2 * sides * wanted.clone().sum::<usize>();
        if rest.len() != length {
            return Err(format!("{cut}: {} bytes of tables instead of {length}", rest.len()));
        }
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err("the weights file is damaged".to_owned());
        }
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

    const FREESTYLE: &[u8] = include_bytes!("../../../data/weights/freestyle.bin");

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let refusal = |bytes: &[u8]| Tables::read(bytes).expect_err("not a good file");
        let good = FREESTYLE;
        assert_eq!(refusal(b"[requirement]\nmin_version = 1"), "not a weights file");
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
