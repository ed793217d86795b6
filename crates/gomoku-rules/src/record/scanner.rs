//! A cursor that reads a text from left to right, and makes errors that name its place.

use super::error::RecordError;
use crate::text::is_blank;

/// Whether a line of pos strings or openings is a comment.
pub(super) fn is_comment(line: &str) -> bool {
    line.starts_with('#')
}

/// `text` without the blanks at both ends.
pub(super) fn trim(text: &str) -> &str {
    text.trim_matches(is_blank)
}

/// The unread part of a text, or of one line of it, without the blanks at its end.
pub(super) struct Scanner<'a> {
    text: &'a str,
    at: usize,
    end: usize,
}

impl<'a> Scanner<'a> {
    /// A scanner of the whole text.
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, end: text.trim_end_matches(is_blank).len() }
    }

    /// A scanner for each line that is not blank, at its first character.
    pub fn lines(text: &'a str) -> impl Iterator<Item = Self> {
        let mut next = 0;
        let lines = text.split_inclusive('\n').map(move |line| {
            let at = next + line.len() - line.trim_start_matches(is_blank).len();
            let end = next + line.trim_end_matches(is_blank).len();
            next += line.len();
            Self { text, at, end }
        });
        lines.filter(|line| line.at < line.end)
    }

    /// As [`Scanner::lines`], without the lines that are comments.
    pub fn games(text: &'a str) -> impl Iterator<Item = Self> {
        Self::lines(text).filter(|line| !is_comment(line.rest()))
    }

    /// The byte of the text that comes next.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The unread part.
    pub fn rest(&self) -> &'a str {
        &self.text[self.at..self.end]
    }

    /// The next character.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads characters while `belongs` holds.
    pub fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(|c| !belongs(c)).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Goes on where `rest`, an end of the unread part, begins.
    pub fn go_to(&mut self, rest: &str) {
        self.at = self.end - rest.len();
    }

    /// Reads blanks, if there are any.
    pub fn blanks(&mut self) {
        self.take(is_blank);
    }

    /// Reads blanks, and `sign` if it follows.
    pub fn eat(&mut self, sign: char) -> bool {
        self.blanks();
        let found = self.peek() == Some(sign);
        if found {
            self.at += sign.len_utf8();
        }
        found
    }

    /// Reads blanks and `sign`, which must follow.
    pub fn expect(&mut self, sign: char, expected: &str) -> Result<(), RecordError> {
        if self.eat(sign) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Reads blanks and a whole number, and returns the byte where the number began.
    pub fn number(&mut self, expected: &str) -> Result<(usize, i32), RecordError> {
        self.blanks();
        let at = self.at;
        let unsigned = self.rest().trim_start_matches(['+', '-']);
        let digits = unsigned.find(|c: char| !c.is_ascii_digit()).unwrap_or(unsigned.len());
        let length = self.rest().len() - unsigned.len() + digits;
        let number = self.rest()[..length].parse().map_err(|_| self.error(expected))?;
        self.at += length;
        Ok((at, number))
    }

    /// Reads blanks, after which nothing may follow.
    pub fn finish(&mut self, expected: &str) -> Result<(), RecordError> {
        self.blanks();
        if self.rest().is_empty() { Ok(()) } else { Err(self.error(expected)) }
    }

    /// The error at this place.
    pub fn error(&self, expected: impl Into<String>) -> RecordError {
        self.error_at(self.at, expected)
    }

    /// The error at byte `at` of the text.
    pub fn error_at(&self, at: usize, expected: impl Into<String>) -> RecordError {
        RecordError::at(self.text, at, expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_whole_text() {
        let text = "\n  é 7\r\n\n-12,+3 \n";
        let mut lines = Scanner::lines(text);
        let mut first = lines.next().expect("a line");
        assert_eq!((first.next(), first.number("a number")), (Some('é'), Ok((6, 7))));
        assert_eq!(first.error("more").to_string(), "line 2, column 6: expected more");
        let mut second = lines.next().expect("a line");
        assert_eq!(second.number("a number"), Ok((10, -12)));
        assert_eq!(second.expect(';', "a semicolon").map_err(|error| error.column), Err(4));
        assert!(second.eat(',') && second.finish("the end").is_err());
        assert_eq!((second.number("a number"), second.finish("the end")), (Ok((14, 3)), Ok(())));
        assert!(lines.next().is_none());
    }
}
