//! The safety net: a search that panics or hangs costs a line of `DEBUG`, and never the game.

use std::thread;
use std::time::Duration;

use crate::brain::{Brain, SOON};

/// The time of a move where the search is to be late.
const SHORT: Duration = Duration::from_millis(300);
/// The time of a move where it is not, however busy the machine is.
const LONG: Duration = Duration::from_secs(60);
/// An engine thread that is overdue for longer is replaced.
const TOO_LATE: Duration = Duration::from_millis(80);

/// A quiet position, which takes a search.
const POSITION: &str = "START 15\nBOARD\n7,7,2\n8,8,1\n6,8,2\nDONE";

fn faulty(words: &str, threads: u32) -> Brain {
    let mut brain = Brain::timed(|| Brain::with_faults(words));
    brain.send(&format!("INFO thread_num {threads}"));
    brain
}

fn set_time(brain: &mut Brain, turn: Duration) {
    brain.send(&format!("INFO timeout_turn {}", turn.as_millis()));
}

/// Requests a move whose search panics: one line says so, and the move comes.
#[track_caller]
fn expect_panic(brain: &mut Brain) {
    set_time(brain, LONG);
    expect_fault(brain, "failed: an injected panic", SOON);
}

/// Requests a move whose search hangs: one line says so, and the move comes in time.
#[track_caller]
fn expect_late(brain: &mut Brain) {
    set_time(brain, SHORT);
    expect_fault(brain, "is late: ", SHORT);
    thread::sleep(TOO_LATE);
}

#[track_caller]
fn expect_fault(brain: &mut Brain, reason: &str, limit: Duration) {
    brain.send(POSITION);
    brain.expect("OK", SOON);
    let debug = brain.find(limit, |line| !line.starts_with("MESSAGE ")).unwrap_or_default();
    if !debug.starts_with(&format!("DEBUG search {reason}")) {
        brain.fail(&format!("expected a DEBUG line that the search {reason}, received {debug:?}"));
    }
    brain.expect_move(limit);
}

/// Continues the game: the next move is searched.
#[track_caller]
fn expect_search(brain: &mut Brain, turn: &str) {
    set_time(brain, LONG);
    brain.send("INFO max_node 2000");
    brain.send(turn);
    let message = brain.line(SOON).unwrap_or_default();
    if !message.starts_with("MESSAGE depth ") {
        brain.fail(&format!("expected a search, received {message:?}"));
    }
    brain.expect_move(SOON);
    brain.send("INFO max_node 0");
}

#[test]
fn a_panic_costs_no_game() {
    for (words, threads) in [("panic", 1), ("panic", 2), ("panic-helper", 2)] {
        let mut brain = faulty(words, threads);
        // When a helper panics, its leader searches on.
        brain.send("INFO max_node 2000");
        expect_panic(&mut brain);
        expect_search(&mut brain, "TURN 0,0");
        expect_search(&mut brain, "TURN 14,0");
        brain.quit();
    }
}

#[test]
fn a_hang_costs_no_game() {
    for (words, threads) in [("hang", 1), ("hang", 2), ("hang-helper", 2)] {
        let mut brain = faulty(words, threads);
        expect_late(&mut brain);
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
    expect_late(&mut brain);
    expect_panic(&mut brain);
    expect_late(&mut brain);
    brain.send("START 15");
    brain.expect("OK", SOON);
    expect_search(&mut brain, "BOARD 7,7,2 8,8,1 6,8,2 DONE");
    expect_late(&mut brain);
    expect_late(&mut brain);
    expect_panic(&mut brain);
    expect_search(&mut brain, "TURN 0,0");
    #[cfg(target_os = "linux")]
    assert!(brain.peak_memory() < 100_000_000, "{} bytes", brain.peak_memory());
    brain.quit();
}

#[test]
fn an_unknown_fault_is_refused() {
    Brain::with_faults("crash").expect_error("SHISAN_FAULT: expected panic or hang");
}
