//! Books written and read, damaged, and cut short.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;

use super::record::{FRAME, ROW, u64_at};
use super::*;
use crate::checksum::checksum;
use crate::score::Score;
use gomoku_rules::{Board, Pos, Rule, Side, Size, Symmetry};

const SIZE: Size = Size::square(9);

/// A file that goes with the test.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str, bytes: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("shisan-{}-{name}", std::process::id()));
        fs::write(&path, bytes).expect("a file");
        Self(path)
    }

    fn open(&self) -> Result<Book, BookError> {
        Book::open(&self.0)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.0));
    }
}

fn board(moves: &str) -> Board {
    let mut board = Board::new(SIZE);
    for pos in gomoku_rules::record::parse_moves(moves).expect("moves") {
        board.play(pos);
    }
    board
}

/// The bytes of a book whose index has these positions, and those that were learnt later.
fn book(sorted: &[(BookPosition, BookEntry)], later: &[(BookPosition, BookEntry)]) -> Vec<u8> {
    let mut sorted = sorted.to_vec();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    let (mut records, mut index) = (Vec::new(), Vec::new());
    for (position, entry) in &sorted {
        index.extend(position.key.to_le_bytes());
        index.extend((HEADER_LENGTH + records.len() as u64).to_le_bytes());
        records.extend(encode(position, entry));
    }
    let index_at = HEADER_LENGTH + records.len() as u64;
    let header =
        Header { rule: Rule::Renju, size: SIZE, count: sorted.len() as u64, index: index_at };
    let later = later.iter().flat_map(|(position, entry)| encode(position, entry));
    [header.encode(), records, index, later.collect()].concat()
}

fn known(moves: &str, value: Option<i16>, won: [u32; 2]) -> (BookPosition, BookEntry) {
    let games = Games { black: won[0], white: won[1], ..Games::default() };
    let value = value.map(Score::from_raw);
    (BookPosition::of(&board(moves)), BookEntry { value, depth: 9, games, ..BookEntry::default() })
}

fn sample() -> Vec<(BookPosition, BookEntry)> {
    vec![
        known("", None, [5, 3]),
        known("e5", Some(-40), [3, 1]),
        known("d4", Some(-10), [2, 2]),
        known("e5f6", None, [1, 3]),
        known("e5e6", None, [2, 1]),
        known("e5f6g7", Some(29_990), [0, 0]),
    ]
}

#[test]
fn positions_are_found_in_every_image() {
    let file = Temporary::new("images", &book(&sample(), &[]));
    let book = file.open().expect("a book");
    assert_eq!((book.rule(), book.size(), book.check().ok()), (Rule::Renju, SIZE, Some(6)));
    for symmetry in Symmetry::of(SIZE) {
        let mut image = Board::new(SIZE);
        for pos in ["e5", "f6"].map(|name| name.parse::<Pos>().expect("a cell")) {
            image.play(symmetry.apply(pos, SIZE));
        }
        let entry = book.get(&image).expect("a book").expect("a position");
        assert_eq!(entry.games.won_by(Side::White), 3);
    }
    assert_eq!(book.get(&board("a1")).expect("a book"), None);
    let mut passed = board("e5");
    passed.set_side_to_move(Side::Black);
    assert_eq!(book.get(&passed).expect("a book"), None, "it is White's turn there");
}

#[test]
fn the_best_move_is_chosen() {
    let file = Temporary::new("moves", &book(&sample(), &[]));
    let book = file.open().expect("a book");
    let chosen = |moves: &str| {
        book.choose(&board(moves), |_| true)
            .expect("a book")
            .map(|it| (it.pos.to_string(), it.value()))
    };
    let points = |points| Some(Score::from_eval(points));
    assert_eq!(chosen(""), Some(("e5".to_owned(), points(40))), "better than d4");
    // f6 is rarer among the images than e6, but White has won with it.
    let (pos, value) = chosen("e5").expect("a move");
    assert_eq!((book.moves(&board("e5")).map(|moves| moves.len()).ok(), value), (Some(8), None));
    assert!(["d4", "f4", "d6", "f6"].contains(&&*pos), "{pos}");
    assert_eq!(chosen("e5f6"), None, "the only known move loses");
    assert_eq!(book.moves(&board("e5f6")).expect("moves").len(), 1);
    let permitted = book.choose(&board(""), |pos| pos.to_string() != "e5").expect("a book");
    assert!(permitted.is_some_and(|it| it.pos.to_string() != "e5"), "the best of the others");
}

