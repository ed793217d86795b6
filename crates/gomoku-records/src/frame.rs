//! Where a game of SGF ends, told from bytes: a collection is cut into games before they are decoded,
//! since each may name an encoding of its own.

use encoding_rs::Encoding;

use crate::encodings::{has_ascii_tail, is_one_character, knows_escapes};

/// A game in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    /// The byte after it.
    pub end: usize,
    /// Whether no value holds what looks like its end and the next one: it would have swallowed that, because
    /// its last byte was taken for a part of a character.
    pub is_plain: bool,
}

/// The game that `bytes` begin with, read in `encoding`. `None` if its end is not among them; it is at
/// their end if they are the `whole` text.
///
/// A game that was cut ends where the next one begins: where a line begins with a property that only the
/// first node may have. So does one that is read in a wrong encoding, in which the end of a value is a part
/// of a character or escaped by one: else every game of a collection would be searched to the end of the file.
pub(crate) fn frame(bytes: &[u8], encoding: &'static Encoding, whole: bool) -> Option<Frame> {
    let mut depth = 0;
    let mut in_value = false;
    let mut is_plain = true;
    let mut has_swallowed = false;
    // Where a value goes on behind a bracket that may have been its end, before another one.
    let mut swallowed = None;
    let mut has_begun = false;
    let mut at_line_start = true;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        if byte == b'(' && at_line_start && has_begun {
            match begins_game(&bytes[at..], encoding) {
                None if !whole => return None,
                Some(false) | None if depth > 0 => {}
                _ => return Some(Frame { end: at, is_plain }),
            }
        }
        if byte == b'(' && in_value && has_swallowed {
            match begins_root(&bytes[at..]) {
                None if !whole => return None,
                Some(false) | None => {}
                Some(true) => return Some(Frame { end: at, is_plain }),
            }
        }
        has_begun |= !is_blank(byte);
        at_line_start = is_blank(byte) && (at_line_start || matches!(byte, b'\n' | b'\r'));
        match byte {
            b'\x1b' if knows_escapes(encoding) => at += in_escapes(&bytes[at..]),
            b'\\' if in_value => {
                let escaped = character(&bytes[at + 1..], encoding);
                let is_part = escaped > 1 || bytes[at - 1] >= 0x80;
                at += escaped;
                if is_part && bytes.get(at) == Some(&b']') {
                    (has_swallowed, swallowed) = (true, Some(at + 1));
                }
            }
            b']' if in_value => in_value = false,
            _ if in_value => {
                if byte == b'[' && swallowed.take().is_some_and(|end| is_name(&bytes[end..at])) {
                    is_plain = false;
                }
                let more = character(&bytes[at..], encoding).saturating_sub(1);
                at += more;
                if more > 0 && bytes[at] == b']' {
                    (has_swallowed, swallowed) = (true, Some(at + 1));
                }
            }
            b'[' => (in_value, has_swallowed, swallowed) = (true, false, None),
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(Frame { end: at + 1, is_plain }),
            b')' if depth > 0 => depth -= 1,
            _ => {}
        }
        at += 1;
    }
    whole.then_some(Frame { end: bytes.len(), is_plain })
}

/// Whether a value may follow behind another one and `bytes`: nothing, or the name of a property, in another node
/// or not.
fn is_name(bytes: &[u8]) -> bool {
    let is_before = |&byte: &u8| is_blank(byte) || matches!(byte, b';' | b'(' | b')');
    let name: Vec<u8> = bytes.iter().copied().skip_while(is_before).collect();
    bytes.is_empty() || !name.is_empty() && name.iter().all(u8::is_ascii_alphanumeric)
}

/// The first value of the property that is called `name`, read in `encoding`; names may have small letters too.
pub(crate) fn first_value<'a>(
    bytes: &'a [u8],
    name: &[u8],
    encoding: &'static Encoding,
) -> Option<&'a [u8]> {
    let is_named = |value: usize| {
        let before = bytes[..value - 1].trim_ascii_end();
        let letters = before.rsplit(|byte| !byte.is_ascii_alphanumeric()).next();
        letters.into_iter().flatten().filter(|byte| !byte.is_ascii_lowercase()).eq(name)
    };
    let mut value = None;
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        match (byte, value) {
            (b'\x1b', _) if knows_escapes(encoding) => at += in_escapes(&bytes[at..]),
            (b'[', None) => value = Some(at + 1),
            (b']', Some(from)) if is_named(from) => return Some(&bytes[from..at]),
            (b']', _) => value = None,
            (b'\\', Some(_)) => at += character(&bytes[at + 1..], encoding),
            (_, Some(_)) => at += character(&bytes[at..], encoding) - 1,
            (_, None) => {}
        }
        at += 1;
    }
    None
}

