//! The command line.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};
use gomoku_classics::Classic;
use gomoku_match::{CheckArgs, GradeArgs, MatchArgs, SoakArgs, SpsaArgs};
use shisan_train::{LabelArgs, SelfPlayArgs, TrainArgs, TuneArgs};

use crate::analyze::AnalyzeArgs;
use crate::convert::ConvertArgs;
use crate::engine_args::{EngineArgs, MisplacedArgs, OwnBrainArgs};
use crate::exam::ExamCommand;
use crate::forbid::ForbidArgs;
use crate::inspect::InspectArgs;
use crate::manual::{CompletionsArgs, ManArgs};
use crate::openings::OpeningsArgs;
use crate::params::ParamsArgs;
use crate::play::PlayArgs;
use crate::puzzles::PuzzlesArgs;
use crate::review::ReviewArgs;
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
    #[command(after_help = PLAY, args_override_self = true)]
    Play {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: Box<PlayArgs>,
    },
    /// Serve the page that plays and analyses to the browsers of this machine
    #[command(after_help = SERVE)]
    Serve {
        #[command(flatten)]
        engine: EngineArgs,
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
    /// Play for a manager as one of five published agents does, or at random
    #[command(after_help = CLASSIC)]
    Classic {
        #[command(subcommand)]
        agent: Classic,
    },
    /// Answer queries about positions, JSON lines in and out
    #[command(after_help = ANALYZE)]
    Analyze {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: AnalyzeArgs,
    },
    /// Judge the moves of a game: mistakes, missed wins and losing moves, and the accuracy of both sides
    #[command(after_help = REVIEW)]
    Review {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: ReviewArgs,
    },
    /// Find the positions of games where one move wins, with the proof of its win
    #[command(after_help = PUZZLES)]
    Puzzles {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: PuzzlesArgs,
    },
    /// Find a checkmate by continuous fours and threes
    #[command(after_help = SOLVE)]
    Solve(SolveArgs),
    /// Show which points renju forbids Black, and why
    #[command(after_help = FORBID)]
    Forbid(ForbidArgs),
    /// Show what the evaluation makes of a position, without and with its network
    #[command(after_help = INSPECT)]
    Inspect(InspectArgs),
    /// Convert games between pos strings, Gomocup openings, PSQ, SGF and drawn boards
    #[command(after_help = CONVERT)]
    Convert(ConvertArgs),
    /// Play a match between engines under a referee
    #[command(after_help = MATCH)]
    Match {
        #[command(flatten)]
        misplaced: MisplacedArgs,
        #[command(flatten)]
        args: Box<MatchArgs>,
    },
    /// Check that a brain keeps to the protocol and its limits
    #[command(after_help = CHECK)]
    Check {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: CheckArgs,
    },
    /// Measure the Elo of a brain in games with the levels
    #[command(after_help = GRADE)]
    Grade(GradeArgs),
    /// Play games of a brain with itself under all rules, sizes, clocks and threads, for hours
    #[command(after_help = SOAK)]
    Soak {
        #[command(flatten)]
        brain: OwnBrainArgs,
        #[command(flatten)]
        args: SoakArgs,
    },
    /// Make balanced openings for matches
    #[command(after_help = OPENINGS)]
    Openings {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: OpeningsArgs,
    },
    /// Play training games of the engine against itself, or summarise files of them
    #[command(after_help = SELFPLAY)]
    Selfplay {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: SelfPlayArgs,
    },
    /// Search positions of training games again, or positions beside them, for training and measuring
    #[command(after_help = LABEL)]
    Label {
        #[command(flatten)]
        engine: EngineArgs,
        #[command(flatten)]
        args: LabelArgs,
    },
    /// Measure a change of play on positions whose best move is known, a hundred times cheaper than by games
    #[command(after_help = EXAM)]
    Exam {
        #[command(subcommand)]
        command: ExamCommand,
    },
    /// Fit the weights of a rule to training games
    #[command(after_help = TUNE)]
    Tune(TuneArgs),
    /// Fit the network of a rule, which corrects its weights, to training games
    #[command(after_help = TRAIN)]
    Train(TrainArgs),
    /// Tune parameters of a brain by games against itself (SPSA)
    #[command(after_help = SPSA)]
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
    #[command(after_help = COMPLETIONS)]
    Completions(CompletionsArgs),
    /// Kill the brains that a match has left behind
    #[command(hide = true)]
    Reaper,
}

