//! Where `convert` writes.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use gomoku_match::disk::{Replacement, ensure_distinct};
use gomoku_records::FileFormat;
use gomoku_rules::record::Format;

/// The file that `--output` names, if it does not say standard output: `-` does, as where files are read.
pub fn file_of(output: Option<&PathBuf>) -> Option<&Path> {
    output.map(PathBuf::as_path).filter(|path| *path != Path::new("-"))
}

/// The texts of games, written one after another.
pub enum Output<'a> {
    /// A stream has each at once.
    Stream(Stream<'a>),
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
        // Games of PSQ may follow one another.
        let single = format.has_one_game() && format != FileFormat::Text(Format::Psq);
        let single = single.then_some(format);
        let stream = |name, out| {
            let out = BufWriter::new(out);
            Self::Stream(Stream { name, out, single, has_game: false })
        };
        let Some(path) = path else { return Ok(stream(None, Box::new(out))) };
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            let name = path.display().to_string();
            let device = OpenOptions::new().write(true).open(path).with_context(|| name.clone())?;
            return Ok(stream(Some(name), Box::new(device)));
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
    /// When it cannot be written, or is the second one of a stream that holds one.
    pub fn write(&mut self, separator: &str, text: &[u8]) -> Result<()> {
        match self {
            Self::Stream(stream) => {
                stream.begin()?;
                stream.write(separator.as_bytes())?;
            }
            Self::File { texts, .. } => texts.write(separator.as_bytes())?,
            Self::Files { lengths, .. } => lengths.push(0),
        }
        self.append(text)
    }

    /// Writes more of the same game.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn append(&mut self, text: &[u8]) -> Result<()> {
        match self {
            Self::Stream(stream) => stream.write(text),
            Self::File { texts, .. } => texts.write(text),
            Self::Files { texts, lengths, .. } => {
                match lengths.last_mut() {
                    Some(length) => *length += text.len() as u64,
                    None => lengths.push(text.len() as u64),
                }
                texts.write(text)
            }
        }
    }

    /// Gives a stream all that was written.
    ///
    /// # Errors
    /// When it does not take it.
    pub fn flush(&mut self) -> Result<()> {
        match self {
            Self::Stream(stream) => stream.named(Write::flush),
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
            Self::Stream(_) => Ok(()),
            Self::File { file, texts } => file.write_from(&mut texts.read()?),
            Self::Files { path, texts, mut lengths } => {
                let mut paths = vec![path];
                // Without a game the file is empty, as in the other formats.
                if lengths.is_empty() {
                    lengths.push(0);
                }
                if lengths.len() > 1 {
                    paths = (1..=lengths.len()).map(|number| numbered(&paths[0], number)).collect();
                    ensure_distinct(read, &paths)?;
                }
                let texts = texts.read()?;
                // All or none: the last one may be a folder.
                let files: Vec<OutputFile> =
                    paths.iter().map(|path| OutputFile::open(path)).collect::<Result<_>>()?;
                let written = files.into_iter().zip(lengths);
                let written: Vec<Written> = written
                    .map(|(file, length)| file.write(&mut (&texts).take(length)))
                    .collect::<Result<_>>()?;
                written.into_iter().try_for_each(Written::commit)
            }
        }
    }
}

/// Standard output, a device or a pipe.
pub struct Stream<'a> {
    /// `None` for standard output, which names itself in its errors.
    name: Option<String>,
    out: BufWriter<Box<dyn Write + 'a>>,
    /// The format, if it holds one game only.
    single: Option<FileFormat>,
    has_game: bool,
}

impl<'a> Stream<'a> {
    /// Begins a game.
    fn begin(&mut self) -> Result<()> {
        if let (true, Some(format)) = (self.has_game, self.single) {
            let name = self.name.as_deref().unwrap_or("standard output");
            bail!("{name}: {format} holds one game: name a file with --output");
        }
        self.has_game = true;
        Ok(())
    }

    fn write(&mut self, text: &[u8]) -> Result<()> {
        self.named(|out| out.write_all(text))
    }

    fn named(
        &mut self,
        write: impl FnOnce(&mut BufWriter<Box<dyn Write + 'a>>) -> io::Result<()>,
    ) -> Result<()> {
        let written = write(&mut self.out);
        match &self.name {
            Some(name) => written.with_context(|| name.clone()),
            None => Ok(written?),
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

/// A file that can be written. It keeps its content until it is written; a new one that never is written
/// is removed. What is no regular file, a device or a pipe, is written to and never replaced.
pub struct OutputFile {
    path: PathBuf,
    /// The device or pipe, if it is one.
    device: Option<File>,
    is_new: bool,
}

impl OutputFile {
    /// Opens a file, or creates it.
    pub fn open(path: &Path) -> Result<Self> {
        let open = || match OpenOptions::new().write(true).create_new(true).open(path) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let file = OpenOptions::new().write(true).open(path)?;
                let is_device = !file.metadata()?.is_file();
                Ok((is_device.then_some(file), false))
            }
            created => created.map(|_| (None, true)),
        };
        let (device, is_new) = open().with_context(|| path.display().to_string())?;
        Ok(Self { path: path.to_owned(), device, is_new })
    }

    /// Writes all of `content` as the whole content.
    pub fn write_from(self, content: &mut dyn Read) -> Result<()> {
        self.write(content)?.commit()
    }

    /// Writes all of `content` beside the file, which keeps its own for now.
    fn write(mut self, content: &mut dyn Read) -> Result<Written> {
        let name = self.path.display().to_string();
        let mut file = match self.device.take() {
            Some(device) => device,
            None => match Replacement::write(&self.path, content) {
                // A file may be written where no other can be made.
                Err(error) if is_denied(&error) => {
                    let file = OpenOptions::new().write(true).truncate(true).open(&self.path);
                    file.with_context(|| name.clone())?
                }
                replacement => {
                    return Ok(Written { output: self, replacement: Some(replacement?) });
                }
            },
        };
        io::copy(content, &mut file).context(name)?;
        Ok(Written { output: self, replacement: None })
    }
}

fn is_denied(error: &anyhow::Error) -> bool {
    let error = error.downcast_ref::<io::Error>();
    error.is_some_and(|error| error.kind() == ErrorKind::PermissionDenied)
}

/// The new content of a file.
struct Written {
    output: OutputFile,
    /// `None` where it is there already.
    replacement: Option<Replacement>,
}

impl Written {
    /// Gives it to the file.
    fn commit(mut self) -> Result<()> {
        if let Some(replacement) = self.replacement {
            replacement.commit()?;
        }
        self.output.is_new = false;
        Ok(())
    }
}

impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.is_new {
            drop(fs::remove_file(&self.path));
        }
    }
}
