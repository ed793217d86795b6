//! How complete merged journals are, and how alike their results: as text and as JSON.

use std::fmt;

use serde::Serialize;

use crate::stats::homogeneity::ChiSquare;
use crate::stats::sprt::SprtVerdict;

/// What `match merge` says of the journals.
#[derive(Clone, Debug, Serialize)]
pub struct MergeFigures {
    /// Whether every pair is there that the result needs.
    pub complete: bool,
    /// What the sequential test of the match has found; `null` without one.
    pub verdict: Option<SprtVerdict>,
    /// Pairs of the whole match.
    pub expected: u64,
    /// Pairs in the journals.
    pub pairs: u64,
    /// Pairs in none of them.
    pub missing: u64,
    /// The number, from 0, of the first pair that the result needs and that is missing.
    pub first_missing: Option<u64>,
    /// Each journal, in the order of the command line.
    pub shards: Vec<ShardFigures>,
    /// The shards without a journal, such as `3/8`; none where the journals are not of one division.
    pub missing_shards: Vec<String>,
    /// Whether the shards differ by more than chance; `null` where there is too little to compare.
    pub homogeneity: Option<Homogeneity>,
}

/// A journal.
#[derive(Clone, Debug, Serialize)]
pub struct ShardFigures {
    /// Its file.
    pub journal: String,
    /// Its part of the match, such as `3/8`.
    pub shard: String,
    /// Its pairs.
    pub pairs: u64,
    /// The pairs of its part of the match.
    pub expected: u64,
}

/// The chi-square test of homogeneity.
#[derive(Clone, Debug, Serialize)]
pub struct Homogeneity {
    /// Chi-square.
    pub statistic: f64,
    /// Its degrees of freedom.
    pub degrees: u32,
    /// The probability that shards which differ by chance alone differ at least as much.
    pub p_value: f64,
    /// The shard that differs most from the others.
    pub worst: WorstShard,
}

/// The shard that adds most to the statistic.
#[derive(Clone, Debug, Serialize)]
pub struct WorstShard {
    /// Its journal.
    pub journal: String,
    /// Its part of the match.
    pub shard: String,
    /// Its share of the statistic.
    pub share: f64,
}

impl Homogeneity {
    /// The test of the shards of these journals; `None` when they are exactly alike.
    pub fn new(test: &ChiSquare, shards: &[ShardFigures]) -> Option<Self> {
        let ChiSquare { statistic, degrees, p_value, ref contributions } = *test;
        let parts = shards.iter().zip(contributions);
        let (ShardFigures { journal, shard, .. }, most) =
            parts.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        let share = if statistic > 0.0 { most / statistic } else { 0.0 };
        let worst = WorstShard { journal: journal.clone(), shard: shard.clone(), share };
        Some(Self { statistic, degrees, p_value, worst })
    }
}

/// Shards that are named in the text.
const MAX_NAMED: usize = 10;

impl fmt::Display for MergeFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(first) = self.first_missing {
            let Self { missing, expected, .. } = self;
            let (pair, game) = (first + 1, 2 * first + 1);
            writeln!(
                f,
                "Missing: {missing} of {expected} pairs are in no journal; the first is pair {pair} (game \
                 {game})"
            )?;
            let partial = self.shards.iter().filter(|shard| shard.pairs < shard.expected);
            let partial = partial.map(|ShardFigures { journal, shard, pairs, expected }| {
                format!("shard {shard}: {pairs} of {expected} pairs in {journal}")
            });
            let none = self.missing_shards.iter().map(|shard| format!("shard {shard}: no journal"));
            let lines: Vec<String> = partial.chain(none).collect();
            for line in lines.iter().take(MAX_NAMED) {
                writeln!(f, "  {line}")?;
            }
            if let Some(more) = lines.len().checked_sub(MAX_NAMED).filter(|&more| more > 0) {
                writeln!(f, "  and {more} more")?;
            }
        }
        let Some(Homogeneity { statistic, degrees, p_value, worst }) = &self.homogeneity else {
            return Ok(());
        };
        let WorstShard { journal, shard, share } = worst;
        let share = 100.0 * share;
        writeln!(
            f,
            "Homogeneity of the shards: chi-square {statistic:.2}, {degrees} degrees of freedom, p \
             {p_value:.3}; shard {shard} ({journal}) differs most, {share:.0} % of it"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures(shards: u64) -> MergeFigures {
        let shard = |number| ShardFigures {
            journal: format!("s{number}"),
            shard: format!("{number}/20"),
            pairs: number,
            expected: 9,
        };
        let shards: Vec<ShardFigures> = (1..=shards).map(shard).collect();
        let contributions = vec![1.0, 3.0];
        let test = ChiSquare { statistic: 4.0, degrees: 1, p_value: 0.0455, contributions };
        MergeFigures {
            complete: false,
            verdict: Some(SprtVerdict::Continue),
            expected: 20,
            pairs: 17,
            missing: 3,
            first_missing: Some(4),
            homogeneity: Homogeneity::new(&test, &shards),
            shards,
            missing_shards: vec!["5/20".to_owned()],
        }
    }

    #[test]
    fn what_is_missing_is_named() {
        let expected = "\
Missing: 3 of 20 pairs are in no journal; the first is pair 5 (game 9)
  shard 1/20: 1 of 9 pairs in s1
  shard 2/20: 2 of 9 pairs in s2
  shard 5/20: no journal
Homogeneity of the shards: chi-square 4.00, 1 degrees of freedom, p 0.045; shard 2/20 (s2) differs most, 75 % of it
";
        assert_eq!(figures(2).to_string(), expected);
        let many = MergeFigures { homogeneity: None, ..figures(8) };
        let many = MergeFigures {
            missing_shards: ["9/20", "10/20", "11/20"].map(str::to_owned).into(),
            ..many
        };
        assert_eq!(many.to_string().lines().count(), 1 + 10 + 1);
        assert!(many.to_string().ends_with("\n  shard 10/20: no journal\n  and 1 more\n"));
        let complete = MergeFigures { first_missing: None, homogeneity: None, ..many };
        assert_eq!(complete.to_string(), "");
    }
}
