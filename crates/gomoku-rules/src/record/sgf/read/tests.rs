//! SGF as programs write it, and malformed SGF.

use std::time::Duration;

use super::*;
use crate::record::{Cause, Format, GameResult, format_moves, format_sgf};

fn parse(text: &str) -> Result<Vec<Record>, RecordError> {
    parse_sgf(text, Size::square(15))
}

fn one(text: &str) -> Record {
    let mut games = parse(text).expect(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(game: &Record) -> String {
    format_moves(&game.cells().collect::<Vec<Pos>>())
}

#[test]
fn a_game_of_a_match_runner_is_read() {
    let game = one("(;FF[4]GM[4]GN[7]EV[Alpha x Beta]DT[2026.11.21 10:00:00]RO[1.1]RU[4]SZ[15]
PB[Alpha 1.0]PW[Beta \\[64-bit\\]]RE[W+1]TE[White win by five connection]

;B[hh]C[opening move];W[ig]C[opening move]
;B[oa]C[812ms];W[ao]C[40 ms
+35/12])

");
    assert_eq!(moves(&game), "h8i7o1a15");
    assert_eq!(game.rule, Some(Rule::Renju));
    assert_eq!(game.black.as_deref(), Some("Alpha 1.0"));
    assert_eq!(game.white.as_deref(), Some("Beta [64-bit]"));
    assert_eq!(game.result, Some(GameResult::win(Side::White)));
    assert_eq!(game.moves[0].comment.as_deref(), Some("opening move"));
    assert_eq!(game.moves[2].time, Some(Duration::from_millis(812)));
    assert_eq!(game.moves[2].comment, None);
    assert_eq!(game.moves[3].time, Some(Duration::from_millis(40)));
    assert_eq!(game.moves[3].comment.as_deref(), Some("+35/12"));
}

#[test]
fn the_main_line_is_taken_of_every_game() {
    let games = parse(
        "\n(;GM[4]SZ[20] C[studies]\n;B[jj](;W[kk];B[jk](;W[ji]C[main])(;W[jl];B[aa]))\
         (;W[ij]C[not \\] this (;]))\n(;SZ[30:20];Black[Bt])\n(;)",
    )
    .expect("three games");
    assert_eq!(games.iter().map(moves).collect::<Vec<_>>(), ["j10k11j11j9", "ab20", ""]);
    assert_eq!(games[0].comment.as_deref(), Some("studies"));
    assert_eq!(games[0].moves[3].comment.as_deref(), Some("main"));
    assert_eq!(games[1].size, Size::new(30, 20).expect("within the limits"));
    assert_eq!(games[2].size, Size::square(15), "the size of games that name none");
}

#[test]
fn names_of_properties_may_have_digits() {
    let text = "(;5A[]PW[b];B[hh]5A[gg][ii]Mark2[x])";
    assert_eq!((moves(&one(text)), one(text).white.as_deref()), ("h8".to_owned(), Some("b")));
    let games = Format::Sgf.parse(text, Size::square(15)).expect(text);
    let warnings: Vec<_> = games[0].warnings.iter().map(ToString::to_string).collect();
    assert_eq!(warnings, ["line 1, column 18: property 5A holds cells and was left out"]);
    let games = read_games(text);
    let names = games[0].nodes[1].properties.iter().map(|it| it.name.to_string());
    assert_eq!(names.collect::<Vec<_>>(), ["B", "5A", "M2"]);
}

#[test]
fn editors_of_go_write_the_game_of_go() {
    assert_eq!(
        moves(&one("(;FF[4]GM[1]CA[UTF-8]AP[Sabaki:0.52.2]KM[6.5]SZ[15];B[hh];W[ii])")),
        "h8i9"
    );
    assert_eq!(moves(&one("(; GM[ 1 ];B[hh])")), "h8");
}

#[test]
fn text_is_unescaped() {
    let game =
        one("(;GC[a\\]b\\\\c\\:d\\\ne\r\nf\tg\\\th\\\r\n\\x]PB[two\nlines ];B[hh]C[\\\\\\]])");
    assert_eq!(game.comment.as_deref(), Some("a]b\\c:de\nf g hx"));
    assert_eq!(game.black.as_deref(), Some("two lines"));
    assert_eq!(game.moves[0].comment.as_deref(), Some("\\]"));
    assert_eq!(one(&format_sgf(&game)), game);
}

#[test]
fn control_characters_of_texts_are_blanks() {
    for control in (0..0x20).chain([0x7f]).filter_map(char::from_u32).filter(|&it| it != '\n') {
        let text = format!("(;GM[4]PB[a{control}b]C[c{control}d];B[hh])");
        assert_eq!(Format::detect(&text), Ok(Format::Sgf), "{control:?}");
        let game = one(&text);
        assert_eq!(game.black.as_deref(), Some("a b"), "{control:?}");
        let expected = if control == '\r' { "c\nd" } else { "c d" };
        assert_eq!(game.comment.as_deref(), Some(expected), "{control:?}");
        let written = Record { comment: Some(format!("c{control}d")), ..game.clone() };
        let written = format_sgf(&written);
        assert!(
            !written.contains(|c: char| c.is_control() && !"\t\n\r".contains(c)),
            "{written:?}"
        );
        assert_eq!(one(&written), game, "{control:?}");
    }
}

#[test]
fn what_is_set_up_is_played_in_turn() {
    for (text, expected) in [
        ("(;AB[hh][ii]AW[hi];W[ih];B[aa])", "h8h9i9i8a1"),
        ("(;AW[hi];AB[hh]PL[B];B[ih])", "h8h9i8"),
        ("(;AB[hh:ii]AW[aa:ac]PL[White])", "h8a1i8a2h9a3i9"),
        ("(;PL[B];B[hh])", "h8"),
        // Properties have no order.
        ("(;B[aa]AW[hi]PL[W]AB[hh];W[bb])", "h8h9a1b2"),
        ("(;PL[W]B[hh];W[ii]PL[B])", "h8i9"),
    ] {
        assert_eq!(moves(&one(text)), expected, "{text}");
    }
}

#[test]
fn an_opening_in_properties_of_its_own_is_played() {
    for (text, expected) in [
        ("(;GM[4]SZ[15]PB[x]PW[y];QPR[gg,gh,if];QSLW[fg];B[ff];W[hh])", "g7g8i6f7f6h8"),
        ("(;QPR[gg, gh ,if];W[fg];B[ff])", "g7g8i6f7f6"),
        ("(;QPR[gg][gh][if];QSLB[];W[fg])", "g7g8i6f7"),
        ("(;QPR[gg,gh,if];QPR[gg,gh,if,ii,jj];W[hh])", "g7g8i6i9j10h8"),
        // The moves of the opening are repeated, all or some of them.
        ("(;QPR[gg,gh,if];QSLW[fg];B[gg];W[gh];B[if];W[fg];B[ff];W[hh])", "g7g8i6f7f6h8"),
        ("(;QPR[gg,gh,if];QSLW[fg];W[fg];B[ff];W[hh])", "g7g8i6f7f6h8"),
        // Properties have no order.
        ("(;QSLB[ff]QSLW[fg]QPR[gg,gh,if]PB[x]SZ[15]AW[aa]AB[bb];W[hh])", "b2a1g7g8i6f7f6h8"),
    ] {
        let games = Format::Sgf.parse(text, Size::square(15)).expect(text);
        assert_eq!((moves(&games[0].record), &games[0].warnings[..]), (expected.into(), &[][..]));
    }
    for (text, error) in [
        ("(;QPR[gg,gh,if];W[gg])", "line 1, column 19: expected a free cell: g7 is taken"),
        ("(;QPR[gg,g8])", "line 1, column 7: expected a cell of the 15x15 board"),
        ("(;B[hh];QPR[hh])", "line 1, column 13: expected a free cell: h8 is taken"),
        ("(;QPR[gg,gh,if];B[ff])", "line 1, column 19: expected a move by white"),
    ] {
        let found = parse(text).expect_err(text).to_string();
        assert!(found.starts_with(error), "{text}: {found}");
    }
    // What the root says is said of the game, what another node says of its last stone.
    for (text, of_game, of_move) in
        [("(;QPR[gg,gh]C[a])", Some("a"), None), ("(;;C[a]QPR[gg,gh])", None, Some("a"))]
    {
        let game = one(text);
        assert_eq!((game.comment.as_deref(), game.moves[1].comment.as_deref()), (of_game, of_move));
    }
}

#[test]
fn what_holds_cells_and_is_left_out_is_named() {
    for (text, warnings) in [
        ("(;XY[gg];B[hh])", &["line 1, column 3: property XY holds cells and was left out"][..]),
        (
            "(;B[hh]\n;OPN[gg:hh][aa])",
            &["line 2, column 2: property OPN holds cells and was left out"],
        ),
        ("(;XY[h8 i9,j10])", &["line 1, column 3: property XY holds cells and was left out"]),
        (
            "(;XY[gg];\n;XY[hh]5A[gg];5B[gg];XY[ii])",
            &[
                "line 1, column 3: property XY holds cells and was left out, 3 times",
                "line 2, column 8: property 5A holds cells and was left out",
                "line 2, column 15: property 5B holds cells and was left out",
            ],
        ),
        (
            "(;B[hh];XYZ[gg]W[ii]ZYX[jj])",
            &[
                "line 1, column 9: property XYZ holds cells and was left out",
                "line 1, column 21: property ZYX holds cells and was left out",
            ],
        ),
        (
            "(;B[hh](;W[ii];B[jj])(;W[kk])(;W[ll]))",
            &["line 1, column 22: a variation was left out: only the main line is read"],
        ),
        (
            "(;GM[4]RU[Renju (RIF)];B[hh])",
            &["line 1, column 11: RU[Renju (RIF)] names no known rule"],
        ),
        ("(;GM[4]RU[Renju];B[hh])", &[]),
        ("(;GM[4]RU[ ];B[hh])", &[]),
        ("(;GM[1]RU[Japanese];B[hh])", &[]),
        // Marks, texts, and what holds no cell of this board.
        ("(;B[hh]TR[gg]LB[gg:1][hh:2]MA[aa:cc]CR[ii]SQ[jj]LN[aa:bb]DD[])", &[]),
        ("(;PB[ab]PW[gg]C[hh]N[ii]EV[jj]AN[kk]US[ll])", &[]),
        ("(;XY[zz];XY[hello];XY[];XY[12,7];XY[gg][no cell];XY[h16])", &[]),
    ] {
        let games = Format::Sgf.parse(text, Size::square(15)).expect(text);
        let found: Vec<String> = games[0].warnings.iter().map(ToString::to_string).collect();
        assert_eq!(found, warnings, "{text}");
    }
}

#[test]
fn rules_and_results_are_understood() {
    use Cause::{Forfeit, Resignation, Time};
    let won = |side, cause| Some(GameResult { winner: Some(side), cause });
    for (text, result) in [
        ("0", Some(GameResult::DRAW)),
        ("Draw", Some(GameResult::DRAW)),
        ("B+", won(Side::Black, None)),
        ("W+12.5", won(Side::White, None)),
        ("B+R", won(Side::Black, Some(Resignation))),
        ("W+Time", won(Side::White, Some(Time))),
        ("w+forfeit", won(Side::White, Some(Forfeit))),
        ("Void", None),
        ("?", None),
        ("five in a row", None),
        ("", None),
    ] {
        assert_eq!(one(&format!("(;RE[{text}])")).result, result, "{text}");
    }
    for (text, rule) in [
        ("freestyle", Some(Rule::Freestyle)),
        ("Renju", Some(Rule::Renju)),
        ("8", Some(Rule::CaroOverline)),
        ("RIF opening", None),
    ] {
        assert_eq!(one(&format!("(;RU[{text}])")).rule, rule, "{text}");
    }
}

#[test]
fn a_deep_tree_is_read() {
    let deep = 200_000;
    let text = format!("{}{}", "(;B[hh]".repeat(deep), ")".repeat(deep));
    let error = parse(&text).map_err(|error| error.expected);
    assert_eq!(error, Err("a move by white: moves are made in turn".to_owned()));
}

#[test]
fn syntax_that_is_wrong_is_named_by_its_place() {
    for (text, error) in [
        ("", "line 1, column 1: expected a game, which begins with ("),
        ("\n;B[hh]", "line 2, column 1: expected a game, which begins with ("),
        ("()", "line 1, column 2: expected a node, which begins with ;"),
        ("(B[hh])", "line 1, column 2: expected a node, which begins with ;"),
        ("(;B[hh]", "line 1, column 8: expected the rest of the game, which ends with )"),
        ("(", "line 1, column 2: expected the rest of the game, which ends with )"),
        (
            "(;B[hh](;W[ii])\n",
            "line 1, column 16: expected the rest of the game, which ends with )",
        ),
        ("(;B[hh]\n\n  ?)", "line 3, column 3: expected a property, or ; or ( or )"),
        ("(;é[hh])", "line 1, column 3: expected a property, or ; or ( or )"),
        ("(;black[hh])", "line 1, column 3: expected a property's name in capital letters"),
        ("(;B;W[hh])", "line 1, column 4: expected a value, which begins with ["),
        ("(;C[é\n] N\n(;B[hh]))", "line 3, column 1: expected a value, which begins with ["),
        ("(;B[hh]\n;C[no end\\]\n)", "line 2, column 4: expected a value that ends with ]"),
        ("(;B[hh](;W[ii]);B[jj])", "line 1, column 16: expected ( or )"),
        ("(;B[hh]))", "line 1, column 9: expected a game, which begins with ("),
        ("(;B[hh])\n(;B[hh]) x", "line 2, column 10: expected a game, which begins with ("),
    ] {
        let found = parse(text).map_err(|error| error.to_string());
        assert_eq!(found, Err(error.to_owned()), "{text}");
    }
}

#[test]
fn what_no_record_holds_is_named_by_its_place() {
    let cell = "a cell of the 15x15 board: two letters such as hh";
    let size = "a board size from 5 to 32, such as 15 or 30:20";
    let setup = "stones to be set up before the first move only";
    let pass = "a cell, not a pass: moves are made in turn";
    for (text, place, expected) in [
        ("(;GM[2];B[hh])", "1, column 6", "4, the number of gomoku and renju, or 1, that of Go"),
        ("(;GM[4]\nSZ[19x19])", "2, column 4", size),
        ("(;SZ[33])", "1, column 6", size),
        ("(;SZ[15:4])", "1, column 6", size),
        ("(;B[hh];W[])", "1, column 11", pass),
        ("(;B[hh];W[tt])", "1, column 11", pass),
        ("(;B[h8])", "1, column 5", cell),
        ("(;B[hh]\n;W[ii;B[jj])", "2, column 4", cell),
        ("(;B[hhh])", "1, column 5", cell),
        ("(;B[hh][ii];W[jj])", "1, column 9", "one cell for a move"),
        ("(;B[hh];AE[hh])", "1, column 12", "no AE: the stones of a record stay"),
        ("(;B[hh]B[ii])", "1, column 10", "a move by white: moves are made in turn"),
        ("(;SZ[20];B[AA])", "1, column 12", "a cell of the 20x20 board: two letters such as hh"),
        ("(;B[hh]\n;W[hh])", "2, column 4", "a free cell: h8 is taken"),
        ("(;W[hh])", "1, column 5", "a move by black: moves are made in turn"),
        ("(;B[hh];B[ii])", "1, column 11", "a move by white: moves are made in turn"),
        ("(;AB[hh][ii][jj]AW[aa])", "1, column 14", IN_TURN),
        ("(;AB[hh]\nAW[aa][bb]\n;B[cc])", "2, column 8", IN_TURN),
        ("(;AB[hh]AW[hh])", "1, column 12", "a free cell: h8 is taken"),
        ("(;AB[ii:hh])", "1, column 6", "the upper left and the lower right of the stones"),
        ("(;AB[aa:zz])", "1, column 6", cell),
        ("(;B[hh];AB[ii])", "1, column 12", setup),
        ("(;B[hh];PL[B])", "1, column 12", &format!("white to move: {IN_TURN}")),
        ("(;AE[hh])", "1, column 6", "no AE: the stones of a record stay"),
        ("(;PL[red])", "1, column 6", "B or W"),
    ] {
        let found = parse(text).map_err(|error| error.to_string());
        assert_eq!(found, Err(format!("line {place}: expected {expected}")), "{text}");
    }
    let found = parse("(;AB[hh]PL[B];W[ii])").map_err(|error| error.to_string());
    assert_eq!(found, Err(format!("line 1, column 12: expected white to move: {IN_TURN}")));
}
