//! The brains of `docs/write-a-brain.md`: they do what the page says, pass the checks and play a match.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// The first block of the page in this language.
fn block(language: &str) -> String {
    let page = fs::read_to_string(Path::new(ROOT).join("docs/write-a-brain.md")).expect("a page");
    let (_, code) = page.split_once(&format!("```{language}\n")).expect("a block");
    code.split_once("```").expect("its end").0.to_owned()
}

/// The command of the Python brain, which is written into `folder`; `None` without Python, unless `CI` is
/// set.
pub fn in_python(folder: &Folder) -> Option<String> {
    let python = ["python3", "python"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success())
    });
    assert!(python.is_some() || std::env::var_os("CI").is_none(), "Python is missing");
    if python.is_none() {
        eprintln!("Python is missing: the brain in Python is not tested");
    }
    fs::write(folder.path().join("brain.py"), block("python")).expect("a file");
    python.map(|python| format!("{python} brain.py"))
}

/// The command of the Rust brain, the example of gomoku-protocol, which is built.
fn in_rust() -> String {
    let output = Command::new(env!("CARGO"))
        .current_dir(ROOT)
        .args(["build", "--quiet", "--package", "gomoku-protocol", "--example", "brain"])
        .arg("--message-format=json")
        .output()
        .expect("cargo");
    let messages = text(&output.stdout);
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let executable =
        messages.filter_map(|it| it["executable"].as_str().map(str::to_owned)).next_back();
    let executable = executable.unwrap_or_else(|| panic!("{}", text(&output.stderr)));
    quoted(&executable)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn program(folder: &Folder, arguments: &[&str]) -> Output {
    let mut command = Command::new(PROGRAM);
    command.current_dir(folder.path()).args(arguments).stdin(Stdio::null());
    command.output().expect("the program runs")
}

/// What the brain of this command writes when it reads `input`.
fn dialogue(folder: &Folder, brain: &str, input: &str) -> String {
    let mut words = shlex::split(brain).expect("a command").into_iter();
    let mut child = Command::new(words.next().expect("a program"))
        .args(words)
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a brain");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("a brain that reads");
    text(&child.wait_with_output().expect("its end").stdout)
}

#[test]
fn the_brain_in_rust_is_the_example_of_the_crate() {
    let example = Path::new(ROOT).join("crates/gomoku-protocol/examples/brain.rs");
    assert_eq!(block("rust"), fs::read_to_string(example).expect("an example"));
}

#[test]
fn the_brains_of_the_page_keep_to_the_protocol_and_play_a_match() {
    let folder = Folder::new("write-a-brain");
    let rust = in_rust();
    let python = in_python(&folder);
    let game = block("text");
    let said = |mark: &str| -> String {
        let lines = game.lines().filter_map(|line| line.strip_prefix(mark));
        lines.flat_map(|line| [line, "\n"]).collect()
    };
    for brain in [Some(&rust), python.as_ref()].into_iter().flatten() {
        assert_eq!(dialogue(&folder, brain, &said("> ")).replace('\r', ""), said("< "), "{brain}");
        // The checks that measure no time.
        for group in ["start/", "command/", "judge/freestyle", "game/"] {
            let check = program(
                &folder,
                &["check", "--brain", brain, "--fail-on", "required", "--only", group],
            );
            let printed = text(&check.stdout) + &text(&check.stderr);
            assert_eq!(check.status.code(), Some(0), "{brain}: {printed}");
        }
    }
    // The other rules are asked of the brain that knows them.
    let check = program(
        &folder,
        &["check", "--brain", &rust, "--only", "command/", "--only", "judge/renju"],
    );
    assert_eq!(check.status.code(), Some(0), "{}{}", text(&check.stdout), text(&check.stderr));

    let other = python.unwrap_or_else(|| format!("{} classic one-ply", quoted(PROGRAM)));
    let played = program(
        &folder,
        &[
            "match",
            &format!("--engine=rust={rust}"),
            &format!("--engine=other={other}"),
            "--size=15",
            "--games=2",
            "--nodes=1000000",
            "--stall-timeout=60s",
            "--record=games.jsonl",
        ],
    );
    let printed = text(&played.stdout) + &text(&played.stderr);
    assert_eq!(played.status.code(), Some(0), "{printed}");
    assert!(printed.contains("Score of rust vs other: "), "{printed}");
    let games = fs::read_to_string(folder.path().join("games.jsonl")).expect("records");
    for game in games.lines() {
        let game: Value = serde_json::from_str(game).expect("a record");
        assert!(
            ["five", "full-board"].contains(&game["outcome"]["reason"].as_str().unwrap_or("")),
            "{game}"
        );
    }
    assert_eq!(games.lines().count(), 2, "{games}");
}

fn quoted(path: &str) -> String {
    shlex::try_quote(path).expect("a path").into_owned()
}
