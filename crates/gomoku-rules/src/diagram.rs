//! Boards as text drawings, for people and tests.
//!
//! ```text
//!    a b c d e
//!  1 . . . . .
//!  2 . X X ! .      X x *  black       . _ -  empty
//!  3 . O . O .      O o    white       ! ?    empty, and marked
//!  4 . ? # . .      #      a stone that belongs to neither side
//!  5 . . . . .
//! ```
//! Row numbers, column letters, spaces and blank lines are optional.

use std::fmt;
use std::str::FromStr;

use crate::board::Board;
use crate::pos::{Pos, Size};
use crate::side::{Cell, Side};

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
/// | `.` `_` `-` | empty |
/// | `!` `?` | empty, with a mark |
/// | `X` `x` `*` | a black stone |
/// | `O` `o` | a white stone |
/// | `#` | a stone that belongs to neither side |
///
/// Row numbers, column letters, spaces and blank lines are optional.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// The stones. Those of a drawing are in reading order, and White is to move if Black has more of
    /// them; [`Board::set_side_to_move`] changes that.
    pub board: Board,
    /// The marked cells, each with its mark: `!` or `?` in drawings that are read, any sign in
    /// drawings that are written.
    pub marks: Vec<(Pos, char)>,
}

impl Diagram {
    /// The cells marked with `mark`.
    pub fn marked(&self, mark: char) -> impl Iterator<Item = Pos> + '_ {
        self.marks.iter().filter(move |&&(_, other)| other == mark).map(|&(pos, _)| pos)
    }
}

impl From<Board> for Diagram {
    fn from(board: Board) -> Self {
        Self { board, marks: Vec::new() }
    }
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.board.size();
        f.write_str("  ")?;
        for x in 0..size.width() {
            let name = Pos::new(x, 0).to_string();
            write!(f, "{:>2}", name.trim_end_matches('1'))?;
        }
        for pos in size.positions() {
            if pos.x() == 0 {
                write!(f, "\n{:2}", pos.y() + 1)?;
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
        let rows: Vec<Row> = text
            .lines()
            .zip(1..)
            .filter(|(line, _)| !line.trim().is_empty() && !is_column_letters(line))
            .map(|(line, number)| Row::read(line, number))
            .collect();
        let width = rows.first().map_or(0, |row| row.signs.len());
        let size = Size::new(width as u32, rows.len() as u32).map_err(|_| DiagramError {
            line: rows.last().map_or(1, |row| row.line),
            column: 1,
            expected: "5 to 32 rows of 5 to 32 cells",
        })?;
        let mut diagram = Self::from(Board::new(size));
        for (row, y) in rows.iter().zip(0..) {
            diagram.fill(row, y)?;
        }
        let count = |cell| diagram.board.stones().iter().filter(|stone| stone.cell == cell).count();
        if count(Cell::Black) > count(Cell::White) {
            diagram.board.set_side_to_move(Side::White);
        }
        Ok(diagram)
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
    /// Puts down the stones and marks of row `y`.
    fn fill(&mut self, row: &Row, y: i32) -> Result<(), DiagramError> {
        const SIGNS: &str = "one of . _ - X x * O o # ! ?";
        const WIDTH: &str = "as many cells as in the first row";
        let size = self.board.size();
        let error = |column, expected| DiagramError { line: row.line, column, expected };
        for (&(column, sign), x) in row.signs.iter().zip(0..) {
            let cell = match sign {
                '.' | '_' | '-' | '!' | '?' => Cell::Empty,
                'X' | 'x' | '*' => Cell::Black,
                'O' | 'o' => Cell::White,
                '#' => Cell::Wall,
                _ => return Err(error(column, SIGNS)),
            };
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

/// One row of a drawing, without its row numbers.
struct Row {
    line: usize,
    /// The column after the last sign.
    end: usize,
    /// Each sign with its column.
    signs: Vec<(usize, char)>,
}

impl Row {
    fn read(text: &str, line: usize) -> Self {
        let is_edge = |c: char| c.is_whitespace() || c.is_ascii_digit();
        let body = text.trim_end_matches(is_edge);
        let signs: Vec<_> = (1..)
            .zip(body.chars())
            .skip_while(|&(_, c)| is_edge(c))
            .filter(|&(_, c)| !c.is_whitespace())
            .collect();
        Self { line, end: body.chars().count() + 1, signs }
    }
}

/// Whether the line names the columns: no sign of a cell is an `a`.
fn is_column_letters(line: &str) -> bool {
    line.trim_start().starts_with(['a', 'A'])
        && line.chars().all(|c| c.is_ascii_alphabetic() || c.is_whitespace())
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
            10 ..#..X 10
               ......
              A B C D E F"
            .parse()
            .expect("a framed drawing");
        assert_eq!(bare.key(), framed.key());
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
            "line 1, column 7: expected one of . _ - X x * O o # ! ?"
        );
    }
}
