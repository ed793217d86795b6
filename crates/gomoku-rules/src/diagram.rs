//! Boards as text drawings, for people and tests.
//!
//! ```text
//!    a b c d e
//!  1 . . . . .
//!  2 . X X ! .      X x * B b ●  black       . _ - + ┼  empty
//!  3 . O . O .      O o W w ○    white       ! ?        empty, and marked
//!  4 . ? # . .      #            a stone that belongs to neither side
//!  5 . . . . .
//! ```
//! Row numbers, column letters, spaces and blank lines are optional. Text below the board is skipped, and
//! so are comments above it.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::coords::{CellNames, Coords};
use crate::labels::{self, ColumnLetters, Mistake, RowNumber};
use crate::pos::{Pos, Size};
use crate::side::{Cell, Side};
use crate::text::without_byte_order_mark;

/// A board and marks on some of its empty cells, read from and written as a drawing.
///
/// ```
/// use gomoku_rules::{Diagram, Side};
///
/// let drawing = "   a b c d e
///  1 . . . . .
///  2 . X X ! .
///  3 . O . O .
///  4 . ? X . .
///  5 . . . . .
/// ";
/// let diagram: Diagram = drawing.parse()?;
/// assert_eq!(diagram.board.stones().len(), 5);
/// assert_eq!(diagram.marked('!').next(), Some("d2".parse()?));
/// assert_eq!(diagram.to_string(), drawing);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | sign | cell |
/// |---|---|
/// | `.` `_` `-` `+`, and signs that draw boxes: `┼` | empty |
/// | `!` `?` | empty, with a mark |
/// | `X` `x` `*` `B` `b` `●` `⚫` | a black stone |
/// | `O` `o` `W` `w` `○` `⚪` | a white stone |
/// | `#` | a stone that belongs to neither side |
///
/// Row numbers, column letters, spaces and blank lines are optional. Text below the board, such as the
/// reasons why points are forbidden, is skipped: a line of which less than half are signs of cells. Above
/// the board such a line is skipped if it begins with `#`.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones. Those of a drawing are in reading order, and White is to move if Black has more of
    /// them; [`Board::set_side_to_move`] changes that.
    pub board: Board,
    /// The marked cells, each with its mark: `!` or `?` in drawings that are read, any sign in
    /// drawings that are written.
    pub marks: Vec<(Pos, char)>,
    /// How the row numbers and column letters name the cells. A drawing that has none, or column letters
    /// from a to h only, is read as `None`, which is written as [`Coords::Top`].
    pub coords: Option<Coords>,
}

impl Diagram {
    /// Reads the drawings in `text`, each with the number of its first line, from 1. Blank lines separate
    /// drawings; there is none within a drawing. Lines between blank ones of which none holds cells are
    /// text, which is skipped.
    ///
    /// # Errors
    /// [`DiagramError`] where a drawing cannot be read.
    pub fn read_all(text: &str) -> Result<Vec<(usize, Self)>, DiagramError> {
        let lines: Vec<(usize, &str)> = (1..).zip(without_byte_order_mark(text).lines()).collect();
        let is_blank = |line: &str| line.trim().is_empty();
        let parts = lines.chunk_by(|a, b| is_blank(a.1) == is_blank(b.1));
        let drawings = parts.filter(|part| !is_blank(part[0].1) && have_row(part));
        drawings.map(|part| Ok((part[0].0, Self::read(part)?))).collect()
    }

    /// The cells marked with `mark`.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Pos> + '_ {
        self.marks.iter().filter(move |&&(_, other)| other == mark).map(|&(pos, _)| pos)
    }
}

impl From<Board> for Diagram {
    fn from(board: Board) -> Self {
        Self { board, marks: Vec::new(), coords: None }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        let names = CellNames { coords: self.coords.unwrap_or_default(), size };
        f.write_str("  ")?;
        for x in 0..size.width() {
            write!(f, "{:>2}", names.coords.column(x))?;
        }
        for pos in size.positions() {
            if pos.x() == 0 {
                write!(f, "\n{:2}", names.row(pos.y()))?;
            }
            let mark = self.marks.iter().find(|&&(marked, _)| marked == pos);
            let sign = match self.board.cell(pos) {
                Cell::Empty => mark.map_or('.', |&(_, mark)| mark),
                Cell::Black => 'X',
                Cell::White => 'O',
                Cell::Wall => '#',
            };
            write!(f, " {sign}")?;
        }
        f.write_str("\n")
    }
}

impl FromStr for Diagram {
    type Err = DiagramError;

