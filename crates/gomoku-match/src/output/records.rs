//! The games of a match in files, for viewers and scripts.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use super::record_lines::RecordLine;
use crate::game::played::PlayedGame;
use crate::match_config::MatchConfig;
use gomoku_rules::record::{format_psq, format_sgf};
use gomoku_rules::{Rule, Size};

/// Where games are written to, made anew when a match is gone on with: the journal has them all.
pub(crate) struct RecordFile {
    path: PathBuf,
    form: RecordFormat,
    rule: Rule,
    size: Size,
    games: u64,
}

/// The form of the records.
enum RecordFormat {
    /// A collection in one file.
    Sgf(File),
    /// One game a line.
    JsonLines(File),
    /// A file for each game, numbered before the ending.
    Psq,
}

impl RecordFile {
    /// A file of the form that its ending names.
    ///
    /// # Errors
    /// When the ending names none, or the file cannot be written.
    pub fn create(path: &Path, conditions: &MatchConfig) -> anyhow::Result<Self> {
        let create = || File::create(path).with_context(|| path.display().to_string());
        let form = match path.extension().and_then(|ending| ending.to_str()) {
            Some("sgf") => RecordFormat::Sgf(create()?),
            Some("jsonl") => RecordFormat::JsonLines(create()?),
            Some("psq") => RecordFormat::Psq,
            _ => bail!("{}: expected a file that ends in .sgf, .psq or .jsonl", path.display()),
        };
        let (rule, size) = (conditions.game.rule, conditions.game.size);
        Ok(Self { path: path.to_owned(), form, rule, size, games: 0 })
    }

    /// Adds a game.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&mut self, game: &PlayedGame) -> anyhow::Result<()> {
        self.games += 1;
        let name = || self.path.display().to_string();
        match &mut self.form {
            RecordFormat::Sgf(file) => {
                let text = format_sgf(&game.to_record(Some(self.rule), self.size));
                file.write_all(text.as_bytes()).with_context(name)
            }
            RecordFormat::JsonLines(file) => {
                let line = RecordLine { rule: self.rule, size: self.size, game };
                let text = serde_json::to_string(&line)? + "\n";
                file.write_all(text.as_bytes()).with_context(name)
            }
            RecordFormat::Psq => {
                let path = self.path.with_extension(format!("{:06}.psq", self.games));
                let text = format_psq(&game.to_record(Some(self.rule), self.size));
                std::fs::write(&path, text).with_context(|| path.display().to_string())
            }
        }
    }
}
