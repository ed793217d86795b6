//! The formats that `convert` reads: those of records, and the JSON lines of matches.

use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use anyhow::Result;

use gomoku_rules::record::{Format, Record};
use gomoku_rules::{Rule, Size};

/// A format of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// Text in a format of records.
    Text(Format),
    /// Records or the journal of `shisan match`.
    JsonLines,
}

impl InputFormat {
    /// The format that the extension of `path` names.
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().parse().ok()
    }

    /// The format that `text` looks like.
    pub fn detect(text: &str) -> Self {
        if text.trim_start().starts_with('{') {
            Self::JsonLines
        } else {
            Self::Text(Format::detect(text))
        }
    }

    /// Reads the games in `text`. Those that do not state their board are on one of `size`; without
    /// it, on the board of the `shisan openings` command that the text begins with, or on 15x15.
    pub fn read(self, text: &str, size: Option<Size>) -> Result<Vec<Record>> {
        let command = command_of(text);
        let size = size.or(command.size).unwrap_or(Size::square(15));
        match self {
            Self::JsonLines => gomoku_match::parse_record_lines(text, size),
            Self::Text(format) => {
                let mut games = format.read(text, size)?;
                for game in &mut games {
                    game.rule = game.rule.or(command.rule);
                }
                Ok(games)
            }
        }
    }
}

impl FromStr for InputFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "jsonl" => Ok(Self::JsonLines),
            text => {
                let format = text.parse().map(Self::Text);
                format.map_err(|error| format!("{error}, or jsonl"))
            }
        }
    }
}

/// What the first line of a file of openings says of the command that made it.
#[derive(Default)]
struct OpeningsCommand {
    rule: Option<Rule>,
    size: Option<Size>,
}

fn command_of(text: &str) -> OpeningsCommand {
    let mut words = text.lines().next().unwrap_or_default().split_whitespace();
    if words.next() != Some("#") || words.nth(1) != Some("openings") {
        return OpeningsCommand::default();
    }
    let words: Vec<&str> = words.collect();
    let value = |option| words.windows(2).find(|pair| pair[0] == option).map(|pair| pair[1]);
    OpeningsCommand {
        rule: value("--rule").and_then(|rule| rule.parse().ok()),
        size: value("--size").and_then(|size| size.parse().ok()),
    }
}
