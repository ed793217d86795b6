//! Game records: moves as text, in the forms that managers, servers and collections use.
//!
//! | form | a cell | its origin |
//! |---|---|---|
//! | [pos string](parse_moves) | `h8`: column letter, row number | `a1`, the upper left; row 1 is at the top |
//! | [Gomocup opening](parse_offsets) | `1,-1`: x to the right, y downwards | the centre of the board |
//! | [PSQ](parse_psq), Piskvork's saved game | `8,8`: column, row | `1,1`, the upper left |
//! | [SGF](parse_sgf) | `hh`: column letter, row letter | `aa`, the upper left |
//! | [drawn board](parse_boards) | one sign | row 1 is at the top |
//!
//! Where rows are counted from the bottom instead, as Yixin-Board and gomocalc do, a record is read
//! upside down: [`Record::flipped`] turns it.

mod builder;
mod drawn;
mod error;
mod format;
mod offsets;
mod pos_string;
mod psq;
mod scanner;
mod sgf;
#[cfg(test)]
mod testing;

use std::time::Duration;

use super::{Board, Pos, Rule, Side, Size};

pub use drawn::{format_board, parse_boards};
pub use error::RecordError;
pub use format::{Format, ParseFormatError};
pub use offsets::{format_offsets, parse_offset_lines, parse_offsets};
pub use pos_string::{format_moves, parse_moves, parse_pos_lines};
pub use psq::{format_psq, parse_psq};
pub use sgf::{format_sgf, parse_sgf};

/// A game that was played: moves in turn, Black first, on distinct cells of the board.
///
/// Nobody has judged them. A continuous game is a record like any other, which goes on after a five.
/// What is no list of moves in turn has no record: White beginning, two moves of one side, a pass, a
/// position with more white stones than black ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Width and height of the board.
    pub size: Size,
    /// The rule that was played, if the record tells it.
    pub rule: Option<Rule>,
    /// Who had Black.
    pub black: Option<String>,
    /// Who had White.
    pub white: Option<String>,
    /// The moves, Black's first.
    pub moves: Vec<RecordMove>,
    /// How it ended; `None` for a game that is not over, or of which nobody tells.
    pub result: Option<GameResult>,
    /// What else is to be said of the game.
    pub comment: Option<String>,
}

impl Record {
    /// A game on a board of `size` before its first move.
    pub fn new(size: Size) -> Self {
        Self {
            size,
            rule: None,
            black: None,
            white: None,
            moves: Vec::new(),
            result: None,
            comment: None,
        }
    }

    /// The stones of `board` as a game: those of each side in their order on the board, Black and
    /// White in turn. `None` unless Black has as many stones as White or one more, and nobody else
    /// has any.
    pub fn from_board(board: &Board) -> Option<Self> {
        let stones = |side: Side| {
            let own = board.stones().iter().filter(move |stone| stone.cell.side() == Some(side));
            own.map(|stone| stone.pos).collect()
        };
        let moves: Vec<Pos> = in_turn(stones(Side::Black), stones(Side::White)).ok()?;
        let all = moves.len() == board.stones().len();
        let moves = moves.into_iter().map(RecordMove::from).collect();
        all.then(|| Self { moves, ..Self::new(board.size()) })
    }

    /// The position after the last move.
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for pos in self.cells() {
            board.play(pos);
        }
        board
    }

    /// The cells of the moves.
    pub fn cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.moves.iter().map(|played| played.pos)
    }

    /// The game with its board turned upside down, the top row at the bottom.
    #[must_use]
    pub fn flipped(mut self) -> Self {
        for played in &mut self.moves {
            played.pos = Pos::new(played.pos.x(), self.size.height() - 1 - played.pos.y());
        }
        self
    }
}

/// A move of a [`Record`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordMove {
    /// Where the stone was put.
    pub pos: Pos,
    /// How long it was thought about; records hold whole milliseconds.
    pub time: Option<Duration>,
    /// What is to be said of it, such as the score and the depth that its player told.
    pub comment: Option<String>,
}

impl From<Pos> for RecordMove {
    fn from(pos: Pos) -> Self {
        Self { pos, time: None, comment: None }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// `None` for a draw.
    pub winner: Option<Side>,
    /// What decided it, if not the stones on the board.
    pub cause: Option<Cause>,
}

impl GameResult {
    /// Nobody won.
    pub const DRAW: Self = Self { winner: None, cause: None };

