//! The journal of a match: its configuration, then one JSON line for each finished pair, on the disk
//! before its result is printed. A pair in the journal is never played again.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk;
use crate::engine_io::program::Program;
use crate::game::played::PlayedPair;
use crate::json_lines::JsonLines;
use crate::match_config::MatchConfig;

/// The first line of a journal.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The format of the lines that follow.
    pub schema: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The machine, in words.
    pub machine: String,
    /// What decides the games.
    #[serde(alias = "conditions")]
    pub config: MatchConfig,
    /// A hash of each engine's program file, in the order of the engines; `null` where the file was
    /// not found. Journals of older versions have none.
    #[serde(default)]
    pub programs: Vec<Option<String>>,
}

impl JournalHeader {
    const SCHEMA: u32 = 1;

    /// The header of a match that starts here and now.
    pub fn new(config: MatchConfig) -> Self {
        let hash = |command: &str| Program::parse(command).ok()?.hash();
        Self {
            schema: Self::SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine(),
            programs: config.engines.iter().map(|engine| hash(&engine.command)).collect(),
            config,
        }
    }

    /// The first engine whose program file differs from that in `other`: its name, its hash here and
    /// there. A file that was not found differs from none.
    pub fn program_difference<'a>(&'a self, other: &'a Self) -> Option<[&'a str; 3]> {
        let programs = self.programs.iter().zip(&other.programs);
        self.config.engines.iter().zip(programs).find_map(|(engine, hashes)| match hashes {
            (Some(own), Some(other)) if own != other => Some([engine.name.as_str(), own, other]),
            _ => None,
        })
    }
}

/// A journal open for more pairs.
#[derive(Debug)]
pub struct Journal {
    lines: JsonLines,
    path: PathBuf,
    /// This run has created the file and added no pair.
    is_unused: bool,
}

impl Journal {
    /// Creates a journal.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub fn create(path: &Path, header: &JournalHeader) -> anyhow::Result<Self> {
        let mut lines = JsonLines::create(path)?;
        lines.append(header)?;
        Ok(Self { lines, path: path.to_owned(), is_unused: true })
    }

    /// Opens the journal of the same match, or creates it, and returns its pairs by number. A last
    /// line that was cut short is left out. `force` allows engines whose program files have changed.
    ///
    /// # Errors
    /// When the journal holds another match, or cannot be read or written.
    pub fn resume(
        path: &Path,
        header: &JournalHeader,
        force: bool,
    ) -> anyhow::Result<(Self, BTreeMap<u64, PlayedPair>)> {
        if !path.exists() {
            return Ok((Self::create(path, header)?, BTreeMap::new()));
        }
        let (mut lines, text) = JsonLines::resume(path)?;
        let name = path.display();
        let mut pairs = BTreeMap::new();
        if text.is_empty() {
            lines.append(header)?;
        } else {
            let (before, played) = parse(&text).with_context(|| name.to_string())?;
            if let Some(difference) = difference(&before.config, &header.config)? {
                bail!("{name} holds another match: {difference}");
            }
            if let Some([engine, old, new]) = before.program_difference(header).filter(|_| !force) {
                bail!(
                    "{name} was played with another build of {engine}: the hash of its program file \
                     was {old} and is {new}; use --force-resume to mix them, or another --journal"
                );
            }
            pairs = played;
        }
        Ok((Self { lines, path: path.to_owned(), is_unused: false }, pairs))
    }

    /// Adds a pair; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        self.is_unused = false;
        self.lines.append(pair)
    }

    /// Removes a journal that this run has created and that holds no pair, so that it does not block
    /// the next attempt.
    pub fn remove_if_unused(self) {
        let Self { lines, path, is_unused } = self;
        // Windows removes no open file.
        drop(lines);
        if is_unused && let Err(error) = fs::remove_file(&path) {
            log::warn!("{}: {error}", path.display());
        }
    }
}

/// Reads a journal. A last line that was cut short is left out.
///
/// # Errors
/// When it cannot be read or is not a journal.
pub fn read(path: &Path) -> anyhow::Result<(JournalHeader, BTreeMap<u64, PlayedPair>)> {
    parse(&disk::read_lines(path)?).with_context(|| path.display().to_string())
}

fn parse(text: &str) -> anyhow::Result<(JournalHeader, BTreeMap<u64, PlayedPair>)> {
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().context("the journal is empty")?;
    let header: JournalHeader =
        serde_json::from_str(first).context("line 1: not the journal of a match")?;
    let schema = header.schema;
    ensure!(
        schema == JournalHeader::SCHEMA,
        "line 1: schema {schema} is not supported, expected {}",
        JournalHeader::SCHEMA
    );
    ensure!(header.config.engines.len() >= 2, "line 1: expected two engines or more");
    let pairs = lines
        .map(|(number, line)| {
            let pair: PlayedPair =
                serde_json::from_str(line).with_context(|| format!("line {number}"))?;
            Ok((pair.pair, pair))
        })
        .collect::<anyhow::Result<_>>()?;
    Ok((header, pairs))
}

