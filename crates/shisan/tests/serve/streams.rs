//! Streams of answers.

use std::collections::BTreeMap;

use fastrand::Rng;
use serde_json::{Value, json};

use super::server::{Connection, Server, endless};
use crate::analyze::queries::{endless_proof, fuzzed, query};

#[test]
fn every_query_of_a_body_is_answered_as_analyze_does() {
    let server = Server::start(&["--jobs", "2"]);
    let mut random = Rng::with_seed(7);
    let lines: Vec<String> = (0..60).map(|_| query(&mut random).to_string()).collect();
    let sorted = |mut answers: Vec<Value>| {
        answers.sort_by_key(ToString::to_string);
        answers
    };
    let expected = crate::analyze::answers(&[], lines.join("\n"));
    assert_eq!(sorted(server.answers(lines.join("\r\n\n"))).len(), expected.len());
    assert_eq!(sorted(server.answers(lines.join("\n"))), sorted(expected));
}

#[test]
fn a_long_search_reports_at_once_and_keeps_alive() {
    let server = Server::start(&[]);
    let mut stream = server.post(endless("live").to_string());
    assert_eq!(stream.head().status, 200);
    for _ in 0..3 {
        let answer = stream.next().expect("progress");
        assert_eq!((&answer["id"], &answer["final"]), (&json!("live"), &json!(false)));
    }
    let mut silent = endless("silent");
    silent["reportEveryMs"] = Value::Null;
    let mut stream = server.post(silent.to_string());
    assert_eq!(stream.head().status, 200);
    for _ in 0..3 {
        assert_eq!(stream.next_line().as_deref(), Some(&b"\n"[..]));
    }
}

/// The processor time of a server in clock ticks.
#[cfg(target_os = "linux")]
fn ticks(server: &Server) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{}/stat", server.child.id()));
    let stat = stat.expect("a process");
    let (_, fields) = stat.rsplit_once(") ").expect("a name");
    // User and system time are the fields 14 and 15.
    fields.split(' ').skip(11).take(2).map(|field| field.parse::<u64>().expect("ticks")).sum()
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_request_ends_its_searches() {
    use std::thread::sleep;
    use std::time::Duration;

    let server = Server::start(&["--jobs", "2"]);
    let silent = json!({"moves": "h8i9h9", "maxTimeMs": 3_600_000}).to_string();
    let mut all = endless("all");
    all["turns"] = json!("all");
    for body in [
        endless("live").to_string(),
        silent,
        endless_proof("solve").to_string(),
        all.to_string(),
        format!("{}\n", endless("many")).repeat(20_000),
    ] {
        let mut stream = server.post(&body);
        assert_eq!(stream.head().status, 200);
        stream.next_line();
        let start = ticks(&server);
        while ticks(&server) < start + 10 {
            assert!(stream.next_line().is_some(), "the search has ended");
        }
        let cut = ticks(&server);
        stream.cut();
        let mut before = cut;
        let used = loop {
            sleep(Duration::from_millis(500));
            let now = ticks(&server);
            if now <= before + 1 {
                break before - cut;
            }
            before = now;
        };
        // Two searches for a second, at 100 ticks a second.
        assert!(used < 200, "{used} ticks after the end of {}", &body[..80.min(body.len())]);
    }
    assert_eq!(server.answers("{\"maxNodes\":100}").len(), 1, "the server goes on");
}

#[test]
fn a_search_keeps_no_other_client_waiting() {
    let server = Server::start(&["--jobs", "1"]);
    let mut live = ["a", "b"].map(|id| server.post(endless(id).to_string()));
    for stream in &mut live {
        assert_eq!(stream.head().status, 200);
        assert_eq!(stream.next().expect("progress")["final"], false);
    }
    let answers = server.answers(json!({"moves": "h8", "maxNodes": 1000}).to_string());
    assert_eq!((&answers[0]["status"], answers.len()), (&json!("ok"), 1));
    for stream in &mut live {
        assert_eq!(stream.next().expect("progress")["final"], false, "it goes on");
    }
}

/// Eight of them are more than the workers.
#[test]
fn clients_that_read_nothing_keep_no_other_waiting() {
    let server = Server::start(&["--jobs", "1"]);
    let query = json!({"size": 32, "include": ["policy"], "maxNodes": 1, "maxDepth": 1});
    let body = format!("{query}\n").repeat(1500);
    let mut silent: Vec<Connection> = (0..8).map(|_| server.post(&body)).collect();
    // Until their answers fill all that lies between.
    std::thread::sleep(std::time::Duration::from_secs(2));
    let answers = server.answers(json!({"moves": "h8", "maxNodes": 100}).to_string());
    assert_eq!((&answers[0]["status"], answers.len()), (&json!("ok"), 1));
    let mut stream = silent.remove(0);
    assert_eq!(stream.head().status, 200);
    assert_eq!(std::iter::from_fn(|| stream.next()).count(), 1500, "it goes on when it is read");
}

