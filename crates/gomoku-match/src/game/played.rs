//! A game that has been played, as it goes into records.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::engine_io::score::SearchReport;
use crate::engine_io::silence::Silence;
use crate::game::outcome::{Illegal, Outcome, Termination};
use crate::text;
use gomoku_rules::record::{Cause, GameResult, Record, RecordMove};
use gomoku_rules::{Pos, Rule, Side, Size};

/// Characters that are shown of an answer that is not a move.
const MAX_QUOTED: usize = 60;

/// A move of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// Where.
    #[serde(with = "text")]
    pub pos: Pos,
    /// From when our command was written to when the answer was read.
    #[serde(rename = "us", with = "micros")]
    pub time: Duration,
    /// By how many milliseconds, rounded up, it came after its limit and within the tolerance.
    #[serde(rename = "late_ms", default, skip_serializing_if = "Option::is_none")]
    pub late: Option<u64>,
    /// What the engine reported of its search.
    #[serde(flatten)]
    pub report: SearchReport,
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The name of the engine that plays Black: the first move of the opening is Black's.
    pub black: String,
    /// The name of the other.
    pub white: String,
    /// The moves of the opening, Black first.
    #[serde(with = "text::list")]
    pub opening: Vec<Pos>,
    /// The moves of the engines after it, in turn. A move that lost because it was illegal, forbidden
    /// or late is not among them.
    pub moves: Vec<PlayedMove>,
    /// The last answer, if it was not played: a line that is not a move, or an illegal, forbidden or late
    /// one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refused_move: Option<String>,
    /// How it ended.
    pub outcome: Outcome,
    /// Lines of Black and of White that no command asked for.
    pub unsolicited: [u32; 2],
    /// Peak memory of Black and White in bytes, where it is watched.
    #[serde(default, skip_serializing_if = "is_unwatched")]
    pub memory: [Option<u64>; 2],
    /// The line on standard error that explains most, if the loser's process exited or stalled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_stderr_line: Option<String>,
    /// Why the loser may seem silent, if it did not answer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub silence: Option<Silence>,
}

/// Both games of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PlayedPair {
    /// The number of the pair in the whole match, from 0.
    pub pair: u64,
    /// The first game, and the one with colours changed.
    pub games: [PlayedGame; 2],
}

impl PlayedGame {
    /// The game as a record, played under `rule` on a board of `size`.
    pub fn to_record(&self, rule: Option<Rule>, size: Size) -> Record {
        let opening = self.opening.iter().copied().map(RecordMove::from);
        let cause = match self.outcome.reason {
            Termination::Five
            | Termination::FullBoard
            | Termination::NoMove
            | Termination::DrawAfter => None,
            Termination::Timeout(_) | Termination::Stalled => Some(Cause::Time),
            Termination::Adjudicated(_) => Some(Cause::Resignation),
            _ => Some(Cause::Forfeit),
        };
        Record {
            rule,
            black: Some(self.black.clone()),
            white: Some(self.white.clone()),
            moves: opening.chain(self.moves.iter().map(|played| played.to_record())).collect(),
            result: Some(GameResult { winner: self.outcome.winner, cause }),
            comment: Some(self.outcome.reason.to_string()),
            ..Record::new(size)
        }
    }

    /// The name of the engine that played `side`.
    pub fn name_of(&self, side: Side) -> &str {
        match side {
            Side::Black => &self.black,
            Side::White => &self.white,
        }
    }

    /// What the loser's own output says of its fault: what it answered instead of a move, why it may seem
    /// silent, what it wrote last on standard error. `None` if it says nothing.
    pub fn fault(&self) -> Option<String> {
        let answer = || {
            let line = self.refused_move.as_deref()?.trim();
            let quoted: String = line.chars().take(MAX_QUOTED).collect();
            let cut = if quoted.len() < line.len() { "..." } else { "" };
            let what = match self.outcome.reason {
                Termination::Illegal(Illegal::Malformed) => "which is not a move",
                Termination::Illegal(Illegal::Occupied) => "where a stone lies",
                Termination::Illegal(Illegal::OffBoard) => "which is off the board",
                _ => return None,
            };
            Some(format!("answered \"{quoted}{cut}\", {what}"))
        };
        let words =
            [answer(), self.silence.map(|it| it.to_string()), self.last_stderr_line.clone()];
        let words: Vec<String> = words.into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join("; "))
    }

    /// The moves that the engine of `side` made.
    pub fn moves_of(&self, side: Side) -> impl Iterator<Item = &PlayedMove> {
        let first = usize::from(self.opening.len() % 2 != side.index());
        self.moves.iter().skip(first).step_by(2)
    }
}

