//! The players and results of games in PGN, without their moves, which are chess in most such files.

use gomoku_records::decode;
use gomoku_rules::record::{GameResult, Record};
use gomoku_rules::{Side, Size};

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
                tags.set(key, value);
            }
            None => tags.is_complete |= !line.is_empty() && tags.is_begun,
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

/// What is known of a game.
#[derive(Default)]
struct Tags {
    white: Option<String>,
    black: Option<String>,
    result: Option<String>,
    is_begun: bool,
    is_complete: bool,
}

impl Tags {
    fn place(&mut self, key: &str) -> Option<&mut Option<String>> {
        match key {
            "White" => Some(&mut self.white),
            "Black" => Some(&mut self.black),
            "Result" => Some(&mut self.result),
            _ => None,
        }
    }

    fn has(&mut self, key: &str) -> bool {
        self.place(key).is_some_and(|place| place.is_some())
    }

    fn set(&mut self, key: &str, value: &str) {
        self.is_begun = true;
        if let Some(place) = self.place(key) {
            *place = Some(value.to_owned());
        }
    }

    fn game(self) -> Option<Record> {
        let result = match self.result.as_deref() {
            Some("1-0") => Some(GameResult::win(Side::Black)),
            Some("0-1") => Some(GameResult::win(Side::White)),
            Some("1/2-1/2") => Some(GameResult::DRAW),
            _ => None,
        };
        let record = Record {
            black: self.white,
            white: self.black,
            result,
            ..Record::new(Size::square(15))
        };
        self.is_begun.then_some(record)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_results_are_read_and_moves_are_not() {
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
        assert_eq!(read_pgn(b"").len() + read_pgn(b"1. e4 e5\n").len(), 0);
    }
}
