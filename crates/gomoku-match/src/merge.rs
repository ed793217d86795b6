//! `match merge`: joins the shards of a match into the result of a single run.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};

use crate::arguments::MergeArgs;
use crate::difference::difference;
use crate::disk::{self, LineReader, Span};
use crate::game::played::PlayedPair;
use crate::host::{Finish, Host};
use crate::interrupt;
use crate::journal::{self, Content, JournalHeader, parse_pair};
use crate::match_config::MatchConfig;
use crate::output::game_files;
use crate::output::html::{HtmlReport, MatchFigures};
use crate::output::match_output::{MatchOutput, OutputFormat};
use crate::output::merge_figures::{Homogeneity, MergeFigures, ShardFigures};
use crate::output::records;
use crate::output::scoreboard::Scoreboard;
use crate::output::summary::MatchState;
use crate::pair_result::PairResult;
use crate::schedule::pairing::Shard;
use crate::stats::homogeneity::chi_square;
use crate::stats::results::Counts;

/// The shortest time between two looks at the journals that are followed.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Prints the result of the journals' match, with `--follow` once it is decided or complete, or at an interrupt.
///
/// # Errors
/// When a journal cannot be read, two are of different matches or builds or hold the same pair, or the
/// output cannot be written.
pub(crate) fn merge(args: &MergeArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let MergeArgs { journals, record, chart, html, .. } = args;
    let written = [chart.as_ref(), html.as_ref()];
    game_files::ensure_distinct(journals, &written, record.as_deref(), None)?;
    if let Some(record) = record {
        records::ensure_writable(record)?;
    }
    for file in [chart, html].into_iter().flatten() {
        disk::ensure_writable(file)?;
    }
    if args.follow {
        let finish = result(&followed(args, host)?, host, out)?;
        return Ok(finish.unwrap_or(Finish::Interrupted));
    }
    let finish = result(args, host, out)?;
    if finish.is_none() {
        writeln!(io::stderr(), "no journal is begun")?;
    }
    Ok(finish.unwrap_or(Finish::Interrupted))
}

/// Waits until the match is decided or complete, or until an interrupt; the journals that are there then.
fn followed(args: &MergeArgs, host: &Host) -> anyhow::Result<MergeArgs> {
    loop {
        let start = Instant::now();
        let journals = args.journals.iter().filter(|path| path.exists()).cloned().collect();
        let there = MergeArgs { journals, ..args.clone() };
        let silent = MergeArgs { record: None, chart: None, html: None, ..there.clone() };
        if result(&silent, host, &mut io::sink())? == Some(Finish::Complete) {
            return Ok(there);
        }
        // Long journals are not read all the time.
        if interrupt::comes_within(&host.stop, LOOK_EVERY.max(10 * start.elapsed())) {
            return Ok(there);
        }
    }
}

