//! The types of the page and of the Python package are made of the schema. `TRYCMD=overwrite` writes them, as
//! it does for the tables of `docs/json.md`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::docs::keep_file;
use super::{Version, schemas};

const JAVASCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shisan-page/web/engine/types.js");
const PYTHON: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../python/shisan/schema.py");

/// What a Python program gives by the name of a method and its arguments.
const GIVEN: [&str; 8] = ["id", "action", "moves", "terminateId", "text", "bytes", "from", "to"];

/// The type of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Type {
    Null,
    Bool,
    Integer,
    Number,
    Text,
    Word(String),
    Name(String),
    Array(Box<Type>),
    Tuple(Vec<Type>),
    Union(Vec<Type>),
}

impl Type {
    fn read(schema: &Value) -> Self {
        if let Some(path) = schema["$ref"].as_str() {
            return Self::Name(path.rsplit('/').next().unwrap_or_default().to_owned());
        }
        if let Some(word) = schema["const"].as_str() {
            return Self::Word(word.to_owned());
        }
        if let Some(words) = schema["enum"].as_array() {
            let word =
                |word: &Value| word.as_str().map_or(Self::Null, |w| Self::Word(w.to_owned()));
            return Self::Union(words.iter().map(word).collect());
        }
        for key in ["anyOf", "oneOf"] {
            if let Some(choices) = schema[key].as_array() {
                return Self::Union(choices.iter().map(Self::read).collect());
            }
        }
        match &schema["type"] {
            Value::String(name) => Self::plain(name, schema),
            Value::Array(names) => {
                let names = names.iter().filter_map(Value::as_str);
                Self::Union(names.map(|name| Self::plain(name, schema)).collect())
            }
            _ => panic!("no type: {schema}"),
        }
    }

    fn plain(name: &str, schema: &Value) -> Self {
        match name {
            "null" => Self::Null,
            "boolean" => Self::Bool,
            "integer" => Self::Integer,
            "number" => Self::Number,
            "string" => Self::Text,
            "array" => {
                if let Some(items) = schema["prefixItems"].as_array() {
                    return Self::Tuple(items.iter().map(Self::read).collect());
                }
                let item = Self::read(&schema["items"]);
                match schema["maxItems"].as_u64() {
                    Some(count) => Self::Tuple((0..count).map(|_| item.clone()).collect()),
                    None => Self::Array(Box::new(item)),
                }
            }
            _ => panic!("no type: {schema}"),
        }
    }

    /// The type without `null`, and whether it had it.
    fn without_null(self) -> (Self, bool) {
        let Self::Union(mut choices) = self else { return (self, false) };
        let count = choices.len();
        choices.retain(|choice| *choice != Self::Null);
        let had_null = choices.len() < count;
        let only = if choices.len() == 1 { choices.pop() } else { None };
        (only.unwrap_or(Self::Union(choices)), had_null)
    }

    fn in_javascript(&self) -> String {
        let join = |types: &[Self], between: &str| {
            types.iter().map(Self::in_javascript).collect::<Vec<_>>().join(between)
        };
        match self {
            Self::Null => "null".to_owned(),
            Self::Bool => "boolean".to_owned(),
            Self::Integer | Self::Number => "number".to_owned(),
            Self::Text => "string".to_owned(),
            Self::Word(word) => format!("'{word}'"),
            Self::Name(name) => name.clone(),
            Self::Array(item) => match &**item {
                Self::Union(choices) => format!("({})[]", join(choices, " | ")),
                item => format!("{}[]", item.in_javascript()),
            },
            Self::Tuple(items) => format!("[{}]", join(items, ", ")),
            Self::Union(choices) => join(choices, " | "),
        }
    }

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

    /// The names that it is made of.
    fn names(&self) -> Vec<&str> {
        match self {
            Self::Name(name) => vec![name],
            Self::Array(item) => item.names(),
            Self::Tuple(items) | Self::Union(items) => items.iter().flat_map(Self::names).collect(),
            _ => Vec::new(),
        }
    }
}

/// A field of an object.
struct Field {
    name: String,
    about: String,
    kind: Type,
    is_nullable: bool,
    is_required: bool,
}

