//! A question: a position, and where it comes from.

use std::fmt;
use std::str::FromStr;

use gomoku_rules::record::{format_moves, parse_moves};
use gomoku_rules::referee::{Verdict, judge};
use gomoku_rules::{Board, Pos, Rule, Size};

/// Where a position comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// It was met in a game.
    Game,
    /// A search from a position of a game has looked at its moves.
    Search,
    /// The side to move wins, as a long search proves and a short one does not see.
    Win,
}

impl Kind {
    /// The kinds in turn, so that the first questions are of all kinds.
    const TURNS: [Self; 5] = [Self::Game, Self::Search, Self::Game, Self::Search, Self::Win];

    /// The kind of the question with this number, from 1.
    pub fn of(number: u32) -> Self {
        Self::TURNS[(number - 1) as usize % Self::TURNS.len()]
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Game => "game",
            Self::Search => "search",
            Self::Win => "win",
        }
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        let kind = Self::TURNS.into_iter().find(|kind| kind.name() == word);
        kind.ok_or_else(|| format!("expected game, search or win, found {word:?}"))
    }
}

/// A position in which a move is asked for, written `5 win 15x15 h8i9j10`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Question {
    /// Its number, from 1.
    pub number: u32,
    pub kind: Kind,
    pub size: Size,
    /// The moves that lead to it.
    pub moves: Vec<Pos>,
}

impl Question {
    pub fn board(&self) -> Board {
        let mut board = Board::new(self.size);
        for &pos in &self.moves {
            board.play(pos);
        }
        board
    }

    /// Whether the moves are legal under `rule`, and the game is not over.
    pub fn is_open(&self, rule: Rule) -> bool {
        judge(self.size, rule, &self.moves).1 == Verdict::Ongoing
    }

    /// Reads a line.
    ///
    /// # Errors
    /// When it is no question under `rule`: the game must be legal and not over.
    pub fn parse(line: &str, rule: Rule) -> Result<Self, String> {
        let words: Vec<&str> = line.split(' ').collect();
        let [number, kind, size, moves] = words[..] else {
            return Err(format!("expected NUMBER KIND SIZE MOVES, found {line:?}"));
        };
        let number = parse_number(number)?;
        let (kind, size) = (kind.parse()?, size.parse::<Size>().map_err(|it| it.to_string())?);
        let moves = parse_moves(moves).map_err(|error| error.to_string())?;
        match judge(size, rule, &moves) {
            (_, Verdict::Ongoing) => Ok(Self { number, kind, size, moves }),
            (played, Verdict::Illegal(error)) => Err(format!("move {played}: {error}")),
            (played, _) => Err(format!("the game is over with move {played}")),
        }
    }
}

/// The number of a question.
pub(super) fn parse_number(word: &str) -> Result<u32, String> {
    let number = word.parse().ok().filter(|&number| number > 0);
    number.ok_or_else(|| format!("expected the number of a question, found {word:?}"))
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, kind, size, moves } = self;
        write!(f, "{number} {} {size} {}", kind.name(), format_moves(moves))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_reads_back() {
        for line in ["5 win 15x15 h8i9j10", "1 game 20x20 t20a1", "2 search 9x7 e4"] {
            let question = Question::parse(line, Rule::Renju).expect(line);
            assert_eq!(question.to_string(), line);
            assert_eq!(question.board().stones().len(), question.moves.len());
        }
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let refusal = |line: &str, rule| Question::parse(line, rule).expect_err(line);
        let five = "1 game 15x15 h8a1i8a2j8a3k8a4l8";
        for (line, reason) in [
            ("1 game 15x15", "expected NUMBER KIND SIZE MOVES"),
            ("0 game 15x15 h8", "expected the number of a question, found \"0\""),
            ("1 guess 15x15 h8", "expected game, search or win, found \"guess\""),
            ("1 game 15x15 h8h8", "move 2: "),
            ("1 game 15x15 h8p16", "move 2: "),
            ("1 game 15x15 h8?", "line 1, column 3: expected a cell"),
            (five, "the game is over with move 9"),
        ] {
            let found = refusal(line, Rule::Freestyle);
            assert!(found.starts_with(reason), "{line}: {found}");
        }
        let overline = "1 game 15x15 c8a1d8a3e8a5g8a7h8a9f8";
        assert_eq!(refusal(overline, Rule::Renju), "the game is over with move 11");
    }

    #[test]
    fn the_first_questions_are_of_all_kinds() {
        for count in [10, 500] {
            let of = |kind| (1..=count).filter(|&number| Kind::of(number) == kind).count();
            let part = |percent| count as usize * percent / 100;
            let counts = [of(Kind::Game), of(Kind::Search), of(Kind::Win)];
            assert_eq!(counts, [part(40), part(40), part(20)]);
            // The two networks of a truth take turns within each kind.
            let even = |number: &u32| Kind::of(*number) == Kind::Win && number.is_multiple_of(2);
            assert_eq!((1..=count).filter(even).count(), part(10));
        }
    }
}