/// Reads the journals, counts their pairs in the order of the whole match and prints the result. A
/// sequential test sees them up to the first that is missing, and ends where a single run would have ended.
/// `None` when no journal is begun.
fn result(args: &MergeArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Option<Finish>> {
    let report = args.html.as_deref().map(|path| HtmlReport::create(path, host)).transpose()?;
    let Some((shards, results)) = Shards::read(args)? else { return Ok(None) };
    let config = shards.whole();
    let mut scoreboard = Scoreboard::new(&config);
    let by_shard = shards.count(&results);
    for (number, result) in results {
        scoreboard.add(number, result);
    }
    let format = if args.json { OutputFormat::Json } else { OutputFormat::Text };
    let mut output = MatchOutput::new(
        format,
        &config,
        args.record.as_deref(),
        args.chart.as_deref(),
        &host.viewer,
        out,
    )?;
    if let Some(mut report) = report {
        report.begin(shards.match_figures(&config));
        output.set_report(report);
    }
    let read = |number| shards.pair(number);
    output.count_played(&mut scoreboard, &read)?;
    let figures = shards.figures(&config, &scoreboard, &by_shard);
    let (finish, state) = if figures.complete {
        (Finish::Complete, MatchState::Finished)
    } else {
        (Finish::Interrupted, MatchState::Incomplete)
    };
    scoreboard.set_state(state);
    scoreboard.close();
    output.merged(&figures)?;
    output.end(&mut scoreboard, None, &read)?;
    Ok(Some(finish))
}

/// A shard of a match.
struct PlayedShard {
    journal: String,
    header: JournalHeader,
    reader: LineReader,
    pairs: u64,
}

/// Shards of one match.
struct Shards {
    list: Vec<PlayedShard>,
    /// Where each pair stands: in which shard, and where in its journal.
    places: BTreeMap<u64, (usize, Span)>,
    /// The files of engines may differ.
    is_forced: bool,
}

impl Shards {
    /// Reads the journals that are begun, `None` without any; also returns the result of each pair.
    fn read(args: &MergeArgs) -> anyhow::Result<Option<(Self, BTreeMap<u64, PairResult>)>> {
        let is_forced = args.force_merge;
        let mut this = Self { list: Vec::new(), places: BTreeMap::new(), is_forced };
        let mut results = BTreeMap::new();
        for path in &args.journals {
            let Some((Content { header, earlier, pairs }, reader)) = journal::read(path)? else {
                continue;
            };
            this.ensure_same_match(path, &header)?;
            if !this.is_forced {
                this.ensure_same_files(path, earlier.iter().chain([&header]))?;
            }
            let journal = path.display().to_string();
            for (&number, pair) in &pairs {
                let place = (this.list.len(), pair.span);
                if let Some((other, _)) = this.places.insert(number, place) {
                    let other = &this.list[other].journal;
                    bail!("{journal} and {other} both hold pair {}", number + 1);
                }
            }
            this.list.push(PlayedShard { journal, header, reader, pairs: pairs.len() as u64 });
            results.extend(pairs.into_iter().map(|(number, pair)| (number, pair.result)));
        }
        Ok((!this.list.is_empty()).then_some((this, results)))
    }

    /// Fails unless the journal at `path` is of the same match as the first one and of another shard than
    /// all.
    fn ensure_same_match(&self, path: &Path, header: &JournalHeader) -> anyhow::Result<()> {
        let name = path.display();
        let Some(PlayedShard { journal: first_name, header: first, .. }) = self.list.first() else {
            return Ok(());
        };
        if let Some(difference) = difference(&first.config.common(), &header.config.common())? {
            bail!("{name} is of another match than {first_name}: {difference}");
        }
        let shard = header.config.shard;
        let is_known = self.list.iter().any(|other| other.header.config.shard == shard);
        ensure!(!is_known, "{name} is a second journal of shard {shard}");
        Ok(())
    }

    /// Fails unless the files of the engines were always the same.
    fn ensure_same_files<'a>(
        &'a self,
        path: &Path,
        mut headers: impl Iterator<Item = &'a JournalHeader>,
    ) -> anyhow::Result<()> {
        let first = self.list.first().map(|shard| (&shard.header, Some(shard.journal.as_str())));
        let Some((first, other)) = first.or_else(|| Some((headers.next()?, None))) else {
            return Ok(());
        };
        for header in headers {
            if let Some((engine, change)) = first.change(header) {
                let change = match other {
                    Some(other) => change.than(engine, other),
                    None => change.since(engine),
                };
                bail!("{} was played {change}; use --force-merge to mix them", path.display());
            }
        }
        Ok(())
    }

    /// The configuration of the match: as long as its longest shard.
    fn whole(&self) -> MatchConfig {
        let configs = self.list.iter().map(|shard| &shard.header.config);
        let games = configs.map(|config| config.games).max().unwrap_or(0);
        MatchConfig { games, ..self.list[0].header.config.common() }
    }

    /// The match, its files and machines.
    fn match_figures(&self, config: &MatchConfig) -> MatchFigures {
        let header = JournalHeader { config: config.clone(), ..self.list[0].header.clone() };
        let machines: BTreeSet<&str> =
            self.list.iter().map(|shard| shard.header.machine.as_str()).collect();
        MatchFigures {
            files: self.list.iter().map(|shard| shard.journal.clone()).collect(),
            size: config.game.size,
            seed: Some(config.seed.to_string()),
            header: Some(header),
            machines: machines.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The pair of this number.
    fn pair(&self, number: u64) -> anyhow::Result<PlayedPair> {
        let (shard, span) = self.places.get(&number).context("a pair in no journal")?;
        parse_pair(&self.list[*shard].reader.line_at(*span)?)
    }

    /// All results of each shard.
    fn count(&self, results: &BTreeMap<u64, PairResult>) -> Vec<Counts> {
        let mut counts = vec![Counts::default(); self.list.len()];
        for (number, result) in results {
            if let Some((shard, _)) = self.places.get(number) {
                counts[*shard].count_pair(result.scores);
            }
        }
        counts
    }

    /// What there is to say of the journals, once `scoreboard` has counted the pairs before the first that
    /// is missing.
    fn figures(
        &self,
        config: &MatchConfig,
        scoreboard: &Scoreboard,
        counts: &[Counts],
    ) -> MergeFigures {
        let shard = |shard: &PlayedShard| {
            let own = shard.header.config.shard;
            ShardFigures {
                journal: shard.journal.clone(),
                shard: own.to_string(),
                pairs: shard.pairs,
                expected: MatchConfig { shard: own, ..config.clone() }.schedule().pair_count(),
            }
        };
        let shards: Vec<ShardFigures> = self.list.iter().map(shard).collect();
        let (expected, pairs) = (config.schedule().pair_count(), self.places.len() as u64);
        let first_missing = scoreboard.first_missing();
        let present: Vec<Shard> = self.list.iter().map(|it| it.header.config.shard).collect();
        let missing_shards = Shard::missing(&present).iter().map(ToString::to_string).collect();
        MergeFigures {
            complete: first_missing.is_none(),
            verdict: scoreboard.summary().verdict(),
            expected,
            pairs,
            missing: expected.saturating_sub(pairs),
            first_missing,
            homogeneity: chi_square(counts).and_then(|test| Homogeneity::new(&test, &shards)),
            shards,
            missing_shards,
        }
    }
}
