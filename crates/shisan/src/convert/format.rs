//! The formats that `convert` reads: those of records, and the JSON lines of matches.

use std::ffi::OsStr;
use std::path::Path;
use std::str::FromStr;

use gomoku_records::FileFormat;
use gomoku_rules::record::UnknownFormat;

/// A format of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputFormat {
    /// A format of games.
    File(FileFormat),
    /// Records or the journal of `shisan match`.
    JsonLines,
}

impl InputFormat {
    /// The names of all.
    pub const NAMES: [&str; FileFormat::ALL.len() + 1] = {
        let mut names = ["jsonl"; FileFormat::ALL.len() + 1];
        let mut index = 0;
        while index < FileFormat::ALL.len() {
            names[index] = FileFormat::ALL[index].name();
            index += 1;
        }
        names
    };

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::File(format) => format.name(),
            Self::JsonLines => "jsonl",
        }
    }

    /// The format that the extension of `path` names.
    pub fn of_path(path: &Path) -> Option<Self> {
        path.extension().and_then(OsStr::to_str)?.to_ascii_lowercase().parse().ok()
    }

    /// The format of a file that begins with `head`: the `given` one, or that which it looks like.
    ///
    /// # Errors
    /// When it looks like none, or like something that no game is.
    pub fn of_head(head: &[u8], given: Option<Self>) -> Result<Self, UnknownFormat> {
        let found = FileFormat::detect(head);
        // What is no text is in no format of texts, whatever its file is called.
        if let Ok(format) = found
            && format.is_binary()
        {
            return Ok(Self::File(format));
        }
        match (found, given) {
            (Err(UnknownFormat::Json), None | Some(Self::JsonLines)) => Ok(Self::JsonLines),
            (Err(UnknownFormat::Binary), Some(Self::File(format))) if format.is_binary() => {
                Ok(Self::File(format))
            }
            (Err(UnknownFormat::Xml), Some(Self::File(FileFormat::Rif))) => {
                Ok(Self::File(FileFormat::Rif))
            }
            (Err(UnknownFormat::Text(_)) | Ok(_), Some(given)) => Ok(given),
            (Ok(format), None) => Ok(Self::File(format)),
            (Err(error), _) => Err(error),
        }
    }
}

impl FromStr for InputFormat {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "jsonl" => Ok(Self::JsonLines),
            text => {
                let format = text.parse().map(Self::File);
                format.map_err(|error| format!("{error}, or jsonl"))
            }
        }
    }
}
