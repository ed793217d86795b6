//! The journal of a run of games, such as a tuning: a header with its configuration, then one JSON line
//! for each result.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::difference::difference;
use crate::disk::Lines;
use crate::engine_io::files::EngineFiles;
use crate::machine::machine;
use crate::parse_json::parse_json;

/// Whether a run continues another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resume {
    /// It starts.
    No,
    /// It continues one of the same brain.
    Same,
    /// It continues one whose brain's files may have changed.
    Forced,
}

impl Resume {
    /// What `--resume` and `--force-resume` ask for.
    pub fn new(resume: bool, force: bool) -> Self {
        match (resume, force) {
            (false, _) => Self::No,
            (true, false) => Self::Same,
            (true, true) => Self::Forced,
        }
    }
}

/// How the line of a header begins.
const HEADER: &str = "{\"kind\":";

/// The first line. It stands there again where the files of the brain have changed.
#[derive(Serialize, Deserialize)]
struct Header<C> {
    /// What was run: `soak` or `spsa`.
    kind: String,
    /// The form of the lines that follow.
    schema: u32,
    version: String,
    machine: String,
    /// Everything that decides the games.
    config: C,
    /// The brain's program file, and the files that its command names.
    #[serde(flatten)]
    files: EngineFiles,
    /// The same of the other engines. Journals of older versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    others: Vec<EngineFiles>,
}

const SCHEMA: u32 = 3;

/// Refuses the journal of a run where that of a match is expected.
///
/// # Errors
/// When `text` begins with the header of a run, such as a soak.
pub(crate) fn refuse_run(text: &str) -> anyhow::Result<()> {
    let kind = text.strip_prefix(HEADER).and_then(|rest| rest.split('"').nth(1));
    kind.map_or(Ok(()), |kind| bail!("the journal of a {kind}, not of a match"))
}

/// A journal open for more results.
#[derive(Debug)]
pub(crate) struct RunJournal {
    lines: Lines,
}

impl RunJournal {
    /// Starts the journal of a run of `engines`, names and commands, the brain first, or continues it; also
    /// returns the results that are in it.
    ///
    /// # Errors
    /// When it cannot be read or written, is in use, holds another run or one of other files of an engine, or
    /// exists although it is to be started.
    pub fn open<C, R>(
        path: &Path,
        resume: Resume,
        kind: &str,
        engines: &[(&str, &str)],
        config: &C,
    ) -> anyhow::Result<(Self, Vec<R>)>
    where
        C: Serialize,
        R: DeserializeOwned,
    {
        let (mut lines, text) = match resume {
            Resume::No => (Lines::create(path)?, String::new()),
            Resume::Same | Resume::Forced => Lines::resume_text(path)?,
        };
        let force = resume == Resume::Forced;
        let is_begun = lines.is_begun_by(HEADER)?;
        ensure!(is_begun, "{}: not the journal of a {kind}", path.display());
        let mut files = engines.iter().map(|(_, command)| EngineFiles::of(command));
        let header = Header {
            kind: kind.to_owned(),
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine(),
            config,
            files: files.next().unwrap_or_default(),
            others: files.collect(),
        };
        let mut results = Vec::new();
        let mut is_same = false;
        if !text.is_empty() {
            let names: Vec<&str> = engines.iter().map(|(name, _)| *name).collect();
            let found = read(&text, &header, &names, force);
            let found = found.with_context(|| path.display().to_string())?;
            (results, is_same) = found;
        }
        if !is_same {
            lines = lines.with_header(&serde_json::to_string(&header)?)?;
        }
        Ok((Self { lines }, results))
    }

    /// Adds a result; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, result: &impl Serialize) -> anyhow::Result<()> {
        self.lines.append(&serde_json::to_string(result)?).map(drop)
    }

    /// Removes the file if this run has created it and has no result.
    pub fn remove_if_unused(self) {
        self.lines.remove_if_unused();
    }
}