/// The subcommands in the order of the help.
const GROUPS: [(&str, &[&str]); 5] = [
    ("Play", &["play", "serve", "brain", "classic"]),
    (
        "Analyse and convert",
        &["analyze", "review", "puzzles", "solve", "forbid", "inspect", "convert"],
    ),
    ("Matches", &["match", "check", "grade", "soak", "openings"]),
    (
        "Training and tuning",
        &["selfplay", "label", "tune", "train", "spsa", "exam", "params", "bench"],
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

const PLAY: &str = "\
docs/page.md describes the page in the browser, docs/play.md the game in a terminal or through a pipe.

Examples:
  shisan play
  shisan play --rule renju --size 15 h8i9
  shisan play --text --rule renju --side white --level 900
  shisan play --text --opponent \"shisan classic chain\"
  shisan play --text --size 11 --black \"shisan classic gobang\" --white person
  shisan play --text --side none --nodes 10000 --threads 1 < /dev/null

Exit code: 0 left by quit or the end of a pipe, or the page by an interrupt; 75 interrupted (the game
is saved), 2 bad input or failure";

const SERVE: &str = "\
docs/page.md describes the page, and how programs ask the server.

Examples:
  shisan serve --open
  shisan serve --port 0 --jobs 2

Exit code: 0 interrupted, 2 bad options or failure";

const CLASSIC: &str = "\
People play them by `shisan play`: docs/classics.md.

Examples:
  shisan classic zheng --keep 10 --no-check-kill
  shisan match --engine a=\"shisan classic finard\" --engine b=\"shisan classic chain\" --turn-time 1s
  shisan check --brain \"shisan classic gobang\"";

const ANALYZE: &str = "\
docs/json.md describes queries and answers. The last search ends with the input.

Examples:
  echo '{\"rule\": \"renju\", \"moves\": \"h8i9\", \"lines\": 3}' | shisan analyze
  shisan analyze --jobs 4 --ordered < queries.jsonl > answers.jsonl

Exit code: 0 answered; 2 bad options or failure";

const REVIEW: &str = "\
docs/review.md says what the classes of moves and the accuracy mean.

Examples:
  shisan review game.sgf
  shisan review --rule renju --nodes 500000 --all game.psq
  shisan review --html review.html game.sgf
  echo h8i9h9g7 | shisan review --json

Exit code: 0 reviewed; 1 games were skipped, 2 bad input or failure";

const PUZZLES: &str = "\
docs/puzzles.md says which positions are puzzles, and what is proved of them.

Examples:
  shisan puzzles game.sgf
  shisan puzzles --max-moves 8 --skip-errors games/*.psq
  shisan puzzles --json games.txt > puzzles.jsonl
  shisan puzzles --proved games.txt | shisan solve --verify

Exit code: 0 searched; 1 games were skipped, 2 bad input or failure";

const SOLVE: &str = "\
VCF: a win by continuous fours, each of which has to be answered at once.
VCT: a win by continuous fours and threes; it includes VCF.

Examples:
  shisan solve --rule renju h8h9i9g7i10j10g8f6f8e8 --verify
  shisan solve --rule freestyle < board.txt
  shisan solve --json < positions.txt

Exit code: 0 a checkmate, 1 none: every attack of that kind fails, 2 bad input, 3 undecided: the time
ran out; the greatest code of several positions";

const FORBID: &str = "\
Examples:
  shisan forbid --size 15 h8h9i7i9h10i6i11i12
  shisan forbid --cell g9 h8h9i7i9h10i6i11i12
  shisan forbid --json < board.txt

Exit code: 0 judged, 2 bad input; with --cell 0 forbidden, 1 not forbidden, 2 bad input";

const INSPECT: &str = "\
The value and the move scores are those of the position itself, before any search. A line is drawn with
X for Black, O for White, * for its cell and # for the edge; its change is what the value for the side to
move would gain if the network did not see it.

Examples:
  shisan inspect --rule renju h8i9
  shisan inspect --moves 3 --weights new.bin < board.txt

Exit code: 0 shown, 2 bad input";

const CONVERT: &str = "\
Examples:
  shisan convert --to sgf games.psq > games.sgf
  shisan convert --to sgf openings.txt
  shisan convert --from jsonl games.jsonl";

const MATCH: &str = "\
Examples:
  shisan match --engine new=./pbrain-new --engine base=./pbrain-base --rule standard --size 15 \\
      --turn-time 500ms --games 400 --jobs 2 --sprt elo0=0,elo1=5
  shisan match --engine a=\"shisan brain --set razor_depth=2\" --engine b=\"shisan brain\" --nodes 5000
  shisan match merge shard*.jsonl

Exit code: 0 finished, 75 interrupted, or the journal is in use (the same command with --resume
continues), 2 bad input or failure; of merge: 0 decided or complete, 75 games are missing, 2 bad input";

const CHECK: &str = "\
Examples:
  shisan check --brain ./pbrain-other
  shisan check --brain ./pbrain-other --only judge/ --log talk.txt

A failed check is required (the brain loses games or cannot play), expected (some managers rely on it) or
advised (no known manager needs it).

Exit code: 0 nothing failed, 1 something did (with --fail-on something of that severity), 2 bad input, or
a brain that does not start";

const GRADE: &str = "\
The opponents are the levels of this program, from 100 to 2200 (docs/levels.md). Each pair of games is with
a level near the estimate. docs/write-a-brain.md makes a first brain, docs/grade.md leads on to its Elo and
to the moves that lost.

Examples:
  shisan grade ./brain.py
  shisan grade \"python3 brain.py\" --rule renju --margin 100 --record games.sgf
  shisan grade ./pbrain-other --turn-time 200ms --jobs 2 --journal other.jsonl

Exit code: 0 graded, 75 interrupted (with --journal the same command and --resume continue), 2 bad input or
a brain that cannot be graded";

const SOAK: &str = "\
Examples:
  shisan soak --brain ./pbrain-other --duration 8h
  shisan soak --brain ./pbrain-other --duration 8h --resume

Exit code: 0 no fault, 1 any, 75 interrupted, or the journal is in use, 2 bad input or failure";

const OPENINGS: &str = "\
Example:
  shisan openings --rule standard --size 15 --count 50 --jobs 2 > openings.txt";

const SELFPLAY: &str = "\
Examples:
  shisan selfplay --rule renju --nodes 3000 --games 30000 --jobs 2 games.txt
  shisan selfplay --stats games.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

const LABEL: &str = "\
Examples:
  shisan label --rule renju --variations 8 --positions 20000 --output labels.txt games.txt
  shisan label --rule renju --held-out --nodes 100000 --positions 2000 --output gold.txt games.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

const EXAM: &str = "\
docs/testing.md says what an exam proves, and how it is read.

Examples:
  shisan exam draw --rule renju --output exam.txt games.txt
  shisan exam truth exam.txt --second-weights older.bin --jobs 2
  shisan exam take exam.txt --output base.txt
  shisan exam take exam.txt --output new.txt --set futility_margin=90
  shisan exam compare exam.txt base.txt new.txt

Exit code: 0 finished, 75 interrupted, or the file is in use (the same command continues), 2 bad input
or failure";

const TUNE: &str = "\
Example:
  shisan tune --rule renju --output new.bin games.txt

Exit code: 0 finished, 75 another run makes the same file, 2 bad input or failure";

const TRAIN: &str = "\
Example:
  shisan train --rule renju --output net.bin games.txt

Exit code: 0 finished, 75 another run makes the same file, 2 bad input or failure";

const SPSA: &str = "\
Examples:
  shisan spsa --list
  shisan spsa --param futility_margin --param lmr_factor --nodes 10000 --jobs 2

Exit code: 0 finished, 75 interrupted, or the journal is in use (the same command with --resume
continues), 2 bad input or failure";

const COMPLETIONS: &str = "\
Examples:
  shisan completions bash > ~/.local/share/bash-completion/completions/shisan
  shisan completions zsh > ~/.zfunc/_shisan";

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