    /// `side` won on the board.
    pub const fn win(side: Side) -> Self {
        Self { winner: Some(side), cause: None }
    }
}

/// Why a game was lost that the board had not decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The loser had no time left.
    Time,
    /// The loser could not go on: an illegal or a forbidden move, a crash.
    Forfeit,
    /// The loser gave up.
    Resignation,
}

/// What is expected of stones that have no order.
const IN_TURN: &str =
    "as many black stones as white ones or one more, and no others: moves are made in turn";

/// The stones of two sides one by one in turn, Black's first; the first one that finds no turn, if
/// their numbers do not allow it.
fn in_turn<T>(black: Vec<T>, white: Vec<T>) -> Result<Vec<T>, T> {
    let mut moves = Vec::with_capacity(black.len() + white.len());
    let (mut black, mut white) = (black.into_iter(), white.into_iter());
    while let Some(stone) = black.next() {
        moves.push(stone);
        match white.next() {
            Some(stone) => moves.push(stone),
            None => return black.next().map_or(Ok(moves), Err),
        }
    }
    white.next().map_or(Ok(moves), Err)
}

/// `text` unless it is empty.
fn non_empty(text: &str) -> Option<String> {
    (!text.is_empty()).then(|| text.to_owned())
}

/// Whole milliseconds.
fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::testing::games;
    use super::*;
    use crate::Cell;

    type Reader = fn(&str, Size) -> Result<Vec<Record>, RecordError>;

    const READERS: [Reader; 5] = [
        parse_pos_lines,
        parse_offset_lines,
        |text, _| parse_psq(text),
        parse_sgf,
        |text, _| parse_boards(text),
    ];

    /// Whether the place of the error is in the text or at its end.
    fn is_within(text: &str, error: &RecordError) -> bool {
        let line = text.split('\n').nth(error.line - 1);
        line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&error.column))
    }

    #[test]
    fn stones_are_put_in_turn() {
        assert_eq!(in_turn(vec![1, 3], vec![2]), Ok(vec![1, 2, 3]));
        assert_eq!(in_turn(vec![1, 3], vec![2, 4]), Ok(vec![1, 2, 3, 4]));
        assert_eq!(in_turn::<u8>(vec![], vec![]), Ok(vec![]));
        assert_eq!(in_turn(vec![1, 3, 5], vec![2]), Err(5));
        assert_eq!(in_turn(vec![1], vec![2, 4, 6]), Err(4));
        assert_eq!(in_turn(vec![], vec![2]), Err(2));
    }

    #[test]
    fn a_position_with_walls_is_no_game() {
        let mut board = Board::new(Size::square(15));
        board.play(Pos::new(7, 7));
        assert!(Record::from_board(&board).is_some());
        board.place(Pos::new(8, 8), Cell::Wall).expect("a free cell");
        assert_eq!(Record::from_board(&board), None);
    }

    proptest! {
        #[test]
        fn a_position_gives_back_the_moves(game in games()) {
            let again = Record::from_board(&game.board()).expect("moves in turn");
            prop_assert_eq!(again.size, game.size);
            prop_assert!(again.cells().eq(game.cells()));
        }

        #[test]
        fn no_text_is_too_bad(text in "[\\[\\]();:,.\\\\ABCSWZXx#a-cé0-9 \n-]{0,60}") {
            for read in READERS {
                if let Err(error) = read(&text, Size::square(15)) {
                    prop_assert!(is_within(&text, &error), "{}", error);
                }
            }
        }

        #[test]
        fn one_sign_too_few_is_read_or_refused(game in games(), at in 0..10_000_usize) {
            let cells: Vec<Pos> = game.cells().collect();
            let texts = [
                format_moves(&cells),
                format_offsets(&cells, game.size),
                format_psq(&game),
                format_sgf(&game),
                format_board(&game),
            ];
            for (mut text, read) in texts.into_iter().zip(READERS) {
                let signs = text.char_indices().map(|(at, _)| at);
                if let Some(sign) = signs.clone().nth(at % signs.count().max(1)) {
                    text.remove(sign);
                }
                if let Err(error) = read(&text, game.size) {
                    prop_assert!(is_within(&text, &error), "{}", error);
                }
            }
        }

        #[test]
        fn turned_twice_is_not_turned(game in games()) {
            let flipped = game.clone().flipped();
            let bottom = game.size.height() - 1;
            for (turned, pos) in flipped.cells().zip(game.cells()) {
                prop_assert_eq!((turned.x(), turned.y()), (pos.x(), bottom - pos.y()));
            }
            prop_assert_eq!(flipped.flipped(), game);
        }
    }
}
