//! Records of training games, one line of text each, so that files are appended to and joined freely:
//!
//! ```text
//! freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995
//! ```
//!
//! are the rule, the size, the number that the game was played from, the winner or `draw`, and the
//! moves: `?` marks one played at random, `=` tells the searched score for the side that moves, and
//! a move without either was forced.

use std::fmt;
use std::str::FromStr;

use crate::eval::Score;
use crate::game::{Pos, Rule, Side, Size};

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// By chance.
    Random,
    /// There was no other.
    Forced,
    /// By a search with this result.
    Searched(Score),
}

/// A game and what its players thought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub rule: Rule,
    pub size: Size,
    /// The number that all chance in the game came from.
    pub seed: u64,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub moves: Vec<(Pos, Choice)>,
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let winner = self.winner.map_or_else(|| "draw".to_owned(), |side| side.to_string());
        write!(f, "{} {} {} {winner}", self.rule, self.size, self.seed)?;
        for (pos, choice) in &self.moves {
            match choice {
                Choice::Random => write!(f, " {pos}?")?,
                Choice::Forced => write!(f, " {pos}")?,
                Choice::Searched(score) => write!(f, " {pos}={}", score.get())?,
            }
        }
        Ok(())
    }
}

impl FromStr for Record {
    type Err = String;

    fn from_str(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let mut word = || words.next().ok_or("a record of a game is cut short");
        let rule = word()?.parse()?;
        let size = word()?.parse::<Size>().map_err(|error| error.to_string())?;
        let seed = word()?.parse().map_err(|_| "the number of a game is none")?;
        let winner = match word()? {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            "draw" => None,
            other => return Err(format!("who is {other:?}?")),
        };
        let moves = words.map(|word| choice(word, size)).collect::<Result<_, _>>()?;
        Ok(Self { rule, size, seed, winner, moves })
    }
}

fn choice(word: &str, size: Size) -> Result<(Pos, Choice), String> {
    let bad = || format!("bad move {word:?}");
    let (pos, choice) = match word.split_once('=') {
        Some((pos, score)) => {
            (pos, Choice::Searched(Score::from_raw(score.parse().map_err(|_| bad())?)))
        }
        None => match word.strip_suffix('?') {
            Some(pos) => (pos, Choice::Random),
            None => (word, Choice::Forced),
        },
    };
    let pos: Pos = pos.parse().map_err(|_| bad())?;
    if size.contains(pos) { Ok((pos, choice)) } else { Err(bad()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_survives_reading_and_writing() {
        let line = "freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995";
        let record: Record = line.parse().expect("a record");
        assert_eq!(record.moves[4].1, Choice::Searched(Score::from_raw(-12)));
        assert_eq!(record.to_string(), line);
        for bad in ["", "freestyle 20x20 17", "freestyle 9 1 black z30", "renju 15 1 red h8"] {
            assert!(bad.parse::<Record>().is_err(), "{bad}");
        }
    }
}
