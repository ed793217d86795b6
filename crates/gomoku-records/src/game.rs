//! A game of a collection.

use gomoku_rules::Coords;
use gomoku_rules::record::Record;

use crate::tree::Tree;

/// A game of a collection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// Its number, from 1.
    pub number: u64,
    /// The game.
    pub record: Record,
    /// How the labels of a drawn board name its cells, if it has any.
    pub coords: Option<Coords>,
    /// The encoding of its texts, by the name that the web has for it, if it had to be guessed.
    pub guessed_encoding: Option<&'static str>,
    /// What its text says, and the record leaves out, each in a sentence.
    pub warnings: Vec<String>,
}

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
    /// What its text says of stones or of the rule, and the tree does not, each in a sentence.
    pub warnings: Vec<String>,
}

impl GameTree {
    /// What stands before a damage, in texts that need no guess.
    pub(crate) fn part(number: u64, tree: Tree) -> Self {
        Self { number, tree, coords: None, guessed_encoding: None, warnings: Vec::new() }
    }
}

impl From<Game> for GameTree {
    fn from(game: Game) -> Self {
        Self {
            number: game.number,
            tree: game.record.into(),
            coords: game.coords,
            guessed_encoding: game.guessed_encoding,
            warnings: game.warnings,
        }
    }
}
