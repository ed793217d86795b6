//! `shisan`: everything that people use, the brain too, in one program.

mod analyze;
mod arguments;
mod book;
mod convert;
mod corpus;
mod engine_args;
mod exam;
mod exit_status;
mod fastchess;
mod file_games;
mod forbid;
mod games;
mod grade;
mod gtp;
mod host;
mod input;
mod inspect;
mod made_openings;
mod manual;
mod params;
mod play;
mod position;
mod puzzles;
mod review;
mod round;
mod serve;
mod solve;
mod usage;

use std::ffi::OsString;
use std::io::{self, Read, Write};
use std::process::ExitCode;

use clap::FromArgMatches;
use clap::error::ErrorKind;
use gomoku_match::disk::is_in_use;
use gomoku_match::{self as matches, Finish};
use gomoku_rules::Rule;
use shisan_engine::brain::{StandardInput, StandardOutput};
use shisan_engine::{bench, brain};
use shisan_train as train;

use crate::arguments::{Arguments, Command};
use crate::engine_args::EngineArgs;
use crate::exit_status::ExitStatus;
use crate::host::{INTERRUPTED, STEP, command_line, host, ignore_interrupts, stop_on_interrupt};
use crate::review::ReviewArgs;
use crate::round::RoundArgs;
use crate::serve::ServeArgs;

fn main() -> ExitCode {
    if std::env::var_os("RUST_LOG").is_some() {
        env_logger::init();
    }
    let words: Vec<OsString> = std::env::args_os().collect();
    if fastchess::is_asked_for(&words) {
        return fastchess::run(&words, execute).unwrap_or_else(|error| report(&error));
    }
    execute(&words)
}

/// Does what the words ask for.
fn execute(words: &[OsString]) -> ExitCode {
    // All words behind `brain` are for the brain.
    if words.get(1).is_some_and(|word| word == "brain") {
        return brain::run(words[2..].to_vec());
    }
    let matches = match arguments::command().try_get_matches_from(words) {
        Ok(matches) => matches,
        // Help that was asked for, or that stands where a command is missing.
        Err(error) if is_help(&error) => return help(&error),
        Err(error) => {
            drop(writeln!(io::stderr(), "{}", usage::one_line(&error)));
            return ExitCode::from(2);
        }
    };
    let arguments = Arguments::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let result = run(arguments.command, words).and_then(|code| {
        StandardOutput::new().flush()?;
        Ok(code)
    });
    result.unwrap_or_else(|error| report(&error))
}

/// Prints an error; returns the exit code.
fn report(error: &anyhow::Error) -> ExitCode {
    let code = brain::report(error);
    if is_in_use(error) { ExitCode::from(INTERRUPTED) } else { code }
}

