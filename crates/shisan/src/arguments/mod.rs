//! The command line.

mod help;

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};
use gomoku_classics::Classic;
use gomoku_match::{CheckArgs, GradeArgs, MatchArgs, SoakArgs, SpsaArgs};
use shisan_train::{LabelArgs, OpeningsArgs, SelfPlayArgs, TrainArgs, TuneArgs};

use crate::analyze::AnalyzeArgs;
use crate::book::BookCommand;
use crate::convert::ConvertArgs;
use crate::corpus::CorpusCommand;
use crate::engine_args::{EngineArgs, MisplacedArgs, OwnBrainArgs, PlayerArgs};
use crate::exam::ExamCommand;
use crate::forbid::ForbidArgs;
use crate::games::GamesCommand;
use crate::gtp::GtpArgs;
use crate::inspect::InspectArgs;
use crate::manual::{CompletionsArgs, ManArgs};
use crate::params::ParamsArgs;
use crate::play::PlayArgs;
use crate::puzzles::PuzzlesArgs;
use crate::review::ReviewArgs;
use crate::round::RoundArgs;
use crate::serve::ServeArgs;
use crate::solve::SolveArgs;

/// Five in a row: analyse positions, hold matches between engines, check and train them
#[derive(Debug, Parser)]
#[command(name = "shisan", version = shisan_engine::BUILD, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Play against the engine or another brain, in the browser or in a terminal
    #[command(after_help = help::PLAY, args_override_self = true)]
    Play {
        #[command(flatten)]
        engine: PlayerArgs,
        #[command(flatten)]
        args: Box<PlayArgs>,
    },
    /// Serve the page that plays and analyses to the browsers of this machine or network
    #[command(after_help = help::SERVE)]
    Serve {
        #[command(flatten)]
        engine: PlayerArgs,
        #[command(flatten)]
        args: ServeArgs,
    },
    /// Play for a manager on standard input and output, as pbrain-shisan does
    #[command(disable_help_flag = true)]
    Brain {
        /// The brain's own options, see `shisan brain --help`
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Play and analyse for an editor of Go by the Go Text Protocol: Sabaki, Lizzie, GoGui
    #[command(after_help = help::GTP)]
    Gtp {
        #[command(flatten)]
        engine: PlayerArgs,
        #[command(flatten)]
        args: GtpArgs,
    },
    /// Play for a manager as one of five published agents, or at random
    #[command(after_help = help::CLASSIC)]
    Classic {
        #[command(subcommand)]
        agent: Classic,
    },
    /// Answer queries about positions, JSON lines in and out
    #[command(after_help = help::ANALYZE)]
    Analyze {
        #[command(flatten)]
        engine: PlayerArgs,
        #[command(flatten)]
        args: AnalyzeArgs,
    },
    /// Judge the moves of a game: mistakes, missed wins and losing moves, and the accuracy of both sides
    #[command(after_help = help::REVIEW)]
    Review {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: ReviewArgs,
    },
    /// Find the positions of games where one move wins, with the proof of its win
    #[command(after_help = help::PUZZLES)]
    Puzzles {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: PuzzlesArgs,
    },
    /// Find a checkmate by continuous fours and threes
    #[command(after_help = help::SOLVE)]
    Solve(SolveArgs),
    /// Show which points renju forbids Black, and why
    #[command(after_help = help::FORBID)]
    Forbid(ForbidArgs),
    /// Show what the evaluation makes of a position, without and with its network
    #[command(after_help = help::INSPECT)]
    Inspect(InspectArgs),
    /// Convert games between SGF, PSQ, pos strings, drawn boards and the files of other programs
    #[command(after_help = help::CONVERT)]
    Convert(ConvertArgs),
    /// Index a collection of games, find games and positions in it, and count what was played
    #[command(after_help = help::GAMES)]
    #[command(subcommand)]
    Games(GamesCommand),
    /// Keep the positions of games, studies, databases and searches in a book, to ask and to play from
    #[command(after_help = help::BOOK)]
    Book {
        #[command(subcommand)]
        command: BookCommand,
    },
    /// Play a match between engines under a referee
    #[command(after_help = help::MATCH)]
    Match {
        #[command(flatten)]
        misplaced: MisplacedArgs,
        #[command(flatten)]
        args: Box<MatchArgs>,
    },
    /// Check that a brain keeps to the protocol and its limits
    #[command(after_help = help::CHECK)]
    Check {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: CheckArgs,
    },
    /// Measure the Elo of a brain in games with the levels
    #[command(after_help = help::GRADE)]
    Grade(GradeArgs),
    /// Play games of a brain with itself under all rules, sizes, clocks and threads, for hours
    #[command(after_help = help::SOAK)]
    Soak {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: SoakArgs,
    },
    /// Make balanced openings for matches
    #[command(after_help = help::OPENINGS)]
    Openings {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: OpeningsArgs,
    },
    /// Play training games of the engine against itself, or summarise files of them
    #[command(after_help = help::SELFPLAY)]
    Selfplay {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: SelfPlayArgs,
    },
    /// Search positions of training games again, or positions beside them, for training and measuring
    #[command(after_help = help::LABEL)]
    Label {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: LabelArgs,
    },
    /// Pack training games into a fifth of their bytes, and unpack them
    #[command(after_help = help::CORPUS)]
    Corpus {
        #[command(subcommand)]
        command: CorpusCommand,
    },
    /// Measure a change of play on positions whose best move is known, a hundred times cheaper than by games
    #[command(after_help = help::EXAM)]
    Exam {
        #[command(subcommand)]
        command: ExamCommand,
    },
    /// Fit the weights of a rule to training games
    #[command(after_help = help::TUNE)]
    Tune(TuneArgs),
    /// Fit the network of a rule, which corrects its weights, to training games
    #[command(after_help = help::TRAIN)]
    Train(TrainArgs),
    /// Play rounds of training, each from games to a match of the new network against the present one
    #[command(after_help = help::ROUND)]
    Round(RoundArgs),
    /// Tune parameters of a brain by games against itself (SPSA)
    #[command(after_help = help::SPSA)]
    Spsa {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: Box<SpsaArgs>,
    },
    /// List the parameters of the search with their ranges
    Params(ParamsArgs),
    /// Measure the speed of moves and of the search; ends with the node count that identifies a version
    Bench {
        #[command(flatten)]
        engine: EngineArgs,
    },
    /// Write man pages
    Man(ManArgs),
    /// Write the script that completes words in a shell
    #[command(after_help = help::COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Kill the brains that a match has left behind
    #[command(hide = true)]
    Reaper,
}