#[test]
fn games_say_nothing_beside_a_move_that_was_searched() {
    // For the side to move after it, a won position: the move loses.
    let lost = known("e5e6d5", Some(29_990), [0, 0]);
    let played = known("e5e6a1", None, [9, 0]);
    let file = Temporary::new("judged", &book(&[lost, played], &[]));
    let book = file.open().expect("a book");
    assert_eq!(book.moves(&board("e5e6")).expect("moves").len(), 4, "with their images");
    assert_eq!(book.choose(&board("e5e6"), |_| true).expect("a book"), None);
}

#[test]
fn comments_follow_one_another_and_none_comes_twice() {
    let entry = |comment: &str| BookEntry { comment: comment.to_owned(), ..BookEntry::default() };
    let merged = |comments: &[&str]| {
        let mut merged = BookEntry::default();
        for comment in comments {
            merged.merge(&entry(comment));
        }
        merged.comment
    };
    assert_eq!(merged(&["not won", "won", "not won", "", "won"]), "not won\nwon");
    assert_eq!(merged(&["a\nb", "b", "a\nb", "a"]), "a\nb");
}

#[test]
fn a_forbidden_point_is_no_move() {
    // After e5e6f4f6e7f3f8f9 a stone on d6 would be a double three; before f8 it was none.
    let after = known("e5e6d6f6f4f3e7f9f8", Some(-29_990), [9, 0]);
    let other = known("e5e6f4f6e7f3f8f9a1", Some(90), [1, 9]);
    let file = Temporary::new("foul", &book(&[after, other], &[]));
    let book = file.open().expect("a book");
    let before = board("e5e6f4f6e7f3f8f9");
    let moves = book.moves(&before).expect("a book");
    assert_eq!(moves.iter().map(|it| it.pos.to_string()).collect::<Vec<_>>(), ["a1"]);
    let chosen = book.choose(&before, |_| true).expect("a book").map(|it| it.pos.to_string());
    assert_eq!(chosen.as_deref(), Some("a1"));
    // In another order the last stone is no foul.
    let free = board("e5e6d6f6f4f3e7f9");
    assert_eq!(book.moves(&free).expect("a book").len(), 1);
}

#[test]
fn a_board_on_its_side_is_played_on() {
    let (wide, tall) = (Size::new(12, 8).expect("a size"), Size::new(8, 12).expect("a size"));
    let on = |size: Size, cells: &[Pos]| {
        let mut board = Board::new(size);
        for &pos in cells {
            board.play(pos);
        }
        board
    };
    let (first, second) = (Pos::new(9, 2), Pos::new(10, 3));
    let turned = |pos: Pos| Pos::new(pos.y(), pos.x());
    let header = Header { rule: Rule::Renju, size: wide, count: 0, index: HEADER_LENGTH };
    let entry = BookEntry { value: Some(Score::from_raw(-9)), ..BookEntry::default() };
    let position = BookPosition::of(&on(wide, &[first, second]));
    let bytes = [header.encode(), encode(&position, &entry)].concat();
    let file = Temporary::new("sides", &bytes);
    let book = file.open().expect("a book");
    let chosen = |board: &Board| book.choose(board, |_| true).expect("a book").map(|it| it.pos);
    assert_eq!(chosen(&on(wide, &[first])), Some(second));
    let lying = on(tall, &[turned(first)]);
    assert_eq!(chosen(&lying), Some(turned(second)));
    let other = book.choose(&lying, |pos| pos != turned(second)).expect("a book");
    assert_eq!(other.map(|it| it.pos), None);
    assert_eq!(chosen(&on(Size::square(12), &[first])), None);
}

#[test]
fn what_was_learnt_later_counts() {
    let later = [known("e5", Some(7), [0, 0]), known("e5f6g6", Some(1), [0, 0])];
    let bytes = book(&sample(), &later);
    let last = encode(&later[1].0, &later[1].1).len();
    for (cut, count) in [(0, 7), (1, 6), (last - 1, 6), (last, 6)] {
        let file = Temporary::new("later", &bytes[..bytes.len() - cut]);
        let book = file.open().expect("a book");
        assert_eq!(book.check().expect("a whole book"), count, "without {cut} bytes");
        assert_eq!(book.length(), (bytes.len() - if cut > 0 { last } else { 0 }) as u64);
        let entry = book.get(&board("e5")).expect("a book").expect("a position");
        assert_eq!(entry.value, Some(Score::from_eval(7)));
        let positions: Vec<_> = book.records().expect("records").flatten().collect();
        let is_sorted = positions.is_sorted_by(|(a, _), (b, _)| a < b);
        assert!(is_sorted && positions.len() as u64 == count);
    }
}

