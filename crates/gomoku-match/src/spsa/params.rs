//! The parameters of a brain, as `BRAIN params --json` lists them.

use std::collections::BTreeMap;
use std::io::Read;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use gomoku_rules::{Rule, without_byte_order_mark};
use serde::Deserialize;

use super::algorithm::Parameter;
use crate::Exit;
use crate::engine_io::process::{Pipes, Process};
use crate::engine_io::stderr_tail::StderrTail;
use crate::interrupt;

/// A parameter of a brain.
#[derive(Clone, Debug, Deserialize)]
pub struct BrainParam {
    pub name: String,
    /// The value that the brain plays with.
    pub value: i32,
    pub min: i32,
    pub max: i32,
    /// About the smallest change that can be felt in play.
    pub step: i32,
    #[serde(default)]
    pub doc: String,
    /// The values by rule, where they differ or may be set apart by `--set RULE.NAME=VALUE`.
    #[serde(default)]
    pub values: BTreeMap<String, i32>,
}

impl BrainParam {
    /// The parameter as games under `rule` tune it: where a brain has a value for each rule, that of
    /// `rule` alone.
    pub fn under(&self, rule: Rule) -> Parameter {
        let Self { name, value, min, max, step, .. } = self;
        let rule = rule.to_string();
        let (name, start) = match self.values.get(&rule) {
            Some(value) => (format!("{rule}.{name}"), *value),
            None => (name.clone(), *value),
        };
        Parameter { name, start, min: *min, max: *max, step: *step }
    }
}

/// How long a brain may take to list its parameters.
const TIMEOUT: Duration = Duration::from_secs(10);
/// How often a wait checks whether it was stopped.
const POLL_INTERVAL: Duration = Duration::from_millis(100);
/// How long its streams may take to end once it has.
const GRACE: Duration = Duration::from_secs(1);
/// No list of parameters is longer.
const MAX_BYTES: u64 = 1 << 20;

/// The parameters of the brain that `command` starts; `None` when `stop` was set meanwhile.
///
/// # Errors
/// When the brain does not list any, or their ranges make no sense.
pub fn params_of(command: &str, stop: &AtomicBool) -> anyhow::Result<Option<Vec<BrainParam>>> {
    let question = format!("{command} params --json");
    let answer = match answer_to(&question, stop) {
        Err(_) if interrupt::comes(stop) => return Ok(None),
        answer => answer?,
    };
    let params: Vec<BrainParam> = serde_json::from_str(&answer)
        .with_context(|| format!("{question}: expected a JSON array of parameters"))?;
    ensure!(!params.is_empty(), "{question} lists no parameters");
    for (index, param) in params.iter().enumerate() {
        let BrainParam { name, min, max, step, .. } = param;
        let is_plain = |c: char| c.is_ascii_graphic() && !"=,.\"'\\".contains(c);
        ensure!(!name.is_empty() && name.chars().all(is_plain), "{question}: bad name {name:?}");
        ensure!(params[..index].iter().all(|other| other.name != *name), "{question}: two {name}");
        ensure!(*step > 0, "{question}: {name} has step {step}, expected 1 or more");
        let values = param.values.values().chain([&param.value]);
        for value in values {
            ensure!(
                (min..=max).contains(&value),
                "{question}: {name} = {value} lies outside its range, {min} to {max}"
            );
        }
    }
    Ok(Some(params))
}

/// What `command` writes on standard output. It gets no input.
fn answer_to(command: &str, stop: &AtomicBool) -> anyhow::Result<String> {
    let (mut process, Pipes { stdin, stdout, stderr }) = Process::spawn(command, None)?;
    drop(stdin);
    let (stdout, stderr) = (read_all(stdout)?, read_all(stderr)?);
    let deadline = Instant::now() + TIMEOUT;
    let mut exit = None;
    while exit.is_none() && Instant::now() < deadline && !stop.load(Ordering::Relaxed) {
        exit = process.exit(POLL_INTERVAL);
    }
    // Ends the streams, even if other processes hold them.
    process.kill();
    let [answer, errors] =
        [stdout, stderr].map(|text| text.recv_timeout(GRACE).unwrap_or_default());
    let reason = match exit {
        Some(Exit::Code(0)) => return Ok(answer),
        Some(exit) => exit.to_string(),
        None => format!("no answer within {TIMEOUT:?}"),
    };
    let mut tail = StderrTail::default();
    errors.lines().for_each(|line| tail.push(line));
    let first = || errors.lines().find(|line| !line.trim().is_empty()).map(str::to_owned);
    match tail.error().or_else(first) {
        Some(line) => bail!("{command}: {reason}: {line}"),
        None => bail!("{command}: {reason}"),
    }
}

/// Reads a stream to its end in a thread, so that neither fills up while the other is read.
fn read_all(stream: impl Read + Send + 'static) -> anyhow::Result<mpsc::Receiver<String>> {
    let (sender, receiver) = mpsc::channel();
    thread::Builder::new().spawn(move || {
        let mut bytes = Vec::new();
        // What was read before an error is kept, as standard error is.
        drop(stream.take(MAX_BYTES).read_to_end(&mut bytes));
        let text = String::from_utf8_lossy(&bytes);
        drop(sender.send(without_byte_order_mark(&text).to_owned()));
    })?;
    Ok(receiver)
}
