//! Dialogues with the brain.

use super::*;
use gomoku_rules::Rule;

use crate::Gobang;

/// What the brain answers to these lines.
fn dialogue(lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve(
        &Classic::Gobang(Gobang { depth: 1, ..Gobang::default() }),
        lines.as_bytes(),
        &mut output,
    )
    .expect("memory");
    let text = String::from_utf8(output).expect("text");
    let answers = text.lines().filter(|line| !line.starts_with("MESSAGE "));
    answers.map(str::to_owned).collect()
}

#[test]
fn a_game() {
    let lines = "START 15\nINFO timeout_turn 5000\nBEGIN\r\nTURN 8,6\n\nABOUT\nRESTART\nBEGIN\nEND\nBEGIN\n";
    let answers = dialogue(lines);
    assert_eq!(answers[..2], ["OK", "7,7"]);
    assert!(answers[3].starts_with("name=\"Gobang\", version=\""), "{answers:?}");
    assert_eq!(answers[4..], ["OK", "7,7"]);
}

#[test]
fn mistakes_are_answered_and_change_nothing() {
    for (lines, expected) in [
        ("BEGIN", "ERROR no game: expected START first"),
        ("BOARD\nDONE", "ERROR no game: expected START first"),
        ("START 4", "ERROR unsupported board size: width and height must be from 5 to 32"),
        ("START 15\nTURN 15,0", "ERROR 15,0: the cell is outside the board"),
        ("START 15\nTURN x", "ERROR expected cells such as 7,7, or stones such as 7,7,1"),
        ("START 15\nTAKEBACK 3,3", "ERROR 3,3: no stone there"),
        ("START 15\nBEGIN\nBEGIN", "ERROR BEGIN needs an empty board"),
        ("START 15\nBEGIN\nTURN 7,7", "ERROR 7,7: the cell is taken"),
        ("START 15\nBOARD\n7,7,1\n7,7,2\nDONE", "ERROR 7,7: the cell is taken"),
        (
            "START 15\nBOARD\n7,7,1\n7,8\nDONE",
            "ERROR expected cells such as 7,7, or stones such as 7,7,1",
        ),
        ("START 15\nSWAP2BOARD", "UNKNOWN command"),
    ] {
        let answers = dialogue(lines);
        assert_eq!(answers.last().map(String::as_str), Some(expected), "{lines}");
    }
    let answers = dialogue("START 15\nBEGIN\nTURN 7,7\nTURN 6,6\nBOARD\n7,7,9\nDONE\nTURN 0,0");
    assert_eq!(answers.len(), 6, "{answers:?}");
    assert!(answers[5].contains(','), "the game goes on: {answers:?}");
}

#[test]
fn positions_and_stones_taken_back() {
    // Black's four is blocked at one end: whoever has it to move completes it.
    let four = "START 15\nBOARD\n3,3,1\n4,3,1\n5,3,1\n6,3,1\n2,3,2\n0,0,2\n0,2,2\n0,4,2\nDONE";
    assert_eq!(dialogue(four), ["OK", "7,3"]);
    let blocked = four.replace(",1\n", ",4\n").replace(",2\n", ",1\n").replace(",4\n", ",2\n");
    assert_eq!(dialogue(&blocked), ["OK", "7,3"]);
    let back = format!("{four}\nTAKEBACK 7,3\nTAKEBACK 0,4\nTURN 0,4");
    assert_eq!(dialogue(&back), ["OK", "7,3", "OK", "OK", "7,3"]);
    let unfinished = "START 15\nBOARD\n7,7,1\nSTART 20\nBEGIN";
    assert_eq!(dialogue(unfinished), ["OK", "OK", "10,10"]);
    assert_eq!(dialogue("RECTSTART 20,9\nBEGIN"), ["OK", "10,4"]);
}

#[test]
fn a_full_board_has_no_move() {
    let stones =
        |y: u32| (0..5).map(move |x| format!("{x},{y},{}\n", 1 + u8::from((x + 2 * y) % 4 < 2)));
    let full = format!("START 5\nBOARD\n{}DONE", (0..5).flat_map(stones).collect::<String>());
    assert_eq!(dialogue(&full), ["OK", "ERROR no cell is free"]);
}

#[test]
fn limits_come_from_info() {
    let now = Instant::now();
    let mut settings = Settings::default();
    assert_eq!(settings.deadline(now), None);
    let after = |settings: &Settings| settings.deadline(now).expect("a limit") - now;
    for (key, value, millis) in [
        ("timeout_turn", "1000", 970),
        ("timeout_turn", "-5", 970),
        ("timeout_turn", "abc", 970),
        ("TIMEOUT_TURN", "40", 20),
        ("timeout_turn", "0", 0),
        ("timeout_turn", "30000", 29_970),
        ("time_left", "2147483647", 29_970),
        ("time_left", "3000.5", 270),
        ("time_left", "-17", 0),
    ] {
        settings.set(key, value);
        assert_eq!(after(&settings).as_millis(), millis, "{key} {value}");
    }
    for (rule, expected) in [("4", Rule::Renju), ("12345", Rule::Renju), ("0", Rule::Freestyle)] {
        settings.set("rule", rule);
        assert_eq!(settings.rule(), expected);
    }
    settings.set("max_depth", "2");
    settings.set("max_node", "1000");
    assert_eq!((settings.depth(), settings.nodes()), (Some(2), Some(1000)));
}
