//! Dialogues with a brain.

use std::collections::VecDeque;

use super::*;
use crate::about::About;
use crate::info::Info;
use gomoku_rules::{Rule, Side};

/// Plays the moves that it was given, then the first legal cell.
#[derive(Default)]
struct Scripted {
    moves: VecDeque<Pos>,
    opening: Option<Swap2Answer>,
    games: u32,
    folder: String,
}

impl Agent for Scripted {
    fn about(&self) -> About {
        About::new("Scripted", "1.0", "me").with("games", &self.games.to_string())
    }

    fn choose(&mut self, request: &Request<'_>, messages: &mut Messages<'_>) -> Option<Pos> {
        if !self.folder.is_empty() {
            messages.message(format!("writes to {}", self.folder));
        }
        let first = request.legal_moves().first().copied();
        self.moves.pop_front().or(first)
    }

    fn new_game(&mut self) {
        self.games += 1;
    }

    fn set(&mut self, info: &Info) {
        if info.name == "folder" {
            self.folder.clone_from(&info.value);
        }
    }

    fn swap2(&mut self, request: &Request<'_>, _: &mut Messages<'_>) -> Option<Swap2Answer> {
        assert!([0, 3, 5].contains(&request.board.stones().len()));
        self.opening.clone()
    }
}

/// What a brain of `agent` answers to these lines.
fn answers(mut agent: Scripted, lines: &str) -> Vec<String> {
    let mut output = Vec::new();
    serve(&mut agent, lines.as_bytes(), &mut output).expect("memory");
    String::from_utf8(output).expect("text").lines().map(str::to_owned).collect()
}

fn dialogue(lines: &str) -> Vec<String> {
    answers(Scripted::default(), lines)
}

#[test]
fn a_game() {
    let lines = "START 15\nINFO timeout_turn 5000\nBEGIN\r\nTURN 8,6\r\n\rABOUT\nRESTART\nBEGIN\n\
                 YXSTOP\nEND\nBEGIN\n";
    let about = "name=\"Scripted\", version=\"1.0\", author=\"me\", games=\"1\"";
    assert_eq!(dialogue(lines), ["OK", "0,0", "1,0", about, "OK", "0,0"]);
    assert_eq!(dialogue("\u{feff}start 15\nbegin"), ["OK", "0,0"], "the last line needs no end");
    assert_eq!(dialogue("RECTSTART 20,9\nTURN 19,8"), ["OK", "0,0"]);
    assert_eq!(dialogue("START 15\nPLAY 3,4\nTURN 0,0"), ["OK", "3,4", "1,0"]);
    let folder = "INFO folder /tmp/a b\nSTART 5\nBEGIN";
    assert_eq!(dialogue(folder), ["OK", "MESSAGE writes to /tmp/a b", "0,0"]);
}

#[test]
fn mistakes_are_answered_and_change_nothing() {
    for (lines, expected) in [
        ("BEGIN", "ERROR no game: expected START first"),
        ("BOARD\n7,7,1\nDONE", "ERROR no game: expected START first"),
        ("RESTART", "ERROR no game: expected START first"),
        ("START 4", "ERROR unsupported board size: width and height must be from 5 to 32"),
        ("START 15\nTURN 15,0", "ERROR 15,0: the cell is outside the board"),
        ("START 15\nTURN x", "ERROR expected the coordinates of a cell, such as 7,7"),
        ("START 15\nTAKEBACK 3,3", "ERROR 3,3: no stone there"),
        ("START 15\nBEGIN\nBEGIN", "ERROR BEGIN needs an empty board"),
        ("START 15\nBEGIN\nTURN 0,0", "ERROR 0,0: the cell is taken"),
        ("START 15\nBOARD\n7,7,1\n7,7,2\nDONE", "ERROR stone 7,7: the cell is taken"),
        ("START 15\nBOARD\n7,7,1\n7,8\nDONE", "ERROR stone 7,8 needs a field of 1, 2 or 3"),
        ("START 15\nBOARD\nh8\nDONE", "ERROR expected stones such as 7,7,1 and DONE"),
        ("NOSUCHCOMMAND 7,7", "UNKNOWN NOSUCHCOMMAND"),
        ("START 15\nYXNBEST 5", "UNKNOWN YXNBEST 5"),
        ("START 15\nYXBLOCK\n7,7\nDONE", "UNKNOWN YXBLOCK"),
        (
            "START 15\nSWAP2BOARD\n7,7\nDONE",
            "ERROR swap2 has no step with 1 stones: expected 0, 3 or 5",
        ),
    ] {
        let answers = dialogue(lines);
        assert_eq!(answers.last().map(String::as_str), Some(expected), "{lines}");
        assert!(answers.len() <= 3, "{answers:?}");
    }
    let lines = "START 15\nBEGIN\nTURN 0,0\nTURN 6,6\nBOARD\n7,7,9\nDONE\nTURN 0,1";
    let answers = dialogue(lines);
    assert_eq!(answers[3..], ["1,0", "ERROR stone 7,7 needs a field of 1, 2 or 3", "2,0"]);
}

