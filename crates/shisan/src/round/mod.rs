//! The subcommand `round`: rounds of training, each from games of the present network against itself to a match
//! of a new network against the present one.

mod child;
mod outcome;
mod settings;
mod steps;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use gomoku_match::{Reaper, parse_jobs};
use shisan_engine::engine::processors;

use crate::host::stop_on_interrupt;
use settings::Settings;
pub use steps::End;
use steps::Round;

/// Which rounds to play.
#[derive(Debug, clap::Args)]
pub struct RoundArgs {
    /// Play rounds up to this number, as long as each is accepted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Games or positions at the same time [default: as many as there are processors]
    #[arg(long, short, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// The settings of all rounds, in JSON; the folders of the rounds lie beside this file
    #[arg(value_name = "FILE")]
    settings: PathBuf,
}

/// Plays rounds until one is not accepted, and prints the result of each. Rounds that are over are not played
/// again, and the same arguments continue one that was cut short.
///
/// # Errors
/// When the settings cannot be read, are not those that a round was begun with, or a step cannot be started or
/// is killed.
pub fn round(args: &RoundArgs, out: &mut dyn Write) -> anyhow::Result<End> {
    let settings = Settings::read(&args.settings)?;
    let jobs = args.jobs.unwrap_or_else(processors);
    let stop = stop_on_interrupt()?;
    let program = std::env::current_exe().context("the path of this program is unknown")?;
    let reaper = Reaper::start(&program).context("cannot start the reaper of steps")?;
    let mut number = 1;
    loop {
        let round = Round {
            settings: &settings,
            file: &args.settings,
            program: &program,
            number,
            jobs,
            reaper: &reaper,
            stop: &stop,
        };
        let end = round.play()?;
        if let End::Over(outcome) = &end {
            write!(out, "{outcome}")?;
        }
        if !end.is_accepted() || number == args.rounds {
            return Ok(end);
        }
        number += 1;
    }
}
