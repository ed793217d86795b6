//! `match merge`: the shards of a match put together, with the verdict of a single run.

use std::io::Write;

use anyhow::{Context, bail, ensure};

use crate::arguments::MergeArgs;
use crate::journal::{self, PlayedPair};
use crate::match_config::Conditions;
use crate::output::match_output::{Style, Teller};
use crate::output::scoreboard::Tally;
use crate::runner::Finish;
use crate::schedule::pairing::Shard;
use crate::stats::homogeneity::{ChiSquare, chi_square};
use crate::stats::results::Counts;

/// Reads the journals, counts their pairs in the order of the whole match, and tells the figures: with
/// a test it ends where a single run would have ended.
///
/// # Errors
/// When a journal cannot be read, two are of different matches or of the same shard, or the output
/// cannot be written.
pub(crate) fn merge(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let mut shards: Vec<(Conditions, Vec<PlayedPair>)> = Vec::new();
    for path in &args.journals {
        let (header, pairs) = journal::read(path)?;
        let (name, conditions) = (path.display(), header.conditions);
        if let Some((first, _)) = shards.first()
            && let Some(difference) = journal::difference(&whole(first), &whole(&conditions))?
        {
            bail!("{name} is of another match than {}: {difference}", args.journals[0].display());
        }
        let known = |(other, _): &(Conditions, _)| other.shard == conditions.shard;
        ensure!(
            !shards.iter().any(known),
            "{name} is a second journal of shard {}",
            conditions.shard
        );
        shards.push((conditions, pairs.into_values().collect()));
    }
    let conditions = whole(&shards.first().context("no journal")?.0);
    let by_shard: Vec<Counts> = shards.iter().map(|(own, pairs)| count(own, pairs)).collect();
    let mut tally = Tally::new(&conditions);
    for pair in shards.into_iter().flat_map(|(_, pairs)| pairs) {
        tally.add(pair);
    }
    let expected = tally.left();
    tally.close();
    let missing = expected - tally.left();
    let style = if args.json { Style::Json } else { Style::Text };
    let mut teller =
        Teller::new(style, &conditions, args.record.as_deref(), args.chart.as_deref(), out)?;
    teller.catch_up(&mut tally)?;
    if missing > 0 {
        teller.note(&format!("Missing: {missing} of {expected} pairs are in no journal"))?;
    }
    if let Some(test) = chi_square(&by_shard) {
        let ChiSquare { statistic, degrees, p_value, .. } = test;
        teller.note(&format!(
            "Agreement of the shards: chi-square {statistic:.2}, {degrees} degrees of freedom, p {p_value:.3}"
        ))?;
    }
    teller.end(&mut tally, None)?;
    Ok(Finish::Complete)
}

/// The conditions of the match that a shard is a part of.
fn whole(conditions: &Conditions) -> Conditions {
    Conditions { shard: Shard::WHOLE, ..conditions.clone() }
}

/// The results of one shard, without a test.
fn count(conditions: &Conditions, pairs: &[PlayedPair]) -> Counts {
    let mut tally = Tally::new(&Conditions { sprt: None, ..conditions.clone() });
    for pair in pairs {
        tally.add(pair.clone());
    }
    tally.close();
    while tally.count_next().is_some() {}
    tally.summary().encounters.iter().map(|encounter| encounter.counts).sum()
}
