//! Which engines play from which opening: a pure function of the number of a pair.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
}

/// Two games from one opening, each engine with both colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// Its number in the whole match, from 0; its games are `2 * index + 1` and the one after it.
    pub index: u64,
    /// The index of the opening in the book.
    pub round: u64,
    /// The engines: the first one moves first in the first game.
    pub engines: [usize; 2],
}

/// The pairs of a match, round by round, so that all encounters advance evenly.
#[derive(Clone, Debug)]
pub struct Schedule {
    encounters: Vec<[usize; 2]>,
    rounds: u64,
    shard: Shard,
}

impl Schedule {
    /// The schedule of `engines` engines that play `rounds` pairs in each encounter.
    pub fn new(tournament: Tournament, engines: usize, rounds: u64, shard: Shard) -> Self {
        let firsts = match tournament {
            Tournament::RoundRobin => 0..engines,
            Tournament::Gauntlet => 0..1,
        };
        let encounters = firsts
            .flat_map(|first| (first + 1..engines).map(move |second| [first, second]))
            .collect();
        Self { encounters, rounds, shard }
    }

    /// The pairs of engines that meet.
    pub fn encounters(&self) -> &[[usize; 2]] {
        &self.encounters
    }

    /// Games of the whole match, the other shards' included.
    pub fn games(&self) -> u64 {
        2 * self.rounds * self.encounters.len() as u64
    }

    /// The pairs of this shard, in order.
    pub fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
        let width = self.encounters.len() as u64;
        (0..self.rounds).filter(|&round| self.shard.plays(round)).flat_map(move |round| {
            self.encounters.iter().zip(0..).map(move |(&engines, place)| Pair {
                index: round * width + place,
                round,
                engines,
            })
        })
    }
}

/// One part of a match that several machines play: the rounds whose number, divided by the number of
/// shards, leaves this shard's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Shard {
    number: u64,
    of: u64,
}

impl Shard {
    /// The whole match.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    fn plays(self, round: u64) -> bool {
        round % self.of == self.number - 1
    }
}

impl Default for Shard {
    fn default() -> Self {
        Self::WHOLE
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl FromStr for Shard {
    type Err = String;

    /// Reads `3/8`.
    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.parse::<u64>().ok();
        match text.split_once('/').map(|(number_, of)| (number(number_), number(of))) {
            Some((Some(number), Some(of))) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(format!("{text:?}: expected a shard such as 3/8, counted from 1")),
        }
    }
}

impl TryFrom<String> for Shard {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Shard> for String {
    fn from(shard: Shard) -> Self {
        shard.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everyone_meets_everyone_or_the_first() {
        let encounters =
            |tournament| Schedule::new(tournament, 4, 1, Shard::WHOLE).encounters().to_vec();
        assert_eq!(
            encounters(Tournament::RoundRobin),
            [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
        );
        assert_eq!(encounters(Tournament::Gauntlet), [[0, 1], [0, 2], [0, 3]]);
    }

    #[test]
    fn shards_share_the_match_out() {
        let whole = Schedule::new(Tournament::RoundRobin, 3, 10, Shard::WHOLE);
        let all: Vec<Pair> = whole.pairs().collect();
        assert!(all.iter().zip(0..).all(|(pair, index)| pair.index == index));
        assert_eq!(all.len() as u64 * 2, whole.games());
        let mut parts: Vec<Pair> = Vec::new();
        for number in 1..=4 {
            let shard = Shard { number, of: 4 };
            let schedule = Schedule::new(Tournament::RoundRobin, 3, 10, shard);
            assert_eq!(schedule.games(), whole.games());
            parts.extend(schedule.pairs());
        }
        parts.sort_unstable_by_key(|pair| pair.index);
        assert_eq!(parts, all);
    }

    #[test]
    fn a_shard_is_one_of_several() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        for bad in ["0/8", "9/8", "3", "3/", "/8", "a/b", "3/8/2", ""] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
