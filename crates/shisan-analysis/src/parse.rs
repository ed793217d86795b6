//! From a line of input to a query.

use std::fmt;

use serde::de::{Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;

use crate::schema::{FromJson, Id, Problem, Query, Reader, Warning, read_json};

/// A line of input as a query, with the fields that it should not have.
#[derive(Debug)]
pub struct Parsed {
    /// That of the query, where it can be found; else the number of the line.
    pub id: Id,
    /// The query, or why there is none.
    pub query: Result<(Query, Vec<Warning>), Problem>,
}

/// What shells of Windows put before the first line, in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads line `number`.
pub fn parse(number: i64, line: &[u8]) -> Parsed {
    let id = Id::Number(number);
    let line = line.strip_prefix(BYTE_ORDER_MARK).unwrap_or(line);
    let (object, twice) = match read_json(line.trim_ascii_end()) {
        Ok((Value::Object(object), twice)) => (object, twice),
        Ok(_) => return Parsed { id, query: Err(Problem::new("expected a JSON object")) },
        Err(error) => {
            let found =
                find_id(line).and_then(|id| Id::from_json(&id, &mut Reader::default()).ok());
            let query = Err(Problem::new(not_json(&error)));
            return Parsed { id: found.unwrap_or(id), query };
        }
    };
    let mut reader = Reader::default();
    let given = object.get("id").map(|id| Id::from_json(id, &mut reader));
    let id = given.and_then(Result::ok).unwrap_or(id);
    if let Some(problem) = twice {
        return Parsed { id, query: Err(problem) };
    }
    let query = Query::read(&object, &mut reader).map(|query| (query, reader.warnings));
    Parsed { id, query }
}

/// The `id` in a line that is not JSON, if nothing before it keeps a reader from there that skips all else.
fn find_id(line: &[u8]) -> Option<Value> {
    let mut id = None;
    // The line has a fault anyway: what counts is what was found before it.
    serde_json::Deserializer::from_slice(line).deserialize_map(IdFinder(&mut id)).ok();
    id
}

struct IdFinder<'a>(&'a mut Option<Value>);

