//! Words of other crates, for the schema.

use std::borrow::Cow;

use gomoku_rules::record;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// How cells are named.
pub struct Coords;

/// A rule.
pub struct Rule;

/// A rule of the opening.
pub struct OpeningRule;

/// A format of games.
pub struct Format;

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
        words("A format of games.", &record::Format::ALL.map(record::Format::name))
    }
}

fn words(about: &str, words: &[&str]) -> Schema {
    json_schema!({"type": "string", "description": about, "enum": words})
}
