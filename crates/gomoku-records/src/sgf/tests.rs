//! Trees of SGF, as programs write them and as they were damaged.

use std::time::Duration;

use gomoku_rules::record::{Format, GameResult};
use gomoku_rules::{Side, Size};
use proptest::prelude::*;

use super::*;
use crate::encodings::TextEncoding;
use crate::tree::testing::trees;
use crate::tree::{Mark, Tree, TreeMove};

const SIZE: Size = Size::square(15);

fn one(text: &str) -> Tree {
    read_tree(text, SIZE).expect(text)
}

fn text_of(tree: &Tree) -> String {
    write_tree(tree, TextEncoding::UTF_8)
}

/// What `text` is written as, without the head, which says who wrote it.
fn written(text: &str) -> String {
    let text = text_of(&one(text));
    text.split_once(']').map_or_else(String::new, |_| {
        let end = text.find("SZ[").expect("a size");
        text[end..].replace('\n', "")
    })
}

/// The game that is read from what `text` is written as.
fn again(text: &str) -> Tree {
    let bytes = text_of(&one(text)).into_bytes();
    let mut games = crate::Trees::new(crate::Source::new(&bytes[..]), Format::Sgf, SIZE);
    let game = games.next().expect("a game").expect("our own file");
    assert!(games.next().is_none());
    game.tree
}

#[test]
fn what_we_write_is_read_as_it_was() {
    // As Shift_JIS has it, the bracket belongs to the character before it.
    // ESC and $ begin characters of ISO-2022-JP.
    for text in ["(;GM[4]SZ[15]C[Ś[1\\] and 目[2\\]];B[hh])", "(;C[\u{1b}$ [a\\]];B[hh])"] {
        assert_eq!(again(text), one(text));
    }
    // The first number of a game counts.
    assert_eq!(again("(;GM[4]GM[2];B[hh])"), one("(;GM[4];B[hh])"));
    // A variation that says what only a root should say is no other game.
    for text in ["(;(;GM[1])(;))", "(;B[hh](;SZ[15]C[a])(;W[ii]))"] {
        assert_eq!(again(text), one(text));
    }
}

#[test]
fn everything_is_kept() {
    let text = "(;FF[4]GM[1]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[15]PB[a]PW[b]DT[2024-05-01]EV[Cup]RO[2]\
                PC[Tallinn]RE[B+R]RU[renju]GC[a \\] b]C[root]AB[aa:bb][cc]AW[dd]AE[bb]PL[W]\
                (;W[hh]BL[59.5]WL[12]C[812ms\nthe centre]TR[aa]CR[bb:cc]LB[ii:A][jj:\\]]N[name]XY[gg][h\\]]\
                (;B[]C[a pass])(;B[tt];W[ii]))(;W[gh]))";
    let tree = one(text);
    assert_eq!(tree.len(), 6);
    assert_eq!(tree.info.place.as_deref(), Some("Tallinn"));
    assert_eq!(tree.info.comment.as_deref(), Some("a ] b"));
    let root = tree.stones(tree.root());
    assert_eq!((root.of(Side::Black).count(), root.of(Side::White).count()), (4, 1));
    assert_eq!(root.to_move(), Side::White);
    let first = tree.children(tree.root()).next().expect("a move");
    let notes = tree.node(first).notes();
    assert_eq!(notes.time, Some(Duration::from_millis(812)));
    assert_eq!(notes.clocks[0], Some(Duration::from_millis(59_500)));
    assert_eq!((notes.marks.len(), notes.marks[1].0), (2, Mark::Circle));
    assert_eq!(notes.labels[1].1, "]");
    assert_eq!(notes.properties[1].values, ["gg", "h\\]"]);
    let passes: Vec<_> = tree.children(first).map(|id| tree.node(id).played()).collect();
    assert_eq!(passes, [Some(TreeMove::pass(Side::Black)); 2]);
    assert_eq!(read_tree(&text_of(&tree), Size::square(5)).as_ref(), Ok(&tree));
    assert!(text_of(&tree).contains("]\nGM[1]\nKM[6.5]\n("), "{}", text_of(&tree));
}

