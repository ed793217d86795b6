//! Reads the main lines of SGF games.

use std::collections::HashMap;

use super::properties::{
    OPENING, cell_of, holds_cells, is_known, is_pass, note_of, result_of, size_of, unknown_rule,
};
use super::syntax::{SgfGame, SgfNode, SgfProperty, SgfValue, read_games};
use crate::pos::{Pos, Size};
use crate::record::builder::Builder;
use crate::record::error::{RecordError, RecordWarning};
use crate::record::game::{IN_TURN, ParsedRecord, Record, in_turn, non_empty};
use crate::rule::Rule;
use crate::side::Side;

/// Reads the main line of each game of an SGF collection; games without the property `SZ` are on a
/// board of `size`.
///
/// Stones set up before the first move are the first moves, Black and White in turn. Variations and
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
    let mut games = read_games(text);
    if let Some(error) = games.last_mut().and_then(|game| game.error.take()) {
        return Err(error);
    }
    games.iter().map(|game| Reader::new(text, game, size)?.read(game)).collect()
}

/// The numbers of the games that may be five in a row: its own, and that of Go.
pub(super) const GAMES: [&str; 2] = ["4", "1"];
/// What is expected in place of another number.
pub(super) const A_GAME: &str = "4, the number of gomoku and renju, or 1, that of Go";

/// When a property takes effect: those of a node have no order.
fn rank(name: &str) -> usize {
    match name {
        "B" | "W" => OPENING.len() + 1,
        "PL" => OPENING.len() + 2,
        _ => OPENING.iter().position(|&it| it == name).map_or(0, |index| index + 1),
    }
}

fn has_move(node: &SgfNode) -> bool {
    node.value("B").or_else(|| node.value("W")).is_some()
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
    /// The byte of the last warning.
    warned_at: usize,
    /// The properties that were left out: the place of each in the warnings, and how often it was there.
    left_out: HashMap<String, (usize, usize)>,
}

impl<'a> Reader<'a> {
    fn new(text: &'a str, game: &SgfGame, size: Size) -> Result<Self, RecordError> {
        let root = game.nodes.first();
        let value_of = |name| root.and_then(|root| root.value(name));
        if let Some(game) = value_of("GM")
            && !GAMES.contains(&&*game.line())
        {
            return Err(RecordError::at(text, game.at, A_GAME));
        }
        let size = match value_of("SZ") {
            None => size,
            Some(value) => size_of(&value.line()).ok_or_else(|| {
                let expected = "a board size from 5 to 32, such as 15 or 30:20";
                RecordError::at(text, value.at, expected)
            })?,
        };
        let mut builder = Builder::new(text, size);
        let game = &mut builder.record;
        let line = |name| value_of(name).and_then(|value| non_empty(&value.line()));
        let comment = value_of("GC").or_else(|| value_of("C"));
        game.black = line("PB");
        game.white = line("PW");
        game.rule = line("RU").and_then(|rule| rule.parse::<Rule>().ok());
        let game_number = value_of("GM").map(SgfValue::line);
        let unknown = value_of("RU")
            .and_then(|rule| Some((rule.at, unknown_rule(&rule.line(), game_number.as_deref())?)));
        game.result = line("RE").and_then(|result| result_of(&result));
        if !root.is_some_and(has_move) {
            game.comment = comment.and_then(|comment| non_empty(&comment.text()));
        }
        let (setup, to_move) = ([Vec::new(), Vec::new()], None);
        let mut reader = Self {
            text,
            builder,
            setup,
            to_move,
            opening: Vec::new(),
            warnings: Vec::new(),
            warned_at: 0,
            left_out: HashMap::new(),
        };
        if let Some((at, warning)) = unknown {
            reader.warn(at, warning);
        }
        Ok(reader)
    }

