//! `match merge`: the shards of a match put together, with the verdict of a single run.

use std::io::Write;

use anyhow::{Context, bail, ensure};

use crate::arguments::MergeArgs;
use crate::game::played::PlayedPair;
use crate::host::Finish;
use crate::journal;
use crate::match_config::MatchConfig;
use crate::output::match_output::{MatchOutput, OutputFormat};
use crate::output::scoreboard::Scoreboard;
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
    let mut shards: Vec<(MatchConfig, Vec<PlayedPair>)> = Vec::new();
    for path in &args.journals {
        let (header, pairs) = journal::read(path)?;
        let (name, conditions) = (path.display(), header.conditions);
        if let Some((first, _)) = shards.first()
            && let Some(difference) = journal::difference(&whole(first), &whole(&conditions))?
        {
            bail!("{name} is of another match than {}: {difference}", args.journals[0].display());
        }
        let known = |(other, _): &(MatchConfig, _)| other.shard == conditions.shard;
        ensure!(
            !shards.iter().any(known),
            "{name} is a second journal of shard {}",
            conditions.shard
        );
        shards.push((conditions, pairs.into_values().collect()));
    }
    let conditions = whole(&shards.first().context("no journal")?.0);
    let by_shard: Vec<Counts> = shards.iter().map(|(own, pairs)| count(own, pairs)).collect();
    let mut scoreboard = Scoreboard::new(&conditions);
    for pair in shards.into_iter().flat_map(|(_, pairs)| pairs) {
        scoreboard.add(pair);
    }
    let expected = scoreboard.left();
    scoreboard.close();
    let missing = expected - scoreboard.left();
    let style = if args.json { OutputFormat::Json } else { OutputFormat::Text };
    let mut output =
        MatchOutput::new(style, &conditions, args.record.as_deref(), args.chart.as_deref(), out)?;
    output.catch_up(&mut scoreboard)?;
    if missing > 0 {
        output.note(&format!("Missing: {missing} of {expected} pairs are in no journal"))?;
    }
    if let Some(test) = chi_square(&by_shard) {
        let ChiSquare { statistic, degrees, p_value, .. } = test;
        output.note(&format!(
            "AdjudicationRule of the shards: chi-square {statistic:.2}, {degrees} degrees of freedom, p {p_value:.3}"
        ))?;
    }
    output.end(&mut scoreboard, None)?;
    Ok(Finish::Complete)
}

/// The conditions of the match that a shard is a part of.
fn whole(conditions: &MatchConfig) -> MatchConfig {
    MatchConfig { shard: Shard::WHOLE, ..conditions.clone() }
}

/// The results of one shard, without a test.
fn count(conditions: &MatchConfig, pairs: &[PlayedPair]) -> Counts {
    let mut scoreboard = Scoreboard::new(&MatchConfig { sprt: None, ..conditions.clone() });
    for pair in pairs {
        scoreboard.add(pair.clone());
    }
    scoreboard.close();
    while scoreboard.count_next().is_some() {}
    scoreboard.summary().encounters.iter().map(|encounter| encounter.counts).sum()
}
