//! Libraries as `RenLib` and Rapfi write them, and damaged ones.

use gomoku_rules::Side;
use proptest::prelude::*;

use super::layout::{BOARD, HEAD};
use super::*;
use crate::encodings::{Guess, TextEncoding};
use crate::format::{FileFormat, WriteOptions, Written};
use crate::opened::{Damage, Opened};
use crate::testing::sgf;
use crate::tree::testing::trees_on;
use crate::tree::{Area, Builder, Info, Mark, Notes, Tree, TreeMove};

fn opened_from(bytes: &[u8]) -> Opened {
    read_library(bytes, &mut Guess::default())
}

fn written(tree: &Tree) -> Result<Vec<u8>, String> {
    write_library(tree, TextEncoding::UTF_8).map(|(bytes, _)| bytes)
}

/// A library of version 3.4 with these nodes.
fn library(nodes: &[u8]) -> Vec<u8> {
    let head = [HEAD, &[3, 4][..], &[0xff; 10]].concat();
    [&head, nodes].concat()
}

#[test]
fn trees_comments_marks_and_texts_are_read() {
    // The root, h8, and behind it i9 (marked, with a comment of two lines and a text "A") and h9, then a
    // pass; and a text "b" on j10, which is no move.
    let nodes = [
        &[0x00, 0x00, 0x78, 0x08][..],
        b"first\x08more\r\nlines\0\0\0",
        &[0x89, 0x80 | 0x40 | 0x10 | 0x08 | 0x01, 0, 1],
        b"x\0A\0",
        &[0x88, 0x80, 0x00, 0x40],
        &[0x9a, 0x40 | 0x02 | 0x01, 0, 1],
        b"b\0",
    ]
    .concat();
    let bytes = library(&nodes);
    // "first\x08more\r\nlines" has 17 bytes: one zero ends it, and makes it even.
    let bytes = [&bytes[..20 + 4 + 18], &bytes[20 + 4 + 20..]].concat();
    let opened = opened_from(&bytes);
    assert_eq!((opened.damage, &opened.warnings[..]), (None, &[][..]));
    let expected = ";B[hh]C[firstmorelines]LB[ii:A][jj:b](;W[ii]C[x]CR[ii])(;W[hi];B[]))";
    assert_eq!(sgf(&opened.tree), expected);
    assert_eq!(written(&opened.tree).as_deref(), Ok(&bytes[..]));
}

#[test]
fn marks_of_moves_are_circles() {
    for (mark, lost) in [(Mark::Circle, ""), (Mark::Triangle, "1 mark"), (Mark::Cross, "1 mark")] {
        let mut builder = Builder::new(BOARD);
        let pos = "h8".parse().expect("a cell");
        builder.add(Some(TreeMove { side: Side::Black, pos: Some(pos) })).expect("a free cell");
        builder.note(|notes| notes.marks = vec![(mark, pos.into())]);
        let written = FileFormat::Lib.write(&builder.into_tree(), WriteOptions::default());
        let Written { bytes, lost: found } = written.expect("a tree of libraries");
        assert_eq!(found.to_string(), lost, "{mark:?}");
        assert_eq!(sgf(&opened_from(&bytes).tree), ";B[hh]CR[hh])");
    }
}

#[test]
fn files_without_a_head_and_old_comments_are_read() {
    // A comment of seven bits, "h[r" and an end with the eighth bit: Swedish letters stand for brackets.
    let opened = opened_from(&[0x78, 0x20, b'h', b'[', b'r' | 0x80, 0, 0x88, 0x40]);
    assert_eq!(opened.damage, None);
    assert_eq!(sgf(&opened.tree), ";B[hh]C[hÄr];W[hi])");
    // Rapfi writes no root.
    let opened = opened_from(&library(&[0x78, 0x00, 0x88, 0x40]));
    assert_eq!(sgf(&opened.tree), ";B[hh];W[hi])");
}