    fn from_str(text: &str) -> Result<Self, DiagramError> {
        let lines: Vec<(usize, &str)> = (1..).zip(without_byte_order_mark(text).lines()).collect();
        Self::read(&lines)
    }
}

impl FromStr for Board {
    type Err = DiagramError;

    /// Reads a drawing as [`Diagram`] does, without its marks.
    fn from_str(text: &str) -> Result<Self, DiagramError> {
        text.parse().map(|diagram: Diagram| diagram.board)
    }
}

impl Diagram {
    /// Reads the drawing that these numbered lines begin with.
    fn read(lines: &[(usize, &str)]) -> Result<Self, DiagramError> {
        let (rows, columns) = parts(lines)?;
        let width = rows.first().map_or(0, |row| row.signs.len());
        let size = Size::new(width as u32, rows.len() as u32).map_err(|_| DiagramError {
            line: rows.last().map_or(lines.first().map_or(1, |line| line.0), |row| row.line),
            column: 1,
            expected: "5 to 32 rows of 5 to 32 cells",
        })?;
        let mut diagram = Self::from(Board::new(size));
        for (row, y) in rows.iter().zip(0..) {
            diagram.fill(row, y)?;
        }
        diagram.board.forget_order();
        let numbers = rows.iter().map(Row::number).collect::<Result<Vec<_>, _>>()?;
        diagram.coords = labels::coords(size, &columns, &numbers)?;
        let count = |cell| diagram.board.stones().iter().filter(|stone| stone.cell == cell).count();
        if count(Cell::Black) > count(Cell::White) {
            diagram.board.set_side_to_move(Side::White);
        }
        Ok(diagram)
    }

    /// Puts down the stones and marks of row `y`.
    fn fill(&mut self, row: &Row, y: i32) -> Result<(), DiagramError> {
        const SIGNS: &str = "one of . _ - + X x * B O o W # ! ?";
        const WIDTH: &str = "as many cells as in the first row";
        let size = self.board.size();
        let error = |column, expected| DiagramError { line: row.line, column, expected };
        for (&(column, sign), x) in row.signs.iter().zip(0..) {
            let cell = cell(sign).ok_or_else(|| error(column, SIGNS))?;
            match size.pos(x, y) {
                Some(pos) if self.board.place(pos, cell).is_ok() => {
                    if matches!(sign, '!' | '?') {
                        self.marks.push((pos, sign));
                    }
                }
                _ => return Err(error(column, WIDTH)),
            }
        }
        if row.signs.len() < size.width().into() {
            return Err(error(row.end, WIDTH));
        }
        Ok(())
    }
}

/// What a sign stands for. The lines of a board are drawn with the signs of boxes, stones as circles.
const fn cell(sign: char) -> Option<Cell> {
    match sign {
        '.' | '_' | '-' | '!' | '?' | '+' | '\u{2500}'..='\u{257f}' => Some(Cell::Empty),
        'X' | 'x' | '*' | 'B' | 'b' | '\u{25cf}' | '\u{26ab}' => Some(Cell::Black),
        'O' | 'o' | 'W' | 'w' | '\u{25cb}' | '\u{26aa}' => Some(Cell::White),
        '#' => Some(Cell::Wall),
        _ => None,
    }
}

/// Whether one of these numbered lines holds cells.
fn have_row(lines: &[(usize, &str)]) -> bool {
    let is_row = |text, line| !ColumnLetters::are_in(text) && !Row::read(text, line).is_text();
    lines.iter().any(|&(line, text)| is_row(text, line))
}

/// The rows of a drawing, and the column letters above and below them.
fn parts<'a>(
    lines: &[(usize, &'a str)],
) -> Result<(Vec<Row<'a>>, Vec<ColumnLetters<'a>>), DiagramError> {
    let (mut rows, mut columns): (Vec<Row>, _) = (Vec::new(), Vec::new());
    let mut lines = lines.iter().filter(|(_, text)| !text.trim().is_empty());
    for &(line, text) in &mut lines {
        if ColumnLetters::are_in(text) {
            columns.push(ColumnLetters { line, text });
            if !rows.is_empty() {
                break;
            }
            continue;
        }
        let row = Row::read(text, line);
        match (row.is_text(), rows.is_empty()) {
            (true, false) => break,
            (true, true) if text.trim_start().starts_with('#') => continue,
            _ => {}
        }
        rows.push(row);
    }
    let width = rows.first().map_or(0, |row| row.signs.len());
    let mut rest = lines.map(|&(line, text)| Row::read(text, line));
    match rest.find(|row| row.signs.len() == width && row.known() == width) {
        Some(Row { line, .. }) => {
            Err(DiagramError { line, column: 1, expected: "a blank line between two boards" })
        }
        None => Ok((rows, columns)),
    }
}

/// One row of a drawing.
struct Row<'a> {
    line: usize,
    text: &'a str,
    /// The column after the last sign.
    end: usize,
    /// Each sign with its column.
    signs: Vec<(usize, char)>,
}

