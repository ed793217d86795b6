//! A game of a file, and how answers name it.

use serde::Serialize;

use gomoku_rules::record::Record;
use gomoku_rules::{CellNames, Rule};

/// A game of a file.
pub struct FileGame {
    /// The file; `None` for standard input.
    pub file: Option<String>,
    /// Its number in the file, from 1.
    pub number: u64,
    pub record: Record,
    pub rule: Rule,
    pub names: CellNames,
    /// What it is read from, in words.
    pub(super) input: String,
    /// Whether there are other files.
    pub(super) is_of_several: bool,
}

impl FileGame {
    /// Its number, players, rule and board in words, and its file if there are several.
    pub fn title(&self) -> String {
        let Record { black, white, size, .. } = &self.record;
        let players = match (black, white) {
            (None, None) => String::new(),
            (black, white) => {
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
                format!("{} - {}, ", name(black), name(white))
            }
        };
        let file = self.file.as_ref().filter(|_| self.is_of_several);
        let file = file.map_or_else(String::new, |file| format!("{file}: "));
        format!("{file}game {}: {players}{}, {size}", self.number, self.rule)
    }

    /// A JSON line that says which game `about` is about.
    pub fn json(&self, about: &impl Serialize) -> anyhow::Result<String> {
        let Record { black, white, size, .. } = &self.record;
        let line = JsonLine {
            file: self.file.as_deref(),
            game: self.number,
            rule: self.rule.name(),
            size: [size.width(), size.height()],
            players: [black.as_deref(), white.as_deref()],
            about,
        };
        Ok(serde_json::to_string(&line)?)
    }
}

/// What is said of a game, as JSON.
#[derive(Serialize)]
struct JsonLine<'a, T> {
    /// `null` for standard input.
    file: Option<&'a str>,
    /// Its number in the file, from 1.
    game: u64,
    rule: &'static str,
    size: [u8; 2],
    /// The names of the players, Black's first.
    players: [Option<&'a str>; 2],
    #[serde(flatten)]
    about: &'a T,
}