#[test]
fn a_request_ends_its_own_queries_only() {
    let server = Server::start(&[]);
    let mut other = server.post(endless("live").to_string());
    assert_eq!(other.head().status, 200);
    let (live, waiting) = (endless("live"), endless("waiting"));
    for (action, after) in [("terminate", 1), ("terminateAll", 1), ("quit", 0)] {
        let end = json!({"id": "end", "action": action, "terminateId": "live"});
        let version = json!({"id": "after", "action": "version"});
        let waiting = if action == "terminate" { version.clone() } else { waiting.clone() };
        let answers = server.answers(format!("{live}\n{waiting}\n{end}\n{version}\n"));
        let finals = answers.iter().filter(|answer| answer["final"] == true);
        let ids: Vec<&str> = finals.filter_map(|answer| answer["id"].as_str()).collect();
        let count = |id| ids.iter().filter(|other| **other == id).count();
        let versions = after + usize::from(action == "terminate");
        assert_eq!((count("live"), count("end"), count("after")), (1, 1, versions), "{answers:?}");
    }
    assert_eq!(server.answers("{\"action\":\"clearCache\"}")[0]["status"], "done");
    assert_eq!(other.next().expect("progress")["final"], false, "it goes on");
}

#[test]
fn bodies_have_limits() {
    let server = Server::start(&[]);
    let line = format!("POST {}", server.analyze());
    for blank in ["", "\n \r\n"] {
        let response = server.request(&line, &[], blank);
        assert_eq!((response.status, response.text()), (400, "the body has no query\n"));
    }
    let response = server.request(&line, &[], vec![b' '; (16 << 20) + 1]);
    assert_eq!((response.status, response.text().lines().count()), (413, 1), "{response:?}");
    let long = format!("{{\"id\":\"long\",\"moves\":\"{}\"}}", "h8".repeat(9 << 19));
    let answers = server.answers(format!("{long}\n{{\"id\":\"next\",\"action\":\"version\"}}"));
    assert_eq!((&answers[0]["id"], &answers[0]["status"]), (&json!(1), &json!("error")));
    assert_eq!((&answers[1]["id"], answers.len()), (&json!("next"), 2));
}

/// Whether a line asks for no search, or for one with a limit of its own.
fn has_limit(line: &[u8]) -> bool {
    let Ok(Value::Object(fields)) = serde_json::from_slice(line) else { return true };
    let limits = ["maxNodes", "maxVisits", "maxDepth"];
    limits.iter().any(|name| fields.get(*name).is_some_and(Value::is_u64))
}

fn fuzz(count: usize, seed: u64) {
    let server = Server::start(&[]);
    let mut random = Rng::with_seed(seed);
    let mut connection: Connection = server.connect();
    let mut kinds = BTreeMap::new();
    let bodies = std::iter::repeat_with(|| fuzzed(&mut random)).filter(|body| has_limit(body));
    for body in bodies.take(count) {
        let text = || String::from_utf8_lossy(&body);
        server.post_over(&mut connection, &body);
        let head = connection.head();
        if body.iter().all(u8::is_ascii_whitespace) {
            assert_eq!(head.status, 400);
            connection.body(&head);
            continue;
        }
        assert_eq!(head.status, 200, "{head:?} to {}", text());
        let answers: Vec<Value> = std::iter::from_fn(|| connection.next()).collect();
        let last = answers.last().unwrap_or_else(|| panic!("no answer to {}", text()));
        assert!(!last.to_string().contains("internal error"), "{last} to {}", text());
        assert_eq!(last["final"], true, "{last} to {}", text());
        *kinds.entry(last["status"].as_str().expect("a status").to_owned()).or_insert(0) += 1;
    }
    assert!(kinds["ok"] > count / 20 && kinds["error"] > count / 4, "{kinds:?}");
    println!("{count} bodies: {kinds:?}");
}

#[test]
fn every_fuzzed_body_gets_its_answer() {
    fuzz(3_000, 1);
}

#[test]
#[ignore = "minutes"]
fn every_one_of_a_million_fuzzed_bodies_gets_its_answer() {
    for seed in 1..=20 {
        fuzz(50_000, seed);
    }
}
