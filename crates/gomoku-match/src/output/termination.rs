//! A finished game in words.

use crate::game::outcome::{Adjudged, Termination};
use crate::game::played::PlayedGame;
use crate::output::report::Finished;
use crate::output::scoreboard::name_of;
use crate::stats::results::GameScore;
use gomoku_rules::Side;

/// The line of a game for scripts and people. Black comes first in it, as White does in chess.
/// The client of `OpenBench` looks for `on time`, `disconnect`, `stalls` and `illegal` in the reason.
pub(crate) fn finished<'a>(number: u64, game: &'a PlayedGame, reason: &'a str) -> Finished<'a> {
    let score = match game.outcome.winner {
        None => GameScore::Draw,
        Some(Side::Black) => GameScore::Win,
        Some(Side::White) => GameScore::Loss,
    };
    Finished { number, first: &game.black, second: &game.white, score: Some(score), reason }
}

/// Why the game ended: a sentence, and the code of the reason in parentheses.
pub(crate) fn reason(game: &PlayedGame) -> String {
    let code = &game.outcome.reason;
    let Some(winner) = game.outcome.winner else {
        let words = match code {
            Termination::FullBoard => "the board is full",
            Termination::DrawAfter => "enough stones for a draw",
            _ => "both engines see a draw",
        };
        return format!("{words} ({code})");
    };
    let (winner, loser) = (name_of(game, winner), name_of(game, !winner));
    let words = match code {
        Termination::Adjudicated(Adjudged::Win | Adjudged::Draw) => {
            format!("both engines see a win of {winner}")
        }
        Termination::Foul(_) => format!("{loser} plays a forbidden point"),
        Termination::Illegal(_) => format!("{loser} makes an illegal move"),
        Termination::Timeout(_) => format!("{loser} loses on time"),
        Termination::Stalled => format!("{loser} stalls"),
        Termination::Crash(_) => format!("{loser} disconnects"),
        Termination::Start(_) => format!("{loser} disconnects at the start"),
        Termination::Memory(_) => format!("{loser} takes too much memory"),
        Termination::Folder(_) => format!("{loser} fills its folder"),
        Termination::Five | Termination::FullBoard | Termination::DrawAfter => {
            format!("{winner} makes five in a row")
        }
    };
    format!("{words} ({code})")
}