#[test]
fn damage_is_found() {
    let bytes = book(&sample(), &[known("e5", Some(7), [0, 0]), known("a1", None, [0, 0])]);
    for at in 0..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[at] ^= 1;
        let file = Temporary::new("damage", &damaged);
        let found = file.open().and_then(|book| book.check());
        let last = encode(&known("a1", None, [0, 0]).0, &BookEntry::default()).len();
        // The last record may have been cut short.
        assert!(found.is_err() || at >= bytes.len() - last, "byte {at}: {found:?}");
    }
    let other = Temporary::new("other", b"(;GM[4])");
    let error = other.open().expect_err("no book").to_string();
    assert_eq!(error, "not a book: shisan book build makes one");
    let folder = Book::open(&std::env::temp_dir()).expect_err("a folder").to_string();
    assert_eq!(folder, "not a regular file");
}

#[test]
fn a_damage_is_named_where_it_is() {
    let mut sorted = sample();
    sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
    let bytes = book(&sorted, &[]);
    let index = bytes.len() - sorted.len() * ROW as usize;
    let wanted = BookPosition::of(&board("e5"));
    let number = sorted.iter().position(|(position, _)| *position == wanted).expect("a row");
    let place = |number: usize| index + number * ROW as usize;
    let record = |number: usize| u64_at(&bytes, place(number) + 8).expect("a row");
    let with = |at: usize, value: u64| {
        let mut damaged = bytes.clone();
        damaged[at..at + 8].copy_from_slice(&value.to_le_bytes());
        let file = Temporary::new("place", &damaged);
        let book = file.open().expect("a header");
        let chosen = book.choose(&board(""), |_| true).map_err(|error| error.to_string());
        assert_eq!(
            book.get(&board("e5")).map_err(|error| error.to_string()).err(),
            chosen.clone().err()
        );
        chosen.map(|chosen| chosen.is_some())
    };
    let offset = place(number) + 8;
    assert_eq!(with(offset, record(number)), Ok(true));
    let damaged = |byte: usize| Err(format!("damaged book: at byte {byte}"));
    let other = record((number + 1) % sorted.len());
    for wrong in [0, 1 << 40, index as u64, other] {
        assert_eq!(with(offset, wrong), damaged(place(number)), "{wrong}");
    }
    let begin = record(number) as usize;
    assert_eq!(with(begin + FRAME, 0), damaged(begin));
}

/// Makes the checksums of a book's header and records those of what they stand for.
fn mend_checksums(bytes: &mut [u8]) {
    if let Some(header) = bytes.get_mut(..HEADER_LENGTH as usize) {
        let sum = checksum(&header[..56]);
        header[56..].copy_from_slice(&sum.to_le_bytes());
    }
    let mut at = HEADER_LENGTH as usize;
    while let Some(&[a, b, c, check, ..]) = bytes.get(at..at + FRAME) {
        let end = at + FRAME + u32::from_le_bytes([a, b, c, 0]) as usize;
        let Some(body) = bytes.get(at + FRAME..end).filter(|_| check == !(a ^ b ^ c)) else {
            return;
        };
        let sum = checksum(body) as u32;
        bytes[at + 4..at + FRAME].copy_from_slice(&sum.to_le_bytes());
        at = end;
    }
}

