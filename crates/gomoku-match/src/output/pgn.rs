//! A game as PGN, as fastchess writes it: for `OpenBench`, which stores such files.
//!
//! The side that moves first is `White`, as in chess. The client of `OpenBench` takes a blank line for the end of
//! the tags and of the moves, and of a comment the first score with its depth, `0.500s`, `n=` and `sd=`.

use std::fmt;

use crate::engine_io::score::ReportedScore;
use crate::game::outcome::Termination;
use crate::game::played::{PlayedGame, PlayedMove};
use crate::output::termination::{finished, sentence};
use gomoku_rules::{Rule, Size};

/// A game under `rule` on a board of `size`, the `number`-th of its match from 1.
pub(crate) struct Pgn<'a> {
    pub number: u64,
    pub rule: Rule,
    pub size: Size,
    pub game: &'a PlayedGame,
}

impl fmt::Display for Pgn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, rule, size, game } = *self;
        let result = finished(number, game, "", None).result();
        let (round, variant) = (number.div_ceil(2).to_string(), format!("{rule} {size}"));
        let tags = [
            ("Event", "match"),
            ("Site", "?"),
            ("Date", "????.??.??"),
            ("Round", &round),
            ("White", &game.black),
            ("Black", &game.white),
            ("Result", result),
            ("Variant", &variant),
            ("Termination", termination(&game.outcome.reason)),
        ];
        for (key, value) in tags {
            writeln!(f, "[{key} \"{}\"]", value.replace('\\', r"\\").replace('"', "\\\""))?;
        }
        writeln!(f)?;
        let book = game.opening.iter().map(|&pos| (pos, "book".to_owned()));
        let mut moves: Vec<_> =
            book.chain(game.moves.iter().map(|played| (played.pos, comment(played)))).collect();
        // The end is explained where the comment of a search is not needed whole.
        if !game.moves.is_empty()
            && let Some((_, last)) = moves.last_mut()
        {
            let reason = sentence(game).replace(['{', '}'], "'");
            *last = format!("{last}, {reason}");
        }
        for (index, (pos, comment)) in moves.into_iter().enumerate() {
            if index % 2 == 0 {
                write!(f, "{}. ", index / 2 + 1)?;
            }
            write!(f, "{pos} {{{comment}}} ")?;
        }
        writeln!(f, "{result}\n")
    }
}

/// The tag `Termination`: `abandoned`, `stalled` and `illegal` are errors of an engine to `OpenBench`.
const fn termination(reason: &Termination) -> &'static str {
    match reason {
        Termination::Five
        | Termination::FullBoard
        | Termination::NoMove
        | Termination::DrawAfter => "normal",
        Termination::Adjudicated(_) => "adjudication",
        Termination::Foul(_) | Termination::Illegal(_) => "illegal move",
        Termination::Timeout(_) => "time forfeit",
        Termination::Stalled => "stalled connection",
        Termination::Crash(_) | Termination::Start(_) => "abandoned",
        Termination::Memory(_) | Termination::Folder(_) => "rules infraction",
    }
}

/// `+0.35/12 0.500s, n=9000, sd=12`, as far as the engine has reported it.
fn comment(played: &PlayedMove) -> String {
    let report = &played.report;
    let time = format!("{:.3}s", played.time.as_secs_f64());
    let search = match (report.score, report.depth) {
        (Some(score), Some(depth)) => format!("{}/{depth} {time}", value(score)),
        _ => time,
    };
    let nodes = report.nodes.map(|nodes| format!("n={nodes}"));
    // Gomocup's messages have no selective depth, without which readers drop the comment.
    let depth = report.depth.map(|depth| format!("sd={depth}"));
    [Some(search), nodes, depth].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A score in hundreds of points, or a win or loss in plies: 0 of them where their number is unknown.
fn value(score: ReportedScore) -> String {
    match score {
        ReportedScore::Points(points) => format!("{:+.2}", f64::from(points) / 100.0),
        ReportedScore::Win(plies) => format!("+M{}", plies.unwrap_or(0)),
        ReportedScore::Loss(plies) => format!("-M{}", plies.unwrap_or(0)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_io::score::SearchReport;
    use crate::testing::{TERMINATIONS, game};
    use gomoku_rules::Side;

    fn pgn(game: &PlayedGame) -> String {
        Pgn { number: 3, rule: Rule::Renju, size: Size::square(15), game }.to_string()
    }

    #[test]
    fn a_game_has_the_shape_of_fastchess() {
        let mut won = game(Side::Black, 'W');
        let reports = [
            (Some(ReportedScore::Points(-35)), Some(12), Some(9_000)),
            (Some(ReportedScore::Win(Some(7))), Some(8), Some(70)),
            (Some(ReportedScore::Loss(None)), Some(1), Some(5)),
            (None, None, Some(5)),
        ];
        for (played, (score, depth, nodes)) in won.moves.iter_mut().zip(reports) {
            played.report = SearchReport { score, depth, nodes };
        }
        let expected = r#"[Event "match"]
[Site "?"]
[Date "????.??.??"]
[Round "2"]
[White "new"]
[Black "base"]
[Result "1-0"]
[Variant "renju 15x15"]
[Termination "normal"]

1. h9 {book} a8 {-0.35/12 0.490s, n=9000, sd=12} 2. b8 {+M7/8 0.491s, n=70, sd=8} c8 {-M0/1 0.492s, n=5, sd=1} 3. d8 {0.493s, n=5, new makes five in a row (five)} 1-0

"#;
        assert_eq!(pgn(&won), expected);
    }

    /// No blank line but the two that separate, and no brace within a comment.
    #[test]
    fn every_end_can_be_read() {
        for code in TERMINATIONS {
            let mut lost = game(Side::White, 'L');
            lost.outcome.reason = code.parse().expect("a code");
            lost.refused_move = Some("} 0-1 {".into());
            lost.last_stderr_line = Some("\"{}\n\nx".into());
            for moves in [lost.moves.clone(), Vec::new()] {
                lost.moves = moves;
                let text = pgn(&lost);
                let parts: Vec<&str> = text.split("\n\n").collect();
                let &[tags, moves, ""] = &parts[..] else { panic!("{code}: {text}") };
                assert!(tags.lines().all(|tag| tag.matches('"').count() == 2), "{tags}");
                assert!(tags.contains("[Result \"1-0\"]"), "{tags}");
                assert_eq!(moves.lines().count(), 1, "{moves}");
                let mut depth = 0;
                for c in moves.chars() {
                    depth += i32::from(c == '{') - i32::from(c == '}');
                    assert!((0..=1).contains(&depth), "{moves}");
                }
                assert!(depth == 0 && moves.ends_with(" 1-0"), "{moves}");
            }
        }
    }
}
