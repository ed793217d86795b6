//! How late the moves of a game came.

use std::time::Duration;

use crate::engine_io::limits::TimeControl;
use crate::engine_io::manager::Manager;
use crate::game::clock::Clock;
use crate::game::played::PlayedGame;
use gomoku_rules::Side;

/// How many microseconds each move came after its time; negative if before it.
pub(crate) fn lateness(time: TimeControl, manager: Manager, played: &PlayedGame) -> Vec<i64> {
    let mut clocks = [Clock::new(time, manager); 2];
    let first = if played.opening.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let sides = [first, !first].into_iter().cycle();
    let late = |(side, time): (Side, Duration)| {
        let clock = &mut clocks[side.index()];
        let late = clock.lateness(time).unwrap_or(i64::MIN);
        clock.spend(time);
        late
    };
    sides.zip(played.moves.iter().map(|played| played.time)).map(late).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;

    #[test]
    fn each_move_is_measured_against_its_clock() {
        let time = |millis| TimeControl {
            turn: Some(Duration::from_micros(491_500)),
            game: Some(Duration::from_millis(millis)),
            increment: Duration::ZERO,
        };
        // Moves of 490 to 493 ms after an opening of one stone.
        let played = game(Side::Black, 'W');
        let late = |millis| lateness(time(millis), Manager::default(), &played);
        assert_eq!(late(984), [-1500, -500, 500, 1500]);
        assert_eq!(late(900)[2..], [82_000, 84_000]);
    }
}
