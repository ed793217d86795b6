//! A file of which a tree was read, as far as it goes.

use encoding_rs::Encoding;

use crate::game::GameTree;
use crate::tree::Tree;

/// What was read of a file.
pub(crate) struct Opened {
    /// The tree, up to the damage.
    pub tree: Tree,
    /// The encoding of its texts, if it was guessed.
    pub guess: Option<&'static Encoding>,
    /// What the tree leaves out, each in a sentence.
    pub warnings: Vec<String>,
    /// Where the file is damaged.
    pub damage: Option<Damage>,
}

impl Opened {
    /// A whole tree, of which nothing is left out.
    pub fn whole(tree: Tree, guess: Option<&'static Encoding>) -> Self {
        Self { tree, guess, warnings: Vec::new(), damage: None }
    }

    /// The game with this number.
    pub fn into_game(self, number: u64) -> GameTree {
        let Self { tree, guess, warnings, .. } = self;
        GameTree {
            number,
            tree,
            coords: None,
            guessed_encoding: guess.map(Encoding::name),
            warnings,
        }
    }
}

/// A place where a file is not as it should be.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Damage {
    /// The byte, from 0.
    pub at: usize,
    /// What was expected there.
    pub expected: String,
}

impl Damage {
    pub fn at(at: usize, expected: &str) -> Self {
        Self { at, expected: expected.to_owned() }
    }
}
