//! Indexes and input that are refused.

use std::path::Path;

use gomoku_rules::Coords;

use super::*;
use crate::games::sources::Sources;

#[test]
fn an_index_that_is_older_than_its_files_is_refused() {
    let collection = Collection::of(&[("a.txt", "h8\n"), ("b.txt", "h8i9\n")]);
    let index = collection.path("games.idx");
    let refused = |reason: &str| {
        for command in ["find", "moves", "duplicates"] {
            let error = refusal(&[command, &index]);
            assert!(error.contains(reason), "{error}");
            assert!(error.contains(": index them again: shisan games index --output "), "{error}");
        }
    };
    assert_eq!(collection.find(&[]), [1, 1]);
    collection.write("b.txt", "h8i9\nj7\n");
    refused("b.txt has changed");
    collection.make();
    assert_eq!(collection.find(&[]), [1, 1, 2]);
    collection.write("c.txt", "h8\n");
    refused("c.txt is new");
    collection.make();
    fs::remove_file(collection.path("games/a.txt")).expect("a file");
    refused("a.txt is gone");
    collection.write("a.unknown", "h8\n");
    assert!(collection.make().contains(": 3 games, "), "others are no games");
}

#[test]
fn a_file_with_a_dash_is_no_option() {
    let roots = ["-a.sgf".into(), "b.sgf".into()];
    let sources = Sources::new(&roots, None, None, Coords::Top, false).expect("a folder");
    let command = sources.command(Path::new("-x.idx")).expect("words");
    assert_eq!(command, "shisan games index --output ./-x.idx ./-a.sgf b.sgf");
}

#[test]
fn what_is_no_index_is_refused() {
    let collection = Collection::of(&[("a.txt", "h8i9\n")]);
    let index = collection.path("games.idx");
    let bytes = fs::read(&index).expect("a file");
    let changed = |bytes: &[u8], reason: &str| {
        fs::write(&index, bytes).expect("disk space");
        let error = refusal(&["find", &index]);
        assert!(error.contains(reason), "{error}");
    };
    for cut in 0..bytes.len() {
        changed(&bytes[..cut], "an index");
    }
    changed(&[&bytes[..], b"x"].concat(), "cut short, or is damaged");
    changed(b"(;GM[4];B[hh])", "not an index of games");
    let head = String::from_utf8_lossy(&bytes).replacen("\"version\":4", "\"version\":1", 1);
    changed(
        &[head.split_once('\n').expect("a line").0.as_bytes(), b"\n"].concat(),
        "another version",
    );
    let at = bytes.iter().position(|&byte| byte == b'\n').expect("a line") + 1;
    for byte in at..bytes.len() {
        let mut damaged = bytes.clone();
        damaged[byte] ^= 0xff;
        fs::write(&index, &damaged).expect("disk space");
        // It is refused or answers, and does not panic.
        for command in [&["find", &index][..], &["moves", &index], &["duplicates", &index, "h8"]] {
            drop(try_run(command));
        }
    }
}

#[test]
fn bad_input_is_one_line() {
    let collection = Collection::of(&[("a.txt", "h8\n")]);
    let index = collection.path("games.idx");
    for (arguments, reason) in [
        (&["find", &index, "h8h8"][..], "reading the moves: h8 is taken"),
        (&["find", &index, "z99"], "reading the moves"),
        (&["moves", "missing.idx"], "missing.idx"),
        (
            &["index", "--output", &collection.path("games/a.txt"), &collection.path("games")],
            "it is read",
        ),
        (&["index", "--output", &collection.path("x"), "missing"], "missing"),
    ] {
        let error = refusal(arguments);
        assert!(error.contains(reason), "{error}");
    }
    collection.write("bad.txt", "h8h8\nh8\n");
    let files = collection.path("games");
    let make = ["index", "--output", &index, &files];
    assert!(refusal(&make).contains("bad.txt: line 1, column 3: expected a free cell"));
    let (said, err) = try_run(&[&make[..], &["--skip-errors"]].concat()).expect("games");
    assert!(said.ends_with(": 2 games, 4 positions\n"), "{said}");
    assert!(err.starts_with("skipped: ") && err.lines().count() == 1, "{err}");
    let command = refusal_of_changed(&collection, &index);
    assert!(command.contains(" --skip-errors "), "{command}");
}

