//! Which games are searched, and how.

use std::num::NonZeroU64;
use std::path::PathBuf;

use gomoku_match::{choice, parse_jobs, rule};
use gomoku_rules::{Coords, Rule, Size};

/// Which games, and how each is searched.
#[derive(Clone, Debug, clap::Args)]
pub struct GamesArgs {
    /// The rule [default: that of the game, or freestyle]
    #[arg(long, value_parser = rule())]
    pub(super) rule: Option<Rule>,
    /// The board of games that do not state it: a side, or width x height [default: the size
    /// stated in files of `shisan openings`, or 15]
    #[arg(long)]
    pub(super) size: Option<Size>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    pub(super) coords: Coords,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value = "100000")]
    pub(super) nodes: NonZeroU64,
    /// Games to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    pub(super) jobs: usize,
    /// Leave out games that cannot be read or played, name each on standard error, and exit with 1 in the
    /// end; without it the first of them ends the run with 2
    #[arg(long)]
    pub(super) skip_errors: bool,
    /// The games, in any format that `shisan convert` reads, or - for standard input, the default
    #[arg(value_name = "FILE")]
    pub(super) files: Vec<PathBuf>,
}
