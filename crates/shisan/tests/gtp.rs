//! The subcommand `gtp`: random lines, and searches that a line ends. `cmd/gtp*` are whole sessions.

use std::fs;
use std::io::{BufRead, BufReader, Write};

use fastrand::Rng;

use crate::dialogue::{Dialogue, command, run};

/// The replies to `input`; standard error is silent.
fn replies(arguments: &[&str], input: &[u8]) -> Vec<String> {
    let text = run("gtp", arguments, input);
    let replies = text.strip_suffix("\n\n").expect("the end of a reply");
    replies.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn an_analysis_ends_with_the_next_line() {
    // Levels are for moves: the search goes on.
    let mut session = Dialogue::start("gtp", &["--size", "9", "--level", "300"]);
    for (number, next) in [(1, "2 name"), (3, ""), (4, "# a comment")] {
        session.send(format!("{number} kata-analyze b 5 maxmoves 2"));
        assert_eq!(session.next(), format!("={number} "));
        for _ in 0..3 {
            let line = session.next();
            let words: Vec<&str> = line.split(' ').collect();
            assert!(words.starts_with(&["info", "move"]), "{line}");
            // Editors tell rates from 0 to 1 and parts of 10,000 apart by the point.
            let winrate = words.iter().position(|word| *word == "winrate").expect("a rate");
            assert!(words[winrate + 1].contains('.'), "{line}");
            let moves = words.iter().filter(|word| **word == "info").count();
            assert!((1..=2).contains(&moves), "{line}");
        }
        session.send(next);
        for line in session.rest() {
            assert!(line.starts_with("info move "), "{line}");
        }
        if !next.is_empty() && !next.starts_with('#') {
            assert_eq!(session.rest(), ["=2 Shisan"]);
        }
    }
    session.send("lz-analyze 5");
    assert_eq!(session.next(), "= ");
    // The end of the input is the end of the analysis.
    session.end();
}

#[test]
fn an_interrupted_search_has_a_move() {
    let mut session = Dialogue::start("gtp", &["--turn-time", "1h"]);
    session.send("play b H8");
    assert_eq!(session.rest(), ["= "]);
    session.send("7 genmove w");
    session.send("8 name");
    session.send("# interrupt");
    let reply = session.rest().concat();
    let cell = reply.strip_prefix("=7 ").expect("a move");
    assert!(cell.len() >= 2 && cell != "pass", "{reply}");
    assert_eq!(session.rest(), ["=8 Shisan"]);
    session.send(format!("9 play b {cell}"));
    assert_eq!(session.rest(), ["?9 illegal move"]);
    session.end();
}

#[test]
fn what_cannot_be_searched_is_one_error_at_once() {
    let mut session = Dialogue::start("gtp", &["--nodes", "100"]);
    session.send("play b H8");
    assert_eq!(session.rest(), ["= "]);
    for command in ["lz-analyze w 10 allow w H8 1", "kata-search_analyze w allow w H8 1"] {
        session.send(format!("1 {command}"));
        assert_eq!(session.rest(), ["?1 no legal move is left"], "{command}");
    }
    session.end();
}

#[test]
fn a_search_ends_when_nobody_reads_its_reports() {
    let mut child = command("gtp", &["--turn-time", "1h"]).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"play b H8\nkata-genmove_analyze w 10\n").expect("it listens");
    let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
    assert!(lines.any(|line| line.is_ok_and(|line| line.starts_with("info move "))));
    drop(lines);
    // Standard input stays open.
    assert!(child.wait().expect("a child").success());
}

#[test]
fn only_regular_files_are_loaded() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let replies = replies(&[], format!("loadsgf {folder}\nname\n").as_bytes());
    let reason = format!("{folder} is a folder: name a file");
    assert_eq!(replies, [format!("? cannot load file: {reason}"), "= Shisan".to_owned()]);
}

