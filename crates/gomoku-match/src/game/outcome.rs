//! How a game ended.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::engine_io::exit::{Exit, StartFailure};
use crate::text;
use gomoku_rules::{Forbidden, Side};

/// Who won, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// `None` is a draw.
    #[serde(with = "winner")]
    pub winner: Option<Side>,
    /// What ended the game.
    pub reason: Termination,
}

/// How a game ended, as a code for machines: its text never changes and can be parsed.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Termination {
    /// Five in a row, or more where the rule says so (`five`).
    Five,
    /// No cell is free (`full-board`).
    FullBoard,
    /// Every free cell is forbidden to the loser (`no-move`).
    NoMove,
    /// The limit of stones is reached (`draw-after`).
    DrawAfter,
    /// The scores of both engines agree (`adjudicated:win`, `adjudicated:draw`).
    Adjudicated(Adjudged),
    /// The loser played a forbidden point (`foul:double-three`, `foul:double-four`,
    /// `foul:overline`).
    Foul(Forbidden),
    /// The loser's answer is not a legal move (`illegal:occupied`, ...).
    Illegal(Illegal),
    /// The loser answered too late, by this many milliseconds, rounded up (`timeout:+37ms`).
    Timeout(u64),
    /// The loser did not answer at all (`stalled`).
    Stalled,
    /// The loser's process exited or its output ended (`crash:signal 11`, `crash:exit 1`,
    /// `crash:closed`).
    Crash(Exit),
    /// The loser did not start the game (`start:...`).
    Start(StartFailure),
    /// The loser took more memory than its limit: this many MiB, rounded up (`memory:351MiB`).
    Memory(u64),
    /// The loser's folder holds too much: this many MiB, rounded up (`folder:71MiB`).
    Folder(u64),
}

/// What the scores of two engines agree on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adjudged {
    /// One of them wins.
    Win,
    /// No winner.
    Draw,
}

/// Why an answer is not a legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Illegal {
    /// A stone lies there (`occupied`).
    Occupied,
    /// The board has no such cell (`off-board`).
    OffBoard,
    /// It is not a pair of numbers (`malformed`).
    Malformed,
}

impl Termination {
    /// Whether the loser was too slow.
    pub fn is_time_loss(&self) -> bool {
        matches!(self, Self::Timeout(_) | Self::Stalled)
    }

    /// Whether the loser's process exited or did not start to play.
    pub fn is_crash(&self) -> bool {
        matches!(self, Self::Crash(_) | Self::Start(_))
    }

    /// Whether the game was lost by something that no sound engine does.
    pub(crate) fn is_fault(&self) -> bool {
        let is_regular = matches!(
            self,
            Self::Five | Self::FullBoard | Self::NoMove | Self::DrawAfter | Self::Adjudicated(_)
        );
        !is_regular
    }

    /// Whether the loser's process cannot play another game.
    pub(crate) fn spoils_process(&self) -> bool {
        // After a line that is not a move, the move may still come.
        let may_go_on = Self::Illegal(Illegal::Malformed);
        self.is_time_loss()
            || self.is_crash()
            || *self == may_go_on
            || matches!(self, Self::Memory(_) | Self::Folder(_))
    }
}

/// The codes without a value.
const PLAIN: [(&str, Termination); 13] = [
    ("five", Termination::Five),
    ("full-board", Termination::FullBoard),
    ("no-move", Termination::NoMove),
    ("draw-after", Termination::DrawAfter),
    ("adjudicated:win", Termination::Adjudicated(Adjudged::Win)),
    ("adjudicated:draw", Termination::Adjudicated(Adjudged::Draw)),
    ("foul:double-three", Termination::Foul(Forbidden::DoubleThree)),
    ("foul:double-four", Termination::Foul(Forbidden::DoubleFour)),
    ("foul:overline", Termination::Foul(Forbidden::Overline)),
    ("illegal:occupied", Termination::Illegal(Illegal::Occupied)),
    ("illegal:off-board", Termination::Illegal(Illegal::OffBoard)),
    ("illegal:malformed", Termination::Illegal(Illegal::Malformed)),
    ("stalled", Termination::Stalled),
];