fn run(command: Command, words: &[OsString]) -> anyhow::Result<ExitCode> {
    let mut input = StandardInput::new();
    let mut out = StandardOutput::new();
    match command {
        Command::Brain { arguments } => return Ok(brain::run(arguments)),
        Command::Play { engine, args } if !args.text => {
            let game = play::in_page(&args)?;
            let otherwise = ", or play in the terminal: shisan play --text";
            serve::run(&ServeArgs::of_play(), engine.config()?, game, otherwise, &mut out)?;
        }
        Command::Play { engine, args } => {
            return play::run(&args, engine.config()?, words).map(finish);
        }
        Command::Classic { agent } => {
            gomoku_classics::serve(&agent, StandardInput::new(), &mut out)?;
        }
        Command::Analyze { args, .. } if args.schema => analyze::print_schemas(&mut out)?,
        Command::Analyze { engine, args } => {
            // Standard error stays silent: programs read both streams.
            std::panic::set_hook(Box::new(|panic| log::error!("{panic}")));
            analyze::run(&args, engine.config()?, StandardInput::new(), out)?;
        }
        Command::Gtp { engine, args } => {
            gtp::run(&args, engine.config()?, StandardInput::new(), out)?;
        }
        Command::Serve { engine, args } => {
            serve::run(&args, engine.config()?, serve::PageGame::Last, "", &mut out)?;
        }
        Command::Solve(args) => {
            return solve::solve(&args, &mut input, &mut out).map(Into::into);
        }
        Command::Forbid(args) => {
            return forbid::forbid(&args, &mut input, &mut out).map(Into::into);
        }
        Command::Inspect(args) => inspect::inspect(&args, &mut input, &mut out)?,
        Command::Review { engine, args } => {
            return review_games(&engine, &args, words, &mut input, &mut out);
        }
        Command::Puzzles { engine, args } => {
            let (config, mut err) = (engine.config()?, io::stderr());
            return puzzles::puzzles(&args, config, &mut input, &mut out, &mut err).map(verdict);
        }
        Command::Convert(args) => {
            let mut err = io::stderr();
            return convert::run(&args, &mut input, &mut out, &mut err).map(verdict);
        }
        Command::Games(command) => return command.run(&mut out).map(verdict),
        Command::Book { command } => return run_book(&command, words),
        Command::Bench { engine } => bench::run(&engine.config()?, &mut out)?,
        Command::Params(args) => params::run(&args, &mut out)?,
        Command::Match { misplaced, args } => {
            misplaced.refuse()?;
            return matches::run(&args, &host(words, &[])?, &mut out).map(finish);
        }
        Command::Spsa { brain, args } => {
            let host = host(words, &brain.options(&[args.rule()])?)?;
            return matches::spsa(&args, &host, &mut out).map(finish);
        }
        Command::Check { brain, args } => {
            let host = host(words, &brain.options(&Rule::ALL)?)?;
            return matches::check(&args, &host, &mut out).map(verdict);
        }
        Command::Grade(args) => {
            return grade::grade(&args, &host(words, &[])?, &mut out).map(finish);
        }
        Command::Soak { brain, args } => {
            let host = host(words, &brain.options(&Rule::ALL)?)?;
            return matches::soak(&args, &host, &mut out).map(soaked);
        }
        Command::Openings { engine, args } => {
            let (weights, settings) = (engine.weights(), engine.settings());
            let end =
                train::openings(&args, weights, settings, &stop_on_interrupt, &mut io::stderr())?;
            return continuable(end, words);
        }
        Command::Selfplay { engine, args } => {
            let (weights, settings) = (engine.weights(), engine.settings());
            let (stop, mut progress) = (&stop_on_interrupt, io::stderr());
            let end = train::self_play(&args, weights, settings, stop, &mut out, &mut progress)?;
            return continuable(end, words);
        }
        Command::Label { engine, args } => {
            let (weights, settings) = (engine.weights(), engine.settings());
            let end =
                train::label(&args, weights, settings, &stop_on_interrupt, &mut io::stderr())?;
            return continuable(end, words);
        }
        Command::Corpus { command } => corpus::run(&command, &mut out)?,
        Command::Exam { command } => return continuable(exam::run(&command, &mut out)?, words),
        Command::Tune(args) => train::tune(&args, &mut io::stderr())?,
        Command::Train(args) => train::train(&args, &mut io::stderr())?,
        Command::Round(args) => return play_rounds(&args, words, &mut out),
        Command::Man(args) => manual::man(&args, arguments::command())?,
        Command::Completions(args) => {
            manual::completions(&args, arguments::command(), &mut out)?;
        }
        Command::Reaper => {
            // It ends with the match, when its input does.
            ignore_interrupts()?;
            matches::reap(io::stdin().lock());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn review_games(
    engine: &EngineArgs,
    args: &ReviewArgs,
    words: &[OsString],
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    let run = review::review(args, engine, &stop_on_interrupt, input, out, &mut io::stderr())?;
    match run.finish {
        Finish::Interrupted if args.has_journal() => {
            continuable(run.finish, &args.continuing(words))
        }
        Finish::Interrupted => Ok(finish(run.finish)),
        Finish::Complete => Ok(verdict(run.all_read)),
    }
}

fn play_rounds(
    args: &RoundArgs,
    words: &[OsString],
    out: &mut dyn Write,
) -> anyhow::Result<ExitCode> {
    match round::round(args, out)? {
        round::End::Over(outcome) => Ok(ExitStatus::from(outcome.verdict()).into()),
        round::End::Stopped(INTERRUPTED) => continuable(Finish::Interrupted, words),
        round::End::Stopped(code) => Ok(ExitCode::from(code)),
    }
}

fn run_book(command: &book::BookCommand, words: &[OsString]) -> anyhow::Result<ExitCode> {
    match book::run(
        command,
        &mut StandardInput::new(),
        &mut StandardOutput::new(),
        &mut io::stderr(),
    )? {
        book::End::Answer(answer) => Ok(verdict(answer)),
        book::End::Run(end) => continuable(end, words),
    }
}

/// Prints help; returns the exit code.
fn help(help: &clap::Error) -> ExitCode {
    match help.print() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            report(&StandardOutput::named(&error).into())
        }
        _ if help.use_stderr() => ExitCode::from(2),
        _ => ExitCode::SUCCESS,
    }
}

fn is_help(error: &clap::Error) -> bool {
    !error.use_stderr() || error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand
}

/// The exit code of what the same command continues, which it says unless this is a step of a longer run.
fn continuable(end: Finish, words: &[OsString]) -> anyhow::Result<ExitCode> {
    if end == Finish::Interrupted && std::env::var_os(STEP).is_none() {
        writeln!(io::stderr(), "to continue: {}", command_line(words)?)?;
    }
    Ok(finish(end))
}

/// The exit code of a question that is answered by yes or no.
fn verdict(answer: bool) -> ExitCode {
    ExitCode::from(u8::from(!answer))
}

fn finish(finish: Finish) -> ExitCode {
    match finish {
        Finish::Complete => ExitCode::SUCCESS,
        Finish::Interrupted => ExitCode::from(INTERRUPTED),
    }
}

/// The exit code of a soak: what was found counts once it is complete.
fn soaked((end, has_faults): (Finish, bool)) -> ExitCode {
    match end {
        Finish::Complete => verdict(!has_faults),
        Finish::Interrupted => finish(end),
    }
}