#[test]
fn what_a_loaded_game_says_and_the_board_leaves_out_is_named() {
    let folder = tempfile::tempdir().expect("disk space");
    let file = folder.path().join("a.sgf");
    fs::write(&file, "(;GM[4]SZ[15]RU[RIF];B[hh])").expect("disk space");
    let file = file.display();
    let mut child = command("gtp", &[]).spawn().expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    write!(stdin, "loadsgf {file}\nundo\n").expect("it listens");
    drop(stdin);
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "= \n\n= \n\n");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(said, format!("warning: {file}: RU[RIF] names no known rule\n"));
}

#[test]
fn a_side_without_a_move_resigns() {
    let setup: String = ["WBWWBB", "BWBWBW", "BB.BBB", "WBWBWB", "BWBWBW"]
        .into_iter()
        .zip(1..)
        .flat_map(|(row, number)| {
            row.chars().zip("ABCDEF".chars()).filter(|(side, _)| *side != '.').map(
                move |(side, column)| format!(" {} {column}{}", side.to_lowercase(), 6 - number),
            )
        })
        .collect();
    let input = format!(
        "rectangular_boardsize 6 5\ngogui-setup{setup}\ngogui-setup_player w\ngenmove b\n\
         reg_genmove b\nname\n"
    );
    let replies = replies(&["--rule", "renju"], input.as_bytes());
    assert_eq!(replies[3..], ["= resign", "= resign", "= Shisan"], "{replies:?}");
}

#[test]
fn an_analysis_has_no_rate_for_a_move_without_a_value() {
    let input = "kata-set-param level 100\nplay b H8\nkata-search_analyze w 10\n";
    let replies = replies(&[], input.as_bytes());
    let last = replies.last().expect("a reply");
    assert!(last.contains("play ") && !last.contains("winrate 0.5000 "), "{last}");
}

#[test]
fn every_cell_has_a_name_without_the_letter_i() {
    let mut input = "boardsize 32\ngogui-rules_legal_moves\n".to_owned();
    let legal = replies(&[], input.as_bytes()).pop().expect("a reply");
    let cells: Vec<&str> = legal.trim_start_matches("= ").split(' ').collect();
    assert_eq!(cells.len(), 32 * 32);
    assert!(!legal.contains('I') && cells.contains(&"AG32") && cells.contains(&"J1"));
    input.extend(cells.iter().map(|cell| format!("play b {}\nundo\n", cell.to_lowercase())));
    assert!(replies(&[], input.as_bytes()).iter().all(|reply| reply.starts_with('=')));
}

const COMMANDS: [&str; 46] = [
    "protocol_version",
    "version",
    "list_commands",
    "known_command",
    "boardsize",
    "rectangular_boardsize",
    "clear_board",
    "komi",
    "play",
    "play",
    "play",
    "play",
    "genmove",
    "genmove",
    "reg_genmove",
    "undo",
    "gg-undo",
    "showboard",
    "loadsgf",
    "final_score",
    "final_status_list",
    "time_settings",
    "kgs-time_settings",
    "kata-time_settings",
    "time_left",
    "analyze",
    "kata-analyze",
    "lz-genmove_analyze",
    "kata-genmove_analyze",
    "kata-search_analyze",
    "kata-get-rules",
    "kata-set-rules",
    "kata-set-rule",
    "kata-get-param",
    "kata-set-param",
    "clear_cache",
    "gogui-play_sequence",
    "gogui-play_sequence",
    "gogui-setup",
    "gogui-undo_setup",
    "gogui-setup_player",
    "gogui-rules_board",
    "gogui-rules_legal_moves",
    "shisan-best_moves",
    "shisan-forbidden",
    "shisan-params",
];

