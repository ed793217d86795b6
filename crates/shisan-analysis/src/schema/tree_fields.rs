//! How a game tree is read.

use gomoku_rules::Size;
use serde_json::Value;

use super::answer::Problem;
use super::read::{Fields, FromJson, Reader, Word};
use super::tree::{CellContent, GameTree, MarkName, TreeNode};

impl Word for MarkName {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Triangle, &["triangle"]),
        (Self::Square, &["square"]),
        (Self::Circle, &["circle"]),
        (Self::Cross, &["cross"]),
    ];
}

impl Word for CellContent {
    const WORDS: &'static [(Self, &'static [&'static str])] = &[
        (Self::Black, &["black", "b"]),
        (Self::White, &["white", "w"]),
        (Self::Empty, &["empty"]),
    ];
}

impl FromJson for GameTree {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        let Value::Object(object) = value else {
            return Err(reader.expected("an object of size and nodes", value));
        };
        let mut fields = Fields::new(object, &[], reader);
        let side = |it: &Value, reader: &mut Reader| reader.number(it, Size::MIN..=Size::MAX);
        let sides =
            fields.take_by("size", |it, reader| match it.as_array().map(Vec::as_slice) {
                Some([width, height]) => Ok([side(width, reader)?, side(height, reader)?]),
                _ => Err(reader.expected("[width, height]", it)),
            })?;
        let tree = Self {
            rule: fields.take("rule")?,
            size: sides.unwrap_or([15; 2]),
            black: fields.take("black")?,
            white: fields.take("white")?,
            date: fields.take("date")?,
            event: fields.take("event")?,
            round: fields.take("round")?,
            place: fields.take("place")?,
            result: fields.take("result")?,
            comment: fields.take("comment")?,
            nodes: fields.require("nodes")?,
        };
        fields.warn_of_others();
        Ok(tree)
    }
}

impl FromJson for TreeNode {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        let Value::Object(object) = value else {
            return Err(reader.expected("a node, which is an object", value));
        };
        let mut fields = Fields::new(object, &[], reader);
        let node = Self {
            parent: fields.take::<u32>("parent")?.map(|index| index as usize),
            r#move: fields.take("move")?,
            comment: fields.take("comment")?,
            marks: fields.take("marks")?.unwrap_or_default(),
            labels: fields.take("labels")?.unwrap_or_default(),
            setup: fields.take("setup")?.unwrap_or_default(),
            to_move: fields.take("toMove")?,
            time_ms: fields.take("timeMs")?,
            black_clock_ms: fields.take("blackClockMs")?,
            white_clock_ms: fields.take("whiteClockMs")?,
            properties: fields.take("properties")?.unwrap_or_default(),
        };
        fields.warn_of_others();
        Ok(node)
    }
}

/// Reads an array of two.
fn pair<A: FromJson, B: FromJson>(
    value: &Value,
    reader: &mut Reader,
    expected: &str,
) -> Result<(A, B), Problem> {
    match value.as_array().map(Vec::as_slice) {
        Some([first, second]) => Ok((A::from_json(first, reader)?, B::from_json(second, reader)?)),
        _ => Err(reader.expected(expected, value)),
    }
}

impl FromJson for (MarkName, String) {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        pair(value, reader, "[mark, cells]")
    }
}

impl FromJson for (CellContent, String) {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        pair(value, reader, "[content, cells]")
    }
}

impl FromJson for (String, String) {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        pair(value, reader, "[cell, text]")
    }
}

impl FromJson for (String, Vec<String>) {
    fn from_json(value: &Value, reader: &mut Reader) -> Result<Self, Problem> {
        pair(value, reader, "[name, values]")
    }
}
