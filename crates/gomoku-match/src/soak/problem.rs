//! The problems of a game: late moves, lost games, error lines.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::error_lines::is_late_note;
use super::game_setup::GameSetup;
use super::memory::MemorySample;
use crate::engine_io::exit::StartFailure;
use crate::game::lateness::lateness;
use crate::game::outcome::Termination;
use crate::game::played::PlayedGame;
use crate::units::{counted, millis};

/// A game of a soak: a line of the journal.
#[derive(Serialize, Deserialize)]
pub struct SoakedGame {
    /// The number of the game, from 0.
    pub game: u64,
    /// The game.
    pub played: PlayedGame,
    /// The error lines of both processes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// Error lines that were not kept.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub more_errors: u32,
    /// The memory of processes after it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub memory: Vec<MemorySample>,
    /// The machine's load average after it, where the system has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub load: Option<f64>,
}

/// A problem of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Problem {
    /// The move of this number came this many microseconds late.
    Late(usize, i64),
    /// The game ended as no game of two sound brains does; what the loser's output says of it.
    Lost(Termination, Option<String>),
    /// The number of lines that no command had asked for.
    Unsolicited(u32),
    /// A line on standard error, or one of `ERROR`, `UNKNOWN` or `DEBUG`.
    ErrorLine(String),
    /// The number of further lines like these.
    MoreErrorLines(u32),
}

impl Problem {
    /// How many faults it is.
    pub const fn count(&self) -> u32 {
        match self {
            Self::Unsolicited(count) | Self::MoreErrorLines(count) => *count,
            Self::Late(..) | Self::Lost(..) | Self::ErrorLine(_) => 1,
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as serde calls it")]
fn is_zero(count: &u32) -> bool {
    *count == 0
}

/// What is no fault of a brain.
#[derive(Clone, Copy, Debug)]
pub struct Leniency {
    /// How late a move may be.
    pub tolerance: Duration,
    /// The machine's cores. With a higher load average other programs take the brain's time; `None`
    /// where the load is part of the soak.
    pub cores: Option<usize>,
}

impl Leniency {
    /// Whether the machine was too busy in a game to blame the brain for late moves.
    #[expect(clippy::cast_precision_loss, reason = "a few cores")]
    pub fn is_busy(&self, game: &SoakedGame) -> bool {
        game.load.zip(self.cores).is_some_and(|(load, cores)| load > cores as f64)
    }

    /// Whether `problem` of `game` is the brain's fault.
    pub fn is_fault(&self, problem: &Problem, game: &SoakedGame) -> bool {
        match problem {
            Problem::Late(_, micros) => {
                i128::from(*micros) > self.tolerance.as_micros() as i128 && !self.is_busy(game)
            }
            // Our own brain notes late moves by itself.
            Problem::ErrorLine(text) if is_late_note(text) => {
                self.tolerance.is_zero() && !self.is_busy(game)
            }
            Problem::Lost(Termination::Timeout(_), _) => !self.is_busy(game),
            Problem::Lost(..)
            | Problem::Unsolicited(_)
            | Problem::ErrorLine(_)
            | Problem::MoreErrorLines(_) => true,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Late(number, micros) => {
                write!(f, "move {number} is {:.1} ms late", millis(*micros))
            }
            Self::Lost(reason, None) => write!(f, "lost by {reason}"),
            Self::Lost(reason, Some(fault)) => write!(f, "lost by {reason}: {fault}"),
            Self::Unsolicited(count) => f.write_str(&counted(*count, "unsolicited line")),
            Self::ErrorLine(text) => f.write_str(text),
            Self::MoreErrorLines(count) => f.write_str(&counted(*count, "more error line")),
        }
    }
}

/// All problems of a game.
pub fn problems(setup: &GameSetup, game: &SoakedGame) -> Vec<Problem> {
    let played = &game.played;
    let late = lateness(setup.time, setup.settings.manager, played).into_iter().enumerate();
    let late = late.filter(|&(_, micros)| micros > 0);
    let first = played.opening.len() + 1;
    let late = late.map(|(index, micros)| Problem::Late(first + index, micros));
    let reason = &played.outcome.reason;
    let lost = reason.is_fault().then(|| Problem::Lost(reason.clone(), played.fault()));
    let unsolicited: u32 = played.unsolicited.iter().sum();
    let unsolicited = (unsolicited > 0).then_some(Problem::Unsolicited(unsolicited));
    // The reason of the loss holds the line that refused the start.
    let is_told = |line: &&String| match reason {
        Termination::Start(StartFailure::Refused(refusal)) => {
            line.split_once(" -> ").is_some_and(|(_, text)| text.starts_with(refusal))
        }
        _ => false,
    };
    let errors = game.errors.iter().filter(|line| !is_told(line)).cloned();
    let errors = errors.map(Problem::ErrorLine);
    let more = (game.more_errors > 0).then_some(Problem::MoreErrorLines(game.more_errors));
    late.chain(lost).chain(unsolicited).chain(errors).chain(more).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;
    use gomoku_rules::Side;

    fn setup() -> GameSetup {
        let mut setup = GameSetup::new(1, 0, Duration::ZERO);
        setup.time.turn = Some(Duration::from_micros(491_500));
        setup.time.game = Some(Duration::from_millis(984));
        setup.time.increment = Duration::ZERO;
        setup
    }

    fn problematic(load: Option<f64>) -> SoakedGame {
        let mut played = game(Side::Black, 'W');
        played.outcome.reason = Termination::Timeout(37);
        played.unsolicited = [0, 2];
        let errors = vec!["A !! oh".into(), "A -> DEBUG search is late: 1 ms".into()];
        SoakedGame { game: 0, played, errors, more_errors: 0, memory: Vec::new(), load }
    }

    #[test]
    fn every_problem_is_found() {
        let game = problematic(None);
        let problems = problems(&setup(), &game);
        let texts: Vec<String> = problems.iter().map(ToString::to_string).collect();
        let expected = [
            "move 4 is 0.5 ms late",
            "move 5 is 1.5 ms late",
            "lost by timeout:+37ms",
            "2 unsolicited lines",
            "A !! oh",
            "A -> DEBUG search is late: 1 ms",
        ];
        assert_eq!(texts, expected);
        let faults = |millis| {
            let leniency = Leniency { tolerance: Duration::from_millis(millis), cores: Some(2) };
            problems.iter().filter(|problem| leniency.is_fault(problem, &game)).count()
        };
        assert_eq!((faults(0), faults(1), faults(2)), (6, 4, 3));
    }

    #[test]
    fn a_busy_machine_excuses_late_moves_only() {
        let faults = |load, cores| -> Vec<String> {
            let leniency = Leniency { tolerance: Duration::ZERO, cores };
            let game = problematic(load);
            let problems = problems(&setup(), &game).into_iter();
            problems
                .filter(|problem| leniency.is_fault(problem, &game))
                .map(|it| it.to_string())
                .collect()
        };
        assert_eq!(faults(Some(2.1), Some(2)), ["2 unsolicited lines", "A !! oh"]);
        assert_eq!(faults(Some(2.0), Some(2)).len(), 6, "two cores do two things at a time");
        assert_eq!(faults(Some(9.0), None).len(), 6, "the load is part of the soak");
    }
}
