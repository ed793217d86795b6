//! Words of other crates, for the schema.

use std::borrow::Cow;

use gomoku_records::FileFormat;
use gomoku_rules::GameRule;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// How cells are named.
pub struct Coords;

/// A rule.
pub struct Rule;

/// The Gomocup number of a rule.
pub struct RuleNumber;

/// A side, by its word or its letter.
pub struct AnyColor;

/// A rule of the opening.
pub struct OpeningRule;

/// A format of games as text, read and written.
pub struct Format;

/// A format of games that is read.
pub struct ReadFormat;

/// A format of games that is written, or a tree.
pub struct WrittenFormat;

/// What is written as a tree.
pub const TREE: &str = "tree";

impl JsonSchema for Coords {
    fn schema_name() -> Cow<'static, str> {
        "Coords".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        words("How cells are named.", &gomoku_rules::Coords::ALL.map(gomoku_rules::Coords::name))
    }
}

impl JsonSchema for Rule {
    fn schema_name() -> Cow<'static, str> {
        "Rule".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        words("A rule.", &gomoku_rules::Rule::ALL.map(gomoku_rules::Rule::name))
    }
}

impl JsonSchema for RuleNumber {
    fn schema_name() -> Cow<'static, str> {
        "RuleNumber".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let numbers = gomoku_rules::Rule::ALL.map(|rule| GameRule::from(rule).gomocup());
        json_schema!({"type": "integer", "enum": numbers})
    }
}

impl JsonSchema for AnyColor {
    fn schema_name() -> Cow<'static, str> {
        "AnyColor".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        words("A side, by its word or its letter.", &["black", "b", "B", "white", "w", "W"])
    }
}

impl JsonSchema for OpeningRule {
    fn schema_name() -> Cow<'static, str> {
        "OpeningRule".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let names = gomoku_rules::OpeningRule::ALL.map(gomoku_rules::OpeningRule::name);
        words("A rule of the opening.", &names)
    }
}

impl JsonSchema for Format {
    fn schema_name() -> Cow<'static, str> {
        "Format".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let texts = FileFormat::ALL.into_iter().filter(|format| is_text(*format));
        words("A format of games.", &texts.map(FileFormat::name).collect::<Vec<_>>())
    }
}

impl JsonSchema for ReadFormat {
    fn schema_name() -> Cow<'static, str> {
        "ReadFormat".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let others = FileFormat::ALL.into_iter().filter(|format| !is_text(*format));
        let mut schema = format_or(generator, &others.map(FileFormat::name).collect::<Vec<_>>());
        schema.insert("description".to_owned(), "A format of games that is read.".into());
        schema
    }
}

impl JsonSchema for WrittenFormat {
    fn schema_name() -> Cow<'static, str> {
        "WrittenFormat".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let others = FileFormat::WRITTEN.into_iter().filter(|format| !is_text(*format));
        format_or(generator, &others.map(FileFormat::name).chain([TREE]).collect::<Vec<_>>())
    }
}

/// Whether a format is written as text.
fn is_text(format: FileFormat) -> bool {
    FileFormat::WRITTEN.contains(&format) && !format.is_binary()
}

fn format_or(generator: &mut SchemaGenerator, others: &[&str]) -> Schema {
    let texts = generator.subschema_for::<Format>();
    json_schema!({"anyOf": [texts, {"type": "string", "enum": others}]})
}

fn words(about: &str, words: &[&str]) -> Schema {
    json_schema!({"type": "string", "description": about, "enum": words})
}
