//! Games as JSON lines: those of `--record games.jsonl`, and those in the journal of a match.

use anyhow::bail;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::game::played::{PlayedGame, PlayedPair};
use crate::journal::JournalHeader;
use crate::parse_json::{json_error, parse_json};
use crate::run_journal::refuse_run;
use crate::text;
use gomoku_rules::record::Record;
use gomoku_rules::{Board, Rule, Size, without_byte_order_mark};

/// A line of `--record games.jsonl`.
#[derive(Serialize)]
pub(crate) struct RecordLine<'a> {
    /// The rule of the match.
    #[serde(with = "text")]
    pub rule: Rule,
    /// The board of the match.
    #[serde(with = "text")]
    pub size: Size,
    /// The game.
    #[serde(flatten)]
    pub game: &'a PlayedGame,
}

/// The rule and the board of a line that was read, if it states them.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
struct Stated {
    #[serde(default, deserialize_with = "optional")]
    rule: Option<Rule>,
    #[serde(default, deserialize_with = "optional")]
    size: Option<Size>,
}

fn optional<'de, T, D>(from: D) -> Result<Option<T>, D::Error>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
    D: serde::Deserializer<'de>,
{
    text::deserialize(from).map(Some)
}

/// Reads the games of a match from the lines of its `--record games.jsonl` or of its journal, one line
/// after another.
#[derive(Clone, Debug)]
pub struct RecordLines {
    /// By the header of a journal.
    stated: Stated,
    size: Size,
}

impl RecordLines {
    /// A reader of games that are on a board of `size` if they do not state another.
    pub fn new(size: Size) -> Self {
        Self { stated: Stated::default(), size }
    }

    /// The games of a line, which ends with a line feed unless it is the last one. A blank line has none,
    /// nor has a last one that was cut short, or the header of a journal, which states the rule and the
    /// board of the lines that follow.
    ///
    /// # Errors
    /// When it is not a game of a match, or a move of it is not on a free cell of the board.
    pub fn read(&mut self, line: &str) -> anyhow::Result<Vec<Record>> {
        let is_whole = line.ends_with('\n');
        let line = without_byte_order_mark(line).trim();
        if line.is_empty() {
            return Ok(Vec::new());
        }
        let value: Value = match serde_json::from_str(line) {
            Err(error) if error.is_eof() && !is_whole => return Ok(Vec::new()),
            value => value.map_err(|error| json_error(&error))?,
        };
        refuse_run(line)?;
        let (games, Stated { rule, size }) = if value.get("schema").is_some() {
            let game = parse_json::<JournalHeader>(line)?.config.game;
            self.stated = Stated { rule: Some(game.rule), size: Some(game.size) };
            return Ok(Vec::new());
        } else if value.get("pair").is_some() {
            (parse_json::<PlayedPair>(line)?.games.to_vec(), self.stated)
        } else {
            (vec![parse_json::<PlayedGame>(line)?], parse_json(line)?)
        };
        let record = |game: &PlayedGame| checked(game.to_record(rule, size.unwrap_or(self.size)));
        games.iter().map(record).collect()
    }
}

/// The record, if its moves can be played on its board.
fn checked(record: Record) -> anyhow::Result<Record> {
    let mut board = Board::new(record.size);
    for pos in record.cells() {
        if let Err(error) = board.check_free(pos) {
            bail!("{pos}: {error} ({} board)", record.size);
        }
        board.play(pos);
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{config, game, pair};
    use gomoku_rules::Side;

    /// The games of a text, on a square board if they do not state another.
    fn read(text: &str, side: u8) -> anyhow::Result<Vec<Record>> {
        let mut lines = RecordLines::new(Size::square(side));
        let games = text.split_inclusive('\n').map(|line| lines.read(line));
        Ok(games.collect::<anyhow::Result<Vec<_>>>()?.concat())
    }

    #[test]
    fn records_and_journals_read_back() {
        let size = Size::square(20);
        let own = game(Side::Black, 'W');
        let line = RecordLine { rule: Rule::Caro, size, game: &own };
        let line = serde_json::to_string(&line).expect("every field can be written");
        assert!(line.starts_with(r#"{"rule":"caro","size":"20x20","black":"new","#), "{line}");
        let expected = own.to_record(Some(Rule::Caro), size);
        let text = format!("\u{feff}{line}\n\n{line}\n{{\"torn");
        assert_eq!(read(&text, 15).expect("games"), [expected.clone(), expected]);

        let before = serde_json::to_string(&own).expect("every field can be written");
        let expected = own.to_record(None, Size::square(15));
        let found = read(&before, 15).expect("a game");
        assert_eq!(found, [expected], "without a rule, a size and a line feed");

        let header = JournalHeader::new(config(10));
        let header = serde_json::to_string(&header).expect("every field can be written");
        let pair = pair(3, "WL");
        let line = serde_json::to_string(&pair).expect("every field can be written");
        let size = Size::square(15);
        let games = read(&format!("{header}\n{line}\n"), 5);
        let expected = pair.games.map(|game| game.to_record(Some(Rule::Freestyle), size));
        assert_eq!(games.expect("a journal"), expected);
    }

    #[test]
    fn what_is_no_game_of_a_match_is_refused() {
        let line = serde_json::to_string(&game(Side::Black, 'W')).expect("a game");
        for (bad, error) in [
            ("{}", "missing field `black`"),
            ("h8i9", "not JSON at column 1"),
            ("{\"torn", "JSON that ends too early, at column 6"),
            (&line.replace("h9", "a8"), "a8: the cell is taken (15x15 board)"),
            (&line.replace("h9", "h16"), "h16: the cell is outside the board"),
        ] {
            let found = read(&format!("{line}\n{bad}\n"), 15).expect_err(bad);
            assert!(format!("{found:#}").starts_with(error), "{found:#}");
        }
    }
}
