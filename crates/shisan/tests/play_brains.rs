//! Games by `play` with brains: any two players, failures that lose no game, and sides that change.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::folder::Folder;

const OURS: &str = env!("CARGO_BIN_EXE_shisan");

/// A brain that does as `script.sh` is told by these actions.
fn script(actions: &str) -> String {
    format!("'{}/tests/brains/script.sh' {actions}", env!("CARGO_MANIFEST_DIR"))
}

fn play(arguments: &[&str]) -> Command {
    let mut command = Command::new(OURS);
    command.args(["play", "--text", "--nodes", "300", "--threads", "1"]).args(arguments);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.env_remove("RUST_LOG");
    command
}

/// What is printed when `input` is typed, the last line of standard error, and the exit code.
fn typed(arguments: &[&str], input: &str) -> (String, String, Option<i32>) {
    let mut game = play(arguments).spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    // A program that has ended with an error reads nothing.
    drop(keyboard.write_all(input.as_bytes()));
    drop(keyboard);
    let output = game.wait_with_output().expect("the program ends");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let error = text(output.stderr).lines().last().unwrap_or_default().to_owned();
    (text(output.stdout), error, output.status.code())
}

#[test]
fn a_person_plays_against_each_agent() {
    for agent in ["finard", "zheng", "chain", "gobang", "gao-liang", "one-ply", "random --seed 3"] {
        let brain = format!("shisan classic {agent}");
        let (text, error, code) =
            typed(&["--opponent", &brain, "h8i9"], "h9\nundo\nh9\nwhy a1\nhint\nmoves\nquit\n");
        assert_eq!((code, &*error), (Some(0), ""), "{text}");
        assert!(
            text.contains(&format!("you play black, {brain} white\nblack to move\n")),
            "{text}"
        );
        assert!(!text.contains("full strength"), "{text}");
        let replies: Vec<&str> =
            text.lines().filter(|line| line.starts_with("4. white ")).collect();
        assert_eq!(replies.len(), 2, "{text}");
        assert_eq!(replies[0], replies[1], "the same position, the same move: {text}");
        assert!(text.contains("taken back: ") && text.contains("a1 for black: "), "{text}");
        assert!(text.contains("\nhint: ") && text.contains("\n4 moves: h8 i9 h9 "), "{text}");
    }
}

#[test]
fn every_pair_of_players_plays() {
    let gobang = "shisan classic gobang --depth 2";
    let play = |arguments: &[&str], input| {
        let (text, error, code) = typed(&[arguments, &["--size", "11"]].concat(), input);
        assert_eq!((code, &*error), (Some(0), ""), "{arguments:?}: {text}");
        text
    };
    let text = play(&["--black", gobang, "--white", "shisan classic one-ply"], "");
    assert!(
        text.contains(&format!("{gobang} plays black, shisan classic one-ply white")),
        "{text}"
    );
    assert!(text.contains("1. black f6\n") && text.contains(" wins: "), "{text}");
    let text = play(&["--black", gobang, "--white", gobang], "board\n");
    assert!(text.contains(&format!("{gobang} plays both sides")), "{text}");
    let text = play(&["--side", "none", "--opponent", "shisan classic chain"], "");
    assert!(text.contains("shisan classic chain plays both sides"), "{text}");
    let text = play(&["--black", gobang], "f7\nmoves\n");
    assert!(text.contains("you play white") && text.contains("\n3 moves: f6 f7 "), "{text}");
    let text = play(&["--black", "shisan", "--white", "shisan classic one-ply"], "");
    assert!(
        text.contains("Shisan plays black, shisan classic one-ply white, full strength"),
        "{text}"
    );
    let text = play(&["--black", "person", "--white", "person"], "f6\nf7\n");
    assert!(text.contains("you play both sides") && text.contains("2. white f7"), "{text}");
}

