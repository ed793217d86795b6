//! What an engine reports of its search: score, depth and nodes.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::text;

/// An engine's score of its position, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedScore {
    /// In the engine's own units; for most engines 200 are worth odds of 2.7 to 1.
    Points(i32),
    /// A win in this many plies, if they are reported.
    Win(Option<u32>),
    /// A loss in this many plies, if they are reported.
    Loss(Option<u32>),
}

impl ReportedScore {
    /// Points; a win is more than any, a loss less.
    pub const fn points(self) -> i32 {
        match self {
            Self::Points(points) => points,
            Self::Win(_) => i32::MAX,
            Self::Loss(_) => i32::MIN,
        }
    }
}

impl fmt::Display for ReportedScore {
    /// Writes `35`, `+M7`, `-M12`, or `+M*` for a win of unknown length.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (sign, plies) = match self {
            Self::Points(points) => return write!(f, "{points}"),
            Self::Win(plies) => ('+', plies),
            Self::Loss(plies) => ('-', plies),
        };
        match plies {
            Some(plies) => write!(f, "{sign}M{plies}"),
            None => write!(f, "{sign}M*"),
        }
    }
}

impl FromStr for ReportedScore {
    type Err = ParseScoreError;

    /// Reads what [`ReportedScore`] displays.
    fn from_str(text: &str) -> Result<Self, ParseScoreError> {
        let plies = |text: &str| match text {
            "*" => Ok(None),
            text => text.parse().map(Some).map_err(|_| ParseScoreError),
        };
        if let Some(rest) = text.strip_prefix("+M") {
            plies(rest).map(Self::Win)
        } else if let Some(rest) = text.strip_prefix("-M") {
            plies(rest).map(Self::Loss)
        } else {
            text.parse().map(Self::Points).map_err(|_| ParseScoreError)
        }
    }
}

impl Serialize for ReportedScore {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        text::serialize(self, to)
    }
}

impl<'de> Deserialize<'de> for ReportedScore {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        text::deserialize(from)
    }
}

/// Text that is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseScoreError;

impl fmt::Display for ParseScoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected a score such as 35, +M7 or -M*")
    }
}

impl std::error::Error for ParseScoreError {}

/// What an engine reported of its search for a move; `None` where it did not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SearchReport {
    /// Its score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<ReportedScore>,
    /// Iterations finished, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Positions visited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_read_back() {
        let scores = [
            (ReportedScore::Points(-35), "-35"),
            (ReportedScore::Win(Some(7)), "+M7"),
            (ReportedScore::Loss(Some(12)), "-M12"),
            (ReportedScore::Win(None), "+M*"),
        ];
        for (score, text) in scores {
            assert_eq!(score.to_string(), text);
            assert_eq!(text.parse(), Ok(score));
        }
        for bad in ["", "M7", "+M", "+M-7", "-M1x", "3.5"] {
            assert_eq!(bad.parse::<ReportedScore>(), Err(ParseScoreError), "{bad}");
        }
    }
}
