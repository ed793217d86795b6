//! The file of an index: a line of JSON with files and texts, then a row for each game, then the positions
//! of all games, sorted by their keys. All numbers are little endian.

use std::cell::RefCell;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail, ensure};
use gomoku_match::disk::{ensure_regular, replace};
use gomoku_match::parse_json;
use gomoku_rules::{Pos, Size};
use serde::{Deserialize, Serialize};

use super::images::Images;
use super::row::{Entry, Row};
use super::sources::{IndexedFile, Sources};

/// How an index begins.
const BEGIN: &[u8] = br#"{"format":"shisan games index","#;
const FORMAT: &str = "shisan games index";
/// That of the rows and entries.
const VERSION: u32 = 4;
/// Entries that are read at a time.
const CHUNK: usize = 4096;

/// What stands before the games.
#[derive(Debug, Serialize, Deserialize)]
struct Head {
    format: String,
    version: u32,
    /// That of a known position: other builds may have other keys.
    key: u64,
    games: usize,
    positions: usize,
    sources: Sources,
    files: Vec<IndexedFile>,
    /// Players, dates and events; the first is empty.
    texts: Vec<String>,
}

/// An index that is open.
pub struct Index {
    path: PathBuf,
    head: Head,
    pub games: Vec<Row>,
    file: RefCell<File>,
    /// The byte where the positions begin.
    positions_at: u64,
}

/// The content of an index.
pub struct Content {
    pub sources: Sources,
    pub files: Vec<IndexedFile>,
    pub texts: Vec<String>,
    pub games: Vec<Row>,
    /// In any order.
    pub positions: Vec<Entry>,
}

/// Whether the file at `path` begins as an index does; `None` if there is none, or nothing in it.
///
/// # Errors
/// When it cannot be read.
pub fn is_index(path: &Path) -> anyhow::Result<Option<bool>> {
    let head = || -> io::Result<Vec<u8>> {
        let mut head = Vec::new();
        File::open(path)?.take(BEGIN.len() as u64).read_to_end(&mut head)?;
        Ok(head)
    };
    match head() {
        Ok(head) => Ok((!head.is_empty()).then(|| head == BEGIN)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| path.display().to_string()),
    }
}

/// The key of a known position.
fn known_key() -> u64 {
    Images::after(Size::square(15), &[Pos::new(7, 7), Pos::new(8, 6)]).key()
}

impl Content {
    /// Writes the index at `path`.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(mut self, path: &Path) -> anyhow::Result<()> {
        self.positions.sort_unstable();
        let head = Head {
            format: FORMAT.to_owned(),
            version: VERSION,
            key: known_key(),
            games: self.games.len(),
            positions: self.positions.len(),
            sources: self.sources,
            files: self.files,
            texts: self.texts,
        };
        let mut bytes = serde_json::to_vec(&head)?;
        bytes.push(b'\n');
        bytes.reserve_exact(self.games.len() * Row::LENGTH + self.positions.len() * Entry::LENGTH);
        bytes.extend(self.games.into_iter().flat_map(Row::to_bytes));
        bytes.extend(self.positions.into_iter().flat_map(Entry::to_bytes));
        replace(path, &bytes)
    }
}