impl<'a> Row<'a> {
    fn read(text: &'a str, line: usize) -> Self {
        let is_edge = |c: char| c.is_whitespace() || c.is_ascii_digit();
        let body = text.trim_end_matches(is_edge);
        let signs: Vec<_> = (1..)
            .zip(body.chars())
            .skip_while(|&(_, c)| is_edge(c))
            .filter(|&(_, c)| !c.is_whitespace())
            .collect();
        Self { line, text, end: body.chars().count() + 1, signs }
    }

    /// How many of the signs stand for cells.
    fn known(&self) -> usize {
        self.signs.iter().filter(|&&(_, sign)| cell(sign).is_some()).count()
    }

    /// Whether it is rather a sentence.
    fn is_text(&self) -> bool {
        2 * self.known() < self.signs.len() || self.is_comment()
    }

    /// Whether it is a comment, though its letters may be signs: rows have blanks between all signs or
    /// between none.
    fn is_comment(&self) -> bool {
        let gaps = || self.signs.windows(2).map(|pair| pair[1].0 - pair[0].0 > 1);
        let is_mixed = || gaps().next() == Some(true) && gaps().any(|gap| !gap);
        self.text.trim_start().starts_with('#') && (self.signs.len() < 3 || is_mixed())
    }

    /// Its number, which may stand at either end or at both.
    fn number(&self) -> Result<RowNumber, DiagramError> {
        let text = self.text.trim_end();
        let right = text.trim_end_matches(|c: char| c.is_ascii_digit());
        let (left, right_digits) = (text.trim_start(), &text[right.len()..]);
        let left = &left[..left.find(|c: char| !c.is_ascii_digit()).unwrap_or(left.len())];
        let number = |digits: &str| match digits {
            "" => None,
            digits => Some(digits.parse().unwrap_or(u32::MAX)),
        };
        let line = self.line;
        match (number(left), number(right_digits)) {
            (Some(left), Some(other)) if left != other => Err(DiagramError {
                line,
                column: right.chars().count() + 1,
                expected: "the number at the beginning of the row",
            }),
            (left, right) => Ok(RowNumber { line, column: 1, number: left.or(right) }),
        }
    }
}

/// A drawing that cannot be read: the place, and what was expected there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagramError {
    /// The line of the text, from 1.
    pub line: usize,
    /// The column of the line, from 1, in characters.
    pub column: usize,
    /// What was expected there.
    pub expected: &'static str,
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: expected {}", self.line, self.column, self.expected)
    }
}

impl std::error::Error for DiagramError {}