#[test]
fn values_that_say_more_than_a_tree_are_written_again() {
    for kept in [
        "RE[W+12.5]",
        "RE[?]",
        "RE[Void]",
        "RU[4]",
        "RU[Gomoku, 19 lines]",
        "BL[soon]",
        "TR[zz]",
        "LB[hh]",
        "5A[]",
        "5A[gg][ii]",
    ] {
        assert_eq!(written(&format!("(;{kept};B[hh])")), format!("SZ[15]{kept};B[hh])"));
    }
    for kept in ["RU[renju]RU[Swap2]", "RE[B+]RE[W+3]RE[?]", "RE[W+3]RE[0]"] {
        assert_eq!(written(&format!("(;{kept};B[hh])")), format!("SZ[15]{kept};B[hh])"));
    }
    let mut tree = one("(;RU[Swap2];B[hh])");
    tree.info.rule = Some(gomoku_rules::Rule::Renju);
    assert!(text_of(&tree).contains("\nRU[renju]\nRU[Swap2]"), "{}", text_of(&tree));
    assert_eq!(one("(;RE[W+12.5])").info.result, Some(GameResult::win(Side::White)));
    let mut tree = one("(;RE[W+12.5])");
    tree.info.result = Some(GameResult::DRAW);
    assert!(text_of(&tree).contains("RE[0]") && !text_of(&tree).contains("12.5"));
}

#[test]
fn what_several_programs_write_is_read() {
    for (text, expected) in [
        // The opening of GomokuQuest, which may repeat its stones as moves.
        ("(;QPR[gg,gh,if];QSLW[fg];B[ff];W[hh])", "SZ[15];B[gg];W[gh];B[if];W[fg];B[ff];W[hh])"),
        ("(;QPR[gg,gh];B[gg];W[gh];B[hh]C[x])", "SZ[15];B[gg];W[gh];B[hh]C[x])"),
        // Properties have no order. The root speaks of the game, other nodes of their last stone.
        (
            "(;W[fg]QSLW[fg]QPR[gg,gh,if]KM[0]C[x]AW[aa]PB[a]RU[renju])",
            "SZ[15]RU[renju]PB[a]AW[aa]C[x]KM[0];B[gg];W[gh];B[if];W[fg])",
        ),
        ("(;;C[x]QPR[gg,gh]TR[aa];B[hh])", "SZ[15];B[gg];W[gh]C[x]TR[aa];B[hh])"),
        // Of two moves in a node, the second is a node of its own; so are moves out of turn.
        ("(;B[hh]W[ii];W[jj])", "SZ[15]B[hh];W[ii];W[jj])"),
        ("(;Black[hh]White[ii])", "SZ[15]B[hh];W[ii])"),
        (
            "(;B[hh](;W[ii](;B[jj])(;B[kk]))(;W[ll]))",
            "SZ[15]B[hh](;W[ii](;B[jj])(;B[kk]))(;W[ll]))",
        ),
        ("(;AB[];AE[hh])", "SZ[15];AE[hh])"),
        ("(;C[a]C[b];B[hh]C[c][d])", "SZ[15]C[a]C[b];B[hh]C[c][d])"),
    ] {
        assert_eq!(written(text), expected, "{text}");
    }
    assert_eq!(
        one("(;SZ[20];B[tt])")
            .stones(one("(;SZ[20];B[tt])").main_line().last().expect("a move"))
            .of(Side::Black)
            .count(),
        1
    );
}

