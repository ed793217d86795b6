//! A file of JSON lines that loses nothing.

use std::path::Path;

use serde::Serialize;

use crate::disk::Lines;

/// A file open for more lines.
#[derive(Debug)]
pub(crate) struct JsonLines(Lines);

impl JsonLines {
    /// Starts a file.
    ///
    /// # Errors
    /// When it exists already or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        Ok(Self(Lines::create(path)?))
    }

    /// Opens a file, or starts it, and returns its whole lines. A last line that was cut short is
    /// dropped.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn resume(path: &Path) -> anyhow::Result<(Self, String)> {
        let (lines, text) = Lines::resume(path)?;
        Ok((Self(lines), text))
    }

    /// Adds a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        self.0.append(&serde_json::to_string(line)?)
    }
}
