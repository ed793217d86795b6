//! Coordinates: the names of the cells of a board.

use std::fmt;
use std::str::FromStr;

use crate::pos::{Pos, Size};
use crate::text::next_cell;

/// How cells are named: by a column letter and a row number from 1.
///
/// | | rows from | columns | `a1` of a 15x15 board is | as in |
/// |---|---|---|---|---|
/// | [`Top`](Self::Top) | the top | a to z, aa to af | the upper left cell | Piskvork, [`Pos`] |
/// | [`Bottom`](Self::Bottom) | the bottom | a to z, aa to af | the lower left cell | Yixin-Board, gomocalc, renju books |
/// | [`Gtp`](Self::Gtp) | the bottom | A to Z without I, AA to AG | the lower left cell | GTP, KataGo, editors of SGF |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Coords {
    /// Rows count from the top.
    #[default]
    Top,
    /// Rows count from the bottom.
    Bottom,
    /// Rows count from the bottom, and there is no column I.
    Gtp,
}

impl Coords {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Top, Self::Bottom, Self::Gtp];

    /// The name: `top`, `bottom` or `gtp`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Top => "top",
            Self::Bottom => "bottom",
            Self::Gtp => "gtp",
        }
    }

    /// The name of a column, counted from 0.
    pub fn column(self, x: u8) -> String {
        let (letters, x) = (self.letters(), usize::from(x));
        let letter = char::from(letters[x % letters.len()]);
        match (x < letters.len(), self) {
            (true, _) => letter.to_string(),
            (false, Self::Gtp) => format!("A{letter}"),
            (false, _) => format!("a{letter}"),
        }
    }

    /// The column of this name, in small or capital letters.
    fn read_column(self, name: &str) -> Option<usize> {
        let letters = self.letters();
        let index =
            |letter: &u8| letters.iter().position(|known| known.eq_ignore_ascii_case(letter));
        match name.as_bytes() {
            [letter] => index(letter),
            [b'a' | b'A', letter] => index(letter).map(|index| letters.len() + index),
            _ => None,
        }
    }

    /// Whether the largest board has a column of this name, with or without a column i.
    pub(crate) fn is_column(name: &str) -> bool {
        let column = |coords: Self| coords.read_column(name).is_some_and(|x| x < Size::MAX.into());
        column(Self::Bottom) || column(Self::Gtp)
    }

    /// The letters of the first columns.
    const fn letters(self) -> &'static [u8] {
        match self {
            Self::Top | Self::Bottom => b"abcdefghijklmnopqrstuvwxyz",
            Self::Gtp => b"ABCDEFGHJKLMNOPQRSTUVWXYZ",
        }
    }
}

impl fmt::Display for Coords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that names no coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseCoordsError;

impl fmt::Display for ParseCoordsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected top, bottom or gtp")
    }
}

impl std::error::Error for ParseCoordsError {}

impl FromStr for Coords {
    type Err = ParseCoordsError;

    /// Reads a [name](Coords::name).
    fn from_str(text: &str) -> Result<Self, ParseCoordsError> {
        Self::ALL.into_iter().find(|coords| coords.name() == text).ok_or(ParseCoordsError)
    }
}

/// The names of the cells of one board.
///
/// ```
/// use gomoku_rules::{CellNames, Coords, Pos, Size};
///
/// let names = CellNames { coords: Coords::Gtp, size: Size::square(15) };
/// assert_eq!(names.name(Pos::new(8, 0)), "J15");
/// assert_eq!(names.parse("j15"), Ok(Pos::new(8, 0)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellNames {
    /// How they are named.
    pub coords: Coords,
    /// The board.
    pub size: Size,
}

impl From<Size> for CellNames {
    /// The names of the cells of a board from the top.
    fn from(size: Size) -> Self {
        Self { coords: Coords::Top, size }
    }
}

impl CellNames {
    /// The name of `pos`, a cell of the board.
    pub fn name(self, pos: Pos) -> String {
        format!("{}{}", self.coords.column(pos.x()), self.row(pos.y()))
    }

    /// The names of `cells`.
    pub fn all(self, cells: &[Pos]) -> Vec<String> {
        cells.iter().map(|&pos| self.name(pos)).collect()
    }

    /// The names of `cells` with spaces between them.
    pub fn list(self, cells: &[Pos]) -> String {
        self.all(cells).join(" ")
    }

    /// The number of a row of the board, which counts from 0 at the top.
    pub const fn row(self, y: u8) -> u8 {
        match self.coords {
            Coords::Top => y + 1,
            Coords::Bottom | Coords::Gtp => self.size.height() - y,
        }
    }

    /// Reads a name, in small or capital letters.
    ///
    /// # Errors
    /// [`ParseCellError`] when it names no cell of the board.
    pub fn parse(self, text: &str) -> Result<Pos, ParseCellError> {
        let error = || ParseCellError::new(text, self);
        let digits = text.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        let x = self.coords.read_column(&text[..text.len() - digits.len()]).ok_or_else(error)?;
        let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
        let row: i32 = digits.parse().ok().filter(|_| is_number).ok_or_else(error)?;
        let y = match self.coords {
            Coords::Top => row - 1,
            Coords::Bottom | Coords::Gtp => i32::from(self.size.height()) - row,
        };
        self.size.pos(x as i32, y).ok_or_else(error)
    }

