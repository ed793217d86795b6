//! What stands before the damage of a text.

use gomoku_rules::record::{Format, ParsedRecord, Record, RecordError};

use crate::format::FileFormat;
use crate::yixin::sav_before_damage;

/// The moves of a game in `format` before `error`, which `parse` reports of its text, if there are any. A
/// drawn board has no order: a part of it is another board.
pub(super) fn before(
    text: &str,
    error: &RecordError,
    format: FileFormat,
    parse: impl Fn(&str) -> Result<Option<ParsedRecord>, RecordError>,
) -> Option<Record> {
    let place = match format {
        FileFormat::Text(Format::Board) => return None,
        FileFormat::Sav => return sav_before_damage(text),
        // A part of a line of PSQ may be another line: how the game ended.
        FileFormat::Text(Format::Psq) => line_at,
        _ => place_at,
    };
    let mut end = place(text, error);
    loop {
        let before = text.get(..end)?;
        end = match parse(before) {
            Ok(Some(game)) if !game.record.moves.is_empty() => return Some(game.record),
            Err(error) if place(before, &error) < end => place(before, &error),
            // Of two numbers, the offset of a stone, one may stand before the error.
            _ => before.rfind(',')?,
        };
    }
}

/// Where the line of an error begins.
fn line_at(text: &str, error: &RecordError) -> usize {
    text.split_inclusive('\n').take(error.line - 1).map(str::len).sum()
}

/// The place of an error, as its columns are counted.
fn place_at(text: &str, error: &RecordError) -> usize {
    let start = line_at(text, error);
    let mut characters = text[start..].char_indices().filter(|&(_, c)| c != '\u{feff}');
    characters.nth(error.column - 1).map_or(text.len(), |(at, _)| start + at)
}
