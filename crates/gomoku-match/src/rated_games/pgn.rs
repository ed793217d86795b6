//! Games in PGN: the players and results, and the moves of our own files; they are chess in most others.

use gomoku_records::decode;
use gomoku_rules::record::{GameResult, Record, RecordMove};
use gomoku_rules::{Board, Pos, Rule, Side, Size};

/// The games of a file. The player of `White` moves first, as our Black does.
pub(crate) fn read_pgn(bytes: &[u8]) -> Vec<Record> {
    let text = decode(bytes);
    let mut games = Vec::new();
    let mut tags = Tags::default();
    for line in text.lines().map(str::trim) {
        match tag(line) {
            Some((key, value)) => {
                // The tags of a game are its first lines.
                if tags.is_complete || tags.has(key) {
                    games.extend(std::mem::take(&mut tags).game());
                }
                tags.set(key, unescaped(value));
            }
            None if tags.is_begun => {
                tags.is_complete |= !line.is_empty();
                tags.text += line;
                tags.text += " ";
            }
            None => {}
        }
    }
    games.extend(tags.game());
    games
}

/// `[Key "value"]`.
fn tag(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.strip_prefix('[')?.strip_suffix(']')?.split_once(' ')?;
    Some((key, value.trim().strip_prefix('"')?.strip_suffix('"')?))
}

/// What a value says: a backslash stands before a quote and before another one. No name controls a terminal.
fn unescaped(value: &str) -> String {
    let (mut text, mut rest) = (String::new(), value.chars());
    while let Some(c) = rest.next() {
        let is_escape = c == '\\' && rest.as_str().starts_with(['\\', '"']);
        text.push(if is_escape { rest.next().unwrap_or(c) } else { c });
    }
    text.replace(char::is_control, " ")
}

/// The moves of a text on a board of `size`, without their numbers and comments, up to the result.
fn moves(text: &str, size: Size) -> Option<Vec<Pos>> {
    let (mut board, mut moves) = (Board::new(size), Vec::new());
    for part in text.split_inclusive('}') {
        let words = part.split('{').next().unwrap_or_default().split_whitespace();
        for word in words.filter(|word| !word.ends_with('.')) {
            if RESULTS.contains(&word) {
                return Some(moves);
            }
            let pos = word.parse().ok()?;
            board.check_free(pos).ok()?;
            board.play(pos);
            moves.push(pos);
        }
    }
    None
}

/// What ends the moves.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// What is known of a game.
#[derive(Default)]
struct Tags {
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    /// The rule and the board of our own games.
    variant: Option<String>,
    text: String,
    is_begun: bool,
    is_complete: bool,
}

impl Tags {
    fn place(&mut self, key: &str) -> Option<&mut Option<String>> {
        match key {
            "White" => Some(&mut self.white),
            "Black" => Some(&mut self.black),
            "Result" => Some(&mut self.result),
            "Variant" => Some(&mut self.variant),
            _ => None,
        }
    }

    fn has(&mut self, key: &str) -> bool {
        self.place(key).is_some_and(|place| place.is_some())
    }

    fn set(&mut self, key: &str, value: String) {
        self.is_begun = true;
        if let Some(place) = self.place(key) {
            *place = Some(value);
        }
    }

    fn game(self) -> Option<Record> {
        let result = match self.result.as_deref() {
            Some("1-0") => Some(GameResult::win(Side::Black)),
            Some("0-1") => Some(GameResult::win(Side::White)),
            Some("1/2-1/2") => Some(GameResult::DRAW),
            _ => None,
        };
        let own = self.own();
        let moves = own.and_then(|(_, size)| moves(&self.text, size)).unwrap_or_default();
        let record = Record {
            rule: own.map(|(rule, _)| rule),
            black: self.white,
            white: self.black,
            result,
            moves: moves.into_iter().map(RecordMove::from).collect(),
            ..Record::new(own.map_or(Size::square(15), |(_, size)| size))
        };
        self.is_begun.then_some(record)
    }

    /// The rule and the board, if it is a game of ours: `renju 15x15`.
    fn own(&self) -> Option<(Rule, Size)> {
        let (rule, size) = self.variant.as_deref()?.split_once(' ')?;
        Some((rule.parse().ok()?, size.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::output::pgn::Pgn;
    use crate::testing::game;

    #[test]
    fn names_read_back() {
        for name in ["\"", "\\", "a\"b", "a\\\"", "\\\\\"\"", "a\\b'c"] {
            let mut game = game(Side::Black, 'W');
            name.clone_into(&mut game.black);
            let pgn = Pgn { number: 1, rule: Rule::Renju, size: Size::square(15), game: &game };
            let read = read_pgn(pgn.to_string().as_bytes());
            assert_eq!(read.len(), 1, "{name}");
            assert_eq!(read[0].black.as_deref(), Some(name));
        }
    }

    #[test]
    fn control_characters_are_blanks() {
        let games = read_pgn(b"[White \"\x1b[31mred\x07\"]\n");
        assert_eq!(games[0].black.as_deref(), Some(" [31mred "));
    }

    #[test]
    fn players_and_results_are_read_and_moves_of_five_in_a_row() {
        let text = "\
[Event \"match\"]
[White \"a \\ b\"]
[Black \"é\"]
[Result \"1-0\"]

1. h8 {book} i9 {+0.35/12 0.500s} 1-0

[Event \"match\"]\r
[White \"x\"]\r
[Black \"y\"]\r
[Result \"1/2-1/2\"]\r
[White \"y\"]
[Black \"x\"]
[Result \"*\"]

*
";
        let games = read_pgn(text.as_bytes());
        let found: Vec<_> = games
            .iter()
            .map(|game| (game.black.as_deref(), game.white.as_deref(), game.result))
            .collect();
        let expected = [
            (Some("a \\ b"), Some("é"), Some(GameResult::win(Side::Black))),
            (Some("x"), Some("y"), Some(GameResult::DRAW)),
            (Some("y"), Some("x"), None),
        ];
        assert_eq!(found, expected);
        assert!(games.iter().all(|game| game.moves.is_empty()), "of an unknown board");
        let own = read_pgn(text.replacen("[W", "[Variant \"renju 15x15\"]\n[W", 1).as_bytes());
        assert_eq!((own[0].rule, own[0].size), (Some(Rule::Renju), Size::square(15)));
        let cells: Vec<String> = own[0].cells().map(|pos| pos.to_string()).collect();
        assert_eq!(cells, ["h8", "i9"]);
        assert_eq!(read_pgn(b"").len() + read_pgn(b"1. e4 e5\n").len(), 0);
    }
}
