//! `shisan`: everything that people use, the brain too, in one program.

mod analyse;
mod convert;
mod openings;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use gomoku_match::{self as lab, CheckArgs, Finish, Host, MatchArgs, SoakArgs, SpsaArgs};
use shisan::search::try_params;
use shisan::{bench, brain};
use shisan_train::{self as train, SelfPlayArgs, TuneArgs};

use crate::analyse::{ForbidArgs, SolveArgs};
use crate::convert::ConvertArgs;
use crate::openings::OpeningsArgs;

/// A five-in-a-row engine that speaks the Gomocup (Piskvork) protocol.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Play with the weights of this file under their rule
    #[arg(long, global = true, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Play with another value of the search, such as `futility_margin=90`; give it as often as needed
    #[arg(long = "set", global = true, value_name = "NAME=VALUE")]
    settings: Vec<String>,
    #[command(subcommand)]
    task: Option<Task>,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Play for a manager on standard input and output (the default)
    #[command(disable_help_flag = true)]
    Brain {
        /// The brain's own options; whatever else managers pass is ignored
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<OsString>,
    },
    /// Find a checkmate by fours and threes: exit code 0 for a mate, 1 for none, 2 for bad input
    Solve(SolveArgs),
    /// Tell which points are forbidden to Black in renju, and why: exit code 2 for bad input
    Forbid(ForbidArgs),
    /// Convert games between pos strings, Gomocup openings, PSQ, SGF and drawn boards: exit code 2 for
    /// bad input
    Convert(ConvertArgs),
    /// Measure the speed of moves and of the search; ends with the node count that tells versions apart
    Bench,
    /// List the parameters of the search with their ranges
    Params {
        /// Write a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Play a match between brains, judged by our own referee
    Match(Box<MatchArgs>),
    /// Tune values of the search by games of brains that differ in them
    Spsa(Box<SpsaArgs>),
    /// Check that a brain keeps to the protocol and its limits: exit code 0 if nothing failed, 1 if
    /// something did, 2 for bad input
    Check(CheckArgs),
    /// Play games of a brain with itself under all rules, sizes, clocks and threads, for hours: exit
    /// code 0 for no fault, 1 for any
    Soak(SoakArgs),
    /// Make openings that a search finds level
    Openings(OpeningsArgs),
    /// Play training games of the engine against itself, or tell what is in files of them: exit code
    /// 2 for bad input
    Selfplay(SelfPlayArgs),
    /// Fit the weights of a rule to training games: exit code 2 for bad input
    Tune(TuneArgs),
    /// Kill the brains that a match has left behind
    #[command(hide = true)]
    Reaper,
}

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    start_logs();
    let words: Vec<String> =
        arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let task = if is_for_us(&arguments) {
        match Arguments::try_parse_from(arguments) {
            Ok(arguments) => {
                let taken = take_weights(arguments.weights.as_deref())
                    .and_then(|()| try_params(&arguments.settings).map_err(anyhow::Error::msg));
                match taken {
                    Ok(()) => arguments.task,
                    Err(error) => return complain(&error),
                }
            }
            Err(error) => {
                // A reader that has gone away needs no help text.
                drop(error.print());
                return ExitCode::from(error.exit_code() as u8);
            }
        }
    } else {
        None
    };
    let result = match task.unwrap_or(Task::Brain { arguments: Vec::new() }) {
        Task::Brain { arguments } => return brain::run(arguments),
        Task::Solve(args) => {
            return told(analyse::solve(&args, &mut io::stdin(), &mut io::stdout()));
        }
        Task::Forbid(args) => {
            return done(analyse::forbid(&args, &mut io::stdin(), &mut io::stdout()));
        }
        Task::Convert(args) => {
            return done(convert::run(&args, &mut io::stdin(), &mut io::stdout()));
        }
        Task::Bench => bench::run(&mut io::stdout()),
        Task::Params { json } => {
            let table = shisan::search::list_params(json);
            io::stdout().write_all(table.as_bytes()).map_err(Into::into)
        }
        Task::Match(args) => {
            return finished(
                host(&words).and_then(|host| lab::run(&args, &host, &mut io::stdout())),
            );
        }
        Task::Spsa(args) => {
            return finished(
                host(&words).and_then(|host| lab::spsa(&args, &host, &mut io::stdout())),
            );
        }
        Task::Check(args) => {
            return told(host(&words).and_then(|host| lab::check(&args, &host, &mut io::stdout())));
        }
        Task::Soak(args) => return soak(&args, &words),
        Task::Openings(args) => openings::openings(&args, &mut io::stdout()),
        Task::Selfplay(args) => {
            return done(train::self_play(&args, &mut io::stdout(), &mut io::stderr()));
        }
        Task::Tune(args) => return done(train::tune(&args, &mut io::stderr())),
        Task::Reaper => {
            lab::reap(io::stdin().lock());
            Ok(())
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            log::error!("{error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Whether the first argument is a subcommand or an option of ours. Some managers pass garbage,
/// which a brain ignores.
fn is_for_us(arguments: &[OsString]) -> bool {
    let Some(first) = arguments.get(1).and_then(|first| first.to_str()) else { return false };
    let (option, _) = first.split_once('=').unwrap_or((first, ""));
    ["help", "-h", "--help", "-V", "--version"].contains(&first)
        || ["--weights", "--set"].contains(&option)
        || Arguments::command().find_subcommand(first).is_some()
}

/// Logs go to standard error, which managers read as replies: nothing is written, not even of a
/// panic, unless `RUST_LOG` asks.
fn start_logs() {
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
}

/// The exit code of a question that is answered by yes or no.
fn told(result: anyhow::Result<bool>) -> ExitCode {
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => complain(&error),
    }
}

fn done(result: anyhow::Result<()>) -> ExitCode {
    told(result.map(|()| true))
}

fn program() -> anyhow::Result<PathBuf> {
    std::env::current_exe().context("the path of this program is unknown")
}

/// The exit code of games that were interrupted: schedulers start them again (`EX_TEMPFAIL`).
const INTERRUPTED: u8 = 75;

/// This program, its command line being `words`. The first interrupt ends it in order, the second at
/// once.
fn host(words: &[String]) -> anyhow::Result<Host> {
    let stop = Arc::new(AtomicBool::new(false));
    let asked = Arc::clone(&stop);
    let handler = move || {
        if asked.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(INTERRUPTED));
        }
    };
    ctrlc::set_handler(handler).context("no handler for interrupts")?;
    let program = program()?;
    let command = shlex::try_join(words.iter().map(String::as_str))?;
    let brain = format!("{} brain", shlex::try_quote(&program.to_string_lossy())?);
    Ok(Host { program, command, brain, stop })
}