impl From<Mistake> for DiagramError {
    fn from(Mistake { line, column, expected }: Mistake) -> Self {
        Self { line, column, expected }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DRAWING: &str = "   a b c d e f
 1 . . . . . .
 2 . X X ! . .
 3 . O . O . .
 4 . ? # . . X
 5 . . . . . .
";

    #[test]
    fn a_drawing_reads_back() {
        let diagram: Diagram = DRAWING.parse().expect("a good drawing");
        assert_eq!(diagram.to_string(), DRAWING);
        assert_eq!(diagram.board.size(), Size::new(6, 5).expect("within the limits"));
        assert_eq!(diagram.board.cell(Pos::new(5, 3)), Cell::Black);
        assert_eq!(diagram.board.cell(Pos::new(2, 3)), Cell::Wall);
        assert_eq!(diagram.board.side_to_move(), Side::White);
        assert_eq!(diagram.marked('!').collect::<Vec<_>>(), [Pos::new(3, 1)]);
        assert_eq!(diagram.marked('?').collect::<Vec<_>>(), [Pos::new(1, 3)]);
    }

    #[test]
    fn signs_have_synonyms_and_frames_are_optional() {
        let bare: Board =
            "......\n_Xx-__\n.o_O\t..\n\n--#..*\n......".parse().expect("a bare drawing");
        let framed: Board = "\u{20}\u{20}A B C D E F
             1 ...... 1
             2 .XX... 2
             3 .O.O.. 3
             4 ..#..X
             5 ......
              A B C D E F"
            .parse()
            .expect("a framed drawing");
        assert_eq!(bare.key(), framed.key());
    }

    #[test]
    fn boards_are_drawn_in_many_ways() {
        let plain: Board = ".....\n.XO..\n..X..\n.....\n.....".parse().expect("a bare drawing");
        for drawing in [
            "+ + + + +\n+ B W + +\n+ + B + +\n+ + + + +\n+ + + + +",
            "+++++\n+bw++\n++b++\n+++++\n+++++",
            "┌┬┬┬┐\n├●○┼┤\n├┼●┼┤\n├┼┼┼┤\n└┴┴┴┘",
            "  A B C D E\n5 ─ ─ ─ ─ ─\n4 ─ ⚫ ⚪ ─ ─\n3 ─ ─ ⚫ ─ ─\n2 ─ ─ ─ ─ ─\n1 ─ ─ ─ ─ ─",
        ] {
            let board: Board = drawing.parse().expect(drawing);
            assert_eq!(board.stones(), plain.stones(), "{drawing}");
        }
    }

    #[test]
    fn labels_read_back() {
        let sizes = [(5, 5), (8, 12), (9, 9), (15, 15), (27, 10), (32, 32)];
        for (width, height) in sizes {
            let size = Size::new(width, height).expect("within the limits");
            for coords in Coords::ALL {
                let marks = vec![(size.centre(), '!')];
                let diagram = Diagram { board: Board::new(size), marks, coords: Some(coords) };
                let text = diagram.to_string();
                let read: Diagram = text.parse().expect("our own drawing");
                // Nothing is left out before the column i.
                let is_narrow = coords == Coords::Gtp && width <= 8;
                let expected = if is_narrow { Coords::Bottom } else { coords };
                assert_eq!(read.coords, Some(expected), "{text}");
                assert_eq!(read.marks, diagram.marks, "{text}");
                let centre = CellNames { coords, size }.name(size.centre());
                let row = text.lines().find(|line| line.contains('!')).expect("the mark");
                let number = centre.trim_start_matches(|c: char| c.is_ascii_alphabetic());
                assert_eq!(row.split_whitespace().next(), Some(number), "{text}");
            }
        }
    }

    /// Nine rows with these labels, the letters above them.
    fn labelled(letters: &str, left: &[&str], right: &[&str]) -> String {
        let label =
            |labels: &[&str], row: usize| labels.get(row).copied().unwrap_or_default().to_owned();
        let rows =
            (0..9).map(|row| format!("{:>2} .........{:>3}", label(left, row), label(right, row)));
        let lines: Vec<String> = [letters.to_owned()].into_iter().chain(rows).collect();
        lines.join("\n")
    }

    const UP: [&str; 9] = ["9", "8", "7", "6", "5", "4", "3", "2", "1"];
    const DOWN: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

    #[test]
    fn labels_say_how_cells_are_named() {
        for (letters, left, right, coords) in [
            ("", &[][..], &[][..], None),
            ("a b c d e f g h i", &[], &[], None),
            ("abcdefghi", &DOWN, &[], Some(Coords::Top)),
            ("", &[], &DOWN, Some(Coords::Top)),
            ("  A B C D E F G H I", &UP, &UP, Some(Coords::Bottom)),
            ("", &UP, &[], Some(Coords::Bottom)),
            ("A B C D E F G H J", &UP, &[], Some(Coords::Gtp)),
            ("abcdefghj", &[], &UP, Some(Coords::Gtp)),
            ("a b c d e f g h j", &[], &[], Some(Coords::Gtp)),
        ] {
            let text = labelled(letters, left, right);
            let read: Diagram = text.parse().unwrap_or_else(|error| panic!("{text}\n{error}"));
            assert_eq!(read.coords, coords, "{text}");
            let below = format!("{text}\n   {letters}\n");
            assert_eq!(below.parse::<Diagram>().expect(&below).coords, coords, "{text}");
        }
    }

    #[test]
    fn labels_that_are_cut_or_contradict_each_other_are_refused() {
        let numbers = |rows: std::ops::Range<u32>| -> Vec<String> {
            rows.map(|row| row.to_string()).collect()
        };
        let refused = |letters: &str, left: &[&str], right: &[&str], below: &str| {
            let text = labelled(letters, left, right) + below;
            text.parse::<Diagram>().map(|_| ()).expect_err(&text).to_string()
        };
        let rows = "expected rows numbered 1, 2, 3 and so on, or down to 1";
        for first in [0, 2, 7] {
            let labels = numbers(first..first + 9);
            let labels: Vec<&str> = labels.iter().map(String::as_str).collect();
            assert_eq!(refused("", &labels, &[], ""), format!("line 2, column 1: {rows}"));
            let labels: Vec<&str> = labels.into_iter().rev().collect();
            assert_eq!(refused("", &labels, &[], ""), format!("line 2, column 1: {rows}"));
        }
        let gap = ["1", "2", "3", "5", "5", "6", "7", "8", "9"];
        assert_eq!(refused("", &gap, &[], ""), format!("line 5, column 1: {rows}"));
        let every = "expected a number in every row or none";
        assert_eq!(refused("", &DOWN[..8], &[], ""), format!("line 10, column 1: {every}"));
        let late = ["", "", "3", "4", "5", "6", "7", "8", "9"];
        assert_eq!(refused("", &late, &[], ""), format!("line 4, column 1: {every}"));
        let both = "line 2, column 15: expected the number at the beginning of the row";
        assert_eq!(refused("", &DOWN, &UP, ""), both);
        let letters = "expected a letter for each column, from a on, with or without i";
        for (text, column) in [("a b c d e f g h", 16), ("a b c d e f g h k", 17), ("a b d", 5)] {
            let error = format!("line 1, column {column}: {letters}");
            assert_eq!(refused(text, &[], &[], ""), error);
        }
        assert_eq!(
            refused("a b c d e f g h j", &DOWN, &[], ""),
            "line 2, column 1: expected rows numbered from the bottom, since the columns have no i, \
             as in GTP"
        );
        assert_eq!(
            refused("a b c d e f g h i", &[], &[], "\na b c d e f g h j"),
            "line 11, column 1: expected the letters of the columns as above the board"
        );
    }

    #[test]
    fn text_below_the_board_is_skipped() {
        let board: Board = DRAWING.parse().expect("a good drawing");
        for text in [
            "nothing is forbidden to black\n",
            "d2 double three\n    three c1 d2 e3 (falling diagonal), open four at b0 f4\n",
            "\nd2 double-four\n",
            "   a b c d e f\nblack to move\n\nX: Black, O: White",
            "11. black i8\n",
            "and black to move\n",
            "after the move\n",
            "# a comment\n",
            "# c\n",
            "#\n# Bob won\n",
        ] {
            let read: Diagram = format!("{DRAWING}{text}").parse().expect(text);
            assert_eq!(read.board.key(), board.key(), "{text}");
            let all =
                format!("# a comment\n\n# the first\n{DRAWING}{text}\n{text}\n\n{DRAWING}\n{text}");
            let all = Diagram::read_all(&all).expect(text);
            assert!(all.iter().map(|(_, read)| read.board.key()).eq([board.key(); 2]), "{text}");
        }
        for (text, error) in [
            (" 6 . . . . .\n", "line 7, column 13: expected as many cells as in the first row"),
            (" 6 . . . é . .\n", "line 7, column 10: expected one of . _ - + X x * B O o W # ! ?"),
            (". . . . . .\n", "line 7, column 1: expected a number in every row or none"),
            (
                "black to move\n......\n",
                "line 8, column 1: expected a blank line between two boards",
            ),
        ] {
            let read = format!("{DRAWING}{text}").parse::<Diagram>().map(|_| ()).expect_err(text);
            assert_eq!(read.to_string(), error, "{text}");
        }
    }

    #[test]
    fn the_largest_board_reads_back() {
        let mut board = Board::new(Size::square(Size::MAX));
        board.play(Pos::new(31, 31));
        board.play(Pos::new(26, 0));
        let drawing = Diagram::from(board.clone()).to_string();
        assert_eq!(drawing.parse::<Board>().expect("our own drawing").key(), board.key());
    }

    #[test]
    fn errors_name_the_place() {
        let error = |text: &str| text.parse::<Board>().map(|_| ()).expect_err(text).to_string();
        let cells = "expected as many cells as in the first row";
        let rows = "expected 5 to 32 rows of 5 to 32 cells";
        assert_eq!(error(""), format!("line 1, column 1: {rows}"));
        assert_eq!(error(".....\n.....\n"), format!("line 2, column 1: {rows}"));
        assert_eq!(
            error(".....\n.....\n\n......\n.....\n....."),
            format!("line 4, column 6: {cells}")
        );
        assert_eq!(
            error(".....\n2 . . . . 2\n.....\n.....\n....."),
            format!("line 2, column 10: {cells}")
        );
        assert_eq!(
            error("1 . . é . .\n.....\n.....\n.....\n....."),
            "line 1, column 7: expected one of . _ - + X x * B O o W # ! ?"
        );
    }
}
