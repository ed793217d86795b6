//! What is to be said of a game: what was late, what was wrong, what was told.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::draw::Draw;
use super::scales::Weight;
use crate::game::clock::Clock;
use crate::game::outcome::Termination;
use crate::game::played::PlayedGame;
use gomoku_rules::Side;

/// A line of the journal.
#[derive(Serialize, Deserialize)]
pub struct Entry {
    /// The number of the game, from 0.
    pub game: u64,
    /// The game.
    pub played: PlayedGame,
    /// What was said beside it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
    /// What processes weighed after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weights: Vec<Weight>,
}

/// Something to be said of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The move of this number came so many microseconds after its time.
    Late(usize, i64),
    /// The game ended as none should.
    Ending(Termination),
    /// So many answers came unasked.
    Strays(u32),
    /// A line on standard error, or one of `ERROR`, `UNKNOWN` or `DEBUG`.
    Remark(String),
}

impl Finding {
    /// Whether it speaks against the brain. Where moves may be late by `tolerance`, our own brain may
    /// say that a thought was.
    pub fn is_fault(&self, tolerance: Duration) -> bool {
        match self {
            Self::Late(_, micros) => i128::from(*micros) > tolerance.as_micros() as i128,
            Self::Remark(text) => tolerance.is_zero() || !text.contains("DEBUG search is late: "),
            Self::Ending(_) | Self::Strays(_) => true,
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(number, micros) => {
                write!(f, "move {number} is late by {:.1} ms", millis(*micros))
            }
            Self::Ending(reason) => write!(f, "lost by {reason}"),
            Self::Strays(count) => write!(f, "{count} answers to nothing"),
            Self::Remark(text) => f.write_str(text),
        }
    }
}

/// All findings of a game.
pub fn findings(draw: &Draw, entry: &Entry) -> Vec<Finding> {
    let played = &entry.played;
    let late = lateness(draw, played).into_iter().enumerate();
    let late = late.filter(|&(_, micros)| micros > 0);
    let first = played.opening.len() + 1;
    let late = late.map(|(index, micros)| Finding::Late(first + index, micros));
    let reason = &played.outcome.reason;
    let ending = (!is_proper(reason)).then(|| Finding::Ending(reason.clone()));
    let strays: u32 = played.unsolicited.iter().sum();
    let strays = (strays > 0).then_some(Finding::Strays(strays));
    let remarks = entry.remarks.iter().cloned().map(Finding::Remark);
    late.chain(ending).chain(strays).chain(remarks).collect()
}

/// By how many microseconds each move came after its time, below zero before it.
pub fn lateness(draw: &Draw, played: &PlayedGame) -> Vec<i64> {
    let mut clocks = [Clock::new(draw.time); 2];
    let first = if played.opening.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let sides = [first, !first].into_iter().cycle();
    let late = |(side, time): (Side, Duration)| {
        let clock = &mut clocks[side.index()];
        let limit = clock.limit().unwrap_or(Duration::MAX);
        clock.spend(draw.settings.manager.charge(time));
        micros(time) - micros(limit)
    };
    sides.zip(played.moves.iter().map(|played| played.time)).map(late).collect()
}

/// Milliseconds, for people.
pub fn millis(micros: i64) -> f64 {
    f64::from(i32::try_from(micros).unwrap_or(i32::MAX)) / 1000.0
}

fn micros(time: Duration) -> i64 {
    i64::try_from(time.as_micros()).unwrap_or(i64::MAX)
}

/// Whether a game ends so when both brains are in order.
fn is_proper(reason: &Termination) -> bool {
    matches!(
        reason,
        Termination::Five
            | Termination::FullBoard
            | Termination::DrawAfter
            | Termination::Adjudicated(_)
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;

    fn draw() -> Draw {
        let mut draw = Draw::new(1, 0, Duration::ZERO);
        draw.time.turn = Some(Duration::from_micros(491_500));
        draw.time.game = Some(Duration::from_millis(984));
        draw.time.increment = Duration::ZERO;
        draw
    }

    #[test]
    fn each_move_is_held_against_its_clock() {
        // Moves of 490 to 493 ms after an opening of one stone.
        let played = game(Side::Black, 'W');
        assert_eq!(lateness(&draw(), &played), [-1500, -500, 500, 1500]);
        let mut tight = draw();
        tight.time.game = Some(Duration::from_millis(900));
        assert_eq!(lateness(&tight, &played)[2..], [82_000, 84_000]);
    }

    #[test]
    fn what_is_not_as_it_should_be_is_found() {
        let mut played = game(Side::Black, 'W');
        played.outcome.reason = Termination::Timeout(37);
        played.unsolicited = [0, 2];
        let entry = Entry { game: 0, played, remarks: vec!["A !! oh".into()], weights: Vec::new() };
        let texts: Vec<String> =
            findings(&draw(), &entry).iter().map(ToString::to_string).collect();
        let expected = [
            "move 4 is late by 0.5 ms",
            "move 5 is late by 1.5 ms",
            "lost by timeout:+37ms",
            "2 answers to nothing",
            "A !! oh",
        ];
        assert_eq!(texts, expected);
        let faults = |millis| {
            let tolerance = Duration::from_millis(millis);
            findings(&draw(), &entry).iter().filter(|finding| finding.is_fault(tolerance)).count()
        };
        assert_eq!((faults(0), faults(1), faults(2)), (5, 4, 3));
    }
}
