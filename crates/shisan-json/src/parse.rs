//! From a line of input to a query.

use serde::Deserialize;
use serde_json::Value;

use crate::schema::{Id, Problem, Query, Warning};

/// A line of input as a query, with the fields that it should not have.
#[derive(Debug)]
pub struct Parsed {
    /// That of the query, else the number of the line.
    pub id: Id,
    /// The query, or why there is none.
    pub query: Result<(Query, Vec<Warning>), Problem>,
}

/// Reads line `number`.
pub fn parse(number: i64, line: &[u8]) -> Parsed {
    let id = Id::Number(number);
    let object = match serde_json::from_slice(line) {
        Ok(Value::Object(object)) => object,
        Ok(_) => return Parsed { id, query: Err(Problem::new("expected a JSON object")) },
        Err(error) => {
            // There is only one line.
            let reason = error.to_string().replacen(" at line 1 column ", " at column ", 1);
            return Parsed { id, query: Err(Problem::new(reason)) };
        }
    };
    let given = object.get("id").map(Option::<Id>::deserialize);
    let id = given.and_then(Result::ok).flatten().unwrap_or(id);
    Parsed { id, query: read(Value::Object(object)) }
}

fn read(object: Value) -> Result<(Query, Vec<Warning>), Problem> {
    let mut warnings = Vec::new();
    let mut unknown = |path: serde_ignored::Path| {
        let warning = "unknown field".to_owned();
        warnings.push(Warning { field: shortened(&path.to_string()), warning });
    };
    let mut track = serde_path_to_error::Track::new();
    let fields = serde_path_to_error::Deserializer::new(object, &mut track);
    match serde_ignored::deserialize(fields, &mut unknown) {
        Ok(query) => Ok((query, warnings)),
        Err(error) => Err(match &*track.path().to_string() {
            "." => Problem::new(error.to_string()),
            field => Problem::of(shortened(field), error.to_string()),
        }),
    }
}

/// The beginning of the name of a field.
fn shortened(field: &str) -> String {
    const LONGEST: usize = 60;
    field.chars().take(LONGEST).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(line: &str) -> (Id, Problem) {
        let parsed = parse(7, line.as_bytes());
        (parsed.id, parsed.query.expect_err("no query"))
    }

    #[test]
    fn what_is_no_query_is_named_with_its_field_and_id() {
        let (id, reason) = problem("{\"id\":\"a\",\"maxNodes\":\"many\"}");
        assert_eq!(id, Id::Text("a".into()));
        assert_eq!(reason.field.as_deref(), Some("maxNodes"));
        assert_eq!(reason.error, "invalid type: string \"many\", expected u64");
        for (line, field, part) in [
            ("{", None, "EOF while parsing an object at column 1"),
            ("[1]", None, "expected a JSON object"),
            ("\u{feff}", None, "expected value at column 1"),
            ("{\"id\":1.5}", Some("id"), "expected a string or an integer"),
            ("{\"action\":\"guess\"}", Some("action"), "unknown variant `guess`"),
            ("{\"include\":[\"heat\",\"cold\"]}", Some("include[1]"), "unknown variant `cold`"),
            ("{\"maxVisits\":-1}", Some("maxVisits"), "invalid value: integer `-1`"),
            ("{\"maxNodes\":1,\"maxVisits\":1}", None, "duplicate field `maxNodes`"),
            ("{\"moves\":5}", Some("moves"), "expected a pos string, or an array"),
            ("{\"turns\":\"some\"}", Some("turns"), "expected an array of numbers or \"all\""),
            ("{\"toMove\":\"red\"}", Some("toMove"), "unknown variant `red`"),
        ] {
            let (id, problem) = problem(line);
            assert_eq!(id, Id::Number(7), "{line}");
            assert_eq!(problem.field.as_deref(), field, "{line}: {problem:?}");
            assert!(problem.error.contains(part), "{line}: {problem:?}");
        }
    }

    #[test]
    fn deep_and_long_input_is_an_error_of_one_short_line() {
        let deep = "[".repeat(100_000);
        assert!(problem(&deep).1.error.starts_with("recursion limit exceeded"));
        assert!(problem(&format!("{{\"moves\":{deep}")).1.error.contains("recursion limit"));
        let long = format!("{{\"action\":\"{}\"}}", "x".repeat(100_000));
        assert!(problem(&long).1.error.len() < 400);
        assert!(parse(1, &[b'{', 0xff, b'}']).query.is_err());
    }

    #[test]
    fn unknown_fields_are_warnings() {
        let parsed = parse(1, b"{\"id\":null,\"komi\":7.5,\"rule\":null,\"maxNodes\":5}");
        let (query, warnings) = parsed.query.expect("a query");
        assert_eq!((parsed.id, query.max_nodes), (Id::Number(1), Some(5)));
        let fields: Vec<&str> = warnings.iter().map(|warning| &*warning.field).collect();
        assert_eq!(fields, ["komi"]);
    }
}
