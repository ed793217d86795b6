//! Rounds of training.

use std::fs;
#[cfg(target_os = "linux")]
use std::fs::File;
use std::process::Stdio;
#[cfg(target_os = "linux")]
use std::thread;
#[cfg(target_os = "linux")]
use std::time::{Duration, Instant};

#[cfg(target_os = "linux")]
use super::LONG;
#[cfg(unix)]
use super::PROGRAM;
use super::exam::folder_with_exam;
use super::kill_after;
use crate::folder::Folder;

/// A round of moments.
const SETTINGS: &str = r#"{
    "rule": "caro", "games": 30, "nodes": 60, "labels": 40, "label_nodes": 60, "epochs": 2, "match_nodes": 60"#;

#[test]
fn a_round_is_one_command() {
    let folder = Folder::new("round");
    folder.write("caro.json", format!("{SETTINGS}, \"pairs\": 2}}"));
    // It is killed in its first step; fit and match are killed in tests of their own.
    let child = folder.trainer("round caro.json").stderr(Stdio::null()).spawn().expect("it runs");
    kill_after(child, || folder.read("caro-1/games.txt").lines().count() > 2);
    let first = folder.train("round caro.json");
    let error = String::from_utf8_lossy(&first.stderr);
    assert_eq!(first.status.code(), Some(3), "four games decide nothing: {error}");
    let printed = String::from_utf8_lossy(&first.stdout).into_owned();
    assert!(
        printed.starts_with("round 1, 15x15: ") && printed.contains(" in 4 games, LLR "),
        "{printed}"
    );
    let labels = folder.read("caro-1/labels.txt");
    let labels = labels.lines().filter(|line| !line.starts_with('#')).count();
    let fitted = format!(", undecided\nfitted to 30 caro games, {labels} labels, ");
    assert!(labels > 0 && printed.contains(&fitted), "{printed}");
    let again = folder.train("round --rounds 9 caro.json");
    assert_eq!(
        (again.status.code(), String::from_utf8_lossy(&again.stdout).into_owned()),
        (Some(3), printed)
    );
}

#[test]
fn a_step_that_fails_names_no_option_of_its_own() {
    let folder = Folder::new("round-nodes");
    folder.write("caro.json", format!("{}, \"pairs\": 2}}", SETTINGS.replacen("60", "1", 1)));
    let refused = folder.refused("round caro.json");
    let reason = "openings is balanced within 150 points after 1 node\n";
    assert!(refused.starts_with("caro 15x15: none of ") && refused.ends_with(reason), "{refused}");
}

#[test]
fn a_round_goes_on_wherever_its_folder_lies() {
    let folder = Folder::new("round-moved");
    fs::create_dir(folder.path().join("here")).expect("disk space");
    folder.write("here/caro.json", format!("{SETTINGS}, \"pairs\": 2}}"));
    let first = folder.train("round here/caro.json");
    assert_eq!(first.status.code(), Some(3), "{}", String::from_utf8_lossy(&first.stderr));
    let journal = folder.read("here/caro-1/match-15.jsonl");
    fs::rename(folder.path().join("here"), folder.path().join("there")).expect("our own folder");
    let moved = folder.train("round there/caro.json");
    assert_eq!((moved.status.code(), &moved.stdout), (Some(3), &first.stdout));
    // Its match goes on, too, from the first pair.
    fs::remove_file(folder.path().join("there/caro-1/match-15.json")).expect("a summary");
    let pair = journal.split_inclusive('\n').take(2).collect::<String>();
    folder.write("there/caro-1/match-15.jsonl", &pair);
    let moved = folder.train("round there/caro.json");
    assert_eq!((moved.status.code(), &moved.stdout), (Some(3), &first.stdout));
    assert!(folder.read("there/caro-1/match-15.jsonl").starts_with(&pair));
}

#[test]
fn the_next_round_begins_with_the_network_that_was_accepted() {
    let folder = Folder::new("rounds");
    // Whatever is fitted to 30 games is nearer to -300 Elo than to -500.
    let settings = format!("{SETTINGS}, \"pairs\": 100, \"sprt\": \"elo0=-500,elo1=-300\"}}");
    folder.write("caro.json", settings);
    let printed = folder.trained("round --rounds 2 caro.json");
    let lines: Vec<&str> = printed.lines().collect();
    assert!(matches!(lines[..], [_, _, _, _]), "{printed}");
    for (round, line) in [(1, lines[0]), (2, lines[2])] {
        assert!(line.starts_with(&format!("round {round}, 15x15: ")), "{printed}");
        assert!(line.ends_with(", accepted"), "{printed}");
    }
    assert!(lines[3].starts_with("fitted to 60 caro games, "), "those of both rounds: {printed}");
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect(name);
    assert!(read("caro-2/present.bin") == read("caro-1/new.bin"));
    let weights = |round: u32| {
        let games = folder.read(&format!("caro-{round}/games.txt"));
        let words = games.lines().next().expect("a heading").split(' ');
        words.filter(|word| word.starts_with("weights=")).map(str::to_owned).collect::<Vec<_>>()
    };
    assert!(weights(1).len() == 1 && weights(1) != weights(2), "{:?}", [weights(1), weights(2)]);
    assert!(folder.read("caro-2/match-15.jsonl").contains("present.bin"));
}

