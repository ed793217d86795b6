//! The formats of files by name.

use std::fmt;
use std::str::FromStr;

use gomoku_rules::Coords;
use gomoku_rules::record::{Cause, Format, UnknownFormat};

use crate::db;
use crate::encodings::{TextEncoding, decode};
use crate::link::{is_link, write_link};
use crate::lost::{Kind, Lost};
use crate::renlib::{self, write_library};
use crate::rif;
use crate::sgf::write_tree;
use crate::tree::Tree;
use crate::yixin::{self, is_sav};

/// A format of files of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileFormat {
    /// A format of texts, which `gomoku-rules` reads, too.
    Text(Format),
    /// Links of gomoku-calculator, one a line: `https://gomocalc.com/#/h8i9`, rows from the bottom.
    Link,
    /// Yixin-Board's saved positions as text.
    Sav,
    /// Yixin-Board's saved positions as bytes, on a 15x15 board.
    YixinPos,
    /// Libraries of `RenLib`, on a 15x15 board.
    Lib,
    /// Databases of positions, as Yixin and Rapfi keep them.
    Db,
    /// The same, compressed with LZ4.
    DbLz4,
    /// The database of `RenjuNet`; read only.
    Rif,
}

impl FileFormat {
    /// The formats that are read and written.
    pub const WRITTEN: [Self; 11] = [
        Self::Text(Format::Pos),
        Self::Text(Format::Offsets),
        Self::Text(Format::Psq),
        Self::Text(Format::Sgf),
        Self::Text(Format::Board),
        Self::Link,
        Self::Sav,
        Self::YixinPos,
        Self::Lib,
        Self::Db,
        Self::DbLz4,
    ];

    /// All formats: those, and the one that is only read.
    pub const ALL: [Self; Self::WRITTEN.len() + 1] = {
        let mut all = [Self::Rif; Self::WRITTEN.len() + 1];
        let mut index = 0;
        while index < Self::WRITTEN.len() {
            all[index] = Self::WRITTEN[index];
            index += 1;
        }
        all
    };

