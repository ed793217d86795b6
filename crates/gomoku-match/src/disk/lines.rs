//! Text files to which lines are appended, and their readers.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use gomoku_rules::without_byte_order_mark;

use super::lock;
use super::regular::ensure_regular;
use super::replace::sync_folder_of;

/// Bytes of the longest line: a pair of games has less than one of a hundred of them.
const MAX_LINE: u64 = 64 << 20;

/// Where a line lies in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    start: u64,
    length: u32,
}

/// A line that was read, without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Where it lies.
    pub span: Span,
    /// Its text.
    pub text: &'a str,
}

/// What is done with each line of a file.
pub type TakeLine<'a> = &'a mut dyn FnMut(Line<'_>) -> anyhow::Result<()>;

/// A text file open for more lines. Each line is on the disk before [`Lines::append`] returns. No other
/// run may append to it meanwhile.
#[derive(Debug)]
pub struct Lines {
    path: PathBuf,
    file: File,
    /// The length of all complete lines.
    length: u64,
    /// Behind them is a line that a crash cut short, to be cut off before the first new line.
    is_torn: bool,
    /// This run has created the file and appended nothing but a header.
    is_unused: bool,
}

impl Lines {
    /// Creates the file.
    ///
    /// # Errors
    /// When it exists already or cannot be written.
    pub fn create(path: &Path) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let name = || path.display().to_string();
        match lock::open(path, options.clone().create_new(true)) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                // If somebody uses it, that is the better reason.
                drop(lock::open(path, &options).with_context(name)?);
                bail!(
                    "{} exists: continue it with --resume, or name another file with --journal",
                    path.display()
                )
            }
            file => {
                sync_folder_of(path).with_context(name)?;
                let (path, file) = (path.to_owned(), file.with_context(name)?);
                Ok(Self { path, file, length: 0, is_torn: false, is_unused: true })
            }
        }
    }

    /// Opens the file, or creates it, and passes its complete lines on. A last line that was cut short is
    /// left out, and removed from the file when the first new line is appended; it must be the begin of
    /// a line that could stand there, see `is_begun`.
    ///
    /// # Errors
    /// When another run uses it, when it is not a regular file of UTF-8 text, when it cannot be read or
    /// written, and those of `take`.
    pub fn resume(path: &Path, take: TakeLine) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let name = || path.display().to_string();
        let is_known = path.exists();
        let file = lock::open(path, OpenOptions::new().read(true).append(true).create(true))
            .with_context(name)?;
        if !is_known {
            sync_folder_of(path).with_context(name)?;
        }
        let length = each_line(&file, take).with_context(name)?;
        let all = file.metadata().with_context(name)?.len();
        let (path, is_torn) = (path.to_owned(), length < all);
        Ok(Self { path, file, length, is_torn, is_unused: !is_known })
    }

    /// The same with the lines as a text.
    ///
    /// # Errors
    /// Likewise.
    pub fn resume_text(path: &Path) -> anyhow::Result<(Self, String)> {
        let mut text = String::new();
        let lines = Self::resume(path, &mut |line| {
            text.push_str(line.text);
            text.push('\n');
            Ok(())
        })?;
        Ok((lines, text))
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether the first line is complete, or was cut short within `start` or behind it. Anything else is a
    /// foreign file, of which the first new line would cut off all.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_begun_by(&self, start: &str) -> anyhow::Result<bool> {
        if self.length > 0 || !self.is_torn {
            return Ok(true);
        }
        is_cut_within(start, &self.file).with_context(|| self.path.display().to_string())
    }

    /// The same file with `header` behind its lines.
    ///
    /// # Errors
    /// When it cannot be written. A file that this run has created is removed then.
    pub fn with_header(mut self, header: &str) -> anyhow::Result<Self> {
        match self.write(header) {
            Ok(_) => Ok(self),
            Err(error) => {
                self.remove_if_unused();
                Err(error)
            }
        }
    }

    /// Appends a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, line: &str) -> anyhow::Result<Span> {
        self.is_unused = false;
        self.write(line)
    }

    fn write(&mut self, line: &str) -> anyhow::Result<Span> {
        self.try_write(line).with_context(|| self.path.display().to_string())
    }

    fn try_write(&mut self, line: &str) -> io::Result<Span> {
        if self.is_torn {
            self.file.set_len(self.length)?;
        }
        // One write a line: a crash leaves at most one torn line, at the end.
        self.is_torn = true;
        self.file.write_all(format!("{line}\n").as_bytes())?;
        self.is_torn = false;
        let span = Span { start: self.length, length: line.len() as u32 };
        self.length += line.len() as u64 + 1;
        self.file.sync_data()?;
        Ok(span)
    }

    /// A line that was read or appended.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn line_at(&self, span: Span) -> anyhow::Result<String> {
        line_at(&self.file, span).with_context(|| self.path.display().to_string())
    }

    /// Removes the file if this run has created it and has appended nothing but a header, so that it does not
    /// block the next attempt.
    pub fn remove_if_unused(self) {
        if self.is_unused
            && let Err(error) = lock::remove(self.file, &self.path)
        {
            log::warn!("{}: {error}", self.path.display());
        }
    }
}

