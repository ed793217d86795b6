//! The types of the page.

use super::{Field, Schema, Type, described, fields, is_object};
use crate::schema::docs::keep_file;
use serde_json::Value;

const JAVASCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../shisan-page/web/engine/types.js");

impl Type {
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

#[test]
fn the_types_of_the_page_are_those_of_the_schema() {
    keep_file(JAVASCRIPT, &javascript(&Schema::new()));
}
