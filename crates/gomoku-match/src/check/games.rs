//! Games of the engine against itself, as the judge runs them before a tournament.

use std::io;
use std::sync::Arc;

use super::board::{board_after, swap_hint};
use super::definition::{Check, Severity};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, failed, skipped};
use super::session::is_error;
use crate::units::counted;
use crate::{Dialogue, Illegal, PlayedGame, Player, Termination, play};
use gomoku_protocol::{Command, Point};
use gomoku_rules::{Pos, Rule, Size, Symmetry, record};

/// Every rule, on the boards of its tournaments.
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
        let name = format!("game/{rule}-{side}");
        Check::new(Severity::of(rule), name, about, move |engine: &EngineUnderTest| {
            game(engine, rule, Size::square(side))
        })
    });
    checks.collect()
}

/// The judge's opening, near the lower-right corner of every board.
fn opening(size: Size) -> Vec<Pos> {
    let half_turn = Symmetry::ALL[2];
    let moves = record::parse_moves("b2e2e3").unwrap_or_default();
    moves.into_iter().map(|pos| half_turn.apply(pos, size)).collect()
}

fn game(engine: &EngineUnderTest, rule: Rule, size: Size) -> CheckResult {
    if let Some(refusal) = refusal(engine, size)? {
        return skipped(format_args!("it refuses START {}: {refusal:?}", size.width()));
    }
    let settings = EngineUnderTest::judged_game(rule, size);
    let start = || {
        let limits = engine.settings(engine.turn, engine.game);
        Player::start(limits, Some(Arc::clone(&engine.reaper)))
            .or_else(|error| failed("a process", error))
    };
    let (mut black, mut white) = (start()?, start()?);
    let players = [&mut black, &mut white];
    let opening = opening(size);
    let expected = "a game to its end";
    let log = engine.log.clone().unwrap_or_else(|| Dialogue::new(Box::new(io::sink())));
    let played = play(&settings, players, &opening, Some(&log), &engine.stop);
    engine.note_stderr_line(log.last_stderr_line());
    let played = match played {
        Ok(Some(played)) => played,
        Ok(None) => return failed(expected, "an interrupt"),
        Err(error) => return failed(expected, format_args!("{error:#}")),
    };
    let moves = opening.len() + played.moves.len();
    let late = lateness(&played);
    let reason = &played.outcome.reason;
    let loser = played.outcome.winner.map(|winner| !winner);
    let by = loser.map_or_else(String::new, |loser| format!(" of {loser}"));
    let at = refused_move(&played, size);
    let fault = played.fault().filter(|_| at.is_empty());
    let fault = fault.map_or_else(String::new, |fault| format!(": {fault}"));
    let after = format!(" after {}{late}", counted(moves, "move"));
    let received = format!("{reason}{by}{at}{after}{fault}");
    match reason {
        Termination::Five => Ok(format!("five{after}")),
        // The judge admits such an engine.
        Termination::Foul(_) => skipped(format_args!("it knows no {rule}: {received}")),
        Termination::FullBoard | Termination::NoMove | Termination::DrawAfter => Ok(received),
        _ => failed(expected, received),
    }
}

/// What the engine answers that does not play on this board. The judge, which awaits no answer to `START`,
/// would take that for a move.
fn refusal(engine: &EngineUnderTest, size: Size) -> CheckResult<Option<String>> {
    if size == engine.size {
        return Ok(None);
    }
    let mut session = engine.session()?;
    session.command(&Command::Start(size));
    let line = session.line("OK").ok().filter(is_error);
    Ok(line.map(|line| line.text))
}

/// The latest of the moves that came after their limit and within the judge's tolerance.
fn lateness(played: &PlayedGame) -> String {
    let latest = played.moves.iter().filter_map(|played| played.late).max();
    latest.map_or_else(String::new, |latest| format!(", latest move {latest} ms late"))
}

/// The move that lost the game as illegal or forbidden, and why the engine may have made it.
fn refused_move(played: &PlayedGame, size: Size) -> String {
    let is_move = played.outcome.reason != Termination::Illegal(Illegal::Malformed);
    let Some(line) = played.refused_move.as_ref().filter(|_| is_move) else {
        return String::new();
    };
    let line: String = line.trim().chars().take(40).collect();
    let mut board = board_after(size, &played.opening);
    played.moves.iter().for_each(|played| board.play(played.pos));
    let point = line.parse::<Point>().ok();
    let pos = point.and_then(|point| point.on(size));
    let name = pos.map_or_else(String::new, |pos| format!(" ({pos})"));
    let is_free = pos.is_some_and(|pos| board.is_empty_at(pos));
    let hint = point.filter(|_| !is_free).map(|point| swap_hint(&board, point));
    format!(" at {line}{name}{}", hint.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opening_is_that_of_the_judge() {
        let cells = |side| -> Vec<(u8, u8)> {
            opening(Size::square(side)).iter().map(|pos| (pos.x(), pos.y())).collect()
        };
        assert_eq!(cells(15), [(13, 13), (10, 13), (10, 12)]);
        assert_eq!(cells(20), [(18, 18), (15, 18), (15, 17)]);
    }
}
