//! Soaks of the built program: what they find, and that they go on where they ended.

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
    let told = [&output.stdout[..], &output.stderr].concat();
    let told = String::from_utf8_lossy(&told);
    assert_eq!(output.status.code(), Some(code), "{told}");
    for text in texts {
        assert!(told.contains(text), "no {text:?} in\n{told}");
    }
}

#[test]
fn a_soak_goes_on_where_it_ended() {
    let folder = Folder::new("soak-resume");
    let run = |arguments: &str| folder.soak(arguments).output().expect("the program runs");
    expect(&run("--games 2"), 0, &["\n10 to 50 ms      2 ", "\nPASS: 2 games, no fault\n"]);
    expect(&run("--games 3"), 2, &["soak.jsonl exists: continue it with --resume"]);
    expect(&run("--games 3 --seed 2 --resume"), 2, &["another soak: seed was 1 and is 2"]);
    expect(&run("--games 3 --resume"), 0, &["\nPASS: 3 games, no fault\n"]);
    assert_eq!(folder.soaked_games(), 3);
    let over = run("--games 9 --hours 0 --resume");
    expect(&over, 0, &["PASS: 3 games, no fault\n"]);
}

#[test]
fn a_thought_that_fails_is_found() {
    let folder = Folder::new("soak-fault");
    let output = folder.soak("--games 1").env("SHISAN_FAULT", "panic").output();
    let found = ["A -> DEBUG search failed", "\nFAIL: 1 games, faults: remark 2\n"];
    expect(&output.expect("the program runs"), 1, &found);
}

#[test]
#[cfg(unix)]
fn a_brain_that_cannot_play_is_found() {
    let folder = Folder::new("soak-crash");
    let output = folder.soak("--games 2 --brain false").output().expect("the program runs");
    expect(&output, 1, &["lost by start:crash:exit 1", "\nFAIL: 2 games, faults: crash 2\n"]);
}