impl Index {
    /// Opens the index at `path`.
    ///
    /// # Errors
    /// When it cannot be read, is no index, or is older than its files.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let index = Self::read(path).with_context(|| path.display().to_string())?;
        if let Some(change) = index.head.sources.change(&index.head.files, path) {
            let command = index.head.sources.command(path)?;
            bail!("{}: {change}: index them again: {command}", path.display());
        }
        Ok(index)
    }

    fn read(path: &Path) -> anyhow::Result<Self> {
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut read = BufReader::with_capacity(1 << 16, file);
        let is_index = read.fill_buf()?.starts_with(BEGIN);
        ensure!(is_index, "not an index of games");
        let mut line = Vec::new();
        read.read_until(b'\n', &mut line)?;
        ensure!(line.ends_with(b"\n"), "an index that was cut short");
        let head: Head =
            parse_json(&String::from_utf8_lossy(&line)).context("not an index of this version")?;
        let is_ours = head.version == VERSION && head.key == known_key();
        ensure!(is_ours, "an index of another version: index the games again");
        let of_games = (head.games as u64).checked_mul(Row::LENGTH as u64);
        let of_positions = (head.positions as u64).checked_mul(Entry::LENGTH as u64);
        let positions_at = of_games.and_then(|bytes| bytes.checked_add(line.len() as u64));
        let end = positions_at.zip(of_positions).and_then(|(at, bytes)| at.checked_add(bytes));
        ensure!(end == Some(length), "an index that was cut short, or is damaged");
        let mut rows = vec![0; head.games * Row::LENGTH];
        read.read_exact(&mut rows)?;
        let row = |bytes| {
            let row = Row::from_bytes(bytes)?;
            let texts = [row.black, row.white, row.date, row.event];
            let is_known = texts.iter().all(|&text| (text as usize) < head.texts.len());
            (is_known && (row.file as usize) < head.files.len()).then_some(row)
        };
        let games: Option<Vec<Row>> = rows.chunks_exact(Row::LENGTH).map(row).collect();
        let games = games.ok_or_else(|| anyhow!("an index that is damaged"))?;
        let positions_at = positions_at.unwrap_or_default();
        let file = RefCell::new(read.into_inner());
        Ok(Self { path: path.to_owned(), head, games, file, positions_at })
    }

    /// How the games are read.
    pub fn sources(&self) -> &Sources {
        &self.head.sources
    }

    /// The file of a game.
    pub fn file_of(&self, row: &Row) -> &Path {
        self.path_of(row.file)
    }

    /// The files that were indexed.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.head.files.iter().map(|file| &*file.path)
    }

    /// The file with this number, which a row names.
    pub fn path_of(&self, file: u32) -> &Path {
        &self.head.files[file as usize].path
    }

    /// A text that a row names.
    pub fn text(&self, number: u32) -> &str {
        &self.head.texts[number as usize]
    }

    /// Where the positions with this key stand: one entry a game, that of its main line if there is one.
    ///
    /// # Errors
    /// When the index cannot be read.
    pub fn find(&self, key: u64) -> anyhow::Result<Vec<Entry>> {
        self.entries_of(key).with_context(|| self.path.display().to_string())
    }

    fn entries_of(&self, key: u64) -> anyhow::Result<Vec<Entry>> {
        let (mut first, mut end) = (0, self.head.positions);
        while first < end {
            let middle = first.midpoint(end);
            let entry = self.entries(middle..middle + 1)?.pop();
            if entry.is_some_and(|entry| entry.key < key) {
                first = middle + 1;
            } else {
                end = middle;
            }
        }
        let mut found = Vec::new();
        loop {
            let end = self.head.positions.min(first + CHUNK);
            let entries = self.entries(first..end)?;
            let equal = entries.iter().take_while(|entry| entry.key == key).count();
            found.extend_from_slice(&entries[..equal]);
            first = end;
            if equal < CHUNK {
                break;
            }
        }
        ensure!(
            found.iter().all(|entry| (entry.game as usize) < self.games.len()),
            "an index that is damaged"
        );
        // Sorted by game and place: the main line comes first.
        found.dedup_by_key(|entry| entry.game);
        Ok(found)
    }

    fn entries(&self, range: Range<usize>) -> anyhow::Result<Vec<Entry>> {
        let mut file = self.file.borrow_mut();
        file.seek(SeekFrom::Start(self.positions_at + (range.start * Entry::LENGTH) as u64))?;
        let mut bytes = vec![0; range.len() * Entry::LENGTH];
        file.read_exact(&mut bytes)?;
        Ok(bytes.as_chunks().0.iter().copied().map(Entry::from_bytes).collect())
    }
}