const WORDS: [&str; 40] = [
    "b",
    "w",
    "black",
    "WHITE",
    "e",
    "pass",
    "A1",
    "b2",
    "C3",
    "d4",
    "E5",
    "J6",
    "I1",
    "AA3",
    "z99",
    "0",
    "1",
    "2",
    "5",
    "6",
    "7",
    "15",
    "-1",
    "1e9",
    "3.5",
    "99999999999999999999",
    "renju",
    "caro",
    "basicrule",
    "level",
    "lines",
    "maxmoves",
    "interval",
    "avoid",
    "A1,B1",
    "fischer",
    "absolute",
    "alive",
    "none",
    "{\"basicrule\":\"RENJU\"}",
];

/// A line, and the number that its reply has; an empty one if there is no number, `None` without a reply.
fn line(random: &mut Rng, number: usize) -> (Vec<u8>, Option<String>) {
    let some_bytes = |random: &mut Rng| -> Vec<u8> {
        let bytes = (0..random.usize(1..12)).map(|_| random.u8(..)).filter(|byte| *byte != b'\n');
        bytes.collect()
    };
    match random.u8(0..20) {
        0 => (b" \t \r".to_vec(), None),
        1 => ([b"# ".to_vec(), some_bytes(random)].concat(), None),
        2 => ([b"x".to_vec(), some_bytes(random)].concat(), Some(String::new())),
        kind => {
            let mut words = vec![COMMANDS[random.usize(..COMMANDS.len())].to_owned()];
            let colored = matches!(&*words[0], "play" | "genmove" | "kata-genmove_analyze");
            if colored && random.u8(0..4) > 0 {
                words.push(["b", "w"][random.usize(..2)].to_owned());
                let cell = ["ABCDEFGHJ", "123456789"].map(|of| of.as_bytes()[random.usize(..9)]);
                words.extend((words[0] == "play").then(|| String::from_utf8_lossy(&cell).into()));
            } else {
                let count = random.usize(0..6);
                words.extend((0..count).map(|_| WORDS[random.usize(..WORDS.len())].to_owned()));
            }
            let id = if kind == 3 { String::new() } else { number.to_string() };
            (format!("{id} {}", words.join(" ")).into_bytes(), Some(id))
        }
    }
}

/// Sends random lines, and asks for the board after each.
fn fuzz(count: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let lines: Vec<_> = (0..count).map(|number| line(&mut random, number)).collect();
    let input: Vec<u8> =
        lines.iter().flat_map(|(line, _)| [line, &b"\n777777 showboard\n"[..]].concat()).collect();
    let replies = replies(&["--size", "9", "--nodes", "20"], &input);
    let mut replies = replies.iter();
    let (mut board, mut errors) = (None, 0);
    for (line, id) in &lines {
        let text = String::from_utf8_lossy(line);
        let mut is_error = true;
        if let Some(id) = id {
            let reply = replies.next().unwrap_or_else(|| panic!("no reply to {text}"));
            is_error = reply.starts_with('?');
            assert!(is_error || reply.starts_with('='), "{reply:?} to {text}");
            let first = reply[1..].split([' ', '\n']).next();
            assert_eq!(first, Some(&**id), "{reply:?} to {text}");
            assert!(!reply.contains("internal error"), "{reply:?} to {text}");
            errors += usize::from(is_error);
        }
        let shown = replies.next().unwrap_or_else(|| panic!("no board after {text}"));
        assert!(shown.starts_with("=777777 \n"), "{shown:?} after {text}");
        assert!(!is_error || board.is_none_or(|board| board == shown), "{text} changed the board");
        board = Some(shown);
    }
    assert_eq!(replies.next(), None, "a reply to nothing");
    assert!(errors * 10 > count && errors * 10 < count * 9, "{errors} of {count} lines are errors");
}

#[test]
fn each_command_has_one_reply_and_mistakes_change_nothing() {
    for seed in 1..=4 {
        fuzz(1_000, seed);
    }
}

#[test]
#[ignore = "minutes"]
fn each_of_many_commands_has_one_reply() {
    for seed in 5..=100 {
        fuzz(5_000, seed);
    }
}
