//! The options of `serve`.

use gomoku_match::parse_jobs;
use shisan_engine::engine::processors;

use crate::analyze::SearchArgs;

/// Where to serve, and how many searches run.
#[derive(Clone, Debug, clap::Args)]
pub struct ServeArgs {
    /// Listen on this port, 0 for any free one [default: 4343, or a free one if that is taken]
    #[arg(long, value_name = "N")]
    pub port: Option<u16>,
    /// Open the page in the browser
    #[arg(long)]
    pub open: bool,
    /// Serve the local network too, and print this machine's address there with a QR code
    #[arg(long)]
    pub lan: bool,
    /// Make a new token: old addresses stop working
    #[arg(long)]
    pub new_token: bool,
    /// Positions to search at the same time [default: the cores, divided by --threads]
    #[arg(long, short, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    #[command(flatten)]
    pub search: SearchArgs,
}

impl ServeArgs {
    /// Those of `play`: the page is opened.
    pub fn of_play() -> Self {
        Self {
            port: None,
            open: true,
            lan: false,
            new_token: false,
            jobs: None,
            search: SearchArgs::default(),
        }
    }

    /// How many positions are searched at the same time.
    pub fn jobs(&self) -> usize {
        let usual = (processors() / self.search.threads).max(1);
        self.jobs.unwrap_or(usual)
    }
}