    fn read(mut self, game: &SgfGame) -> Result<ParsedRecord, RecordError> {
        let (line, variations) = game.nodes.split_at(game.main_line());
        for node in line {
            let before = self.builder.record.moves.len();
            let mut properties: Vec<&SgfProperty> = node.properties.iter().collect();
            properties.sort_by_key(|property| rank(&property.name));
            for property in properties {
                self.property(property)?;
            }
            let moves = &mut self.builder.record.moves;
            if let Some(comment) = node.value("C")
                && (node.parent.is_some() || has_move(node))
                && moves.len() > before
                && let Some(played) = moves.last_mut()
            {
                (played.time, played.comment) = note_of(&comment.text());
            }
        }
        self.set_up()?;
        for &(index, count) in self.left_out.values().filter(|&&(_, count)| count > 1) {
            let left_out = &mut self.warnings[index].left_out;
            *left_out = format!("{left_out}, {count} times");
        }
        if let Some(SgfNode { at, .. }) = variations.first() {
            self.warn(*at, "a variation was left out: only the main line is read".to_owned());
        }
        Ok(ParsedRecord { warnings: self.warnings, ..self.builder.record.into() })
    }

    fn property(&mut self, property: &SgfProperty) -> Result<(), RecordError> {
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
            name if OPENING.contains(&name) => self.open(&property.values),
            name => {
                if !is_known(name) && holds_cells(property, self.builder.record.size) {
                    if let Some((_, count)) = self.left_out.get_mut(name) {
                        *count += 1;
                    } else {
                        self.left_out.insert(name.to_owned(), (self.warnings.len(), 1));
                        let left_out = format!("property {name} holds cells and was left out");
                        self.warn(property.at, left_out);
                    }
                }
                Ok(())
            }
        }
    }

    fn play(&mut self, side: Side, values: &[SgfValue]) -> Result<(), RecordError> {
        self.set_up()?;
        let value = &values[0];
        let letters = value.raw.trim();
        if is_pass(letters, self.builder.record.size) {
            return Err(self.error(value, "a cell, not a pass: moves are made in turn"));
        }
        let pos = self.cell(value, letters)?;
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
    fn open(&mut self, values: &[SgfValue]) -> Result<(), RecordError> {
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

    fn add(&mut self, side: Side, values: &[SgfValue]) -> Result<(), RecordError> {
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
        // What was stated before them held for the stones before them.
        self.to_move = None;
        Ok(())
    }

    /// Takes the side to move, which is judged once all stones are set up.
    fn turn(&mut self, value: &SgfValue, side: Side) -> Result<(), RecordError> {
        self.to_move = Some((value.at, side));
        if self.builder.record.moves.is_empty() { Ok(()) } else { self.set_up() }
    }

    /// Plays the stones that were set up, once.
    fn set_up(&mut self) -> Result<(), RecordError> {
        let [black, white] = std::mem::take(&mut self.setup);
        let moves = in_turn(black, white)
            .map_err(|(surplus, _)| RecordError::at(self.text, surplus, IN_TURN))?;
        self.builder.record.set_up += moves.len();
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

    fn before_the_first_move(&self, value: &SgfValue) -> Result<(), RecordError> {
        if self.builder.record.moves.is_empty() {
            return Ok(());
        }
        Err(self.error(value, "stones to be set up before the first move only"))
    }

    fn cell(&self, value: &SgfValue, letters: &str) -> Result<Pos, RecordError> {
        let size = self.builder.record.size;
        cell_of(letters, size).ok_or_else(|| {
            self.error(value, format!("a cell of the {size} board: two letters such as hh"))
        })
    }

    fn error(&self, value: &SgfValue, expected: impl Into<String>) -> RecordError {
        RecordError::at(self.text, value.at, expected)
    }

    fn warn(&mut self, at: usize, left_out: String) {
        // Lines are counted from the last warning: there may be thousands.
        let (from, last) = match self.warnings.last() {
            Some(last) if self.warned_at <= at => (self.warned_at, (last.line, last.column)),
            _ => (0, (1, 1)),
        };
        let mut warning = RecordWarning::at(&self.text[from..], at - from, left_out);
        if warning.line == 1 {
            warning.column += last.1 - 1;
        }
        warning.line += last.0 - 1;
        self.warned_at = at;
        self.warnings.push(warning);
    }
}

#[cfg(test)]
mod tests;
