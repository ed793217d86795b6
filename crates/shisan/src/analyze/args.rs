//! The options of `analyze`.

use std::num::{NonZeroU32, NonZeroU64, NonZeroUsize};
use std::time::Duration;

use crate::engine_args::LEVELS;
use gomoku_match::{choice, parse_bytes, parse_duration, parse_jobs};
use gomoku_rules::Coords;
use shisan_analysis::{Defaults, Limits};
use shisan_engine::engine::{EngineConfig, Level};

/// The options that a query may override.
const QUERIES: &str = "Where a query does not say it";

/// How to answer queries.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub struct AnalyzeArgs {
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub jobs: usize,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Nodes of a search [default: 100000, unless --time or --depth is given]
    #[arg(long, help_heading = QUERIES, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Time of a search, such as 500ms or 5s
    #[arg(long, help_heading = QUERIES, value_name = "TIME", value_parser = search_time)]
    pub time: Option<Duration>,
    /// Depth of a search, in plies
    #[arg(long, help_heading = QUERIES, value_name = "PLIES")]
    pub depth: Option<NonZeroU32>,
    /// Lines of an analysis, the best first
    #[arg(long, help_heading = QUERIES, value_name = "N", default_value = "1")]
    pub lines: NonZeroUsize,
    /// Play at this strength, from 100 to 2200 [default: full strength]
    #[arg(long, help_heading = QUERIES, value_name = "ELO", value_parser = choice::<i64>(LEVELS), hide_possible_values = true)]
    pub level: Option<i64>,
    /// Seed of all random choices
    #[arg(long, help_heading = QUERIES, value_name = "N", default_value_t = Level::DEFAULT_SEED)]
    pub seed: u64,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I [default: top, with --katago gtp]
    #[arg(long, help_heading = QUERIES, value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    pub coords: Option<Coords>,
    /// Answer in the words of KataGo's analysis engine
    #[arg(long)]
    pub katago: bool,
    /// Write answers in the order of their queries
    #[arg(long)]
    pub ordered: bool,
    /// At the end of the input, end the searches that are left
    #[arg(long)]
    pub quit_without_waiting: bool,
    /// Print the JSON Schemas of queries and answers
    #[arg(long)]
    pub schema: bool,
}

impl AnalyzeArgs {
    /// The limits of a query that sets none.
    pub fn limits(&self) -> Limits {
        let limits = Limits {
            nodes: self.nodes.map(NonZeroU64::get),
            time_ms: self.time.map(|time| time.as_millis() as u64),
            depth: self.depth.map(NonZeroU32::get),
        };
        if limits == Limits::default() {
            return Defaults::default().limits;
        }
        limits
    }

    /// How cells are named where a query does not say it.
    pub fn coords(&self) -> Coords {
        let usual = if self.katago { Coords::Gtp } else { Coords::Top };
        self.coords.unwrap_or(usual)
    }
}

/// What each of the searches has.
#[derive(Clone, Debug, clap::Args)]
pub struct SearchArgs {
    /// Search threads of an engine
    #[arg(long, value_name = "N", default_value_t = Self::default().threads, value_parser = threads)]
    pub threads: NonZeroUsize,
    /// Size of the transposition table of each search
    #[arg(long, value_name = "SIZE", default_value = "64MiB", value_parser = hash)]
    hash: u64,
}

impl Default for SearchArgs {
    fn default() -> Self {
        Self { threads: NonZeroUsize::MIN, hash: 64 << 20 }
    }
}

fn search_time(text: &str) -> Result<Duration, String> {
    let time = parse_duration(text)?;
    if time < Duration::from_millis(1) { Err("expected 1ms or more".to_owned()) } else { Ok(time) }
}

fn hash(text: &str) -> Result<u64, String> {
    let size = parse_bytes(text)?;
    if size < 1 << 20 { Err("expected 1MiB or more".to_owned()) } else { Ok(size) }
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    const MAX: usize = EngineConfig::MAX_THREADS;
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MAX);
    threads.ok_or_else(|| format!("expected a whole number from 1 to {MAX}"))
}

impl SearchArgs {
    /// The configuration of each of the engines, which play as `config` says.
    pub fn engine_config(&self, config: EngineConfig) -> EngineConfig {
        EngineConfig {
            threads: self.threads.get(),
            memory: u64::MAX,
            hash: Some(self.hash),
            ..config
        }
    }
}
