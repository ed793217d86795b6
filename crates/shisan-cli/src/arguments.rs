//! The command line.

use std::ffi::OsString;

use clap::{Parser, Subcommand};
use gomoku_match::{CheckArgs, MatchArgs, SoakArgs, SpsaArgs};
use shisan_train::{SelfPlayArgs, TuneArgs};

use crate::analyse::{ForbidArgs, SolveArgs};
use crate::convert::ConvertArgs;
use crate::engine_args::{EngineArgs, MisplacedArgs, OwnBrainArgs};
use crate::openings::OpeningsArgs;
use crate::params::ParamsArgs;

/// Five in a row: analyse positions, hold matches between engines, check and train them
#[derive(Debug, Parser)]
#[command(name = "shisan", version, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play for a manager on standard input and output, as pbrain-shisan does
    #[command(disable_help_flag = true)]
    Brain {
        /// The brain's own options, see `shisan brain --help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Find a checkmate by fours and threes: exit code 0 for a mate, 1 for none, 2 for bad input
    Solve(SolveArgs),
    /// Show which points renju forbids Black, and why
    Forbid(ForbidArgs),
    /// Convert games between pos strings, Gomocup openings, PSQ, SGF and drawn boards
    Convert(ConvertArgs),
    /// Measure the speed of moves and of the search; ends with the node count that identifies a version
    Bench {
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// List the parameters of the search with their ranges
    Params(ParamsArgs),
    /// Play a match between engines, judged by a referee of its own
    Match {
        #[command(flatten)]
        misplaced: MisplacedArgs,
        #[command(flatten)]
        args: Box<MatchArgs>,
    },
    /// Tune parameters of an engine by games against itself (SPSA)
    Spsa {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: Box<SpsaArgs>,
    },
    /// Check that a brain keeps to the protocol and its limits: exit code 0 if nothing failed, 1 if
    /// something did, 2 for bad input
    Check {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: CheckArgs,
    },
    /// Play games of a brain with itself under all rules, sizes, clocks and threads, for hours: exit
    /// code 0 for no fault, 1 for any
    Soak {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: SoakArgs,
    },
    /// Make balanced openings for matches
    Openings {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: OpeningsArgs,
    },
    /// Play training games of the engine against itself, or summarise files of them
    Selfplay {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: SelfPlayArgs,
    },
    /// Fit the weights of a rule to training games
    Tune(TuneArgs),
    /// Kill the brains that a match has left behind
    #[command(hide = true)]
    Reaper,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_description_of_the_arguments_holds() {
        Arguments::command().debug_assert();
    }
}
