//! What must hold for game records of every format, for the fuzzer in `fuzz/` and the tests.

use crate::board::Board;
use crate::pos::Size;
use crate::record::{Format, Record, RecordError};
use crate::side::Cell;

/// Reads the input in every format. The place of an error is within the text, and a record keeps its
/// moves in every format in which it is written.
///
/// # Panics
/// If any of this does not hold.
pub fn records(input: &[u8]) {
    let text = String::from_utf8_lossy(input);
    for format in Format::ALL {
        match format.read(&text, Size::square(15)) {
            Ok(games) => games.iter().for_each(check),
            Err(error) => assert!(is_within(&text, &error), "{error} in {text:?}"),
        }
    }
}

fn check(game: &Record) {
    let moves: Vec<_> = game.cells().collect();
    assert_eq!(game.board().stones().len(), moves.len());
    for format in Format::ALL {
        let text = format.write(game);
        let games = format.read(&text, game.size);
        // A drawn board holds the stones and not their order.
        let is_same = games.as_ref().map(|games| match format {
            Format::Board => {
                games.first().map(|game| cells(&game.board())) == Some(cells(&game.board()))
            }
            _ => games.iter().flat_map(Record::cells).eq(moves.iter().copied()),
        });
        assert_eq!(is_same, Ok(true), "{text:?} of {game:?}");
    }
}

fn cells(board: &Board) -> Vec<Cell> {
    board.size().positions().map(|pos| board.cell(pos)).collect()
}

/// Whether the place of the error is in the text or at its end.
pub(crate) fn is_within(text: &str, error: &RecordError) -> bool {
    let line = text.split('\n').nth(error.line.wrapping_sub(1));
    line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column))
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
        let mut files = 0;
        for entry in fs::read_dir(folder).expect("a corpus") {
            records(&fs::read(entry.expect("an entry").path()).expect("a file"));
            files += 1;
        }
        assert!(files > 0, "the corpus is empty");
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20_000))]

        #[test]
        fn random_bytes_hold(bytes in prop::collection::vec(prop_oneof![0..16_u8, 0..128_u8, any::<u8>()], 0..300)) {
            records(&bytes);
        }
    }
}
