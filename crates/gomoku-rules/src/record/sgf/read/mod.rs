//! Reads the main lines of SGF games.

use std::time::Duration;

use super::properties::{cell_of, holds_cells, is_known};
use super::syntax::{MainLine, Node, Property, Value, main_lines};
use crate::pos::{Pos, Size};
use crate::record::builder::Builder;
use crate::record::error::{RecordError, RecordWarning};
use crate::record::game::{Cause, GameResult, IN_TURN, ParsedRecord, Record, in_turn, non_empty};
use crate::rule::Rule;
use crate::side::Side;

/// Reads the main line of each game of an SGF collection; games without the property `SZ` are on a
/// board of `size`.
///
/// Stones set up before the first move become moves themselves, Black and White in turn. Variations and
/// unknown rules, results and properties are left out; [`Format::parse`](crate::record::Format::parse)
/// warns of those that hold cells.
///
/// # Errors
/// [`RecordError`] where the text is not SGF, or contains what a record cannot hold: another game, a
/// board of an unsupported size, a move outside the board, on a taken cell or out of turn, a pass, two
/// cells for one move, or stones that are set up or removed after the first move or in numbers that moves
/// in turn never have.
pub fn parse_sgf(text: &str, size: Size) -> Result<Vec<Record>, RecordError> {
    let games = parse_sgf_with_warnings(text, size)?;
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// As [`parse_sgf`], with warnings of what is left out.
pub(in crate::record) fn parse_sgf_with_warnings(
    text: &str,
    size: Size,
) -> Result<Vec<ParsedRecord>, RecordError> {
    let games = main_lines(text)?;
    games.iter().map(|game| Reader::new(text, &game.nodes, size)?.read(game)).collect()
}

/// A game under construction.
struct Reader<'a> {
    text: &'a str,
    builder: Builder<'a>,
    /// The stones set up so far, Black's first.
    setup: [Vec<(usize, Pos)>; 2],
    to_move: Option<(usize, Side)>,
    /// The stones of an opening that has properties of its own.
    opening: Vec<Pos>,
    warnings: Vec<RecordWarning>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, nodes: &[Node], size: Size) -> Result<Self, RecordError> {
        let root = nodes.first().map_or(&[][..], Vec::as_slice);
        if let Some(game) = value_of(root, "GM")
            && game.line() != "4"
        {
            return Err(RecordError::at(text, game.at, "4, the number of gomoku and renju"));
        }
        let size = match value_of(root, "SZ") {
            None => size,
            Some(value) => size_of(&value.line()).ok_or_else(|| {
                let expected = "a board size from 5 to 32, such as 15 or 30:20";
                RecordError::at(text, value.at, expected)
            })?,
        };
        let mut builder = Builder::new(text, size);
        let game = &mut builder.record;
        let line = |name| value_of(root, name).and_then(|value| non_empty(&value.line()));
        let comment = value_of(root, "GC").or_else(|| value_of(root, "C"));
        game.black = line("PB");
        game.white = line("PW");
        game.rule = line("RU").and_then(|rule| rule.parse::<Rule>().ok());
        game.result = line("RE").and_then(|result| result_of(&result));
        if !root.iter().any(|property| matches!(&property.name[..], "B" | "W")) {
            game.comment = comment.and_then(|comment| non_empty(&comment.text()));
        }
        let (setup, to_move) = ([Vec::new(), Vec::new()], None);
        Ok(Self { text, builder, setup, to_move, opening: Vec::new(), warnings: Vec::new() })
    }

    fn read(mut self, game: &MainLine) -> Result<ParsedRecord, RecordError> {
        for node in &game.nodes {
            let before = self.builder.record.moves.len();
            for property in node {
                self.property(property)?;
            }
            let moves = &mut self.builder.record.moves;
            if let Some(comment) = value_of(node, "C")
                && moves.len() > before
                && let Some(played) = moves.last_mut()
            {
                (played.time, played.comment) = note_of(&comment.text());
            }
        }
        self.set_up()?;
        if let Some(at) = game.variation {
            self.warn(at, "a variation was left out: only the main line is read".to_owned());
        }
        Ok(ParsedRecord { warnings: self.warnings, ..self.builder.record.into() })
    }

    fn property(&mut self, property: &Property) -> Result<(), RecordError> {
        let first = &property.values[0];
        match &property.name[..] {
            "B" => self.play(Side::Black, &property.values),
            "W" => self.play(Side::White, &property.values),
            "AB" => self.add(Side::Black, &property.values),
            "AW" => self.add(Side::White, &property.values),
            "AE" => Err(self.error(first, "no AE: the stones of a record stay")),
            "PL" => match first.line().to_ascii_lowercase().as_bytes() {
                [b'b', ..] => self.turn(first, Side::Black),
                [b'w', ..] => self.turn(first, Side::White),
                _ => Err(self.error(first, "B or W")),
            },
            "QPR" | "QSLB" | "QSLW" => self.open(&property.values),
            name => {
                if !is_known(name) && holds_cells(property, self.builder.record.size) {
                    let left_out = format!("property {name} holds cells and was left out");
                    self.warn(property.at, left_out);
                }
                Ok(())
            }
        }
    }

    fn play(&mut self, side: Side, values: &[Value]) -> Result<(), RecordError> {
        self.set_up()?;
        let value = &values[0];
        let pos = self.cell(value, value.raw.trim())?;
        if let Some(second) = values.get(1) {
            return Err(self.error(second, "one cell for a move"));
        }
        if self.opening.contains(&pos) && self.builder.board().cell(pos) == side.into() {
            return Ok(()); // The moves of the opening are repeated.
        }
        let turn = self.builder.side_to_move();
        if side != turn {
            return Err(self.error(value, format!("a move by {turn}: moves are made in turn")));
        }
        self.builder.play(value.at, pos)
    }

    /// Plays the stones of an opening in turn: cells with commas between them.
    fn open(&mut self, values: &[Value]) -> Result<(), RecordError> {
        self.set_up()?;
        for value in values.iter().filter(|value| !value.raw.trim().is_empty()) {
            for letters in value.raw.split(',') {
                let pos = self.cell(value, letters.trim())?;
                if !self.opening.contains(&pos) {
                    self.builder.play(value.at, pos)?;
                    self.opening.push(pos);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, side: Side, values: &[Value]) -> Result<(), RecordError> {
        for value in values {
            self.before_the_first_move(value)?;
            let (from, to) = value.raw.split_once(':').unwrap_or((value.raw, value.raw));
            let from = self.cell(value, from.trim())?;
            let to = self.cell(value, to.trim())?;
            if to.x() < from.x() || to.y() < from.y() {
                return Err(self.error(value, "the upper left and the lower right of the stones"));
            }
            for y in from.y()..=to.y() {
                let row = (from.x()..=to.x()).map(|x| (value.at, Pos::new(x, y)));
                self.setup[side.index()].extend(row);
            }
        }
        Ok(())
    }

    fn turn(&mut self, value: &Value, side: Side) -> Result<(), RecordError> {
        self.before_the_first_move(value)?;
        self.to_move = Some((value.at, side));
        Ok(())
    }

    /// Plays the stones that were set up, once.
    fn set_up(&mut self) -> Result<(), RecordError> {
        let [black, white] = std::mem::take(&mut self.setup);
        let moves = in_turn(black, white)
            .map_err(|(surplus, _)| RecordError::at(self.text, surplus, IN_TURN))?;
        for (at, pos) in moves {
            self.builder.play(at, pos)?;
        }
        match self.to_move.take() {
            Some((at, side)) if side != self.builder.side_to_move() => {
                let turn = self.builder.side_to_move();
                Err(RecordError::at(self.text, at, format!("{turn} to move: {IN_TURN}")))
            }
            _ => Ok(()),
        }
    }

    fn before_the_first_move(&self, value: &Value) -> Result<(), RecordError> {
        if self.builder.record.moves.is_empty() {
            return Ok(());
        }
        Err(self.error(value, "stones to be set up before the first move only"))
    }

    fn cell(&self, value: &Value, letters: &str) -> Result<Pos, RecordError> {
        let size = self.builder.record.size;
        cell_of(letters, size).ok_or_else(|| {
            self.error(value, format!("a cell of the {size} board: two letters such as hh"))
        })
    }

    fn error(&self, value: &Value, expected: impl Into<String>) -> RecordError {
        RecordError::at(self.text, value.at, expected)
    }

    fn warn(&mut self, at: usize, left_out: String) {
        self.warnings.push(RecordWarning::at(self.text, at, left_out));
    }
}

fn value_of<'n>(node: &'n [Property<'n>], name: &str) -> Option<&'n Value<'n>> {
    node.iter().find(|property| property.name == name).and_then(|found| found.values.first())
}

fn size_of(text: &str) -> Option<Size> {
    let (width, height) = text.split_once(':').unwrap_or((text, text));
    Size::new(width.trim().parse().ok()?, height.trim().parse().ok()?).ok()
}

/// Reads a result. `B+3.5` and the like are won on the board; `B+R` and `B+Resign` are not.
fn result_of(text: &str) -> Option<GameResult> {
    let text = text.to_ascii_lowercase();
    let won = |side, how: &str| {
        let cause = match how.bytes().next() {
            Some(b't') => Some(Cause::Time),
            Some(b'f') => Some(Cause::Forfeit),
            Some(b'r') => Some(Cause::Resignation),
            _ => None,
        };
        GameResult { cause, ..GameResult::win(side) }
    };
    match text.split_once('+') {
        Some(("b", how)) => Some(won(Side::Black, how)),
        Some(("w", how)) => Some(won(Side::White, how)),
        _ => ["0", "draw"].contains(&text.as_str()).then_some(GameResult::DRAW),
    }
}

/// The time in the first line of a comment, and the rest.
fn note_of(text: &str) -> (Option<Duration>, Option<String>) {
    let (first, rest) = text.split_once('\n').unwrap_or((text, ""));
    let time = first.strip_suffix("ms").and_then(|number| number.trim_end().parse().ok());
    match time.map(Duration::from_millis) {
        Some(time) => (Some(time), non_empty(rest)),
        None => (None, non_empty(text)),
    }
}

#[cfg(test)]
mod tests;