/// The fields of an object, first those that are always there.
fn fields(schema: &Value) -> Vec<Field> {
    let required: Vec<&str> =
        schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let properties = schema["properties"].as_object().expect("an object");
    let field = |(name, about): (&String, &Value)| {
        let (kind, is_nullable) = Type::read(about).without_null();
        let is_required = required.contains(&&**name);
        Field { name: name.clone(), about: described(about), kind, is_nullable, is_required }
    };
    let mut fields: Vec<Field> = properties.iter().map(field).collect();
    let place = |field: &Field| required.iter().position(|name| *name == field.name);
    fields.sort_by_key(|field| place(field).unwrap_or(usize::MAX));
    fields
}

fn described(schema: &Value) -> String {
    schema["description"].as_str().unwrap_or_default().to_owned()
}

fn is_object(schema: &Value) -> bool {
    schema.get("properties").is_some()
}

/// Both schemas.
struct Schema {
    query: Value,
    answer: Value,
    /// What queries, then answers, are made of.
    definitions: [BTreeMap<String, Value>; 2],
}

impl Schema {
    fn new() -> Self {
        let schemas = schemas();
        let definitions = |schema: &Value| {
            let definitions = schema["$defs"].as_object().cloned().unwrap_or_default();
            definitions.into_iter().collect::<BTreeMap<_, _>>()
        };
        let (query, answer) = (schemas["query"].clone(), schemas["answer"].clone());
        let definitions = [definitions(&query), definitions(&answer)];
        Self { query, answer, definitions }
    }

    /// All definitions.
    fn all(&self) -> BTreeMap<&String, &Value> {
        self.definitions.iter().flatten().collect()
    }

    /// The names of the types that an answer holds, each with its status.
    fn outcomes(&self) -> Vec<(String, String)> {
        let outcomes = self.answer["oneOf"].as_array().expect("outcomes").iter();
        let names = outcomes.map(|outcome| {
            let status = outcome["properties"]["status"]["const"].as_str().expect("a status");
            (Type::read(outcome).in_javascript(), status.to_owned())
        });
        names.collect()
    }
}

fn javascript(schema: &Schema) -> String {
    let object = |name: &str, schema: &Value, is_query: bool| {
        let mut text = format!("/**\n * {}\n * @typedef {{object}} {name}\n", described(schema));
        for Field { name, about, kind, is_nullable, is_required } in fields(schema) {
            let null = if is_nullable && !is_query { " | null" } else { "" };
            let name = if is_required { name } else { format!("[{name}]") };
            let line = format!(" * @property {{{}{null}}} {name} {about}", kind.in_javascript());
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text + " */\n\n"
    };
    let mut text = "// The queries and answers of docs/json.md, made of their schema:\n\
        // `TRYCMD=overwrite cargo test -p shisan-analysis schema` writes this file.\n\n"
        .to_owned();
    for (name, definition) in schema.all() {
        text += &if is_object(definition) {
            object(name, definition, schema.definitions[0].contains_key(name))
        } else {
            let kind = Type::read(definition).in_javascript();
            ["/** ", &described(definition), " @typedef {", &kind, "} ", name, " */\n\n"].concat()
        };
    }
    text += &object("Query", &schema.query, true);
    text +=
        &object("Envelope", &schema.answer, false).replace("An answer.", "What all answers have.");
    let outcomes: Vec<String> = schema
        .outcomes()
        .iter()
        .map(|(name, status)| format!("({{status: '{status}'}} & {name})"))
        .collect();
    let about = described(&schema.answer);
    let outcomes = outcomes.join(" | ");
    let answer = format!("/** {about} @typedef {{Envelope & ({outcomes})}} Answer */\n\n");
    text + &answer + "export {};\n"
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
        assert!(!ready.is_empty(), "a circle of types");
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
    for letter in name.chars() {
        if letter.is_ascii_uppercase() {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}

#[test]
fn the_types_of_the_page_are_those_of_the_schema() {
    keep_file(JAVASCRIPT, &javascript(&Schema::new()));
}

#[test]
fn the_types_of_python_are_those_of_the_schema() {
    keep_file(PYTHON, &python(&Schema::new()));
}
