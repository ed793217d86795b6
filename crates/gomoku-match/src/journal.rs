//! The journal of a match: its settings, then one JSON line for each finished pair, appended and
//! synced before anything is told of it. What is in it is never played again.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::read_lines;
use crate::game::played::PlayedPair;
use crate::json_lines::JsonLines;
use crate::match_config::MatchConfig;

/// The first line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The form of the lines that follow.
    pub schema: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The machine, in words.
    pub machine: String,
    /// What decides the games.
    pub conditions: MatchConfig,
}

impl JournalHeader {
    const SCHEMA: u32 = 1;

    /// The header of a match that starts here and now.
    pub fn new(conditions: MatchConfig) -> Self {
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { schema: Self::SCHEMA, version, machine: machine(), conditions }
    }
}

/// A journal open for more pairs.
#[derive(Debug)]
pub struct Journal(JsonLines);

impl Journal {
    /// Starts a journal.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub fn create(path: &Path, header: &JournalHeader) -> anyhow::Result<Self> {
        let mut lines = JsonLines::create(path)?;
        lines.append(header)?;
        Ok(Self(lines))
    }

    /// Opens the journal of the same match, or starts it, and returns its pairs by their number. A
    /// last line that was cut short is dropped.
    ///
    /// # Errors
    /// When the journal belongs to another match, or cannot be read or written.
    pub fn resume(
        path: &Path,
        header: &JournalHeader,
    ) -> anyhow::Result<(Self, BTreeMap<u64, PlayedPair>)> {
        let (mut lines, text) = JsonLines::resume(path)?;
        if text.is_empty() {
            lines.append(header)?;
            return Ok((Self(lines), BTreeMap::new()));
        }
        let (before, pairs) = parse(&text).with_context(|| path.display().to_string())?;
        if let Some(difference) = difference(&before.conditions, &header.conditions)? {
            bail!("{} holds another match: {difference}", path.display());
        }
        Ok((Self(lines), pairs))
    }

    /// Adds a pair; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        self.0.append(pair)
    }
}

/// Reads a journal; a last line that was cut short is passed over.
///
/// # Errors
/// When it cannot be read or is none.
pub fn read(path: &Path) -> anyhow::Result<(JournalHeader, BTreeMap<u64, PlayedPair>)> {
    let name = || path.display().to_string();
    parse(&read_lines(path)?).with_context(name)
}

fn parse(text: &str) -> anyhow::Result<(JournalHeader, BTreeMap<u64, PlayedPair>)> {
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().context("the journal is empty")?;
    let header: JournalHeader =
        serde_json::from_str(first).context("line 1: no journal of a match")?;
    ensure!(
        header.schema == JournalHeader::SCHEMA,
        "a journal of another version: {}",
        header.schema
    );
    let pairs = lines
        .map(|(number, line)| {
            let pair: PlayedPair =
                serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            Ok((pair.pair, pair))
        })
        .collect::<anyhow::Result<_>>()?;
    Ok((header, pairs))
}

/// The first setting in which two matches, or what else has settings, differ, in words.
///
/// # Errors
/// When settings cannot be written as JSON.
pub fn difference(before: &impl Serialize, now: &impl Serialize) -> anyhow::Result<Option<String>> {
    let (before, now) = (serde_json::to_value(before)?, serde_json::to_value(now)?);
    Ok(first_difference("", &before, &now))
}

fn first_difference(name: &str, before: &Value, now: &Value) -> Option<String> {
    let below = |key: &str| if name.is_empty() { key.to_owned() } else { format!("{name}.{key}") };
    match (before, now) {
        (Value::Object(before), Value::Object(now)) => {
            let none = Value::Null;
            let mut keys: Vec<&String> = before.keys().chain(now.keys()).collect();
            keys.sort_unstable();
            keys.dedup();
            keys.into_iter().find_map(|key| {
                let (before, now) = (before.get(key), now.get(key));
                first_difference(&below(key), before.unwrap_or(&none), now.unwrap_or(&none))
            })
        }
        (Value::Array(before), Value::Array(now)) if before.len() == now.len() => {
            let mut items = (0..).zip(before.iter().zip(now));
            items.find_map(|(index, (before, now))| {
                first_difference(&below(&format!("{index}")), before, now)
            })
        }
        _ => (before != now).then(|| format!("{name} was {before} and is {now}")),
    }
}

/// The host's name and its processor, as far as the system tells.
pub(crate) fn machine() -> String {
    let read = |path: &str| std::fs::read_to_string(path).unwrap_or_default();
    let host = read("/proc/sys/kernel/hostname").trim().to_owned();
    let processors = read("/proc/cpuinfo");
    let model =
        processors.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let model = model.map(|(_, model)| model.trim().to_owned());
    let known: Vec<String> =
        [Some(host).filter(|host| !host.is_empty()), model].into_iter().flatten().collect();
    if known.is_empty() { "unknown".to_owned() } else { known.join(", ") }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::{conditions, folder, pair};

    #[test]
    fn pairs_read_back_and_a_torn_line_is_dropped() {
        let folder = folder("journal");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(conditions(10));
        let mut journal = Journal::create(&path, &header).expect("a new file");
        journal.append(&pair(0, "WL")).expect("room");
        journal.append(&pair(2, "WW")).expect("room");
        drop(journal);
        let whole = fs::read(&path).expect("a journal");
        assert!(Journal::create(&path, &header).is_err(), "nothing is overwritten");
        for cut in 1..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("room");
            let (mut journal, pairs) = Journal::resume(&path, &header).expect("our own journal");
            let lines = whole[..cut].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(pairs.len(), lines.saturating_sub(1), "{cut} bytes");
            journal.append(&pair(7, "LL")).expect("room");
            let (_, pairs) = read(&path).expect("a journal");
            assert_eq!(pairs.len(), lines.max(1), "{cut} bytes");
            assert_eq!(pairs[&7], pair(7, "LL"));
        }
    }

    #[test]
    fn another_match_is_refused_by_what_differs() {
        let folder = folder("another");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(conditions(10));
        drop(Journal::create(&path, &header).expect("a new file"));
        let mut other = conditions(10);
        other.engines[1].limits.nodes = Some(77);
        let error = Journal::resume(&path, &JournalHeader::new(other)).expect_err("other nodes");
        let error = error.to_string();
        assert!(error.contains("engines.1.limits.nodes was null and is 77"), "{error}");
        fs::write(&path, "{}\n").expect("room");
        assert!(read(&path).is_err());
    }
}
