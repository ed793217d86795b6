//! What concerns the queue: priorities, termination, the end of the program.

use std::io::{Read, Write};
use std::process::Stdio;

use serde_json::{Value, json};

use super::queries::endless_proof;
use super::{Session, answers, endless};
use crate::dialogue::command;

#[test]
fn a_terminated_query_ends_without_result() {
    let mut session = Session::start(&[]);
    for query in [endless("running"), endless("waiting"), endless_proof("solve")] {
        session.send(&query);
    }
    let progress = session.next();
    assert_eq!((&progress["id"], &progress["final"]), (&json!("running"), &json!(false)));
    for (id, others) in [("waiting", 1), ("running", 1), ("nobody", 0)] {
        session.send(&json!({"id": "t", "action": "terminate", "terminateId": id}));
        let mut answers = Vec::new();
        while answers.len() <= others {
            answers.push(session.next_final());
        }
        let done = answers.iter().find(|answer| answer["id"] == "t").expect("a confirmation");
        assert_eq!((&done["status"], &done["terminated"]), (&json!("done"), &json!(others)));
        for answer in answers.iter().filter(|answer| answer["id"] != "t") {
            assert_eq!((&answer["id"], &answer["status"]), (&json!(id), &json!("noResult")));
            assert_eq!(answer.as_object().expect("an object").len(), 4, "{answer}");
        }
    }
    session.send(&json!({"id": "all", "action": "terminateAll"}));
    let mut ids = [session.next_final(), session.next_final()].map(|answer| answer["id"].clone());
    ids.sort_by_key(Value::to_string);
    assert_eq!(ids, [json!("all"), json!("solve")]);
    session.end();
}

#[test]
fn quit_ends_all_searches_and_the_program() {
    for (arguments, last) in [
        (&["--jobs", "2"][..], "{\"action\":\"quit\"}\n{\"id\":\"late\"}\n"),
        (&["--quit-without-waiting"], ""),
    ] {
        let queries: String = ["a", "b", "c"].map(|id| endless(id).to_string() + "\n").concat();
        let output = answers(arguments, queries + last);
        let ended = output.iter().filter(|answer| answer["status"] == "noResult");
        assert_eq!(ended.count(), 3, "{output:?}");
        assert!(output.iter().all(|answer| answer["id"] != "late"), "{output:?}");
    }
}

#[test]
fn a_higher_priority_comes_first_then_arrival() {
    let mut session = Session::start(&[]);
    session.send(&endless("first"));
    session.next();
    for (id, priority) in [("low", -1), ("usual", 0), ("high", 5), ("second", 0)] {
        session.send(&json!({"id": id, "maxNodes": 10, "moves": "h8", "priority": priority}));
    }
    session.send(&json!({"id": "t", "action": "terminate", "terminateId": "first"}));
    let mut ids: Vec<Value> = (0..6).map(|_| session.next_final()["id"].clone()).collect();
    ids.retain(|id| id != "t" && id != "first");
    assert_eq!(ids, ["high", "usual", "second", "low"]);
    session.end();
}

#[test]
#[cfg(target_os = "linux")]
fn a_broken_output_ends_the_program_while_the_input_is_open() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let (reader, pipe) = std::io::pipe().expect("a pipe");
    drop(reader);
    for (stdout, code, lines) in [(Stdio::from(full), 2, 1), (Stdio::from(pipe), 0, 0)] {
        let mut child =
            command("analyze", &["--jobs", "2"]).stdout(stdout).spawn().expect("it runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        writeln!(stdin, "{}\n{}", endless("left"), json!({"maxNodes": 10})).expect("it listens");
        let status = child.wait().expect("a child");
        let mut error = String::new();
        child.stderr.take().expect("a pipe").read_to_string(&mut error).expect("text");
        assert_eq!((status.code(), error.lines().count()), (Some(code), lines), "{error}");
    }
}
