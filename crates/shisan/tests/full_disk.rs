//! A disk that fills: one line says so, what is finished stays, and the same command continues it once there
//! is room. A limit on the size of files stands for the disk.

use std::fs;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const PROGRAM: &str = env!("CARGO_BIN_EXE_shisan");

/// What a limited run prints in place of what a disk says.
const FULL: &str = ": File too large (os error 27)\n";

/// Runs `arguments` where a file has at most so many blocks of 512 bytes.
fn run(folder: &Folder, arguments: &str, blocks: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' XFSZ && ulimit -f \"$1\" && shift && exec \"$@\"", "sh", blocks]);
    shell.arg(PROGRAM).args(shlex::split(arguments).expect("words"));
    shell.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    shell.output().expect("a shell")
}

#[track_caller]
fn succeeds(folder: &Folder, arguments: &str) {
    let output = run(folder, arguments, "unlimited");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments}: {error}");
}

/// The text of a file, without the times of moves.
fn text(folder: &Folder, file: &str) -> String {
    let bytes = fs::read(folder.path().join(file)).expect("a file");
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let parts = text.split("\"us\":");
    parts.map(|part| part.trim_start_matches(|c: char| c.is_ascii_digit())).collect()
}

/// Runs `arguments` with no room for `file` and then with it, `resume` behind them: the file is that of a run
/// that nothing has stopped.
#[track_caller]
fn expect_continued(name: &str, arguments: &str, resume: &str, file: &str) {
    let whole = Folder::new(&format!("full-disk-{name}"));
    let part = Folder::new(&format!("full-disk-{name}-part"));
    let games = "h8h9i9g7i10j10g8f6f8e8\n".repeat(3);
    for folder in [&whole, &part] {
        fs::write(folder.path().join("games.txt"), &games).expect("disk space");
    }
    succeeds(&whole, arguments);
    let full = run(&part, arguments, "8");
    let error = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{arguments}: {error}");
    let last = error.lines().last().unwrap_or_default();
    assert!(last.starts_with("error: ") && error.ends_with(FULL), "{arguments}: {error}");
    succeeds(&part, &format!("{arguments} {resume}"));
    assert_eq!(text(&part, file), text(&whole, file), "{arguments}");
}

#[test]
fn a_match_continues() {
    let brains = "--engine a='shisan brain' --engine b='shisan brain' --force-jobs";
    let arguments = format!("match {brains} --nodes 60 --size 15 --games 24 --journal j");
    expect_continued("match", &format!("{arguments} --record r.jsonl"), "--resume", "r.jsonl");
}

#[test]
fn a_grade_continues() {
    let arguments = "grade 'shisan classic gobang' --games 8 --journal j --record r.jsonl";
    expect_continued("grade", arguments, "--resume", "r.jsonl");
}

#[test]
fn reviews_continue() {
    expect_continued("review", "review --nodes 200 games.txt --journal j", "--resume", "j");
}

#[test]
fn self_play_continues() {
    expect_continued("selfplay", "selfplay --nodes 100 --games 30 g.txt", "", "g.txt");
}

#[test]
fn openings_continue() {
    let arguments = "openings --count 150 --nodes 100 --output o.txt";
    expect_continued("openings", arguments, "", "o.txt");
}

/// Where there was no room for the first line, no file is left that the same command would have to continue.
#[test]
fn a_run_without_room_has_not_begun() {
    let brains = "--engine a='shisan brain' --engine b='shisan brain'";
    for arguments in [
        format!("match {brains} --nodes 5 --games 2 --journal j"),
        "grade 'shisan classic random' --games 2 --journal j".to_owned(),
        "soak --games 1 --journal j".to_owned(),
        "spsa --param futility_margin --nodes 5 --iterations 1 --journal j".to_owned(),
        "review --nodes 5 games.txt --journal j".to_owned(),
    ] {
        let folder = Folder::new("full-disk-begin");
        fs::write(folder.path().join("games.txt"), "h8h9\n").expect("disk space");
        let full = run(&folder, &arguments, "0");
        let error = String::from_utf8_lossy(&full.stderr);
        assert_eq!(full.status.code(), Some(2), "{arguments}: {error}");
        assert!(error.ends_with(&format!("error: j{FULL}")), "{arguments}: {error}");
        assert!(!folder.path().join("j").exists(), "{arguments}");
        succeeds(&folder, &arguments);
    }
}

/// A file that is written as a whole is there as a whole or not at all.
#[test]
fn what_is_converted_is_whole() {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../gomoku-match/openings/freestyle15.txt");
    for arguments in [
        format!("convert '{games}' --to sgf --output o"),
        format!("games index --output o '{games}'"),
    ] {
        let folder = Folder::new("full-disk-whole");
        let full = run(&folder, &arguments, "8");
        let error = String::from_utf8_lossy(&full.stderr);
        assert_eq!((full.status.code(), &*error), (Some(2), &*format!("error: o{FULL}")));
        assert!(fs::read_dir(folder.path()).expect("a folder").next().is_none(), "{arguments}");
    }
}

/// A book keeps the searches that were finished.
#[test]
fn a_book_stays_readable() {
    let folder = Folder::new("full-disk-book");
    let expand = "book expand b.book --searches 60 --nodes 100 --jobs 1";
    let full = run(&folder, expand, "16");
    let error = String::from_utf8_lossy(&full.stderr);
    assert_eq!(full.status.code(), Some(2), "{error}");
    assert!(error.ends_with(&format!("error: b.book{FULL}")), "{error}");
    succeeds(&folder, expand);
    succeeds(&folder, "book check b.book");
}
