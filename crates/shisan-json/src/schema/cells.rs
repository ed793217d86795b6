//! The names of cells.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use gomoku_rules::{Pos, Size};

/// How cells are named: by a column letter and a row number from 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[cfg_attr(feature = "clap", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Coords {
    /// Rows from the top: `a1` is the upper left cell, as in Piskvork.
    #[default]
    Top,
    /// Rows from the bottom: `a1` is the lower left cell, as in Yixin-Board and gomocalc.
    Bottom,
    /// Rows from the bottom in capitals, without a column I, as in GTP, KataGo and SGF editors.
    Gtp,
}

/// The names of the cells of one board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellNames {
    pub coords: Coords,
    pub size: Size,
}

impl CellNames {
    /// The name of `pos`.
    pub fn name(self, pos: Pos) -> String {
        let Some(letters) = self.coords.letters() else { return self.flip(pos).to_string() };
        let (x, row) = (usize::from(pos.x()), self.size.height() - pos.y());
        let letter = char::from(letters[x % letters.len()]);
        let first = if x < letters.len() { "" } else { "A" };
        format!("{first}{letter}{row}")
    }

    /// The names of `cells`.
    pub fn all(self, cells: &[Pos]) -> Vec<String> {
        cells.iter().map(|&pos| self.name(pos)).collect()
    }

    /// Reads a name, with small or capital letters.
    ///
    /// # Errors
    /// When it names no cell of the board, in one line.
    pub fn parse(self, text: &str) -> Result<Pos, String> {
        let error = || format!("{}: no cell of the {} board", quoted(text), self.size);
        let Some(letters) = self.coords.letters() else {
            let pos: Pos = text.parse().map_err(|_| error())?;
            // The row of a smaller board counts from its own bottom.
            return if self.size.contains(pos) { Ok(self.flip(pos)) } else { Err(error()) };
        };
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let name = text[..text.len() - digits.len()].to_ascii_uppercase();
        if name.contains('I') {
            return Err(format!("{}: there is no column I in GTP", quoted(text)));
        }
        let index = |letter: u8| letters.iter().position(|&known| known == letter);
        let x = match *name.as_bytes() {
            [letter] => index(letter),
            [b'A', letter] => index(letter).map(|index| letters.len() + index),
            _ => None,
        };
        let row = digits.bytes().all(|byte| byte.is_ascii_digit()).then(|| digits.parse::<i32>());
        match (x, row) {
            (Some(x), Some(Ok(row))) => {
                self.size.pos(x as i32, i32::from(self.size.height()) - row).ok_or_else(error)
            }
            _ => Err(error()),
        }
    }

    /// Reads a pos string: names one after another, which spaces and commas may separate.
    ///
    /// # Errors
    /// When it is none, in one line.
    pub fn parse_all(self, text: &str) -> Result<Vec<Pos>, String> {
        let mut cells = Vec::new();
        let separates = |c: char| c.is_whitespace() || c == ',';
        let mut rest = text.trim_start_matches(separates);
        while !rest.is_empty() {
            let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
            let end = digits.map_or(rest.len(), |digits| letters + digits);
            // Where no cell begins, the message shows what does.
            let (name, after) = if end == 0 { (rest, "") } else { rest.split_at(end) };
            cells.push(self.parse(name)?);
            rest = after.trim_start_matches(separates);
        }
        Ok(cells)
    }

    /// The cell whose row counts from the other end, where rows count from the bottom.
    fn flip(self, pos: Pos) -> Pos {
        let row =
            if self.coords == Coords::Top { pos.y() } else { self.size.height() - 1 - pos.y() };
        Pos::new(pos.x(), row)
    }
}

impl Coords {
    /// The name in queries.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Gtp => "gtp",
        }
    }

    /// The letters of the columns, where they are not those of the alphabet.
    fn letters(self) -> Option<&'static [u8]> {
        (self == Self::Gtp).then_some(b"ABCDEFGHJKLMNOPQRSTUVWXYZ")
    }
}

/// The beginning of `text` in quotes, for messages.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 24;
    let start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() { format!("{start:?}...") } else { format!("{start:?}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Coords; 3] = [Coords::Top, Coords::Bottom, Coords::Gtp];

    #[test]
    fn every_cell_reads_back() {
        for size in [Size::square(15), Size::square(32), Size::new(32, 5).expect("a size")] {
            for names in ALL.map(|coords| CellNames { coords, size }) {
                let cells: Vec<Pos> = size.positions().collect();
                let text = names.all(&cells).concat();
                assert_eq!(names.parse_all(&text), Ok(cells.clone()), "{names:?}");
                assert_eq!(names.parse_all(&text.to_lowercase()), Ok(cells), "{names:?}");
            }
        }
    }

    #[test]
    fn the_three_differ_where_they_should() {
        let size = Size::square(15);
        let names = |text: &str, coords| CellNames { coords, size }.parse(text);
        let found =
            |text: &str| ALL.map(|coords| names(text, coords).map(|pos| (pos.x(), pos.y())));
        assert_eq!(found("h8"), [const { Ok((7, 7)) }; 3]);
        assert_eq!(found("a1"), [Ok((0, 0)), Ok((0, 14)), Ok((0, 14))]);
        assert_eq!(found("j2"), [Ok((9, 1)), Ok((9, 13)), Ok((8, 13))], "the column after H is J");
        let [top, bottom, gtp] = found("i9");
        assert_eq!((top, bottom), (Ok((8, 8)), Ok((8, 6))));
        assert_eq!(gtp, Err("\"i9\": there is no column I in GTP".to_owned()));
        let large = CellNames { coords: Coords::Gtp, size: Size::square(32) };
        assert_eq!(large.parse("AA1"), Ok(Pos::new(25, 31)));
    }

    #[test]
    fn what_is_no_cell_is_quoted() {
        for names in ALL.map(|coords| CellNames { coords, size: Size::square(15) }) {
            for bad in ["", "h", "8", "h0", "h16", "q1", "h+8", "h-8", "é8", "aaa1", "h99999999999"]
            {
                let error = format!("{bad:?}: no cell of the 15x15 board");
                assert_eq!(names.parse(bad), Err(error), "{names:?}");
            }
            assert!(names.parse_all("h8 h9?").is_err_and(|error| error.starts_with("\"?\"")));
            let long = names.parse(&"h".repeat(1000)).expect_err("no cell");
            assert!(long.len() < 80, "{long}");
        }
    }
}
