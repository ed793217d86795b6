//! The lines of the input.

use std::io::{self, BufRead, BufReader, Read};
use std::iter;

/// What the input has to say.
#[derive(Debug)]
pub enum Event {
    /// A line, by its number from 1, without its end.
    Line(i64, Vec<u8>),
    /// A line that is too long, which was skipped.
    TooLong(i64),
    /// The input has ended.
    End(io::Result<()>),
    /// The output takes no more answers.
    Broken,
}

/// Bytes of the longest line of a program: a game of 1024 moves has some 10 KiB.
pub const MAX_LINE: usize = 8 << 20;

/// Every line of `input` that is not blank, then its end.
pub fn events(input: impl Read) -> impl Iterator<Item = Event> {
    let is_blank =
        |event: &Event| matches!(event, Event::Line(_, text) if text.trim_ascii().is_empty());
    lines(input, MAX_LINE).filter(move |event| !is_blank(event))
}

/// Every line of `input`, of `longest` bytes at most, then its end.
pub fn lines(input: impl Read, longest: usize) -> impl Iterator<Item = Event> {
    let mut input = BufReader::new(input);
    let mut numbers = 1..;
    let mut has_ended = false;
    iter::from_fn(move || {
        if has_ended {
            return None;
        }
        let number = numbers.next()?;
        let event = match read_line(&mut input, longest) {
            Ok(None) => Event::End(Ok(())),
            Ok(Some(Line::TooLong)) => Event::TooLong(number),
            Ok(Some(Line::Text(text))) => Event::Line(number, text),
            Err(error) => Event::End(Err(error)),
        };
        has_ended = matches!(event, Event::End(_));
        Some(event)
    })
}

enum Line {
    Text(Vec<u8>),
    TooLong,
}

/// The next line; no more than `longest` bytes of it are kept.
fn read_line(input: &mut impl BufRead, longest: usize) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    let limit = longest as u64 + 1;
    if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() <= longest || line.ends_with(b"\n") {
        return Ok(Some(Line::Text(line)));
    }
    while !line.ends_with(b"\n") {
        line.clear();
        if input.by_ref().take(limit).read_until(b'\n', &mut line)? == 0 {
            break;
        }
    }
    Ok(Some(Line::TooLong))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_their_numbers_and_long_ones_are_skipped() {
        let long = "x".repeat(3 * MAX_LINE);
        let exact = "y".repeat(MAX_LINE);
        let text = format!("one\n\n \t\r\ntwo\r\n{long}\n{exact}\nlast");
        let seen: Vec<(i64, usize)> = events(text.as_bytes())
            .map(|event| match event {
                Event::Line(number, text) => (number, text.len()),
                Event::TooLong(number) => (number, 0),
                Event::End(result) => (result.map_or(-2, |()| -1), 0),
                Event::Broken => (-3, 0),
            })
            .collect();
        assert_eq!(seen, [(1, 4), (4, 5), (5, 0), (6, MAX_LINE + 1), (7, 4), (-1, 0)]);
    }
}
