//! The arguments of the `openings` subcommand.

use std::path::PathBuf;

use gomoku_match::{parse_count, parse_jobs, rule};
use gomoku_rules::{Rule, Size};

/// Which openings to make.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningsArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    pub(super) rule: Rule,
    /// The board: a side, or width x height
    #[arg(long, default_value = "20")]
    pub(super) size: Size,
    /// Number of openings in the file
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) count: u32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(super) seed: u64,
    /// Take the candidates from this file of openings, in its order, instead of random ones
    #[arg(long, value_name = "FILE", conflicts_with = "seed")]
    pub(super) candidates: Option<PathBuf>,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) nodes: u64,
    /// The greatest evaluation of a balanced opening for either side, in points
    #[arg(long, value_name = "POINTS", default_value_t = 40)]
    pub(super) max_eval: u16,
    /// Play four games from each opening, with this many nodes a move and with five thirds of them, and
    /// drop it if the same colour wins all
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) game_nodes: Option<u64>,
    /// Give up after this many candidates in a row without a new balanced opening
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = parse_count)]
    pub(super) max_attempts: usize,
    /// Candidates to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub(super) jobs: usize,
    /// The file of openings; those that it holds already are not made again
    #[arg(long, short, value_name = "FILE")]
    pub(super) output: PathBuf,
}
