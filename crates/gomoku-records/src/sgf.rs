//! Games of SGF, each in the encoding that it names.

use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};
use gomoku_rules::Size;
use gomoku_rules::record::{Format, ParsedRecord, RecordError};

use crate::encodings::{EAST_ASIAN, Guess, has_escapes, named};
use crate::frame::{frame, is_blank};
use crate::source::Source;

/// The next game; `None` at the end. The place of an error or a warning is that in the whole text.
pub(crate) fn next_game<R: Read>(
    source: &mut Source<R>,
    guess: &mut Guess,
    size: Size,
) -> io::Result<Option<Result<ParsedRecord, RecordError>>> {
    let place = source.place();
    let Some((length, text, game)) = read_game(source, guess, size)? else { return Ok(None) };
    source.take(length, &text);
    Ok(Some(match game {
        Ok(ParsedRecord { record, warnings, .. }) => {
            let warnings = warnings.into_iter().map(|warning| place.of_warning(warning));
            Ok(ParsedRecord { warnings: warnings.collect(), ..record.into() })
        }
        Err(error) => Err(place.of_error(error)),
    }))
}

type Attempt = (usize, String, Result<ParsedRecord, RecordError>);

/// Reads the game in the encoding that it names, or else in UTF-8, or else in those that its bytes allow:
/// moves are in ASCII, and can be read in any encoding.
fn read_game<R: Read>(
    source: &mut Source<R>,
    guess: &mut Guess,
    size: Size,
) -> io::Result<Option<Attempt>> {
    // Every encoding but those of East Asia has the brackets where ASCII has them.
    let end = framed(source, UTF_8)?.0;
    let bytes = &source.bytes()[..end];
    if bytes.iter().all(|&byte| is_blank(byte)) {
        return Ok(None);
    }
    let has_escapes = has_escapes(bytes);
    let is_ascii = bytes.is_ascii() && !has_escapes;
    let is_utf8 = str::from_utf8(bytes).is_ok() && !has_escapes;
    let stated = declared(bytes).filter(|_| !is_ascii && !source.is_utf8());
    if is_ascii || source.is_utf8() || stated.is_none() && is_utf8 {
        return Ok(Some(attempt(source, UTF_8, size, end)));
    }
    let mut encodings: Vec<_> = stated.into_iter().collect();
    if is_utf8 {
        encodings.push(UTF_8);
    } else if stated.is_none() {
        encodings.push(guess.encoding(bytes));
    }
    encodings.extend([WINDOWS_1252].into_iter().chain(EAST_ASIAN));
    let mut first = None;
    for is_strict in [true, false] {
        for &encoding in &encodings {
            let (end, is_plain) = framed(source, encoding)?;
            let (_, has_errors) = encoding.decode_without_bom_handling(&source.bytes()[..end]);
            if is_strict && (has_errors || !is_plain || !is_followed_by_game(source, end)?) {
                continue;
            }
            let attempt = attempt(source, encoding, size, end);
            if attempt.2.is_ok() {
                return Ok(Some(attempt));
            }
            first.get_or_insert(attempt);
        }
    }
    Ok(first)
}

/// Where the game ends in `encoding`, and whether no value holds a bracket.
fn framed<R: Read>(
    source: &mut Source<R>,
    encoding: &'static Encoding,
) -> io::Result<(usize, bool)> {
    let mut whole = false;
    loop {
        if let Some(found) = frame(source.bytes(), encoding, whole) {
            return Ok((found.end, found.is_plain));
        }
        whole = !source.fill()?;
    }
}

/// Whether a game begins behind byte `end`, or the text ends there.
fn is_followed_by_game<R: Read>(source: &mut Source<R>, end: usize) -> io::Result<bool> {
    loop {
        if let Some(next) = source.bytes()[end..].iter().find(|&&byte| !is_blank(byte)) {
            return Ok(*next == b'(');
        }
        if !source.fill()? {
            return Ok(true);
        }
    }
}

fn attempt<R: Read>(
    source: &Source<R>,
    encoding: &'static Encoding,
    size: Size,
    end: usize,
) -> Attempt {
    let (text, _) = encoding.decode_without_bom_handling(&source.bytes()[..end]);
    let game = Format::Sgf.parse(&text, size).and_then(|mut games| {
        games.pop().ok_or_else(|| RecordError::at(&text, 0, "a game, which begins with ("))
    });
    (end, text.into_owned(), game)
}

/// The encoding that the game names in its property `CA`.
fn declared(game: &[u8]) -> Option<&'static Encoding> {
    let is_name = |at: usize| {
        let before = game[..at].last();
        before.is_some_and(|&byte| is_blank(byte) || matches!(byte, b';' | b']'))
    };
    let at = game.windows(3).enumerate().find(|&(at, name)| name == b"CA[" && is_name(at))?.0;
    let value = &game[at + 3..];
    let value = &value[..value.iter().position(|&byte| byte == b']')?];
    named(str::from_utf8(value).ok()?)
}
