//! Which engines play from which opening: a pure function of the number of a pair.

use std::collections::BTreeSet;
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
    /// The engines: the first one plays Black in the first game.
    pub engines: [usize; 2],
}

/// The index of the pair that a game, counted from 1, belongs to.
pub(crate) const fn pair_of(game: u64) -> u64 {
    (game - 1) / 2
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
        self.rounds.saturating_mul(2 * self.width())
    }

    /// Pairs in a round.
    fn width(&self) -> u64 {
        self.encounters.len() as u64
    }

    /// The pair of this number, in this match or in one with more rounds: a longer match begins like a
    /// shorter one.
    pub fn pair(&self, index: u64) -> Pair {
        let engines = self.encounters[(index % self.width()) as usize];
        Pair { index, round: index / self.width(), engines }
    }

    /// Whether this shard plays the pair.
    pub fn has(&self, pair: Pair) -> bool {
        pair.round < self.rounds && self.is_own(pair.index)
    }

    /// Whether this shard plays the pair of this number, in this match or in one with more rounds.
    pub fn is_own(&self, index: u64) -> bool {
        self.shard.has(index / self.width())
    }

    /// The number of pairs of this shard.
    pub fn pair_count(&self) -> u64 {
        self.shard.share(self.rounds).saturating_mul(self.width())
    }

    /// The pair at this place among those of this shard, from 0.
    pub fn pair_at(&self, place: u64) -> Pair {
        let round = self.shard.round(place / self.width());
        self.pair(round * self.width() + place % self.width())
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

    /// The most shards of a match: those that are missing are listed.
    const MOST: u64 = 100_000;

    /// Whether it is the whole match.
    pub fn is_whole(self) -> bool {
        self.of == 1
    }

    /// The shards that are not among these; none unless all are of one division.
    pub fn missing(present: &[Self]) -> Vec<Self> {
        let Some(Self { of, .. }) = present.first() else { return Vec::new() };
        if present.iter().any(|shard| shard.of != *of) {
            return Vec::new();
        }
        let known: BTreeSet<u64> = present.iter().map(|shard| shard.number).collect();
        let numbers = (1..=*of).filter(|number| !known.contains(number));
        numbers.map(|number| Self { number, of: *of }).collect()
    }

    /// Whether it has the item at this place, from 0.
    pub fn has(self, round: u64) -> bool {
        round % self.of == self.number - 1
    }

    /// How many of the first `rounds` rounds it plays.
    fn share(self, rounds: u64) -> u64 {
        rounds / self.of + u64::from(rounds % self.of >= self.number)
    }

    /// Its round at this place, from 0.
    fn round(self, place: u64) -> u64 {
        place * self.of + self.number - 1
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
            Some((Some(_), Some(of))) if of > Self::MOST => {
                Err(format!("{text:?}: expected {} shards at most", Self::MOST))
            }
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

    impl Schedule {
        /// The pairs of this shard, in order.
        fn pairs(&self) -> impl Iterator<Item = Pair> + '_ {
            (0..self.pair_count()).map(|place| self.pair_at(place))
        }
    }

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
        for of in [1, 2, 4, 7, 10, 13] {
            let mut parts: Vec<Pair> = Vec::new();
            for number in 1..=of {
                let shard = Shard { number, of };
                let schedule = Schedule::new(Tournament::RoundRobin, 3, 10, shard);
                assert_eq!(schedule.games(), whole.games());
                let pairs: Vec<Pair> = schedule.pairs().collect();
                assert_eq!(pairs.len() as u64, schedule.pair_count());
                assert!(pairs.iter().all(|&pair| schedule.has(pair)));
                let has = all.iter().filter(|&&pair| schedule.has(pair));
                assert_eq!(has.count(), pairs.len());
                parts.extend(pairs);
            }
            parts.sort_unstable_by_key(|pair| pair.index);
            assert_eq!(parts, all, "{of} shards");
        }
    }

    #[test]
    fn a_match_of_any_length_takes_no_memory() {
        let schedule = Schedule::new(Tournament::RoundRobin, 3, u64::MAX / 2, Shard::WHOLE);
        assert_eq!(schedule.games(), u64::MAX);
        assert_eq!(schedule.pair_count(), u64::MAX);
        assert_eq!(schedule.pairs().nth(7), Some(schedule.pair(7)));
    }

    #[test]
    fn a_longer_match_begins_like_a_shorter_one() {
        for tournament in [Tournament::RoundRobin, Tournament::Gauntlet] {
            for of in [1, 3] {
                let shard = Shard { number: of, of };
                let [short, long] =
                    [10, 25].map(|rounds| Schedule::new(tournament, 4, rounds, shard));
                let begin = long.pairs().take_while(|pair| pair.round < 10);
                assert!(begin.eq(short.pairs()), "{tournament:?} {shard}");
            }
        }
    }

    #[test]
    fn a_shard_is_one_of_several() {
        assert_eq!("3/8".parse(), Ok(Shard { number: 3, of: 8 }));
        let shards = ["3/4", "1/4"].map(|text| text.parse().expect("a shard"));
        assert_eq!(Shard::missing(&shards), [2, 4].map(|number| Shard { number, of: 4 }));
        assert_eq!(Shard::missing(&[Shard::WHOLE]), []);
        assert_eq!(Shard::missing(&[Shard::WHOLE, shards[0]]), []);
        for bad in ["0/8", "9/8", "3", "3/", "/8", "a/b", "3/8/2", ""] {
            assert!(bad.parse::<Shard>().is_err(), "{bad}");
        }
    }
}
