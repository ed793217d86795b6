//! The cells between `BOARD` and `DONE`.

use std::fmt;

use gomoku_rules::{Board, Cell, PlaceError, Pos, Side, Size};

use crate::point::Point;

/// The command that a list of cells up to `DONE` belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// `BOARD`: set up the position and move.
    Board,
    /// `YXBOARD`: set up the position without an answer.
    Position,
    /// `SWAP2BOARD`: answer the opening.
    Swap2,
    /// `YXBLOCK`: do not play these cells.
    Block,
    /// `YXBLOCKUNDO`: these cells may be played again.
    Unblock,
}

impl ListKind {
    /// All of them.
    pub const ALL: [Self; 5] =
        [Self::Board, Self::Position, Self::Swap2, Self::Block, Self::Unblock];

    /// The word of the command.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Board => "BOARD",
            Self::Position => "YXBOARD",
            Self::Swap2 => "SWAP2BOARD",
            Self::Block => "YXBLOCK",
            Self::Unblock => "YXBLOCKUNDO",
        }
    }

    /// Whether the list is a position, which ends the search of the position before.
    pub fn is_position(self) -> bool {
        matches!(self, Self::Board | Self::Position | Self::Swap2)
    }
}

/// A command with a list of cells up to `DONE`, on lines of their own or as tokens on one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct List {
    kind: ListKind,
    entries: Vec<Entry>,
    error: Option<ListError>,
    is_complete: bool,
    is_refused: bool,
}

/// `x,y` or `x,y,field`. Field 1 is a stone of the brain, 2 of its opponent, 3 of neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Entry {
    /// The cell.
    pub point: Point,
    /// The field; 0 for a number that is none.
    pub field: Option<u8>,
}

impl List {
    /// A list that has only begun.
    pub fn new(kind: ListKind) -> Self {
        Self { kind, entries: Vec::new(), error: None, is_complete: false, is_refused: false }
    }

    /// `BOARD` for the brain that is to move on `board`.
    pub fn of_board(board: &Board) -> Self {
        let own: Cell = board.side_to_move().into();
        let entries = board.stones().iter().map(|stone| {
            let field = match stone.cell {
                cell if cell == own => 1,
                Cell::Black | Cell::White => 2,
                _ => 3,
            };
            Entry { point: stone.pos.into(), field: Some(field) }
        });
        Self { entries: entries.collect(), is_complete: true, ..Self::new(ListKind::Board) }
    }

    /// The command `kind` with these cells, without fields.
    pub fn of_cells(kind: ListKind, cells: &[Pos]) -> Self {
        let entries = cells.iter().map(|&pos| Entry { point: pos.into(), field: None });
        Self { entries: entries.collect(), is_complete: true, ..Self::new(kind) }
    }

    /// The command.
    pub fn kind(&self) -> ListKind {
        self.kind
    }

    /// The cells so far, in the order in which they came.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether `DONE` was read.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Lets the lines up to `DONE` mean nothing: a mistake among them was answered.
    pub fn refuse(&mut self) {
        self.is_refused = true;
    }

    /// Whether [`List::refuse`] was called.
    pub fn is_refused(&self) -> bool {
        self.is_refused
    }

    /// Whether `line` looks like part of a list and not like a command.
    pub fn takes(line: &str) -> bool {
        let line = line.trim_start();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        line.starts_with(|c: char| c.is_ascii_digit() || "+-,".contains(c))
            || word.eq_ignore_ascii_case("DONE")
    }

    /// Reads a line, or the rest of one; what follows `DONE` is ignored. The first mistake is reported when
    /// the list is used.
    pub fn feed(&mut self, line: &str) {
        let line = line.split(',').map(str::trim).collect::<Vec<_>>().join(",");
        for token in line.split_whitespace() {
            if self.is_complete {
                return;
            }
            if token.eq_ignore_ascii_case("DONE") {
                self.is_complete = true;
                return;
            }
            match Entry::parse(token) {
                Some(entry) if self.entries.len() < Pos::COUNT => self.entries.push(entry),
                Some(_) => self.reject(ListError::TooMany),
                None => self.reject(ListError::Unreadable),
            }
        }
    }

    /// Records a line that is not part of a list.
    pub fn reject_line(&mut self) {
        self.reject(ListError::Unreadable);
    }

    fn reject(&mut self, error: ListError) {
        self.error.get_or_insert(error);
    }

    /// The position of a list with fields. The side with fewer stones is to move, Black if both have as
    /// many. The order of the list is the order of play, but colours do not depend on it.
    ///
    /// # Errors
    /// The first [`ListError`] of the list.
    pub fn board(&self, size: Size) -> Result<Board, ListError> {
        self.error.map_or(Ok(()), Err)?;
        let count = |field| self.entries.iter().filter(|entry| entry.field == Some(field)).count();
        let own = if count(1) < count(2) { Side::White } else { Side::Black };
        let mut board = Board::new(size);
        for &Entry { point, field } in &self.entries {
            let cell = match field {
                Some(1) => own.into(),
                Some(2) => (!own).into(),
                Some(3) => Cell::Wall,
                _ => return Err(ListError::Field(point)),
            };
            place(&mut board, point, cell)?;
        }
        board.set_side_to_move(own);
        Ok(board)
    }

