//! The journal of a match: its configuration, then one JSON line for each finished pair, on the disk
//! before its result is printed. A pair in the journal is never played again.
//!
//! Only results are kept in memory: the moves of a pair are read from the file when they are wanted.

use std::collections::BTreeMap;
use std::mem;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::difference::difference;
use crate::disk::{Line, LineReader, Lines, Span};
use crate::engine_io::files::{EngineFiles, FileChange};
use crate::game::played::PlayedPair;
use crate::machine::machine;
use crate::match_config::MatchConfig;
use crate::pair_result::PairResult;
use crate::parse_json::parse_json;
use crate::run_journal::refuse_run;

/// The first line of a journal. It stands there again, with its new values, where a match was extended.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct JournalHeader {
    /// The format of the lines that follow.
    pub schema: u32,
    /// The version of the program that wrote it.
    pub version: String,
    /// The machine, in words.
    pub machine: String,
    /// What decides the games.
    pub config: MatchConfig,
    /// A hash of each engine's program file, in the order of the engines; `null` where the file was
    /// not found. Journals of older versions have none.
    #[serde(default)]
    pub programs: Vec<Option<String>>,
    /// Hashes of the files that each engine's command names. Journals of older versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<BTreeMap<String, String>>,
}

/// How the line of a header begins.
pub(crate) const HEADER: &str = "{\"schema\":";

impl JournalHeader {
    const SCHEMA: u32 = 1;

    /// The header of a match that starts here and now.
    pub fn new(config: MatchConfig) -> Self {
        let files: Vec<EngineFiles> =
            config.engines.iter().map(|engine| EngineFiles::of(&engine.command)).collect();
        Self {
            schema: Self::SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine(),
            programs: files.iter().map(|files| files.program.clone()).collect(),
            files: files.into_iter().map(|files| files.files.unwrap_or_default()).collect(),
            config,
        }
    }

    /// The files of the engine at `index`.
    pub(crate) fn files_of(&self, index: usize) -> EngineFiles {
        EngineFiles {
            program: self.programs.get(index).cloned().flatten(),
            files: self.files.get(index).cloned(),
        }
    }

    /// What makes `now` the header of another match; the same match may have become longer.
    fn difference(&self, now: &Self) -> anyhow::Result<Option<String>> {
        let endless = |header: &Self| MatchConfig { games: 0, ..header.config.clone() };
        difference(&endless(self), &endless(now))
    }

    /// The first engine whose files are others in `now`, and how they differ.
    pub(crate) fn change(&self, now: &Self) -> Option<(&str, FileChange)> {
        self.config.engines.iter().enumerate().find_map(|(index, engine)| {
            let change = self.files_of(index).change(&now.files_of(index))?;
            Some((engine.name.as_str(), change))
        })
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        refuse_run(text)?;
        let header: Self = parse_json(text).context("not the journal of a match")?;
        let (found, expected) = (header.schema, Self::SCHEMA);
        ensure!(found == expected, "schema {found} is not supported, expected {expected}");
        ensure!(header.config.engines.len() >= 2, "expected two engines or more");
        Ok(header)
    }
}

/// A pair in a journal.
#[derive(Clone, Debug)]
pub(crate) struct RecordedPair {
    /// Where it stands.
    pub span: Span,
    /// Its result.
    pub result: PairResult,
}

/// What a journal holds.
#[derive(Debug)]
pub(crate) struct Content {
    /// The last header.
    pub header: JournalHeader,
    /// Those before it: the match was extended, or an engine's files were changed.
    pub earlier: Vec<JournalHeader>,
    /// The pairs by number.
    pub pairs: BTreeMap<u64, RecordedPair>,
}

