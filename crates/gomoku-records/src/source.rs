//! The bytes of a collection, of which a part is in memory.

use std::io::{self, ErrorKind, Read};

use encoding_rs::{Decoder, Encoding, UTF_8};
use gomoku_rules::record::{ParsedRecord, RecordError, RecordWarning};

use crate::db;
use crate::frame::is_blank;

/// Bytes that are read at a time, at least.
const STEP: usize = 1 << 16;

/// A text that is read piece by piece. Where a byte order mark says so it is decoded from UTF-16.
pub struct Source<R> {
    read: R,
    /// The decoder of UTF-16.
    decoder: Option<Decoder>,
    /// Whether the text is known to be in UTF-8 now.
    is_utf8: bool,
    buffer: Vec<u8>,
    /// For what is read at a time.
    scratch: Vec<u8>,
    /// The bytes of the buffer that were taken.
    taken: usize,
    has_begun: bool,
    has_ended: bool,
    /// Of the next byte.
    place: Place,
}

/// A line of a [`Source`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its bytes, with its end.
    pub bytes: &'a [u8],
    /// Its number, from 1.
    pub number: usize,
}

/// Where a piece of the text begins: lines and columns before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    line: usize,
    column: usize,
}

impl Place {
    /// The place after `text`.
    fn after(self, text: &str) -> Self {
        let before = if text.contains('\n') { 0 } else { self.column };
        let last = text.rsplit('\n').next().unwrap_or(text);
        let width = last.chars().filter(|&c| c != '\u{feff}').count();
        Self { line: self.line + text.matches('\n').count(), column: before + width }
    }

    /// The line and column of the whole text for one of the piece.
    fn of(self, line: usize, column: usize) -> (usize, usize) {
        (self.line + line, if line == 1 { self.column + column } else { column })
    }

    pub fn of_error(self, error: RecordError) -> RecordError {
        let (line, column) = self.of(error.line, error.column);
        RecordError { line, column, ..error }
    }

    /// A record whose warnings have their places in the whole text.
    pub fn of_record(self, mut record: ParsedRecord) -> ParsedRecord {
        for RecordWarning { line, column, .. } in &mut record.warnings {
            (*line, *column) = self.of(*line, *column);
        }
        record
    }
}

impl<R: Read> Source<R> {
    /// The text that `read` gives.
    pub fn new(read: R) -> Self {
        Self {
            read,
            decoder: None,
            is_utf8: false,
            buffer: Vec::new(),
            scratch: vec![0; STEP],
            taken: 0,
            has_begun: false,
            has_ended: false,
            place: Place::default(),
        }
    }

