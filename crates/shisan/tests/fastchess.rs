//! The built program under the name of fastchess, as the client of `OpenBench` calls it.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Rule, Size};

use crate::folder::Folder;

/// A folder of a client: the runner, two brains, a book and a place for games.
fn client(name: &str) -> Folder {
    let folder = Folder::new(name);
    for path in ["Engines", "Books", "PGNs"] {
        fs::create_dir(folder.path().join(path)).expect("a new folder");
    }
    for file in ["fastchess-ob", "Engines/Shisan-A", "Engines/Shisan-B"] {
        symlink(env!("CARGO_BIN_EXE_shisan"), folder.path().join(file)).expect("a new file");
    }
    let book = "h8i9j7\nh8i8g9j10\n0,0, 2,3\n";
    fs::write(folder.path().join("Books/standard15.txt"), book).expect("disk space");
    folder
}

fn fastchess(folder: &Folder, line: &str) -> Output {
    command(folder, line).output().expect("the program runs")
}

fn command(folder: &Folder, line: &str) -> Command {
    let words = shlex::split(line).expect("quotes");
    let mut command = Command::new(folder.path().join("fastchess-ob"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").args(words);
    command
}

/// The parts of a command line that `OpenBench` passes, the brains being subcommands here.
const BASIC: &str = "-recover -variant standard -testEnv -concurrency 2 -rounds 4 -games 2 \
    -engine dir=Engines/ cmd=./Shisan-A args=brain proto=uci tc=inf nodes=60 option.Threads=1 option.Hash=16 \
    option.futility_margin=92 name=Shisan-dev \
    -engine dir=Engines/ cmd=./Shisan-B args=brain proto=uci tc=inf nodes=40 option.Threads=1 option.Hash=16 \
    name=Shisan-base \
    -openings file=Books/standard15.txt format=txt order=random start=1 -srand 5 \
    -pgnout file=PGNs/5.5.1795564532.0.pgn seldepth=true nodes=true 'match_line=^info string pgncomment .*'";

/// The tags and the moves of each game, as the client of `OpenBench` takes them apart: at blank lines.
fn games(pgn: &str) -> Vec<(BTreeMap<&str, &str>, &str)> {
    let parts: Vec<&str> = pgn.trim_end().split("\n\n").collect();
    parts
        .chunks(2)
        .map(|part| {
            let &[tags, moves] = part else { panic!("half a game: {part:?}") };
            let tags = tags.lines().map(|line| {
                let (key, value) = line[1..].split_once(' ').expect("a value");
                (key, value.trim_matches(['"', ']']))
            });
            (tags.collect(), moves)
        })
        .collect()
}

/// The moves and their comments.
fn moves(text: &str) -> Vec<(&str, &str)> {
    let parts = text.split("} ").filter_map(|part| part.split_once(" {"));
    parts.map(|(before, comment)| (before.rsplit(' ').next().unwrap_or(before), comment)).collect()
}

#[test]
fn a_match_is_printed_and_recorded_as_openbench_reads_it() {
    let folder = client("fastchess");
    let output = fastchess(&folder, BASIC);
    let (out, error) =
        (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert_eq!((output.status.code(), &*error), (Some(0), ""), "{out}");
    assert!(out.is_ascii() && out.lines().all(|line| !line.trim().is_empty()), "{out}");
    let mut results = Vec::new();
    for line in out.lines().filter(|line| line.contains("Finished game")) {
        let tokens: Vec<&str> = line.split_whitespace().collect();
        let number: usize = tokens[2].parse().expect("a number");
        assert_eq!(number, results.len() + 1, "{out}");
        let [first, second] = [tokens[3], tokens[5]];
        let is_dev_first = (first, second) == ("(Shisan-dev", "Shisan-base):");
        assert_eq!(is_dev_first, number % 2 == 1, "{line}");
        let reason = line.split(':').nth(1).expect("a reason");
        assert!(
            !["disconnect", "stalls", "on time", "illegal"].iter().any(|it| reason.contains(it))
        );
        results.push(tokens[6].to_owned());
    }
    assert_eq!(results.len(), 8, "{out}");

    let pgns = folder.path().join("PGNs");
    let files: Vec<_> = fs::read_dir(&pgns).expect("a folder").flatten().collect();
    assert_eq!(files.len(), 1, "the journal is gone: {files:?}");
    let pgn = fs::read_to_string(files[0].path()).expect("a file");
    let games = games(&pgn);
    assert_eq!(games.len(), 8, "{pgn}");
    let mut searched = 0;
    for ((tags, text), result) in games.iter().zip(&results) {
        assert_eq!(tags["Result"], result);
        assert!(text.ends_with(result.as_str()), "{text}");
        assert_eq!((tags["Variant"], tags["Termination"]), ("standard 15x15", "normal"));
        let size = Size::square(15);
        let (mut board, mut verdict) = (Board::new(size), Verdict::Ongoing);
        for (cell, comment) in moves(text) {
            assert!(matches!(verdict, Verdict::Ongoing), "{text}");
            verdict = referee::play(&mut board, Rule::Standard, cell.parse().expect("a cell"));
            // A move that needs no search has its time alone.
            let is_whole = ["/", "s, n=", ", sd="].iter().all(|it| comment.contains(it));
            searched += u32::from(is_whole);
            assert!(comment == "book" || is_whole || comment.contains('s'), "{comment}");
        }
        let is_won = matches!(verdict, Verdict::Win { .. });
        assert_eq!(is_won, result != "1/2-1/2", "{text}");
    }
    assert!(searched > 40, "{pgn}");
}

#[test]
fn the_version_is_printed_and_what_cannot_be_done_is_refused() {
    let folder = client("fastchess-refused");
    let version = fastchess(&folder, "--version");
    let text = String::from_utf8_lossy(&version.stdout);
    assert!(version.status.success() && text.contains(env!("CARGO_PKG_VERSION")), "{text}");
    let help = fastchess(&folder, "--help");
    let text = String::from_utf8_lossy(&help.stdout);
    assert!(help.status.success() && text.contains("\nUsage: fastchess -engine cmd="), "{text}");
    for (line, expected) in [
        (
            BASIC.replace("-games 2", "-games 1"),
            "error: -games 1: each opening is played twice, with both colours",
        ),
        (
            BASIC.replace("tc=inf nodes=60", "tc=40/8.00+0.08 timemargin=250"),
            "error: -engine tc=40/8.00+0.08: no brain of Gomocup knows a clock for a number of moves: \
             expected tc=SECONDS+INCREMENT",
        ),
        (
            BASIC
                .replace("cmd=./Shisan-A", "cmd=./missing")
                .replace("option.futility_margin=92", ""),
            "missing is not a file",
        ),
        (
            BASIC.replace("-concurrency 2", "-concurrency 0"),
            "error: -concurrency 0: expected a whole number from 1 to 1024",
        ),
    ] {
        let output = fastchess(&folder, &line);
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {error}");
        assert!(output.stdout.is_empty() && error.lines().count() == 1, "{error}");
        assert!(error.contains(expected), "{error}");
    }
    // The brain itself is asked for its parameters, and gets this one on its command line.
    let line = BASIC.replace("futility_margin=92", "futility_margin=9200").replace("-recover", "");
    let output = fastchess(&folder, &line);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("expected futility_margin from 10 to 400"), "{error}");
    let output = fastchess(&folder, &BASIC.replace("-testEnv", "-surprise 3"));
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*error), (Some(0), "-surprise 3: ignored\n"));
}

