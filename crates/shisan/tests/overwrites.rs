//! Outputs that name an input, or each other, are refused before anything is written.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

fn run(folder: &Folder, arguments: &str) -> Output {
    run_with(folder, arguments, Stdio::null())
}

fn run_with(folder: &Folder, arguments: &str, input: Stdio) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_shisan"));
    command.current_dir(folder.path()).env_remove("RUST_LOG").stdin(input);
    let words = shlex::split(arguments).expect("words");
    command.args(words).output().expect("the program runs")
}

/// All files and what they hold.
fn contents(folder: &Folder) -> BTreeMap<PathBuf, Vec<u8>> {
    let entries = fs::read_dir(folder.path()).expect("a folder").flatten();
    let entries = entries.filter(|entry| entry.path().is_file());
    entries.map(|entry| (entry.path(), fs::read(entry.path()).expect("a file"))).collect()
}

const READ: &str = "it is read, name another file";
const TWICE: &str = "it is written twice, name another file";

/// Runs each command, with its refusal and its file; none may change a file.
#[track_caller]
fn refused(folder: &Folder, commands: &[(&str, &str, &str)]) {
    let before = contents(folder);
    for (arguments, file, reason) in commands {
        let output = run(folder, arguments);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, format!("error: {file}: {reason}\n"), "{arguments}");
        assert_eq!((output.status.code(), &*output.stdout), (Some(2), &b""[..]), "{arguments}");
        assert_eq!(contents(folder), before, "{arguments}");
    }
}

#[track_caller]
fn done(folder: &Folder, arguments: &str) {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
}

const DUEL: &str = "match --engine 'a=shisan classic random' --engine 'b=shisan classic one-ply' \
                    --size 15 --turn-time 2s --games 2 --no-progress";

#[test]
fn a_journal_is_no_output() {
    let folder = Folder::new("overwrites-journal");
    done(&folder, &format!("{DUEL} --journal x.jsonl"));
    fs::write(folder.path().join("some.pos"), "h8i9\n").expect("disk space");
    fs::write(folder.path().join("w.bin"), "weights").expect("disk space");
    for name in ["game-000001.log", "g.000002.psq"] {
        fs::copy(folder.path().join("some.pos"), folder.path().join(name)).expect("disk space");
    }
    let weights = DUEL.replace("classic random", "brain --weights w.bin");
    let openings = format!("{DUEL} --openings some.pos --journal");
    refused(
        &folder,
        &[
            ("match merge --html x.jsonl x.jsonl", "x.jsonl", READ),
            ("match merge --chart ./x.jsonl x.jsonl", "./x.jsonl", READ),
            ("match merge --record x.jsonl x.jsonl", "x.jsonl", READ),
            ("match merge --follow --html new.jsonl new.jsonl", "new.jsonl", READ),
            ("match merge --html new --chart new x.jsonl", "new", TWICE),
            ("match rate --html x.jsonl x.jsonl", "x.jsonl", READ),
            ("match rate --html x.jsonl .", "x.jsonl", READ),
            (&format!("{DUEL} --journal y.jsonl --html y.jsonl"), "y.jsonl", TWICE),
            (&format!("{DUEL} --journal y.jsonl --chart y.jsonl"), "y.jsonl", TWICE),
            (&format!("{DUEL} --journal y.jsonl --record y.jsonl"), "y.jsonl", TWICE),
            (&format!("{DUEL} --journal x.jsonl --resume --html x.jsonl"), "x.jsonl", TWICE),
            (&format!("{DUEL} --html a-vs-b.match.jsonl"), "a-vs-b.match.jsonl", TWICE),
            (&format!("{DUEL} --html x5.svg --chart x5.svg"), "x5.svg", TWICE),
            (&format!("{DUEL} --record x7.sgf --chart x7.sgf"), "x7.sgf", TWICE),
            (&format!("{openings} some.pos"), "some.pos", READ),
            (&format!("{openings} y.jsonl --chart some.pos"), "some.pos", READ),
            (&format!("{DUEL} --log . --journal game-000002.log"), "./game-000002.log", TWICE),
            (&format!("{DUEL} --log . --chart game-000001.log"), "./game-000001.log", TWICE),
            (
                &format!("{DUEL} --log . --journal y --openings game-000001.log"),
                "./game-000001.log",
                READ,
            ),
            (&format!("{DUEL} --record g.psq --journal g.000001.psq"), "g.000001.psq", TWICE),
            ("match merge --record g.psq x.jsonl g.000002.psq", "g.000002.psq", READ),
            ("grade 'shisan brain' --log . --journal game-000001.log", "./game-000001.log", TWICE),
            ("grade 'shisan brain' --games 2 --journal q.jsonl --record q.jsonl", "q.jsonl", TWICE),
            (&format!("{weights} --journal y.jsonl --html w.bin"), "w.bin", READ),
            ("check --brain 'shisan brain --weights=w.bin' --log ./w.bin", "./w.bin", READ),
            ("spsa --nodes 9 --journal s.jsonl --csv s.jsonl", "s.jsonl", TWICE),
            ("spsa --nodes 9 --csv s.svg --chart s.svg", "s.svg", TWICE),
            ("spsa --nodes 9 --openings some.pos --chart some.pos", "some.pos", READ),
        ],
    );
}

