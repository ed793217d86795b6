//! The games of a collection with all that is written in them, one after another.

use std::io::Read;

use encoding_rs::Encoding;
use gomoku_rules::record::Format;
use gomoku_rules::{CellNames, Coords};

use crate::encodings::TextEncoding;
use crate::format::FileFormat;
use crate::games::{Game, GameError, Games};
use crate::sgf::{Framed, read_tree};
use crate::source::Source;
use crate::tree::Tree;

/// The games of a collection, each as a tree. One is in memory at a time. After a game that cannot be read
/// comes the next one; after bytes that cannot be read comes the end.
pub struct Trees<R>(Games<R>);

/// A game of a collection, with all that is written in it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameTree {
    /// Its number, from 1.
    pub number: u64,
    /// The game.
    pub tree: Tree,
    /// How the labels of a drawn board name its cells, if it has any.
    pub coords: Option<Coords>,
    /// The encoding of its texts, by the name that the web has for it, if it had to be guessed.
    pub guessed_encoding: Option<&'static str>,
    /// What its text says of stones, and the tree does not, each in a sentence.
    pub warnings: Vec<String>,
}

impl<R: Read> Trees<R> {
    /// The games of `source` in `format`; those that do not state their board are on `board`, a size, or
    /// [`CellNames`], which name the cells of pos strings.
    pub fn new(
        source: Source<R>,
        format: impl Into<FileFormat>,
        board: impl Into<CellNames>,
    ) -> Self {
        Games::new(source, format, board).into()
    }

    /// As [`Games::in_encoding`].
    #[must_use]
    pub fn in_encoding(self, encoding: TextEncoding) -> Self {
        Self(self.0.in_encoding(encoding))
    }
}

/// The games that are left, with all that is written in them.
impl<R: Read> From<Games<R>> for Trees<R> {
    fn from(games: Games<R>) -> Self {
        Self(games)
    }
}

impl<R: Read> Iterator for Trees<R> {
    type Item = Result<GameTree, GameError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.format().has_trees() {
            return Some(self.0.next_tree()?.map(|(number, opened)| GameTree {
                number,
                tree: opened.tree,
                coords: None,
                guessed_encoding: opened.guess.map(Encoding::name),
                warnings: opened.warnings,
            }));
        }
        if self.0.format() != Format::Sgf.into() {
            return Some(self.0.next()?.map(GameTree::from));
        }
        Some(self.0.next_sgf(read_tree)?.and_then(|(number, Framed { place, game, guess })| {
            match game {
                Ok(tree) => Ok(GameTree {
                    number,
                    tree,
                    coords: None,
                    guessed_encoding: guess.map(Encoding::name),
                    warnings: Vec::new(),
                }),
                Err((error, read)) => {
                    let (error, read) = (place.of_error(error), Some(read));
                    Err(GameError::Malformed { number, error, read })
                }
            }
        }))
    }
}

impl From<Game> for GameTree {
    fn from(game: Game) -> Self {
        Self {
            number: game.number,
            tree: game.record.into(),
            coords: game.coords,
            guessed_encoding: game.guessed_encoding,
            warnings: game.warnings.iter().map(ToString::to_string).collect(),
        }
    }
}