    /// The cells of a list without fields.
    ///
    /// # Errors
    /// The first [`ListError`] of the list.
    pub fn cells(&self, size: Size) -> Result<Vec<Pos>, ListError> {
        self.points()?.map(|point| on(point, size)).collect()
    }

    /// The points of a list without fields.
    fn points(&self) -> Result<impl Iterator<Item = Point>, ListError> {
        self.error.map_or(Ok(()), Err)?;
        match self.entries.iter().find(|entry| entry.field.is_some()) {
            Some(entry) => Err(ListError::HasField(entry.point)),
            None => Ok(self.entries.iter().map(|entry| entry.point)),
        }
    }

    /// The position of stones listed in the order of play, Black first, without fields.
    ///
    /// # Errors
    /// The first [`ListError`] of the list.
    pub fn opening(&self, size: Size) -> Result<Board, ListError> {
        let mut board = Board::new(size);
        for point in self.points()? {
            let colour = board.side_to_move();
            place(&mut board, point, colour.into())?;
            board.set_side_to_move(!colour);
        }
        Ok(board)
    }
}

/// Whether swap2 has a step on this board.
///
/// # Errors
/// [`ListError::Opening`] unless it has 0, 3 or 5 stones, [`ListError::Colours`] unless these are Black's and
/// White's in turn.
pub fn check_opening(board: &Board) -> Result<(), ListError> {
    let stones = board.stones();
    if ![0, 3, 5].contains(&stones.len()) {
        return Err(ListError::Opening(stones.len()));
    }
    let count = |cell| stones.iter().filter(|stone| stone.cell == cell).count();
    let [black, white] = [Cell::Black, Cell::White].map(count);
    let are_in_turn = black == stones.len().div_ceil(2) && white == stones.len() / 2;
    if are_in_turn { Ok(()) } else { Err(ListError::Colours) }
}

fn on(point: Point, size: Size) -> Result<Pos, ListError> {
    point.on(size).ok_or(ListError::Place(point, PlaceError::OffBoard))
}

fn place(board: &mut Board, point: Point, cell: Cell) -> Result<(), ListError> {
    let pos = on(point, board.size())?;
    board.place(pos, cell).map_err(|error| ListError::Place(point, error))
}

impl fmt::Display for List {
    /// Writes a line for the command, one for each cell, and `DONE` if the list is complete, without a line
    /// end after the last.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.word())?;
        self.entries.iter().try_for_each(|entry| write!(f, "\n{entry}"))?;
        if self.is_complete { f.write_str("\nDONE") } else { Ok(()) }
    }
}

impl Entry {
    fn parse(token: &str) -> Option<Self> {
        let mut parts = token.splitn(3, ',');
        let mut number = || parts.next().map(str::parse::<i32>);
        let point = Point { x: number()?.ok()?, y: number()?.ok()? };
        let field = number().transpose().ok()?;
        Some(Self { point, field: field.map(|field| u8::try_from(field).unwrap_or(0)) })
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.point.fmt(f)?;
        self.field.map_or(Ok(()), |field| write!(f, ",{field}"))
    }
}

/// Why a list of cells is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListError {
    /// A line is not a stone.
    Unreadable,
    /// More stones than any board has cells.
    TooMany,
    /// A number of stones that swap2 never has.
    Opening(usize),
    /// Stones of an opening that Black and White did not play in turn.
    Colours,
    /// A stone without a field, or with none of 1, 2 and 3.
    Field(Point),
    /// A field where the list has none.
    HasField(Point),
    /// A stone that no cell can take.
    Place(Point, PlaceError),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("expected stones such as 7,7,1 and DONE"),
            Self::TooMany => f.write_str("more stones than cells"),
            Self::Opening(stones) => {
                write!(f, "swap2 has no step with {stones} stones: expected 0, 3 or 5")
            }
            Self::Colours => f.write_str("expected an opening that Black and White play in turn"),
            Self::Field(point) => write!(f, "stone {point} needs a field of 1, 2 or 3"),
            Self::HasField(point) => write!(f, "expected {point} without a field"),
            Self::Place(point, error) => write!(f, "stone {point}: {error}"),
        }
    }
}

