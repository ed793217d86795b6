//! A game as a row of a report: short, since a report may have ten thousand.

use serde::{Serialize, Serializer};

use crate::game::played::PlayedGame;
use crate::stats::results::GameScore;
use gomoku_rules::record::{Record, format_moves};
use gomoku_rules::{Pos, Side};

/// In JSON an array of these values, in this order; Black and White are two.
#[derive(Clone, Debug, Default)]
pub(super) struct GameRow {
    /// The place of its match.
    pub place: usize,
    /// Its number in the match, from 1.
    pub number: u64,
    /// The places of Black and White among the engines.
    pub players: [usize; 2],
    /// In JSON `b`, `w`, or nothing for a draw.
    pub winner: Option<Side>,
    /// The place of its ending.
    pub ending: usize,
    /// The place of its opening; none for records.
    opening: Option<usize>,
    /// Stones of the opening.
    opening_stones: usize,
    /// All moves, the opening first; in JSON a pos string.
    pub moves: Vec<Pos>,
    /// Milliseconds of each move after the opening, separated by blanks; nothing where they are not known.
    times: String,
    /// Scores of these moves, from the view of their engines, `-` where none was reported.
    scores: String,
    /// Depths, likewise.
    depths: String,
    /// What the loser's own output says of its fault.
    fault: String,
}

impl GameRow {
    /// What a game of a match with this opening tells; the places are for others to fill in.
    pub fn of_game(game: &PlayedGame, opening: usize) -> Self {
        let played = game.moves.iter().map(|played| played.pos);
        Self {
            winner: game.outcome.winner,
            opening: Some(opening),
            opening_stones: game.opening.len(),
            moves: game.opening.iter().copied().chain(played).collect(),
            times: values(&game.moves, |played| Some(millis(played.time.as_secs_f64()))),
            scores: values(&game.moves, |played| played.report.score.map(|it| it.to_string())),
            depths: values(&game.moves, |played| played.report.depth.map(|it| it.to_string())),
            fault: game.fault().unwrap_or_default(),
            ..Self::default()
        }
    }

    /// The same of a record, which brought Black this.
    pub fn of_record(record: &Record, score: GameScore) -> Self {
        Self {
            winner: match score {
                GameScore::Win => Some(Side::Black),
                GameScore::Loss => Some(Side::White),
                GameScore::Draw => None,
            },
            moves: record.cells().collect(),
            times: values(&record.moves, |it| it.time.map(|time| millis(time.as_secs_f64()))),
            ..Self::default()
        }
    }
}

impl Serialize for GameRow {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let [black, white] = self.players;
        let winner = match self.winner {
            Some(Side::Black) => "b",
            Some(Side::White) => "w",
            None => "",
        };
        (
            self.place,
            self.number,
            black,
            white,
            winner,
            self.ending,
            self.opening,
            self.opening_stones,
            format_moves(&self.moves),
            &self.times,
            &self.scores,
            &self.depths,
            &self.fault,
        )
            .serialize(to)
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
        let row = GameRow::of_game(&played, 4);
        assert_eq!((row.moves.len(), row.winner), (5, Some(Side::White)));
        let row = GameRow { place: 2, number: 7, players: [1, 0], ending: 3, ..row };
        let json = serde_json::to_string(&row).expect("every field can be written");
        let expected = r#"[2,7,1,0,"w",3,4,1,"h9a8b8c8d8","490 491 492 493","- -35 - +M5","",""]"#;
        assert_eq!(json, expected);
    }
}
