//! A match runner for Gomocup engines: engines as child processes, games under a referee that trusts
//! none of them, protocol checks, endurance tests and tuning by games.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod arguments;
pub mod chart;
mod check;
mod choice;
mod difference;
pub mod disk;
mod engine_io;
pub mod fastchess;
mod game;
mod grade;
pub mod hash;
mod host;
mod interrupt;
mod journal;
mod machine;
mod match_config;
mod match_options;
mod merge;
mod output;
mod pair_result;
mod parse_json;
pub mod progress;
mod rate;
mod rated_games;
mod run_journal;
mod runner;
mod schedule;
mod soak;
mod spsa;
mod stats;
mod text;
mod units;

#[cfg(test)]
mod testing;

use std::io::Write;

use arguments::MatchCommand;

pub use arguments::MatchArgs;
pub use check::{CheckArgs, check};
pub use choice::{Choice, choice, rule};
pub use difference::difference;
pub use engine_io::dialogue::Dialogue;
pub use engine_io::exit::{Exit, ParseExitError, StartFailure};
pub use engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
pub use engine_io::manager::Manager;
pub use engine_io::player::Player;
pub use engine_io::process::StartError;
pub use engine_io::reaper::{Reaper, reap};
pub use engine_io::score::{ParseScoreError, ReportedScore, SearchReport};
pub use engine_io::silence::Silence;
pub use game::opponent::{Opponent, OpponentFailure, OpponentMove};
pub use game::outcome::{Adjudged, Illegal, Outcome, ParseTerminationError, Termination};
pub use game::play::play;
pub use game::played::{PlayedGame, PlayedMove};
pub use game::settings::{Adjudication, AdjudicationRule, GameSettings};
pub use grade::{GradeArgs, RatedOpponent, grade};
pub use host::{Finish, Host, RecordReader};
pub use output::record_lines::RecordLines;
pub use parse_json::parse_json;
pub use schedule::book::{Book, ensure_playable};
pub use schedule::openings::{OpeningMaker, OpeningOrder};
pub use schedule::pairing::Shard;
pub use soak::{SoakArgs, soak};
pub use spsa::{Gains, Parameter, Spsa, SpsaArgs, Trial, spsa};
pub use stats::sprt::Sprt;
pub use units::{
    counted, named, parse_bytes, parse_count, parse_duration, parse_jobs, parse_match_time,
    parse_rate, parse_time_limit, parse_weight,
};

/// Plays a match, merges the shards of one, or rates the players of several.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or an engine cannot be
/// started. Finished pairs are in the match's journal.
pub fn run(args: &MatchArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    match &args.command {
        Some(MatchCommand::Merge(args)) => merge::merge(args, host, out),
        Some(MatchCommand::Rate(args)) => rate::rate(args, host, out),
        None => runner::run(&args.setup, &args.run, host, out),
    }
}
