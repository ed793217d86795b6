//! The command line of `match`.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, bail, ensure};

use crate::engine_io::limits::EngineSettings;
use crate::host::Host;
use crate::match_config::MatchConfig;
use crate::match_options::{MatchOptions, ensure_limited};
use crate::output::summary::check_name;
use crate::schedule::openings::OpeningSource;
use crate::schedule::pairing::{Shard, Tournament};
use crate::stats::sprt::Sprt;
use crate::units::{parse_bytes, parse_jobs, parse_match_time, parse_time_limit};

/// The levels of Shisan, in Elo.
const LEVELS: RangeInclusive<u32> = 100..=2200;

/// The Elo that a player may be given: farther apart no result could be told from certainty.
const ANCHORS: RangeInclusive<f64> = -10_000.0..=10_000.0;

/// A match between engines.
#[derive(Clone, Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub(crate) command: Option<MatchCommand>,
    #[command(flatten)]
    pub(crate) setup: SetupArgs,
    #[command(flatten)]
    pub(crate) run: RunArgs,
}

/// The subcommands of `match`.
#[derive(Clone, Debug, clap::Subcommand)]
pub(crate) enum MatchCommand {
    /// Merge the journals of all shards of a match: exit code 75 if games are missing
    Merge(MergeArgs),
    /// Rate the players of any matches and games by one fit to all results
    Rate(RateArgs),
}

/// The journals to merge.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MergeArgs {
    /// Print JSON lines instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the games: a collection to .sgf or .pgn, one game per line to .jsonl, numbered files to .psq
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the LLR or the Elo over the games as SVG, with several engines the Elo of each
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Write a report to open in a browser: ranks, faults, times, openings, charts, every game on a board
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Wait until the match is decided or complete; journals may be missing and grow until then
    #[arg(long)]
    pub follow: bool,
    /// Merge them although an engine's program, or a file that its command names, differs between them
    #[arg(long)]
    pub force_merge: bool,
    /// Journals of shards of one match
    #[arg(required = true)]
    pub journals: Vec<PathBuf>,
}

/// The games to rate.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct RateArgs {
    /// Print a line of JSON instead of text
    #[arg(long)]
    pub json: bool,
    /// The Elo of one player, from which the others count [default: the mean of all is 0]
    #[arg(long, value_name = "NAME=ELO")]
    pub anchor: Option<Anchor>,
    /// Write a report to open in a browser: ranks, faults, times, openings, charts, every game on a board
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
    /// Journals of matches, games in any format that `convert` reads, PGN, or folders of them
    #[arg(required = true)]
    pub files: Vec<PathBuf>,
}

/// A player with a given Elo.
#[derive(Clone, Debug)]
pub(crate) struct Anchor {
    pub name: String,
    pub elo: f64,
}

impl FromStr for Anchor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // Names of players may hold the sign.
        let parts = text.rsplit_once('=').and_then(|(name, elo)| Some((name, elo.parse().ok()?)));
        let is_fine = |(name, elo): &(&str, f64)| !name.is_empty() && ANCHORS.contains(elo);
        let (name, elo) = parts.filter(is_fine).ok_or_else(|| {
            let (first, last) = (ANCHORS.start(), ANCHORS.end());
            format!("expected NAME=ELO with an Elo from {first} to {last}")
        })?;
        Ok(Self { name: name.to_owned(), elo })
    }
}

/// What decides the games.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct SetupArgs {
    /// An engine: a name without spaces and the command that starts it; give two or more. In the command
    /// `shisan` is this program, unless PATH has another
    #[arg(long = "engine", value_name = "NAME=COMMAND", required = true)]
    engines: Vec<Assignment>,
    /// Which engines meet, with more than two
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    #[command(flatten)]
    common: MatchOptions,
    /// Games between each two engines, two from each opening
    #[arg(long, value_name = "N", default_value_t = 100)]
    games: u64,
    /// Override a limit for one engine: turn-time, match-time, increment, nodes, depth, threads, memory
    /// or folder
    #[arg(long = "limit", value_name = "NAME.KEY=VALUE", value_parser = parse_setting)]
    limits: Vec<Assignment>,
    /// Send `INFO KEY VALUE` to one engine
    #[arg(long = "option", value_name = "NAME.KEY=VALUE", value_parser = parse_setting)]
    options: Vec<Assignment>,
    /// Let one engine play at this strength (`INFO level`), if it has levels
    #[arg(long = "level", value_name = "NAME=ELO")]
    levels: Vec<Assignment>,
    /// Stop when a sequential test (SPRT) decides: `elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=logistic]`
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Play one part of the match, such as 3/8; `match merge` joins the parts
    #[arg(long, default_value_t)]
    shard: Shard,
}

