//! Databases written and read, and a file as Rapfi writes it, byte by byte.

use std::io::Write;

use gomoku_rules::record::{Format, parse_moves};
use gomoku_rules::{Pos, Rule, Side, Size, Symmetry};
use lz4_flex::frame::FrameEncoder;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::tree::testing::trees_on;
use crate::{FileFormat, GameError, GameTree, Source, Tree, Trees, WriteOptions, Written};

/// A database of two positions: h8 of freestyle 15x15 with a comment and a text on the board, and the pass
/// of White after it.
fn sample() -> Vec<u8> {
    let mut bytes = 3_u32.to_le_bytes().to_vec();
    let mut record = |key: &[u8], known: &[u8]| {
        bytes.extend((key.len() as u16).to_le_bytes());
        bytes.extend(key);
        bytes.extend((known.len() as u16).to_le_bytes());
        bytes.extend(known);
    };
    record(&[0, 0, 0], b"\0\0\0\0\0charset=\"UTF-8\"");
    let known = b"w\xd2\x8a\x33\x00@BTXT@88a\n6Abc\x08first line\nsecond";
    record(&[0, 15, 15, 7, 7], known);
    record(&[0, 15, 15, 7, 7, 255, 255], b"\xff\x05\x00\x31\x00");
    bytes
}

fn read(bytes: &[u8]) -> Vec<DbPosition> {
    let reader = DbReader::new(bytes).expect("bytes");
    reader.map(|position| position.expect("a position")).collect()
}

fn trees(bytes: &[u8]) -> Vec<Tree> {
    let games = Trees::new(Source::new(bytes), FileFormat::Db, Size::square(15));
    games.map(|game| game.expect("a tree").tree).collect()
}

#[test]
fn a_database_is_read_as_it_is_written() {
    let bytes = sample();
    let positions = read(&bytes);
    let centre = vec![Pos::new(7, 7)];
    let size = Size::square(15);
    let stones = [centre.clone(), vec![]];
    let after = DbPosition {
        label: b'w',
        value: -29998,
        depth: 12,
        bound: DbBound::Exact,
        comment: Some("first line\nsecond".to_owned()),
        labels: vec![(Pos::new(8, 8), "a".to_owned()), (Pos::new(6, 10), "bc".to_owned())],
        ..DbPosition::new(Rule::Freestyle, size, stones.clone(), Side::White)
    };
    let passed = DbPosition {
        value: 5,
        depth: 12,
        bound: DbBound::Upper,
        ..DbPosition::new(Rule::Freestyle, size, stones, Side::Black)
    };
    assert_eq!(positions, [after, passed]);
    assert_eq!(write_plain(&positions).map(|bytes| read(&bytes)), Ok(positions.clone()));
    assert!(is_database(&bytes) && is_database(&write_compressed(&positions).expect("bytes")));
    assert_eq!(FileFormat::detect(&bytes).ok(), Some(FileFormat::Db));
}

#[test]
fn a_database_is_a_tree_of_what_known_moves_lead_to() {
    let position = |moves: &str, value: i16| {
        let cells = parse_moves(moves).expect("moves");
        let side = |first: usize| cells.iter().copied().skip(first).step_by(2).collect();
        let to_move = if cells.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let stones = [side(0), side(1)];
        let bound = DbBound::Exact;
        DbPosition {
            value,
            bound,
            ..DbPosition::new(Rule::Renju, Size::square(15), stones, to_move)
        }
    };
    // The better move for White comes first, in any image; the last one has no parent here.
    let all = [
        position("h8", 10),
        position("h8h9", 30),
        position("h8i9", -20),
        position("h8h9h10", 0),
        position("h8g7h6", 0),
        position("a1b2c3d4", 7),
    ];
    let bytes = write_plain(&all).expect("bytes");
    let games = trees(&bytes);
    let lines = |tree: &Tree| -> Vec<usize> {
        let first = tree.children(tree.root());
        first.map(|child| tree.children(child).count()).collect()
    };
    assert_eq!(games.len(), 2);
    assert_eq!((games[0].len(), lines(&games[0])), (5, vec![1, 1]));
    let main = games[0].record().expect("moves in turn");
    assert_eq!((main.rule, main.moves.len()), (Some(Rule::Renju), 3));
    let diagonal = main.moves[1].pos;
    assert!(diagonal.x() != 7 && diagonal.y() != 7, "i9 or an image of it: {diagonal}");
    assert_eq!(games[1].record().expect("stones in turn").moves.len(), 4);
}