#[test]
fn moves_behind_the_end_of_a_game_are_refused() {
    let collection = Collection::of(&[("a.txt", "h8\n")]);
    let (index, files) = (collection.path("games.idx"), collection.path("games"));
    let make = ["index", "--output", &index, &files];
    let five = ";B[aa];W[oo];B[ba];W[oa];B[ca];W[ao];B[da];W[ho];B[ea]";
    let behind = |rest: &str| format!("(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15]{five}{rest})");
    collection.write("b.sgf", &behind(";W[hh]"));
    let error = refusal(&make);
    assert!(error.ends_with("b.sgf: game 2: move 10: the game was over before"), "{error}");
    let (said, err) = try_run(&[&make[..], &["--skip-errors"]].concat()).expect("games");
    assert!(said.contains(": 2 games, "), "{said}");
    assert!(err.starts_with("skipped: ") && err.lines().count() == 1, "{err}");
    for whole in ["", "C[resigned]", ";C[the end]"] {
        collection.write("b.sgf", &behind(whole));
        assert!(output(&make).contains(": 3 games, "), "{whole}");
    }
    // An overline ends no game of standard, which this may be.
    let overline =
        "(;GM[4]SZ[15];B[aa];W[oo];B[ba];W[oa];B[ca];W[ao];B[ea];W[ho];B[fa];W[hh];B[da];W[hi])";
    collection.write("b.sgf", overline);
    assert!(output(&make).contains(": 2 games, "));
    collection.write("b.sgf", &overline.replace("SZ", "RU[freestyle]SZ"));
    assert!(refusal(&make).ends_with("b.sgf: move 12: the game was over before"));
}

#[test]
fn what_a_game_says_and_the_index_leaves_out_is_named() {
    let collection = Collection::new(&[("a.sgf", "(;GM[4];B[hh])(;GM[4]RU[RIF];B[ii])")]);
    let files = collection.path("games");
    let make = ["index", "--output", &collection.path("games.idx"), &files];
    let (said, err) = try_run(&make).expect("games");
    assert!(said.contains(": 2 games, "), "{said}");
    let a = Path::new(&files).join("a.sgf");
    assert_eq!(err, format!("warning: {}: game 2: RU[RIF] names no known rule\n", a.display()));
}

#[test]
fn dates_are_checked() {
    let collection = Collection::of(&[("a.sgf", "(;GM[4]DT[1996-05-01];B[hh])")]);
    let index = collection.path("games.idx");
    for date in
        ["banana", "", "96", "1996-", "1996-13", "1996-00", "1996-05-32", "1996-05-01-01", "+199"]
    {
        for option in ["--since", "--until"] {
            let error = try_run(&["find", &index, option, date]).expect_err("no date").to_string();
            assert!(error.contains("expected a date such as 1996"), "{date:?}: {error}");
        }
    }
    for date in ["1996", "1996-05", "1996-5", "1996-05-01"] {
        assert_eq!(collection.find(&["--since", date, "--until", date]), [1], "{date}");
    }
}

/// The head of an index is JSON, which is UTF-8.
#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_named() {
    use std::os::unix::ffi::OsStrExt;
    let collection = Collection::new(&[("a.txt", "h8\n")]);
    let name = std::ffi::OsStr::from_bytes(b"\xe9.txt");
    // It is refused before any game is read.
    fs::write(collection.0.path().join("games").join(name), "no game").expect("disk space");
    let make = ["index", "--output", &collection.path("games.idx"), &collection.path("games")];
    let error = refusal(&make);
    assert!(
        error.ends_with("\u{fffd}.txt: its name is not UTF-8, which an index needs"),
        "{error}"
    );
}

fn refusal_of_changed(collection: &Collection, index: &str) -> String {
    collection.write("new.txt", "h8\n");
    refusal(&["find", index])
}
