//! The books of `OpenBench`, and the script that packs them.

use std::collections::HashSet;

use super::*;
use gomoku_match::Book;
use gomoku_rules::{Board, Rule, Size, Symmetry};

#[test]
fn help_packs_no_books() {
    if !has_python() {
        return;
    }
    let folder = Folder::new("scripts-books");
    let help = run(&folder, "openbench_books.py", "--help", &[]);
    assert!(help.status.success() && help.stdout.starts_with(b"usage: "));
    assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0);
    assert!(run(&folder, "openbench_books.py", "books", &[]).status.success());
    for book in fs::read_dir(folder.path().join("books")).expect("books").flatten() {
        let shipped = format!("{ROOT}/data/openbench/{}", book.file_name().display());
        let is_packed =
            fs::read(book.path()).expect("a book") == fs::read(&shipped).expect("a book");
        assert!(is_packed, "{shipped}: scripts/openbench_books.py packs other bytes");
    }
}

#[test]
fn no_opening_of_a_book_is_the_mirror_image_of_another() {
    for (rule, side) in [
        (Rule::Freestyle, 20),
        (Rule::Freestyle, 15),
        (Rule::Standard, 15),
        (Rule::Renju, 15),
        (Rule::Caro, 15),
    ] {
        let name = format!("{rule}-{side}-book.txt");
        let path = PathBuf::from(format!("{ROOT}/data/openings/{name}"));
        let size = Size::square(side);
        let openings = Book::read(&path, rule, size).expect("playable openings").into_openings();
        assert_eq!(openings.len(), 10_000, "{name}");
        let mut positions = HashSet::new();
        for moves in openings {
            let mut board = Board::new(size);
            for &pos in &moves {
                board.play(pos);
            }
            assert!(positions.insert(Symmetry::canonical(&board)), "{name}: {moves:?}");
        }
    }
}
