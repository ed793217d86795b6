//! The safety net: a search that panics or hangs costs a line of `DEBUG`, and never the game.

use std::time::{Duration, Instant};

use crate::brain::{Brain, SOON};

const TURN: Duration = Duration::from_millis(300);
/// The time of a move, and what a manager tolerates.
const IN_TIME: Duration = Duration::from_millis(1300);
/// An engine thread that is overdue for longer is replaced.
const TOO_LATE: Duration = Duration::from_millis(80);

/// A quiet position, which takes a search.
const POSITION: &str = "START 15\nBOARD\n7,7,2\n8,8,1\n6,8,2\nDONE";

fn faulty(words: &str, threads: u32) -> Brain {
    let mut brain = Brain::with_faults(words);
    brain.send(&format!("INFO thread_num {threads}"));
    brain.send(&format!("INFO timeout_turn {}", TURN.as_millis()));
    brain
}

/// Requests a move whose search goes wrong: one line says so, and the move comes in time.
#[track_caller]
fn expect_fault(brain: &mut Brain, reason: &str) {
    brain.send(POSITION);
    let asked = Instant::now();
    brain.expect("OK", SOON);
    let debug = loop {
        match brain.line(SOON) {
            Some(line) if line.starts_with("MESSAGE ") => {}
            line => break line.unwrap_or_default(),
        }
    };
    if !debug.starts_with(&format!("DEBUG search {reason}")) {
        brain.fail(&format!("expected a DEBUG line that the search {reason}, received {debug:?}"));
    }
    brain.expect_move(SOON);
    let time = asked.elapsed();
    assert!(time < IN_TIME, "{reason}: the move took {time:?}");
}

/// Continues the game: the next move is searched and comes in time.
#[track_caller]
fn expect_search(brain: &mut Brain, turn: &str) {
    let asked = Instant::now();
    brain.send(turn);
    let message = brain.line(SOON).unwrap_or_default();
    if !message.starts_with("MESSAGE depth ") {
        brain.fail(&format!("expected a search, received {message:?}"));
    }
    brain.expect_move(SOON);
    let time = asked.elapsed();
    assert!(time < IN_TIME, "{turn}: the move took {time:?}");
}

#[test]
fn a_panic_costs_no_game() {
    for (words, threads) in [("panic", 1), ("panic", 2), ("panic-helper", 2)] {
        let mut brain = faulty(words, threads);
        // When a helper panics, its leader searches on: on a busy machine it may be late.
        brain.send("INFO max_node 2000");
        expect_fault(&mut brain, "failed: an injected panic");
        brain.send("INFO max_node 0");
        expect_search(&mut brain, "TURN 0,0");
        expect_search(&mut brain, "TURN 14,0");
        brain.quit();
    }
}

#[test]
fn a_hang_costs_no_game() {
    for (words, threads) in [("hang", 1), ("hang", 2), ("hang-helper", 2)] {
        let mut brain = faulty(words, threads);
        expect_fault(&mut brain, "is late: ");
        std::thread::sleep(TOO_LATE);
        expect_search(&mut brain, "TURN 0,0");
        expect_search(&mut brain, "TURN 14,0");
        brain.quit();
    }
}

/// Fault after fault: the moves still come, within `max_memory`.
#[test]
fn many_faults_cost_no_game() {
    let mut brain = faulty("hang,panic,hang,,hang,hang,panic", 1);
    brain.send("INFO max_memory 100000000");
    for reason in ["is late", "failed", "is late"] {
        expect_fault(&mut brain, reason);
        std::thread::sleep(TOO_LATE);
    }
    brain.send("START 15");
    brain.expect("OK", SOON);
    expect_search(&mut brain, "BOARD 7,7,2 8,8,1 6,8,2 DONE");
    for reason in ["is late", "is late", "failed"] {
        expect_fault(&mut brain, reason);
        std::thread::sleep(TOO_LATE);
    }
    expect_search(&mut brain, "TURN 0,0");
    #[cfg(target_os = "linux")]
    assert!(brain.peak_memory() < 100_000_000, "{} bytes", brain.peak_memory());
    brain.quit();
}

#[test]
fn an_unknown_fault_is_refused() {
    Brain::with_faults("crash").expect_error("SHISAN_FAULT: expected panic or hang");
}
