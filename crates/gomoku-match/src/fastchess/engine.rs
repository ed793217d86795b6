//! `-engine` of fastchess: a brain, its limits and options.

use std::cell::LazyCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, bail, ensure};

use super::options::FastchessOption;
use crate::arguments::at_least_one;
use crate::engine_io::limits::EngineLimits;
use crate::output::summary::check_name;
use crate::units::{parse_duration, parse_match_time, parse_time_limit};

/// Bytes that a brain needs besides its table.
const BESIDES_TABLE: u64 = 26 << 20;

/// An engine of a match.
#[derive(Debug, Default)]
pub(super) struct Engine {
    name: String,
    command: String,
    /// Keys and values of `--limit`.
    limits: Vec<(&'static str, String)>,
    /// Names and values of `option.NAME=VALUE`.
    options: Vec<(String, String)>,
    /// How late a move may be, in milliseconds.
    pub margin: u64,
}

impl Engine {
    /// Reads the words that hold for each engine, then those of this one.
    ///
    /// # Errors
    /// When one cannot be read, or asks for what a Gomocup brain cannot do.
    pub fn read(
        each: &[&str],
        option: &FastchessOption,
        notes: &mut Vec<String>,
    ) -> anyhow::Result<Self> {
        let mut engine = Self::default();
        let (mut folder, mut program, mut arguments) = ("", "", "");
        for word in each.iter().chain(&option.words) {
            let subject = || format!("-engine {word}");
            let (key, value) = word.split_once('=').unwrap_or((word, ""));
            match key {
                "dir" => folder = value,
                "cmd" => program = value,
                "args" => arguments = value,
                "name" => value.clone_into(&mut engine.name),
                "tc" => engine.set_clock(value).with_context(subject)?,
                "st" => {
                    let time = millis(value).with_context(subject)?;
                    replace(&mut engine.limits, "turn-time", time);
                }
                "nodes" => {
                    let number: u64 = at_least_one(value).with_context(subject)?;
                    replace(&mut engine.limits, "nodes", number.to_string());
                }
                "depth" | "plies" => {
                    let number: u32 = at_least_one(value).with_context(subject)?;
                    replace(&mut engine.limits, "depth", number.to_string());
                }
                "timemargin" => {
                    engine.margin = value.parse().with_context(subject)?;
                    limit(engine.margin.to_string() + "ms", parse_duration)
                        .with_context(subject)?;
                }
                "proto" | "restart" => {}
                _ => match key.strip_prefix("option.") {
                    Some(name) if name.is_empty() || value.trim().is_empty() => {
                        bail!("-engine {word}: expected option.NAME=VALUE")
                    }
                    Some(name) => replace(&mut engine.options, name.to_owned(), value.to_owned()),
                    None => notes.push(format!("-engine {word}: ignored")),
                },
            }
        }
        if program.is_empty() {
            bail!("{option}: expected cmd=PROGRAM");
        }
        // Without the `.` in `Engines/./brain`; a bare name is looked up in PATH.
        let path = Path::new(folder).join(program);
        let path = if folder.is_empty() { path } else { path.components().collect::<PathBuf>() };
        let path = path.to_string_lossy();
        engine.command = shlex::try_quote(&path)?.into_owned();
        if !arguments.is_empty() {
            engine.command = format!("{} {arguments}", engine.command);
        }
        let mut word = format!("name={}", engine.name);
        if engine.name.is_empty() {
            let name = Path::new(program).file_stem().unwrap_or_default();
            engine.name = name.to_string_lossy().into_owned();
            word = format!("cmd={program}");
        }
        let Self { name, limits, .. } = &engine;
        ensure!(!name.contains('='), "-engine {word}: expected a name without `=`");
        check_name(name).map_err(anyhow::Error::msg).with_context(|| format!("-engine {word}"))?;
        ensure!(!limits.is_empty(), "-engine {word}: no limit: expected tc, st, nodes or depth");
        Ok(engine)
    }

    /// Reads `60+0.5` or `inf`.
    fn set_clock(&mut self, text: &str) -> anyhow::Result<()> {
        self.limits.retain(|(key, _)| !["match-time", "increment"].contains(key));
        if ["inf", "infinite"].contains(&text) {
            return Ok(());
        }
        if text.contains('/') {
            bail!(
                "no brain of Gomocup knows a clock for a number of moves: expected tc=SECONDS+INCREMENT"
            );
        }
        let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
        replace(&mut self.limits, "match-time", limit(millis(base)?, parse_match_time)?);
        replace(&mut self.limits, "increment", millis(increment)?);
        Ok(())
    }

    /// The words of `shisan match` about it.
    ///
    /// # Errors
    /// When its threads or the size of its table are not numbers.
    pub fn words(&self, params: &dyn Fn(&str) -> Vec<String>) -> anyhow::Result<Vec<String>> {
        let Self { name, command, limits, options, .. } = self;
        let mut command = command.clone();
        let params = LazyCell::new(|| params(&self.command));
        let limits = limits.iter().map(|(key, value)| format!("--limit={name}.{key}={value}"));
        let mut words: Vec<String> = limits.collect();
        for (option, value) in options {
            let subject = || format!("-engine option.{option}={value}");
            match &**option {
                "Threads" => {
                    let threads: u32 = at_least_one(value).with_context(subject)?;
                    words.push(format!("--limit={name}.threads={threads}"));
                }
                "Hash" => {
                    let mebibytes: u32 = value.parse().with_context(subject)?;
                    let bytes = u64::from(mebibytes) << 20;
                    words.push(format!("--option={name}.hash_size={}", bytes >> 10));
                    // The memory of a brain is that of the whole process.
                    let needed = bytes + BESIDES_TABLE;
                    if needed > EngineLimits::TOURNAMENT_MEMORY {
                        words.push(format!("--limit={name}.memory={}MiB", needed >> 20));
                    }
                }
                // One that plays a rule may be set for that rule alone: `renju.futility_margin`.
                _ if params.iter().any(|name| option.rsplit('.').next() == Some(name)) => {
                    let setting = format!("{option}={value}");
                    command = format!("{command} --set {}", shlex::try_quote(&setting)?);
                }
                _ => words.push(format!("--option={name}.{option}={value}")),
            }
        }
        words.insert(0, format!("--engine={name}={command}"));
        Ok(words)
    }
}

/// Takes `value` for `key`, instead of what an earlier word has said.
fn replace<K: PartialEq>(pairs: &mut Vec<(K, String)>, key: K, value: String) {
    pairs.retain(|(known, _)| *known != key);
    pairs.push((key, value));
}

/// Seconds with a point, as a duration of `shisan`.
fn millis(seconds: &str) -> anyhow::Result<String> {
    let time = seconds.parse().ok().filter(|time| (0.0..1e9).contains(time));
    let time: f64 = time.context("expected seconds, such as 0.5")?;
    ensure!(time == 0.0 || time >= 0.001, "expected a millisecond or more");
    limit(format!("{:.0}ms", 1000.0 * time), parse_time_limit)
}

/// The time, if a match can have it.
fn limit(time: String, parse: fn(&str) -> Result<Duration, String>) -> anyhow::Result<String> {
    parse(&time).map(|_| time).map_err(anyhow::Error::msg)
}
