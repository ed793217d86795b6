//! Games of a brain against itself, refereed, as the judge has them played before a tournament.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::Check;
use super::finding::{Finding, failed};
use super::subject::Subject;
use crate::{Player, Termination, play};
use gomoku_rules::{Pos, Rule, Size, Symmetry, record};

/// Every rule with the boards of its tournaments.
const GAMES: [(Rule, u8); 6] = [
    (Rule::Freestyle, 15),
    (Rule::Freestyle, 20),
    (Rule::Standard, 15),
    (Rule::Renju, 15),
    (Rule::CaroOverline, 15),
    (Rule::Caro, 15),
];

pub(super) fn checks() -> Vec<Check> {
    let checks = GAMES.into_iter().map(|(rule, side)| {
        let about = format!("a game of {rule} against itself on {side}x{side}");
        Check::new(format!("game/{rule}-{side}"), about, move |subject: &Subject| {
            game(subject, rule, Size::square(side))
        })
    });
    checks.collect()
}

/// The judge's opening: near the lower-right corner, the same on every board.
fn opening(size: Size) -> Vec<Pos> {
    let half_turn = Symmetry::ALL[2];
    let moves = record::parse_moves("b2e2e3").unwrap_or_default();
    moves.into_iter().map(|pos| half_turn.apply(pos, size)).collect()
}

fn game(subject: &Subject, rule: Rule, size: Size) -> Finding {
    let settings = Subject::judged_game(rule, size);
    let begin = || {
        let engine = subject.settings(subject.turn, subject.game);
        Player::start(engine, Some(Arc::clone(&subject.reaper)))
            .or_else(|error| failed("a process", error))
    };
    let (mut black, mut white) = (begin()?, begin()?);
    let stop = AtomicBool::new(false);
    let opening = opening(size);
    let played = play(&settings, [&mut black, &mut white], &opening, subject.log.as_ref(), &stop);
    let expected = "a game to its end";
    let played = match played {
        Ok(Some(played)) => played,
        Ok(None) => return failed(expected, "an interrupt"),
        Err(error) => return failed(expected, format_args!("{error:#}")),
    };
    let moves = opening.len() + played.moves.len();
    let received = match played.outcome.winner {
        Some(winner) => format!("{} of {} after {moves} moves", played.outcome.reason, !winner),
        None => format!("{} after {moves} moves", played.outcome.reason),
    };
    match &played.outcome.reason {
        Termination::Five => Ok(format!("five after {moves} moves")),
        // The judge lets a brain in that loses by a forbidden point.
        Termination::FullBoard | Termination::DrawAfter | Termination::Foul(_) => Ok(received),
        _ => failed(expected, received),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_the_judges() {
        let cells = |side| -> Vec<(u8, u8)> {
            opening(Size::square(side)).iter().map(|pos| (pos.x(), pos.y())).collect()
        };
        assert_eq!(cells(15), [(13, 13), (10, 13), (10, 12)]);
        assert_eq!(cells(20), [(18, 18), (15, 18), (15, 17)]);
    }
}