/// How a match is run and printed, which changes none of its games.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct RunArgs {
    /// Games to play at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub jobs: usize,
    /// Allow more search threads than this machine has cores
    #[arg(long)]
    pub force_jobs: bool,
    /// Let an engine that fails to start a game lose it, instead of ending the run
    #[arg(long)]
    pub recover: bool,
    /// Keep what is finished in this file [default: named after the engines]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Continue from the journal
    #[arg(long)]
    pub resume: bool,
    /// Continue although a program, or a file that a command names, has changed
    #[arg(long, requires = "resume")]
    pub force_resume: bool,
    /// Print JSON lines instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the games: a collection to .sgf or .pgn, one game per line to .jsonl, numbered files to .psq
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw no progress bar
    #[arg(long)]
    pub no_progress: bool,
    /// Log the dialogues to this folder, one file per game
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    /// Draw the LLR or the Elo over the games as SVG, with several engines the Elo of each
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Write a report to open in a browser: ranks, faults, times, openings, charts, every game on a board
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

impl SetupArgs {
    /// The configuration and the openings that the arguments ask for.
    ///
    /// # Errors
    /// When they contradict each other, name an unknown engine, or the openings cannot be read.
    pub fn config(&self, host: &Host) -> anyhow::Result<(MatchConfig, OpeningSource)> {
        ensure!(self.engines.len() >= 2, "--engine: expected two engines or more");
        let is_even = self.games > 0 && self.games.is_multiple_of(2);
        ensure!(is_even, "--games {}: expected an even number of games from 2 on", self.games);
        let engines = self.engine_settings()?;
        let (source, openings) = self.common.openings(host)?;
        if self.sprt.is_some() {
            ensure!(engines.len() == 2, "--sprt: a sequential test is between two engines");
        }
        let config = MatchConfig {
            engines,
            tournament: self.tournament,
            game: self.common.game()?,
            games: self.games,
            openings,
            seed: self.common.seed,
            sprt: self.sprt,
            shard: self.shard,
        };
        let (shard, games) = (self.shard, self.games);
        ensure!(
            config.schedule().pair_count() > 0,
            "--shard {shard}: it has no games: --games {games} is too few"
        );
        Ok((config, source))
    }

    /// The file of openings, if one is named.
    pub fn openings_file(&self) -> Option<&Path> {
        self.common.openings_file()
    }

    fn engine_settings(&self) -> anyhow::Result<Vec<EngineSettings>> {
        let mut engines: Vec<EngineSettings> = Vec::new();
        for Assignment { key: name, value: command } in &self.engines {
            let subject = || format!("--engine {name}");
            check_name(name).map_err(anyhow::Error::msg).with_context(subject)?;
            let is_new = engines.iter().all(|other| other.name != *name);
            ensure!(is_new, "{}: the name of two engines", subject());
            engines.push(self.common.engine(name, command));
        }
        ensure_once("--limit", &self.limits)?;
        ensure_once("--level", &self.levels)?;
        for limit in &self.limits {
            let name = || format!("--limit {limit}");
            let (engine, key) = find(&mut engines, &limit.key).with_context(name)?;
            set_limit(engine, key, &limit.value).with_context(name)?;
        }
        for Assignment { key: name, value: elo } in &self.levels {
            let engine = engines.iter_mut().find(|engine| engine.name == *name);
            let engine = engine
                .with_context(|| format!("--level {name}={elo}: no engine is called {name}"))?;
            let is_level = elo.parse().is_ok_and(|elo: u32| LEVELS.contains(&elo));
            let (first, last) = (LEVELS.start(), LEVELS.end());
            ensure!(
                is_level,
                "--level {name}={elo}: expected a whole number from {first} to {last}"
            );
            engine.limits.options.push(("level".to_owned(), elo.clone()));
        }
        for option in &self.options {
            let name = || format!("--option {option}");
            let (engine, key) = find(&mut engines, &option.key).with_context(name)?;
            let mut known = engine.limits.options.iter();
            let is_new = known.all(|(known, _)| !known.eq_ignore_ascii_case(key));
            ensure!(is_new, "{}: {key} is given twice", name());
            engine.limits.options.push((key.to_owned(), option.value.clone()));
        }
        engines.iter().try_for_each(ensure_limited)?;
        Ok(engines)
    }
}