/// Whether a first node with a property begins here; `None` where there is too little to see that.
fn begins_root(bytes: &[u8]) -> Option<bool> {
    let node = bytes[1..].trim_ascii_start();
    let Some((b';', node)) = node.split_first() else { return node.first().map(|_| false) };
    let property = node.trim_ascii_start();
    let name = property.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    property.get(name).map(|&next| name > 0 && next == b'[')
}

/// Blanks, and the bytes of a byte order mark.
pub(crate) fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace() || matches!(byte, 0x1a | 0xef | 0xbb | 0xbf)
}

/// How many bytes the next character takes, as far as brackets and backslashes matter.
fn character(bytes: &[u8], encoding: &'static Encoding) -> usize {
    match *bytes {
        [] => 0,
        // No character ends with a line break, or another byte below `@`.
        [first, second, ..] if second >= b'@' && has_ascii_tail(encoding, first) => {
            let is_sign = matches!(second, b'[' | b'\\' | b']');
            if is_sign && !is_one_character(encoding, [first, second]) { 1 } else { 2 }
        }
        _ => 1,
    }
}

/// How many bytes of characters that begin with an escape are left behind it, up to ASCII again; none behind
/// an escape that says nothing.
fn in_escapes(bytes: &[u8]) -> usize {
    let is_back = |bytes: &[u8]| matches!(bytes, [0x1b, b'(', b'B' | b'J' | b'I']);
    match bytes {
        [_, b'$', b'@' | b'B', ..] => {
            bytes.windows(3).position(is_back).map_or(bytes.len(), |back| back + 2)
        }
        [_, b'(', ..] if is_back(&bytes[..bytes.len().min(3)]) => 2,
        _ => 0,
    }
}

/// Whether a game in `encoding` begins here, and not a variation; `None` where there is too little to see
/// that.
pub(crate) fn begins_game(bytes: &[u8], encoding: &'static Encoding) -> Option<bool> {
    /// Properties that only the first node of a game may have.
    const ROOT: [&[u8]; 6] = [b"FF", b"GM", b"SZ", b"CA", b"AP", b"ST"];
    /// Bytes that the first of them takes at most.
    const LONGEST: usize = 200;
    let head = &bytes[..bytes.len().min(LONGEST)];
    let unclear = (head.len() == LONGEST).then_some(false);
    let node = head.get(1..)?.trim_ascii_start();
    if node.is_empty() {
        return unclear;
    }
    let Some(property) = node.strip_prefix(b";").map(<[u8]>::trim_ascii_start) else {
        return Some(false);
    };
    let name = property.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let (name, value) = property.split_at(name);
    let capitals: Vec<u8> = name.iter().copied().filter(u8::is_ascii_uppercase).collect();
    let mut end = 0;
    while !matches!(value.get(end), None | Some(b']' | b'\\')) {
        end += character(&value[end..], encoding);
    }
    let Some(last) = value.get(end) else { return unclear };
    Some(ROOT.contains(&&capitals[..]) && value[0] == b'[' && *last == b']')
}

#[cfg(test)]
mod tests {
    use encoding_rs::{BIG5, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1252};

    use super::*;

    /// The games of a text that is read as a whole, and that every beginning of it gives the same.
    fn games(bytes: &[u8], encoding: &'static Encoding) -> Vec<(String, bool)> {
        let mut rest = bytes;
        let mut games = Vec::new();
        while !rest.is_empty() {
            let found = frame(rest, encoding, true).expect("the whole text");
            for length in 0..rest.len() {
                let part = frame(&rest[..length], encoding, false);
                assert!(part.is_none_or(|part| part == found), "{length} bytes");
            }
            games.push((encoding.decode(&rest[..found.end]).0.into_owned(), found.is_plain));
            rest = &rest[found.end..];
        }
        games
    }

    fn texts(text: &str) -> Vec<String> {
        games(text.as_bytes(), UTF_8).into_iter().map(|(game, _)| game).collect()
    }

    #[test]
    fn games_end_with_their_last_parenthesis() {
        assert_eq!(texts("(;B[hh](;W[ii])(;W[(]))\n (;)"), ["(;B[hh](;W[ii])(;W[(]))", "\n (;)"]);
        assert_eq!(texts("(;C[\\])\\\\])(;)"), ["(;C[\\])\\\\])", "(;)"]);
        assert_eq!(texts("(;)\n"), ["(;)", "\n"]);
    }

