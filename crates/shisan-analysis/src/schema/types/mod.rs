//! The types of the page and of the Python package are made of the schema. `TRYCMD=overwrite` writes them, as
//! it does for the tables of `docs/json.md`.

mod javascript;
mod python;

use std::collections::BTreeMap;

use serde_json::Value;

use super::schemas;

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
        if let Some(words) = schema["enum"].as_array().filter(|_| schema["type"] != "integer") {
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
            (Type::read(outcome).names()[0].to_owned(), status.to_owned())
        });
        names.collect()
    }
}