    /// The name of the format, which is also the usual extension of its files.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text(format) => format.name(),
            Self::Link => "link",
            Self::Sav => "sav",
            Self::YixinPos => "yixin-pos",
            Self::Lib => "lib",
            Self::Db => "db",
            Self::DbLz4 => "db-lz4",
            Self::Rif => "rif",
        }
    }

    /// The format of a file that begins with `head`. A position of Yixin-Board has to be whole.
    ///
    /// # Errors
    /// [`UnknownFormat`] where it looks like none.
    pub fn detect(head: &[u8]) -> Result<Self, UnknownFormat> {
        let text = decode(head);
        let is_content = |line: &&str| !line.trim().is_empty();
        let first = text.lines().find(is_content).unwrap_or_default();
        if renlib::is_library(head) {
            Ok(Self::Lib)
        } else if db::is_database(head) {
            Ok(Self::Db)
        } else if is_link(first) {
            Ok(Self::Link)
        } else if is_sav(&text) {
            Ok(Self::Sav)
        } else if yixin::is_surely_pos(head) {
            Ok(Self::YixinPos)
        } else if rif::is_database(&text) {
            Ok(Self::Rif)
        } else {
            let found = Format::detect(&text).map(Self::Text);
            // Nine moves, or thirteen, may look like characters behind a blank.
            found.or_else(|none| if yixin::is_pos(head) { Ok(Self::YixinPos) } else { Err(none) })
        }
    }

    /// Whether its games are read into trees, and not into records.
    pub(crate) const fn has_trees(self) -> bool {
        matches!(self, Self::YixinPos | Self::Lib | Self::Db | Self::DbLz4 | Self::Rif)
    }

    /// Whether a file is no text.
    pub const fn is_binary(self) -> bool {
        matches!(self, Self::YixinPos | Self::Lib | Self::Db | Self::DbLz4)
    }

    /// Whether a file that is written holds one game.
    pub const fn has_one_game(self) -> bool {
        matches!(self, Self::Text(Format::Psq) | Self::Sav) || self.is_binary()
    }

    /// A file with one game, and what of the game it has no place for.
    ///
    /// # Errors
    /// When the format cannot hold the game: most hold moves in turn only, some one board only, databases
    /// UTF-8 only, and the database of `RenjuNet` is not written.
    pub fn write(
        self,
        tree: &Tree,
        options: impl Into<WriteOptions>,
    ) -> Result<Written, WriteError> {
        let WriteOptions { coords, encoding } = options.into();
        let record = || tree.record().map_err(|error| WriteError(error.to_string()));
        let mut lost = self.lost(tree);
        let mut encoded = |text: String| {
            let (bytes, characters) = encoding.encode(&text);
            lost.add(Kind::Characters, characters);
            Ok(bytes.into_owned())
        };
        let bytes = match self {
            Self::Text(Format::Sgf) => encoded(write_tree(tree, encoding)),
            Self::Text(format) => encoded(format.write_with(&record()?, coords)),
            Self::Link => encoded(write_link(&record()?)),
            Self::Sav => encoded(yixin::write_sav(&record()?)),
            Self::YixinPos => yixin::write_pos(&record()?).map_err(WriteError),
            Self::Lib => {
                let (bytes, characters) = write_library(tree, encoding).map_err(WriteError)?;
                lost.add(Kind::Characters, characters);
                Ok(bytes)
            }
            Self::Db | Self::DbLz4 if encoding != TextEncoding::UTF_8 => {
                Err(WriteError(format!("{encoding}: the texts of databases are in UTF-8")))
            }
            Self::Db => db::positions_of(tree)
                .and_then(|positions| db::write_plain(&positions))
                .map_err(WriteError),
            Self::DbLz4 => db::positions_of(tree)
                .and_then(|positions| db::write_compressed(&positions))
                .map_err(WriteError),
            Self::Rif => Err(WriteError("the database of RenjuNet is read only".to_owned())),
        }?;
        // Readers skip a blank line.
        if matches!(self, Self::Text(Format::Pos | Format::Offsets))
            && bytes.trim_ascii().is_empty()
        {
            lost.add(Kind::EmptyGames, 1);
        }
        Ok(Written { bytes, lost })
    }

    /// What of `tree` the format has no place for, in any encoding.
    fn lost(self, tree: &Tree) -> Lost {
        let mut holds = match self {
            Self::Text(Format::Sgf) => Kind::ALL.to_vec(),
            Self::Text(Format::Psq) => vec![Kind::Size, Kind::Times, Kind::Players],
            Self::Text(Format::Board) => vec![Kind::Size, Kind::SetUps],
            Self::Sav => vec![Kind::Size],
            Self::Lib => vec![Kind::Variations, Kind::Comments, Kind::Labels],
            Self::Db | Self::DbLz4 => {
                use Kind::{Comments, Labels, Rule, SetUps, Size, Variations};
                vec![SetUps, Variations, Comments, Labels, Rule, Size]
            }
            _ => Vec::new(),
        };
        if self == Self::Text(Format::Psq)
            && let Some(result) = tree.info.result
        {
            holds.push(Kind::Rule);
            // There is no number for a resignation.
            holds.extend((result.cause != Some(Cause::Resignation)).then_some(Kind::Result));
        }
        let mut lost = Lost::of(tree, &holds);
        match self {
            Self::Text(Format::Board) => {
                let moves = tree.main_line().filter(|&id| tree.node(id).played().is_some());
                lost.add(Kind::Orders, usize::from(moves.count() > 1));
            }
            Self::Lib => renlib::take_back(tree, &mut lost),
            Self::Db | Self::DbLz4 => db::take_back(tree, &mut lost),
            _ => {}
        }
        lost
    }

    /// The text between two games of a file.
    pub const fn separator(self) -> &'static str {
        match self {
            Self::Text(format) => format.separator(),
            _ => "",
        }
    }
}

/// How a file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// How pos strings and the labels of a drawn board name cells.
    pub coords: Coords,
    /// The encoding of names and comments.
    pub encoding: TextEncoding,
}

impl From<Coords> for WriteOptions {
    fn from(coords: Coords) -> Self {
        Self { coords, ..Self::default() }
    }
}

/// A file that is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What of the game it has no place for.
    pub lost: Lost,
}

/// Why a format cannot hold a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WriteError(String);

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WriteError {}

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