/// Refuses two values of which only one could count.
fn ensure_once(flag: &str, assignments: &[Assignment]) -> anyhow::Result<()> {
    let mut known = BTreeSet::new();
    for assignment in assignments {
        let key = &assignment.key;
        ensure!(known.insert(key), "{flag} {assignment}: {key} is given twice");
    }
    Ok(())
}

/// Reads `NAME.KEY=VALUE`, whose key has a dot then.
fn parse_setting(text: &str) -> Result<Assignment, String> {
    let is_dotted = |setting: &Assignment| {
        let parts = setting.key.rsplit_once('.');
        parts.is_some_and(|(name, key)| !name.is_empty() && !key.is_empty())
    };
    let setting = text.parse::<Assignment>().ok().filter(is_dotted);
    setting.ok_or_else(|| "expected NAME.KEY=VALUE".to_owned())
}

/// The engine that `NAME.KEY` is about, and the key. A name may hold dots: the longest that fits counts.
fn find<'a, 'b>(
    engines: &'a mut [EngineSettings],
    setting: &'b str,
) -> anyhow::Result<(&'a mut EngineSettings, &'b str)> {
    let named = engines.iter_mut().filter_map(|engine| {
        let key = setting.strip_prefix(engine.name.as_str())?.strip_prefix('.')?;
        Some((engine, key))
    });
    let longest = named.min_by_key(|(_, key)| key.len());
    let name = setting.rsplit_once('.').map_or(setting, |(name, _)| name);
    longest.with_context(|| format!("no engine is called {name}"))
}

fn set_limit(engine: &mut EngineSettings, key: &str, value: &str) -> anyhow::Result<()> {
    let time = || parse_time_limit(value).map_err(anyhow::Error::msg);
    match key {
        "turn-time" => engine.time.turn = Some(time()?),
        "match-time" => {
            engine.time.game = Some(parse_match_time(value).map_err(anyhow::Error::msg)?);
        }
        "increment" => engine.time.increment = time()?,
        "nodes" => engine.limits.nodes = Some(at_least_one(value)?),
        "depth" => engine.limits.depth = Some(at_least_one(value)?),
        "threads" => engine.limits.threads = Some(at_least_one(value)?),
        "memory" => engine.limits.memory = parse_bytes(value).map_err(anyhow::Error::msg)?,
        "folder" => engine.folder = Some(value.into()),
        _ => bail!(
            "unknown limit {key:?}: expected turn-time, match-time, increment, nodes, depth, threads, \
             memory or folder"
        ),
    }
    Ok(())
}

/// Reads a limit; the protocol has 0 for none.
pub(crate) fn at_least_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> anyhow::Result<T> {
    let number: T = text.parse().ok().context("expected a whole number")?;
    ensure!(number >= 1.into(), "expected 1 or more");
    Ok(number)
}

/// `KEY=VALUE`.
#[derive(Clone, Debug)]
struct Assignment {
    key: String,
    value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((key, value)) if !key.is_empty() && !value.trim().is_empty() => {
                Ok(Self { key: key.to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(format!("{text:?}: expected NAME=VALUE")),
        }
    }
}

impl std::fmt::Display for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}