impl Content {
    /// Reads a line into `content`; the first one is the header.
    fn take(content: &mut Option<Self>, line: Line) -> anyhow::Result<()> {
        let Line { number, span, text } = line;
        let name = || format!("line {number}");
        match content {
            None => {
                let header = JournalHeader::parse(text).with_context(name)?;
                *content = Some(Self { header, earlier: Vec::new(), pairs: BTreeMap::new() });
            }
            Some(content) if text.starts_with(HEADER) => {
                let header = JournalHeader::parse(text).with_context(name)?;
                if let Some(difference) = content.header.difference(&header)? {
                    bail!("{}: another match begins: {difference}", name());
                }
                content.earlier.push(mem::replace(&mut content.header, header));
            }
            Some(content) => {
                let played: PlayedPair = parse_json(text).with_context(name)?;
                let config = &content.header.config;
                let pair = config.schedule().pair(played.pair);
                let result = PairResult::new(config, &pair, &played);
                let result = result.map_err(anyhow::Error::msg).with_context(name)?;
                // Runs that knew no lock may have played a pair twice.
                content.pairs.entry(played.pair).or_insert(RecordedPair { span, result });
            }
        }
        Ok(())
    }
}

/// Reads a journal; also returns a reader of its pairs. A last line that was cut short is left out; `None`
/// where that is all, as of a run that was killed when it began.
///
/// # Errors
/// When it cannot be read, is not a journal, or holds two matches.
pub(crate) fn read(path: &Path) -> anyhow::Result<Option<(Content, LineReader)>> {
    let mut content = None;
    let reader = LineReader::open(path, &mut |line| Content::take(&mut content, line))?;
    let is_journal = content.is_some() || reader.is_cut_within(HEADER)?;
    ensure!(is_journal, "{}: not the journal of a match", path.display());
    Ok(content.map(|content| (content, reader)))
}

/// Reads the line of a pair.
///
/// # Errors
/// When it is none.
pub(crate) fn parse_pair(line: &str) -> anyhow::Result<PlayedPair> {
    parse_json(line).context("the line of a pair")
}

/// A journal open for more pairs.
#[derive(Debug)]
pub struct Journal {
    lines: Lines,
    spans: BTreeMap<u64, Span>,
}

impl Journal {
    /// Creates a journal.
    ///
    /// # Errors
    /// When the file exists already or cannot be written.
    pub fn create(path: &Path, header: &JournalHeader) -> anyhow::Result<Self> {
        let lines = Lines::create(path)?.with_header(&serde_json::to_string(header)?)?;
        Ok(Self { lines, spans: BTreeMap::new() })
    }

    /// Opens the journal of the same match, or creates it, and returns the results in it by the numbers of
    /// their pairs. A last line that was cut short is left out. The match may have become longer. `force`
    /// allows engines whose files have changed.
    ///
    /// # Errors
    /// When the journal is in use, holds another match, two of them, or pairs beyond the end of this one, or
    /// cannot be read or written.
    pub fn resume(
        path: &Path,
        header: &JournalHeader,
        force: bool,
    ) -> anyhow::Result<(Self, BTreeMap<u64, PairResult>)> {
        let name = path.display();
        let mut content = None;
        let mut lines = Lines::resume(path, &mut |line| Content::take(&mut content, line))?;
        ensure!(lines.is_begun_by(HEADER)?, "{name}: not the journal of a match");
        let mut pairs = BTreeMap::new();
        let mut is_same = false;
        if let Some(content) = content {
            let before = &content.header;
            if let Some(difference) = before.difference(header)? {
                bail!("{name} holds another match: {difference}");
            }
            let change = before.change(header);
            if let Some((engine, change)) = change.as_ref().filter(|_| !force) {
                bail!(
                    "{name} was played {}; use --force-resume to mix them, or another --journal",
                    change.since(engine)
                );
            }
            is_same = change.is_none() && before.config.games == header.config.games;
            let (games, schedule) = (header.config.games, header.config.schedule());
            let last = content.pairs.keys().next_back().map(|&number| schedule.pair(number).round);
            let played = last.map_or(0, |round| round.saturating_add(1).saturating_mul(2));
            ensure!(played <= games, "--games {games}: {name} holds {played} games already");
            pairs = content.pairs;
        }
        if !is_same {
            lines = lines.with_header(&serde_json::to_string(header)?)?;
        }
        let spans = pairs.iter().map(|(&number, pair)| (number, pair.span)).collect();
        let results = pairs.into_iter().map(|(number, pair)| (number, pair.result)).collect();
        Ok((Self { lines, spans }, results))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.lines.path()
    }

