//! The formats that `convert` reads: those of records, and the JSON lines of matches.

use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use anyhow::Result;

use gomoku_rules::Size;
use gomoku_rules::record::{Format, Record};
use shisan_json::read_games;

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
        match self {
            Self::JsonLines => {
                gomoku_match::parse_record_lines(text, size.unwrap_or(Size::square(15)))
            }
            Self::Text(format) => Ok(read_games(text, format, size)?),
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
