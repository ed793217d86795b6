//! The files whose games are rated: journals of matches, PGN, and records that the host reads.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::pgn::read_pgn;
use crate::disk::{LineReader, ensure_regular, keep_distinct};
use crate::host::RecordReader;
use crate::journal::{self, Content, HEADER, JournalHeader, RecordedPair};
use crate::run_journal::refuse_run;
use gomoku_rules::record::Record;
use gomoku_rules::without_byte_order_mark;

/// The endings of files in a folder that hold games with players and results.
const ENDINGS: [&str; 5] = ["jsonl", "psq", "sgf", "pgn", "rif"];

/// The games of a file.
pub(crate) enum GameFile {
    /// The journal of a match.
    Journal {
        /// Its headers, the last one first.
        headers: Vec<JournalHeader>,
        /// Its file.
        path: PathBuf,
        /// Its pairs by number.
        pairs: BTreeMap<u64, RecordedPair>,
        /// Where they stand.
        reader: LineReader,
    },
    /// Records.
    Records(Vec<Record>),
}

impl GameFile {
    /// These files, and those of games in these folders and below them, in the order of their names, each
    /// once.
    ///
    /// # Errors
    /// When a folder cannot be read.
    pub fn paths(paths: &[PathBuf]) -> anyhow::Result<Vec<PathBuf>> {
        let mut files = Vec::new();
        for path in paths {
            if path.is_dir() {
                collect(path, &mut files).with_context(|| path.display().to_string())?;
            } else {
                files.push(path.clone());
            }
        }
        keep_distinct(&mut files);
        Ok(files)
    }

    /// Reads these files.
    ///
    /// # Errors
    /// When one cannot be read, or a journal is malformed.
    pub fn read_all(paths: &[PathBuf], records: RecordReader) -> anyhow::Result<Vec<Self>> {
        paths.iter().map(|path| Self::read(path, records)).collect()
    }

    fn read(path: &Path, records: RecordReader) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let name = || path.display().to_string();
        let head = head(path).with_context(name)?;
        refuse_run(&head).with_context(name)?;
        Ok(if head.starts_with(HEADER) {
            let Some((Content { header, mut earlier, pairs }, reader)) = journal::read(path)?
            else {
                return Ok(Self::Records(Vec::new()));
            };
            earlier.insert(0, header);
            Self::Journal { headers: earlier, path: path.to_owned(), pairs, reader }
        } else if ending(path) == "pgn" {
            Self::Records(read_pgn(&fs::read(path).with_context(name)?))
        } else {
            Self::Records(records(path)?)
        })
    }
}

/// The ending of the name of a file, in small letters.
fn ending(path: &Path) -> String {
    path.extension().and_then(OsStr::to_str).unwrap_or_default().to_ascii_lowercase()
}

/// The files of games below `folder`, sorted; hidden ones and links to folders are left out, and with a line
/// on standard error the journals of other runs.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut entries: Vec<fs::DirEntry> = fs::read_dir(folder)?.collect::<io::Result<_>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let path = entry.path();
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if entry.file_type()?.is_dir() {
            collect(&path, files)?;
        } else if path.is_file() && ENDINGS.contains(&&*ending(&path)) {
            // What cannot be read is an error later.
            match refuse_run(&head(&path).unwrap_or_default()) {
                Err(reason) => writeln!(io::stderr(), "left out: {}: {reason}", path.display())?,
                Ok(()) => files.push(path),
            }
        }
    }
    Ok(())
}

/// How the file begins, as far as that tells journals apart.
fn head(path: &Path) -> io::Result<String> {
    let mut head = Vec::new();
    File::open(path)?.take(64).read_to_end(&mut head)?;
    Ok(without_byte_order_mark(&String::from_utf8_lossy(&head)).to_owned())
}
