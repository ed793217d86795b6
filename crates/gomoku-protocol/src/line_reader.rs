//! Lines of a stream, of bounded length.

use std::io::{self, ErrorKind, Read};
use std::time::Instant;

use gomoku_rules::without_byte_order_mark;

/// Reads lines that end in LF, CR or both. Bytes that are not UTF-8 are replaced, byte order marks and empty
/// lines are dropped, and long lines are cut.
#[derive(Debug)]
pub struct LineReader<R> {
    input: R,
    buffer: Box<[u8]>,
    line: Vec<u8>,
    limit: usize,
    has_ended: bool,
}

/// The lines whose ends were read at one time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The lines, without their ends.
    pub lines: Vec<String>,
    /// When they were read.
    pub received: Instant,
}

/// Bytes of a command; longer ones are cut. No command needs as much.
pub const MAX_COMMAND: usize = 64 << 10;

impl<R: Read> LineReader<R> {
    const BUFFER: usize = 8 << 10;

    /// Reads `input`, and cuts lines of more than `limit` bytes.
    pub fn new(input: R, limit: usize) -> Self {
        let buffer = vec![0; Self::BUFFER].into_boxed_slice();
        Self { input, buffer, line: Vec::new(), limit, has_ended: false }
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
            lines.extend(take_line(&mut self.line));
            return Ok((!lines.is_empty()).then_some(Lines { lines, received }));
        }
        for &byte in &self.buffer[..count] {
            if matches!(byte, b'\n' | b'\r') {
                lines.extend(take_line(&mut self.line));
            } else if self.line.len() < self.limit {
                self.line.push(byte);
            }
        }
        Ok(Some(Lines { lines, received }))
    }

    /// Whether the input so far ends inside a line.
    pub fn is_in_line(&self) -> bool {
        !self.line.is_empty()
    }
}

/// The text of `line`, unless it is empty; clears it.
fn take_line(line: &mut Vec<u8>) -> Option<String> {
    let text = without_byte_order_mark(&String::from_utf8_lossy(line)).to_owned();
    line.clear();
    Some(text).filter(|text| !text.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(input: &[u8]) -> Vec<String> {
        let mut reader = LineReader::new(input, MAX_COMMAND);
        let lines = std::iter::from_fn(|| reader.read().expect("memory"));
        lines.flat_map(|read| read.lines).collect()
    }

    #[test]
    fn lines_end_in_any_way() {
        assert_eq!(lines_of(b"a\nb\r\nc\rd\n\n\r\n e"), ["a", "b", "c", "d", " e"]);
        assert_eq!(lines_of(b"\xff7\n"), ["\u{fffd}7"]);
        assert_eq!(
            lines_of(b"\xef\xbb\xbfSTART 15\r\n\xef\xbb\xbf\nBEGIN\n"),
            ["START 15", "BEGIN"]
        );
        let huge = [b"x".repeat(3 * MAX_COMMAND), b"\nnext".to_vec()].concat();
        let lines = lines_of(&huge);
        assert_eq!((lines[0].len(), lines[1].as_str()), (MAX_COMMAND, "next"));
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
        assert_eq!(reader.read().expect("memory").expect("input").lines, ["a"]);
        assert_eq!(reader.read().map_err(|error| error.kind()), Err(ErrorKind::BrokenPipe));
        assert_eq!(reader.read().expect("the end").expect("the last line").lines, ["b"]);
        assert_eq!(reader.read().expect("the end"), None);
    }

    #[test]
    fn a_line_without_an_end_is_known_as_one() {
        let mut reader = LineReader::new(&b"7,7"[..], 9);
        assert_eq!(reader.read().expect("memory").expect("input").lines, [""; 0]);
        assert!(reader.is_in_line());
        assert_eq!(reader.read().expect("memory").expect("the last line").lines, ["7,7"]);
        assert!(!reader.is_in_line());
        assert_eq!(reader.read().expect("memory"), None);
    }
}
