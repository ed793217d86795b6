//! What must hold for any file of training games, for the fuzzer in `fuzz/` and the tests.

use std::io::Cursor;

use super::game_file::each_of_streams;
use super::packed::{Block, compress, is_block};
use super::record::Record;

/// Reads the input as an xz file, and as the block within one, which checksums shield from random changes.
/// What is read as games is written and read as the same.
///
/// # Panics
/// If any of this does not hold.
pub fn training_games(input: &[u8]) {
    drop(each_of_streams(Cursor::new(input), &mut |_, _, _| Ok(())));
    if !is_block(input) {
        return;
    }
    let Ok(block) = Block::read(input) else { return };
    let bytes = block.write();
    assert_eq!(Block::read(&bytes).as_ref(), Ok(&block));
    let mut read = Vec::new();
    let torn =
        each_of_streams(Cursor::new(compress(&bytes).expect("memory")), &mut |_, _, game| {
            read.push(game);
            Ok(())
        });
    assert_eq!(torn.expect("our own stream"), [""; 0]);
    let games: Vec<Record> = block.games.into_iter().map(|(_, game)| game).collect();
    assert_eq!(read, games);
    for game in games {
        assert_eq!(game.to_string().parse::<Record>(), Ok(game));
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn the_corpus_holds() {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        if package.join("Cargo.toml.orig").exists() {
            return; // unpacked from a registry, where the repository's data is absent
        }
        let folder = package.join("../../data/fuzz/training_games");
        let mut files = 0;
        for entry in fs::read_dir(folder).expect("a corpus") {
            training_games(&fs::read(entry.expect("an entry").path()).expect("a file"));
            files += 1;
        }
        assert!(files > 0, "the corpus is empty");
    }
}
