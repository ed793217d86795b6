//! The games of a collection with all that is written in them, one after another.

use std::io::Read;

use encoding_rs::Encoding;
use gomoku_rules::CellNames;
use gomoku_rules::record::Format;
use gomoku_rules::record::sgf::unknown_rule;

use crate::encodings::TextEncoding;
use crate::format::FileFormat;
use crate::game::GameTree;
use crate::games::{GameError, Games};
use crate::sgf::{Framed, read_tree};
use crate::source::Source;
use crate::tree::Tree;

/// The games of a collection, each as a tree. One is in memory at a time. After a game that cannot be read
/// comes the next one; after bytes that cannot be read comes the end.
pub struct Trees<R>(Games<R>);

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
            return Some(self.0.next_tree()?.map(|(number, opened)| opened.into_game(number)));
        }
        if self.0.format() != Format::Sgf.into() {
            return Some(self.0.next()?.map(GameTree::from));
        }
        Some(self.0.next_sgf(read_tree)?.and_then(|(number, Framed { place, game, guess })| {
            let guessed_encoding = guess.map(Encoding::name);
            let of = |tree: Tree| GameTree {
                guessed_encoding,
                warnings: unknown_rule_of(&tree).into_iter().collect(),
                ..GameTree::part(number, tree)
            };
            game.map(of).map_err(|(error, read)| {
                let (error, read) = (place.of_error(error), Some(Box::new(of(*read))));
                GameError::Malformed { number, error, read }
            })
        }))
    }
}

/// What to say of the rule of a tree of SGF that names none that is known.
fn unknown_rule_of(tree: &Tree) -> Option<String> {
    let properties = &tree.node(tree.root()).notes().properties;
    let value = |name| properties.iter().find(|it| it.name == name)?.values.first();
    let words = value("RU").filter(|_| tree.info.rule.is_none())?;
    unknown_rule(words.trim(), value("GM").map(|number| number.trim()))
}
