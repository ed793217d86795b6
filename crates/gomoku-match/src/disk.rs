//! Files that a crash leaves whole: lines added one by one, contents replaced in one step.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

/// A file of text open for more lines: each is on the disk before anybody is told of it.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
}

impl Lines {
    /// Starts a file.
    ///
    /// # Errors
    /// When it exists already or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        let file = match OpenOptions::new().create_new(true).append(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                bail!("{} exists: go on with it by --resume, or name another file", path.display())
            }
            file => file.with_context(|| path.display().to_string())?,
        };
        Ok(Self { path: path.to_owned(), file })
    }

    /// Opens a file, or starts it, and returns its whole lines. A last line that was cut short is
    /// dropped.
    ///
    /// # Errors
    /// When it cannot be read or written.
    pub fn resume(path: &Path) -> anyhow::Result<(Self, String)> {
        if !path.exists() {
            return Ok((Self::create(path)?, String::new()));
        }
        let name = || path.display().to_string();
        let mut file = OpenOptions::new().read(true).append(true).open(path).with_context(name)?;
        let mut text = String::new();
        file.read_to_string(&mut text).with_context(name)?;
        text.truncate(whole_lines(&text).len());
        file.set_len(text.len() as u64).with_context(name)?;
        file.seek(SeekFrom::End(0)).with_context(name)?;
        Ok((Self { path: path.to_owned(), file }, text))
    }

    /// Adds a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, line: &str) -> anyhow::Result<()> {
        // One write a line: a crash leaves at most one torn line, at the end.
        self.file
            .write_all(format!("{line}\n").as_bytes())
            .and_then(|()| self.file.sync_data())
            .with_context(|| self.path.display().to_string())
    }
}

/// `text` without a last line that was cut short.
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// Writes a file: a crash leaves the old content or the new one.
///
/// # Errors
/// When it cannot be written.
pub fn replace(path: &Path, content: &[u8]) -> anyhow::Result<()> {
    let mut beside = path.as_os_str().to_owned();
    beside.push(".part");
    let write = || {
        let mut file = File::create(&beside)?;
        file.write_all(content)?;
        file.sync_data()?;
        fs::rename(&beside, path)
    };
    write().with_context(|| path.display().to_string())
}
