//! The tables of `docs/json.md` are made of the types. `TRYCMD=overwrite` writes them, as it does for the
//! examples; rows stay in the order of the page.

use std::fs;
use std::path::Path;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

use super::forbidden::{ForbiddenLine, ForbiddenPoint};
use super::*;
use crate::parse;

type Object = Map<String, Value>;

/// The tables by the names in the page.
fn tables() -> Vec<(&'static str, Value)> {
    vec![
        ("query", schema_of::<Query>()),
        ("answer", schema_of::<Answer>()),
        ("ok", schema_of::<Report>()),
        ("line", schema_of::<Line>()),
        ("threats", schema_of::<Threats>()),
        ("threat", schema_of::<ThreatCell>()),
        ("point", schema_of::<ForbiddenPoint>()),
        ("foul line", schema_of::<ForbiddenLine>()),
        ("book", schema_of::<InBook>()),
        ("book line", schema_of::<BookLine>()),
        ("book games", schema_of::<BookGames>()),
        ("proof", schema_of::<Proof>()),
        ("reviewed", schema_of::<Review>()),
        ("reviewed move", schema_of::<ReviewedMove>()),
        ("side", schema_of::<SideReview>()),
        ("found", schema_of::<Puzzles>()),
        ("puzzle", schema_of::<Puzzle>()),
        ("opened", schema_of::<OpeningState>()),
        ("opening options", schema_of::<OpeningOptions>()),
        ("over", schema_of::<GameOver>()),
        ("noResult", schema_of::<NoResult>()),
        ("error", schema_of::<Problem>()),
        ("converted", schema_of::<Conversion>()),
        ("tree", schema_of::<GameTree>()),
        ("node", schema_of::<TreeNode>()),
        ("done", schema_of::<Done>()),
        ("version", schema_of::<Version>()),
        ("warning", schema_of::<Warning>()),
    ]
}

/// How values of a type are written: fields that may be left out are not required.
fn schema_of<T: JsonSchema>() -> Value {
    SchemaSettings::default()
        .for_serialize()
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value()
}

/// The type of a value with this schema.
fn type_name(schema: &Value, definitions: &Object) -> String {
    let list = |schemas: &Value| -> Vec<String> {
        let schemas = schemas.as_array().into_iter().flatten();
        let mut names: Vec<String> = schemas
            .map(|schema| type_name(schema, definitions))
            .filter(|name| name != "null")
            .collect();
        names.dedup();
        names
    };
    if let Some(name) = schema["$ref"].as_str() {
        let target = &definitions[name.trim_start_matches("#/$defs/")];
        return type_name(target, definitions);
    }
    for key in ["anyOf", "oneOf"] {
        if schema.get(key).is_some() {
            return list(&schema[key]).join(" or ");
        }
    }
    let is_number = schema["type"] == "integer";
    if schema.get("enum").is_some() && !is_number || schema.get("const").is_some() {
        return "string".to_owned();
    }
    match &schema["type"] {
        Value::String(name) if name == "array" && schema.get("items").is_some() => {
            let items = type_name(&schema["items"], definitions);
            let words = items.split(' ').map(|word| match word {
                "" | "or" | "of" => word.to_owned(),
                word => word.trim_end_matches('s').to_owned() + "s",
            });
            match &*words.collect::<Vec<_>>().join(" ") {
                "" => "array".to_owned(),
                items => format!("array of {items}"),
            }
        }
        Value::String(name) => name.clone(),
        Value::Array(names) => {
            let names = names.iter().filter_map(Value::as_str).filter(|name| *name != "null");
            let plain: Vec<String> = names
                .map(|name| {
                    let mut one = schema.clone();
                    one["type"] = Value::String(name.to_owned());
                    type_name(&one, definitions)
                })
                .collect();
            plain.join(" or ")
        }
        _ => String::new(),
    }
}

/// The rows of an object by the names of its fields.
fn rows(schema: &Value) -> Vec<(String, String)> {
    let none = Object::new();
    let definitions = schema["$defs"].as_object().unwrap_or(&none);
    let fields = schema["properties"].as_object().expect("an object");
    let required = schema["required"].as_array().map_or(&[][..], Vec::as_slice);
    let row = |(name, field): (&String, &Value)| {
        let about =
            field["description"].as_str().unwrap_or_else(|| panic!("{name} is not described"));
        let absent = if required.contains(&json!(name)) { "" } else { " or absent" };
        let kind = type_name(field, definitions);
        (name.clone(), format!("| `{name}` | {kind}{absent} | {about} |\n"))
    };
    fields.iter().map(row).collect()
}

const PAGE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/json.md");

#[test]
fn the_page_has_the_tables_of_the_types() {
    let Some(page) = repository_file(PAGE) else { return };
    let mut expected = page.clone();
    for (name, schema) in tables() {
        let start = format!("<!-- table: {name} -->\n");
        let from = expected.find(&start).unwrap_or_else(|| panic!("no {start}")) + start.len();
        let end = from + expected[from..].find("<!-- end -->").expect("an end");
        let place = |field: &str| expected[from..end].find(&format!("| `{field}` |"));
        let mut rows = rows(&schema);
        rows.sort_by_key(|(field, _)| place(field).unwrap_or(usize::MAX));
        let rows: String = rows.into_iter().map(|(_, row)| row).collect();
        let table = format!("| field | type | meaning |\n|---|---|---|\n{rows}");
        expected.replace_range(from..end, &table);
    }
    keep_file(PAGE, &expected);
}

/// A file has to hold what is made of the types. `TRYCMD=overwrite` writes it.
pub(super) fn keep_file(path: &str, expected: &str) {
    let Some(found) = repository_file(path) else { return };
    if std::env::var_os("TRYCMD").is_some_and(|value| value == "overwrite") {
        return fs::write(path, expected).expect("disk space");
    }
    assert!(found == expected, "TRYCMD=overwrite writes {path} again");
}

/// A file of the repository; `None` in a package of a registry, where it is absent.
fn repository_file(path: &str) -> Option<String> {
    let is_package = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml.orig").exists();
    (!is_package).then(|| fs::read_to_string(path).expect("a file of the repository"))
}

#[test]
fn katagos_names_are_read() {
    let names = [
        "rules",
        "initialStones",
        "initialPlayer",
        "analyzeTurns",
        "maxVisits",
        "allowMoves",
        "avoidMoves",
    ];
    if let Some(page) = repository_file(PAGE) {
        for name in names {
            assert!(page.contains(&format!("| `{name}` |")), "{name} is not on the page");
        }
    }
    let query = r#"{"rules": "renju", "initialStones": [["B", "h8"]], "initialPlayer": "W", "moves": [["W", "i9"]],
        "analyzeTurns": [0], "maxVisits": 5, "boardXSize": 15, "boardYSize": 15, "includePolicy": true,
        "reportDuringSearchEvery": 0.5, "priorities": [1],
        "allowMoves": [{"player": "B", "moves": ["h9"], "untilDepth": 1}],
        "avoidMoves": [{"player": "W", "moves": [], "untilDepth": 1}]}"#;
    let (query, warnings) = parse(1, query.as_bytes()).query.expect("a query");
    assert_eq!(warnings, []);
    assert_eq!((query.max_nodes, query.to_move), (Some(5), Some(Color::White)));
    assert!(query.allow.is_some() && query.avoid.is_some() && query.turns.is_some());
}
