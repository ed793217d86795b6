//! Matches of scripted brains, whose faults are known.

use std::process::{Command, Output};

use serde_json::Value;

use super::{Folder, PROGRAM, text};

/// A match of two games from the empty board between a scripted brain, `me`, and one that plays on.
fn play(folder: &Folder, actions: &str, more: &str) -> Output {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder.path())
        .args(["match", "--size=15", "--games=2", "--openings=empty", "--turn-time=60s"])
        .arg(format!("--engine=me='{script}' {actions}"))
        .arg(format!("--engine=other='{script}' 0,2 1,2 2,2 3,2 9,9"))
        .args(more.split_whitespace());
    command.output().expect("the program runs")
}

#[test]
fn a_lost_game_shows_the_words_of_the_loser() {
    for (actions, reason, error) in [
        (
            "'(5,_7)'",
            "illegal move: me answered \"(5, 7)\", which is not a move (illegal:malformed)",
            "answered \"(5, 7)\", which is not a move",
        ),
        (
            "'ERROR_I_am_lost'",
            "illegal move: me answered \"ERROR I am lost\", which is not a move \
             (illegal:malformed)",
            "answered \"ERROR I am lost\", which is not a move",
        ),
        (
            "'stderr:error:_no_network' 'stderr:try_again' exit:1",
            "me disconnects (crash:exit 1): error: no network",
            "error: no network",
        ),
    ] {
        let folder = Folder::new("match-words");
        let said = text(&play(&folder, actions, "--journal text").stdout);
        assert!(
            said.contains(&format!("Finished game 1 (me vs other): 0-1 {{{reason}}}")),
            "{said}"
        );
        assert!(said.contains(&format!("\n  Last error: {error}\nPlayer: other\n")), "{said}");
        let said = text(&play(&folder, actions, "--journal json --json").stdout);
        let events: Vec<Value> =
            said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let finished = events.iter().find(|event| event["event"] == "finished");
        assert_eq!(finished.expect("a game")["error"], error);
        let summary = events.last().expect("a summary");
        assert_eq!(summary["engines"][0]["last_error"], error);
        assert_eq!(summary["engines"][1]["last_error"], Value::Null);
    }
}

#[test]
fn an_engine_that_cannot_be_started_loses_if_it_may() {
    let folder = Folder::new("match-not-run");
    std::fs::write(folder.path().join("brain"), "").expect("disk space");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    for (command, cause, is_there) in [
        ("./brain", "Permission denied", true),
        ("no-such-brain", "No such file", true),
        ("./none", "none is", false),
    ] {
        let run = |more: &[&str]| {
            let mut match_of = Command::new(PROGRAM);
            match_of.current_dir(folder.path()).args(["match", "--games=2", "--turn-time=60s"]);
            match_of.args([format!("--engine=me={command}"), format!("--engine=other={script}")]);
            match_of.arg("--journal=journal").args(more).output().expect("the program runs")
        };
        let refused = run(&[]);
        let complaint = text(&refused.stderr);
        assert_eq!(refused.status.code(), Some(2), "{complaint}");
        let start = format!("error: cannot start {command:?}: ");
        assert!(complaint.starts_with(&start) && complaint.contains(cause), "{complaint}");
        assert_eq!(complaint.lines().count(), 1, "{complaint}");
        let recovered = run(&["--recover"]);
        if !is_there {
            assert_eq!(recovered.status.code(), Some(2), "it is a mistake before the first game");
            continue;
        }
        let said = text(&recovered.stdout);
        assert!(recovered.status.success(), "{}", text(&recovered.stderr));
        let reason = "{me disconnects at the start (start:not-run ";
        assert!(said.contains(&format!("(me vs other): 0-1 {reason}")), "{said}");
        assert!(said.contains(&format!("(other vs me): 1-0 {reason}")), "{said}");
        std::fs::remove_file(folder.path().join("journal")).expect("a journal");
    }
}

#[test]
fn a_crash_on_the_first_move_loses_once_the_engine_has_moved() {
    let folder = Folder::new("match-crash");
    let refused = play(&folder, "exit:1", "--like judge");
    let complaint = "error: me failed to start game 1 (crash:exit 1)\n";
    assert_eq!((refused.status.code(), text(&refused.stderr).as_str()), (Some(2), complaint));
    let moved = folder.path().join("moved");
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    let wins = format!("touch {0}; exec {script} 0,0 1,0 2,0 3,0 4,0", moved.display());
    let brain = format!("[ -e {} ] && exec {script} exit:1; {wins}", moved.display());
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder.path())
        .args(["match", "--size=15", "--games=2", "--openings=empty", "--turn-time=60s"])
        .args(["--like=judge", "--no-progress"])
        .args([
            format!("--engine=me=sh -c '{brain}'"),
            format!("--engine=other={script} 0,2 1,2 2,2 3,2"),
        ]);
    let output = command.output().expect("the program runs");
    let said = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(said.contains("Finished game 1 (me vs other): 1-0"), "{said}");
    assert!(
        said.contains("Finished game 2 (other vs me): 1-0 {me disconnects (crash:exit 1)}"),
        "{said}"
    );
}

#[test]
fn stray_lines_are_counted() {
    let folder = Folder::new("match-stray");
    let run = |more: &str| {
        text(&play(&folder, "'start:hello\\nhi\\nOK' 0,0 1,0 2,0 3,0 4,0", more).stdout)
    };
    let said = run("--journal text");
    assert!(said.contains("Games: 2, Wins: 2,"), "{said}");
    assert!(said.contains("\n  Stray lines: 4\n"), "{said}");
    let said = run("--journal json --json");
    let summary: Value = serde_json::from_str(said.lines().last().expect("lines")).expect("JSON");
    assert_eq!(
        (&summary["engines"][0]["stray_lines"], &summary["engines"][1]["stray_lines"]),
        (&4.into(), &0.into())
    );
}

#[test]
fn a_brain_that_does_not_flush_is_told_so() {
    let folder = Folder::new("match-unflushed");
    let output = play(&folder, "unflushed 0,0", "--stall-timeout 2s");
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
    let complaint = "error: me failed to start game 1 (start:silent): it sent nothing while it ran, and \
                     all of it when it exited: is it slow, or does it not flush its output?\n";
    assert_eq!(text(&output.stderr), complaint);
}

#[test]
fn a_hang_without_a_clock_is_given_up() {
    let folder = Folder::new("match-hang");
    let limits = "--nodes 10 --stall-timeout 2s --limit other.turn-time=60s";
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    let mut command = Command::new(PROGRAM);
    command
        .current_dir(folder.path())
        .args(["match", "--size=15", "--games=2", "--openings=empty"])
        .arg(format!("--engine=me='{script}' hang"))
        .arg(format!("--engine=other='{script}' 0,2 1,2"))
        .args(limits.split_whitespace());
    let said = text(&command.output().expect("the program runs").stdout);
    assert!(said.contains("{me stalls (stalled)}"), "{said}");
}

#[test]
fn sizes_need_a_unit() {
    let folder = Folder::new("match-unit");
    for tool in
        [&["match", "--engine=a=a", "--engine=b=b"][..], &["check"], &["spsa", "--nodes=10"]]
    {
        let mut command = Command::new(PROGRAM);
        command.current_dir(folder.path()).args(tool).args(["--memory", "350"]);
        let output = command.output().expect("the program runs");
        assert_eq!(output.status.code(), Some(2), "{tool:?}");
        let complaint = text(&output.stderr);
        assert!(complaint.contains("give a unit, such as 350MiB"), "{tool:?}: {complaint}");
    }
}
