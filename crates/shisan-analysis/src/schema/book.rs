//! What a book knows of a position.

use schemars::JsonSchema;
use serde::Serialize;

use shisan_engine::book::{BookEntry, BookMove};
use shisan_engine::score::Score;

/// A position of a book. Of one that it does not know, only the moves to others are there.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct InBook {
    /// whether the book knows the position
    pub known: bool,
    /// its value for the side to move, in the engine's points; `null` where it has none
    pub score: Option<i32>,
    /// the depth of its search in plies
    pub depth: u16,
    /// games that passed through it
    pub games: BookGames,
    /// the comment, empty for none
    pub comment: String,
    /// the moves to positions of the book, the best first
    pub moves: Vec<BookLine>,
}

/// How games ended.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookGames {
    /// won by Black
    pub black: u32,
    /// won by White
    pub white: u32,
    /// drawn
    pub drawn: u32,
    /// without a result
    pub open: u32,
}

/// A move of a book.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct BookLine {
    /// the move
    #[serde(rename = "move")]
    pub cell: String,
    /// its value for the side that makes it, in the engine's points; `null` where it has none
    pub score: Option<i32>,
    /// the depth of its search in plies
    pub depth: u16,
    /// games with it
    pub games: BookGames,
}

impl BookGames {
    fn of(entry: &BookEntry) -> Self {
        let games = entry.games;
        Self { black: games.black, white: games.white, drawn: games.drawn, open: games.open }
    }
}

impl InBook {
    /// What a book knows, if anything, and its moves, whose cells `name` names.
    pub fn new(
        entry: Option<BookEntry>,
        moves: &[BookMove],
        name: impl Fn(gomoku_rules::Pos) -> String,
    ) -> Self {
        let known = entry.is_some();
        let entry = entry.unwrap_or_default();
        let line = |it: &BookMove| BookLine {
            cell: name(it.pos),
            score: it.value().map(Score::get),
            depth: it.entry.depth,
            games: BookGames::of(&it.entry),
        };
        Self {
            known,
            score: entry.value.map(Score::get),
            depth: entry.depth,
            games: BookGames::of(&entry),
            comment: entry.comment,
            moves: moves.iter().map(line).collect(),
        }
    }
}
