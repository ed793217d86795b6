//! Where `convert` writes.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use gomoku_match::disk::ensure_distinct;
use gomoku_records::FileFormat;

/// The texts of games, written one after another.
pub enum Output<'a> {
    /// Standard output has each at once.
    Standard(BufWriter<&'a mut dyn Write>),
    /// So has a device or a pipe.
    Device { name: String, device: BufWriter<File> },
    /// A file has them all in the end.
    File { file: OutputFile, texts: Texts },
    /// Each has a file of its own in the end, if there are several.
    Files { path: PathBuf, texts: Texts, lengths: Vec<u64> },
}

impl<'a> Output<'a> {
    /// The file at `path`, or `out`, which names itself in errors.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn open(path: Option<&Path>, format: FileFormat, out: &'a mut dyn Write) -> Result<Self> {
        let Some(path) = path else { return Ok(Self::Standard(BufWriter::new(out))) };
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let name = path.display().to_string();
            let device = OpenOptions::new().write(true).open(path).with_context(|| name.clone())?;
            return Ok(Self::Device { name, device: BufWriter::new(device) });
        }
        if format.has_one_game() {
            let texts = Texts::beside(path)?;
            return Ok(Self::Files { path: path.to_owned(), texts, lengths: Vec::new() });
        }
        let file = OutputFile::open(path)?;
        Ok(Self::File { file, texts: Texts::beside(path)? })
    }

    /// Writes the text of a game, behind `separator` where all share a file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&mut self, separator: &str, text: &[u8]) -> Result<()> {
        match self {
            Self::Standard(out) => {
                out.write_all(separator.as_bytes())?;
                Ok(out.write_all(text)?)
            }
            Self::Device { name, device } => {
                let written = device.write_all(separator.as_bytes());
                written.and_then(|()| device.write_all(text)).with_context(|| name.clone())
            }
            Self::File { texts, .. } => {
                texts.write(separator.as_bytes())?;
                texts.write(text)
            }
            Self::Files { texts, lengths, .. } => {
                lengths.push(text.len() as u64);
                texts.write(text)
            }
        }
    }

    /// Writes more of the same game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, text: &[u8]) -> Result<()> {
        if let Self::Files { texts, lengths, .. } = self {
            match lengths.last_mut() {
                Some(length) => *length += text.len() as u64,
                None => lengths.push(text.len() as u64),
            }
            return texts.write(text);
        }
        self.write("", text)
    }

    /// Gives a stream all that was written.
    ///
    /// # Errors
    /// When it does not take it.
    pub fn flush(&mut self) -> Result<()> {
        match self {
            Self::Standard(out) => Ok(out.flush()?),
            Self::Device { name, device } => device.flush().with_context(|| name.clone()),
            Self::File { .. } | Self::Files { .. } => Ok(()),
        }
    }

    /// Gives files their content, after the last game of the files that were `read`. Of several files none
    /// was named, so none of these may be hit.
    ///
    /// # Errors
    /// When one cannot be written.
    pub fn finish(self, read: &[impl AsRef<Path>]) -> Result<()> {
        match self {
            Self::Standard(_) | Self::Device { .. } => Ok(()),
            Self::File { file, texts } => file.write_from(&mut texts.read()?),
            Self::Files { path, texts, lengths } => {
                let mut paths = vec![path];
                if lengths.len() > 1 {
                    paths = (1..=lengths.len()).map(|number| numbered(&paths[0], number)).collect();
                    ensure_distinct(read, &paths)?;
                }
                let texts = texts.read()?;
                for (path, length) in paths.iter().zip(lengths) {
                    OutputFile::open(path)?.write_from(&mut (&texts).take(length))?;
                }
                Ok(())
            }
        }
    }
}

/// `games.psq` as `games-7.psq`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}

/// Texts in a file without a name, which is gone with this program however it ends.
pub struct Texts {
    file: BufWriter<File>,
    name: String,
}

impl Texts {
    /// On the disk of `path`.
    ///
    /// # Errors
    /// When no file can be made.
    pub fn beside(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let folder =
            path.parent().filter(|folder| *folder != OsStr::new("")).unwrap_or(Path::new("."));
        let file = tempfile::tempfile_in(folder).or_else(|error| match error.kind() {
            // A file may be written where no other can be made.
            ErrorKind::PermissionDenied => tempfile::tempfile(),
            _ => Err(error),
        });
        let file = file.with_context(|| name.clone())?;
        Ok(Self { file: BufWriter::new(file), name })
    }

    /// Adds a text.
    ///
    /// # Errors
    /// When the disk is full.
    pub fn write(&mut self, text: &[u8]) -> Result<()> {
        self.file.write_all(text).with_context(|| self.name.clone())
    }

    /// All of them.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn read(self) -> Result<File> {
        let rewound = self.file.into_inner().map_err(io::Error::from).and_then(|mut file| {
            file.rewind()?;
            Ok(file)
        });
        rewound.context(self.name)
    }
}

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

    /// Writes all of `content` as the whole content.
    pub fn write_from(mut self, content: &mut dyn Read) -> Result<()> {
        self.is_new = false;
        self.try_write(content).with_context(|| self.path.display().to_string())
    }

    fn try_write(&mut self, content: &mut dyn Read) -> io::Result<()> {
        if self.file.metadata()?.is_file() {
            self.file.set_len(0)?;
        }
        io::copy(content, &mut self.file).map(|_| ())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new {
            drop(fs::remove_file(&self.path));
        }
    }
}