impl std::error::Error for ListError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Board, ListError> {
        let mut list = List::new(ListKind::Board);
        for (index, line) in lines.iter().enumerate() {
            list.feed(line);
            assert_eq!(list.is_complete(), index + 1 == lines.len(), "{line:?}");
        }
        list.board(Size::square(15))
    }

    #[test]
    fn stones_come_on_lines_or_as_tokens() {
        let one = read(&["7,7,1 8,8,2 9,9,3 DONE"]).expect("a position");
        let many = read(&[" 7 , 7 ,1", "8,8,2\t9,9,3", "done"]).expect("a position");
        assert_eq!(one.stones(), many.stones());
        assert_eq!(one.stones()[2].cell, Cell::Wall);
    }

    #[test]
    fn a_position_is_sent_as_its_brain_sees_it() {
        let mut board = Board::new(Size::square(15));
        for pos in [Pos::new(7, 7), Pos::new(8, 8), Pos::new(0, 14)] {
            board.play(pos);
        }
        let list = List::of_board(&board);
        assert_eq!(list.to_string(), "BOARD\n7,7,2\n8,8,1\n0,14,2\nDONE");
        let read = list.board(Size::square(15)).expect("a position");
        assert_eq!((read.stones(), read.key()), (board.stones(), board.key()));
        board.place(Pos::new(1, 2), Cell::Wall).expect("free");
        assert!(List::of_board(&board).to_string().ends_with("\n1,2,3\nDONE"));
        let opening = List::of_cells(ListKind::Swap2, &[Pos::new(7, 7), Pos::new(8, 8)]);
        assert_eq!(opening.to_string(), "SWAP2BOARD\n7,7\n8,8\nDONE");
        let stones = opening.opening(Size::square(15)).expect("an opening").stones().len();
        assert_eq!(stones, 2);
    }

    #[test]
    fn colours_follow_from_the_counts() {
        let own = |lines: &[&str]| read(lines).expect("a position").side_to_move();
        assert_eq!(own(&["DONE"]), Side::Black);
        assert_eq!(own(&["7,7,2", "DONE"]), Side::White);
        assert_eq!(own(&["7,7,1", "8,8,2", "DONE"]), Side::Black);
        assert_eq!(own(&["8,8,2", "7,7,1", "DONE"]), Side::Black);
        assert_eq!(own(&["7,7,2", "6,6,2", "5,5,2", "8,8,1", "DONE"]), Side::White);
        assert_eq!(own(&["7,7,1", "6,6,1", "DONE"]), Side::Black);
        assert_eq!(own(&["7,7,3", "6,6,3", "5,5,3", "DONE"]), Side::Black);
    }

    #[test]
    fn an_opening_has_stones_of_both_sides_in_turn() {
        let check = |cells: &str| {
            let mut board = Board::new(Size::square(15));
            for (x, cell) in cells.chars().enumerate() {
                let cell = match cell {
                    'x' => Cell::Black,
                    'o' => Cell::White,
                    _ => Cell::Wall,
                };
                board.place(Pos::new(x as u8, 7), cell).expect("free");
            }
            check_opening(&board)
        };
        for cells in ["", "xox", "xxo", "xoxox", "oxxxo"] {
            assert_eq!(check(cells), Ok(()), "{cells}");
        }
        for cells in ["xxx", "oox", "###", "xo#", "xoxo#", "xxxxo", "xooox"] {
            assert_eq!(check(cells), Err(ListError::Colours), "{cells}");
        }
        for cells in ["x", "xo", "xoxo", "xoxoxo"] {
            assert_eq!(check(cells), Err(ListError::Opening(cells.len())), "{cells}");
        }
    }

    #[test]
    fn the_first_mistake_is_reported() {
        let point = Point { x: 7, y: 7 };
        let error = |lines: &[&str]| read(lines).expect_err("a mistake");
        assert_eq!(error(&["7,7,4", "DONE"]), ListError::Field(point));
        assert_eq!(error(&["7,7,-1", "DONE"]), ListError::Field(point));
        assert_eq!(error(&["7,7", "DONE"]), ListError::Field(point));
        assert_eq!(error(&["7", "x", "DONE"]), ListError::Unreadable);
        assert_eq!(error(&["7,7,1,1", "DONE"]), ListError::Unreadable);
        let place = |error| ListError::Place(point, error);
        assert_eq!(error(&["7,7,1", "7,7,2", "DONE"]), place(PlaceError::Occupied));
        let off = ListError::Place(Point { x: 15, y: 0 }, PlaceError::OffBoard);
        assert_eq!(error(&["15,0,1", "99,99,9", "DONE"]), off);
        let list = |line: &str| {
            let mut list = List::new(ListKind::Swap2);
            list.feed(line);
            let (cells, opening) = (list.cells(Size::square(15)), list.opening(Size::square(15)));
            let error = cells.expect_err("a mistake");
            assert_eq!(opening.err(), Some(error), "{line}");
            error
        };
        for line in ["7,7,3 DONE", "1,2 7,7,1 DONE", "7,7,-1 DONE"] {
            assert_eq!(list(line), ListError::HasField(point), "{line}");
        }
        assert_eq!(list("7,7 15,0 DONE"), off);
        assert_eq!(list("7,7 x DONE"), ListError::Unreadable);
        let flood = vec!["1,1,1"; Pos::COUNT + 1].join(" ") + " DONE";
        assert_eq!(error(&[&flood]), ListError::TooMany);
    }
}