/// A text file of which lines are read again.
#[derive(Debug)]
pub struct LineReader {
    path: PathBuf,
    file: File,
}

impl LineReader {
    /// Opens the file and passes its complete lines on. A last line that was cut short is left out.
    ///
    /// # Errors
    /// When it is not a regular file of UTF-8 text or cannot be read, and those of `take`.
    pub fn open(path: &Path, take: TakeLine) -> anyhow::Result<Self> {
        ensure_regular(path)?;
        let name = || path.display().to_string();
        let file = File::open(path).with_context(name)?;
        each_line(&file, take).with_context(name)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Whether the file, which has no complete line, was cut short within `start` or behind it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn is_cut_within(&self, start: &str) -> anyhow::Result<bool> {
        is_cut_within(start, &self.file).with_context(|| self.path.display().to_string())
    }

    /// A line that was read.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn line_at(&self, span: Span) -> anyhow::Result<String> {
        line_at(&self.file, span).with_context(|| self.path.display().to_string())
    }
}

/// `text` without a last line that was cut short.
pub fn whole_lines(text: &str) -> &str {
    text.rfind('\n').map_or("", |end| &text[..=end])
}

/// Which line [`whole_lines`] leaves out, in words: `line 41 has no end`.
pub fn torn_line(text: &str) -> Option<String> {
    let whole = whole_lines(text);
    (whole.len() < text.len()).then(|| format!("line {} has no end", whole.lines().count() + 1))
}

/// Passes the complete lines of `file` on; returns their length in bytes.
fn each_line(mut file: &File, take: TakeLine) -> anyhow::Result<u64> {
    file.seek(SeekFrom::Start(0))?;
    let mut input = BufReader::with_capacity(1 << 16, file);
    let (mut bytes, mut start) = (Vec::new(), 0);
    for number in 1.. {
        bytes.clear();
        let length = input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes)? as u64;
        if bytes.pop_if(|byte| *byte == b'\n').is_none() {
            ensure!(length < MAX_LINE, "line {number}: not the end of a line in {MAX_LINE} bytes");
            break;
        }
        let text = str::from_utf8(&bytes);
        let text = text.map_err(|_| anyhow::anyhow!("line {number}: not UTF-8 text"))?;
        let text = if number == 1 { without_byte_order_mark(text) } else { text };
        let before = (bytes.len() - text.len()) as u64;
        take(Line {
            number,
            span: Span { start: start + before, length: text.len() as u32 },
            text,
        })?;
        start += length;
    }
    Ok(start)
}

fn line_at(file: &File, span: Span) -> io::Result<String> {
    let text = String::from_utf8(bytes_at(file, span)?);
    text.map_err(|error| io::Error::new(ErrorKind::InvalidData, error))
}

/// Whether the file begins by `start`, or by the part of it that it has bytes for.
fn is_cut_within(start: &str, file: &File) -> io::Result<bool> {
    let head = bytes_at(file, Span { start: 0, length: start.len() as u32 })?;
    Ok(start.as_bytes().starts_with(&head))
}