impl fmt::Display for Termination {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Timeout(late) => write!(f, "timeout:+{late}ms"),
            Self::Crash(exit) => write!(f, "crash:{exit}"),
            Self::Start(StartFailure::Silent) => f.write_str("start:silent"),
            Self::Start(StartFailure::Refused(text)) => write!(f, "start:refused {text}"),
            Self::Start(StartFailure::Crash(exit)) => write!(f, "start:crash:{exit}"),
            Self::Start(StartFailure::NotRun(cause)) => write!(f, "start:not-run {cause}"),
            Self::Memory(size) => write!(f, "memory:{size}MiB"),
            Self::Folder(size) => write!(f, "folder:{size}MiB"),
            plain => {
                let code = PLAIN.iter().find(|(_, reason)| reason == plain);
                f.write_str(code.map_or("", |(code, _)| code))
            }
        }
    }
}

impl FromStr for Termination {
    type Err = ParseTerminationError;

    fn from_str(text: &str) -> Result<Self, ParseTerminationError> {
        if let Some((_, reason)) = PLAIN.iter().find(|(code, _)| *code == text) {
            return Ok(reason.clone());
        }
        let (kind, figure) = text.split_once(':').ok_or(ParseTerminationError)?;
        let number = |before: &str, unit: &str| {
            let digits = figure.strip_prefix(before).and_then(|rest| rest.strip_suffix(unit));
            digits.and_then(|digits| digits.parse().ok()).ok_or(ParseTerminationError)
        };
        match kind {
            "timeout" => number("+", "ms").map(Self::Timeout),
            "memory" => number("", "MiB").map(Self::Memory),
            "folder" => number("", "MiB").map(Self::Folder),
            "crash" => figure.parse().map(Self::Crash).map_err(|_| ParseTerminationError),
            "start" => figure.parse().map(Self::Start).map_err(|_| ParseTerminationError),
            _ => Err(ParseTerminationError),
        }
    }
}

impl Serialize for Termination {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for Termination {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text::deserialize(from)
    }
}

/// Text that is not the code of a termination.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseTerminationError;

impl fmt::Display for ParseTerminationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a termination such as five, timeout:+37ms or crash:exit 1")
    }
}

impl std::error::Error for ParseTerminationError {}

/// `black`, `white` or nothing.
mod winner {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use gomoku_rules::Side;

    #[allow(clippy::ref_option, clippy::trivially_copy_pass_by_ref)] // as serde calls it
    pub(crate) fn serialize<S: Serializer>(
        winner: &Option<Side>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        winner.map(|side| side.to_string()).serialize(to)
    }

    pub(crate) fn deserialize<'de, D>(from: D) -> Result<Option<Side>, D::Error>
    where
        D: Deserializer<'de>,
    {
        match Option::<String>::deserialize(from)?.as_deref() {
            None => Ok(None),
            Some("black") => Ok(Some(Side::Black)),
            Some("white") => Ok(Some(Side::White)),
            Some(other) => Err(D::Error::unknown_variant(other, &["black", "white"])),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        let codes = [
            "five",
            "full-board",
            "no-move",
            "draw-after",
            "adjudicated:win",
            "adjudicated:draw",
            "foul:double-three",
            "foul:double-four",
            "foul:overline",
            "illegal:occupied",
            "illegal:off-board",
            "illegal:malformed",
            "timeout:+37ms",
            "stalled",
            "crash:signal 11",
            "crash:exit 1",
            "crash:exit -1073741819",
            "crash:closed",
            "start:silent",
            "start:refused ERROR unsupported size: 15x20",
            "start:crash:exit 127",
            "start:not-run No such file or directory (os error 2)",
            "memory:351MiB",
            "folder:71MiB",
        ];
        for code in codes {
            let reason: Termination =
                code.parse().unwrap_or_else(|error| panic!("{code}: {error}"));
            assert_eq!(reason.to_string(), code);
        }
        for bad in ["", "Five", "timeout", "timeout:37ms", "crash:", "crash:signal", "start:late"] {
            assert_eq!(bad.parse::<Termination>(), Err(ParseTerminationError), "{bad}");
        }
    }

    #[test]
    fn outcomes_read_back() {
        let draw = Outcome { winner: None, reason: Termination::FullBoard };
        let line = serde_json::to_string(&draw).expect("every field can be written");
        assert_eq!(line, r#"{"winner":null,"reason":"full-board"}"#);
        assert_eq!(serde_json::from_str::<Outcome>(&line).expect("our own line"), draw);
        let unknown = [r#"{"winner":"red","reason":"five"}"#, r#"{"winner":null,"reason":"luck"}"#];
        assert!(unknown.iter().all(|line| serde_json::from_str::<Outcome>(line).is_err()));
    }
}