impl PlayedMove {
    /// The move with a comment such as `score 35 depth 12 nodes 120000`.
    fn to_record(self) -> RecordMove {
        let report = self.report;
        let words: Vec<String> = [
            self.late.map(|late| format!("late by {late} ms")),
            report.score.map(|score| format!("score {score}")),
            report.depth.map(|depth| format!("depth {depth}")),
            report.nodes.map(|nodes| format!("nodes {nodes}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        let comment = (!words.is_empty()).then(|| words.join(" "));
        RecordMove { pos: self.pos, time: Some(self.time), comment }
    }
}

fn is_unwatched(memory: &[Option<u64>; 2]) -> bool {
    *memory == [None; 2]
}

/// Whole microseconds.
mod micros {
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer};

    pub(crate) fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(u64::try_from(time.as_micros()).unwrap_or(u64::MAX))
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_micros)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ReportedScore;
    use crate::testing::game;

    #[test]
    fn a_fault_is_explained_by_what_the_loser_wrote() {
        let mut lost = game(Side::Black, 'L');
        assert_eq!(lost.fault(), None);
        let answers = [
            ("illegal:malformed", "(5, 7)", "answered \"(5, 7)\", which is not a move"),
            ("illegal:occupied", " 7,7", "answered \"7,7\", where a stone lies"),
            ("illegal:off-board", "15,0", "answered \"15,0\", which is off the board"),
        ];
        for (code, line, expected) in answers {
            lost.outcome.reason = code.parse().expect("a code");
            lost.refused_move = Some(line.into());
            assert_eq!(lost.fault().as_deref(), Some(expected));
        }
        lost.outcome.reason = Termination::Illegal(Illegal::Malformed);
        lost.refused_move = Some("é".repeat(61));
        let expected = format!("answered \"{}...\", which is not a move", "é".repeat(60));
        assert_eq!(lost.fault(), Some(expected));
        // A late or forbidden move was a move.
        lost.outcome.reason = Termination::Timeout(37);
        assert_eq!(lost.fault(), None);
        lost.outcome.reason = Termination::Stalled;
        lost.silence = Some(Silence::Nothing);
        lost.last_stderr_line = Some("KeyError: 3".into());
        let expected = "it sent nothing while it ran: is it slow, or does it not flush its output?; KeyError: 3";
        assert_eq!(lost.fault().as_deref(), Some(expected));
    }

    #[test]
    fn a_game_is_one_line_and_reads_back() {
        let report =
            SearchReport { score: Some(ReportedScore::Win(Some(7))), depth: Some(9), nodes: None };
        let pos = Pos::new(7, 7);
        let game = PlayedGame {
            black: "a".into(),
            white: "b".into(),
            opening: vec![Pos::new(0, 0), Pos::new(26, 31)],
            moves: vec![PlayedMove {
                pos,
                time: Duration::from_micros(1_500_001),
                late: Some(302),
                report,
            }],
            refused_move: None,
            outcome: Outcome { winner: Some(Side::White), reason: Termination::Timeout(37) },
            unsolicited: [0, 2],
            memory: [None; 2],
            last_stderr_line: None,
            silence: None,
        };
        let line = serde_json::to_string(&game).expect("every field can be written");
        let written = concat!(
            r#"{"black":"a","white":"b","opening":["a1","aa32"],"#,
            r#""moves":[{"pos":"h8","us":1500001,"late_ms":302,"score":"+M7","depth":9}],"#,
            r#""outcome":{"winner":"white","reason":"timeout:+37ms"},"unsolicited":[0,2]}"#,
        );
        assert_eq!(line, written);
        assert_eq!(serde_json::from_str::<PlayedGame>(&line).expect("our own line"), game);
    }
}