#[test]
fn what_stands_before_the_damage_is_read() {
    for (text, error, nodes) in [
        (
            "(;GM[4];B[hh](;W[ii];B[jj]C[cut",
            "line 1, column 29: expected a value that ends with ]",
            4,
        ),
        (
            "(;B[hh];W[ii]\n",
            "line 1, column 14: expected the rest of the game, which ends with )",
            2,
        ),
        ("(;B[hh];W[ii];B[ii])", "line 1, column 17: expected a free cell: i9 is taken", 2),
        (
            "(;B[hh](;W[zz];B[aa])(;W[ii]))",
            "line 1, column 12: expected a cell of the 15x15 board: two letters such as hh",
            1,
        ),
        (
            "(;GM[2];B[hh])",
            "line 1, column 6: expected 4, the number of gomoku and renju, or 1, that of Go",
            1,
        ),
        ("(;B[hh][ii])", "line 1, column 9: expected one cell for a move", 1),
        (
            "(;AB[bb:aa])",
            "line 1, column 6: expected a cell of the 15x15 board: two letters such as hh",
            1,
        ),
        ("x", "line 1, column 1: expected a game, which begins with (", 1),
        ("", "line 1, column 1: expected a game, which begins with (", 1),
    ] {
        let (found, tree) = read_tree(text, SIZE).expect_err(text);
        assert_eq!(found.to_string(), error, "{text}");
        assert_eq!(tree.len(), nodes, "{text}");
    }
}

#[test]
fn a_comment_that_looks_like_a_time_stays_one() {
    for comment in ["5ms\nfoo", "812ms"] {
        let mut tree = one("(;;B[hh])");
        let last = tree.main_line().last().expect("a move");
        tree.notes_mut(last).comment = Some(comment.to_owned());
        let notes = one(&text_of(&tree)).node(last).notes().clone();
        let lines = notes.comment.map(|text| text.replace(" \n", "\n").trim().to_owned());
        assert_eq!((notes.time, lines.as_deref()), (None, Some(comment)));
    }
}

#[test]
fn a_tree_may_be_a_million_nodes_deep() {
    let deep = format!("({})", ";B[]".repeat(1_000_000));
    assert_eq!(one(&deep).len(), 1_000_000);
    let nested = format!("{}{}", "(;W[]".repeat(300_000), ")".repeat(300_000));
    assert_eq!(text_of(&one(&nested)).matches(';').count(), 300_000);
}

#[test]
fn blanks_of_another_script_stay() {
    let tree = one("(;PB[中村\u{3000}茂\t\u{b}x];B[hh]C[a\u{a0}b\u{85}c])");
    assert_eq!(tree.info.black.as_deref(), Some("中村\u{3000}茂  x"));
    let last = tree.main_line().last().expect("a move");
    assert_eq!(tree.node(last).notes().comment.as_deref(), Some("a\u{a0}b c"));
    assert_eq!(again("(;PB[a\u{3000}b];B[hh])"), one("(;PB[a\u{3000}b];B[hh])"));
}

#[test]
fn a_node_may_say_very_much() {
    let stones: String = ["[aa]", "[bb]"].repeat(100_000).concat();
    let game = format!("(;GM[4]AB{stones}AW{stones}AE{stones}{};B[aa])", "XY[]".repeat(100_000));
    let tree = one(&game);
    assert_eq!(tree.node(tree.root()).notes().setup.len(), 600_000);
}

proptest! {
    #[test]
    fn trees_read_back(tree in trees()) {
        let text = text_of(&tree);
        prop_assert_eq!(read_tree(&text, Size::square(5)), Ok(tree), "{}", text);
    }

    /// Where both readers read a game, its main line is the same.
    #[test]
    fn main_lines_are_those_of_the_reader_of_records(tree in trees()) {
        let text = text_of(&tree);
        if let Ok(record) = tree.record() {
            let read = Format::Sgf.read(&text, SIZE);
            let moves = read.map(|games| games[0].cells().collect::<Vec<_>>());
            prop_assert!(moves.is_err() || moves == Ok(record.cells().collect()), "{}", text);
        }
    }

    /// Every beginning of a text is read up to its end, and what was read is no more than the whole.
    #[test]
    fn a_cut_text_gives_its_beginning(tree in trees(), at in any::<prop::sample::Index>()) {
        let text = text_of(&tree);
        let at = at.index(text.len());
        let at = (0..=at).rev().find(|&at| text.is_char_boundary(at)).expect("the beginning");
        match read_tree(&text[..at], SIZE) {
            Ok(read) => prop_assert_eq!(read, tree),
            Err((_, read)) => {
                prop_assert!(read.len() <= tree.len());
                prop_assert!(read_tree(&text_of(&read), SIZE).is_ok());
            }
        }
    }
}
