//! The brain's command line: it plays for a manager; beside that `bench` and `params`.

use std::ffi::OsString;
use std::io::{self, Write};
use std::panic;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use lexopt::{Arg, Parser};

use crate::eval::try_weights;
use crate::search::{list_params, order_faults, try_params};
use crate::{bench, protocol};

const HELP: &str = "\
Shisan, a five-in-a-row engine for the Gomocup (Piskvork) protocol

Usage: pbrain-shisan [OPTIONS] [COMMAND]

Without a command it plays for the manager on its standard input.

Commands:
  bench            Measure the speed of moves and of the search; ends with the node count
  params [--json]  List the parameters of the search with their ranges

Options:
      --weights FILE    Play with the weights of this file under their rule
      --set NAME=VALUE  Set a parameter of the search; repeat as needed
  -h, --help            Print help
  -V, --version         Print version
";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
enum Task {
    Brain,
    Bench,
    Params { json: bool },
    Help,
    Version,
}

#[derive(Debug)]
struct Arguments {
    weights: Option<PathBuf>,
    settings: Vec<String>,
    task: Task,
}

/// Does what `words`, the arguments behind the program's name, ask for. Words that are none of ours are
/// ignored, because managers pass all sorts, and the brain plays.
pub fn run(words: Vec<OsString>) -> ExitCode {
    let arguments = if is_for_us(&words) {
        parse(words)
    } else {
        Ok(Arguments { weights: None, settings: Vec::new(), task: Task::Brain })
    };
    match arguments.and_then(|arguments| obey(&arguments)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            drop(writeln!(io::stderr(), "{error:#}"));
            ExitCode::from(2)
        }
    }
}

/// Whether the first argument is a command or an option of ours. Some managers pass garbage, which a
/// brain ignores.
fn is_for_us(words: &[OsString]) -> bool {
    let Some(first) = words.first().and_then(|first| first.to_str()) else { return false };
    let (option, _) = first.split_once('=').unwrap_or((first, ""));
    ["bench", "params", "help", "-h", "--help", "-V", "--version"].contains(&first)
        || ["--weights", "--set"].contains(&option)
}

fn parse(words: Vec<OsString>) -> anyhow::Result<Arguments> {
    let mut parser = Parser::from_args(words);
    let mut arguments = Arguments { weights: None, settings: Vec::new(), task: Task::Brain };
    while let Some(argument) = parser.next()? {
        match argument {
            Arg::Long("weights") => arguments.weights = Some(parser.value()?.into()),
            Arg::Long("set") => {
                arguments.settings.push(parser.value()?.to_string_lossy().into_owned());
            }
            Arg::Long("json") if matches!(arguments.task, Task::Params { .. }) => {
                arguments.task = Task::Params { json: true };
            }
            Arg::Long("help") | Arg::Short('h') => arguments.task = Task::Help,
            Arg::Long("version") | Arg::Short('V') => arguments.task = Task::Version,
            Arg::Value(word) if arguments.task == Task::Brain && word == "bench" => {
                arguments.task = Task::Bench;
            }
            Arg::Value(word) if arguments.task == Task::Brain && word == "params" => {
                arguments.task = Task::Params { json: false };
            }
            Arg::Value(word) if arguments.task == Task::Brain && word == "help" => {
                arguments.task = Task::Help;
            }
            other => return Err(other.unexpected().into()),
        }
    }
    Ok(arguments)
}

/// The faults that the brain is to survive, for the tests of how it does.
const FAULTS: &str = "SHISAN_FAULT";

fn obey(arguments: &Arguments) -> anyhow::Result<()> {
    take_weights(arguments.weights.as_deref())?;
    try_params(&arguments.settings).map_err(anyhow::Error::msg)?;
    let mut out = io::stdout();
    match arguments.task {
        Task::Bench => bench::run(&mut out),
        Task::Params { json } => Ok(out.write_all(list_params(json).as_bytes())?),
        Task::Help => Ok(out.write_all(HELP.as_bytes())?),
        Task::Version => Ok(writeln!(out, "shisan {}", env!("CARGO_PKG_VERSION"))?),
        Task::Brain => {
            if let Some(words) = std::env::var_os(FAULTS) {
                order_faults(&words.to_string_lossy())
                    .map_err(anyhow::Error::msg)
                    .context(FAULTS)?;
            }
            play()
        }
    }
}

/// Plays with the weights of a file, if one is given.
fn take_weights(file: Option<&Path>) -> anyhow::Result<()> {
    let Some(file) = file else { return Ok(()) };
    let name = || file.display().to_string();
    let bytes = std::fs::read(file).with_context(name)?;
    try_weights(&bytes).map_err(anyhow::Error::msg).with_context(name)
}

/// Plays for the manager on standard input and output until it says `END` or its input ends.
///
/// Standard error stays silent, because managers read it as replies: a panic goes to the log.
fn play() -> anyhow::Result<()> {
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    share_one_heap();
    Ok(protocol::serve(io::stdin(), io::stdout())?)
}

/// Has all threads allocate from one heap. By default each gets 64 MiB of addresses of its own, and
/// under `ulimit -v` the table would leave too few of them for the threads that come after it.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "a setting of the C library, made before there are threads")]
fn share_one_heap() {
    use libc::{M_ARENA_MAX, mallopt};
    // SAFETY: mallopt takes any numbers and reports those it does not know.
    let is_set = unsafe { mallopt(M_ARENA_MAX, 1) } == 1;
    log::debug!("one heap for all threads: {is_set}");
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
fn share_one_heap() {}
