//! The row numbers and column letters of a drawn board, which say how its cells are named.

use crate::coords::{CellNames, Coords};
use crate::pos::Size;

/// A place in a drawing, and what was expected there.
pub struct Mistake {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the line, from 1, in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

/// A line of column letters.
pub struct ColumnLetters<'a> {
    /// The line of the text, from 1.
    pub line: usize,
    pub text: &'a str,
}

/// The number at one end of a row or at both.
pub struct RowNumber {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the line, from 1, in characters.
    pub column: usize,
    /// `None` where there is none.
    pub number: Option<u32>,
}

/// How the labels of a board of `size` name its cells; `None` if they do not say it.
///
/// # Errors
/// Where labels are missing, or contradict each other.
pub fn coords(
    size: Size,
    columns: &[ColumnLetters],
    rows: &[RowNumber],
) -> Result<Option<Coords>, Mistake> {
    let mut has_column_i = None;
    for letters in columns {
        let found = letters.have_column_i(size)?;
        if let (Some(before), Some(now)) = (has_column_i, found)
            && before != now
        {
            return Err(letters.mistake(1, "the letters of the columns as above the board"));
        }
        has_column_i = has_column_i.or(found);
    }
    match (direction(size, rows)?, has_column_i) {
        (Some(Coords::Top), Some(false)) => Err(Mistake {
            line: rows[0].line,
            column: rows[0].column,
            expected: "rows numbered from the bottom, since the columns have no i, as in GTP",
        }),
        (_, Some(false)) => Ok(Some(Coords::Gtp)),
        (direction, _) => Ok(direction),
    }
}

impl ColumnLetters<'_> {
    /// Whether the line of text holds the letters of columns: the first five, or names of columns only. No
    /// sign of a cell is an `a`.
    pub fn are_in(line: &str) -> bool {
        let letters = line.split_whitespace().collect::<String>().to_ascii_lowercase();
        if letters.starts_with("abcde") {
            return letters.chars().all(|c| c.is_ascii_alphabetic());
        }
        letters.starts_with('a') && line.split_whitespace().all(Coords::is_column)
    }

    /// Whether there is a column i; `None` on boards too narrow for it.
    fn have_column_i(&self, size: Size) -> Result<Option<bool>, Mistake> {
        match (self.mistake_as(Coords::Bottom, size), self.mistake_as(Coords::Gtp, size)) {
            (None, None) => Ok(None),
            (None, Some(_)) => Ok(Some(true)),
            (Some(_), None) => Ok(Some(false)),
            (Some(with_i), Some(without)) => {
                let expected = "a letter for each column, from a on, with or without i";
                Err(self.mistake(with_i.max(without), expected))
            }
        }
    }

    /// The column of the text where the letters are not those of `coords`.
    fn mistake_as(&self, coords: Coords, size: Size) -> Option<usize> {
        let signs: Vec<(usize, char)> =
            (1..).zip(self.text.chars()).filter(|(_, c)| !c.is_whitespace()).collect();
        let expected = (0..size.width()).flat_map(|x| coords.column(x).into_bytes());
        let expected: Vec<char> = expected.map(char::from).collect();
        let matching = signs.iter().zip(&expected);
        let count = matching.take_while(|((_, c), known)| c.eq_ignore_ascii_case(known)).count();
        if count == signs.len() && count == expected.len() {
            return None;
        }
        let end = self.text.trim_end().chars().count() + 1;
        Some(signs.get(count).map_or(end, |&(column, _)| column))
    }

    fn mistake(&self, column: usize, expected: &'static str) -> Mistake {
        Mistake { line: self.line, column, expected }
    }
}

/// From where the rows count, if they are numbered.
fn direction(size: Size, rows: &[RowNumber]) -> Result<Option<Coords>, Mistake> {
    let number = |row: usize| rows.get(row).and_then(|row| row.number);
    let coords = match (number(0), number(1)) {
        (Some(first), Some(second)) if second < first => Coords::Bottom,
        (None, _) => {
            let numbered = rows.iter().find(|row| row.number.is_some());
            return numbered
                .map_or(Ok(None), |row| Err(row.mistake("a number in every row or none")));
        }
        _ => Coords::Top,
    };
    let names = CellNames { coords, size };
    for (row, y) in rows.iter().zip(0..) {
        match row.number {
            Some(number) if number == names.row(y).into() => {}
            Some(_) => return Err(row.mistake("rows numbered 1, 2, 3 and so on, or down to 1")),
            None => return Err(row.mistake("a number in every row or none")),
        }
    }
    Ok(Some(coords))
}

impl RowNumber {
    fn mistake(&self, expected: &'static str) -> Mistake {
        Mistake { line: self.line, column: self.column, expected }
    }
}
