//! Games as JSON lines: those of `--record games.jsonl`, and those in the journal of a match.

use anyhow::{Context, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::disk::whole_lines;
use crate::game::played::{PlayedGame, PlayedPair};
use crate::journal::JournalHeader;
use crate::text;
use gomoku_rules::record::Record;
use gomoku_rules::{Board, Rule, Size};

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
#[derive(Clone, Copy, Default, Deserialize)]
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

/// Reads the games of a match from the lines of its `--record games.jsonl` or of its journal. A game
/// that does not state its board is on one of `size`; a last line that was cut short is left out.
///
/// # Errors
/// With the line, when it is no game of a match, or a move of it is not on a free cell of the board.
pub fn parse_record_lines(text: &str, size: Size) -> anyhow::Result<Vec<Record>> {
    let mut games = Vec::new();
    let mut stated = Stated::default();
    let last = &text[whole_lines(text).len()..];
    let is_torn = serde_json::from_str::<Value>(last).is_err_and(|error| error.is_eof());
    let text = if is_torn { whole_lines(text) } else { text };
    for (number, line) in (1..).zip(text.lines()) {
        if !line.trim().is_empty() {
            let records = read_line(line, &mut stated, size);
            games.extend(records.with_context(|| format!("line {number}"))?);
        }
    }
    Ok(games)
}

/// The games of a line; the header of a journal has none, and states the rule and the board of the
/// lines that follow.
fn read_line(line: &str, stated: &mut Stated, size: Size) -> anyhow::Result<Vec<Record>> {
    let value: Value = serde_json::from_str(line)?;
    let (games, Stated { rule, size: own_size }) = if value.get("schema").is_some() {
        let game = serde_json::from_str::<JournalHeader>(line)?.config.game;
        *stated = Stated { rule: Some(game.rule), size: Some(game.size) };
        return Ok(Vec::new());
    } else if value.get("pair").is_some() {
        (serde_json::from_str::<PlayedPair>(line)?.games.to_vec(), *stated)
    } else {
        (vec![serde_json::from_str::<PlayedGame>(line)?], serde_json::from_str(line)?)
    };
    let record = |game: &PlayedGame| checked(game.to_record(rule, own_size.unwrap_or(size)));
    games.iter().map(record).collect()
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

    #[test]
    fn records_and_journals_read_back() {
        let size = Size::square(20);
        let own = game(Side::Black, 'W');
        let line = RecordLine { rule: Rule::Caro, size, game: &own };
        let line = serde_json::to_string(&line).expect("every field can be written");
        assert!(line.starts_with(r#"{"rule":"caro","size":"20x20","black":"new","#), "{line}");
        let read = |text: &str| parse_record_lines(text, Size::square(15)).expect(text);
        let expected = own.to_record(Some(Rule::Caro), size);
        assert_eq!(read(&format!("{line}\n\n{line}\n{{\"torn")), [expected.clone(), expected]);

        let before = serde_json::to_string(&own).expect("every field can be written");
        let expected = own.to_record(None, Size::square(15));
        assert_eq!(read(&before), [expected], "without a rule, a size and a line feed");

        let header = JournalHeader::new(config(10));
        let header = serde_json::to_string(&header).expect("every field can be written");
        let pair = pair(3, "WL");
        let line = serde_json::to_string(&pair).expect("every field can be written");
        let size = Size::square(15);
        let games = parse_record_lines(&format!("{header}\n{line}\n"), Size::square(5));
        let expected = pair.games.map(|game| game.to_record(Some(Rule::Freestyle), size));
        assert_eq!(games.expect("a journal"), expected);
    }

    #[test]
    fn what_is_no_game_of_a_match_is_named_by_its_line() {
        let line = serde_json::to_string(&game(Side::Black, 'W')).expect("a game");
        for (bad, error) in [
            ("{}", "line 2: missing field `black`"),
            ("h8i9", "line 2: expected value"),
            (&line.replace("h9", "a8"), "line 2: a8: the cell is taken (15x15 board)"),
            (&line.replace("h9", "h16"), "line 2: h16: the cell is outside the board"),
        ] {
            let text = format!("{line}\n{bad}\n");
            let found = parse_record_lines(&text, Size::square(15)).expect_err(bad);
            assert!(format!("{found:#}").starts_with(error), "{found:#}");
        }
    }
}
