//! Clocks: frozen processes, full pipes, and how fast the brain leaves.

use std::thread::sleep;
use std::time::Duration;

use crate::brain::{Brain, SOON};

/// What a manager grants that asks for a move or an end at once.
const AT_ONCE: Duration = Duration::from_millis(100);

/// Not with a reply that came before it and was read after it.
#[test]
fn a_limit_begins_with_the_last_command() {
    let mut brain = Brain::timed(Brain::start);
    brain.send("START 15");
    sleep(Duration::from_millis(300));
    brain.send("INFO timeout_turn 0\nBEGIN");
    brain.expect("OK", AT_ONCE);
    brain.expect_move(AT_ONCE);
    brain.quit();
}

/// A manager suspends the process right after it has sent everything but the position.
#[test]
#[cfg(unix)]
fn a_frozen_process_moves_at_once_when_it_wakes() {
    for rule in [0, 1, 4, 8, 9] {
        let mut brain = Brain::timed(Brain::start);
        for line in ["START 15", "INFO timeout_turn 0", "INFO timeout_match 180000"] {
            brain.send(line);
        }
        brain.send("INFO max_memory 367001600");
        brain.send(&format!("INFO rule {rule}"));
        brain.freeze();
        sleep(Duration::from_millis(300));
        brain.send("INFO time_left 180000");
        brain.send("BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE");
        brain.thaw();
        brain.expect("OK", AT_ONCE);
        brain.expect_move(AT_ONCE);
        brain.quit();
    }
}

#[test]
#[cfg(unix)]
fn a_freeze_between_moves_costs_nothing() {
    let mut brain = Brain::timed(Brain::start);
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO timeout_turn 300");
    brain.send("BEGIN");
    let (x, _) = brain.expect_move(SOON);
    brain.freeze();
    sleep(Duration::from_secs(1));
    brain.thaw();
    brain.send(if x == 0 { "TURN 1,1" } else { "TURN 0,0" });
    brain.expect_silence(Duration::from_millis(50));
    brain.expect_move(Duration::from_millis(250));
    brain.quit();
}

/// A suspended brain cannot answer. When it wakes past its limit it answers at once, and thinks about the next
/// move as ever.
#[test]
#[cfg(unix)]
fn a_freeze_during_a_search_costs_no_other_move() {
    const FROZEN: Duration = Duration::from_secs(1);
    const BEFORE: Duration = Duration::from_millis(100);
    let mut brain = Brain::timed(Brain::start);
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO timeout_turn 300");
    brain.send("BOARD\n7,7,2\n8,8,1\n6,8,2\nDONE");
    sleep(BEFORE);
    brain.freeze();
    sleep(FROZEN);
    brain.thaw();
    let (x, _) = brain.expect_move(BEFORE + FROZEN + AT_ONCE);
    brain.send(if x == 0 { "TURN 1,1" } else { "TURN 0,0" });
    brain.expect_silence(Duration::from_millis(50));
    brain.expect_move(Duration::from_millis(250));
    brain.quit();
}

/// The other tests can fail: only the wait for a processor is the machine's fault.
#[test]
#[cfg(unix)]
#[should_panic(expected = "\"7,7\" was late by ")]
fn a_late_move_is_noticed() {
    let mut brain = Brain::timed(Brain::start);
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.freeze();
    brain.send("INFO timeout_turn 0\nBEGIN");
    sleep(Duration::from_secs(1));
    brain.thaw();
    brain.expect_move(Duration::from_millis(300));
}

/// 64 KiB of replies fill the pipe; more than the rest of it stays in the brain.
fn with_a_full_pipe() -> Brain {
    let mut brain = Brain::timed(|| Brain::unread(Vec::new()));
    brain.send("START 15");
    brain.send_bytes("ABOUT\n".repeat(3000).as_bytes());
    brain.send("INFO timeout_turn 500");
    brain.send("BEGIN");
    sleep(Duration::from_millis(200));
    brain
}

#[test]
fn a_full_pipe_does_not_hold_up_the_end() {
    let mut brain = with_a_full_pipe();
    brain.send("END");
    brain.expect_exit(0, AT_ONCE);
}

#[test]
fn a_full_pipe_loses_no_reply() {
    let mut brain = with_a_full_pipe();
    sleep(Duration::from_millis(600));
    brain.read();
    brain.expect("OK", SOON);
    for _ in 0..3000 {
        let line = brain.reply(SOON);
        assert!(line.is_some_and(|line| line.starts_with("name=")));
    }
    let (x, _) = brain.expect_move(SOON);
    brain.send(if x == 0 { "TURN 1,1" } else { "TURN 0,0" });
    brain.expect_move(SOON);
    brain.quit();
}

#[test]
fn a_manager_that_stops_reading_ends_the_brain() {
    let mut brain = Brain::unread(Vec::new());
    brain.send("START 15");
    brain.drop_output();
    brain.send("ABOUT");
    brain.expect_exit(0, SOON);
}

#[test]
fn the_end_is_quick_at_any_moment() {
    for delay in [0, 1, 5, 20, 50] {
        let mut brain = Brain::timed(Brain::start);
        brain.send("START 20");
        brain.expect("OK", SOON);
        brain.send("INFO timeout_turn 30000");
        brain.send("TURN 7,7");
        sleep(Duration::from_millis(delay));
        brain.send("END");
        brain.expect_exit(0, AT_ONCE);
    }
}

#[test]
fn moves_keep_to_their_time() {
    let mut brain = Brain::timed(Brain::start);
    brain.send("INFO thread_num 1");
    for turn in [30, 50, 100, 200, 500] {
        brain.send(&format!("INFO timeout_turn {turn}"));
        for _ in 0..5 {
            brain.send("START 20");
            brain.expect("OK", SOON);
            brain.send("TURN 3,0");
            brain.expect_move(Duration::from_millis(turn));
        }
    }
    brain.quit();
}
