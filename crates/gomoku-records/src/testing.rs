//! What tests of several formats need.

use gomoku_rules::Coords;
use gomoku_rules::record::Format;

use crate::format::FileFormat;
use crate::tree::Tree;

/// The SGF of a tree behind its size, in one line.
pub fn sgf(tree: &Tree) -> String {
    let file = FileFormat::from(Format::Sgf).write(tree, Coords::Top);
    let text = String::from_utf8(file.expect("SGF holds all").bytes).expect("UTF-8");
    let start = text.find("SZ[15]").expect("a size") + 6;
    text[start..].replace('\n', "")
}