/// The bytes of a part of the file, or fewer at its end.
fn bytes_at(mut file: &File, span: Span) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.seek(SeekFrom::Start(span.start))?;
    file.take(span.length.into()).read_to_end(&mut bytes)?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::disk::is_in_use;
    use crate::testing::folder;

    fn text(path: &Path) -> String {
        fs::read_to_string(path).expect("a text file")
    }

    /// The complete lines.
    fn read(path: &Path) -> anyhow::Result<String> {
        let mut text = String::new();
        LineReader::open(path, &mut |line| {
            text += line.text;
            text += "\n";
            Ok(())
        })?;
        Ok(text)
    }

    #[test]
    fn a_tail_torn_anywhere_is_cut_off() {
        let path = folder("disk-torn").join("lines");
        let whole = "first 五子\nsecond é\nthird 연주\n".as_bytes();
        for cut in 0..=whole.len() {
            fs::write(&path, &whole[..cut]).expect("disk space");
            let complete = whole[..cut].iter().rposition(|&byte| byte == b'\n');
            let expected = str::from_utf8(&whole[..complete.map_or(0, |end| end + 1)]);
            let expected = expected.expect("complete lines");
            assert_eq!(read(&path).expect("a file"), expected, "{cut} bytes");
            let (mut lines, found) = Lines::resume_text(&path).expect("a file of ours");
            assert_eq!(found, expected, "{cut} bytes");
            lines.append("next").expect("disk space");
            lines.append("last").expect("disk space");
            assert_eq!(text(&path), format!("{expected}next\nlast\n"), "{cut} bytes");
        }
    }

    #[test]
    fn a_resumed_file_is_not_changed_until_a_line_is_appended() {
        let path = folder("disk-foreign").join("notes.txt");
        fs::write(&path, "a foreign file\nwithout a last line feed").expect("disk space");
        drop(Lines::resume_text(&path).expect("text"));
        assert_eq!(text(&path), "a foreign file\nwithout a last line feed");
    }

    #[test]
    fn a_line_without_an_end_has_a_number() {
        for (text, whole, torn) in [
            ("", "", None),
            ("one\n", "one\n", None),
            ("one\n\nthree", "one\n\n", Some("line 3 has no end")),
            ("one", "", Some("line 1 has no end")),
        ] {
            assert_eq!((whole_lines(text), torn_line(text).as_deref()), (whole, torn));
        }
    }

    #[test]
    fn lines_that_are_not_utf_8_are_refused_by_number() {
        let path = folder("disk-bytes").join("lines");
        fs::write(&path, b"one\ntwo \xff\nthree\n").expect("disk space");
        for error in [Lines::resume_text(&path).map(drop), read(&path).map(drop)] {
            let error = format!("{:#}", error.expect_err("not UTF-8"));
            assert!(error.ends_with("lines: line 2: not UTF-8 text"), "{error}");
        }
    }

    #[test]
    fn an_existing_file_is_not_started_again() {
        let path = folder("disk-exists").join("lines");
        drop(Lines::create(&path).expect("a new file"));
        let error = Lines::create(&path).expect_err("it exists").to_string();
        assert!(error.contains("lines exists: continue it with --resume"), "{error}");
    }

    #[test]
    fn lines_are_read_again_where_they_lie() {
        let path = folder("disk-spans").join("lines");
        fs::write(&path, "first 五子\n\nthird 연주\nto").expect("disk space");
        let mut spans = Vec::new();
        let mut lines = Lines::resume(&path, &mut |line| {
            spans.push((line.number, line.span));
            Ok(())
        })
        .expect("text");
        spans.push((4, lines.append("a fourth").expect("disk space")));
        let expected = ["first 五子", "", "third 연주", "a fourth"];
        let reader = LineReader::open(&path, &mut |_| Ok(())).expect("text");
        for ((number, span), expected) in spans.iter().zip(expected) {
            assert_eq!(lines.line_at(*span).expect("a line"), expected, "{number}");
            assert_eq!(reader.line_at(*span).expect("a line"), expected, "{number}");
        }
        assert_eq!(text(&path), "first 五子\n\nthird 연주\na fourth\n");
    }

    #[test]
    fn a_file_in_use_is_refused_and_stays_as_it_is() {
        let path = folder("disk-in-use").join("lines");
        let mut lines = Lines::create(&path).expect("a new file");
        lines.append("one").expect("disk space");
        fs::write(&path, "one\nto").expect("disk space");
        for error in [Lines::create(&path).map(drop), Lines::resume_text(&path).map(drop)] {
            let error = error.expect_err("it is in use");
            assert!(is_in_use(&error), "{error:#}");
            assert!(format!("{error:#}").ends_with("lines: in use by another run"), "{error:#}");
        }
        assert_eq!(text(&path), "one\nto", "the torn line may be one that is being written");
        drop(lines);
        let error = Lines::create(&path).expect_err("it exists");
        assert!(!is_in_use(&error), "{error:#}");
        let (mut lines, _) = Lines::resume_text(&path).expect("it is not in use");
        lines.append("two").expect("disk space");
        assert_eq!(text(&path), "one\ntwo\n");
    }

    #[test]
    fn a_foreign_file_without_a_line_is_told_from_a_torn_one() {
        let path = folder("disk-begin").join("lines");
        for (content, expected) in
            [("", true), ("{\"a", true), ("{\"a\":1,\"b", true), ("hello", false), ("x\n", true)]
        {
            fs::write(&path, content).expect("disk space");
            let (lines, _) = Lines::resume_text(&path).expect("text");
            assert_eq!(lines.is_begun_by("{\"a\":").expect("a file"), expected, "{content:?}");
        }
    }
}