#[test]
fn a_failure_loses_no_game() {
    for (actions, reason) in [
        ("exit:3", "has ended (exit 3)"),
        ("7,7", "answers \"7,7\", h8: the cell is taken"),
        ("ERROR_what", "answers \"ERROR what\", no move"),
        ("start:ERROR_no", "refuses the game: ERROR no"),
    ] {
        let brain = script(actions);
        let arguments = ["--opponent", &brain];
        let line = format!("{brain} {reason}; `go` asks it again, `opponent` changes it\n");
        let input = "h8\nmoves\ngo\nopponent shisan\nmoves\nwhy a1\n";
        let (text, error, code) = typed(&arguments, input);
        assert_eq!((code, &*error), (Some(0), ""), "{text}");
        assert_eq!(text.matches(&line).count(), 2, "{line} in {text}");
        assert!(text.contains("\n1 move: h8\n") && text.contains("\n2 moves: h8 "), "{text}");
        // A person may put its stone, take one back, or leave a brain that owes its move.
        let (text, error, code) = typed(&arguments, "h8\ni9\nundo\nmoves\nside both\nmoves\n");
        assert_eq!((code, &*error), (Some(0), ""), "{text}");
        assert!(text.contains("\n2. white i9\n") && text.contains("taken back: i9 h8"), "{text}");
        let (_, error, code) = typed(&arguments, "h8\n");
        assert!(code == Some(2) && error.ends_with(&format!("{brain} {reason}")), "{error}");
        // Before the first move there is none to take back.
        if actions.starts_with("exit") {
            let (text, ..) = typed(&["--black", &brain, "--white", "shisan"], "undo\nmoves\n");
            assert!(text.ends_with("\nundo: there is no move\nno moves yet\n"), "{text}");
        }
    }
}

#[test]
fn a_brain_that_knows_no_board_plays_from_the_first_move() {
    let brain = "sh -c 'while read word rest; do case $word in START) echo OK;; \
                 BEGIN) echo 7,7;; TURN) echo 0,0;; esac; done'";
    let (text, error, code) = typed(&["--opponent", brain], "h8\nquit\n");
    assert_eq!((code, &*error), (Some(0), ""), "{text}");
    assert!(text.contains("\n2. white a1\n"), "{text}");
}

#[test]
fn stray_lines_are_told_once() {
    let brain = script(r"'thinking...\n8,8' 'thinking...\n9,9'");
    let (text, _, code) = typed(&["--opponent", &brain], "h8\na1\n");
    assert_eq!(code, Some(0), "{text}");
    let line = format!("{brain} also writes \"thinking...\"\n2. white i9\n");
    assert!(text.contains(&line) && text.contains("\n4. white j10\n"), "{text}");
    assert_eq!(text.matches("also writes").count(), 1, "{text}");
}

#[test]
fn a_brain_that_does_not_start_is_one_line() {
    for (arguments, part) in [
        (&["--opponent", "./no-such-brain"][..], "no-such-brain is not a file"),
        (&["--black", "'a"], "a quote is not closed"),
        (&["--opponent", ""], "expected shisan or the command of a brain"),
        (&["--opponent", "person"], "expected shisan or the command of a brain"),
        (&["--black", ""], "expected person, shisan or the command of a brain"),
        (&["--opponent", "shisan", "--black", "person"], "cannot be used with"),
        (&["--side", "white", "--white", "person"], "cannot be used with"),
    ] {
        let (text, _, code) = typed(arguments, "");
        assert_eq!((code, &*text), (Some(2), ""), "{arguments:?}");
        let output = play(arguments).stdin(Stdio::null()).output().expect("it runs");
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(error.contains(part), "{error}");
    }
    let input =
        "opponent ./no-such-brain\nopponent person\nopponent\ngo\nwhite ./x\nmoves\nh8\nmoves\n";
    let (text, _, code) = typed(&["--opponent", "shisan classic one-ply"], input);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("no-such-brain is not a file\n"), "{text}");
    let line = "\nopponent: expected shisan or the command of a brain";
    assert_eq!(text.matches(line).count(), 2, "{text}");
    assert!(text.contains("\ngo: it is your move\n") && text.contains("\n2 moves: h8 "), "{text}");
}

