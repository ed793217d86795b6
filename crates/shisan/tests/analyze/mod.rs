//! The subcommand `analyze`: the same bytes for the same queries, cancellation, priorities, and an
//! answer to any line.

mod agents;
mod answers;
pub(crate) mod queries;
mod queue;

use fastrand::Rng;
use serde_json::{Value, json};

use queries::{fuzzed, query};

use crate::dialogue::{self, Dialogue};

/// What is printed for `input`; standard error is silent.
fn run(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> String {
    dialogue::run("analyze", arguments, input)
}

pub(crate) fn answers(arguments: &[&str], input: impl AsRef<[u8]> + Send) -> Vec<Value> {
    run(arguments, input).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// The answer to one query.
fn answer(query: &Value) -> Value {
    let answers = answers(&[], query.to_string());
    assert_eq!(answers.len(), 1, "{query}");
    answers[0].clone()
}

/// A running program.
struct Session(Dialogue);

impl Session {
    fn start(arguments: &[&str]) -> Self {
        Self(Dialogue::start("analyze", arguments))
    }

    fn send(&mut self, query: &Value) {
        self.0.send(query);
    }

    /// The next line.
    fn next(&mut self) -> Value {
        serde_json::from_str(&self.0.next()).expect("JSON")
    }

    /// The next line that is not progress.
    fn next_final(&mut self) -> Value {
        loop {
            let answer = self.next();
            if answer["final"] == true {
                return answer;
            }
        }
    }

    fn end(self) {
        self.0.end();
    }
}

/// A query without a client that waits for it.
fn endless(id: &str) -> Value {
    json!({"id": id, "moves": "h8i9h9", "size": 20, "maxTimeMs": 3_600_000, "reportEveryMs": 2})
}

fn mixed(count: usize, seed: u64) -> String {
    let mut random = Rng::with_seed(seed);
    (0..count).map(|_| query(&mut random).to_string() + "\n").collect()
}

fn same_bytes(count: usize, seed: u64) {
    let input = mixed(count, seed);
    let first = run(&["--ordered"], &input);
    assert!(first.lines().count() >= count);
    let errors = first.lines().filter(|line| line.contains("\"status\":\"error\"")).count();
    assert!(errors * 3 < count, "{errors} of {count} queries are errors");
    for arguments in [&["--ordered"][..], &["--ordered", "--jobs", "3"], &["--jobs", "2"]] {
        let again = run(arguments, &input);
        if arguments.contains(&"--ordered") {
            assert!(again == first, "{arguments:?} gives other bytes");
        }
        let sorted = |text: &str| {
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            lines.sort_unstable();
            lines
        };
        assert!(sorted(&again) == sorted(&first), "{arguments:?} gives other answers");
    }
}

#[test]
fn equal_queries_get_equal_bytes() {
    same_bytes(300, 1);
}

#[test]
#[ignore = "minutes"]
fn ten_thousand_equal_queries_get_equal_bytes() {
    same_bytes(10_000, 2);
}

fn fuzz(count: usize, seed: u64) {
    let mut random = Rng::with_seed(seed);
    let lines: Vec<Vec<u8>> = (0..count).map(|_| fuzzed(&mut random)).collect();
    let output = answers(&["--ordered", "--nodes", "20"], lines.join(&b'\n'));
    let mut finals = output.iter().filter(|answer| answer["final"] == true).peekable();
    let mut kinds = std::collections::BTreeMap::new();
    for (number, line) in (1..).zip(&lines) {
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        // An id that cannot be read is replaced by the number of the line.
        let fields: Option<Value> = serde_json::from_slice(line).ok();
        let given = fields.as_ref().and_then(|fields| fields.get("id"));
        let is_id = |id: &&Value| id.is_string() || id.as_i64().is_some();
        let id = given.filter(is_id).cloned().unwrap_or(json!(number));
        let text = || String::from_utf8_lossy(line);
        let answer = finals.next().unwrap_or_else(|| panic!("no answer to {}", text()));
        // What is not JSON may have its id before the fault, or behind it.
        let is_found = || fields.is_none() && text().contains(&format!("\"id\":{}", answer["id"]));
        assert!(answer["id"] == id || is_found(), "{answer} to {}", text());
        let status = answer["status"].as_str().expect("a status").to_owned();
        assert!(!answer.to_string().contains("internal error"), "{answer} to {}", text());
        *kinds.entry(status).or_insert(0) += 1;
        // The other turns of the query.
        let turn = answer.get("turn").and_then(Value::as_u64);
        while turn.is_some() && finals.peek().is_some_and(|next| next["id"] == id) {
            finals.next();
        }
    }
    assert_eq!(finals.next(), None, "an answer to nothing");
    assert!(kinds["ok"] > count / 20 && kinds["error"] > count / 4, "{kinds:?}");
    println!("{count} lines: {kinds:?}");
}

#[test]
fn every_fuzzed_line_gets_its_answer() {
    fuzz(5_000, 1);
}

#[test]
#[ignore = "minutes"]
fn every_one_of_a_million_fuzzed_lines_gets_its_answer() {
    for seed in 1..=20 {
        fuzz(50_000, seed);
    }
}

#[test]
fn long_lines_are_refused_and_others_still_answered() {
    let long = format!("{{\"id\":\"long\",\"moves\":\"{}\"}}", "h8".repeat(9 << 19));
    let input = format!("{long}\n{{\"id\":\"next\",\"action\":\"version\"}}");
    let answers = answers(&[], input);
    assert_eq!((&answers[0]["id"], &answers[0]["status"]), (&json!(1), &json!("error")));
    assert_eq!((&answers[1]["id"], answers.len()), (&json!("next"), 2));
}
