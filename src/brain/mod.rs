//! The brain's command line: it plays for a manager; besides that there are `bench` and `params`.

mod command_line;
mod standard_streams;

use std::ffi::OsString;
use std::io::{self, ErrorKind, IsTerminal, Read, Write};
use std::panic;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};

use self::command_line::{Arguments, Task};
pub use self::command_line::{HELP, LevelOptions, TOOLS};
pub use self::standard_streams::{StandardInput, StandardOutput};
use crate::book::Book;
use crate::engine::{EngineConfig, Level, LevelTable};
use crate::search::ParamSet;
use crate::{BUILD, VERSION, bench, protocol, regular_file};
use gomoku_rules::Rule;

/// What a person who starts the brain on a terminal should know.
const HINT: &str = "plays five in a row by the Gomocup protocol: type START 15, then BEGIN or TURN 7,7, \
                    and END to leave. Options: pbrain-shisan --help; tools for people: shisan --help";

/// Runs the command line `words`, without the program's name.
pub fn run(words: Vec<OsString>) -> ExitCode {
    let is_terminal = io::stdin().is_terminal();
    let result = Arguments::parse(words, is_terminal).and_then(|arguments| {
        if is_terminal && arguments.task == Task::Brain {
            drop(writeln!(io::stderr(), "Shisan {VERSION} {HINT}"));
        }
        execute(&arguments)
    });
    result.map_or_else(|error| report(&error), |()| ExitCode::SUCCESS)
}

/// Prints an error in one line, whatever it quotes, unless it says that the reader of the output has gone, as
/// `head` does. Returns the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    let is_closed = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == ErrorKind::BrokenPipe)
    };
    if error.chain().any(is_closed) {
        return ExitCode::SUCCESS;
    }
    let text = format!("{error:#}");
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    drop(writeln!(io::stderr(), "error: {}", lines.join(" ")));
    ExitCode::from(2)
}

/// Makes searches fail, for the tests of how the brain survives that.
#[cfg(feature = "fault-injection")]
const FAULTS: &str = "SHISAN_FAULT";

fn execute(arguments: &Arguments) -> anyhow::Result<()> {
    let mut config = load(arguments.weights.as_deref(), &arguments.settings)?;
    set_level(&mut config, &arguments.level)?;
    set_book(&mut config, arguments.book.as_deref())?;
    let text = match arguments.task {
        Task::Brain => return play(config),
        Task::Bench => return bench::run(&config, &mut StandardOutput::new()),
        Task::Params { json: true, rule } => config.params.json(rule),
        Task::Params { json: false, rule } => config.params.table(rule),
        Task::Help => HELP.to_owned(),
        Task::Version => format!("shisan {BUILD}\n"),
    };
    let mut out = StandardOutput::new();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// The built-in configuration of an engine, but with the weights of the file `weights` for its rule and
/// with these settings of parameters, such as `renju.futility_margin=90`.
///
/// # Errors
/// When the file cannot be read or holds no weights, when a setting is not valid, or when a later one leaves
/// nothing of it.
pub fn configure(weights: Option<&Path>, settings: &[String]) -> anyhow::Result<EngineConfig> {
    let config = load(weights, settings)?;
    for (index, setting) in settings.iter().enumerate() {
        // What holds for all rules replaces what an earlier one has set for one.
        let is_replaced = |earlier: &&String| {
            let rule = name_of(earlier).strip_suffix(name_of(setting));
            rule.is_some_and(|rule| rule.is_empty() || rule.ends_with('.'))
        };
        if let Some(earlier) = settings[..index].iter().find(is_replaced) {
            bail!("--set {setting}: it replaces --set {earlier}");
        }
    }
    Ok(config)
}

/// The same, but a later setting replaces an earlier one: a tuner adds its own to a command.
fn load(weights: Option<&Path>, settings: &[String]) -> anyhow::Result<EngineConfig> {
    let mut config = EngineConfig::default();
    if let Some(file) = weights {
        let name = || file.display().to_string();
        let bytes = read(file).with_context(name)?;
        config.weights =
            config.weights.with_file(&bytes).map_err(anyhow::Error::msg).with_context(name)?;
    }
    config.params = ParamSet::with_settings(settings).map_err(anyhow::Error::msg)?;
    Ok(config)
}

/// The name in a setting.
fn name_of(setting: &str) -> &str {
    setting.split_once('=').map_or(setting, |(name, _)| name)
}

/// The same as [`configure`] for an engine that plays these rules alone.
///
/// # Errors
/// Also when the file is for another rule.
pub fn configure_for(
    rules: &[Rule],
    weights: Option<&Path>,
    settings: &[String],
) -> anyhow::Result<EngineConfig> {
    let config = configure(weights, settings)?;
    let other = config.weights.replaced().find(|rule| !rules.contains(rule));
    if let Some((file, other)) = weights.zip(other) {
        let kind = config.weights.network(other).map_or("tables", |_| "a network");
        let rules: Vec<&str> = rules.iter().map(|rule| rule.name()).collect();
        bail!("{}: {kind} for {other}, not for {}", file.display(), rules.join(" or "));
    }
    Ok(config)
}

/// Reads a whole file.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    regular_file::open(file)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Makes an engine of `config` play at a level.
///
/// # Errors
/// When there is no such level, or when the file cannot be read or holds no levels.
pub fn set_level(config: &mut EngineConfig, options: &LevelOptions) -> anyhow::Result<()> {
    if let Some(file) = &options.table {
        let name = || file.display().to_string();
        let text = String::from_utf8(read(file).with_context(name)?).with_context(name)?;
        config.levels = LevelTable::read(&text).map_err(anyhow::Error::msg).with_context(name)?;
    }
    let seed = options.seed.unwrap_or(Level::DEFAULT_SEED);
    let level = options.elo.map(|elo| Level::new(elo, seed)).transpose();
    config.level = level.map_err(anyhow::Error::msg)?;
    Ok(())
}

/// Makes an engine of `config` play from the book at `path`, if there is one.
///
/// # Errors
/// When the book cannot be read.
pub fn set_book(config: &mut EngineConfig, path: Option<&Path>) -> anyhow::Result<()> {
    if let Some(path) = path {
        let book = Book::open(path).with_context(|| path.display().to_string())?;
        config.book = Some(Arc::new(book));
    }
    Ok(())
}

/// Plays for the manager on standard input and output until it sends `END` or its input ends.
///
/// Standard error stays silent, because some managers read it as replies: a panic goes to the log.
fn play(config: EngineConfig) -> anyhow::Result<()> {
    #[cfg(feature = "fault-injection")]
    if let Some(words) = std::env::var_os(FAULTS) {
        crate::search::inject_faults(&words.to_string_lossy())
            .map_err(anyhow::Error::msg)
            .context(FAULTS)?;
    }
    panic::set_hook(Box::new(|panic| log::error!("{panic}")));
    share_one_heap();
    protocol::serve(StandardInput::new(), StandardOutput::new(), config)
}

/// Makes all threads allocate from one heap. By default each reserves 64 MiB of address space, and
/// under `ulimit -v` the table would leave too little of it for the threads that start after it.
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