#[test]
fn sides_change_in_a_rematch() {
    let moves = "a1o1a2o2a3o3a4o15";
    let (text, _, code) = typed(
        &["--opponent", "shisan classic chain", moves],
        "a5\nrematch\nundo\nb2\nrematch\nmoves\n",
    );
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("black wins: a1 a2 a3 a4 a5"), "{text}");
    let second = "freestyle 15x15: you play white, shisan classic chain black\nblack to move\n1. black h8\n\
                  undo: there is no move of yours\n2. white b2\n3. black ";
    assert!(text.contains(second), "{text}");
    assert!(
        text.ends_with("you play black, shisan classic chain white\nblack to move\nno moves yet\n")
    );
    let (text, _, _) = typed(&["--side", "white", "--level", "300"], "rematch\nmoves\n");
    assert!(
        text.contains("you play black, the engine white, level 300\nblack to move\nno moves"),
        "{text}"
    );
    let input = "swap\nblack shisan\nwhite shisan classic random\n";
    let (text, _, _) = typed(&["--side", "both"], input);
    assert!(
        text.contains("swap: one side has to be yours") && text.contains("2. white "),
        "{text}"
    );
}

#[test]
fn an_interrupt_stops_a_brain_and_then_saves_the_game() {
    let folder = Folder::new("play-brain-stop");
    let brain = script("hang");
    let mut command = Command::new(OURS);
    command.args([
        "play",
        "--text",
        "--side=white",
        "--turn-time",
        "1h",
        "--opponent",
        &brain,
        "h8i9",
    ]);
    command.current_dir(folder.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut game = command.spawn().expect("the program starts");
    let mut keyboard = game.stdin.take().expect("a pipe");
    let mut screen = BufReader::new(game.stdout.take().expect("a pipe"));
    let id = Pid::from_raw(i32::try_from(game.id()).expect("a process"));
    let mut line = String::new();
    while !line.contains("black to move") {
        line.clear();
        assert!(screen.read_line(&mut line).expect("UTF-8") > 0, "it ends");
    }
    // The brain has to be asked: nothing is printed when it is.
    std::thread::sleep(Duration::from_secs(2));
    kill(id, Signal::SIGINT).expect("a process of ours");
    line.clear();
    screen.read_line(&mut line).expect("UTF-8");
    assert_eq!(line, format!("{brain} is stopped; `go` asks it again\n"));
    keyboard.write_all(b"j10\n").expect("a reader");
    line.clear();
    screen.read_line(&mut line).expect("UTF-8");
    assert_eq!(line, "3. black j10\n");
    kill(id, Signal::SIGINT).expect("a process of ours");
    let mut rest = String::new();
    screen.read_to_string(&mut rest).expect("UTF-8");
    assert_eq!(game.wait().expect("it ends").code(), Some(75));
    let command =
        rest.lines().last().and_then(|line| line.split_once(" play ")).expect("a command");
    assert!(!command.1.contains("--side") && !command.1.contains("--opponent"), "{rest}");
    let saved = fs::read_dir(folder.path()).expect("a folder").flatten().next().expect("a file");
    let record = fs::read_to_string(saved.path()).expect("a game");
    assert!(record.contains("PW[Human]") && record.contains("script.sh"), "{record}");
    // The same command in a shell goes on: the brain is asked again, and here there is no one to wait.
    let words = format!("'{OURS}' play {} --turn-time 1s", command.1);
    let mut again = Command::new("sh");
    again.args(["-c", &words]).current_dir(folder.path()).stdin(Stdio::null());
    let again = again.output().expect("it runs");
    let text = String::from_utf8_lossy(&again.stdout);
    assert!(text.contains("you play white, ") && text.contains("white to move"), "{text}");
    assert!(Path::new(&saved.path()).exists() && again.status.code() == Some(0), "{text}");
}
