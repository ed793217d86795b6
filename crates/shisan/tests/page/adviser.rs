//! Good moves, from a process of its own: what the page says is compared with it.

use std::io::Write;
use std::process::{Command, Stdio};

use serde_json::{Value, json};

/// The final answer of `shisan analyze` to one query.
pub(crate) fn answer(query: &Value) -> Value {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shisan"))
        .args(["analyze", "--threads", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    writeln!(input, "{query}").expect("a query");
    drop(input);
    let output = child.wait_with_output().expect("an answer");
    let text = String::from_utf8(output.stdout).expect("text");
    serde_json::from_str(text.lines().last().expect("a line")).expect("JSON")
}

/// A good move after `moves`.
pub(crate) fn best(moves: &[String]) -> String {
    let answer = answer(&json!({"moves": moves.concat(), "maxNodes": 3000}));
    answer["best"].as_str().unwrap_or_else(|| panic!("no move in {answer}")).to_owned()
}