fn finished(result: anyhow::Result<Finish>) -> ExitCode {
    match result {
        Ok(Finish::Complete) => ExitCode::SUCCESS,
        Ok(Finish::Interrupted) => ExitCode::from(INTERRUPTED),
        Err(error) => complain(&error),
    }
}

fn soak(args: &SoakArgs, words: &[String]) -> ExitCode {
    match host(words).and_then(|host| lab::soak(args, &host, &mut io::stdout())) {
        Ok((Finish::Interrupted, _)) => ExitCode::from(INTERRUPTED),
        Ok((Finish::Complete, has_faults)) => ExitCode::from(u8::from(has_faults)),
        Err(error) => complain(&error),
    }
}

/// Plays with the weights of a file, if one is given.
fn take_weights(file: Option<&Path>) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    let name = || file.display().to_string();
    let bytes = std::fs::read(file).with_context(name)?;
    shisan::eval::try_weights(&bytes).map_err(anyhow::Error::msg).with_context(name)
}

/// No manager listens here: a person at a terminal wants the reason.
fn complain(error: &anyhow::Error) -> ExitCode {
    drop(writeln!(io::stderr(), "{error:#}"));
    ExitCode::from(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_known_words_are_for_us() {
        let is_ours = |argument: &str| is_for_us(&["pbrain-shisan".into(), argument.into()]);
        assert!(
            ["brain", "help", "--version", "-h", "--set", "--set=razor_depth=2"]
                .into_iter()
                .all(is_ours)
        );
        assert!(!["", "BRAIN", "/tmp/x", "--force-utf8", "-p"].into_iter().any(is_ours));
        assert!(!is_for_us(&["pbrain-shisan".into()]) && !is_for_us(&[]));
    }

    #[test]
    fn the_description_of_the_arguments_holds() {
        Arguments::command().debug_assert();
    }
}
