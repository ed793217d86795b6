//! Reviews of many games: at the same time, in parts, and in spite of `kill -9`.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use gomoku_rules::record::{format_moves, parse_moves};

use crate::folder::Folder;

const LONG: Duration = Duration::from_secs(120);
const GAME: &str = "h8k6e8i5g7j6g8i8g6g5g10g9d7f9d8f8f7a1h5b1i4";
const COMMON: &str = "review --nodes=300 games.txt --skip-errors";

fn command(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    command.args(arguments.split_whitespace());
    command
}

fn run(folder: &Folder, arguments: &str) -> Output {
    command(folder, arguments).output().expect("the program runs")
}

fn read(folder: &Folder, journal: &str) -> String {
    fs::read_to_string(folder.path().join(journal)).unwrap_or_default()
}

/// A game of each length, and one in the middle that cannot be read.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    let moves = parse_moves(GAME).expect("moves");
    let mut games: Vec<String> = (1..=5).map(|n| format_moves(&moves[..n])).collect();
    games.insert(2, "h8h8".to_owned());
    fs::write(folder.path().join("games.txt"), games.join("\n") + "\n").expect("disk space");
    folder
}

/// Kills the run once its journal has more than so many lines.
fn kill(mut child: Child, folder: &Folder, journal: &str, lines: usize) {
    let deadline = Instant::now() + LONG;
    while read(folder, journal).lines().count() <= lines {
        assert!(Instant::now() < deadline, "nothing happens");
        thread::sleep(Duration::from_millis(2));
    }
    child.kill().expect("a child");
    child.wait().expect("a child");
}

#[test]
fn a_killed_review_is_continued_to_the_same_bytes() {
    let folder = folder("reviews-killed");
    let whole = run(&folder, &format!("{COMMON} --journal=whole"));
    assert_eq!(whole.status.code(), Some(1), "a game was skipped: {whole:?}");
    let expected = read(&folder, "whole");
    assert!(expected.lines().count() == 6, "{expected}");
    for jobs in [1, 3] {
        let journal = format!("killed-{jobs}");
        let arguments = format!("{COMMON} --jobs={jobs} --journal={journal}");
        for (resume, lines) in [("", 1), (" --resume", 3)] {
            let mut child = command(&folder, &format!("{arguments}{resume}"));
            let child = child.stderr(Stdio::null()).spawn().expect("the program runs");
            kill(child, &folder, &journal, lines);
            assert!(expected.starts_with(&read(&folder, &journal)), "{jobs} jobs");
        }
        // A crash of the machine may tear the last line.
        let path = folder.path().join(&journal);
        let text = fs::read(&path).expect("a file");
        fs::write(&path, &text[..text.len() - 7]).expect("disk space");
        let last = run(&folder, &format!("{arguments} --resume"));
        assert_eq!(last.status.code(), Some(1), "{last:?}");
        assert_eq!(read(&folder, &journal), expected, "{jobs} jobs");
    }
}

#[test]
fn parts_make_the_whole() {
    let folder = folder("reviews-parts");
    let printed = run(&folder, &format!("{COMMON} --json"));
    let expected = String::from_utf8_lossy(&printed.stdout).into_owned();
    let mut parts: Vec<String> = Vec::new();
    for shard in 1..=3 {
        let arguments = format!("{COMMON} --shard={shard}/3 --journal=part{shard}");
        run(&folder, &arguments);
        let text = read(&folder, &format!("part{shard}"));
        parts.extend(text.lines().skip(1).map(str::to_owned));
        let printed = run(&folder, &format!("{COMMON} --shard={shard}/3 --json --jobs=2"));
        let lines: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(String::from_utf8_lossy(&printed.stdout), lines.join("\n") + "\n");
    }
    let mut expected: Vec<&str> = expected.lines().collect();
    expected.sort_unstable();
    parts.sort_unstable();
    assert_eq!(parts, expected);
}

