//! What a book knows of a position, and what a database says of it.

use gomoku_records::{DbBound, DbPosition};
use gomoku_rules::{Cell, Rule, Side};
use shisan_engine::book::{BookEntry, BookPosition};
use shisan_engine::score::{MAX_PLY, Score};

/// A position that is won by the side that has moved, and one that is lost.
const WON: u8 = b'w';
const LOST: u8 = b'l';

/// A position of a database, for a book.
pub fn from_database(position: &DbPosition) -> (BookPosition, BookEntry) {
    let value = Score::from_raw(position.value.clamp(-30_000, 30_000));
    let value = match position.label {
        WON if value.is_loss() => Some(value),
        WON => Some(Score::mated_in(MAX_PLY)),
        LOST if value.is_win() => Some(value),
        LOST => Some(Score::mate_in(MAX_PLY)),
        b'd' => Some(Score::DRAW),
        _ => (position.bound == DbBound::Exact || value.is_decisive()).then_some(value),
    };
    let depth = if value.is_some() { position.depth.max(0) as u16 } else { 0 };
    let comment = position.comment.clone().unwrap_or_default();
    (
        BookPosition::of(&position.board()),
        BookEntry { value, depth, comment, ..BookEntry::default() },
    )
}

/// A position of a book, for a database.
pub fn to_database(
    rule: Rule,
    size: gomoku_rules::Size,
    position: &BookPosition,
    entry: &BookEntry,
) -> DbPosition {
    let stones = Side::BOTH.map(|side| {
        let own = position.stones.iter().filter(|stone| stone.cell == Cell::from(side));
        own.map(|stone| stone.pos).collect()
    });
    let mut known = DbPosition::new(rule, size, stones, position.to_move);
    if let Some(value) = entry.value {
        known.value = value.get() as i16;
        known.depth = entry.depth.min(8191) as i16;
        known.bound = DbBound::Exact;
        if value.is_decisive() {
            known.label = if value.is_loss() { WON } else { LOST };
        }
    }
    known.comment = (!entry.comment.is_empty()).then(|| entry.comment.clone());
    known
}

#[cfg(test)]
mod tests {
    use gomoku_rules::Size;

    use super::*;

    #[test]
    fn labels_of_databases_are_values_of_books() {
        let size = Size::square(15);
        let centre = vec![size.centre()];
        let known = |label: u8, value: i16, bound: DbBound| {
            let stones = [centre.clone(), Vec::new()];
            let position = DbPosition::new(Rule::Renju, size, stones, Side::White);
            DbPosition { label, value, depth: 7, bound, ..position }
        };
        // The label is what Black gets, who has moved; the value is White's.
        for (label, value, bound, expected, again) in [
            (b'w', -29_990, DbBound::Exact, Some(Score::mated_in(10)), b'w'),
            (b'w', 0, DbBound::None, Some(Score::mated_in(MAX_PLY)), b'w'),
            (b'l', 0, DbBound::None, Some(Score::mate_in(MAX_PLY)), b'l'),
            (b'd', 3, DbBound::None, Some(Score::DRAW), 255),
            (255, 120, DbBound::Exact, Some(Score::from_eval(120)), 255),
            (255, 120, DbBound::Lower, None, 255),
            (255, 29_993, DbBound::Lower, Some(Score::mate_in(7)), b'l'),
            (255, i16::MIN, DbBound::Exact, Some(Score::mated_in(0)), b'w'),
        ] {
            let (position, entry) = from_database(&known(label, value, bound));
            assert_eq!(entry.value, expected, "{label} {value}");
            assert_eq!(entry.depth, if expected.is_some() { 7 } else { 0 });
            let written = to_database(Rule::Renju, size, &position, &entry);
            assert_eq!((written.label, &written.stones[0]), (again, &centre));
            assert_eq!(from_database(&written), (position, entry));
        }
    }
}
