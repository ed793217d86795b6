//! The subcommand `serve`: its page, who may ask, streams of answers and their ends.

mod access;
mod many;
mod network;
mod page;
mod server;
mod streams;
#[cfg(unix)]
mod token;

use std::fs;
#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
use std::net::TcpListener;

use crate::folder::Folder;
use server::{Server, endless, shisan};

/// What is printed before a failure.
fn failure(arguments: &[&str]) -> String {
    let output = shisan("serve").args(arguments).output().expect("it runs");
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
    assert!(output.stdout.is_empty(), "an address without a server");
    error
}

#[test]
fn the_port_is_the_one_that_was_asked_for() {
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    assert!(failure(&["--port", &port]).contains(&format!("port {port}")));
    drop(taken);
    let server = Server::start(&[]);
    assert!(failure(&["--port", &server.port.to_string()]).contains(&server.port.to_string()));
}

#[test]
#[cfg(unix)]
fn an_interrupt_ends_searches_and_the_program() {
    let mut server = Server::start(&["--jobs", "2"]);
    let mut streams = ["a", "b", "c"].map(|id| server.post(endless(id).to_string()));
    for stream in &mut streams {
        assert_eq!(stream.head().status, 200);
        assert!(stream.next().is_some());
    }
    let _idle = server.connect();
    assert_eq!(server.interrupt().code(), Some(0));
    for mut stream in streams {
        while stream.next().is_some() {}
    }
    assert!(TcpListener::bind(("127.0.0.1", server.port)).is_ok(), "the port is still in use");
}

/// The address that `play` prints on a machine without a browser, and the first line of its error output.
#[cfg(target_os = "linux")]
fn played(arguments: &[&str]) -> (String, String) {
    let mut command = shisan("play");
    let mut child = command.args(arguments).env("PATH", "").spawn().expect("it runs");
    let mut address = String::new();
    let stdout = child.stdout.take().expect("a pipe");
    BufReader::new(stdout).read_line(&mut address).expect("an address");
    let mut hint = String::new();
    let stderr = child.stderr.take().expect("a pipe");
    BufReader::new(stderr).read_line(&mut hint).expect("a hint");
    child.kill().and_then(|()| child.wait()).expect("a child");
    (address.trim_end().to_owned(), hint)
}

#[test]
#[cfg(target_os = "linux")]
fn play_opens_the_page_with_the_position() {
    let (address, hint) = played(&[]);
    let (_, token) = address.split_once("/?token=").expect("an address");
    assert_eq!(token.len(), 32, "no position: the page goes on with its own");
    assert_eq!(
        hint,
        "no browser could be started: open the address above in one, or play in the terminal: shisan \
         play --text\n"
    );
    let (address, _) = played(&["--rule", "renju", "--size", "20x15", "h8i9"]);
    let (_, fragment) = address.split_once('#').expect("a position");
    assert_eq!(fragment, "rule=renju&size=20x15&moves=h8i9");
    let (address, error) = played(&["h8h8"]);
    assert!(address.is_empty() && error.contains("h8"), "{address} {error}");
    let (address, error) = played(&["--side", "white"]);
    assert!(address.is_empty() && error.contains("required arguments"), "{address} {error}");
}

#[test]
fn a_loaded_game_is_there_for_the_page() {
    let folder = Folder::new("serve-load");
    let path = folder.path().join("game.sgf");
    let said = "PB[Ann]C[first]\n;B[hh]C[second]\n(;W[ii])(;W[gg])";
    fs::write(&path, format!("(;GM[4]SZ[15]{said})")).expect("disk space");
    let mut play = shisan("play");
    let mut server = Server::start_by(play.arg("--load").arg(path).env("PATH", ""));
    let (token, fragment) = server.token.split_once('#').expect("a fragment");
    assert_eq!(fragment, "game");
    let line = format!("GET /game?token={token}");
    let game = server.request(&line, &[], "");
    assert_eq!(game.status, 200);
    let game = String::from_utf8(game.body).expect("UTF-8");
    for part in ["RU[freestyle]", "PB[Ann]", "C[first]", "C[second]", ";W[ii]", ";W[gg]"] {
        assert!(game.contains(part), "{game}");
    }
    assert_eq!(server.request("GET /game?token=other", &[], "").status, 403);
    let refused = server.request(&format!("POST /game?token={token}"), &[], "");
    assert_eq!((refused.status, refused.header("allow")), (405, "GET, HEAD"));
    assert_eq!(server.interrupt().code(), Some(0));
    let server = Server::start(&[]);
    assert_eq!(server.request(&format!("GET /game?token={}", server.token), &[], "").status, 404);
}