#[test]
fn the_same_command_goes_on_after_a_kill() {
    let folder = client("fastchess-killed");
    let line = BASIC.replace("-rounds 4", "-rounds 30");
    let journal = folder.path().join("PGNs/5.5.1795564532.0.match.jsonl");
    let mut run = command(&folder, &line).stdout(Stdio::null()).spawn().expect("it runs");
    let played = || fs::read_to_string(&journal).unwrap_or_default().lines().count();
    while played() < 3 {
        assert_eq!(run.try_wait().expect("a child"), None, "it ended before its first pairs");
        thread::sleep(Duration::from_millis(5));
    }
    run.kill().expect("a child");
    run.wait().expect("a child");
    let output = fastchess(&folder, &line);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!((output.status.code(), &*error), (Some(0), ""));
    assert!(!journal.exists());
    let pgn = fs::read_to_string(journal.with_file_name("5.5.1795564532.0.pgn")).expect("games");
    assert_eq!(games(&pgn).len(), 60);
}

/// Under the name of fastchess, `match` is the subcommand: so an interrupted match goes on.
#[test]
fn subcommands_keep_their_names() {
    let folder = client("fastchess-subcommand");
    let output = fastchess(&folder, "forbid --size 15 --cell a1 h8");
    assert!(output.stderr.is_empty() && output.status.code() == Some(1), "{output:?}");
}
