//! Games of SGF, each in the encoding that it names.

mod read;
mod write;

use std::io::{self, Read};

use encoding_rs::{Encoding, UTF_8, WINDOWS_1252};

use crate::encodings::{EAST_ASIAN, Guess, has_escapes, named};
use crate::frame::{first_value, frame, is_blank};
use crate::source::{Place, Source};

pub(crate) use read::read_tree;
pub(crate) use write::write_tree;

/// A game, or why there is none, with what is known about its bytes.
pub(crate) struct Framed<T> {
    /// Where it begins.
    pub place: Place,
    /// What was made of its text.
    pub game: T,
    /// The encoding, if it was guessed.
    pub guess: Option<&'static Encoding>,
}

/// Cuts the next game out of `source` and makes of its text what `parse` does; `None` at the end.
///
/// It is read in the encoding that it names, or else in UTF-8, or else in those that its bytes allow: moves
/// are in ASCII, and can be read in any encoding. The first in which `parse` makes something of it counts;
/// where brackets stand as they should in one of them, others may not take moves for a part of a text.
pub(crate) fn next_game<R: Read, T, E>(
    source: &mut Source<R>,
    guess: &mut Guess,
    parse: impl Fn(&str) -> Result<T, E>,
) -> io::Result<Option<Framed<Result<T, E>>>> {
    let place = source.place();
    // Every encoding but those of East Asia has the brackets where ASCII has them.
    let end = framed(source, UTF_8)?.0;
    let bytes = &source.bytes()[..end];
    if bytes.iter().all(|&byte| is_blank(byte)) {
        return Ok(None);
    }
    let has_escapes = has_escapes(bytes);
    let is_ascii = bytes.is_ascii() && !has_escapes;
    let asked = guess.stated().map(|stated| stated.0);
    let is_known = is_ascii || source.is_utf8();
    let stated = if is_known { None } else { asked.or_else(|| declared(bytes)) };
    let is_utf8 = str::from_utf8(bytes).is_ok() && (!has_escapes || stated == Some(UTF_8));
    let attempt = |source: &mut Source<R>, end, encoding: &'static Encoding, is_last: bool| {
        let (text, _) = encoding.decode_without_bom_handling(&source.bytes()[..end]);
        let game = parse(&text);
        if !is_last && game.is_err() {
            return Err((end, encoding));
        }
        let text = text.into_owned();
        source.take(end, &text);
        let is_guess = !is_ascii && encoding != UTF_8 && Some(encoding) != stated;
        Ok(Some(Framed { place, game, guess: is_guess.then_some(encoding) }))
    };
    let may_be_other = stated.is_some_and(|stated| stated != UTF_8);
    if is_known || is_utf8 && !may_be_other {
        return Ok(attempt(source, end, UTF_8, true).unwrap_or(None));
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
            match attempt(source, end, encoding, false) {
                Ok(game) => return Ok(game),
                Err(failed) => first = first.or(Some(failed)),
            }
            if is_strict && Some(encoding) == asked {
                break;
            }
        }
        // The text is well formed in its own encoding: what is wrong is the game.
        if first.is_some_and(|(_, encoding)| encoding == encodings[0]) {
            break;
        }
    }
    let (end, encoding) = first.unwrap_or((end, UTF_8));
    Ok(attempt(source, end, encoding, true).unwrap_or(None))
}

/// Where the game ends in `encoding`, and whether no value seems to hold another one.
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

/// The encoding that the game names in its property `CA`, if possible one that names itself: read in another
/// one, values before it may end elsewhere.
fn declared(game: &[u8]) -> Option<&'static Encoding> {
    let name = |encoding| named(str::from_utf8(first_value(game, b"CA", encoding)?).ok()?);
    let mut names = [UTF_8].into_iter().chain(EAST_ASIAN).filter_map(name);
    let first = names.next()?;
    let own = [first].into_iter().chain(names).find(|&own| name(own) == Some(own));
    Some(own.unwrap_or(first))
}

#[cfg(test)]
mod tests;