#[test]
fn both_networks_of_a_round_take_its_exam() {
    let folder = folder_with_exam("round-exam", 12);
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/freestyle.bin");
    folder.trained(&format!("exam truth --nodes 3000 --second-weights {tables} exam.txt"));
    let exam = r#", "pairs": 1, "exam": "exam.txt", "exam_nodes": 500}"#;
    folder.write("round.json", SETTINGS.replace("caro", "freestyle") + exam);
    let before = folder.read("exam.txt");
    let printed = folder.train("round round.json").stdout;
    let printed = String::from_utf8_lossy(&printed).into_owned();
    let compared = folder
        .trained("exam compare round-1/exam.txt round-1/exam-present.txt round-1/exam-new.txt");
    let elo = |mark: &str| {
        let line = compared.lines().find(|line| line.starts_with(&format!("Elo by {mark}")));
        let difference = line.expect(&compared).split_whitespace().rev().nth(1).expect(&compared);
        format!("exam: {difference} Elo by {mark}, one standard error ")
    };
    for mark in ["wrong moves", "divergence"] {
        assert!(printed.contains(&elo(mark)), "{printed}{compared}");
    }
    assert_eq!(folder.read("exam.txt"), before, "a round has its own copy");
}

#[cfg(unix)]
#[test]
fn an_interrupt_of_a_round_ends_its_step_in_order() {
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;

    let folder = Folder::new("round-interrupted");
    let settings =
        SETTINGS.replace("\"games\": 30, \"nodes\": 60", "\"games\": 100000, \"nodes\": 600");
    folder.write("caro.json", settings + "}");
    let mut round = folder.trainer("round caro.json");
    let child = round.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("it runs");
    while folder.read("caro-1/games.txt").lines().count() < 3 {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // Its step is not told by anyone else.
    kill(Pid::from_raw(child.id().cast_signed()), Signal::SIGINT).expect("it runs");
    let output = child.wait_with_output().expect("it ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(75), "{error}");
    let commands: Vec<&str> =
        error.lines().filter(|line| line.starts_with("to continue: ")).collect();
    assert_eq!(commands, [format!("to continue: {PROGRAM} round caro.json")], "{error}");
    let games = folder.read("caro-1/games.txt");
    assert!(games.ends_with('\n'), "whole lines");
    assert_eq!(folder.read("caro-1/games.txt"), games, "nothing goes on");
}

#[test]
fn files_that_begin_with_a_dash_are_no_options() {
    let folder = Folder::new("round-dash");
    folder.write("-older.txt", "caro 15x15 99 draw h8? i9=20 h9=30\n");
    folder.write("-x.json", format!("{SETTINGS}, \"pairs\": 1, \"older\": [\"-older.txt\"]}}"));
    let round = folder.train("round -- -x.json");
    let error = String::from_utf8_lossy(&round.stderr);
    assert_eq!(round.status.code(), Some(3), "{error}");
    let printed = String::from_utf8_lossy(&round.stdout);
    assert!(printed.contains("\nfitted to 31 caro games, "), "{printed}");
    assert!(folder.path().join("-x-1/match-15.json").exists());
}

/// As by a system that is short of memory.
#[cfg(unix)]
#[test]
fn a_step_that_is_killed_or_breaks_is_named() {
    use std::os::unix::fs::PermissionsExt;

    let folder = Folder::new("round-step-killed");
    folder.write("caro.json", format!("{SETTINGS}, \"pairs\": 1}}"));
    folder.train("round caro.json");
    let program = folder.path().join("caro-1/shisan");
    for (script, ending) in [
        ("kill -9 $$", "killed by signal 9"),
        ("exit 101", "exit status: 101"),
        ("echo 'error: no' >&2; exit 2", "no"),
    ] {
        fs::remove_file(&program).expect("our own file");
        fs::write(&program, format!("#!/bin/sh\n{script}\n")).expect("disk space");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("our own file");
        let error = folder.refused("round caro.json");
        let name = if ending == "no" { "" } else { "caro-1/shisan selfplay: " };
        assert_eq!(error, format!("{name}{ending}\n"));
    }
}

/// A step left behind would keep the file of its games from the same command.
#[cfg(target_os = "linux")]
#[test]
fn a_round_that_is_killed_alone_leaves_no_step() {
    use std::io::ErrorKind::ExecutableFileBusy;

    let folder = Folder::new("round-alone");
    folder.write("caro.json", SETTINGS.replace("\"games\": 30", "\"games\": 100000") + "}");
    let mut round =
        folder.trainer("round caro.json").stderr(Stdio::null()).spawn().expect("it runs");
    let deadline = Instant::now() + LONG;
    while folder.read("caro-1/games.txt").lines().count() < 3 {
        assert!(Instant::now() < deadline, "nothing happens");
        thread::sleep(Duration::from_millis(5));
    }
    round.kill().expect("it runs");
    round.wait().expect("a child");
    // Nobody may write to a program that runs.
    let program = folder.path().join("caro-1/shisan");
    let is_left =
        || File::options().append(true).open(&program).map_err(|error| error.kind()).err();
    while is_left() == Some(ExecutableFileBusy) {
        assert!(Instant::now() < deadline, "its step goes on");
        thread::sleep(Duration::from_millis(5));
    }
    assert_eq!(is_left(), None);
}

#[test]
fn rounds_that_cannot_be_played_are_refused() {
    let folder = Folder::new("round-refused");
    let refused = |settings: &str| {
        folder.write("r.json", settings);
        let error = folder.refused("round r.json");
        assert!(!folder.path().join("r-1/games.txt").exists(), "{error}");
        error.strip_prefix("r.json: ").expect(&error).trim_end().to_owned()
    };
    assert_eq!(refused("{"), "JSON that ends too early, at column 1");
    assert_eq!(refused("{\"games\": 9,\n x}"), "not JSON at line 2, column 2");
    assert!(
        refused(r#"{"rul": "caro"}"#).starts_with("unknown field `rul`, expected one of `rule`, ")
    );
    assert!(refused(r#"{"rule": "gomoku"}"#).starts_with("`rule`: "));
    assert_eq!(refused(r#"{"sizes": []}"#), "`sizes` names no board");
    assert_eq!(refused(r#"{"sizes": [15, 20, 15]}"#), "`sizes`: 15 is named twice");
    assert!(refused(r#"{"sizes": [15, 400]}"#).starts_with("`sizes`: "));
    assert_eq!(
        refused(r#"{"sizes": [15, 11]}"#),
        "`sizes`: 11: there are no openings for boards below 15x15"
    );
    assert!(refused(r#"{"match_time": "soon"}"#).starts_with("`match_time`: "));
    for time in ["0s", "900us"] {
        let error = refused(&format!(r#"{{"match_time": "{time}"}}"#));
        assert!(error.starts_with("`match_time`: expected 1ms or more"), "{error}");
    }
    for (name, value) in [("older", r#"[""]"#), ("pretrain", r#"["a", ""]"#), ("exam", r#""""#)] {
        let error = refused(&format!(r#"{{"{name}": {value}}}"#));
        assert_eq!(error, format!("`{name}`: the name of a file is empty"));
    }
    assert!(refused(r#"{"games": 0}"#).starts_with("`games` is 0"));
    assert_eq!(refused(r#"{"games": 1000001}"#), "`games`: expected 1000000 at most");
    assert!(refused(r#"{"sprt": "elo0=10,elo1=10"}"#).starts_with("`sprt`: "));
    assert!(folder.refused("round none.json").starts_with("none.json: "));
    for setting in
        [r#""exam": "none.txt""#, r#""older": ["none.txt"]"#, r#""pretrain": ["none.txt"]"#]
    {
        folder.write("r.json", format!("{{{setting}}}"));
        assert!(folder.refused("round r.json").starts_with("none.txt: "), "{setting}");
    }
    folder.write("notes.txt", "h8i9j10\n");
    folder.write("caro.txt", "caro 15x15 1 draw h8? i9=20\n");
    folder.write("caro.exam", "# shisan exam 1 questions: rule=caro seed=1\n");
    folder.write("own.exam", "# shisan exam 1 questions: rule=renju seed=1\n");
    for (setting, reason) in [
        (r#""older": ["caro.txt"]"#, "caro.txt: line 1: a game of caro, not of renju\n"),
        (r#""exam": "caro.exam""#, "caro.exam: an exam of caro, not of renju\n"),
        (r#""exam": "own.exam""#, "own.exam: the truth of fewer than two questions is known\n"),
        (r#""exam": "notes.txt""#, "notes.txt: not the file of an exam\n"),
    ] {
        folder.write("r.json", format!(r#"{{"rule": "renju", {setting}}}"#));
        assert_eq!(folder.refused("round r.json"), reason, "{setting}");
    }
    folder.write("r.json", r#"{"pretrain": ["caro.txt", "notes.txt"]}"#);
    assert!(folder.refused("round r.json").starts_with("notes.txt: line 1: "));
    assert!(!folder.path().join("r-1").exists(), "nothing is begun");

    folder.write("caro.json", format!("{SETTINGS}, \"pairs\": 1}}"));
    folder.train("round caro.json");
    let network = folder.path().join("caro-1/new.bin");
    let whole = fs::read(&network).expect("a network");
    fs::write(&network, &whole[..1000]).expect("disk space");
    let cut = folder.refused("round caro.json");
    assert!(cut.starts_with("caro-1/new.bin: the network file is cut short"), "{cut}");
    folder.write("caro.json", format!("{SETTINGS}, \"pairs\": 2}}"));
    let other = folder.refused("round caro.json");
    assert_eq!(other, "caro-1: the round was begun with other settings\n");
}
