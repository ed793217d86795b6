//! What must hold for files of every format, for the fuzzer in `fuzz/` and the tests.

use gomoku_rules::{Coords, Size};

use crate::db;
use crate::{FileFormat, GameError, Source, Tree, Trees};

/// The board of files that state none.
const SIZE: Size = Size::square(15);

/// Reads the input in every format. There are at most as many nodes as bytes, and stones that are written
/// out; what is read can be written and read back.
///
/// # Panics
/// If any of this does not hold.
pub fn trees(input: &[u8]) {
    // A byte of LZ4 may become 255.
    let length = if input.starts_with(&db::LZ4) { 255 * input.len() } else { input.len() };
    for format in FileFormat::ALL {
        for tree in read(input, format) {
            assert!(tree.len() <= 3 * length + 1, "{} nodes", tree.len());
            for format in FileFormat::ALL {
                check(&tree, format);
            }
        }
    }
}

/// The trees that can be read, those before a damage among them.
fn read(input: &[u8], format: FileFormat) -> Vec<Tree> {
    let games = Trees::new(Source::new(input), format, SIZE);
    let tree = |game| match game {
        Ok(crate::GameTree { tree, .. }) => Some(tree),
        Err(GameError::Malformed { read, .. }) => read.map(|read| *read),

        Err(GameError::Damaged { read, .. }) => Some(*read),
        Err(error) => panic!("{error}"),
    };
    games.filter_map(tree).collect()
}

/// What a format holds of a tree can be read, and nothing of it is lost again. The first time blanks may
/// become others.
fn check(tree: &Tree, format: FileFormat) {
    let Ok(bytes) = format.write(tree, Coords::Top) else { return };
    let again = |bytes: &[u8]| -> Vec<Vec<u8>> {
        let games = Trees::new(Source::new(bytes), format, tree.size);
        let trees = games.map(|game| game.expect("our own file").tree);
        let write = |tree| format.write(&tree, Coords::Top).expect("what was read from it");
        trees.map(write).collect()
    };
    // What a text with escapes says is guessed anew.
    for bytes in again(&bytes).into_iter().filter(|bytes| !bytes.contains(&0x1b)) {
        assert_eq!(again(&bytes).concat(), bytes, "{}", String::from_utf8_lossy(&bytes));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_corpus_holds() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        if package.join("Cargo.toml.orig").exists() {
            return; // unpacked from a registry, where the repository's data is absent
        }
        let folder = package.join("../../data/fuzz/records");
        let files = fs::read_dir(folder).expect("a corpus");
        let files: Vec<_> = files.map(|entry| entry.expect("an entry").path()).collect();
        assert!(!files.is_empty(), "the corpus is empty");
        for file in files {
            trees(&fs::read(file).expect("a file"));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(2_000))]

        #[test]
        fn random_bytes_hold(bytes in prop::collection::vec(prop_oneof![0..16_u8, 0..128_u8, any::<u8>()], 0..300)) {
            trees(&bytes);
        }

        #[test]
        fn random_sgf_holds(text in "(\\(;|\\)|;|B\\[[a-e]{2}\\]|W\\[[a-e]{2}\\]|[BW]\\[\\]|A[BWE]\\[[a-e]{2}\\]|C\\[[a-c\n]{0,3}\\]|QPR\\[aa,bb\\]|PL\\[W\\]|LB\\[aa:x\\]|TR\\[aa:bb\\]|RE\\[B\\+\\]|GM\\[1\\]|BL\\[9.5\\]){0,20}") {
            trees(text.as_bytes());
        }
    }
}
