//! Books as people keep them: built, asked, merged, and read by other programs.

mod expand;

use std::fs;
use std::io::{self, Write};
use std::process::{Command, Output, Stdio};
use std::thread;
use std::time::Duration;

use gomoku_match::disk::Lock;
use serde_json::Value;

use crate::dialogue::Dialogue;
use crate::folder::Folder;

/// Three games, two of which share five moves in different images and orders.
const GAMES: &str = "\
(;GM[4]SZ[15]RU[renju]RE[B+];B[hh];W[hg];B[hj];W[ii];B[gh])
(;GM[4]SZ[15]RU[renju]RE[W+];B[hh];W[hi];B[hf];W[ig];B[gh])
(;GM[4]SZ[15]RU[renju]RE[0];B[hh];W[ig]C[indirect];B[jj])
";

fn command(folder: &Folder, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(Stdio::null());
    command.args(arguments.split_whitespace());
    command
}

fn run(folder: &Folder, arguments: &str, code: i32) -> String {
    let Output { stdout, stderr, status } =
        command(folder, arguments).output().expect("the program runs");
    let (said, error) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    assert_eq!(status.code(), Some(code), "{arguments}: {said}{error}");
    format!("{said}{error}")
}

fn lines(folder: &Folder, book: &str) -> Vec<Value> {
    let text = run(folder, &format!("book export {book} --to jsonl"), 0);
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn built(name: &str) -> Folder {
    let folder = Folder::new(name);
    fs::write(folder.path().join("games.sgf"), GAMES).expect("disk space");
    let said = run(&folder, "book build --rule renju a.book games.sgf", 0);
    assert_eq!(said, "a.book: 8 positions of renju 15x15\n");
    folder
}

#[test]
fn a_book_of_games_counts_them() {
    let folder = built("book-games");
    let said = run(&folder, "book query a.book h8", 0);
    let rows: Vec<Vec<&str>> = said.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(
        said.lines().next(),
        Some("renju 15x15, white to move: no value; 3 games: black 1, white 1, drawn 1")
    );
    // Four images of h7 with two games, then four of i7 with one.
    assert_eq!(rows[2].first(), Some(&"move"));
    let counts: Vec<&str> = rows[3..].iter().map(|row| row[1]).collect();
    assert_eq!(counts, ["2", "2", "2", "2", "1", "1", "1", "1"]);
    let said = run(&folder, "book query a.book h8i7 --coords bottom", 0);
    assert!(said.contains("1 game: black 0, white 0, drawn 1\n  indirect\n"), "{said}");
    let said = run(&folder, "book query a.book a1", 1);
    assert_eq!(said, "renju 15x15, white to move: not in the book\n");
    assert_eq!(
        run(&folder, "book check a.book", 0),
        "a.book: 8 positions of renju 15x15, undamaged\n"
    );
    // More games add to it.
    assert_eq!(
        run(&folder, "book build a.book games.sgf", 0),
        "a.book: 8 positions of renju 15x15\n"
    );
    assert!(run(&folder, "book query a.book", 0).contains("6 games: black 2, white 2, drawn 2"));
}

#[test]
fn a_book_is_about_one_game() {
    let folder = built("book-rules");
    fs::write(folder.path().join("other.sgf"), "(;GM[4]SZ[19]RU[renju];B[hh])")
        .expect("disk space");
    let network = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/networks/renju.bin");
    fs::copy(network, folder.path().join("renju.bin")).expect("disk space");
    let before = fs::read(folder.path().join("a.book")).expect("a book");
    for (arguments, reason) in [
        (
            "book build a.book other.sgf",
            "other.sgf: a game of renju 19x19; the book is of renju 15x15",
        ),
        (
            "book build --rule caro a.book games.sgf",
            "a.book: a book of renju 15x15, not of caro 15x15",
        ),
        ("book expand --size 20 a.book", "a.book: a book of renju 15x15, not of renju 20x20"),
        ("book query games.sgf", "games.sgf: not a book: shisan book build makes one"),
        ("book query a.book h8h8", "reading the moves: h8: the cell is taken"),
        ("book merge b.book a.book a.book", "a.book: named twice"),
        ("book merge b.book a.book ./a.book", "./a.book: named twice"),
        (
            "book merge games.sgf a.book",
            "games.sgf: it is there already: name it among the books, too, to keep what it knows",
        ),
        ("book expand new.book h8zz", "reading the moves: \"zz\": not a cell of the 15x15 board"),
        (
            "book expand --weights renju.bin new.book",
            "renju.bin: a network for renju, not for freestyle",
        ),
        ("book expand --weights no new.book", &format!("no: {}", io::Error::from_raw_os_error(2))),
    ] {
        assert_eq!(run(&folder, arguments, 2), format!("error: {reason}\n"));
    }
    fs::write(folder.path().join("rif.sgf"), "(;GM[4]RU[RIF];B[hh];W[ii])").expect("disk space");
    let said = run(&folder, "book build --rule renju rif.book rif.sgf", 0);
    assert!(said.contains("warning: rif.sgf: RU[RIF] names no known rule\n"), "{said}");
    let said = run(&folder, "book build --skip-errors a.book other.sgf", 1);
    assert!(said.contains("skipped: other.sgf: "), "{said}");
    assert_eq!(fs::read(folder.path().join("a.book")).expect("a book").len(), before.len());
    let mut damaged = before;
    damaged[100] ^= 1;
    fs::write(folder.path().join("b.book"), damaged).expect("disk space");
    let error = run(&folder, "book check b.book", 2);
    assert!(
        error.starts_with("error: b.book: damaged book: at byte ") && error.lines().count() == 1,
        "{error}"
    );
}

#[test]
fn no_move_follows_the_end_of_a_game() {
    let folder = built("book-ends");
    let before = fs::read(folder.path().join("a.book")).expect("a book");
    let five = "(;GM[4]SZ[15];B[aa];W[ac];B[ba];W[bc];B[ca];W[cc];B[da];W[dc];B[ea]";
    let overline =
        "(;GM[4]SZ[15];B[aa];W[ac];B[ba];W[bc];B[ca];W[cc];B[da];W[ec];B[fa];W[gc];B[ea]";
    for (game, number) in [
        (format!("{five};W[ec])"), 10),
        (format!("{five};C[five];W[ec])"), 10),
        (format!("{five}(;C[five])(;W[ec]))"), 10),
        ("(;GM[4]SZ[15]AB[aa:ea]AW[ac][bc][cc][dc];W[hh])".to_owned(), 10),
        // Six stones of Black are a five by most rules, and a foul by that of the book.
        (format!("{overline};W[hh])"), 12),
        (format!("{overline};C[foul];W[hh])"), 12),
    ] {
        fs::write(folder.path().join("end.sgf"), format!("{game}\n{GAMES}")).expect("disk space");
        let reason = format!("end.sgf: move {number}: the game was over before\n");
        let error = run(&folder, "book build a.book end.sgf", 2);
        assert_eq!(error, format!("error: {reason}"), "{game}");
        assert_eq!(fs::read(folder.path().join("a.book")).expect("a book"), before);
        let said = run(&folder, "book build --rule renju --skip-errors b.book end.sgf", 1);
        assert_eq!(said, format!("b.book: 8 positions of renju 15x15\nskipped: {reason}"));
        fs::remove_file(folder.path().join("b.book")).expect("a book");
    }
    // Such a move may be the last one, and six stones are no end where the rule says so.
    fs::write(folder.path().join("five.sgf"), format!("{five})")).expect("disk space");
    fs::write(folder.path().join("foul.sgf"), format!("{overline})")).expect("disk space");
    run(&folder, "book build a.book five.sgf foul.sgf", 0);
    fs::write(folder.path().join("six.sgf"), format!("{overline};W[hh])")).expect("disk space");
    run(&folder, "book build --rule standard standard.book six.sgf", 0);
}

#[test]
#[cfg(unix)]
fn a_book_in_use_is_refused_under_the_name_of_a_link_too() {
    let folder = built("book-link");
    std::os::unix::fs::symlink("a.book", folder.path().join("link.book")).expect("a link");
    let _lock = Lock::acquire(&folder.path().join("a.book.lock")).expect("it is free");
    for arguments in [
        "build link.book games.sgf",
        "expand link.book --searches 1 --nodes 500",
        "merge link.book link.book",
    ] {
        let error = run(&folder, &format!("book {arguments}"), 75);
        assert!(error.ends_with("a.book.lock: in use by another run\n"), "{error}");
    }
}

#[test]
fn a_merge_waits_for_what_another_run_learns_last() {
    let folder = built("book-wait");
    let [a, b] = ["a.book", "b.book"].map(|name| folder.path().join(name));
    fs::copy(&a, &b).expect("disk space");
    run(&folder, "book expand b.book --searches 1 --nodes 500", 0);
    let before = fs::read(&a).expect("a book").len();
    let learnt = fs::read(b).expect("a book").split_off(before);
    let lock = Lock::acquire(&folder.path().join("a.book.lock")).expect("it is free");
    let mut merge = command(&folder, "book merge a.book a.book");
    let mut merge = merge.stdout(Stdio::null()).spawn().expect("the program runs");
    thread::sleep(Duration::from_millis(300));
    let mut file = fs::OpenOptions::new().append(true).open(a).expect("a book");
    file.write_all(&learnt).expect("disk space");
    drop(lock);
    assert!(merge.wait().expect("a process").success());
    assert_eq!(lines(&folder, "a.book"), lines(&folder, "b.book"));
}

#[test]
fn a_book_that_cannot_be_read_is_named_and_the_game_goes_on() {
    let folder = built("book-damage");
    let path = folder.path().join("a.book");
    let mut bytes = fs::read(&path).expect("a book");
    let number = |bytes: &[u8], at: usize, length: usize| {
        let bytes = bytes[at..at + length].iter().rev();
        bytes.fold(0, |number, byte| number << 8 | usize::from(*byte))
    };
    let (mut at, index) = (64, number(&bytes, 32, 8));
    while at < index {
        bytes[at + 8] ^= 1;
        at += 8 + number(&bytes, at, 3);
    }
    fs::write(&path, bytes).expect("disk space");
    let answer = |arguments: &str, input: &str| {
        let mut command = command(&folder, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("it reads");
        drop(stdin);
        let Output { stdout, stderr, .. } = child.wait_with_output().expect("it ends");
        [stdout, stderr].map(|text| String::from_utf8(text).expect("text"))
    };
    let fault = "a.book: damaged book: at byte ";
    let path = path.to_str().expect("a path of ours");
    let mut brain = Dialogue::start("brain", &["--book", path]);
    brain.send("START 15\nINFO rule 4\nBEGIN");
    let [ok, debug, cell] = [(); 3].map(|()| brain.next());
    assert!(debug.starts_with("DEBUG ") && debug.contains(fault), "{debug}");
    assert_eq!([ok, cell], ["OK", "7,7"]);
    brain.send("RESTART\nBEGIN");
    assert_eq!([(); 2].map(|()| brain.next()), ["OK", "7,7"], "it is said once");
    brain.end();
    let [said, error] = answer("gtp --rule renju --book a.book", "genmove b\nundo\ngenmove b\n");
    assert_eq!(said, "= H8\n\n= \n\n= H8\n\n");
    assert!(error.starts_with(&format!("warning: {fault}")) && error.lines().count() == 1);
    let query = "{\"id\": 1, \"action\": \"move\", \"rule\": \"renju\", \"moves\": \"\"}\n";
    let [said, _] = answer("analyze --book a.book", query);
    let answer: Value = serde_json::from_str(&said).expect("JSON");
    assert_eq!(
        (&answer["status"], &answer["warnings"][0]["field"]),
        (&"ok".into(), &"action".into())
    );
    let warning = answer["warnings"][0]["warning"].as_str().expect("a warning");
    assert!(warning.starts_with(fault), "{warning}");
}

#[test]
fn a_forbidden_point_is_no_move() {
    let folder = Folder::new("book-fouls");
    // g9 is a double three where all other stones lie, but not before i11.
    let (after, before) = ("h8h9i7i9g9i6h10i12i11", "h8h9i7i9h10i6i11i12");
    for moves in [after, before] {
        let arguments = format!("book expand a.book {moves} --searches 1 --nodes 2000");
        run(&folder, &format!("{arguments} --rule renju"), 0);
    }
    let said = run(&folder, &format!("book query a.book {before}"), 0);
    assert!(said.lines().count() == 7 && !said.contains("\ng9 "), "{said}");
    let best = said.lines().nth(3).and_then(|row| row.split_whitespace().nth(1));
    assert_eq!(best, said.split("value ").nth(1).and_then(|rest| rest.split(',').next()));
}

#[test]
fn what_is_exported_can_be_read_again() {
    let folder = built("book-formats");
    run(&folder, "book expand a.book h8i7 --searches 3 --nodes 2000", 0);
    let known = lines(&folder, "a.book");
    let value =
        |line: &Value| ["black", "white", "score", "depth", "comment"].map(|key| line[key].clone());
    let expected: Vec<_> = known.iter().map(value).collect();
    assert!(known.len() > 11 && known.iter().any(|line| line["score"].is_i64()));
    for (format, file) in [("db", "a.db"), ("db-lz4", "b.db"), ("sgf", "a.sgf")] {
        run(&folder, &format!("book export a.book --to {format} --output {file}"), 0);
        run(&folder, &format!("book build --rule renju {format}.book {file}"), 0);
        let again: Vec<_> = lines(&folder, &format!("{format}.book")).iter().map(value).collect();
        assert_eq!(again, expected, "{format}");
    }
    run(&folder, "book export a.book --to lib --output a.lib", 0);
    run(&folder, "book build --rule renju lib.book a.lib", 0);
    let cells = |line: &Value| ["black", "white", "comment"].map(|key| line[key].clone());
    let again: Vec<_> = lines(&folder, "lib.book").iter().map(cells).collect();
    assert_eq!(again, known.iter().map(cells).collect::<Vec<_>>());
    // A book merged with another has the positions and the games of both.
    run(&folder, "book merge all.book a.book lib.book", 0);
    assert_eq!(lines(&folder, "all.book"), known);
    run(&folder, "book merge all.book lib.book", 2);
    run(&folder, "book merge all.book ./all.book lib.book", 0);
    assert_eq!(lines(&folder, "all.book").len(), known.len());
}

#[test]
fn the_engine_plays_from_a_book() {
    let folder = built("book-play");
    let with_input = |arguments: &str, input: &str| {
        let mut command = command(&folder, arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program runs");
        let mut stdin = child.stdin.take().expect("a pipe");
        stdin.write_all(input.as_bytes()).expect("a reader");
        drop(stdin);
        let output = child.wait_with_output().expect("an end");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    // Black has won with i8, and it is the only move that the book knows.
    run(&folder, "book query a.book h8h7h10i9", 0);
    let start = "START 15\nINFO rule 4\nINFO timeout_turn 1000\n";
    let board = "BOARD\n7,7,1\n7,6,2\n7,9,1\n8,8,2\nDONE\nEND\n";
    for more in [
        "",
        "INFO show_detail 1\n",
        "INFO show_detail 2\n",
        "YXBLOCK 3,3 DONE\n",
        "YXBLOCK 6,7 DONE\n",
    ] {
        let said = with_input("brain --book a.book", &format!("{start}{more}{board}"));
        let is_blocked = more.contains("6,7");
        assert_eq!(said.lines().last() == Some("6,7"), !is_blocked, "{more}{said}");
    }
    let position = r#""rule":"renju","moves":"h8h7h10i9""#;
    let query = format!("{{\"id\":1,\"action\":\"move\",{position},\"include\":[\"book\"]}}\n");
    let other = "{\"id\":2,\"action\":\"move\",\"moves\":\"h8h7h10i9\",\"maxNodes\":1000,\"include\":[\"book\"]}\n";
    let said = with_input("analyze --book a.book --ordered", &format!("{query}{other}"));
    let answers: Vec<Value> =
        said.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let [own, foreign] = &answers[..] else { panic!("{said}") };
    assert_eq!((&own["best"], &own["nodes"]), (&Value::from("g8"), &Value::from(0)), "{said}");
    assert_eq!(own["book"]["moves"][0]["games"]["black"], 1, "{said}");
    assert_eq!(foreign["error"], "a book of renju 15x15, not of freestyle 15x15", "{said}");
    let error = run(&folder, "play --text --book a.book", 2);
    assert_eq!(error, "error: a.book: a book of renju 15x15, not of freestyle 15x15\n");
    let said =
        with_input("play --text --rule renju --book a.book --side white h8h7h10i9", "quit\n");
    assert!(said.contains("g8"), "{said}");
}