    /// Reads a pos string: names one after another, which spaces, commas, semicolons, a dash and move
    /// numbers such as `1.` or `2)` may separate.
    ///
    /// # Errors
    /// [`ParseCellError`] at the first of them that names no cell of the board.
    pub fn parse_all(self, text: &str) -> Result<Vec<Pos>, ParseCellError> {
        let mut cells = Vec::new();
        let mut rest = next_cell(text, true);
        while !rest.is_empty() {
            let letters = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            let digits = rest[letters..].find(|c: char| !c.is_ascii_digit());
            let end = digits.map_or(rest.len(), |digits| letters + digits);
            // Where no cell begins, the message shows what does.
            let (name, after) = if end == 0 { (rest, "") } else { rest.split_at(end) };
            cells.push(self.parse(name)?);
            rest = next_cell(after, false);
        }
        Ok(cells)
    }
}

/// Text that names no cell of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseCellError {
    /// Its beginning.
    text: String,
    is_cut: bool,
    names: CellNames,
}

impl ParseCellError {
    fn new(text: &str, names: CellNames) -> Self {
        const LONGEST: usize = 24;
        let start: String = text.chars().take(LONGEST).collect();
        Self { is_cut: start.len() < text.len(), text: start, names }
    }

    /// Whether the column is one that GTP leaves out.
    fn is_column_i(&self) -> bool {
        let column = self.text.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
        self.names.coords == Coords::Gtp && column.len() < 3 && column.contains(['i', 'I'])
    }
}

impl fmt::Display for ParseCellError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}{}: ", self.text, if self.is_cut { "..." } else { "" })?;
        if self.is_column_i() {
            return f.write_str("there is no column I in GTP");
        }
        write!(f, "not a cell of the {} board", self.names.size)
    }
}

impl std::error::Error for ParseCellError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_reads_back() {
        for size in [Size::square(15), Size::square(32), Size::new(32, 5).expect("a size")] {
            for names in Coords::ALL.map(|coords| CellNames { coords, size }) {
                let cells: Vec<Pos> = size.positions().collect();
                let text = names.all(&cells).concat();
                assert_eq!(names.parse_all(&text), Ok(cells.clone()), "{names:?}");
                for text in [text.to_lowercase(), text.to_uppercase()] {
                    assert_eq!(names.parse_all(&text), Ok(cells.clone()), "{names:?}");
                }
            }
            let top = CellNames { coords: Coords::Top, size };
            assert!(size.positions().all(|pos| top.name(pos) == pos.to_string()));
        }
    }

    #[test]
    fn the_three_differ_where_they_should() {
        let size = Size::square(15);
        let found = |text: &str| {
            let read = |coords| CellNames { coords, size }.parse(text);
            Coords::ALL.map(|coords| read(coords).map(|pos| (pos.x(), pos.y())))
        };
        assert_eq!(found("h8"), [const { Ok((7, 7)) }; 3]);
        assert_eq!(found("a1"), [Ok((0, 0)), Ok((0, 14)), Ok((0, 14))]);
        assert_eq!(found("j2"), [Ok((9, 1)), Ok((9, 13)), Ok((8, 13))], "the column after H is J");
        let [top, bottom, gtp] = found("i9");
        assert_eq!((top, bottom), (Ok((8, 8)), Ok((8, 6))));
        let error = gtp.expect_err("no column").to_string();
        assert_eq!(error, "\"i9\": there is no column I in GTP");
        let large = CellNames { coords: Coords::Gtp, size: Size::square(32) };
        assert_eq!(large.parse("AA1"), Ok(Pos::new(25, 31)));
    }

    #[test]
    fn what_is_no_cell_is_quoted() {
        for names in Coords::ALL.map(|coords| CellNames { coords, size: Size::square(15) }) {
            for bad in ["", "h", "8", "h0", "h16", "q1", "h+8", "h-8", "é8", "aaa1", "h99999999999"]
            {
                let error = format!("{bad:?}: not a cell of the 15x15 board");
                let found = names.parse(bad).map_err(|error| error.to_string());
                assert_eq!(found, Err(error), "{names:?}");
            }
            for text in ["h8,g9;a1", " H8-g9 - a1;", "1. h8 g9 2. a1", "1)h8 2)g9-3... A1"] {
                assert_eq!(names.parse_all(text), names.parse_all("h8g9a1"), "{text}");
            }
            for text in ["-h8", "h8--g9", "h8-", "1h8", "h8 2 g9", "h8 .g9"] {
                assert!(names.parse_all(text).is_err(), "{text}");
            }
            let rest = names.parse_all("h8 h9?").expect_err("no cell").to_string();
            assert!(rest.starts_with("\"?\""), "{rest}");
            let long = names.parse(&"h".repeat(1000)).expect_err("no cell").to_string();
            assert!(long.len() < 80 && long.contains("\"..."), "{long}");
        }
    }

    #[test]
    fn names_of_coordinates_read_back() {
        for coords in Coords::ALL {
            assert_eq!(coords.to_string().parse(), Ok(coords));
        }
        assert!("left".parse::<Coords>().is_err());
    }
}
