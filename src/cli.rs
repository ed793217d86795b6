//! The command line: subcommands, and a brain for whatever else a manager passes.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use clap::{CommandFactory, Parser, Subcommand};
use shisan::analyse::{self, ForbidArgs, SolveArgs};
use shisan::bench;
use shisan::convert::{self, ConvertArgs};
use shisan::lab::{self, CheckArgs, Finish, Host, MatchArgs, SoakArgs, SpsaArgs};
use shisan::opening::{self, OpeningsArgs};
use shisan::search::{order_faults, try_params};
use shisan::train::{self, SelfPlayArgs, TuneArgs};

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
    Brain,
    /// Find a checkmate by fours and threes: exit code 0 for a mate, 1 for none, 2 for bad input
    Solve(SolveArgs),
    /// Tell which points are forbidden to Black in renju, and why: exit code 2 for bad input
    Forbid(ForbidArgs),
    /// Convert games between pos strings, Gomocup openings, PSQ, SGF and drawn boards: exit code 2 for
    /// bad input
    Convert(ConvertArgs),
    /// Measure the speed of moves and of the search; ends with the node count that tells versions apart
    Bench,
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

/// Runs what `arguments`, the program's name first, ask for.
pub fn run(arguments: Vec<OsString>) -> ExitCode {
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
    let result = match task.unwrap_or(Task::Brain) {
        Task::Brain => brain(),
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
            return told(program().and_then(|path| lab::check(&args, &path, &mut io::stdout())));
        }
        Task::Soak(args) => return soak(&args, &words),
        Task::Openings(args) => opening::openings(&args, &mut io::stdout()),
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
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
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
    Ok(Host { program, command, stop })
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

/// The faults that the brain is to survive, for the tests of how it does.
const FAULTS: &str = "SHISAN_FAULT";

fn brain() -> anyhow::Result<()> {
    share_one_heap();
    if let Some(words) = std::env::var_os(FAULTS) {
        order_faults(&words.to_string_lossy()).map_err(anyhow::Error::msg).context(FAULTS)?;
    }
    Ok(shisan::protocol::serve(io::stdin(), io::stdout())?)
}

/// Has all threads allocate from one heap. By default each gets 64 MiB of addresses of its own, and
/// under `ulimit -v` the table would leave too few of them for the threads that come after it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a setting of the C library, made before there are threads")]
fn share_one_heap() {
    use nix::libc::{M_ARENA_MAX, mallopt};
    // SAFETY: mallopt takes any numbers and reports those it does not know.
    let is_set = unsafe { mallopt(M_ARENA_MAX, 1) } == 1;
    log::debug!("one heap for all threads: {is_set}");
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn share_one_heap() {}

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
