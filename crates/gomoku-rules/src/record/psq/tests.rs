//! PSQ as Piskvork and Gomocup's judge write it, and malformed PSQ.

use proptest::prelude::*;

use super::*;
use crate::pos::Pos;
use crate::record::game::RecordMove;
use crate::record::testing::games;
use crate::record::{format_moves, parse_moves};

fn one(text: &str) -> Record {
    let mut games = parse_psq(text).expect(text);
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0)
}

fn moves(game: &Record) -> String {
    format_moves(&game.cells().collect::<Vec<Pos>>())
}

#[test]
fn a_match_in_piskvork_is_read() {
    let game = one("Piskvorky 20x20, 7:7, 0\r\n10,10,456\r\n11,12,4500\r\n1,20,60\r\n\
                    alpha.exe\r\nbeta 2.ZIP\r\n15\r\n");
    assert_eq!(game.size, Size::square(20));
    assert_eq!(moves(&game), "j10k12a20");
    let times: Vec<_> = game.moves.iter().map(RecordMove::millis).collect();
    assert_eq!(times, [Some(456), Some(4500), Some(60)]);
    assert_eq!(game.black.as_deref(), Some("alpha.exe"));
    assert_eq!(game.white.as_deref(), Some("beta 2.ZIP"));
    let late = GameResult { winner: Some(Side::Black), cause: Some(Cause::Time) };
    assert_eq!(game.result, Some(late), "White was to move");
    assert_eq!(game.rule, None);
}

#[test]
fn a_saved_game_has_no_players() {
    let game = one("Piskvorky 30x22, 0:11, 1\n15,11,0\n16,11\n-1\n");
    assert_eq!(game.size, Size::new(30, 22).expect("within the limits"));
    assert_eq!(moves(&game), "o11p11");
    assert!(game.moves.iter().all(|played| played.time.is_none()));
    assert_eq!((game.black, game.white, game.result), (None, None, None));
    assert_eq!(moves(&one("Piskvorky 15x15, 0:0, 0")), "", "an older one stops here");
}

#[test]
fn who_begins_is_black() {
    let game = one("Piskvorky 15x15, 5:5, 1\n8,8,10\nfirst.exe\nsecond.exe\n7\n");
    assert_eq!(game.black.as_deref(), Some("second.exe"));
    assert_eq!(game.white.as_deref(), Some("first.exe"));
    let forfeit = GameResult { winner: Some(Side::Black), cause: Some(Cause::Forfeit) };
    assert_eq!(game.result, Some(forfeit));
}

#[test]
fn a_game_of_the_judge_is_won_on_the_board() {
    let five = "8,8,0\n8,9,0\n9,8,0\n9,9,12\n10,8,31\n10,9,8\n11,8,15\n11,9,77\n12,8,1\n";
    let judged = |moves: &str, verdict: &str| {
        one(&format!("Piskvorky 15x15, 11:11, 0\n{moves}A.zip\nB.zip\n-1\n{verdict}\n"))
    };
    for verdict in ["1,Freestyle15_1", "2,Freestyle15_1"] {
        let game = judged(five, verdict);
        assert_eq!(game.result, Some(GameResult::win(Side::Black)), "{verdict}");
        assert_eq!(game.rule, Some(Rule::Freestyle));
    }
    let four = five.strip_suffix("12,8,1\n").expect("a ninth move");
    assert_eq!(judged(four, "2,Standard1").result, None, "1 may be either engine");
    assert_eq!(judged(four, "0,Renju").result, Some(GameResult::DRAW));
    for (league, rule) in [
        ("Standard1", Some(Rule::Standard)),
        ("RENJU_2", Some(Rule::Renju)),
        ("Fastgame3", Some(Rule::Freestyle)),
        ("caro-overline", Some(Rule::CaroOverline)),
        ("Caro2025", None),
        ("", None),
    ] {
        assert_eq!(judged(four, &format!("0,{league}")).rule, rule, "{league}");
    }
    let played = one(&format!("Piskvorky 15x15, 3:3, 0\n{five}0\n"));
    assert_eq!(played.result, Some(GameResult::win(Side::Black)), "Piskvork's own end");
    assert_eq!(one(&format!("Piskvorky 15x15, 3:3, 0\n{four}0\n")).result, None);
}

