//! How a game ended, as a line of the output.

use crate::game::outcome::{Adjudged, Termination};
use crate::game::played::PlayedGame;
use crate::output::report::Finished;
use crate::output::summary::ascii;
use crate::stats::results::GameScore;
use gomoku_rules::Side;

/// The line of a finished game and what the loser's output says of its `error`. Black comes first in it,
/// as White does in chess.
pub(crate) fn finished<'a>(
    number: u64,
    game: &'a PlayedGame,
    reason: &'a str,
    error: Option<&'a str>,
) -> Finished<'a> {
    let score = match game.outcome.winner {
        None => GameScore::Draw,
        Some(Side::Black) => GameScore::Win,
        Some(Side::White) => GameScore::Loss,
    };
    Finished { number, first: &game.black, second: &game.white, score, reason, error }
}

/// Why a game ended: a sentence in ASCII with the code of its termination in parentheses, and what the
/// loser's own output says of it. The client of `OpenBench` looks for `on time`, `disconnect`, `stalls`
/// and `illegal` before the first colon.
pub(crate) fn sentence(game: &PlayedGame) -> String {
    let code = &game.outcome.reason;
    let sentence = match game.outcome.winner {
        Some(winner) => decided(game.name_of(winner), game.name_of(!winner), code),
        None => match code {
            Termination::FullBoard => "the board is full".to_owned(),
            Termination::DrawAfter => "the limit of stones is reached".to_owned(),
            _ => "both engines see a draw".to_owned(),
        },
    };
    // The code and the fault may hold what an engine has written.
    ascii(&match (game.fault(), code, game.outcome.winner) {
        (Some(fault), Termination::Illegal(_), Some(winner)) => {
            format!("illegal move: {} {fault} ({code})", game.name_of(!winner))
        }
        (Some(fault), ..) => format!("{sentence} ({code}): {fault}"),
        (None, ..) => format!("{sentence} ({code})"),
    })
}

fn decided(winner: &str, loser: &str, code: &Termination) -> String {
    match code {
        Termination::Adjudicated(Adjudged::Win | Adjudged::Draw) => {
            format!("both engines see a win of {winner}")
        }
        Termination::NoMove => format!("{loser} has no legal move"),
        Termination::Foul(_) => format!("{loser} makes an illegal move, on a forbidden point"),
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
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{TERMINATIONS, game};

    /// The words that servers look for, in the sentence and the code of every termination.
    #[test]
    fn every_termination_has_the_words_that_servers_look_for() {
        let expected = [
            "base makes five in a row (five)",
            "new has no legal move (no-move)",
            "new makes an illegal move, on a forbidden point (foul:double-three)",
            "new makes an illegal move (illegal:occupied)",
            "new makes an illegal move (illegal:off-board)",
            "new makes an illegal move (illegal:malformed)",
            "new loses on time (timeout:+37ms)",
            "new stalls (stalled)",
            "new disconnects (crash:signal 11)",
            "new disconnects (crash:closed)",
            "new disconnects at the start (start:silent)",
            "new disconnects at the start (start:refused ERROR gr??e: 15)",
            "new disconnects at the start (start:crash:exit 2)",
            "new disconnects at the start (start:not-run Permission denied (os error 13))",
            "new takes too much memory (memory:351MiB)",
            "new fills its folder (folder:71MiB)",
            "both engines see a win of base (adjudicated:win)",
        ];
        assert_eq!(TERMINATIONS.len(), expected.len());
        for (code, expected) in TERMINATIONS.into_iter().zip(expected) {
            let mut lost = game(Side::Black, 'L');
            lost.outcome.reason = code.parse().expect("a code");
            assert_eq!(sentence(&lost), expected, "{code}");
        }
        for (code, expected) in [
            ("full-board", "the board is full (full-board)"),
            ("draw-after", "the limit of stones is reached (draw-after)"),
            ("adjudicated:draw", "both engines see a draw (adjudicated:draw)"),
        ] {
            let mut drawn = game(Side::White, 'D');
            drawn.outcome.reason = code.parse().expect("a code");
            assert_eq!(sentence(&drawn), expected, "{code}");
        }
    }

    #[test]
    fn a_fault_is_shown_in_the_words_of_the_loser() {
        let mut lost = game(Side::Black, 'L');
        lost.outcome.reason = "illegal:malformed".parse().expect("a code");
        lost.refused_move = Some("ERROR: größe".into());
        let expected =
            "illegal move: new answered \"ERROR: gr??e\", which is not a move (illegal:malformed)";
        assert_eq!(sentence(&lost), expected);
        lost.outcome.reason = "crash:exit 1".parse().expect("a code");
        lost.last_stderr_line = Some("ZeroDivisionError: division by zero".into());
        let expected = "new disconnects (crash:exit 1): ZeroDivisionError: division by zero";
        assert_eq!(sentence(&lost), expected);
    }

    #[test]
    fn black_comes_first() {
        let [lost, won] = ['L', 'W'].map(|result| game(Side::White, result));
        let line = |game| finished(3, game, "why", None).to_string();
        assert_eq!(line(&lost), "Finished game 3 (base vs new): 1-0 {why}");
        assert_eq!(line(&won), "Finished game 3 (base vs new): 0-1 {why}");
    }
}
