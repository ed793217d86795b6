//! Memory: the whole process stays inside `max_memory`, and inside what the system grants.
#![cfg(target_os = "linux")]

use std::time::Duration;

use crate::brain::{Brain, SOON};

/// Renju's patterns take the most memory while they are computed.
const RULES: [u32; 5] = [0, 1, 8, 9, 4];

/// How long a search may take on a busy machine.
const LATE: Duration = Duration::from_secs(120);

/// A sharp position near the corner, so that solvers and search have much to do.
const STONES: &str =
    "5,7,1 6,7,2 7,7,1 5,8,2 6,8,1 7,8,2 7,9,2 6,10,1 4,5,1 8,4,2 2,2,1 9,9,2 DONE";

/// One process searches under all rules, so that the tables of all are in memory.
fn search_by_every_rule(brain: &mut Brain, size: u32, threads: u32, nodes: u32) {
    brain.send(&format!("INFO thread_num {threads}"));
    brain.send(&format!("START {size}"));
    brain.expect("OK", SOON);
    brain.send(&format!("INFO max_node {nodes}"));
    brain.send(&format!("INFO timeout_turn {}", LATE.as_millis()));
    for rule in RULES {
        brain.send(&format!("INFO rule {rule}"));
        brain.send(&format!("BOARD {STONES}"));
        brain.expect_move(LATE);
    }
}

#[test]
fn the_process_stays_inside_max_memory() {
    for (limit, size, threads, nodes) in [
        (50_331_648, 15, 1, 400_000),
        (50_331_648, 32, 3, 400_000),
        (367_001_600, 15, 1, 50_000),
        (367_001_600, 32, 1, 50_000),
    ] {
        let mut brain = Brain::start();
        brain.send(&format!("INFO max_memory {limit}"));
        search_by_every_rule(&mut brain, size, threads, nodes);
        let peak = brain.peak_memory();
        brain.quit();
        println!("size {size}, {threads} threads: {peak} of {limit} bytes");
        assert!(peak < limit, "size {size}, {threads} threads: {peak} of {limit} bytes");
        // More is left free on Windows, for libraries that not every system has.
        let is_filled = peak > limit * 2 / 3 || Brain::is_emulated();
        assert!(is_filled || nodes < 100_000, "size {size}: {peak} bytes are a poor test");
    }
}

/// Where the limit has no room for all threads, fewer are started.
#[test]
fn threads_are_fewer_where_max_memory_has_no_room_for_them() {
    if is_emulated() {
        return;
    }
    for limit in [16_777_216, 20_000_000, 40_000_000] {
        for (threads, rule) in [(64, 0), (256, 0), (64, 4), (256, 4)] {
            let mut brain = Brain::start();
            brain.send(&format!("INFO max_memory {limit}"));
            brain.send(&format!("INFO thread_num {threads}"));
            brain.send(&format!("INFO rule {rule}"));
            brain.send("START 20");
            brain.expect("OK", SOON);
            brain.send("INFO timeout_turn 1000");
            brain.send(&format!("BOARD {STONES}"));
            brain.expect_move(LATE);
            let peak = brain.peak_memory();
            brain.quit();
            assert!(peak < limit, "{threads} threads, rule {rule}: {peak} of {limit} bytes");
        }
    }
}

/// Whether limits make no sense here; prints that the test is skipped.
fn is_emulated() -> bool {
    let skipped = Brain::is_emulated();
    if skipped {
        println!("skipped: no emulator starts within these limits");
    }
    skipped
}

/// Where the system has less memory than the manager allows, the table is smaller and the threads are
/// fewer.
#[test]
fn a_limit_of_the_system_makes_the_table_smaller() {
    if is_emulated() {
        return;
    }
    for kilobytes in [500_000, 400_000, 200_000, 100_000] {
        for threads in [1, 2, 16] {
            let mut brain = Brain::limited(kilobytes);
            for _ in 0..2 {
                search_by_every_rule(&mut brain, 20, threads, 2_000);
            }
            brain.quit();
        }
    }
}

#[test]
fn a_limit_too_small_for_any_table_is_an_error() {
    if is_emulated() {
        return;
    }
    for threads in [1, 16] {
        let mut brain = Brain::limited(30_000);
        brain.send(&format!("INFO thread_num {threads}"));
        brain.send("START 20");
        brain.expect("OK", SOON);
        for _ in 0..2 {
            brain.send(&format!("BOARD {STONES}"));
            brain.expect("ERROR no memory for the transposition table", SOON);
        }
        brain.quit();
    }
}
