//! What all files of weights share: a header that says what they are, and a checksum at the end.
//!
//! In little-endian order: eight bytes that name the kind and its version; the rule, a byte; how many
//! sides have weights of their own, a byte; the length of the provenance, two bytes, and its text; the
//! weights; and the [`checksum`] of all that, eight bytes.

use crate::checksum::checksum;
use gomoku_rules::{Rule, Side};

/// Weights of one kind and version.
pub struct FileKind {
    /// The first bytes of the file; the digit is the version.
    pub magic: &'static [u8; 8],
    /// The kind in words.
    pub name: &'static str,
    /// How to make such a file.
    pub remedy: &'static str,
}

/// Files of tables.
pub const TABLES: FileKind =
    FileKind { magic: b"shisanw1", name: "weights", remedy: "run tune again" };
/// Files of networks.
pub const NETWORK: FileKind =
    FileKind { magic: b"shisann3", name: "network", remedy: "run train again" };

/// What a file says of its weights.
pub struct FileHeader {
    pub rule: Rule,
    /// Where they come from, in free text.
    pub provenance: String,
}

/// How many sides have weights of their own under a rule: renju's play by different rules.
pub fn sides_of(rule: Rule) -> usize {
    1 + usize::from(rule.forbids(Side::Black))
}

impl FileKind {
    /// Whether a file is of this kind, of any version.
    pub fn matches(&self, bytes: &[u8]) -> bool {
        bytes.starts_with(&self.magic[..7])
    }

    /// The bytes of a file with these `weights`.
    pub fn write(&self, header: &FileHeader, weights: &[u8]) -> Vec<u8> {
        let mut bytes = self.magic.to_vec();
        bytes.extend([header.rule.index() as u8, sides_of(header.rule) as u8]);
        let provenance = &header.provenance.as_bytes()[..header.provenance.len().min(0xFFFF)];
        bytes.extend((provenance.len() as u16).to_le_bytes());
        bytes.extend(provenance);
        bytes.extend(weights);
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads a file in which the weights of each rule have the length that `length` says.
    ///
    /// # Errors
    /// When it is no such file, of another version, cut short or damaged; in one line.
    pub fn read<'a>(
        &self,
        bytes: &'a [u8],
        length: impl FnOnce(Rule) -> usize,
    ) -> Result<(FileHeader, &'a [u8]), String> {
        let Self { name, remedy, .. } = self;
        if !self.matches(bytes) {
            return Err(foreign(bytes).to_owned());
        }
        let cut = || format!("the {name} file is cut short");
        let (magic, rest) = bytes.split_first_chunk::<8>().ok_or_else(cut)?;
        if magic != self.magic {
            return Err(format!("a {name} file of another version: {remedy}"));
        }
        let (header, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let rule = *Rule::ALL.get(usize::from(header[0])).ok_or("weights for an unknown rule")?;
        let sides = sides_of(rule);
        if usize::from(header[1]) != sides {
            return Err(format!("weights for {rule} have {sides} tables, not {}", header[1]));
        }
        let text = usize::from(u16::from_le_bytes([header[2], header[3]]));
        let (provenance, rest) = rest.split_at_checked(text).ok_or_else(cut)?;
        let (weights, sum) = rest.split_last_chunk::<8>().ok_or_else(cut)?;
        let length = length(rule);
        if weights.len() != length {
            let found = weights.len();
            return Err(format!("{}: {found} bytes of weights instead of {length}", cut()));
        }
        if u64::from_le_bytes(*sum) != checksum(&bytes[..bytes.len() - 8]) {
            return Err(format!("the {name} file is damaged"));
        }
        let provenance = String::from_utf8_lossy(provenance).into_owned();
        Ok((FileHeader { rule, provenance }, weights))
    }
}

/// What a file is that is not of the expected kind.
fn foreign(bytes: &[u8]) -> &'static str {
    if NETWORK.matches(bytes) {
        "a network, where tables are expected"
    } else if TABLES.matches(bytes) {
        "tables, where a network is expected"
    } else {
        "not a weights file"
    }
}
