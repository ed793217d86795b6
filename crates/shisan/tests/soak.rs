//! The subcommand `soak`: what it finds, and that it continues where it ended.

use std::fs;
use std::process::{Command, Output};

use crate::folder::Folder;

impl Folder {
    /// A soak on a machine that is busy with other tests.
    fn soak(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
        command.current_dir(self.path()).env_remove("RUST_LOG");
        command.args(["soak", "--tolerance", "10s"]).args(arguments.split_whitespace());
        command
    }

    fn soaked_games(&self) -> usize {
        let text = fs::read_to_string(self.path().join("soak.jsonl")).expect("a journal");
        text.lines().count() - 1
    }
}

#[track_caller]
fn expect(output: &Output, code: i32, texts: &[&str]) {
    let printed = [&output.stdout[..], &output.stderr].concat();
    let printed = String::from_utf8_lossy(&printed);
    assert_eq!(output.status.code(), Some(code), "{printed}");
    for text in texts {
        assert!(printed.contains(text), "no {text:?} in\n{printed}");
    }
}

#[test]
fn a_soak_continues_where_it_ended() {
    let folder = Folder::new("soak-resume");
    let run = |arguments: &str| folder.soak(arguments).output().expect("the program runs");
    expect(&run("--games 2"), 0, &["\n10 to 50 ms      2 ", "\nPASS: 2 games, no fault\n"]);
    expect(&run("--games 3"), 2, &["soak.jsonl exists: continue it with --resume"]);
    expect(&run("--games 3 --seed 2 --resume"), 2, &["another soak: seed was 1 and is 2"]);
    expect(&run("--games 3 --resume"), 0, &["\nPASS: 3 games, no fault\n"]);
    assert_eq!(folder.soaked_games(), 3);
    let over = run("--games 9 --duration 0s --resume");
    expect(&over, 0, &["PASS: 3 games, no fault\n"]);
}

#[test]
fn a_thought_that_fails_is_found() {
    let folder = Folder::new("soak-fault");
    let output = folder.soak("--games 1").env("SHISAN_FAULT", "panic").output();
    let found = ["A -> DEBUG search failed", "\nFAIL: 1 game, faults: error line 2\n"];
    expect(&output.expect("the program runs"), 1, &found);
}

#[test]
#[cfg(unix)]
fn a_brain_that_cannot_play_is_found() {
    let folder = Folder::new("soak-crash");
    let output = folder.soak("--games 2 --brain false").output().expect("the program runs");
    expect(&output, 1, &["lost by start:crash:exit 1", "\nFAIL: 2 games, faults: crash 2\n"]);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/brains/script.sh");
    for (actions, found) in [
        (
            "'stderr:KeyError:_3' exit:1",
            ["lost by crash:exit 1: KeyError: 3", "\nFAIL: 1 game, faults: crash 1, error line"],
        ),
        (
            "'(5,_7)'",
            [
                "lost by illegal:malformed: answered \"(5, 7)\", which is not a move",
                "\nFAIL: 1 game, faults: illegal move 1\n",
            ],
        ),
        (
            "start:ERROR_only_20",
            ["lost by start:refused ERROR only 20\n", "\nFAIL: 1 game, faults: refused start 1\n"],
        ),
        (
            "unflushed 7,7",
            [
                "lost by start:silent: it sent nothing while it ran, and all of it when it exited: is it \
                 slow, or does it not flush its output?",
                "\nFAIL: 1 game, faults: crash 1\n",
            ],
        ),
    ] {
        let folder = Folder::new("soak-words");
        let mut soak = folder.soak("--games 1 --stall-timeout 2s");
        let output = soak.args(["--brain", &format!("'{script}' {actions}")]).output();
        expect(&output.expect("the program runs"), 1, &found);
    }
}

#[test]
fn a_soak_that_cannot_begin_is_refused_and_leaves_no_journal() {
    let folder = Folder::new("soak-refused");
    for (arguments, reason) in [
        ("--duration 8", "'8' for '--duration <TIME>': time unit needed, for example 8sec or 8ms"),
        ("--duration 9999days", "'9999days' for '--duration <TIME>': expected a year at most"),
        ("--duration 0s", "error: --duration: over before the first game\n"),
        ("--games 0", "invalid value '0' for '--games <N>': expected a whole number from 1 to "),
        ("--brain ./no/such/brain", "cannot start \"./no/such/brain\""),
        ("--journal no/such/folder/soak.jsonl", "no/such/folder/soak.jsonl: "),
    ] {
        let output = folder.soak(arguments).output().expect("the program runs");
        expect(&output, 2, &[reason]);
        assert!(output.stdout.is_empty(), "{arguments}");
        assert_eq!(fs::read_dir(folder.path()).expect("a folder").count(), 0, "{arguments}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn the_machines_load_is_reported() {
    let folder = Folder::new("soak-load");
    let output = folder.soak("--games 1").output().expect("the program runs");
    expect(&output, 0, &["\nmachine: load average ", " cores; busy in "]);
}

#[test]
fn a_journal_cut_inside_a_character_is_continued() {
    let folder = Folder::new("soak-torn");
    let run = |arguments: &str| folder.soak(arguments).output().expect("the program runs");
    expect(&run("--games 1"), 0, &["PASS: 1 game"]);
    let path = folder.path().join("soak.jsonl");
    let whole = fs::read(&path).expect("a journal");
    let torn = [&whole[..], "{\"game\":1,\"errors\":[\"é".as_bytes()].concat();
    fs::write(&path, &torn[..torn.len() - 1]).expect("disk space");
    expect(&run("--games 2 --resume"), 0, &["PASS: 2 games"]);
    let resumed = fs::read(&path).expect("a journal");
    assert!(resumed.starts_with(&whole) && folder.soaked_games() == 2);
}
