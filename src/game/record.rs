//! Game records: moves as text, in the forms that managers and collections use.
//!
//! A *pos string* names the cells one after another, `h8i9j10`; row 1 is at the top. A *Gomocup
//! opening* gives each stone as an offset from the centre, x to the right and y downwards:
//! `0,0, 1,-1, 2,0`. In both, Black has the first move.

use std::fmt;

use super::{Pos, Size};

/// Reads a pos string. Blanks and commas may stand between the moves.
///
/// # Errors
/// [`RecordError`] where something other than a cell stands.
pub fn parse_moves(text: &str) -> Result<Vec<Pos>, RecordError> {
    let is_gap = |c: char| c.is_whitespace() || c == ',';
    let mut moves = Vec::new();
    let mut rest = text.trim_start_matches(is_gap);
    while !rest.is_empty() {
        let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
        let (cell, after) = rest.split_at(digits.map_or(rest.len(), |digits| letters + digits));
        let pos = cell.parse().map_err(|_| {
            let expected = "a cell such as h8: a column letter and a row from 1 to 32";
            RecordError::new(text, rest, expected.to_owned())
        })?;
        moves.push(pos);
        rest = after.trim_start_matches(is_gap);
    }
    Ok(moves)
}

/// Writes a pos string.
pub fn format_moves(moves: &[Pos]) -> String {
    moves.iter().map(Pos::to_string).collect()
}

/// Reads a Gomocup opening for a board of `size`.
///
/// # Errors
/// [`RecordError`] where an offset is missing, is no whole number or leaves the board.
pub fn parse_offsets(text: &str, size: Size) -> Result<Vec<Pos>, RecordError> {
    if text.trim().is_empty() {
        return Ok(Vec::new());
    }
    let fields: Vec<(&str, i32)> = text
        .split(',')
        .map(|field| match field.trim().parse() {
            Ok(offset) => Ok((field, offset)),
            Err(_) => Err(RecordError::new(text, field.trim_start(), "a whole number".to_owned())),
        })
        .collect::<Result<_, _>>()?;
    let centre = size.centre();
    fields
        .chunks(2)
        .map(|pair| match *pair {
            [(field, dx), (_, dy)] => i32::from(centre.x())
                .checked_add(dx)
                .zip(i32::from(centre.y()).checked_add(dy))
                .and_then(|(x, y)| size.pos(x, y))
                .ok_or_else(|| {
                    let expected = format!("an offset that stays on the {size} board");
                    RecordError::new(text, field.trim_start(), expected)
                }),
            _ => Err(RecordError::new(text, "", "a comma and the y of the last offset".to_owned())),
        })
        .collect()
}

/// Writes a Gomocup opening for a board of `size`.
pub fn format_offsets(moves: &[Pos], size: Size) -> String {
    let centre = size.centre();
    let offset = |pos: &Pos| {
        let dx = i32::from(pos.x()) - i32::from(centre.x());
        let dy = i32::from(pos.y()) - i32::from(centre.y());
        format!("{dx},{dy}")
    };
    moves.iter().map(offset).collect::<Vec<_>>().join(", ")
}

/// A record that cannot be read: where, and what would have been right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordError {
    /// The character of the text, from 1.
    pub column: usize,
    /// What was expected there.
    pub expected: String,
}

impl RecordError {
    /// The error at `rest`, the part of `text` that was not understood; an empty one is its end.
    fn new(text: &str, rest: &str, expected: String) -> Self {
        let before = if rest.is_empty() {
            text
        } else {
            &text[..rest.as_ptr() as usize - text.as_ptr() as usize]
        };
        Self { column: before.chars().count() + 1, expected }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: expected {}", self.column, self.expected)
    }
}

impl std::error::Error for RecordError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pos_strings_read_back() {
        let moves = [Pos::new(7, 7), Pos::new(8, 8), Pos::new(26, 0), Pos::new(0, 31)];
        assert_eq!(format_moves(&moves), "h8i9aa1a32");
        for text in ["h8i9aa1a32", " H8, i9\tAA1a32 \n", ",h8i9,aa1 a32"] {
            assert_eq!(parse_moves(text).as_deref(), Ok(&moves[..]), "{text}");
        }
        assert_eq!(parse_moves(" "), Ok(vec![]));
        let all: Vec<Pos> = Size::square(Size::MAX).positions().collect();
        assert_eq!(parse_moves(&format_moves(&all)), Ok(all));
    }

    #[test]
    fn a_bad_move_is_named_by_its_column() {
        for (text, column) in [
            ("h8i", 3),
            ("h8 9", 4),
            ("h8i0", 3),
            ("h8i33", 3),
            ("h8-i9", 3),
            ("h8é9", 3),
            ("h8i9 ba1", 6),
            ("h8 i 9", 4),
        ] {
            assert_eq!(parse_moves(text).map_err(|error| error.column), Err(column), "{text}");
        }
        assert_eq!(
            parse_moves("h8?").map_err(|error| error.to_string()),
            Err("column 3: expected a cell such as h8: a column letter and a row from 1 to 32"
                .into())
        );
    }

    #[test]
    fn openings_read_back() {
        let size = Size::square(20);
        let moves = vec![Pos::new(10, 10), Pos::new(11, 9), Pos::new(0, 19)];
        assert_eq!(format_offsets(&moves, size), "0,0, 1,-1, -10,9");
        for text in ["0,0, 1,-1, -10,9", "0,0,1,-1,-10,9\r\n", " 0 , 0 , +1 , -1 , -10 , 9"] {
            assert_eq!(parse_offsets(text, size).as_ref(), Ok(&moves), "{text}");
        }
        assert_eq!(parse_offsets("\n", size), Ok(vec![]));
        assert_eq!(parse_offsets("0,0", Size::square(15)), Ok(vec![Pos::new(7, 7)]));
    }

    #[test]
    fn a_bad_opening_says_what_was_expected() {
        for (text, error) in [
            ("0,0, 1", "column 7: expected a comma and the y of the last offset"),
            ("0,0,", "column 5: expected a whole number"),
            ("0,0, é,1", "column 6: expected a whole number"),
            ("0,0, 1;1", "column 6: expected a whole number"),
            ("0,0, 8,1", "column 6: expected an offset that stays on the 15x15 board"),
            ("0,2147483647", "column 1: expected an offset that stays on the 15x15 board"),
        ] {
            let found = parse_offsets(text, Size::square(15)).map_err(|error| error.to_string());
            assert_eq!(found, Err(error.to_owned()), "{text}");
        }
    }
}
