//! The journal of a run of games, such as a tuning: a header with its configuration, then one JSON line
//! for each result.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::engine_io::program::Program;
use crate::journal::{difference, machine};
use crate::json_lines::JsonLines;

/// The first line.
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
    /// A hash of the brain's program file; `null` where the file was not found.
    program: Option<String>,
}

const SCHEMA: u32 = 2;

/// A journal open for more results.
#[derive(Debug)]
pub(crate) struct RunJournal {
    lines: JsonLines,
    /// The file, as long as this run has created it and added nothing but the header.
    fresh: Option<PathBuf>,
}

impl RunJournal {
    /// Starts the journal of a run of `brain`, a command, or continues it; also returns the results
    /// that are in it.
    ///
    /// # Errors
    /// When it cannot be read or written, holds another run or one of another build of the brain, or
    /// exists although it is to be started.
    pub fn open<C, R>(
        path: &Path,
        resume: bool,
        kind: &str,
        brain: &str,
        config: &C,
    ) -> anyhow::Result<(Self, Vec<R>)>
    where
        C: Serialize,
        R: DeserializeOwned,
    {
        let is_new = !path.exists();
        let (mut lines, text) = if resume {
            JsonLines::resume(path)?
        } else {
            (JsonLines::create(path)?, String::new())
        };
        let header = Header {
            kind: kind.to_owned(),
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            machine: machine(),
            config,
            program: Program::parse(brain).ok().and_then(|program| program.hash()),
        };
        let mut results = Vec::new();
        if text.is_empty() {
            lines.append(&header)?;
        } else {
            results = read(&text, &header).with_context(|| path.display().to_string())?;
        }
        Ok((Self { lines, fresh: is_new.then(|| path.to_owned()) }, results))
    }

    /// Adds a result; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, result: &impl Serialize) -> anyhow::Result<()> {
        self.fresh = None;
        self.lines.append(result)
    }

    /// Removes the file if this run has created it and has no result: a run that failed before its
    /// first game leaves nothing that a second attempt would have to resume.
    pub fn discard_if_empty(self) {
        // Windows removes no open file.
        drop(self.lines);
        if let Some(path) = self.fresh
            && let Err(error) = fs::remove_file(&path)
        {
            log::warn!("{}: {error}", path.display());
        }
    }
}

/// The results in `text`, a journal that must belong to the same run as `now`.
fn read<C, R>(text: &str, now: &Header<&C>) -> anyhow::Result<Vec<R>>
where
    C: Serialize,
    R: DeserializeOwned,
{
    let kind = &now.kind;
    let mut lines = (1..).zip(text.lines());
    let (_, first) = lines.next().context("the journal is empty")?;
    let header: Header<serde_json::Value> = serde_json::from_str(first)
        .with_context(|| format!("line 1: not the journal of a {kind}"))?;
    ensure!(header.kind == *kind, "the journal of a {}, not of a {kind}", header.kind);
    ensure!(header.schema == SCHEMA, "a journal of another version: schema {}", header.schema);
    if let Some(difference) = difference(&header.config, &now.config)? {
        bail!("the journal holds another {kind}: {difference}");
    }
    if let (Some(old), Some(new)) = (&header.program, &now.program)
        && old != new
    {
        bail!(
            "the journal is of another build of the brain: the hash of its program file was {old} \
             and is {new}; start another with --journal"
        );
    }
    let result =
        |(number, line)| serde_json::from_str(line).with_context(|| format!("line {number}"));
    lines.map(result).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::folder;

    #[test]
    fn a_journal_is_continued_by_its_own_run_only() {
        let path = folder("run-journal").join("run.jsonl");
        let open = |resume, kind, config: &u32| {
            RunJournal::open::<u32, u64>(&path, resume, kind, "brain", config)
        };
        let (mut journal, results) = open(false, "soak", &1).expect("a new file");
        assert!(results.is_empty());
        journal.append(&7).expect("disk space");
        journal.append(&8).expect("disk space");
        let refusal = |resume, kind, config| {
            format!("{:#}", open(resume, kind, &config).expect_err("another run"))
        };
        assert!(refusal(false, "soak", 1).contains("exists: continue it with --resume"));
        assert!(refusal(true, "soak", 2).contains("another soak"), "{}", refusal(true, "soak", 2));
        assert!(refusal(true, "spsa", 1).ends_with("the journal of a soak, not of a spsa"));
        let (_, results) = open(true, "soak", &1).expect("the same run");
        assert_eq!(results, [7, 8]);
        for (text, reason) in [
            ("{}\n", "line 1: not the journal of a soak"),
            ("notes\n", "line 1: not the journal of a soak"),
        ] {
            fs::write(&path, text).expect("disk space");
            assert!(refusal(true, "soak", 1).contains(reason), "{}", refusal(true, "soak", 1));
        }
    }

    #[test]
    fn a_run_of_another_build_is_not_continued() {
        let folder = folder("run-journal-build");
        let (path, program) = (folder.join("run.jsonl"), folder.join("brain"));
        let open = |resume| {
            let brain = format!("'{}' --set a=1", program.display());
            RunJournal::open::<u32, u64>(&path, resume, "soak", &brain, &1).map(drop)
        };
        fs::write(&program, "one build").expect("disk space");
        open(false).expect("a new file");
        open(true).expect("the same build");
        fs::write(&program, "another build").expect("disk space");
        let error = format!("{:#}", open(true).expect_err("another build"));
        assert!(
            error.contains("run.jsonl: the journal is of another build of the brain"),
            "{error}"
        );
    }

    #[test]
    fn a_bad_line_is_named_by_its_number() {
        let path = folder("run-journal-line").join("run.jsonl");
        let (mut journal, _) =
            RunJournal::open::<u32, u64>(&path, false, "soak", "brain", &1).expect("a new file");
        journal.append(&7).expect("disk space");
        journal.append(&"seven").expect("disk space");
        let error =
            RunJournal::open::<u32, u64>(&path, true, "soak", "brain", &1).expect_err("no number");
        assert!(format!("{error:#}").contains("run.jsonl: line 3: "), "{error:#}");
    }

    #[test]
    fn only_a_journal_that_was_created_in_vain_is_discarded() {
        let path = folder("run-journal-vain").join("run.jsonl");
        let open = |resume| {
            RunJournal::open::<u32, u64>(&path, resume, "soak", "brain", &1).expect("our own run").0
        };
        open(false).discard_if_empty();
        assert!(!path.exists());
        drop(open(false));
        open(true).discard_if_empty();
        assert!(path.exists(), "an earlier run has created it");
        fs::remove_file(&path).expect("it exists");
        let mut journal = open(false);
        journal.append(&7).expect("disk space");
        journal.discard_if_empty();
        assert!(path.exists(), "it has a result");
    }
}