#[test]
fn a_winner_that_is_left_out_is_named() {
    let warnings = |end: &str| {
        let text = format!("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,5\n{end}\n");
        let game = parse_psq_with_warnings(&text).expect(end).remove(0);
        let warnings: Vec<_> = game.warnings.iter().map(ToString::to_string).collect();
        (game.record, warnings)
    };
    for (end, line) in [("-1\n1,Freestyle", 5), ("A\nB\n-1\n2,Freestyle15_1", 7)] {
        let (game, warnings) = warnings(end);
        assert_eq!((game.result, game.rule), (None, Some(Rule::Freestyle)), "{end}");
        let reason = "the winner was left out: 1 and 2 may be either side";
        assert_eq!(warnings, [format!("line {line}, column 1: {reason}")], "{end}");
    }
    for (end, line) in [("-1\nBlack won", 5), ("A\nB\n0\n3,Freestyle", 7), ("A\nB\n0\n-", 7)] {
        let (game, warnings) = warnings(end);
        assert_eq!((game.result, game.black.is_some()), (None, line == 7), "{end}");
        let reason = "the line behind how the game ended was left out";
        assert_eq!(warnings, [format!("line {line}, column 1: {reason}")], "{end}");
    }
    for end in ["", "-1", "A\nB\n-1", "-1\n0,Freestyle", "0\n1,Freestyle", "A\nB"] {
        assert_eq!(warnings(end).1, Vec::<String>::new(), "{end}");
    }
}

#[test]
fn the_board_is_judged_by_the_rule_of_the_league() {
    // After these moves every free cell would make six for Black.
    let moves = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5f5";
    let mut game = Record::new(Size::square(6));
    game.moves = parse_moves(moves).expect("moves").into_iter().map(Into::into).collect();
    let text = format_psq(&game);
    let moves = text.strip_suffix("-1\n").expect("a game without a result");
    for (league, result) in
        [("Renju1", Some(GameResult::win(Side::White))), ("Freestyle1", None), ("", None)]
    {
        let game = one(&format!("{moves}A.zip\nB.zip\n-1\n2,{league}\n"));
        assert_eq!(game.result, result, "{league}");
    }
    let six = "8,8,0\n8,9,0\n9,8,0\n9,9,0\n10,8,0\n10,9,0\n12,8,0\n1,1,0\n13,8,0\n2,1,0\n11,8,0\n";
    for (league, result) in
        [("Standard1", None), ("Freestyle1", Some(GameResult::win(Side::Black)))]
    {
        let game = one(&format!("Piskvorky 15x15, 11:11, 0\n{six}A\nB\n-1\n1,{league}\n"));
        assert_eq!(game.result, result, "{league}");
    }
}

#[test]
fn a_game_is_written_as_the_judge_does() {
    let mut game = Record::new(Size::square(15));
    let cells = parse_moves("h8i7o15").expect("cells");
    game.moves = cells.into_iter().map(Into::into).collect();
    game.moves[1].time = Some(Duration::from_micros(1_520_999));
    game.moves[2].time = Some(Duration::MAX);
    let lines = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,1520\n15,15,2147483647\n-1\n";
    assert_eq!(format_psq(&game), lines);
    game.black = Some("Shisan\n2".to_owned());
    game.rule = Some(Rule::Renju);
    game.result = Some(GameResult { winner: Some(Side::White), cause: Some(Cause::Time) });
    let end = "Shisan 2\nhomo-2\n15\n2,renju\n";
    assert!(format_psq(&game).ends_with(end), "{}", format_psq(&game));
}

#[test]
fn names_that_look_like_other_lines_are_quoted() {
    for name in ["1,2", "-1, the second", "9x,", "Piskvorky 15x15"] {
        for (black, white) in [(name, "A"), ("A", name), (name, name)] {
            let mut game = one("Piskvorky 15x15, 11:11, 0\n8,8,10\nA\nB\n-1\n");
            (game.black, game.white) = (Some(black.to_owned()), Some(white.to_owned()));
            let read = one(&format_psq(&game));
            assert_eq!(read.moves, game.moves, "{name}");
            let quoted =
                |kept: &str| if kept == name { format!("\"{name}\"") } else { kept.into() };
            assert_eq!(read.black, Some(quoted(black)));
            assert_eq!(read.white, Some(quoted(white)));
        }
    }
}