#[test]
fn a_line_that_is_too_long_is_an_error() {
    let stones = "7,7,1 ".repeat(20_000);
    let lines = format!("START 15\nBOARD {stones}DONE\nBEGIN\nINFO folder {stones}\nTURN 5,5");
    assert_eq!(dialogue(&lines), ["OK", "ERROR the line is too long", "0,0", "1,0"]);
    let lines = format!("START 15\nBOARD\n{stones}\n9,9,1\nDONE\nBEGIN");
    assert_eq!(dialogue(&lines), ["OK", "ERROR the line is too long", "0,0"]);
    let lines = "START 15\nBOARD\nTURN x\n9,9,1\nDONE\nBEGIN";
    assert_eq!(
        dialogue(lines),
        ["OK", "ERROR expected the coordinates of a cell, such as 7,7", "0,0"]
    );
}

#[test]
fn positions_and_stones_taken_back() {
    let board = "START 15\nBOARD\n0,0,1\n1,0,2\nDONE";
    assert_eq!(dialogue(board), ["OK", "2,0"]);
    assert_eq!(dialogue("START 15\nYXBOARD 0,0,1 1,0,2 DONE\nTURN 2,0"), ["OK", "3,0"]);
    let back = format!("{board}\nTAKEBACK 2,0\nTAKEBACK 1,0\nTURN 1,0");
    assert_eq!(dialogue(&back), ["OK", "2,0", "OK", "OK", "2,0"]);
    let unfinished = "START 15\nBOARD\n7,7,1\nSTART 20\nBEGIN";
    assert_eq!(dialogue(unfinished), ["OK", "OK", "0,0"]);
    let interrupted = "START 15\nBOARD\n0,0,1\nINFO rule 1\nABOUT\n1,0,2\nDONE";
    let answers = dialogue(interrupted);
    assert_eq!((answers.len(), answers[2].as_str()), (3, "2,0"));
}

#[test]
fn a_full_board_has_no_move() {
    let stones =
        |y: u32| (0..5).map(move |x| format!("{x},{y},{}\n", 1 + u8::from((x + 2 * y) % 4 < 2)));
    let full = format!("START 5\nBOARD\n{}DONE", (0..5).flat_map(stones).collect::<String>());
    assert_eq!(dialogue(&full), ["OK", "ERROR no cell is free"]);
}

#[test]
fn a_wrong_choice_is_an_error_and_no_move() {
    for (pos, reason) in [
        (Pos::new(7, 7), "ERROR the agent chose 7,7: the cell is taken"),
        (Pos::new(15, 0), "ERROR the agent chose 15,0: the cell is outside the board"),
    ] {
        let agent = Scripted { moves: [pos].into(), ..Scripted::default() };
        let answers = answers(agent, "START 15\nTURN 7,7\nTAKEBACK 7,7\nTURN 8,8");
        assert_eq!(answers, ["OK", reason, "OK", "0,0"]);
    }
}

#[test]
fn legal_moves_are_those_of_the_rule() {
    // g9 is a double three of Black.
    let stones = "7,7,1\n7,8,2\n8,6,1\n8,8,2\n7,9,1\n8,5,2\n8,10,1\n8,11,2\n";
    let lines = format!("START 15\nINFO rule 4\nBOARD\n{stones}DONE");
    let agent = |rule| {
        let mut seen = Vec::new();
        let mut agent = Watching { rule, legal: &mut seen };
        serve(&mut agent, lines.as_bytes(), &mut Vec::new()).expect("memory");
        seen
    };
    let legal = agent(Rule::Renju);
    assert!(legal.len() == 225 - 9 && !legal.contains(&Pos::new(6, 8)), "{legal:?}");
}

struct Watching<'a> {
    rule: Rule,
    legal: &'a mut Vec<Pos>,
}

impl Agent for Watching<'_> {
    fn about(&self) -> About {
        About::new("Watching", "1.0", "me")
    }

    fn choose(&mut self, request: &Request<'_>, _: &mut Messages<'_>) -> Option<Pos> {
        assert_eq!((request.rule.rule, request.board.side_to_move()), (self.rule, Side::Black));
        *self.legal = request.legal_moves();
        self.legal.first().copied()
    }
}

#[test]
fn openings_are_optional() {
    let three = "START 15\nSWAP2BOARD\n7,7\n8,8\n6,8\nDONE";
    assert_eq!(dialogue(three), ["OK", "UNKNOWN SWAP2BOARD"]);
    let [a, b] = [Pos::new(1, 2), Pos::new(3, 4)];
    for (opening, answer) in [
        (Swap2Answer::Swap, "SWAP"),
        (Swap2Answer::Stones(vec![a]), "1,2"),
        (Swap2Answer::Stones(vec![a, b]), "1,2 3,4"),
        (Swap2Answer::Stones(vec![a, a]), "ERROR the agent chose 1,2: the cell is taken"),
        (Swap2Answer::Stones(Vec::new()), "ERROR no cell is free"),
    ] {
        let agent = Scripted { opening: Some(opening), ..Scripted::default() };
        assert_eq!(answers(agent, three), ["OK", answer]);
    }
}
