//! Clients in crowds: requests that are never finished, and searches without end.

#[cfg(unix)]
use std::process::Command;
#[cfg(unix)]
use std::time::{Duration, Instant};

use super::server::Server;
#[cfg(unix)]
use super::server::endless;

/// How long a request may take to arrive.
#[cfg(unix)]
const REQUEST_TIME: Duration = Duration::from_secs(15);

#[cfg(unix)]
const SHISAN: &str = env!("CARGO_BIN_EXE_shisan");
/// The program with 64 files open at most.
#[cfg(unix)]
const LIMITED: &str = "ulimit -n 64 && exec \"$0\" serve --port 0";

#[test]
fn half_sent_requests_are_cut_off() {
    let server = Server::start(&[]);
    let head = format!("POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.analyze(), server.port);
    let body = format!("{head}Content-Length: 100\r\n\r\n{{\"moves\"");
    let halves = ["", "GET / HT", &head, &body].map(|half| {
        let mut connection = server.connect();
        connection.send(half.as_bytes(), b"");
        connection
    });
    for connection in halves {
        connection.wait_for_end();
    }
    assert_eq!(server.answers("{\"action\":\"version\"}").len(), 1);
}

/// More clients than the process may have files, most of them silent.
#[test]
#[cfg(unix)]
fn a_silent_client_gives_its_place_to_another() {
    let start = Instant::now();
    let server = Server::start_by(Command::new("sh").args(["-c", LIMITED, SHISAN]));
    let mut endless = server.post(endless("long").to_string());
    assert_eq!(endless.head().status, 200);
    let head = format!("POST {} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n", server.analyze(), server.port);
    let mut silent = Vec::new();
    for count in 0..150 {
        let mut connection = server.connect();
        match count % 3 {
            0 => connection.send(head.as_bytes(), b""),
            // Answered, and kept.
            1 => {
                connection.send(server.head("GET /", &[], 0).as_bytes(), b"");
                assert_eq!(connection.response().status, 200);
            }
            _ => {}
        }
        silent.push(connection);
    }
    for _ in 0..3 {
        assert_eq!(server.request("GET /", &[], "").status, 200);
        assert_eq!(server.answers("{\"action\":\"version\"}").len(), 1);
    }
    assert!(start.elapsed() < REQUEST_TIME, "answered only when the silent were cut off");
    assert!(endless.next().is_some() && endless.next().is_some(), "an answer under way goes on");
}

/// The pages in memory of a server.
#[cfg(target_os = "linux")]
fn pages(server: &Server) -> u64 {
    let statm = std::fs::read_to_string(format!("/proc/{}/statm", server.child.id()));
    let statm = statm.expect("a process");
    statm.split(' ').nth(1).and_then(|pages| pages.parse().ok()).expect("a number")
}

#[test]
#[cfg(target_os = "linux")]
fn a_short_query_is_answered_beside_two_hundred_endless_ones() {
    use serde_json::json;

    use super::server::{Connection, until};

    let server = Server::start(&["--jobs", "2", "--hash", "256MiB"]);
    let before = pages(&server);
    let mut streams: Vec<_> =
        (0..200).map(|id| server.post(endless(&id.to_string()).to_string())).collect();
    for stream in &mut streams {
        assert_eq!(stream.head().status, 200);
    }
    for _ in 0..3 {
        let answers = server.answers(json!({"moves": "h8", "maxNodes": 1000}).to_string());
        assert_eq!((&answers[0]["status"], answers.len()), (&json!("ok"), 1));
    }
    // Those that came too late know it.
    let last = streams.last_mut().and_then(Connection::next).expect("an answer");
    assert_eq!((&last["status"], &last["final"]), (&json!("error"), &json!(true)), "{last}");
    assert_eq!(last["error"], "too many searches wait: end some of them first");
    let during = pages(&server);
    for stream in streams {
        stream.cut();
    }
    // Few tables are kept.
    until("the memory", || {
        let now = pages(&server);
        if now < before.midpoint(during) { Ok(()) } else { Err(format!("{now} of {during} pages")) }
    });
    assert_eq!(server.answers("{\"maxNodes\":100}").len(), 1);
}