    #[test]
    fn a_game_that_was_cut_ends_where_the_next_one_begins() {
        let next = "(;GM[4]SZ[15];B[ii])";
        for cut in
            ["(;GM[4];B[hh]", "(;GM[4];B[hh](;W[ii])", "(;GM[4];B[hh]C[a com", "x", ";B[hh])"]
        {
            assert_eq!(
                texts(&format!("{cut}\n{next}\n{next}")),
                [&format!("{cut}\n"), next, &format!("\n{next}")]
            );
        }
        // Lines that begin with variations, and comments that quote a game.
        for whole in ["(;B[hh]\n(;W[ii])\n(;W[jj]))", "(;GM[4]C[a\n(;GM[4\\];B[hh\\])])"] {
            assert_eq!(texts(&format!("{whole}{next}")), [whole, next]);
        }
    }

    #[test]
    fn half_a_character_leaves_the_line_break() {
        for encoding in [SHIFT_JIS, GBK, BIG5] {
            let bytes = b"(;GM[4]C[\xe8\n(;GM[4];B[hh])";
            assert_eq!(games(bytes, encoding).len(), 2, "{}", encoding.name());
        }
    }

    #[test]
    fn the_next_game_begins_in_its_encoding() {
        // 買 ends with a backslash.
        let bytes = SHIFT_JIS.encode("(;GM[4]C[cut\n(;GM[買];B[hh])").0;
        assert_eq!(games(&bytes, SHIFT_JIS).len(), 2);
        // Escapes that say nothing are no reason to skip what follows.
        for escape in ["\u{1b}", "\u{1b}$", "\u{1b}$x", "\u{1b}("] {
            let text = format!("(;GM[4]C[cut{escape}\n(;GM[4];B[hh])");
            assert_eq!(games(text.as_bytes(), ISO_2022_JP).len(), 2, "{escape:?}");
        }
    }

    #[test]
    fn characters_may_end_like_a_bracket_or_a_backslash() {
        // ソ, 誠 and 功 end with a backslash, ゾ with a bracket.
        for (encoding, name) in [(SHIFT_JIS, "ソ"), (SHIFT_JIS, "ゾ"), (GBK, "誠"), (BIG5, "功")]
        {
            let text = format!("(;GM[4]PB[{name}];B[hh]C[\\{name}];W[ii])");
            let bytes = [encoding.encode(&text).0, encoding.encode("(;)").0].concat();
            assert_eq!(games(&bytes, encoding), [(text.clone(), true), ("(;)".into(), true)]);
        }
        let text = "(;GM[4]PB[五目];B[hh])(;PB[五])";
        let found = games(&ISO_2022_JP.encode(text).0, ISO_2022_JP);
        assert_eq!(found, [("(;GM[4]PB[五目];B[hh])".into(), true), ("(;PB[五])".into(), true)]);
    }

    #[test]
    fn a_game_in_a_wrong_encoding_ends_with_the_next_one() {
        let latin = b"(;PB[x];B[hh]C[caf\xe9])\n(;PB[y];B[hh])";
        for encoding in [SHIFT_JIS, GBK, BIG5] {
            assert_eq!(games(latin, encoding).len(), 2, "{}", encoding.name());
        }
        let bytes = SHIFT_JIS.encode("(;PB[x];B[hh]C[ソ])(;PB[y];B[hh])").0;
        assert_eq!((games(&bytes, UTF_8).len(), games(&bytes, SHIFT_JIS).len()), (2, 2));
    }

    #[test]
    fn a_value_that_has_swallowed_another_is_told() {
        // As Shift_JIS reads Latin-1, é and the bracket behind it are one character.
        let bytes = b"(;PB[Jos\xe9]PW[x];B[hh])";
        assert!(!games(bytes, SHIFT_JIS)[0].1);
        assert!(games(bytes, WINDOWS_1252)[0].1);
        for (bytes, is_plain) in [
            (&b"(;C[\xe9]\n;XY[a])"[..], false),
            (b"(;C[\\\xe9];XY[a])", false),
            (b"(;LB[aa:\xe9][bb:a])", false),
            (b"(;C[[\xe9[ [a\\] [b\\]])", true),
            (b"(;C[\xe9] [a\\] or [b\\]])", true),
        ] {
            assert_eq!(games(bytes, SHIFT_JIS)[0].1, is_plain, "{bytes:?}");
        }
    }
}
