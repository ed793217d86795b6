//! The options of `gtp`.

use std::num::{NonZeroU64, NonZeroUsize};
use std::time::Duration;

use crate::analyze::SearchArgs;
use crate::engine_args::LEVELS;
use gomoku_match::{choice, parse_duration, rule};
use gomoku_rules::{Rule, Size};
use shisan_engine::engine::Level;

/// The game, and how to search. Commands of the session change all but threads and table.
#[derive(Clone, Debug, clap::Args)]
pub struct GtpArgs {
    /// The rule
    #[arg(long, default_value_t, value_parser = rule())]
    pub rule: Rule,
    /// The board: a side, or width x height
    #[arg(long, default_value = "15")]
    pub size: Size,
    #[command(flatten)]
    pub search: SearchArgs,
    /// Time of a move, such as 500ms or 5s [default: 5s, unless --nodes is given or a clock is set]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    pub turn_time: Option<Duration>,
    /// Nodes of a search
    #[arg(long, value_name = "N")]
    pub nodes: Option<NonZeroU64>,
    /// Lines of an analysis, the best first
    #[arg(long, value_name = "N", default_value = "5")]
    pub lines: NonZeroUsize,
    /// Play at this strength, from 100 to 2200 [default: full strength]
    #[arg(long, value_name = "ELO", value_parser = choice::<i64>(LEVELS), hide_possible_values = true)]
    pub level: Option<i64>,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = Level::DEFAULT_SEED)]
    pub seed: u64,
}
