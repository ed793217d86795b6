//! Files that `convert` writes.

use std::fs::{self, File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file open for writing. It keeps its content until it is written; a new one that never is written
/// is removed. What is no regular file, a device or a pipe, is written to and never replaced.
pub struct OutputFile {
    path: PathBuf,
    file: File,
    is_new: bool,
}

impl OutputFile {
    /// Opens a file, or creates it.
    pub fn open(path: &Path) -> Result<Self> {
        let (file, is_new) = match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                (OpenOptions::new().write(true).open(path), false)
            }
            created => (created, true),
        };
        let file = file.with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), file, is_new })
    }

    /// Writes the whole content.
    pub fn write(mut self, text: &str) -> Result<()> {
        self.is_new = false;
        self.try_write(text).with_context(|| self.path.display().to_string())
    }

    fn try_write(&mut self, text: &str) -> std::io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        self.file.write_all(text.as_bytes())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new {
            drop(fs::remove_file(&self.path));
        }
    }
}
