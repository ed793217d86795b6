//! Positions of a book, and what is known about them.

use crate::score::Score;
use gomoku_rules::{Board, Rule, Side, Size, Stone, Symmetry};

/// A position of a book: the same for all images and orders of play.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookPosition {
    /// Its symmetric key.
    pub key: u64,
    /// The side to move.
    pub to_move: Side,
    /// The stones of the image that stands for all.
    pub stones: Vec<Stone>,
}

impl BookPosition {
    /// The position on `board`.
    pub fn of(board: &Board) -> Self {
        let stones = Symmetry::canonical(board);
        Self { key: Symmetry::key(board), to_move: board.side_to_move(), stones }
    }

    /// A board of `size` with the image that stands for all.
    pub fn board(&self, size: Size) -> Board {
        let mut board = Board::new(size);
        for stone in &self.stones {
            let placed = board.place(stone.pos, stone.cell);
            debug_assert_eq!(placed, Ok(()), "the stones of a board");
        }
        board.forget_order();
        board.set_side_to_move(self.to_move);
        board
    }
}

/// The results of games that passed through a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Games {
    /// Won by Black.
    pub black: u32,
    /// Won by White.
    pub white: u32,
    /// Drawn.
    pub drawn: u32,
    /// Without a result.
    pub open: u32,
}

impl Games {
    /// Their number.
    pub fn count(self) -> u64 {
        [self.black, self.white, self.drawn, self.open].into_iter().map(u64::from).sum()
    }

    /// How many `side` has won.
    pub fn won_by(self, side: Side) -> u32 {
        [self.black, self.white][side.index()]
    }

    fn add(&mut self, other: Self) {
        self.black = self.black.saturating_add(other.black);
        self.white = self.white.saturating_add(other.white);
        self.drawn = self.drawn.saturating_add(other.drawn);
        self.open = self.open.saturating_add(other.open);
    }
}

/// What is known about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookEntry {
    /// Its value for the side to move.
    pub value: Option<Score>,
    /// The depth of the search that has found the value, in plies.
    pub depth: u16,
    /// Whether its best moves were searched: its value is the best of theirs.
    pub is_expanded: bool,
    /// The games that passed through it.
    pub games: Games,
    /// A comment, or nothing.
    pub comment: String,
}

impl BookEntry {
    /// Adds what another source knows: games are added up, of two values the proved one counts, or that of a
    /// position whose moves were searched, or the deeper one, and comments follow one another.
    pub fn merge(&mut self, other: &Self) {
        self.games.add(other.games);
        let worth = |entry: &Self| {
            let is_proved = entry.value.is_some_and(Score::is_decisive);
            (entry.value.is_some(), is_proved, entry.is_expanded, entry.depth)
        };
        if worth(other) > worth(self) {
            (self.value, self.depth, self.is_expanded) =
                (other.value, other.depth, other.is_expanded);
        }
        // What the comment has already, as whole lines.
        let framed = |text: &str| format!("\n{text}\n");
        if !other.comment.is_empty() && !framed(&self.comment).contains(&framed(&other.comment)) {
            if !self.comment.is_empty() {
                self.comment.push('\n');
            }
            self.comment.push_str(&other.comment);
        }
    }
}

/// What a book is about, for people: `renju 15x15`.
pub(super) fn subject(rule: Rule, size: Size) -> String {
    format!("{rule} {size}")
}
