//! Positions in any order and number, sorted into a book.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context;
use gomoku_rules::{Rule, Size};
use shisan_engine::book::{Book, BookEntry, BookPosition};
use tempfile::NamedTempFile;

use super::write::{BookWriter, merge, named};

/// Positions in memory; more of them become a book of their own, to be merged in the end.
const MOST: usize = 1 << 19;

/// Positions that become a book.
pub struct Collector {
    path: PathBuf,
    rule: Rule,
    size: Size,
    positions: BTreeMap<BookPosition, BookEntry>,
    /// Books of the positions before.
    runs: Vec<NamedTempFile>,
}

impl Collector {
    /// Nothing yet for the book at `path`.
    pub fn new(path: &Path, rule: Rule, size: Size) -> Self {
        let (positions, runs) = (BTreeMap::new(), Vec::new());
        Self { path: path.to_owned(), rule, size, positions, runs }
    }

    /// Adds what is known about a position.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn add(&mut self, position: BookPosition, entry: BookEntry) -> anyhow::Result<()> {
        self.positions.entry(position).and_modify(|known| known.merge(&entry)).or_insert(entry);
        if self.positions.len() < MOST { Ok(()) } else { self.end_run() }
    }

    fn end_run(&mut self) -> anyhow::Result<()> {
        let mut writer = BookWriter::beside(&self.path, self.rule, self.size)?;
        let write = || {
            for (position, entry) in std::mem::take(&mut self.positions) {
                writer.add(&position, &entry)?;
            }
            writer.finish()
        };
        let (run, _) = write().with_context(|| self.path.display().to_string())?;
        self.runs.push(run);
        Ok(())
    }

    /// Writes the book of everything, and of what the one at its path knows already. Returns the number of
    /// positions.
    ///
    /// # Errors
    /// When it cannot be written, or the book before it is damaged.
    pub fn finish(mut self, before: Option<&Book>) -> anyhow::Result<u64> {
        self.end_run()?;
        let open =
            |run: &NamedTempFile| Book::open(run.path()).map_err(|error| named(&self.path, error));
        let runs = self.runs.iter().map(open).collect::<anyhow::Result<Vec<Book>>>()?;
        let sources: Vec<&Book> = before.into_iter().chain(&runs).collect();
        merge(&self.path, self.rule, self.size, &sources)
    }
}
