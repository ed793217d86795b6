//! The stones between `BOARD` and `DONE`. Pure.

use std::fmt;

use super::command::Point;
use gomoku_rules::{Board, Cell, PlaceError, Pos, Side, Size};

/// A list of stones that is being read, on lines of their own or as tokens on one line.
#[derive(Debug, Default)]
pub struct Setup {
    stones: Vec<Stone>,
    error: Option<SetupError>,
}

/// `x,y` or `x,y,field`.
#[derive(Clone, Copy, Debug)]
struct Stone {
    point: Point,
    field: Option<u8>,
}

/// Whether the list is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// `DONE` was not seen yet.
    Open,
    /// `DONE` was seen.
    Done,
}

impl Setup {
    /// Whether `line` looks like part of a list and not like a command.
    pub fn takes(line: &str) -> bool {
        let line = line.trim_start();
        let word = line.split(char::is_whitespace).next().unwrap_or_default();
        line.starts_with(|c: char| c.is_ascii_digit() || "+-,".contains(c))
            || word.eq_ignore_ascii_case("DONE")
    }

    /// Reads a line, or the rest of one. The first mistake is reported at the end of the list.
    pub fn feed(&mut self, line: &str) -> Progress {
        let line = line.split(',').map(str::trim).collect::<Vec<_>>().join(",");
        for token in line.split_whitespace() {
            if token.eq_ignore_ascii_case("DONE") {
                return Progress::Done;
            }
            match Stone::parse(token) {
                Some(stone) if self.stones.len() < Pos::COUNT => self.stones.push(stone),
                Some(_) => self.reject(SetupError::TooMany),
                None => self.reject(SetupError::Unreadable),
            }
        }
        Progress::Open
    }

    /// Records a line that is not part of a list.
    pub fn reject_line(&mut self) {
        self.reject(SetupError::Unreadable);
    }

    fn reject(&mut self, error: SetupError) {
        self.error.get_or_insert(error);
    }

    /// The position. Fields 1, 2 and 3 are our stones, the opponent's, and blocked cells. The side with
    /// fewer stones is to move, Black if both have as many. The order of the list is the order of play, but
    /// colours do not depend on it.
    ///
    /// # Errors
    /// The first [`SetupError`] of the list.
    pub fn board(&self, size: Size) -> Result<Board, SetupError> {
        self.error.map_or(Ok(()), Err)?;
        let count = |field| self.stones.iter().filter(|stone| stone.field == Some(field)).count();
        let own = if count(1) < count(2) { Side::White } else { Side::Black };
        let mut board = Board::new(size);
        for &Stone { point, field } in &self.stones {
            let cell = match field {
                Some(1) => own.into(),
                Some(2) => (!own).into(),
                Some(3) => Cell::Wall,
                _ => return Err(SetupError::Field(point)),
            };
            place(&mut board, point, cell)?;
        }
        board.set_side_to_move(own);
        Ok(board)
    }

    /// The cells of the list that a board of this size has.
    ///
    /// # Errors
    /// The first [`SetupError`] of the list.
    pub fn cells(&self, size: Size) -> Result<Vec<Pos>, SetupError> {
        self.error.map_or(Ok(()), Err)?;
        let points = self.stones.iter().map(|stone| stone.point);
        Ok(points.filter_map(|point| size.pos(point.x, point.y)).collect())
    }

    /// The position of stones listed in the order of play, Black first, without fields.
    ///
    /// # Errors
    /// The first [`SetupError`] of the list.
    pub fn opening(&self, size: Size) -> Result<Board, SetupError> {
        self.error.map_or(Ok(()), Err)?;
        let mut board = Board::new(size);
        for stone in &self.stones {
            let colour = board.side_to_move();
            place(&mut board, stone.point, colour.into())?;
            board.set_side_to_move(!colour);
        }
        Ok(board)
    }
}

fn place(board: &mut Board, point: Point, cell: Cell) -> Result<(), SetupError> {
    let pos = board.size().pos(point.x, point.y).ok_or(PlaceError::OffBoard);
    pos.and_then(|pos| board.place(pos, cell)).map_err(|error| SetupError::Place(point, error))
}

impl Stone {
    fn parse(token: &str) -> Option<Self> {
        let mut parts = token.splitn(3, ',');
        let mut number = || parts.next().map(str::parse::<i32>);
        let point = Point { x: number()?.ok()?, y: number()?.ok()? };
        let field = number().transpose().ok()?;
        Some(Self { point, field: field.map(|field| u8::try_from(field).unwrap_or(0)) })
    }
}

/// Why a list of stones is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// A line is not a stone.
    Unreadable,
    /// More stones than any board has cells.
    TooMany,
    /// A stone without a field, or with none of 1, 2 and 3.
    Field(Point),
    /// A stone that no cell can take.
    Place(Point, PlaceError),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => f.write_str("expected stones such as 7,7,1 and DONE"),
            Self::TooMany => f.write_str("more stones than cells"),
            Self::Field(point) => write!(f, "stone {point} needs a field of 1, 2 or 3"),
            Self::Place(point, error) => write!(f, "stone {point}: {error}"),
        }
    }
}

impl std::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(lines: &[&str]) -> Result<Board, SetupError> {
        let mut setup = Setup::default();
        for (index, line) in lines.iter().enumerate() {
            let progress = setup.feed(line);
            assert_eq!(progress == Progress::Done, index + 1 == lines.len(), "{line:?}");
        }
        setup.board(Size::square(15))
    }

    #[test]
    fn stones_come_on_lines_or_as_tokens() {
        let one = read(&["7,7,1 8,8,2 9,9,3 DONE"]).expect("a position");
        let many = read(&[" 7 , 7 ,1", "8,8,2\t9,9,3", "done"]).expect("a position");
        assert_eq!(one.stones(), many.stones());
        assert_eq!(one.stones()[2].cell, Cell::Wall);
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
    fn the_first_mistake_is_reported() {
        let point = Point { x: 7, y: 7 };
        let error = |lines: &[&str]| read(lines).expect_err("a mistake");
        assert_eq!(error(&["7,7,4", "DONE"]), SetupError::Field(point));
        assert_eq!(error(&["7,7,-1", "DONE"]), SetupError::Field(point));
        assert_eq!(error(&["7,7", "DONE"]), SetupError::Field(point));
        assert_eq!(error(&["7", "x", "DONE"]), SetupError::Unreadable);
        assert_eq!(error(&["7,7,1,1", "DONE"]), SetupError::Unreadable);
        let place = |error| SetupError::Place(point, error);
        assert_eq!(error(&["7,7,1", "7,7,2", "DONE"]), place(PlaceError::Occupied));
        let off = SetupError::Place(Point { x: 15, y: 0 }, PlaceError::OffBoard);
        assert_eq!(error(&["15,0,1", "99,99,9", "DONE"]), off);
        let flood = vec!["1,1,1"; Pos::COUNT + 1].join(" ") + " DONE";
        assert_eq!(error(&[&flood]), SetupError::TooMany);
    }
}
