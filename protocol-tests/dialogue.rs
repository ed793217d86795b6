//! Whole games.

use std::collections::HashSet;
use std::time::Duration;

use crate::brain::{Brain, SOON};

/// Two brains play each other, in small and odd sizes, until the board is full.
#[test]
fn games_are_legal_to_the_last_cell() {
    for (size, rule) in [("5", 0), ("6 5", 1), ("7", 4), ("5 8", 8), ("9 5", 9)] {
        let mut players = [Brain::start(), Brain::start()];
        for player in &mut players {
            player.send(&format!("START {size}"));
            player.expect("OK", SOON);
            player.send("INFO timeout_turn 0");
            player.send(&format!("INFO rule {rule}"));
        }
        let sides: Vec<i32> = size.split(' ').filter_map(|side| side.parse().ok()).collect();
        let cells = sides[0] * sides.last().copied().unwrap_or(sides[0]);
        let mut taken = HashSet::new();
        players[0].send("BEGIN");
        for turn in 0..cells {
            let [mover, other] = players.each_mut();
            let (mover, other) = if turn % 2 == 0 { (mover, other) } else { (other, mover) };
            let pos = mover.expect_move(SOON);
            assert!(taken.insert(pos), "{size}, rule {rule}: {pos:?} is taken");
            assert!(pos.0 < sides[0] && pos.1 < cells / sides[0], "{size}: {pos:?} is outside");
            other.send(&format!("TURN {},{}", pos.0, pos.1));
        }
        let full = players[cells as usize % 2].reply(SOON);
        assert!(full.is_some_and(|line| line.starts_with("ERROR ")));
        players.into_iter().for_each(Brain::quit);
    }
}

#[test]
fn many_games_in_one_process() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 0");
    for game in 0..50 {
        brain.send(&format!("START {}", 5 + game % 28));
        brain.expect("OK", SOON);
        brain.send("BEGIN");
        let (x, y) = brain.expect_move(SOON);
        let (x, y) = if (x, y) == (0, 0) { (1, 1) } else { (0, 0) };
        brain.send(&format!("TURN {x},{y}"));
        brain.expect_move(SOON);
    }
    brain.expect_silence(Duration::from_millis(100));
    brain.quit();
}