#[test]
fn what_departs_from_the_form_is_named_by_its_place() {
    let header = "Piskvorky 15x15, 11:11, 0";
    for (text, error) in [
        ("", "line 1, column 1: expected Piskvorky 15x15, 11:11, 0"),
        ("\n8,8,0\n", "line 2, column 1: expected Piskvorky 15x15, 11:11, 0"),
        ("Piskvorky", "line 1, column 10: expected the board's width"),
        ("Piskvorky 15*15", "line 1, column 13: expected x and the board's height"),
        ("Piskvorky 15x", "line 1, column 14: expected the board's height"),
        ("Piskvorky 4x15, 11:11, 0", "line 1, column 11: expected a board size from 5x5 to 32x32"),
        (
            "Piskvorky 15x-15, 11:11, 0",
            "line 1, column 11: expected a board size from 5x5 to 32x32",
        ),
        ("Piskvorky 15x15 11:11", "line 1, column 17: expected a comma"),
        (
            "Piskvorky 15x15, a:11",
            "line 1, column 18: expected a player's time level, a whole number",
        ),
        ("Piskvorky 15x15, 11", "line 1, column 20: expected a colon and the other time level"),
        ("Piskvorky 15x15, 11:11", "line 1, column 23: expected a comma and who begins, 0 or 1"),
        ("Piskvorky 15x15, 11:11, 2", "line 1, column 25: expected who begins, 0 or 1"),
        ("Piskvorky 15x15, 11:11, 0 0", "line 1, column 27: expected the end of the line"),
    ] {
        let found = parse_psq(text).map_err(|error| error.to_string());
        assert_eq!(found, Err(error.to_owned()), "{text}");
    }
    for (lines, error) in [
        ("8,8,0\n9,x,0\n", "line 3, column 3: expected a row number"),
        ("8,8,0\n9;8,0\n", "line 3, column 2: expected a comma and a row number"),
        ("8,8,0\n 9,8,fast\n", "line 3, column 6: expected milliseconds"),
        ("8,8,0\n9,8,1,2\n", "line 3, column 6: expected the end of the line"),
        ("8,8,0\n9,8,1 é\n", "line 3, column 7: expected the end of the line"),
        ("8,8,0\n16,8,1\n", "line 3, column 1: expected a cell of the 15x15 board"),
        ("8,8,0\n0,8,1\n", "line 3, column 1: expected a cell of the 15x15 board"),
        ("8,8,0\n8,8,1\n", "line 3, column 1: expected a free cell: h8 is taken"),
        (
            "8,8,0\nhello\n9,8,0\n10,8,0\n",
            "line 3, column 1: expected column,row,milliseconds, or the names of two players \
             and how it ended",
        ),
        (
            "8,8,0\nA.zip\n0\n",
            "line 3, column 1: expected column,row,milliseconds, or the names of two players \
             and how it ended",
        ),
    ] {
        let text = format!("{header}\n{lines}");
        let found = parse_psq(&text).map_err(|error| error.to_string());
        assert_eq!(found, Err(error.to_owned()), "{text}");
    }
}

#[test]
fn a_name_of_control_characters_is_none() {
    let named =
        |name: &str| Record { black: Some(name.to_owned()), ..one("Piskvorky 15x15, 0:0, 0") };
    for (name, black) in [("\u{1a}", "homo-1"), ("a\u{1a}b\u{0}", "a b")] {
        assert_eq!(one(&format_psq(&named(name))).black.as_deref(), Some(black));
    }
    let read = one("Piskvorky 15x15, 0:0, 0\n\u{1b}[31mred\u{7}\n\u{1b}\n0\n");
    assert_eq!((read.black.as_deref(), read.white), (Some("[31mred"), None));
}

/// What is left of a game that was written.
fn kept(mut game: Record) -> Record {
    game.comment = None;
    for played in &mut game.moves {
        played.comment = None;
    }
    if game.black.is_some() || game.white.is_some() {
        game.black.get_or_insert("homo-1".to_owned());
        game.white.get_or_insert("homo-2".to_owned());
    }
    match &mut game.result {
        Some(result) if result.cause == Some(Cause::Resignation) => result.cause = None,
        Some(_) => {}
        None => game.rule = None,
    }
    game
}

proptest! {
    #[test]
    fn games_read_back(first in games(), second in games()) {
        let text = format_psq(&first) + &format_psq(&second);
        prop_assert_eq!(parse_psq(&text), Ok(vec![kept(first), kept(second)]));
    }
}