#[test]
fn comments_may_be_in_any_encoding() {
    use encoding_rs::{GBK, SHIFT_JIS, UTF_8, WINDOWS_1252};
    for (encoding, text) in [
        (UTF_8, "五子棋 é"),
        (GBK, "五子棋的棋谱，黑先白后。"),
        (SHIFT_JIS, "日本のソフトです。五目並べの棋譜。"),
        (WINDOWS_1252, "André Müller, för svart är det bäst"),
    ] {
        let mut comment = encoding.encode(text).0.into_owned();
        comment.extend(if comment.len().is_multiple_of(2) { &[0, 0][..] } else { &[0] });
        let opened = opened_from(&library(&[&[0x78, 0x48][..], &comment].concat()));
        assert_eq!(
            opened.guess.map(encoding_rs::Encoding::name),
            (encoding != UTF_8).then_some(encoding.name())
        );
        let first = opened.tree.main_line().nth(1).expect("a move");
        assert_eq!(opened.tree.node(first).notes().comment.as_deref(), Some(text));
    }
}

#[test]
fn what_stands_before_the_damage_is_read() {
    for (nodes, at, expected, count) in [
        (&[0x78, 0x00, 0x88][..], 23, "the second byte of a node", 2),
        (&[0x78, 0x08, b'a', b'b'], 24, "the end of a text", 1),
        (&[0x78, 0x00, 0x80, 0x40], 22, "a cell of the 15x15 board", 2),
        (&[0x78, 0x00, 0xf1, 0x40], 22, "a cell of the 15x15 board", 2),
        (&[0x78, 0x40, 0x88, 0x40], 22, "the end: the tree is complete", 2),
    ] {
        let opened = opened_from(&library(nodes));
        assert_eq!(opened.damage, Some(Damage { at, expected: expected.to_owned() }));
        assert_eq!(opened.tree.len(), count, "{expected}");
    }
    let damage =
        opened_from(b"\xffRenLib\xff\x04\x00\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff").damage;
    assert_eq!(damage, Some(Damage { at: 8, expected: "a version up to 3.4".to_owned() }));
    assert!(opened_from(b"\xffRenLib\xff\x03").damage.is_some());
}

#[test]
fn what_is_left_out_is_named() {
    // h8, then h8 again with a child, and its sibling i9.
    let opened = opened_from(&library(&[0x78, 0x00, 0x78, 0x80, 0x89, 0x40, 0x89, 0x40]));
    assert_eq!(opened.warnings, ["byte 22: a stone on a taken cell: 2 nodes were left out"]);
    assert_eq!(sgf(&opened.tree), ";B[hh];W[ii])");
    let opened = opened_from(&library(&[0x78, 0x00, 0x78, 0xc0, 0x89, 0x40]));
    assert_eq!(opened.warnings, ["byte 22: a stone on a taken cell: 1 node was left out"]);
    let opened = opened_from(&library(&[0x78, 0x80, 0x88, 0x40]));
    assert_eq!(opened.warnings, ["the library may have been cut: a line goes on at its end"]);
}

#[test]
fn readers_of_records_are_warned_too() {
    let bytes = library(&[0x78, 0x00, 0x78, 0xc0, 0x89, 0xc0, 0x79, 0x40]);
    let games = crate::Games::new(crate::Source::new(&bytes[..]), crate::FileFormat::Lib, BOARD);
    let games: Vec<crate::Game> = games.map(|game| game.expect("a game")).collect();
    let reasons = [
        "byte 22: a stone on a taken cell: 1 node was left out",
        "a variation was left out: only the main line is read",
    ];
    assert_eq!(games[0].warnings, reasons);
}

