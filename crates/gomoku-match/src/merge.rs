//! `match merge`: joins the shards of a match into the result of a single run.

use std::io::Write;

use anyhow::{Context, bail, ensure};

use crate::arguments::MergeArgs;
use crate::disk;
use crate::game::played::PlayedPair;
use crate::host::Finish;
use crate::journal::{self, JournalHeader};
use crate::match_config::MatchConfig;
use crate::output::match_output::{MatchOutput, OutputFormat};
use crate::output::records;
use crate::output::scoreboard::Scoreboard;
use crate::schedule::pairing::Shard;
use crate::stats::homogeneity::{ChiSquare, chi_square};
use crate::stats::results::Counts;

/// A shard of a match: what its journal holds.
type PlayedShard = (JournalHeader, Vec<PlayedPair>);

/// Reads the journals, counts their pairs in the order of the whole match and prints the result: with
/// a sequential test it ends where a single run would have ended.
///
/// # Errors
/// When a journal cannot be read, two are of different matches or builds or of the same shard, or the
/// output cannot be written.
pub(crate) fn merge(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<Finish> {
    if let Some(record) = &args.record {
        records::ensure_writable(record)?;
    }
    if let Some(chart) = &args.chart {
        disk::ensure_writable(chart)?;
    }
    let shards = read_shards(args)?;
    let config = whole(&shards.first().context("no journal")?.0.config);
    let by_shard: Vec<Counts> =
        shards.iter().map(|(header, pairs)| count(&header.config, pairs)).collect();
    let mut scoreboard = Scoreboard::new(&config);
    for pair in shards.into_iter().flat_map(|(_, pairs)| pairs) {
        scoreboard.add(pair);
    }
    let expected = scoreboard.left();
    scoreboard.close();
    let missing = expected - scoreboard.left();
    let format = if args.json { OutputFormat::Json } else { OutputFormat::Text };
    let mut output =
        MatchOutput::new(format, &config, args.record.as_deref(), args.chart.as_deref(), out)?;
    output.count_played(&mut scoreboard)?;
    if missing > 0 {
        output.note(&format!("Missing: {missing} of {expected} pairs are in no journal"))?;
    }
    if let Some(test) = chi_square(&by_shard) {
        let ChiSquare { statistic, degrees, p_value, .. } = test;
        output.note(&format!(
            "Homogeneity of the shards: chi-square {statistic:.2}, {degrees} degrees of freedom, p {p_value:.3}"
        ))?;
    }
    output.end(&mut scoreboard, None)?;
    let is_complete = missing == 0 || scoreboard.is_decided();
    Ok(if is_complete { Finish::Complete } else { Finish::Interrupted })
}

/// Reads the journals, which must be different shards of one match.
fn read_shards(args: &MergeArgs) -> anyhow::Result<Vec<PlayedShard>> {
    let mut shards: Vec<PlayedShard> = Vec::new();
    for path in &args.journals {
        let (header, pairs) = journal::read(path)?;
        let name = path.display();
        if let Some((first, _)) = shards.first() {
            let first_name = args.journals[0].display();
            if let Some(difference) =
                journal::difference(&whole(&first.config), &whole(&header.config))?
            {
                bail!("{name} is of another match than {first_name}: {difference}");
            }
            if let Some([engine, own, other]) = header.program_difference(first) {
                bail!(
                    "{name} was played with another build of {engine} than {first_name}: the hashes \
                     of its program file are {own} and {other}"
                );
            }
        }
        let shard = header.config.shard;
        let is_known = shards.iter().any(|(other, _)| other.config.shard == shard);
        ensure!(!is_known, "{name} is a second journal of shard {shard}");
        shards.push((header, pairs.into_values().collect()));
    }
    Ok(shards)
}

/// The configuration of the match that a shard is part of.
fn whole(config: &MatchConfig) -> MatchConfig {
    MatchConfig { shard: Shard::WHOLE, ..config.clone() }
}

/// All results of one shard, without a sequential test.
fn count(config: &MatchConfig, pairs: &[PlayedPair]) -> Counts {
    let mut scoreboard = Scoreboard::new(&MatchConfig { sprt: None, ..config.clone() });
    for pair in pairs {
        scoreboard.add(pair.clone());
    }
    scoreboard.close();
    while scoreboard.count_next().is_some() {}
    scoreboard.summary().encounters.iter().map(|encounter| encounter.counts).sum()
}
