//! Lines of a stream, of bounded length.

use std::io::{self, ErrorKind, Read};
use std::time::Instant;

use gomoku_rules::without_byte_order_mark;

/// Reads lines that end in LF, CR or both. Bytes that are not UTF-8 are replaced, byte order marks and empty
/// lines are dropped, and long lines are cut and marked.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    buffer: Box<[u8]>,
    line: Vec<u8>,
    is_cut: bool,
    limit: usize,
    has_ended: bool,
}

/// The lines whose ends were read at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The lines, without their ends.
    pub lines: Vec<Line>,
    /// When they were read.
    pub received: Instant,
}

/// A line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// What it says.
    pub text: String,
    /// Whether it was longer, and this is its beginning.
    pub is_cut: bool,
}

/// Bytes of a command. No command needs as much.
pub const MAX_COMMAND: usize = 64 << 10;

/// What is said of a command that is longer.
pub const TOO_LONG: &str = "the line is too long";

impl<R: Read> LineReader<R> {
    const BUFFER: usize = 8 << 10;

    /// Reads `input`, and cuts lines of more than `limit` bytes.
    pub fn new(input: R, limit: usize) -> Self {
        let buffer = vec![0; Self::BUFFER].into_boxed_slice();
        Self { input, buffer, line: Vec::new(), is_cut: false, limit, has_ended: false }
    }

    /// Waits for more input and returns the lines that it completes, which may be none. `None` at the end
    /// of the input; a last line without an end counts.
    ///
    /// # Errors
    /// When the input cannot be read. It has ended then.
    pub fn read(&mut self) -> io::Result<Option<Lines>> {
        let result = loop {
            if self.has_ended {
                break Ok(0);
            }
            match self.input.read(&mut self.buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        let received = Instant::now();
        let mut lines = Vec::new();
        let count = result.inspect_err(|_| self.has_ended = true)?;
        if count == 0 {
            self.has_ended = true;
            lines.extend(self.take_line());
            return Ok((!lines.is_empty()).then_some(Lines { lines, received }));
        }
        for index in 0..count {
            let byte = self.buffer[index];
            if matches!(byte, b'\n' | b'\r') {
                lines.extend(self.take_line());
            } else if self.line.len() < self.limit {
                self.line.push(byte);
            } else {
                self.is_cut = true;
            }
        }
        Ok(Some(Lines { lines, received }))
    }

    /// Whether the input so far ends inside a line.
    pub fn is_in_line(&self) -> bool {
        !self.line.is_empty()
    }

    /// The line that ends, unless it is empty.
    fn take_line(&mut self) -> Option<Line> {
        let bytes = std::mem::take(&mut self.line);
        let text = without_byte_order_mark(&String::from_utf8_lossy(&bytes)).to_owned();
        let is_cut = std::mem::take(&mut self.is_cut);
        (!text.is_empty()).then_some(Line { text, is_cut })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(input: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(input, MAX_COMMAND);
        let lines = std::iter::from_fn(|| reader.read().expect("memory"));
        lines.flat_map(|read| read.lines).map(|line| line.text).collect()
    }

    fn line(text: &str) -> Line {
        Line { text: text.to_owned(), is_cut: false }
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines_of(b"a\nb\r\nc\rd\n\n\r\n e"), ["a", "b", "c", "d", " e"]);
        assert_eq!(lines_of(b"\xff7\n"), ["\u{fffd}7"]);
        assert_eq!(
            lines_of(b"\xef\xbb\xbfSTART 15\r\n\xef\xbb\xbf\nBEGIN\n"),
            ["START 15", "BEGIN"]
        );
    }

    #[test]
    fn long_lines_are_cut_and_marked() {
        let mut reader = LineReader::new(&b"1234567\n12345\n1234\n123456"[..], 5);
        let lines = std::iter::from_fn(|| reader.read().expect("memory"));
        let lines: Vec<Line> = lines.flat_map(|read| read.lines).collect();
        let cut = || Line { text: "12345".to_owned(), is_cut: true };
        assert_eq!(lines, [cut(), line("12345"), line("1234"), cut()]);
    }

    #[test]
    fn what_came_before_an_error_is_read() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(ErrorKind::BrokenPipe.into())
            }
        }
        let mut reader = LineReader::new(b"a\nb".chain(Broken), 9);
        assert_eq!(reader.read().expect("memory").expect("input").lines, [line("a")]);
        assert_eq!(reader.read().map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
        assert_eq!(reader.read().expect("the end").expect("the last line").lines, [line("b")]);
        assert_eq!(reader.read().expect("the end"), None);
    }

    #[test]
    fn a_line_without_an_end_is_known_as_one() {
        let mut reader = LineReader::new(&b"7,7"[..], 9);
        assert_eq!(reader.read().expect("memory").expect("input").lines, []);
        assert!(reader.is_in_line());
        assert_eq!(reader.read().expect("memory").expect("the last line").lines, [line("7,7")]);
        assert!(!reader.is_in_line());
        assert_eq!(reader.read().expect("memory"), None);
    }
}
