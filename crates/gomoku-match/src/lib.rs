//! The match lab: brains as child processes, games between them under a referee that trusts none of
//! them, checks of what a manager counts on, and tuning by games.
#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::panic, clippy::print_stdout, clippy::print_stderr)
)]

mod adjudicate;
mod agreement;
mod announce;
mod arena;
mod arguments;
mod book;
pub mod chart;
mod check;
mod clock;
mod conditions;
mod dialogue;
pub mod disk;
mod distribution;
mod game;
mod history;
mod journal;
mod json;
mod likelihood;
mod limits;
mod lines;
mod manners;
mod merge;
mod message;
mod outcome;
mod played;
mod player;
mod process;
mod reaper;
mod records;
mod report;
mod runner;
mod schedule;
mod score;
mod settings;
mod soak;
mod sprt;
mod spsa;
mod stats;
mod summary;
mod tally;
mod teller;
mod terms;
mod text;
mod usage;
mod wire;

#[cfg(test)]
mod testing;

use std::io::Write;

use arguments::Other;

pub use arguments::MatchArgs;
pub use check::{CheckArgs, check};
pub use dialogue::Dialogue;
pub use game::play;
pub use limits::{EngineLimits, EngineSettings, TimeControl};
pub use outcome::{Adjudged, Exit, Illegal, Outcome, ParseReasonError, Reason, StartFault};
pub use played::{PlayedGame, PlayedMove};
pub use player::Player;
pub use process::StartError;
pub use reaper::{Reaper, reap};
pub use runner::{Finish, Host};
pub use score::{ParseScoreError, Report, ReportedScore};
pub use settings::{Adjudication, Agreement, GameSettings, Manager};
pub use soak::{SoakArgs, soak};
pub use spsa::{SpsaArgs, spsa};

/// Plays a match, or puts the parts of one together.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or an engine cannot be
/// started. What was finished before is in the match's journal.
pub fn run(args: &MatchArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    match &args.other {
        Some(Other::Merge(args)) => merge::merge(args, out),
        None => runner::run(&args.setup, &args.run, host, out),
    }
}
