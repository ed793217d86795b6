//! The lines of an engine, and what they say.

use std::io::Read;
use std::time::Instant;

use gomoku_protocol::{LineReader, Lines, Reply, ReplyError};

/// Bytes that are kept of a line.
pub(crate) const MAX_LINE: usize = 4 << 10;

/// A line of an engine.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    /// The line as it was written, without its end.
    pub(crate) text: String,
    /// What it says.
    pub(crate) reply: Result<Reply, ReplyError>,
    /// When its end was read.
    pub(crate) received: Instant,
}

impl Line {
    pub(crate) fn new(text: String, received: Instant) -> Self {
        Self { reply: text.parse(), text, received }
    }

    /// Whether it answers no command: it is blank, a message, or a line of Yixin's dialect.
    pub(crate) fn is_message(&self) -> bool {
        match &self.reply {
            Ok(reply) => reply.is_message(),
            Err(error) => *error == ReplyError::Empty,
        }
    }

    /// Whether it says that the engine does not know a command or refuses it.
    pub(crate) fn is_refusal(&self) -> bool {
        self.reply.as_ref().is_ok_and(Reply::is_refusal)
    }

    /// Whether it is `OK`, with or without a remark.
    pub(crate) fn is_ok(&self) -> bool {
        matches!(self.reply, Ok(Reply::Ok(_)))
    }

    /// Whether it is a move or a malformed one: numbers and separators, nothing else. Noise may start with a
    /// number: some engines print a depth of ten plies as a line feed.
    pub(crate) fn is_numeric(&self) -> bool {
        let is_part = |c: char| c.is_ascii_digit() || c.is_whitespace() || "+-,.;".contains(c);
        self.text.contains(|c: char| c.is_ascii_digit()) && self.text.chars().all(is_part)
    }
}

/// Passes every line of `input` on, with the time when its end was read. `pause` hears after each read
/// whether it ended inside a line.
pub(crate) fn read_lines(
    input: impl Read,
    take: &mut dyn FnMut(String, Instant),
    pause: &mut dyn FnMut(bool),
) {
    let mut reader = LineReader::new(input, MAX_LINE);
    loop {
        match reader.read() {
            Ok(Some(Lines { lines, received })) => {
                for line in lines {
                    take(line.text, received);
                }
                pause(reader.is_in_line());
            }
            Ok(None) => return,
            Err(error) => log::warn!("cannot read an engine's output: {error}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_and_counted() {
        let input = [b"\xef\xbb\xbfa\r\nb\r\n\n c\xff\n", &b"x".repeat(3 * MAX_LINE)[..], b"\nend"];
        let (mut lines, mut pauses) = (Vec::new(), Vec::new());
        let mut take = |line, _| lines.push(line);
        read_lines(input.concat().as_slice(), &mut take, &mut |inside| pauses.push(inside));
        assert_eq!(
            (pauses.iter().filter(|inside| **inside).count(), pauses.last()),
            (2, Some(&false))
        );
        assert_eq!(lines[..3], ["a", "b", " c\u{fffd}"]);
        assert_eq!((lines[3].len(), lines[4].as_str(), lines.len()), (MAX_LINE, "end", 5));
    }

    #[test]
    fn answers_differ_from_messages() {
        let line = |text: &str| Line::new(text.to_owned(), Instant::now());
        for text in ["7,7", "7", "OK", "ERROR size", "UNKNOWN", "h8", "(5, 7)", "MESSAGES 7,7", "-"]
        {
            assert!(!line(text).is_message(), "{text}");
        }
        for text in ["", " \t", "MESSAGE 7,7", "message", " DEBUG 7,7", "INFO EVAL 3", "DETAIL x"] {
            assert!(line(text).is_message(), "{text}");
        }
        for text in ["7,7", " 7 , 7", "7;7", "-1", "7.5,3"] {
            assert!(line(text).is_numeric(), "{text}");
        }
        for text in ["", "-", "7,7 is best", "OK"] {
            assert!(!line(text).is_numeric(), "{text}");
        }
    }
}
