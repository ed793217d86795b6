//! The published agents, as the built program plays them.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const OURS: &str = env!("CARGO_BIN_EXE_shisan");

/// What `shisan classic` with these arguments prints for a manager that says `lines`.
pub(crate) fn dialogue(arguments: &[&str], lines: &str) -> Output {
    let mut brain = Command::new(OURS)
        .arg("classic")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    brain.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it reads");
    brain.wait_with_output().expect("it ends")
}

#[test]
fn each_agent_plays_for_a_manager() {
    let lines = "ABOUT\nSTART 15\nINFO timeout_turn 5000\nBOARD\n3,3,1\n0,0,2\n4,3,1\n0,2,2\n5,3,1\n0,4,2\n\
                 6,3,1\n2,3,2\nDONE\nTURN 5,5\nTURN 5,5\nEND\n";
    for (arguments, name) in [
        (&["finard"][..], "Finard"),
        (&["zheng", "--keep", "10", "--no-check-kill"], "Zheng"),
        (&["chain"], "Chain counter"),
        (&["gobang", "--depth", "2"], "Gobang"),
        (&["gao-liang", "--breadth", "4,4,3"], "Gao-Liang"),
        (&["one-ply"], "One ply"),
    ] {
        let output = dialogue(arguments, lines);
        assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let answers: Vec<&str> =
            text.lines().filter(|line| !line.starts_with("MESSAGE ")).collect();
        assert!(answers[0].starts_with(&format!("name=\"{name}\", version=\"")), "{text}");
        assert_eq!(answers[1..3], ["OK", "7,3"], "{text}");
        assert_eq!(answers[4..], ["ERROR 5,5: the cell is taken"], "{text}");
    }
}

#[test]
fn a_seed_chooses_the_moves() {
    let game = |seed| {
        let lines = "START 15\nBEGIN\nTURN 0,0\nTURN 14,14\nTURN 0,14\nEND\n";
        dialogue(&["random", "--seed", seed], lines).stdout
    };
    assert_eq!(game("1"), game("1"));
    assert_ne!(game("1"), game("2"));
}

/// From the empty board a one-ply player begins in the centre and beats a random mover with either colour.
#[test]
fn agents_play_matches_from_the_empty_board() {
    let folder = Folder::new("classic-match");
    let output = Command::new(OURS)
        .current_dir(folder.path())
        .args([
            "match",
            "--size",
            "15",
            "--nodes",
            "1000000",
            "--openings",
            "empty",
            "--games",
            "2",
        ])
        .arg(format!("--engine=one-ply='{OURS}' classic one-ply"))
        .arg(format!("--engine=random='{OURS}' classic random --seed 5"))
        .args(["--record", "games.jsonl"])
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).expect("text");
    assert!(printed.contains("Score of one-ply vs random: 2 - 0 - 0"), "{printed}");
    let games = std::fs::read_to_string(folder.path().join("games.jsonl")).expect("records");
    assert_eq!(games.matches("\"opening\":[]").count(), 2, "{games}");
    assert_eq!(games.matches("\"moves\":[{\"pos\":\"h8\"").count(), 1, "{games}");
}

#[test]
fn wrong_options_are_refused() {
    for arguments in [
        &["nobody"][..],
        &["zheng", "--keep-one-in", "0"],
        &["gao-liang", "--breadth", "0"],
        &["gobang", "--depth", "x"],
    ] {
        let output = dialogue(arguments, "");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
#[cfg(unix)]
fn each_agent_keeps_to_the_protocol() {
    let check = |agent: &str| {
        let brain = format!("'{OURS}' classic {agent}");
        let only = |name| format!("--only={name}");
        let output = Command::new(OURS)
            .args(["check", "--brain", &brain, "--stall-timeout", "10s"])
            .args(
                ["start/", "command/", "judge/standard-b", "judge/renju-c", "judge/caro-d"]
                    .map(only),
            )
            .output()
            .expect("it runs");
        assert!(output.status.success(), "{agent}: {output:?}");
    };
    std::thread::scope(|scope| {
        for agent in ["finard", "zheng", "chain", "gobang", "gao-liang"] {
            scope.spawn(move || check(agent));
        }
    });
}