/// The results in `text`, a journal that must belong to the same run as `now`; also whether its last header
/// is that of `now`. The engines have these names.
fn read<C, R>(
    text: &str,
    now: &Header<&C>,
    names: &[&str],
    force: bool,
) -> anyhow::Result<(Vec<R>, bool)>
where
    C: Serialize,
    R: DeserializeOwned,
{
    let kind = &now.kind;
    let (mut results, mut files, mut others) = (Vec::new(), EngineFiles::default(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        if number > 1 && !line.starts_with(HEADER) {
            results.push(parse_json(line).with_context(|| format!("line {number}"))?);
            continue;
        }
        let header: Header<serde_json::Value> = parse_json(line)
            .with_context(|| format!("line {number}: not the journal of a {kind}"))?;
        ensure!(header.kind == *kind, "the journal of a {}, not of a {kind}", header.kind);
        ensure!(header.schema == SCHEMA, "a journal of another version: schema {}", header.schema);
        if let Some(difference) = difference(&header.config, &now.config)? {
            bail!("the journal holds another {kind}: {difference}");
        }
        (files, others) = (header.files, header.others);
    }
    let is_whole = others.len() == now.others.len();
    let before = [&files].into_iter().chain(&others);
    let mut pairs = before.zip([&now.files].into_iter().chain(&now.others)).zip(names);
    let change = pairs.find_map(|((before, now), name)| Some((name, before.change(now)?)));
    if let Some((name, change)) = change.as_ref().filter(|_| !force) {
        bail!(
            "played {}; use --force-resume to mix them, or another --journal",
            change.since(name)
        );
    }
    Ok((results, change.is_none() && is_whole))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::testing::folder;

    const ENGINES: [(&str, &str); 1] = [("the brain", "brain")];

    #[test]
    fn a_journal_is_continued_by_its_own_run_only() {
        let path = folder("run-journal").join("run.jsonl");
        let open = |resume, kind, config: &u32| {
            RunJournal::open::<u32, u64>(&path, resume, kind, &ENGINES, config)
        };
        let [no, yes] = [Resume::No, Resume::Same];
        let (mut journal, results) = open(no, "soak", &1).expect("a new file");
        assert!(results.is_empty());
        journal.append(&7).expect("disk space");
        journal.append(&8).expect("disk space");
        drop(journal);
        let refusal = |resume, kind, config| {
            format!("{:#}", open(resume, kind, &config).expect_err("another run"))
        };
        assert!(refusal(no, "soak", 1).contains("exists: continue it with --resume"));
        assert!(refusal(yes, "soak", 2).contains("another soak"), "{}", refusal(yes, "soak", 2));
        assert!(refusal(yes, "spsa", 1).ends_with("the journal of a soak, not of a spsa"));
        let (_, results) = open(yes, "soak", &1).expect("the same run");
        assert_eq!(results, [7, 8]);
        for (text, reason) in [
            ("{}\n", "line 1: not the journal of a soak"),
            ("notes\n", "line 1: not the journal of a soak"),
        ] {
            fs::write(&path, text).expect("disk space");
            assert!(refusal(yes, "soak", 1).contains(reason), "{}", refusal(yes, "soak", 1));
        }
    }

    #[test]
    fn a_run_of_another_build_is_not_continued() {
        let folder = folder("run-journal-build");
        let program = folder.join("engine");
        let command = format!("'{}' --set a=1", program.display());
        let brain = [("the brain", command.as_str())];
        let opponent = [ENGINES[0], ("level-100", command.as_str())];
        for (name, engines) in [("the brain", &brain[..]), ("level-100", &opponent)] {
            let path = folder.join(format!("{name}.jsonl"));
            let open = |resume| {
                let (mut journal, results) =
                    RunJournal::open::<u32, u64>(&path, resume, "soak", engines, &1)?;
                journal.append(&7)?;
                anyhow::Ok(results.len())
            };
            fs::write(&program, "one build").expect("disk space");
            open(Resume::No).expect("a new file");
            open(Resume::Same).expect("the same build");
            fs::write(&program, "another build").expect("disk space");
            let error = format!("{:#}", open(Resume::Same).expect_err("another build"));
            let expected = format!("{name}.jsonl: played with another build of {name}");
            assert!(error.contains(&expected), "{error}");
            assert_eq!(open(Resume::Forced).expect("forced"), 2);
            assert_eq!(open(Resume::Same).expect("they are mixed now"), 3);
        }
    }

    #[test]
    fn a_bad_line_is_named_by_its_number() {
        let path = folder("run-journal-line").join("run.jsonl");
        let (mut journal, _) =
            RunJournal::open::<u32, u64>(&path, Resume::No, "soak", &ENGINES, &1)
                .expect("a new file");
        journal.append(&7).expect("disk space");
        journal.append(&"seven").expect("disk space");
        drop(journal);
        let error = RunJournal::open::<u32, u64>(&path, Resume::Same, "soak", &ENGINES, &1)
            .expect_err("no number");
        assert!(format!("{error:#}").contains("run.jsonl: line 3: "), "{error:#}");
    }

    #[test]
    fn only_a_journal_that_was_created_in_vain_is_removed() {
        let path = folder("run-journal-vain").join("run.jsonl");
        let open = |resume| {
            RunJournal::open::<u32, u64>(&path, resume, "soak", &ENGINES, &1)
                .expect("our own run")
                .0
        };
        open(Resume::No).remove_if_unused();
        assert!(!path.exists());
        drop(open(Resume::No));
        open(Resume::Same).remove_if_unused();
        assert!(path.exists(), "an earlier run has created it");
        fs::remove_file(&path).expect("it exists");
        let mut journal = open(Resume::No);
        journal.append(&7).expect("disk space");
        journal.remove_if_unused();
        assert!(path.exists(), "it has a result");
    }
}
