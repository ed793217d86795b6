//! A game as a row of a report: short, since a report may have ten thousand.

use serde::Serialize;

use crate::game::played::PlayedGame;
use crate::stats::results::GameScore;
use gomoku_rules::record::{Record, format_moves};
use gomoku_rules::{Pos, Side};

/// The winner: a letter, or none for a draw.
const BLACK: &str = "b";
const WHITE: &str = "w";
const DRAW: &str = "";

/// In JSON an array of these values, in this order.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameRow(
    /// The place of its match.
    usize,
    /// Its number in the match, from 1.
    u64,
    /// The places of Black and White among the engines.
    usize,
    usize,
    /// `b`, `w`, or nothing for a draw.
    &'static str,
    /// The place of its ending.
    usize,
    /// The place of its opening; none for records.
    Option<usize>,
    /// Stones of the opening.
    usize,
    /// All moves as a pos string, the opening first.
    String,
    /// Milliseconds of each move after the opening, separated by blanks; nothing where they are not known.
    String,
    /// Scores of these moves, from the view of their engines, `-` where none was reported.
    String,
    /// Depths, likewise.
    String,
    /// What the loser's own output says of its fault.
    String,
);

impl GameRow {
    pub fn new(
        place: usize,
        number: u64,
        [black, white]: [usize; 2],
        ending: usize,
        opening: usize,
        game: &PlayedGame,
    ) -> Self {
        let winner = match game.outcome.winner {
            None => DRAW,
            Some(Side::Black) => BLACK,
            Some(Side::White) => WHITE,
        };
        let played = game.moves.iter().map(|played| played.pos);
        let all: Vec<Pos> = game.opening.iter().copied().chain(played).collect();
        Self(
            place,
            number,
            black,
            white,
            winner,
            ending,
            Some(opening),
            game.opening.len(),
            format_moves(&all),
            values(&game.moves, |played| Some(millis(played.time.as_secs_f64()))),
            values(&game.moves, |played| played.report.score.map(|score| score.to_string())),
            values(&game.moves, |played| played.report.depth.map(|depth| depth.to_string())),
            game.fault().unwrap_or_default(),
        )
    }

    pub fn of_record(
        place: usize,
        number: u64,
        [black, white]: [usize; 2],
        score: GameScore,
        ending: usize,
        record: &Record,
    ) -> Self {
        let winner = match score {
            GameScore::Win => BLACK,
            GameScore::Loss => WHITE,
            GameScore::Draw => DRAW,
        };
        let all: Vec<Pos> = record.cells().collect();
        let times = values(&record.moves, |it| it.time.map(|time| millis(time.as_secs_f64())));
        let (moves, none) = (format_moves(&all), String::new);
        Self(
            place,
            number,
            black,
            white,
            winner,
            ending,
            None,
            0,
            moves,
            times,
            none(),
            none(),
            none(),
        )
    }

    /// Who won.
    pub fn winner(&self) -> Option<Side> {
        match self.4 {
            BLACK => Some(Side::Black),
            WHITE => Some(Side::White),
            _ => None,
        }
    }

    /// All stones.
    pub fn stones(&self) -> usize {
        // Each name of a cell ends with digits.
        let bytes = self.8.as_bytes();
        let ends =
            bytes.windows(2).filter(|it| it[0].is_ascii_digit() && it[1].is_ascii_lowercase());
        if bytes.is_empty() { 0 } else { ends.count() + 1 }
    }
}

/// A value of each move; nothing if no move has one.
fn values<T>(moves: &[T], value: impl Fn(&T) -> Option<String>) -> String {
    let all: Vec<Option<String>> = moves.iter().map(value).collect();
    if all.iter().all(Option::is_none) {
        return String::new();
    }
    all.into_iter().map(|value| value.unwrap_or("-".to_owned())).collect::<Vec<_>>().join(" ")
}

/// Short times with a tenth of a millisecond.
fn millis(seconds: f64) -> String {
    let millis = 1000.0 * seconds;
    if millis < 10.0 { format!("{millis:.1}") } else { format!("{millis:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_io::score::ReportedScore;
    use crate::testing::game;

    #[test]
    fn a_row_is_short_and_whole() {
        let mut played = game(Side::Black, 'L');
        played.moves[1].report.score = Some(ReportedScore::Points(-35));
        played.moves[3].report.score = Some(ReportedScore::Win(Some(5)));
        let row = GameRow::new(2, 7, [1, 0], 3, 4, &played);
        assert_eq!((row.stones(), row.winner()), (5, Some(Side::White)));
        let json = serde_json::to_string(&row).expect("every field can be written");
        let expected = r#"[2,7,1,0,"w",3,4,1,"h9a8b8c8d8","490 491 492 493","- -35 - +M5","",""]"#;
        assert_eq!(json, expected);
    }
}
