//! The positions with which Gomocup's judge admits engines to a tournament, under every symmetry of the
//! board, sent as the judge sends them.

use std::time::Duration;

use super::board::{board_after, swap_hint};
use super::definition::{Check, Severity};
use super::engine::EngineUnderTest;
use super::result::{CheckResult, failed, millis};
use crate::game::answer::read_answer;
use crate::game::clock::Clock;
use crate::{Illegal, Manager};
use gomoku_rules::{Pos, Rule, Size, Symmetry, record};

/// A kind of tournament.
struct Format {
    name: &'static str,
    rule: Rule,
    side: u8,
    /// Seconds of a move and of a match.
    seconds: [u64; 2],
    positions: &'static [&'static Position],
}

/// A position with known answers.
struct Position {
    letter: char,
    /// What it asks of the engine.
    about: &'static str,
    moves: &'static str,
    /// The right moves, or else the wrong one.
    right: &'static str,
    wrong: &'static str,
}

const FIVE: Position = Position {
    letter: 'a',
    about: "it completes its five",
    moves: "h8h9i8i9j8j9k8k9",
    right: "g8l8",
    wrong: "",
};
const SIX: Position = Position {
    letter: 'b',
    about: "it makes no six and stops an open three",
    moves: "h8h9i8h10g8h11j13h12g14h14i15",
    right: "f8j8",
    wrong: "",
};
const DOUBLE_THREE: Position = Position {
    letter: 'c',
    about: "it makes no double three",
    moves: "h8h9i7i9h10i6i11i12",
    right: "",
    wrong: "g9",
};
const CLOSED_FIVE: Position = Position {
    letter: 'd',
    about: "it makes no closed five and stops a three",
    moves: "h8f8g8f9i8f7j8l8",
    right: "f5f6f10f11",
    wrong: "",
};

const FORMATS: [Format; 6] = [
    Format::new("freestyle", Rule::Freestyle, 20, [30, 180], &[&FIVE]),
    Format::new("fastgame", Rule::Freestyle, 20, [5, 100], &[&FIVE]),
    Format::new("freestyle15", Rule::Freestyle, 15, [30, 180], &[&FIVE]),
    Format::new("standard", Rule::Standard, 15, [30, 180], &[&FIVE, &SIX]),
    Format::new("renju", Rule::Renju, 15, [30, 180], &[&FIVE, &DOUBLE_THREE]),
    Format::new("caro", Rule::CaroOverline, 15, [30, 180], &[&FIVE, &CLOSED_FIVE]),
];

