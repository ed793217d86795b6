//! The types of the Python package.

use std::fmt::Write as _;

use super::{Field, Schema, Type, described, fields, is_object};
use crate::schema::Version;
use crate::schema::docs::keep_file;
use serde_json::Value;

const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/shisan/schema.py");

/// What a Python program gives by the name of a method and its arguments.
const GIVEN: [&str; 8] = ["id", "action", "moves", "terminateId", "text", "bytes", "from", "to"];

impl Type {
    /// In a query an array is any sequence, in an answer a tuple.
    fn in_python(&self, is_query: bool) -> String {
        let join = |types: &[Self]| {
            types.iter().map(|item| item.in_python(is_query)).collect::<Vec<_>>().join(", ")
        };
        let array = |item: &Self| {
            let item = item.in_python(is_query);
            if is_query { format!("Sequence[{item}]") } else { format!("tuple[{item}, ...]") }
        };
        match self {
            Self::Null => "None".to_owned(),
            Self::Bool => "bool".to_owned(),
            Self::Integer => "int".to_owned(),
            Self::Number => "float".to_owned(),
            Self::Text => "str".to_owned(),
            Self::Word(word) => format!("Literal[\"{word}\"]"),
            Self::Name(name) => name.clone(),
            Self::Array(item) => array(item),
            Self::Tuple(items) if items.iter().all(|item| *item == items[0]) => array(&items[0]),
            Self::Tuple(items) => format!("tuple[{}]", join(items)),
            Self::Union(choices) => {
                let words = choices.iter().map(|choice| match choice {
                    Self::Word(word) => Some(format!("\"{word}\"")),
                    _ => None,
                });
                if let Some(words) = words.collect::<Option<Vec<_>>>() {
                    return format!("Literal[{}]", words.join(", "));
                }
                match self.clone().without_null() {
                    (plain, true) => format!("Optional[{}]", plain.in_python(is_query)),
                    (_, false) => format!("Union[{}]", join(choices)),
                }
            }
        }
    }
}

fn python(schema: &Schema) -> String {
    let mut text = format!(
        r#""""The queries and answers of `shisan analyze`, made of its schema; docs/json.md has the same.

Names are those of the schema in snake case. A missing array is `()`, any other field `None`.
`TRYCMD=overwrite cargo test -p shisan-analysis schema` writes this file.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Optional, TypedDict, Union

#: The version of the schema.
SCHEMA = {}
"#,
        Version::SCHEMA
    );
    let is_of_query = |name: &String| schema.definitions[0].contains_key(name);
    let all = schema.all();
    let (objects, others): (Vec<_>, Vec<_>) =
        all.into_iter().partition(|(_, definition)| is_object(definition));
    let (of_queries, of_answers): (Vec<_>, Vec<_>) =
        objects.into_iter().partition(|(name, _)| is_of_query(name));
    for (name, definition) in of_queries {
        text += &typed_dict(name, definition, str::to_owned);
    }
    text += "\n\n";
    for (name, definition) in in_order(others) {
        let kind = Type::read(definition).in_python(true);
        text += &comment("", &described(definition));
        let line = format!("{name} = {kind}\n");
        let is_long = line.len() > 100;
        text += &if is_long {
            line.replace(", ", ",\n    ").replacen('[', "[\n    ", 1).replace(']', ",\n]")
        } else {
            line
        };
    }
    let mut query = schema.query.clone();
    let options = query["properties"].as_object_mut().expect("an object");
    options.retain(|name, about| {
        !GIVEN.contains(&&**name) && !described(about).starts_with("KataGo's")
    });
    query["description"] = "The options of a query about a position.".into();
    text += &typed_dict("Query", &query, snake_case);
    let outcomes = schema.outcomes();
    for (name, definition) in of_answers {
        let is_outcome = outcomes.iter().any(|(outcome, _)| outcome == name);
        text += &dataclass(name, definition, is_outcome.then_some(&schema.answer));
    }
    text
}

/// Definitions, each after those that it names.
fn in_order<'a>(mut definitions: Vec<(&'a String, &'a Value)>) -> Vec<(&'a String, &'a Value)> {
    let mut ordered = Vec::new();
    while !definitions.is_empty() {
        let left: Vec<&String> = definitions.iter().map(|(name, _)| *name).collect();
        let waits = |definition: &Value| {
            let kind = Type::read(definition);
            kind.names().iter().any(|name| left.iter().any(|other| *other == name))
        };
        let (waiting, ready): (Vec<_>, Vec<_>) =
            definitions.into_iter().partition(|(_, definition)| waits(definition));
        assert!(!ready.is_empty(), "a cycle of types");
        ordered.extend(ready);
        definitions = waiting;
    }
    ordered
}

fn typed_dict(name: &str, schema: &Value, field_name: impl Fn(&str) -> String) -> String {
    let mut text = format!("\n\nclass {name}(TypedDict, total=False):\n");
    let about = described(schema);
    write!(text, "    \"\"\"{about}\"\"\"\n\n").expect("memory");
    for Field { name, about, kind, .. } in fields(schema) {
        text += &comment("    ", &about);
        let (name, kind) = (field_name(&name), kind.in_python(true));
        writeln!(text, "    {name}: {kind}").expect("memory");
    }
    text
}

/// A dataclass, with the fields that all answers have around its own if it is an answer.
fn dataclass(name: &str, schema: &Value, answer: Option<&Value>) -> String {
    let mut text = format!("\n\n@dataclass(frozen=True)\nclass {name}:\n");
    let about = described(schema);
    write!(text, "    \"\"\"{about}\"\"\"\n\n").expect("memory");
    let around = answer.map(fields).unwrap_or_default();
    let around = around.into_iter().filter(|field| field.name != "id");
    let (first, last): (Vec<_>, Vec<_>) = around.partition(|field| field.is_required);
    for Field { name, about, kind, is_nullable, is_required } in
        first.into_iter().chain(fields(schema)).chain(last)
    {
        let is_array = matches!(kind, Type::Array(_) | Type::Tuple(_));
        let (kind, default) = match kind.in_python(false) {
            kind if is_required => (kind, ""),
            kind if is_array => (kind, " = ()"),
            kind if is_nullable => (format!("Optional[{kind}]"), " = None"),
            kind => (kind, " = 0"),
        };
        text += &comment("    ", &about);
        writeln!(text, "    {}: {kind}{default}", snake_case(&name)).expect("memory");
    }
    text
}

/// A comment on what follows, in lines of at most 100 characters.
fn comment(indent: &str, about: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in about.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < 100 => *line = format!("{line} {word}"),
            _ => lines.push(format!("{indent}#: {word}")),
        }
    }
    lines.into_iter().map(|line| line + "\n").collect()
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    // The unit is one word.
    for letter in name.replace("MiB", "Mib").chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[test]
fn the_types_of_python_are_those_of_the_schema() {
    keep_file(PYTHON, &python(&Schema::new()));
}