#[test]
fn a_line_that_is_no_record_has_a_number_too() {
    let folder = folder("reviews-records");
    let record = "match --engine 'a=shisan brain' --engine 'b=shisan brain' --nodes 40 --size 15 \
                  --games 4 --force-jobs --no-progress --record r.jsonl";
    let mut played = command(&folder, "");
    assert!(
        played.args(shlex::split(record).expect("words")).status().is_ok_and(|it| it.success())
    );
    let mut lines: Vec<String> = read(&folder, "r.jsonl").lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 4);
    lines.insert(1, "{\"rule\":".to_owned());
    fs::write(folder.path().join("bad.jsonl"), lines.join("\n") + "\n").expect("disk space");
    let arguments = "review --nodes 20 --skip-errors --journal=own bad.jsonl";
    assert_eq!(run(&folder, arguments).status.code(), Some(1));
    let journal = read(&folder, "own");
    assert_eq!(journal.lines().count(), 1 + 4, "{journal}");
    assert_eq!(run(&folder, &format!("{arguments} --resume")).status.code(), Some(1));
    assert_eq!(read(&folder, "own"), journal);
}

#[test]
fn a_review_that_fails_before_its_first_game_leaves_no_journal() {
    let folder = folder("reviews-vain");
    for text in ["", "h8h8\nh8\n"] {
        fs::write(folder.path().join("vain.txt"), text).expect("disk space");
        let output = run(&folder, "review --nodes=300 --journal=own vain.txt");
        assert_eq!(output.status.code(), Some(2));
        assert!(!folder.path().join("own").exists(), "{text:?}");
    }
    fs::write(folder.path().join("vain.txt"), "h8\nh8h8\n").expect("disk space");
    let arguments = "review --nodes=300 --journal=own vain.txt";
    assert_eq!(run(&folder, arguments).status.code(), Some(2));
    let journal = read(&folder, "own");
    assert_eq!(journal.lines().count(), 2, "{journal}");
    assert_eq!(run(&folder, &format!("{arguments} --resume")).status.code(), Some(2));
    assert_eq!(read(&folder, "own"), journal);
}

#[test]
fn a_journal_of_other_reviews_is_refused() {
    let folder = folder("reviews-other");
    let refusal = |arguments: &str| {
        let output = run(&folder, arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), error.lines().count()), (Some(2), 1), "{error}");
        error
    };
    run(&folder, &format!("{COMMON} --journal=own"));
    let before = read(&folder, "own");
    for (arguments, reason) in [
        ("", "exists: continue it with --resume"),
        (
            " --resume --shard=1/2",
            "own: the journal holds another review: shard was \"1/1\" and is \"1/2\"",
        ),
        (" --resume --set=razor_depth=2", "another review: engine.set was"),
        (" --resume --rule=renju", "another review: games.rule was"),
    ] {
        let error = refusal(&format!("{COMMON} --journal=own{arguments}"));
        assert!(error.contains(reason), "{error}");
    }
    let error = refusal("review --nodes=301 games.txt --journal=own --resume");
    assert!(error.contains("games.nodes was 300 and is 301"), "{error}");
    fs::write(folder.path().join("games.txt"), "h8\n").expect("disk space");
    let error = refusal(&format!("{COMMON} --journal=own --resume"));
    assert!(error.contains("files"), "{error}");
    assert!(refusal("review --journal=none").contains("--journal: name the files of the games"));
    assert!(refusal("review --journal=none -").contains("standard input cannot be read again"));
    let error = refusal("review --journal=none games.txt ./games.txt");
    assert_eq!(error, "error: ./games.txt: named twice\n");
    assert!(!Path::new(&folder.path().join("none")).exists());
    fs::write(folder.path().join("notes"), "mine\n").expect("disk space");
    refusal(&format!("{COMMON} --journal=notes --resume"));
    assert_eq!((read(&folder, "own"), &*read(&folder, "notes")), (before, "mine\n"));
}
