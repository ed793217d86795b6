//! Floods and garbage: every line is answered by a known shape, and nothing crashes.

use std::time::Duration;

use crate::brain::{Brain, SOON, cell};
use crate::grammar::random_dialogue;

#[test]
fn ten_thousand_lines_in_one_burst() {
    let mut brain = Brain::start();
    brain.send_bytes("START 15\nABOUT\nINFO rule 1\nTAKEBACK 7,7\nWHAT\n".repeat(2000).as_bytes());
    for _ in 0..2000 {
        for start in ["OK", "name=", "ERROR ", "UNKNOWN WHAT"] {
            let line = brain.reply(SOON);
            if !line.as_deref().is_some_and(|line| line.starts_with(start)) {
                brain.fail(&format!("expected {start:?}, received {line:?}"));
            }
        }
    }
    brain.expect_silence(Duration::from_millis(100));
    brain.quit();
}

/// The answer to a move comes back within the same millisecond, ten thousand times.
#[test]
fn ten_thousand_replies_sent_back_at_once() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 0");
    let mut games = 0;
    let mut turns = 0;
    while turns < 10_000 {
        brain.send("START 20");
        brain.expect("OK", SOON);
        games += 1;
        let mut free: Vec<(i32, i32)> = (0..400).map(|cell| (cell % 20, cell / 20)).collect();
        for _ in 0..199 {
            // From the last rows upwards, so that both sides meet late.
            let (x, y) = free.pop().expect("a free cell");
            brain.send(&format!("TURN {x},{y}"));
            let answer = brain.expect_move(SOON);
            let before = free.len();
            free.retain(|&pos| pos != answer);
            assert_eq!(free.len() + 1, before, "{answer:?} was taken, game {games}");
            turns += 1;
        }
    }
    brain.quit();
}

#[test]
fn huge_lines_are_errors() {
    let mut brain = Brain::start();
    brain.send_bytes(&[b"X".repeat(5_000_000), b"\n".to_vec()].concat());
    brain.expect("ERROR the line is too long", SOON);
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO timeout_turn 0");
    brain.send_bytes(&[b"INFO folder ".to_vec(), b"y".repeat(200_000), b"\n".to_vec()].concat());
    brain.send_bytes(&[b"BOARD ".to_vec(), b"7,7,1 ".repeat(100_000), b"DONE\n".to_vec()].concat());
    brain.expect("ERROR the line is too long", SOON);
    brain.send("BOARD");
    brain.send_bytes(&[b"7,7,1 ".repeat(100_000), b"\n9,9,1\nDONE\n".to_vec()].concat());
    brain.expect("ERROR the line is too long", SOON);
    brain.send("BEGIN");
    brain.expect_move(SOON);
    brain.quit();
}

/// Commands that ask for a move during a search wait for it, as many as a game can have; each is
/// answered once. `INFO` does not overtake them.
#[test]
fn two_thousand_turns_during_a_search() {
    const SENT: usize = 2000;
    const WAITING: usize = 1024;
    let mut brain = Brain::start();
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO timeout_turn 30000");
    brain.send("TURN 7,7");
    brain.send_bytes("TURN 7,7\n".repeat(SENT).as_bytes());
    brain.send("INFO timeout_turn 0");
    for _ in WAITING..=SENT {
        brain.expect("ERROR too many commands wait for the search", SOON);
    }
    brain.send("YXSTOP");
    brain.expect_move(SOON);
    for _ in 0..WAITING {
        brain.expect("ERROR 7,7: the cell is taken", SOON);
    }
    brain.send("TURN 0,0");
    brain.send("TURN 1,1");
    for _ in 0..2 {
        brain.send("YXSTOP");
        brain.expect_move(SOON);
    }
    brain.close_input();
    brain.expect_exit(0, SOON);
}

/// The lines of a random dialogue, but for its end and for times longer than a test.
fn random_lines(seed: u64) -> Vec<String> {
    let is_kept = |line: &&str| {
        let line = line.to_ascii_lowercase();
        !line.starts_with("end") && !line.contains("timeout_turn")
    };
    random_dialogue(seed).lines().filter(is_kept).map(str::to_owned).collect()
}

#[test]
fn random_dialogues_never_crash() {
    let known = |line: &str| {
        let starts =
            ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "name=", "FORBID ", "SWAP", "INFO "];
        starts.iter().any(|start| line.starts_with(start))
            || line.split(' ').all(|part| cell(part).is_some())
    };
    for seed in 0..20 {
        let mut brain = Brain::start();
        brain.send("START 15");
        brain.send("INFO timeout_turn 5");
        for line in (0..4).flat_map(|part| random_lines(4 * seed + part)) {
            brain.send(line.trim_end_matches(" &"));
            if !line.ends_with(" &") {
                std::thread::sleep(Duration::from_micros(250));
            }
        }
        // A new game does not depend on what came before.
        for line in ["START 20", "INFO thread_num 1", "INFO hash_size 1024", "INFO max_memory 0"] {
            brain.send(line);
        }
        brain.send("INFO rule 0");
        brain.send("INFO show_detail 0");
        brain.send("YXSTOP");
        brain.send("FINAL");
        loop {
            match brain.reply(SOON) {
                Some(line) if line == "UNKNOWN FINAL" => break,
                Some(line) if known(&line) => {}
                line => brain.fail(&format!("seed {seed}: received {line:?}")),
            }
        }
        brain.send("BEGIN");
        brain.expect_move(SOON);
        brain.quit();
    }
}
