//! The record of a training game: one line of text.
//!
//! ```text
//! freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995
//! ```
//!
//! The rule, the size, the game's seed, the winner or `draw`, and the moves. `?` marks a move played at
//! random, `=` precedes the searched score for the side to move, and a move without either was forced
//! or found without a search. Games of older versions that end with `=-32000` were given up there
//! without a proof: their result is not used.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use gomoku_rules::{Pos, Rule, Side, Size};
use shisan::score::Score;

/// How a move was chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Choice {
    /// At random.
    Random,
    /// There was no other, or the solvers alone found it.
    Forced,
    /// By a search with this result.
    Searched(Score),
}

/// The score in early files of a search that had not completed a single move.
pub(super) const NO_VALUE: Score = Score::from_raw(-(Score::INFINITE.get() as i16));

/// A game, with the searched score of each move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    pub rule: Rule,
    pub size: Size,
    /// What all random choices of the game derive from.
    pub seed: u64,
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub moves: Vec<(Pos, Choice)>,
}

impl Record {
    /// Whether the game was played until its result was certain.
    pub fn is_whole(&self) -> bool {
        self.moves.last().is_none_or(|(_, choice)| *choice != Choice::Searched(NO_VALUE))
    }
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
        let mut word = || words.next().ok_or("the record of a game is cut short");
        let rule = word()?.parse::<Rule>().map_err(|error| error.to_string())?;
        let size = word()?.parse::<Size>().map_err(|error| error.to_string())?;
        let seed = word()?.parse().map_err(|_| "the seed of the game is not a number")?;
        let winner = match word()? {
            "black" => Some(Side::Black),
            "white" => Some(Side::White),
            "draw" => None,
            other => return Err(format!("expected black, white or draw, found {other:?}")),
        };
        let moves = words.map(|word| choice(word, size)).collect::<Result<Vec<_>, _>>()?;
        let mut taken = HashSet::new();
        if let Some((pos, _)) = moves.iter().find(|(pos, _)| !taken.insert(*pos)) {
            return Err(format!("{pos} is played twice"));
        }
        Ok(Self { rule, size, seed, winner, moves })
    }
}

fn choice(word: &str, size: Size) -> Result<(Pos, Choice), String> {
    let bad = || format!("expected a move such as h8, h8? or h8=35, found {word:?}");
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
        for bad in [
            "",
            "freestyle 20x20 17",
            "freestyle 9 1 black z30",
            "renju 15 1 red h8",
            "caro 15 1 draw h8? h8=3",
        ] {
            assert!(bad.parse::<Record>().is_err(), "{bad}");
        }
    }
}