/// The first setting in which two configurations differ, in words.
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

/// The host name and the processor, where the system knows them.
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
    use crate::testing::{config, folder, pair};

    #[test]
    fn pairs_read_back_and_a_torn_line_is_dropped() {
        let folder = folder("journal");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(config(10));
        let mut journal = Journal::create(&path, &header).expect("a new file");
        journal.append(&pair(0, "WL")).expect("disk space");
        journal.append(&pair(2, "WW")).expect("disk space");
        drop(journal);
        let whole = fs::read(&path).expect("a journal");
        assert!(Journal::create(&path, &header).is_err(), "nothing is overwritten");
        for cut in 1..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("disk space");
            let (mut journal, pairs) =
                Journal::resume(&path, &header, false).expect("our own journal");
            let lines = whole[..cut].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(pairs.len(), lines.saturating_sub(1), "{cut} bytes");
            journal.append(&pair(7, "LL")).expect("disk space");
            let (_, pairs) = read(&path).expect("a journal");
            assert_eq!(pairs.len(), lines.max(1), "{cut} bytes");
            assert_eq!(pairs[&7], pair(7, "LL"));
        }
    }

    #[test]
    fn another_match_is_refused_by_what_differs() {
        let folder = folder("another");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(config(10));
        drop(Journal::create(&path, &header).expect("a new file"));
        let mut other = config(10);
        other.engines[1].limits.nodes = Some(77);
        let error =
            Journal::resume(&path, &JournalHeader::new(other), false).expect_err("other nodes");
        let error = error.to_string();
        assert!(error.contains("engines.1.limits.nodes was null and is 77"), "{error}");
        fs::write(&path, "{}\n").expect("disk space");
        assert!(read(&path).is_err());
    }

    #[test]
    fn another_build_of_an_engine_is_refused_unless_forced() {
        let folder = folder("build");
        let (path, engine) = (folder.join("match.jsonl"), folder.join("engine"));
        let mut config = config(10);
        config.engines[1].command = format!("'{}'", engine.display());
        fs::write(&engine, "build one").expect("disk space");
        let first = JournalHeader::new(config.clone());
        assert_eq!(first.programs.len(), 2);
        let [None, Some(hash)] = first.programs.as_slice() else { panic!("{:?}", first.programs) };
        drop(Journal::create(&path, &first).expect("a new file"));
        assert!(Journal::resume(&path, &JournalHeader::new(config.clone()), false).is_ok());
        fs::write(&engine, "build two").expect("disk space");
        let second = JournalHeader::new(config);
        let error = Journal::resume(&path, &second, false).expect_err("another build").to_string();
        let expected = format!("another build of base: the hash of its program file was {hash}");
        assert!(error.contains(&expected), "{error}");
        assert!(error.contains("--force-resume"), "{error}");
        assert!(Journal::resume(&path, &second, true).is_ok());
    }

    #[test]
    fn journals_of_older_versions_are_read() {
        let path = folder("older").join("match.jsonl");
        drop(Journal::create(&path, &JournalHeader::new(config(10))).expect("a new file"));
        let text = fs::read_to_string(&path).expect("a journal");
        let game = concat!(
            r#"{"black":"new","white":"base","opening":["h8"],"moves":[],"#,
            r#""outcome":{"winner":"black","reason":"crash:exit 1"},"strays":[0,1],"#,
            r#""last_words":"no memory"}"#,
        );
        let (head, _) = text.split_once(",\"programs\"").expect("a field");
        let head = head
            .replace("\"config\"", "\"conditions\"")
            .replace("\"stall_timeout\"", "\"patience\"")
            .replace("\"native\"", "\"lab\"");
        let old = format!("{head}}}\n{{\"pair\":0,\"games\":[{game},{game}]}}\n");
        for word in ["conditions", "patience", "lab", "strays", "last_words"] {
            assert!(old.contains(&format!("\"{word}\"")), "{word}: {old}");
        }
        fs::write(&path, old).expect("disk space");
        let header = JournalHeader::new(config(10));
        let (_, pairs) = Journal::resume(&path, &header, false).expect("the same match");
        assert_eq!(pairs[&0].games[1].unsolicited, [0, 1]);
        assert_eq!(pairs[&0].games[0].last_stderr_line.as_deref(), Some("no memory"));
    }

    #[test]
    fn a_journal_without_pairs_leaves_when_its_match_fails() {
        let path = folder("unused").join("match.jsonl");
        let header = JournalHeader::new(config(10));
        Journal::create(&path, &header).expect("a new file").remove_if_unused();
        assert!(!path.exists());
        let mut journal = Journal::create(&path, &header).expect("a new file");
        journal.append(&pair(0, "WL")).expect("disk space");
        journal.remove_if_unused();
        let (journal, _) = Journal::resume(&path, &header, false).expect("our own journal");
        journal.remove_if_unused();
        assert!(path.exists());
    }
}