    /// Adds a pair; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, pair: &PlayedPair) -> anyhow::Result<()> {
        let span = self.lines.append(&serde_json::to_string(pair)?)?;
        self.spans.insert(pair.pair, span);
        Ok(())
    }

    /// Whether the pair of this number was played.
    pub fn has(&self, number: u64) -> bool {
        self.spans.contains_key(&number)
    }

    /// The pair of this number, which is in the journal.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn pair(&self, number: u64) -> anyhow::Result<PlayedPair> {
        let span = self.spans.get(&number).context("a pair that is not in the journal")?;
        parse_pair(&self.lines.line_at(*span)?)
    }

    /// Removes a journal that this run has created and that holds no pair.
    pub fn remove_if_unused(self) {
        self.lines.remove_if_unused();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::stats::results::GameScore;
    use crate::testing::{config, folder, pair};

    #[test]
    fn pairs_read_back_and_a_torn_line_is_dropped() {
        let folder = folder("journal");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(config(20));
        let mut journal = Journal::create(&path, &header).expect("a new file");
        journal.append(&pair(0, "WL")).expect("disk space");
        journal.append(&pair(2, "WW")).expect("disk space");
        drop(journal);
        let whole = fs::read(&path).expect("a journal");
        assert!(Journal::create(&path, &header).is_err(), "nothing is overwritten");
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("disk space");
            let lines = whole[..cut].split(|&byte| byte == b'\n').count() - 1;
            assert_eq!(read(&path).expect("a journal").is_some(), lines > 0, "{cut} bytes");
            let (mut journal, pairs) =
                Journal::resume(&path, &header, false).expect("our own journal");
            assert_eq!(pairs.len(), lines.saturating_sub(1), "{cut} bytes");
            journal.append(&pair(7, "LL")).expect("disk space");
            assert_eq!(journal.pair(7).expect("our own line"), pair(7, "LL"));
            let (Content { pairs, .. }, reader) = read(&path).expect("a journal").expect("begun");
            assert_eq!(pairs.len(), lines.max(1), "{cut} bytes");
            let line = reader.line_at(pairs[&7].span).expect("a line");
            assert_eq!(parse_pair(&line).expect("our own line"), pair(7, "LL"));
        }
    }

    #[test]
    fn another_match_is_refused_by_what_differs() {
        let folder = folder("another");
        let path = folder.join("match.jsonl");
        let header = JournalHeader::new(config(20));
        drop(Journal::create(&path, &header).expect("a new file"));
        let mut other = config(20);
        other.engines[1].limits.nodes = Some(77);
        let error =
            Journal::resume(&path, &JournalHeader::new(other), false).expect_err("other nodes");
        let error = error.to_string();
        assert!(error.contains("engines.1.limits.nodes was null and is 77"), "{error}");
        for foreign in ["{}\n", "notes\n", "notes without a last line feed"] {
            fs::write(&path, foreign).expect("disk space");
            assert!(read(&path).is_err());
            let error = Journal::resume(&path, &header, false).expect_err("not a journal");
            assert!(format!("{error:#}").contains("not the journal of a match"), "{error:#}");
            assert_eq!(fs::read_to_string(&path).expect("a file"), foreign);
        }
    }

    #[test]
    fn two_matches_in_a_journal_are_refused_by_the_line() {
        let folder = folder("two-matches");
        let journal = |name: &str, config: MatchConfig| {
            let path = folder.join(name);
            let mut journal =
                Journal::create(&path, &JournalHeader::new(config)).expect("a new file");
            journal.append(&pair(0, "WL")).expect("disk space");
            fs::read_to_string(path).expect("a journal")
        };
        let seeded = |seed| MatchConfig { seed, ..config(20) };
        let joined = journal("a", seeded(1)) + &journal("b", seeded(2));
        let path = folder.join("match.jsonl");
        fs::write(&path, &joined).expect("disk space");
        let expected = "match.jsonl: line 3: another match begins: seed was 1 and is 2";
        let error = format!("{:#}", read(&path).map(drop).expect_err("two matches"));
        assert!(error.ends_with(expected), "{error}");
        for seed in [1, 2] {
            let header = JournalHeader::new(seeded(seed));
            let error = Journal::resume(&path, &header, true).map(drop).expect_err("two matches");
            assert!(format!("{error:#}").ends_with(expected), "{error:#}");
        }
        assert_eq!(fs::read_to_string(&path).expect("a journal"), joined);
    }

    #[test]
    fn a_match_can_be_extended_and_not_cut_below_what_was_played() {
        let path = folder("extended").join("match.jsonl");
        let resume = |games| Journal::resume(&path, &JournalHeader::new(config(games)), false);
        let (mut journal, _) = resume(20).expect("a new file");
        journal.append(&pair(0, "WL")).expect("disk space");
        journal.append(&pair(6, "WW")).expect("disk space");
        drop(journal);
        let lines = || fs::read_to_string(&path).expect("a journal").lines().count();
        for (games, expected) in [(20, 3), (40, 4), (40, 4), (14, 5), (16, 6)] {
            let (_, pairs) = resume(games).expect("the same match");
            assert_eq!((pairs.len(), lines()), (2, expected), "{games}");
            let (content, _) = read(&path).expect("a journal").expect("begun");
            assert_eq!(content.header.config.games, games);
        }
        let error = resume(12).expect_err("fewer than played").to_string();
        assert!(error.starts_with("--games 12: ") && error.ends_with(" holds 14 games already"));
        assert_eq!(lines(), 6);
    }

    #[test]
    fn the_first_result_of_a_pair_counts() {
        let path = folder("twice").join("match.jsonl");
        let header = JournalHeader::new(config(20));
        let mut journal = Journal::create(&path, &header).expect("a new file");
        journal.append(&pair(0, "WW")).expect("disk space");
        journal.append(&pair(0, "LL")).expect("disk space");
        drop(journal);
        let (_, pairs) = Journal::resume(&path, &header, false).expect("our own journal");
        assert_eq!(pairs[&0].scores, [GameScore::Win; 2]);
    }

    #[test]
    fn the_pair_of_others_is_named_by_its_line() {
        let path = folder("others").join("match.jsonl");
        let mut other = pair(1, "WW");
        other.games[0].black = "other".into();
        let mut journal =
            Journal::create(&path, &JournalHeader::new(config(20))).expect("a new file");
        journal.append(&pair(0, "WW")).expect("disk space");
        journal.append(&other).expect("disk space");
        let error = format!("{:#}", read(&path).map(drop).expect_err("another engine"));
        let expected = "match.jsonl: line 3: a game of other and base, where new meets base";
        assert!(error.ends_with(expected), "{error}");
    }

    #[test]
    fn another_build_of_an_engine_is_refused_unless_forced() {
        let folder = folder("build");
        let (path, engine) = (folder.join("match.jsonl"), folder.join("engine"));
        let mut config = config(20);
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
        assert!(Journal::resume(&path, &second, false).is_ok(), "they are mixed now");
    }

    #[test]
    fn another_file_of_an_engine_is_refused_unless_forced() {
        let folder = folder("file");
        let (path, script) = (folder.join("match.jsonl"), folder.join("brain.py"));
        let mut config = config(20);
        config.engines[0].command = format!("sh -c 'python3 {} --fast'", script.display());
        let resume = |force| Journal::resume(&path, &JournalHeader::new(config.clone()), force);
        let refusal = || resume(false).expect_err("another file").to_string();
        fs::write(&script, "one").expect("disk space");
        drop(resume(false).expect("a new file"));
        assert!(resume(false).is_ok());
        fs::write(&script, "two").expect("disk space");
        let error = refusal();
        assert!(
            error.contains("brain.py of new: its hash was ") && !error.contains('\n'),
            "{error}"
        );
        fs::remove_file(&script).expect("our own file");
        assert!(refusal().contains("brain.py of new, which is gone; use --force-resume"));
        drop(resume(true).expect("forced"));
        fs::write(&script, "one").expect("disk space");
        assert!(refusal().contains("brain.py of new, which is there now; "), "{}", refusal());
    }

    #[test]
    fn a_journal_without_pairs_leaves_when_its_match_fails() {
        let path = folder("unused").join("match.jsonl");
        let header = JournalHeader::new(config(20));
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
