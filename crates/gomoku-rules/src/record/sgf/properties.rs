//! Which properties may hold cells, and what values say.

use std::time::Duration;

use super::syntax::SgfProperty;
use crate::pos::{Pos, Size};
use crate::record::game::{Cause, GameResult, non_empty};
use crate::record::pos_string::parse_moves;
use crate::rule::Rule;
use crate::side::Side;

/// The properties of SGF, FF[1] to FF[4], that hold no stones: texts, numbers, and marks on the board
/// (<https://www.red-bean.com/sgf/proplist.html>, <https://www.red-bean.com/sgf/proplist_ff.html>).
const KNOWN: &str = " AN AP AR AS BL BM BR BS BT C CA CH CP CR DD DI DM DO DT EL EV EX FF FG GB GC GE GM GN \
     GW HA HO ID IP IT IY KM KO L LB LN LT M MA MN N OB OH OM ON OP OT OV OW PB PC PM PW RE RG RO RU SC \
     SE SI SL SO SQ ST SU SZ TB TC TE TM TR TW UC US V VW WL WO WR WS WT ";

/// The properties of an opening, in the order of their stones.
pub const OPENING: [&str; 3] = ["QPR", "QSLW", "QSLB"];

/// Whether `name` is a property of SGF that holds no stones.
pub(super) fn is_known(name: &str) -> bool {
    KNOWN.split_whitespace().any(|known| known == name)
}

/// Whether all values of `property` are cells of a board of `size`, or lists or rectangles of them, by
/// their letters or by names such as `h8`.
pub(super) fn holds_cells(property: &SgfProperty, size: Size) -> bool {
    let is_separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':');
    let words = property.values.iter().flat_map(|value| value.raw.split(is_separator));
    let mut words = words.filter(|word| !word.is_empty()).peekable();
    let named = |word: &str| {
        let cells = parse_moves(word).unwrap_or_default();
        !cells.is_empty() && cells.iter().all(|&pos| size.contains(pos))
    };
    words.peek().is_some() && words.all(|word| cell_of(word, size).is_some() || named(word))
}

/// The cell that two letters name, column and row, `aa` at the upper left.
pub fn cell_of(letters: &str, size: Size) -> Option<Pos> {
    let index = |letter: u8| match letter {
        b'a'..=b'z' => Some(i32::from(letter - b'a')),
        b'A'..=b'Z' => Some(i32::from(letter - b'A') + 26),
        _ => None,
    };
    match *letters.as_bytes() {
        [x, y] => index(x).zip(index(y)).and_then(|(x, y)| size.pos(x, y)),
        _ => None,
    }
}

/// Whether the value of a move is a pass: nothing, or `tt`, which is no cell of boards up to 19x19.
pub fn is_pass(letters: &str, size: Size) -> bool {
    letters.is_empty() || letters == "tt" && size.width().max(size.height()) <= 19
}

/// The size of a board, `15` or `30:20`.
pub fn size_of(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

/// What to say of the words in which a game states its rule, where they name none that is known. Editors of Go
/// state rules of Go, whatever is played.
pub fn unknown_rule(words: &str, game: Option<&str>) -> Option<String> {
    let is_known = words.is_empty() || words.parse::<Rule>().is_ok() || game == Some("1");
    (!is_known)
        .then(|| format!("RU[{}] names no known rule", words.chars().take(40).collect::<String>()))
}

/// Reads a result. `B+3.5` and the like are won on the board; `B+R` and `B+Resign` are not.
pub fn result_of(text: &str) -> Option<GameResult> {
    let text = text.to_ascii_lowercase();
    let won = |side, how: &str| {
        let cause = match how.bytes().next() {
            Some(b't') => Some(Cause::Time),
            Some(b'f') => Some(Cause::Forfeit),
            Some(b'r') => Some(Cause::Resignation),
            _ => None,
        };
        GameResult { cause, ..GameResult::win(side) }
    };
    match text.split_once('+') {
        Some(("b", how)) => Some(won(Side::Black, how)),
        Some(("w", how)) => Some(won(Side::White, how)),
        _ => ["0", "draw"].contains(&text.as_str()).then_some(GameResult::DRAW),
    }
}

/// A time and a comment as [`note_of`] reads them.
pub fn note(time: Option<Duration>, comment: Option<&str>) -> Option<String> {
    let time = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
    match (time, comment) {
        (Some(time), Some(comment)) => Some(format!("{time}ms\n{comment}")),
        (Some(time), None) => Some(format!("{time}ms")),
        // With a blank at its end, a first line that looks like a time is none.
        (None, Some(comment)) if note_of(comment).0.is_some() => {
            let end = comment.find('\n').unwrap_or(comment.len());
            let (first, rest) = comment.split_at(end);
            Some(format!("{first} {rest}"))
        }
        (None, comment) => comment.map(str::to_owned),
    }
}

/// The time in the first line of a comment, and the rest.
pub fn note_of(text: &str) -> (Option<Duration>, Option<String>) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let time = first.strip_suffix("ms").and_then(|number| number.trim_end().parse().ok());
    match time.map(Duration::from_millis) {
        Some(time) => (Some(time), non_empty(rest)),
        None => (None, non_empty(text)),
    }
}