/// Opens and asks corrupted books from seed `first` to `end`, half of them with checksums that hold.
fn read_corrupted(name: &str, first: u64, end: u64) {
    let whole = book(&sample(), &[known("e5", Some(7), [0, 0]), known("a1", None, [0, 0])]);
    for seed in first..end {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut bytes = whole.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..bytes.len());
            let end = (at + random.usize(..20)).min(bytes.len());
            match random.u8(..8) {
                0 => bytes.truncate(at + 1),
                1 => bytes.extend_from_within(at..end),
                2 => drop(bytes.splice(at..at, whole[..20].iter().copied())),
                3 => bytes[at] = random.u8(..),
                _ => bytes[at] ^= 1 << random.u8(..8),
            }
        }
        if random.bool() {
            mend_checksums(&mut bytes);
        }
        let file = Temporary::new(name, &bytes);
        let asked = std::panic::catch_unwind(|| {
            let Ok(book) = file.open() else { return };
            let board = if book.size() == SIZE { board("e5f6") } else { Board::new(book.size()) };
            let count = book.check();
            let found = (book.get(&board), book.moves(&board), book.choose(&board, |_| true));
            if let (Ok(count), (Ok(_), Ok(_), _)) = (count, found) {
                assert_eq!(book.records().expect("records").flatten().count() as u64, count);
            }
        });
        assert!(asked.is_ok(), "seed {seed}: {}", bytes.escape_ascii());
    }
}

#[test]
fn corrupted_books_are_read_or_refused() {
    read_corrupted("corrupted", 0, 2_000);
}

/// `FUZZ_INPUTS` corrupted books from seed `FUZZ_FIRST` on.
#[test]
#[ignore = "runs for as long as its environment says"]
fn corrupted_books_are_read_or_refused_for_long() {
    let number =
        |name, default| std::env::var(name).map_or(default, |text| text.parse().expect("a number"));
    let first = number("FUZZ_FIRST", 0);
    read_corrupted("corrupted-long", first, first + number("FUZZ_INPUTS", 100_000));
}

#[test]
fn a_proved_value_stays() {
    let entry = |value: Option<i16>, is_expanded: bool, depth: u16| {
        let value = value.map(Score::from_raw);
        BookEntry { value, depth, is_expanded, ..BookEntry::default() }
    };
    // Each counts more than those before it.
    let entries = [
        entry(None, false, 9),
        entry(Some(40), false, 8),
        entry(Some(30), false, 9),
        entry(Some(20), true, 3),
        entry(Some(29_990), false, 2),
        entry(Some(-29_980), true, 1),
    ];
    for (index, better) in entries.iter().enumerate() {
        for worse in &entries[..index] {
            for (first, second) in [(better, worse), (worse, better)] {
                let mut merged = first.clone();
                merged.merge(second);
                assert_eq!(merged, *better, "{first:?} {second:?}");
            }
        }
    }
}

#[test]
fn a_comment_is_as_long_as_its_record_can_be() {
    let (position, entry) = known("e5", None, [0, 0]);
    let read = |length: usize| {
        let entry = BookEntry { comment: "四".repeat(length / 3), ..entry.clone() };
        let bytes = encode(&position, &entry);
        decode(&bytes[FRAME..], SIZE).expect("a record").1.comment.len()
    };
    assert_eq!(read(70_002), 70_002);
    // 31 bytes and a stone stand before it, and it ends with a whole character.
    assert_eq!(read(1 << 24), ((1 << 24) - 1 - 31 - 2) / 3 * 3);
}

#[test]
fn a_book_is_about_one_game() {
    let file = Temporary::new("game", &book(&sample(), &[]));
    let book = file.open().expect("a book");
    assert!(book.expect(Rule::Renju, SIZE).is_ok());
    let error = book.expect(Rule::Caro, Size::square(15)).expect_err("another game");
    assert_eq!(error.to_string(), "a book of renju 9x9, not of caro 15x15");
}

proptest! {
    #[test]
    fn records_read_back(
        cells in prop::collection::hash_set(0..81_usize, 0..20),
        is_passed in any::<bool>(),
        value in prop::option::of(-30_000..=30_000_i16),
        (depth, is_expanded, games) in (any::<u16>(), any::<bool>(), any::<[u32; 4]>()),
        comment in "[a-zé四\n]{0,9}",
    ) {
        let mut board = Board::new(SIZE);
        for cell in cells {
            board.play(Pos::new((cell % 9) as u8, (cell / 9) as u8));
        }
        if is_passed {
            board.set_side_to_move(!board.side_to_move());
        }
        let position = BookPosition::of(&board);
        let [black, white, drawn, open] = games;
        let games = Games { black, white, drawn, open };
        let entry = BookEntry { value: value.map(Score::from_raw), depth, is_expanded, games, comment };
        let bytes = encode(&position, &entry);
        prop_assert_eq!(decode(&bytes[8..], SIZE), Some((position.clone(), entry)));
        prop_assert_eq!(BookPosition::of(&position.board(SIZE)), position);
    }
}
