//! The games of a match in files, for viewers and scripts.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use crate::disk;
use crate::game::played::PlayedGame;
use crate::output::pgn::Pgn;
use crate::output::record_lines::RecordLine;
use crate::schedule::pairing::pair_of;
use gomoku_rules::record::{format_psq, format_sgf};
use gomoku_rules::{Rule, Size};

/// Where games are written.
pub(crate) struct RecordFile {
    path: PathBuf,
    /// The file of all games, if there is just one, once it is begun.
    file: Option<File>,
    format: RecordFormat,
    rule: Rule,
    size: Size,
    /// Whether a pair of an earlier match, of the same name and perhaps longer, is replaced too.
    is_own: Box<dyn Fn(u64) -> bool>,
    /// The numbers of the first game that was written and of the last.
    written: Option<[u64; 2]>,
}

/// The format of the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RecordFormat {
    /// A collection in one file.
    Sgf,
    /// One game per line.
    JsonLines,
    /// As fastchess writes them, in one file.
    Pgn,
    /// A file for each game, numbered before the extension.
    Psq,
}

/// Fails if records could not be written to this file, and leaves it as it is.
///
/// # Errors
/// When its extension names no format, or it cannot be written.
pub(crate) fn ensure_writable(path: &Path) -> anyhow::Result<()> {
    RecordFormat::of(path)?;
    disk::ensure_writable(path)
}

/// Whether each game gets a file of its own.
pub(crate) fn is_numbered(path: &Path) -> bool {
    RecordFormat::of(path).is_ok_and(|format| format == RecordFormat::Psq)
}

/// The file of a game that has its own.
pub(crate) fn numbered(path: &Path, game: u64) -> PathBuf {
    path.with_extension(format!("{game:06}.psq"))
}

impl RecordFormat {
    /// The format that the extension of a file names.
    fn of(path: &Path) -> anyhow::Result<Self> {
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("sgf") => Ok(Self::Sgf),
            Some("jsonl") => Ok(Self::JsonLines),
            Some("pgn") => Ok(Self::Pgn),
            Some("psq") => Ok(Self::Psq),
            _ => {
                bail!("{}: expected a file that ends in .sgf, .psq, .jsonl or .pgn", path.display())
            }
        }
    }
}

impl RecordFile {
    /// Records in the format that the extension of the file names. The first game starts it from scratch:
    /// a match that fails before leaves it as it is. Of numbered files, those of pairs that are not `is_own` stay:
    /// another shard may write them.
    ///
    /// # Errors
    /// When the extension names none.
    pub fn new(
        path: &Path,
        rule: Rule,
        size: Size,
        is_own: impl Fn(u64) -> bool + 'static,
    ) -> anyhow::Result<Self> {
        let (path, format) = (path.to_owned(), RecordFormat::of(path)?);
        Ok(Self { path, file: None, format, rule, size, is_own: Box::new(is_own), written: None })
    }

    /// Adds the games of the pair with this index. They have the numbers that reports and logs give them.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write_pair(&mut self, pair: u64, games: &[PlayedGame]) -> anyhow::Result<()> {
        (2 * pair + 1..).zip(games).try_for_each(|(number, game)| self.write(number, game))
    }

    /// Where the games are, and how `viewer`, a command, shows one; `None` before the first.
    pub fn describe(&self, viewer: &str) -> Option<String> {
        let path = self.path.display();
        let written = self.written?;
        Some(match self.format {
            RecordFormat::Psq => {
                let [first, last] = written.map(|game| numbered(&self.path, game));
                let (first, last) = (first.display(), last.display());
                format!("{first} to {last}; open one in `{viewer}` to review it")
            }
            _ => format!("{path}; recorded to .psq, each game is a file to review in `{viewer}`"),
        })
    }

    fn write(&mut self, number: u64, game: &PlayedGame) -> anyhow::Result<()> {
        if self.written.is_none() && self.format == RecordFormat::Psq {
            let is_own = |game| (self.is_own)(pair_of(game));
            disk::remove_games(&|game| numbered(&self.path, game), &is_own)?;
        }
        let first = self.written.map_or(number, |[first, _]| first);
        self.written = Some([first, number]);
        let path = match self.format {
            RecordFormat::Psq => numbered(&self.path, number),
            _ => self.path.clone(),
        };
        let text = match self.format {
            RecordFormat::Sgf => format_sgf(&game.to_record(Some(self.rule), self.size)),
            RecordFormat::JsonLines => {
                let line = RecordLine { rule: self.rule, size: self.size, game };
                serde_json::to_string(&line)? + "\n"
            }
            RecordFormat::Pgn => {
                let &mut Self { rule, size, .. } = self;
                Pgn { number, rule, size, game }.to_string()
            }
            RecordFormat::Psq => format_psq(&game.to_record(Some(self.rule), self.size)),
        };
        self.append(&path, &text).with_context(|| path.display().to_string())
    }

    fn append(&mut self, path: &Path, text: &str) -> io::Result<()> {
        if self.format == RecordFormat::Psq {
            return fs::write(path, text);
        }
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create(path)?),
        };
        file.write_all(text.as_bytes())
    }
}
