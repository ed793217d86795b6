//! The record of a training game: one line of text.
//!
//! ```text
//! freestyle 20x20 17 black j10? k11? i11=35 k9 l12=-12 h8=29995
//! ```
//!
//! The rule, the size, the game's seed, the winner, `draw` or `unfinished`, and the moves. `?` marks a
//! move played at random, `=` precedes the searched score for the side to move, and a move without
//! either was forced, found without a search, or leads to a position that was labelled by itself. Games
//! of older versions that end with `=-32000` were given up there without a proof: their result is not
//! used.

use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use gomoku_match::hash::fnv1a;
use gomoku_rules::referee::judge;
use gomoku_rules::{Pos, Rule, Side, Size};
use shisan_engine::score::Score;

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

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    Won(Side),
    Draw,
    /// Unknown: the moves stop before the end.
    Unfinished,
}

impl Outcome {
    /// What `side` has scored, 0 to 1.
    pub fn points(self, side: Side) -> Option<f32> {
        match self {
            Self::Won(winner) => Some(f32::from(u8::from(winner == side))),
            Self::Draw => Some(0.5),
            Self::Unfinished => None,
        }
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Won(winner) => write!(f, "{winner}"),
            Self::Draw => f.write_str("draw"),
            Self::Unfinished => f.write_str("unfinished"),
        }
    }
}

impl FromStr for Outcome {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        match word {
            "black" => Ok(Self::Won(Side::Black)),
            "white" => Ok(Self::Won(Side::White)),
            "draw" => Ok(Self::Draw),
            "unfinished" => Ok(Self::Unfinished),
            other => Err(format!("expected black, white, draw or unfinished, found {other:?}")),
        }
    }
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
    pub outcome: Outcome,
    pub moves: Vec<(Pos, Choice)>,
}

impl Record {
    /// Whether it is a label: one searched move, the last. So has a game that the first search behind its
    /// opening decides; there are few, and shipped networks name the number of labels in their bytes.
    pub fn is_label(&self) -> bool {
        let is_searched = |(_, choice): &(Pos, Choice)| matches!(choice, Choice::Searched(_));
        self.moves.iter().position(is_searched).is_some_and(|first| first + 1 == self.moves.len())
    }

    /// Whether the game was given up without a proof of its result.
    pub fn is_given_up(&self) -> bool {
        self.moves.last().is_some_and(|(_, choice)| *choice == Choice::Searched(NO_VALUE))
    }

    /// How many moves there are until the game is over by the rules: files may hold more.
    pub fn length(&self) -> usize {
        let moves: Vec<Pos> = self.moves.iter().map(|(pos, _)| *pos).collect();
        judge(self.size, self.rule, &moves).0
    }

    /// A number for the game, the same in every build.
    pub fn hash(&self) -> u64 {
        fnv1a(self.to_string().as_bytes())
    }

    /// How the game ended, as far as that tells something of the position before the move with this
    /// index: chance has not taken over later.
    pub fn outcome_from(&self, index: usize) -> Outcome {
        let last_random = self.moves.iter().rposition(|(_, choice)| *choice == Choice::Random);
        let is_certain = index > last_random.unwrap_or(0) && !self.is_given_up();
        if is_certain { self.outcome } else { Outcome::Unfinished }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.rule, self.size, self.seed, self.outcome)?;
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
        let outcome = word()?.parse()?;
        let moves = words.map(|word| choice(word, size)).collect::<Result<Vec<_>, _>>()?;
        let mut taken = HashSet::new();
        if let Some((pos, _)) = moves.iter().find(|(pos, _)| !taken.insert(*pos)) {
            return Err(format!("{pos} is played twice"));
        }
        Ok(Self { rule, size, seed, outcome, moves })
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
        let unfinished = line.replace("black", "unfinished");
        let record: Record = unfinished.parse().expect("a record");
        assert_eq!((record.outcome, record.to_string()), (Outcome::Unfinished, unfinished));
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