#[test]
#[cfg(unix)]
fn games_may_be_more_than_files_may_be_open() {
    let folder = Folder::new("overwrites-many");
    fs::write(folder.path().join("g.pos"), "h8i9\n".repeat(100)).expect("disk space");
    let mut command = Command::new("sh");
    command.current_dir(folder.path());
    let script = "ulimit -n 50 && exec \"$0\" convert g.pos -o x.psq";
    command.args(["-c", script, env!("CARGO_BIN_EXE_shisan")]);
    let output = command.output().expect("a shell");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(contents(&folder).len(), 101);
}

#[test]
fn games_and_books_are_no_output() {
    let folder = Folder::new("overwrites-games");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("g.sgf"), "(;GM[4]SZ[15];B[hh];W[ii])\n").expect("disk space");
    fs::write(path("h.psq"), "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n").expect("disk space");
    fs::copy(path("h.psq"), path("h-1.psq")).expect("disk space");
    done(&folder, "book build a.book g.sgf");
    done(&folder, "games index -o g.idx g.sgf h.psq h-1.psq");
    #[cfg(unix)]
    fs::hard_link(path("h.psq"), path("hard")).expect("a link");
    fs::create_dir(path("below")).expect("a folder");
    #[cfg(unix)]
    std::os::unix::fs::symlink("..", path("below/here")).expect("a link");
    refused(
        &folder,
        &[
            ("review --nodes 10 --html g.sgf g.sgf", "g.sgf", READ),
            ("book export a.book --to sgf --output a.book", "a.book", READ),
            ("book export a.book --to lib --output a.book", "a.book", READ),
            ("book export a.book --to jsonl --output a.book", "a.book", READ),
            ("games find g.idx --to sgf --output g.idx", "g.idx", READ),
            ("games find g.idx --output g.sgf", "g.sgf", READ),
            ("games index --output g.sgf .", "g.sgf", READ),
            ("games index --output ./g.sgf g.sgf", "./g.sgf", READ),
            (
                "games index --output a.book g.sgf",
                "a.book",
                "not an index of games, name another file",
            ),
            #[cfg(unix)]
            ("games index --output hard h.psq", "hard", READ),
            #[cfg(unix)]
            ("games index --output below/here/g.sgf .", "below/here/g.sgf", READ),
            ("games find g.idx --to psq --output h.psq", "h.psq", READ),
            #[cfg(unix)]
            ("games find g.idx --to sgf --output hard", "hard", READ),
        ],
    );
    fs::write(path("two.pos"), "h8i9\nh8j10\n").expect("disk space");
    // The games become h-1.psq and so on, which nobody has named.
    refused(&folder, &[("convert h-1.psq two.pos -o h.psq", "h-1.psq", READ)]);
    done(&folder, "games index -o g.idx g.sgf");
    // The index itself is no game, by whichever name.
    fs::rename(path("g.idx"), path("below/g.txt")).expect("our own file");
    done(&folder, "games index -o below/../below/g.txt below g.sgf");
    done(&folder, "convert g.sgf -o g.sgf");
    done(&folder, "convert g.sgf --to psq -o h-1.psq");
}

#[test]
#[cfg(unix)]
fn standard_input_is_no_output() {
    let folder = Folder::new("overwrites-input");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("g.sgf"), "(;GM[4]SZ[15];B[hh];W[ii])\n").expect("disk space");
    fs::write(path("h-1.psq"), "h8i9\nh8j10\n").expect("disk space");
    fs::hard_link(path("g.sgf"), path("hard")).expect("a link");
    let before = contents(&folder);
    for (arguments, input, file) in [
        ("review --nodes 10 --html g.sgf", "g.sgf", "g.sgf"),
        ("review --nodes 10 --html hard -", "g.sgf", "hard"),
        ("convert --from pos --output h.psq", "h-1.psq", "h-1.psq"),
    ] {
        let input = fs::File::open(path(input)).expect("a file");
        let output = run_with(&folder, arguments, input.into());
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(said, format!("error: {file}: {READ}\n"), "{arguments}");
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert_eq!(contents(&folder), before, "{arguments}");
    }
    let input = fs::File::open(path("g.sgf")).expect("a file");
    assert!(run_with(&folder, "convert --output g.sgf", input.into()).status.success());
}

#[test]
fn training_games_are_no_output() {
    let folder = Folder::new("overwrites-training");
    for name in ["big.txt", "new.csv", "new.lock", "new.checkpoint", "new.value.svg", "old.bin"] {
        let game = "freestyle 15x15 1 draw h8? i9=0 j9=0 i7=0\n";
        fs::write(folder.path().join(name), game).expect("disk space");
    }
    for tool in ["tune", "train"] {
        let command = |rest: &str| format!("{tool} --epochs 1 {rest}");
        refused(
            &folder,
            &[
                (&command("--output big.txt big.txt"), "big.txt", READ),
                (&command("--output new.bin big.txt new.csv"), "new.csv", READ),
                (&command("--output new.bin new.lock"), "new.lock", READ),
                (&command("--output new.bin new.checkpoint"), "new.checkpoint", READ),
                (&command("--output new.bin new.value.svg"), "new.value.svg", READ),
                (&command("--output old.bin --init old.bin big.txt"), "old.bin", READ),
            ],
        );
    }
}