    /// The beginning of what is left, at least up to the first line that is neither blank nor a comment:
    /// what [`Format::detect`](gomoku_rules::record::Format::detect) needs. What is not UTF-8 is replaced.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn head(&mut self) -> io::Result<String> {
        /// Bytes of a line that tell as much as all of it.
        const ENOUGH: usize = 1 << 10;
        let is_content = |line: &[u8]| {
            line.iter().find(|&&byte| !is_blank(byte)).is_some_and(|&byte| byte != b'#')
        };
        let mut at = 0;
        loop {
            let rest = &self.bytes()[at..];
            let end = rest.iter().position(|&byte| byte == b'\n');
            let line = &rest[..end.unwrap_or(rest.len())];
            let is_enough = is_content(line) && (end.is_some() || line.len() >= ENOUGH);
            match end {
                Some(end) if !is_enough => at += end + 1,
                None if !is_enough && self.fill()? => {}
                _ => return Ok(String::from_utf8_lossy(self.bytes()).into_owned()),
            }
        }
    }

    /// As [`Source::head`], as bytes: what [`FileFormat::detect`](crate::FileFormat::detect) needs.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn head_bytes(&mut self) -> io::Result<&[u8]> {
        /// The longest saved position that is no text.
        const LONGEST: usize = 256;
        self.head()?;
        let is_short = |bytes: &[u8]| {
            let is_number = |byte: &u8| byte.is_ascii_digit() || is_blank(*byte);
            let has_three_lines = bytes.split(|&byte| byte == b'\n').nth(3).is_some();
            let is_text = |byte: &u8| !byte.is_ascii_control() || is_blank(*byte);
            bytes.len() < LONGEST && !bytes.iter().all(is_text)
                || !has_three_lines && bytes.iter().all(is_number)
        };
        while is_short(self.bytes()) && self.fill()? {}
        Ok(self.bytes())
    }

    /// The next line; `None` at the end.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn next_line(&mut self) -> io::Result<Option<Line<'_>>> {
        let length = self.line_from(0)?;
        let number = self.place.line + 1;
        if length == 0 {
            return Ok(None);
        }
        self.place = Place { line: number, column: 0 };
        let start = self.taken;
        self.taken += length;
        Ok(Some(Line { bytes: &self.buffer[start..self.taken], number }))
    }

    /// Where the line ends that begins `offset` bytes further; there, if that is the end of the text.
    pub(crate) fn line_from(&mut self, offset: usize) -> io::Result<usize> {
        let mut searched = offset;
        loop {
            let bytes = self.bytes();
            if let Some(end) = bytes[searched..].iter().position(|&byte| byte == b'\n') {
                return Ok(searched + end + 1);
            }
            searched = bytes.len();
            if !self.fill()? {
                return Ok(searched);
            }
        }
    }

    /// What is in memory and not taken.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.taken..]
    }

    /// Whether the text is known to be in UTF-8.
    pub(crate) fn is_utf8(&self) -> bool {
        self.is_utf8
    }

    /// Where the next byte stands.
    pub(crate) fn place(&self) -> Place {
        self.place
    }

    /// Takes the next `length` bytes, which say `text`.
    pub(crate) fn take(&mut self, length: usize, text: &str) {
        self.taken += length;
        self.place = self.place.after(text);
    }

    /// Reads more into memory; false at the end.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.has_ended {
            return Ok(false);
        }
        self.buffer.drain(..self.taken);
        self.taken = 0;
        // A long game is searched for its end once more whenever there is more of it.
        let mut bytes = std::mem::take(&mut self.scratch);
        bytes.resize(STEP.max(self.buffer.len()), 0);
        let mut length = self.read_some(&mut bytes)?;
        if !self.has_begun {
            // The longest byte order mark; what looks like one may be the number of a database's records.
            while !self.has_ended
                && (length < 3
                    || length < db::HEAD_LENGTH && Encoding::for_bom(&bytes[..length]).is_some())
            {
                length += self.read_some(&mut bytes[length..])?;
            }
            self.has_begun = true;
            let begins_database = db::is_database(&bytes[..length.min(db::HEAD_LENGTH)]);
            if let Some((encoding, _)) = Encoding::for_bom(&bytes[..length])
                && !begins_database
            {
                self.is_utf8 = true;
                self.decoder = (encoding != UTF_8).then(|| encoding.new_decoder_with_bom_removal());
            }
        }
        self.push(&bytes[..length]);
        self.scratch = bytes;
        Ok(true)
    }

    fn read_some(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.read.read(bytes) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Ok(0) => {
                    self.has_ended = true;
                    return Ok(0);
                }
                result => return result,
            }
        }
    }

    fn push(&mut self, bytes: &[u8]) {
        let Some(decoder) = &mut self.decoder else { return self.buffer.extend(bytes) };
        let longest = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(3 * bytes.len());
        let mut text = String::with_capacity(longest);
        let _ = decoder.decode_to_string(bytes, &mut text, self.has_ended);
        self.buffer.extend(text.as_bytes());
    }
}

/// The bytes that are left of a file that is no text.
pub(crate) struct Rest<'a, R>(pub &'a mut Source<R>);

impl<R: Read> Read for Rest<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.0.bytes().is_empty() {
            self.0.fill()?;
        }
        let length = self.0.bytes().len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.0.bytes()[..length]);
        self.0.taken += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn lines(bytes: &[u8]) -> Vec<(usize, String)> {
        let mut source = Source::new(Slow(bytes));
        let mut lines = Vec::new();
        while let Some(Line { bytes, number }) = source.next_line().expect("bytes") {
            lines.push((number, String::from_utf8_lossy(bytes).into_owned()));
        }
        lines
    }

    #[test]
    fn lines_keep_their_ends_and_numbers() {
        let line = |number, text: &str| (number, text.to_owned());
        let expected = [line(1, "one\r\n"), line(2, "\n"), line(3, "é two\n"), line(4, "last")];
        assert_eq!(lines("one\r\n\né two\nlast".as_bytes()), expected);
        assert_eq!(lines(b""), []);
        for write in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let text = "\u{feff}one\r\n\né two\nlast";
            let bytes: Vec<u8> = text.encode_utf16().flat_map(write).collect();
            assert_eq!(lines(&bytes), expected, "UTF-16");
        }
    }

    #[test]
    fn the_head_tells_the_format() {
        for (text, head) in [
            ("h8i9\nj10\n", "h8i9\n"),
            ("# a comment\n\n (;GM[4])\n(;", "# a comment\n\n (;GM[4])\n"),
            ("\u{feff}# a comment\nh8\ni9", "\u{feff}# a comment\nh8\n"),
            ("# nothing", "# nothing"),
            ("", ""),
        ] {
            let mut source = Source::new(Slow(text.as_bytes()));
            assert_eq!(source.head().expect("bytes"), head);
            let line = source.next_line().expect("bytes").map(|line| line.bytes.len());
            assert_eq!(line, text.split_inclusive('\n').next().map(str::len), "nothing was taken");
        }
    }

    #[test]
    fn places_go_on_from_piece_to_piece() {
        let place = Place::default().after("\u{feff}(;é").after("x)\n\n (");
        assert_eq!(place.of(1, 3), (3, 5));
        assert_eq!(place.of(2, 3), (4, 3));
        assert_eq!(Place::default().after("\u{feff}(;é").of(1, 1), (1, 4));
    }
}
