//! What must hold for files of every format, for the fuzzer in `fuzz/` and the tests.

use gomoku_rules::{Coords, Size};

use crate::db;
use crate::{FileFormat, GameError, Games, Source, Tree, Trees, Written};

/// The board of files that state none.
const SIZE: Size = Size::square(15);

/// Reads the input in every format, and writes what is read in every format.
///
/// # Panics
/// If [`trees_in`] does.
pub fn trees(input: &[u8]) {
    for format in FileFormat::ALL {
        trees_in(input, format, &FileFormat::ALL);
    }
}

/// Reads the main lines of the input in every format.
///
/// # Panics
/// If [`records_in`] does.
pub fn records(input: &[u8]) {
    for format in FileFormat::ALL {
        records_in(input, format);
    }
}

/// Reads the input in a format. A tree has three nodes a byte at most, of what LZ4 unpacks; what is read can
/// be `written` in these formats and read back.
///
/// # Panics
/// If any of this does not hold.
pub fn trees_in(input: &[u8], format: FileFormat, written: &[FileFormat]) {
    // A byte of LZ4 may become 255.
    let length = if input.starts_with(&db::LZ4) { 255 * input.len() } else { input.len() };
    for tree in read(input, format) {
        assert!(tree.len() <= 3 * length + 1, "{} nodes", tree.len());
        for &format in written {
            check(&tree, format);
        }
    }
}

/// Reads the main lines of the input in a format: at most as many games as bytes, and a damaged one.
///
/// # Panics
/// If there are more.
pub fn records_in(input: &[u8], format: FileFormat) {
    let games = Games::new(Source::new(input), format, SIZE);
    assert!(games.count() <= input.len() + 1, "{format}");
}

/// The trees that can be read, those before a damage among them.
fn read(input: &[u8], format: FileFormat) -> Vec<Tree> {
    let games = Trees::new(Source::new(input), format, SIZE);
    let tree = |game| match game {
        Ok(crate::GameTree { tree, .. }) => Some(tree),
        Err(GameError::Malformed { read, .. }) => read.map(|read| read.tree),
        Err(GameError::Damaged { read, .. }) => Some(read.tree),
        Err(error) => panic!("{error}"),
    };
    games.filter_map(tree).collect()
}

/// What a format holds of a tree can be read, and nothing of it is lost again. The first time blanks may
/// become others.
fn check(tree: &Tree, format: FileFormat) {
    let Ok(Written { bytes, .. }) = format.write(tree, Coords::Top) else { return };
    let again = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let games = Trees::new(Source::new(bytes), format, tree.size);
        let trees = games.map(|game| game.expect("our own file").tree);
        let write = |tree| format.write(&tree, Coords::Top).expect("what was read from it").bytes;
        trees.map(write).collect()
    };
    // What a text with escapes says is guessed again.
    for bytes in again(&bytes).into_iter().filter(|bytes| !bytes.contains(&0x1b)) {
        assert_eq!(again(&bytes).concat(), bytes, "{}", String::from_utf8_lossy(&bytes));
    }
}

#[cfg(test)]
mod tests;