#[test]
fn damage_is_named_by_its_byte() {
    let whole = sample();
    let error = |bytes: &[u8]| -> String {
        let reader = DbReader::new(bytes).expect("bytes");
        let mut errors = reader.filter_map(Result::err);
        errors.next().map(|error| error.to_string()).unwrap_or_default()
    };
    let corrupted = |at: usize, byte: u8| {
        let mut bytes = whole.clone();
        bytes[at] = byte;
        error(&bytes)
    };
    assert_eq!(error(&whole), "");
    assert_eq!(error(b"\x01\0"), "byte 2: expected the number of records");
    assert_eq!(error(&whole[..60]), "byte 60: expected what is known of a position");
    assert_eq!(
        error(&[&whole[..], b"!"].concat()),
        format!("byte {}: expected the end, after the last record", whole.len())
    );
    assert_eq!(corrupted(33, 3), "byte 33: expected the number of a rule, from 0 to 2");
    assert_eq!(corrupted(34, 33), "byte 34: expected a board size from 5x5 to 32x32");
    assert_eq!(corrupted(36, 15), "byte 36: expected a free cell of 15x15");
    let compressed = write_compressed(&read(&whole)).expect("bytes");
    let cut = error(&compressed[..compressed.len() - 8]);
    assert!(cut.ends_with(": expected the rest of the LZ4 frame"), "{cut}");
    let mut version = compressed.clone();
    version[4] = 0;
    assert_eq!(error(&version), "byte 0: expected an undamaged LZ4 frame");
    // What stands before the damage is a tree.
    let mut games =
        Trees::new(Source::new(&whole[..whole.len() - 1]), FileFormat::Db, Size::square(15));
    match games.next() {
        Some(Err(GameError::Damaged { at, read, .. })) => {
            assert_eq!((at, read.tree.len()), (whole.len() - 1, 1));
            assert_eq!(read.tree.node(read.tree.root()).notes().labels.len(), 2);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_number_of_records_is_no_byte_order_mark() {
    let positions: Vec<DbPosition> = (0..0xfeff_u32 - 1)
        .map(|number| {
            let cell = |index: u32| Pos::new((index % 20) as u8, (index / 20) as u8);
            let stones = [vec![cell(number % 200)], vec![cell(200 + number / 200 % 200)]];
            DbPosition::new(Rule::Standard, Size::square(20), stones, Side::Black)
        })
        .take(0xfefe)
        .collect();
    let bytes = write_plain(&positions).expect("bytes");
    assert_eq!(bytes[..2], [0xff, 0xfe]);
    assert_eq!(FileFormat::detect(&bytes).ok(), Some(FileFormat::Db));
    let count: usize = trees(&bytes).iter().map(Tree::len).sum();
    assert!(count > 1000, "{count} nodes");
}

#[test]
fn any_label_is_kept_in_sgf() {
    for label in 0..=255 {
        let stones = [vec!["h8".parse().expect("a cell")], Vec::new()];
        let position = DbPosition {
            label,
            ..DbPosition::new(Rule::Renju, Size::square(15), stones, Side::White)
        };
        let tree = trees_of(vec![position.clone()]).pop().expect("a tree");
        let sgf = FileFormat::from(Format::Sgf);
        let Written { bytes, .. } = sgf.write(&tree, WriteOptions::default()).expect("SGF");
        let mut read = Trees::new(Source::new(&bytes[..]), sgf, Size::square(15));
        let tree = read.next().expect("a game").expect("our own file").tree;
        let positions = positions_of(&tree).expect("positions");
        assert_eq!(positions.last().map(|position| position.label), Some(label));
    }
}

/// A few bytes of LZ4 may hold millions of them.
#[test]
fn of_equal_positions_one_is_kept() {
    let one = DbPosition::new(Rule::Renju, Size::square(15), [Vec::new(), Vec::new()], Side::Black);
    let label =
        |index: u32| DbPosition { label: if index == 0 { b'w' } else { b'l' }, ..one.clone() };
    let trees = trees_of((0..100_000).map(label));
    assert_eq!(trees.len(), 1);
    assert_eq!(trees[0].node(trees[0].root()).notes().properties[0].values, ["w 0 0 none"]);
}

#[test]
fn a_foul_leads_to_a_position_only_where_no_legal_move_does() {
    let played = |moves: &str| {
        let moves = parse_moves(moves).expect("moves");
        let of = |first: usize| moves.iter().copied().skip(first).step_by(2).collect();
        let to_move = if moves.len().is_multiple_of(2) { Side::Black } else { Side::White };
        DbPosition::new(Rule::Renju, Size::square(15), [of(0), of(1)], to_move)
    };
    // After the first eight moves g9 is a double three, which may be played before i11.
    let before = played("h8h9i7i9h10i6i11i12");
    let (other, after) = (played("h8h9i7i9h10i6g9i12"), played("h8h9i7i9h10i6i11i12g9"));
    let moves = |positions: &[&DbPosition]| {
        let trees = trees_of(positions.iter().copied().cloned());
        trees.iter().map(|tree| tree.len() - 1).collect::<Vec<_>>()
    };
    assert_eq!(moves(&[&before, &after]), [1]);
    assert_eq!(moves(&[&before, &other, &after]), [0, 1]);
    assert_eq!(moves(&[&other, &after]), [1]);
}

#[test]
fn a_game_stays_one_from_the_empty_board() {
    for (moves, first) in [(&[][..], 0), (&["h8", "i9", "j10"], 1), (&["h8", "i9"], 1)] {
        let mut tree = Tree::new(Size::square(15));
        tree.info.rule = Some(Rule::Renju);
        let mut last = tree.root();
        for (cell, side) in moves.iter().zip(Side::BOTH.into_iter().cycle()) {
            last = tree.add(last, Some(crate::TreeMove::at(side, cell.parse().expect("a cell"))));
        }
        if first > 0 {
            let other = "g8".parse().expect("a cell");
            tree.add(tree.root(), Some(crate::TreeMove::at(Side::Black, other)));
        }
        let written = FileFormat::Db.write(&tree, WriteOptions::default()).expect("a database");
        let read = trees(&written.bytes);
        assert_eq!(read.len(), 1, "{moves:?}");
        assert_eq!(read[0].len(), tree.len());
        assert!(read[0].node(read[0].root()).notes().setup.is_empty());
    }
}

#[test]
fn a_database_needs_a_rule_and_turns() {
    let mut tree = Tree::new(Size::square(15));
    let write = |tree: &Tree| FileFormat::Db.write(tree, WriteOptions::default());
    let error = |tree: &Tree| write(tree).map(drop).map_err(|error| error.to_string());
    assert_eq!(error(&tree), Err("no rule is stated, which a database needs".to_owned()));
    let options =
        WriteOptions { encoding: "gbk".parse().expect("an encoding"), ..WriteOptions::default() };
    let error_in_gbk =
        FileFormat::Db.write(&tree, options).map(drop).map_err(|error| error.to_string());
    assert_eq!(error_in_gbk, Err("GBK: the texts of databases are in UTF-8".to_owned()));
    tree.info.rule = Some(Rule::Caro);
    let mut last = tree.root();
    for text in ["h8", "i8"] {
        let pos = text.parse().expect("a cell");
        last = tree.add(last, Some(crate::TreeMove::at(Side::Black, pos)));
    }
    let reason = "Black has neither as many stones as White nor one more, as in a database";
    assert_eq!(error(&tree), Err(reason.to_owned()), "White has passed once");
    *tree.move_mut(last) = None;
    let reason = "caro: databases are of freestyle, standard and renju";
    assert_eq!(error(&tree), Err(reason.to_owned()));
}

fn positions() -> impl Strategy<Value = DbPosition> {
    let rule = select(vec![Rule::Freestyle, Rule::Standard, Rule::Renju]);
    let sides = u32::from(Size::MIN)..=u32::from(Size::MAX);
    let size = (sides.clone(), sides).prop_map(|(w, h)| Size::new(w, h).expect("within limits"));
    let known = (any::<u8>(), any::<i16>(), -8192..8192_i16, select(DbBound::ALL.to_vec()));
    let comment = prop::option::of("[a-zé四]([a-zé四@\n]{0,9}[a-z四])?");
    let labels = prop::collection::vec((any::<u16>(), "[!-~é四]{1,3}"), 0..3);
    let cells = prop::collection::vec(any::<u16>(), 0..20);
    (rule, size, cells, any::<bool>(), known, comment, labels).prop_map(
        |(rule, size, cells, is_passed, (label, value, depth, bound), comment, labels)| {
            let all: Vec<Pos> = size.positions().collect();
            let cell = |number: u16| all[usize::from(number) % all.len()];
            let mut free: Vec<Pos> = Vec::new();
            for pos in cells.into_iter().map(cell) {
                if !free.contains(&pos) {
                    free.push(pos);
                }
            }
            let blacks = free.len().div_ceil(2);
            let stones = [free[..blacks].to_vec(), free[blacks..].to_vec()];
            let turn = if free.len().is_multiple_of(2) { Side::Black } else { Side::White };
            let mut texts: Vec<(Pos, String)> = Vec::new();
            for (number, label) in labels {
                if texts.iter().all(|&(pos, _)| pos != cell(number)) {
                    texts.push((cell(number), label));
                }
            }
            let is_null = label == 0 && comment.is_none() && texts.is_empty();
            let mut position =
                DbPosition::new(rule, size, stones, if is_passed { !turn } else { turn });
            if !is_null {
                (position.value, position.depth, position.bound) = (value, depth, bound);
            }
            position.label = if label == 0 && !is_null { 255 } else { label };
            (position.comment, position.labels) = (comment, texts);
            position
        },
    )
}

/// The image that stands for all.
fn normal(position: &DbPosition) -> DbPosition {
    let (_, symmetry) = position.canonical();
    let mut position = position.image(symmetry);
    position.labels.sort();
    position
}

/// The image that stands for all, with the labels that come first: a position that is its own mirror image
/// may have those of either.
fn first_image(position: &DbPosition) -> DbPosition {
    let normal = normal(position);
    let images = Symmetry::of(position.size).map(|symmetry| {
        let mut image = normal.image(symmetry);
        image.labels.sort();
        image
    });
    let same = images.filter(|image| image.stones == normal.stones);
    same.min_by(|a, b| a.labels.cmp(&b.labels)).expect("the identity at least")
}

proptest! {
    #[test]
    fn positions_read_back(positions in prop::collection::vec(positions(), 0..6)) {
        let bytes = write_plain(&positions).expect("positions of databases");
        let expected: Vec<DbPosition> = positions.iter().map(normal).collect();
        prop_assert_eq!(&read(&bytes), &expected);
        let mut encoder = FrameEncoder::new(Vec::new());
        encoder.write_all(&bytes).expect("memory");
        let compressed = encoder.finish().expect("memory");
        prop_assert_eq!(read(&compressed), expected);
        prop_assert_eq!(write_compressed(&read(&bytes)).map(|bytes| read(&bytes)), Ok(read(&bytes)));
    }

    #[test]
    fn a_position_is_known_in_every_image(position in positions()) {
        let expected = normal(&position);
        for symmetry in Symmetry::of(position.size) {
            prop_assert_eq!(normal(&position.image(symmetry)).stones, expected.stones.clone());
        }
    }

    #[test]
    fn trees_hold_what_a_database_says(mut tree in trees_on(Just(Size::square(9)))) {
        tree.info.rule = Some(Rule::Standard);
        if let Ok(Written { bytes, .. }) = FileFormat::Db.write(&tree, WriteOptions::default()) {
            let all: Vec<Tree> = trees(&bytes);
            let mut again: Vec<DbPosition> =
                all.iter().flat_map(|tree| positions_of(tree).expect("positions")).collect();
            again.sort_by_cached_key(|position| position.canonical().0);
            let expected: Vec<DbPosition> = read(&bytes).iter().map(first_image).collect();
            prop_assert_eq!(&again.iter().map(first_image).collect::<Vec<_>>(), &expected);
            let again = write_plain(&again).expect("positions of databases");
            prop_assert_eq!(read(&again).iter().map(first_image).collect::<Vec<_>>(), expected);
        }
    }

    #[test]
    fn a_cut_database_gives_its_beginning(positions in prop::collection::vec(positions(), 1..6), at in any::<prop::sample::Index>()) {
        let bytes = write_plain(&positions).expect("positions of databases");
        let whole = read(&bytes);
        let cut = &bytes[..at.index(bytes.len())];
        let reader = DbReader::new(cut).expect("bytes");
        let mut before: Vec<DbPosition> = Vec::new();
        let mut is_damaged = false;
        for position in reader {
            match position {
                Ok(position) => before.push(position),
                Err(_) => is_damaged = true,
            }
        }
        prop_assert!(is_damaged && whole.starts_with(&before));
        let _: Vec<Result<GameTree, GameError>> = Trees::new(Source::new(cut), FileFormat::Db, Size::square(15)).collect();
    }
}