/// The subcommands in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve", "brain", "gtp", "classic"]),
    (
        "Analyse and convert",
        &["analyze", "review", "puzzles", "solve", "forbid", "inspect", "convert", "games", "book"],
    ),
    ("Matches", &["match", "check", "grade", "soak", "openings"]),
    (
        "Training and tuning",
        &[
            "selfplay", "label", "corpus", "tune", "train", "round", "spsa", "exam", "params",
            "bench",
        ],
    ),
    ("Help", &["help", "man", "completions"]),
];

/// The command line with its help in groups.
pub fn command() -> clap::Command {
    let command = Arguments::command();
    let line = |name: &&str| {
        let about = command.find_subcommand(name).and_then(clap::Command::get_about);
        let about = about.map_or("Print the help of a subcommand".to_owned(), ToString::to_string);
        format!("  {name:<13}{about}\n")
    };
    let group = |(heading, names): &(&str, &[&str])| {
        format!("\n{heading}:\n{}", names.iter().map(line).collect::<String>())
    };
    let groups: String = GROUPS.iter().map(group).collect();
    let help = format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n{groups}\nOptions:\n{{options}}\n\n\
         Exit code 2 means bad input or failure, with one line that says why."
    );
    command.help_template(help)
}

#[cfg(test)]
mod examples;
#[cfg(test)]
mod vocabulary;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_of_the_arguments_holds() {
        command().debug_assert();
    }

    #[test]
    fn the_help_has_every_subcommand_once() {
        let command = Arguments::command();
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let mut shown: Vec<&str> = shown.map(clap::Command::get_name).chain(["help"]).collect();
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        shown.sort_unstable();
        grouped.sort_unstable();
        assert_eq!(grouped, shown);
    }

    #[test]
    fn the_brain_knows_which_subcommands_it_lacks() {
        let named = GROUPS.iter().flat_map(|(_, names)| *names).copied();
        let own = ["brain", "bench", "params", "help"];
        let mut lacking: Vec<&str> = named.filter(|name| !own.contains(name)).collect();
        lacking.sort_unstable();
        assert_eq!(lacking, shisan_engine::brain::TOOLS);
    }
}