#[test]
fn what_is_no_turn_becomes_a_pass() {
    let tree = |text: &str| crate::sgf::read_tree(text, BOARD).expect(text);
    for (text, expected) in [
        ("(;AW[aa][bb]AB[cc];W[hh])", ";B[cc];W[aa];B[];W[bb];B[];W[hh])"),
        ("(;B[hh];B[ii])", ";B[hh];W[];B[ii])"),
        ("(;B[hh](;B[ii];W[jj])(;W[kk]))", ";B[hh](;W[];B[ii];W[jj])(;W[kk]))"),
        ("(;GC[a]C[b];B[hh])", "C[ab];B[hh])"),
        ("(;W[hh];B[ii])", ";B[];W[hh];B[ii])"),
        ("(;AB[hh]B[ii];W[jj])", ";B[hh];W[];B[ii];W[jj])"),
        // What only says something is no move: it is said at the node before it.
        ("(;B[hh];C[a];W[ii])", ";B[hh]C[a];W[ii])"),
        ("(;C[a];C[b];B[hh]C[c](;C[d];N[x];W[ii])(;W[jj]))", "C[ab];B[hh]C[cd](;W[ii])(;W[jj]))"),
        ("(;;LB[ii:A];B[hh];W[ii];C[a])", "LB[ii:A];B[hh];W[ii]C[a])"),
        ("(;B[hh];PL[B]C[a];B[ii])", ";B[hh]C[a];W[];B[ii])"),
    ] {
        let bytes = written(&tree(text)).expect(text);
        let opened = opened_from(&bytes);
        assert_eq!((opened.damage, sgf(&opened.tree)), (None, expected.to_owned()), "{text}");
    }
    for text in ["(;SZ[14])", "(;B[hh];AB[aa])"] {
        assert!(written(&tree(text)).is_err(), "{text}");
    }
}

#[test]
fn a_library_may_be_deep() {
    let mut bytes = library(&[]);
    for _ in 0..200_000 {
        bytes.extend([0x00, 0x80]);
    }
    let opened = opened_from(&bytes);
    assert_eq!(opened.tree.len(), 200_000, "the first node is the root");
    assert!(written(&opened.tree).is_ok());
}

/// What a library holds of a tree: sides take turns, and only own moves are marked.
fn held(tree: &Tree) -> Tree {
    let mut builder = Builder::new(BOARD);
    let mut ids = std::collections::HashMap::from([(tree.root(), builder.at())]);
    for id in tree.ids() {
        let node = tree.node(id);
        if let Some(parent) = node.parent() {
            let Some(&parent) = ids.get(&parent) else { continue };
            builder.go_up_to(parent);
            let side = if builder.depth().is_multiple_of(2) { Side::Black } else { Side::White };
            let pos = node.played().and_then(|played| played.pos);
            let Ok(added) = builder.add(Some(TreeMove { side, pos })) else { continue };
            ids.insert(id, added);
        }
        let pos = node.played().and_then(|played| played.pos).filter(|_| node.parent().is_some());
        let marked = pos.filter(|&pos| write::is_marked(node.notes(), pos));
        let mut labels = node.notes().labels.clone();
        labels.sort();
        builder.note(|notes| {
            *notes = Notes {
                comment: node.notes().comment.clone(),
                marks: marked.map(|pos| (Mark::Circle, Area::from(pos))).into_iter().collect(),
                labels,
                ..Notes::default()
            };
        });
    }
    let mut tree = builder.into_tree();
    tree.info = Info::default();
    tree
}

proptest! {
    #[test]
    fn libraries_read_back(tree in trees_on(Just(BOARD))) {
        let tree = held(&tree);
        let bytes = written(&tree).expect("a tree of libraries");
        let opened = opened_from(&bytes);
        prop_assert_eq!((opened.damage, opened.warnings), (None, vec![]));
        prop_assert_eq!(held(&opened.tree), tree);
        prop_assert_eq!(written(&opened.tree), Ok(bytes));
    }

    #[test]
    fn a_cut_library_gives_its_beginning(tree in trees_on(Just(BOARD)), at in any::<prop::sample::Index>()) {
        let tree = held(&tree);
        let bytes = written(&tree).expect("a tree of libraries");
        let opened = opened_from(&bytes[..at.index(bytes.len())]);
        prop_assert!(opened.tree.len() <= tree.len());
    }
}