impl Format {
    const fn new(
        name: &'static str,
        rule: Rule,
        side: u8,
        seconds: [u64; 2],
        positions: &'static [&'static Position],
    ) -> Self {
        Self { name, rule, side, seconds, positions }
    }

    fn size(&self) -> Size {
        Size::square(self.side)
    }

    /// The engine's move in a position and how late it came, asked for as the judge does: the process
    /// receives everything at once, and is suspended until its clock runs.
    fn ask(&self, engine: &EngineUnderTest, moves: &[Pos]) -> CheckResult<(Pos, Duration)> {
        let [turn, game] = self.seconds.map(Duration::from_secs);
        let turn = turn.min(engine.turn);
        let limits = engine.settings(turn, game);
        let settings = EngineUnderTest::judged_game(self.rule, self.size());
        let allowed = turn + settings.tolerance;
        let board = board_after(self.size(), moves);
        let (start, infos) = Manager::Judge.start_commands(settings.rule, settings.size, &limits);
        let left = Clock::new(limits.time, Manager::Judge).left_ms();
        let position = Manager::Judge.move_commands(&board, left, false);
        let mut session = engine.session()?;
        session.send(&start);
        session.send(&infos);
        session.suspend(true);
        session.send(&position);
        session.suspend(false);
        let mut skipped: Option<String> = None;
        loop {
            // The first line of two numbers is the move; other lines are ignored.
            let line = session.line_within("a move", allowed).map_err(|reason| {
                skipped.take().map_or(reason.clone(), |line| reason.but_for(&line))
            })?;
            let received = format!("{:?} after {}", line.text, record::format_moves(moves));
            match read_answer(&line, self.size()) {
                Ok(pos) if board.is_empty_at(pos) => {
                    return Ok((pos, session.time_of(&line).saturating_sub(turn)));
                }
                Ok(pos) => {
                    let hint = swap_hint(&board, pos.into());
                    return failed("a free cell", format_args!("{received}{hint}"));
                }
                Err(fault) if fault == Illegal::OffBoard || line.is_numeric() => {
                    return failed("a move", received);
                }
                // The answer to START is due.
                Err(_) if line.is_ok() => (),
                Err(_) => skipped = Some(line.text),
            }
        }
    }

    /// The position and all its images.
    fn check(&self, engine: &EngineUnderTest, position: &Position) -> CheckResult {
        let size = self.size();
        let mut latest = Duration::ZERO;
        for symmetry in Symmetry::of(size) {
            let cells = |text| {
                let cells = record::parse_moves(text).unwrap_or_default();
                cells.into_iter().map(|pos| symmetry.apply(pos, size)).collect::<Vec<_>>()
            };
            let moves = cells(position.moves);
            let (right, wrong) = (cells(position.right), cells(position.wrong));
            let (answer, late) = self.ask(engine, &moves)?;
            latest = latest.max(late);
            if wrong.contains(&answer) || !(right.is_empty() || right.contains(&answer)) {
                let expected = if right.is_empty() {
                    format!("anything but {}", list(&wrong))
                } else {
                    list(&right)
                };
                let expected = format!("{expected} after {}", record::format_moves(&moves));
                return failed(expected, list(&[answer]));
            }
        }
        Ok(if latest.is_zero() {
            String::new()
        } else {
            format!("latest move {} late", millis(latest))
        })
    }
}

/// Cells as an engine writes them, with their names.
fn list(cells: &[Pos]) -> String {
    let cells: Vec<String> =
        cells.iter().map(|pos| format!("{},{} ({pos})", pos.x(), pos.y())).collect();
    cells.join(" or ")
}

pub(super) fn checks() -> Vec<Check> {
    let of_format = |format: &'static Format| {
        format.positions.iter().map(move |&position| {
            let name = format!("judge/{}-{}", format.name, position.letter);
            let about = format!("{} in all symmetries: {}", position.moves, position.about);
            let severity = Severity::of(format.rule);
            Check::new(severity, name, about, move |engine: &EngineUnderTest| {
                format.check(engine, position)
            })
        })
    };
    FORMATS.iter().flat_map(of_format).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::referee::{self, Verdict};
    use gomoku_rules::{Forbidden, Side};

    #[test]
    fn the_positions_are_as_described() {
        for format in &FORMATS {
            for position in format.positions {
                let moves = record::parse_moves(position.moves).expect("a pos string");
                let (ply, verdict) = referee::judge(format.size(), format.rule, &moves);
                assert_eq!((ply, verdict), (moves.len(), Verdict::Ongoing), "{}", position.letter);
                let cells = |text| record::parse_moves(text).expect("cells");
                let verdict = |pos| {
                    let moves = [&moves[..], &[pos]].concat();
                    referee::judge(format.size(), format.rule, &moves).1
                };
                let (right, wrong) = (cells(position.right), cells(position.wrong));
                assert!(right.is_empty() != wrong.is_empty());
                for pos in right {
                    let is_win = matches!(verdict(pos), Verdict::Win { side: Side::Black, .. });
                    assert_eq!(is_win, position.letter == 'a', "{pos}");
                    assert!(is_win || verdict(pos) == Verdict::Ongoing, "{pos}");
                }
                for pos in wrong {
                    assert_eq!(verdict(pos), Verdict::Foul(Forbidden::DoubleThree));
                }
            }
        }
    }
}