impl<'de> Visitor<'de> for IdFinder<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        while let Some(name) = fields.next_key::<String>()? {
            if name == "id" {
                *self.0 = Some(fields.next_value()?);
            } else {
                fields.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

/// Why a line is not JSON, in plain words.
fn not_json(error: &serde_json::Error) -> String {
    // There is only one line.
    let reason = error.to_string().replacen(" at line 1 column ", " at column ", 1);
    let reason = reason.replacen("EOF while parsing", "the line ends within", 1);
    format!("not JSON: {}", reason.replacen("expected ident", "expected a value", 1))
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
        let expected = "expected a whole number from 1 to 18446744073709551615, not \"many\"";
        assert_eq!(reason.error, expected);
        for (line, field, error) in [
            ("{", None, "not JSON: the line ends within an object at column 1"),
            ("nobody\n", None, "not JSON: expected a value at column 2"),
            ("[1]", None, "expected a JSON object"),
            ("\u{feff}", None, "not JSON: the line ends within a value at column 0"),
            ("\u{feff}\u{feff}{}", None, "not JSON: expected value at column 1"),
            ("{\"id\":[1]}", Some("id"), "expected a string or a whole number from "),
            ("{\"action\":\"guess\"}", Some("action"), "expected analyze, move, solve, forbid, "),
            (
                "{\"include\":[\"heat\",\"cold\"]}",
                Some("include[1]"),
                "expected policy, heat, threats, forbidden, proof, keys, timing or book, not \"cold\"",
            ),
            ("{\"maxVisits\":-1}", Some("maxVisits"), "expected a whole number from 1 to "),
            ("{\"maxNodes\":1.5}", Some("maxNodes"), "expected a whole number from 1 to "),
            (
                "{\"maxNodes\":1,\"maxVisits\":1}",
                Some("maxVisits"),
                "maxNodes means the same: give one of them",
            ),
            ("{\"moves\":\"h8\",\"moves\":\"i9i10\"}", Some("moves"), "given twice"),
            (
                "{\"stones\":{\"b\":[\"h8\"],\"b\":null,\"w\":[]},\"size\":9,\"size\":9}",
                Some("stones.b"),
                "given twice",
            ),
            (
                "{\"tree\":{\"nodes\":[{},{\"komi\":[1],\"komi\":2.5}]}}",
                Some("tree.nodes[1].komi"),
                "given twice",
            ),
            (
                "{\"moves\":5}",
                Some("moves"),
                "expected a pos string, or an array of cells or of [color, cell], not 5",
            ),
            (
                "{\"turns\":\"some\"}",
                Some("turns"),
                "expected an array of numbers or \"all\", not \"some\"",
            ),
            ("{\"initialPlayer\":\"red\"}", Some("initialPlayer"), "expected black or white, "),
            (
                "{\"stones\":{\"x\":[]}}",
                Some("stones.x"),
                "expected b or w, the side of the stones",
            ),
            (
                "{\"allowMoves\":[{\"player\":\"B\",\"moves\":[\"a1\",7]}]}",
                Some("allowMoves[0].moves[1]"),
                "expected a string, not 7",
            ),
            (
                "{\"size\":[15,\"x\"]}",
                Some("size[1]"),
                "expected a whole number from 5 to 32, not \"x\"",
            ),
            ("{\"size\":[15]}", Some("size"), "expected a number or [width, height], not [15]"),
        ] {
            let (id, problem) = problem(line);
            assert_eq!(id, Id::Number(7), "{line}");
            assert_eq!(problem.field.as_deref(), field, "{line}: {problem:?}");
            assert!(problem.error.starts_with(error), "{line}: {problem:?}");
        }
    }

    #[test]
    fn what_is_not_json_is_answered_with_its_id_too() {
        for fault in [
            r#""maxNodes":1e400"#,
            r#""moves":"\ud83d""#,
            r#""maxNodes":10,"#,
            r#""moves":h8"#,
            &format!("\"x\":{0}1{1}", "[".repeat(200), "]".repeat(200)),
        ] {
            let (id, problem) = problem(&format!("{{\"id\":\"q\",{fault}}}"));
            assert_eq!(id, Id::Text("q".into()), "{fault}");
            assert!(problem.error.starts_with("not JSON: "), "{problem:?}");
        }
        let behind = |fault: &str| problem(&format!("{{\"x\":{fault},\"id\":5}}")).0;
        assert_eq!(behind("1e400"), Id::Number(5));
        assert_eq!(behind("nobody"), Id::Number(7), "it cannot be reached");
        assert_eq!(problem(r#"{"id":[1],"x":}"#).0, Id::Number(7), "it is none");
        assert_eq!(problem(r#"{"x":{"id":5},}"#).0, Id::Number(7), "it is another's");
    }

    #[test]
    fn whole_numbers_may_be_written_in_any_way() {
        for text in ["1000", "1e3", "1000.0", "1.0E+3"] {
            let parsed = parse(1, format!("{{\"maxNodes\":{text},\"id\":{text}}}").as_bytes());
            assert_eq!(parsed.query.expect(text).0.max_nodes, Some(1000), "{text}");
            assert_eq!(parsed.id, Id::Number(1000), "{text}");
        }
    }

    #[test]
    fn deep_and_long_input_is_an_error_of_one_short_line() {
        let deep = "[".repeat(100_000);
        assert!(problem(&deep).1.error.starts_with("not JSON: recursion limit exceeded"));
        assert!(problem(&format!("{{\"moves\":{deep}")).1.error.contains("recursion limit"));
        let long = "x".repeat(100_000);
        let (_, value) = problem(&format!("{{\"action\":\"{long}\"}}"));
        assert!(value.error.len() < 400, "{value:?}");
        let (query, warnings) =
            parse(1, format!("{{\"{long}\":1}}").as_bytes()).query.expect("a query");
        assert!(query.id.is_none() && warnings[0].field.len() < 100, "{warnings:?}");
        assert!(parse(1, &[b'{', 0xff, b'}']).query.is_err());
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_a_query() {
        let parsed = parse(1, "\u{feff}{\"id\":\"a\"}".as_bytes());
        assert_eq!(parsed.id, Id::Text("a".into()));
        assert!(parsed.query.is_ok());
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
