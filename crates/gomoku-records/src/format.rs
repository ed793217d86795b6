//! The formats of files by name.

use std::fmt;
use std::str::FromStr;

use gomoku_rules::Coords;
use gomoku_rules::record::{Cause, Format};

use crate::lost::{Kind, Lost};
use crate::sgf::write_tree;
use crate::tree::{NotARecord, Tree};

/// A format of files of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// A format of texts, which `gomoku-rules` reads, too.
    Text(Format),
}

impl FileFormat {
    /// All formats.
    pub const ALL: [Self; 5] = [
        Self::Text(Format::Pos),
        Self::Text(Format::Offsets),
        Self::Text(Format::Psq),
        Self::Text(Format::Sgf),
        Self::Text(Format::Board),
    ];

    /// The name of the format, which is also the usual extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
        }
    }

    /// The bytes of a file with one game. `coords` say how pos strings and the labels of a drawn board name
    /// cells. What the format has no place for is left out: [`FileFormat::lost`].
    ///
    /// # Errors
    /// When the format holds moves in turn only, and the main line is something else.
    pub fn write(self, tree: &Tree, coords: Coords) -> Result<Vec<u8>, NotARecord> {
        match self {
            Self::Text(Format::Sgf) => Ok(write_tree(tree).into_bytes()),
            Self::Text(format) => Ok(format.write_with(&tree.record()?, coords).into_bytes()),
        }
    }

    /// What of `tree` the format has no place for.
    pub fn lost(self, tree: &Tree) -> Lost {
        let mut holds = match self {
            Self::Text(Format::Sgf) => Kind::ALL.to_vec(),
            Self::Text(Format::Psq) => vec![Kind::Times, Kind::Players],
            Self::Text(Format::Pos | Format::Offsets | Format::Board) => Vec::new(),
        };
        if self == Self::Text(Format::Psq)
            && let Some(result) = tree.info.result
        {
            holds.push(Kind::Rule);
            // There is no number for a resignation.
            holds.extend((result.cause != Some(Cause::Resignation)).then_some(Kind::Result));
        }
        Lost::of(tree, &holds)
    }

    /// The text between two games of a file.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Text(format) => format.separator(),
        }
    }
}

impl From<Format> for FileFormat {
    fn from(format: Format) -> Self {
        Self::Text(format)
    }
}

impl fmt::Display for FileFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseFileFormatError;

impl fmt::Display for ParseFileFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = FileFormat::ALL.map(FileFormat::name);
        let (last, names) = names.split_last().unwrap_or((&"", &[]));
        write!(f, "expected {} or {last}", names.join(", "))
    }
}

impl std::error::Error for ParseFileFormatError {}

impl FromStr for FileFormat {
    type Err = ParseFileFormatError;

    /// Reads a [name](FileFormat::name).
    fn from_str(text: &str) -> Result<Self, ParseFileFormatError> {
        Self::ALL.into_iter().find(|format| format.name() == text).ok_or(ParseFileFormatError)
    }
}
