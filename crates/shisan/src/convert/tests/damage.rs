//! What cannot be read is named, skipped or salvaged.

use std::fs;

use super::{OutputFile, convert, converted, refused, with_warnings};

#[test]
fn malformed_input_is_named_by_its_place() {
    for (form, input, error) in [
        ("pos", &b"h8\nh8i16"[..], "game 2: line 2, column 3: expected a cell of the 15x15 board"),
        ("offsets", b"0,0\n0,", "game 2: line 2, column 3: expected a whole number"),
        ("psq", b"h8", "line 1, column 1: expected Piskvorky 15x15, 11:11, 0"),
        ("sgf", b"(;B[hh];W[hh])", "line 1, column 11: expected a free cell: h8 is taken"),
        ("board", b".....\n..z..", "line 2, column 1: expected 5 to 32 rows of 5 to 32 cells"),
        (
            "pos",
            b"h8i9\xff",
            "line 1, column 5: expected a cell such as h8: a column letter and a row from 1 to 32",
        ),
        ("sgf", b"(;GM[4];B[hh];W[i", "line 1, column 17: expected a value that ends with ]"),
        (
            "sgf",
            b"(;GM[4];B[hh];W[ii]\n",
            "line 1, column 20: expected the rest of the game, which ends with )",
        ),
        ("pos", b"\x05\x00\x07", "not a format that this program reads: binary data"),
        ("sgf", b"<?xml?>", "not a format that this program reads: XML or HTML"),
        ("psq", b"{}", "not a format that this program reads: JSON"),
        ("jsonl", b"h8", "line 1: not JSON at column 1"),
    ] {
        let found = refused(&["--from", form], input);
        assert_eq!(found, format!("standard input: {error}"), "{form}");
    }
    let error = refused(&["--from", "pdf"], b"h8");
    assert!(error.contains("expected pos, offsets, psq, sgf, board, link, "), "{error}");
    for arguments in
        [&["--to", "jsonl"][..], &["--to", "rif"], &["--size", "4"], &["--origin", "left"]]
    {
        assert!(convert(arguments, b"h8").is_err(), "{arguments:?}");
    }
}

#[test]
fn what_is_in_no_format_of_records_is_called_so() {
    for (input, looks_like) in [
        (&b"<?xml version=\"1.0\"?><html>"[..], "XML or HTML"),
        (b"PK\x03\x04\x14\x00", "binary data"),
        (
            b"[Event \"match\"]\n[Site \"?\"]\n",
            "PGN (games of shisan match are read from its --record games.sgf)",
        ),
        (b"15 15\n7 7\n8 8\n", "text that begins with \"15 15\""),
        (b"Dear all,", "text that begins with \"Dear all,\""),
    ] {
        let error = format!("standard input: not a format that this program reads: {looks_like}");
        assert_eq!(refused(&[], input), error);
    }
    let cut = refused(&[], b";GM[4]SZ[15];B[hh])");
    assert_eq!(cut, "standard input: line 1, column 1: expected a game, which begins with (");
}

#[test]
fn a_damaged_head_does_not_hide_a_library() {
    let folder = std::env::temp_dir().join(format!("shisan-head-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = folder.join("a.lib");
    converted(&["--to", "lib", "--output", &path.display().to_string()], "h8i9");
    let whole = fs::read(&path).expect("a library");
    for at in [0, 3, 7] {
        let mut damaged = whole.clone();
        damaged[at] = b'a';
        for from in [&[][..], &["--from", "lib"]] {
            let error = refused(&[from, &["--to", "sgf"]].concat(), &damaged);
            let reason = "expected the name RenLib between two bytes of 255";
            assert_eq!(error, format!("standard input: byte {at}: {reason}"));
        }
    }
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn damaged_games_are_salvaged() {
    let salvage = |arguments: &[&str], text: &str| {
        with_warnings(&[&["--salvage"], arguments].concat(), text.as_bytes())
    };
    let (out, err, all) = salvage(&[], "(;GM[4];B[hh]\n(;GM[4];B[ii])\n(;GM[4];B[jj];W[j");
    assert_eq!((&*out, all), ("h8\ni9\nj10\n", Some(false)));
    assert_eq!(
        err,
        "damaged: standard input: line 1, column 14: expected the rest of the game, which ends with ); \
         before it stand 2 nodes\n\
         damaged: standard input: game 3: line 3, column 17: expected a value that ends with ]; before \
         it stand 2 nodes\n"
    );
    // What the output cannot hold is named by its game.
    let games = "(;GM[4];B[hh])\n(;GM[4]SZ[20];B[hh];W[ii];B[h";
    let folder = std::env::temp_dir().join(format!("shisan-salvage-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    let path = |name: &str| folder.join(name).display().to_string();
    fs::write(path("two.sgf"), games).expect("disk space");
    let error = refused(&["--salvage", "--to", "lib", "-o", &path("x.lib"), &path("two.sgf")], b"");
    assert!(
        error.ends_with("two.sgf: game 2: a board of 20x20: RenLib's is 15x15 (to lib)"),
        "{error}"
    );
    let (_, err, _) = with_warnings(
        &["--salvage"],
        b"(;GM[4]C[\xcc\xec\xd4\xaa\xb5\xd8\xb7\xbd\xd4\xb2];B[hh];W[h",
    );
    assert!(err.contains("warning: standard input: the texts seem to be in "), "{err}");
    fs::remove_dir_all(&folder).expect("our own folder");
    // In every format the moves before the damage are kept, and a game without any is left out.
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
    for (text, out, skipped) in [
        ("h8i9j10\nh8i9h8\na1b2\n", "h8i9j10\nh8i9\na1b2\n", 0),
        ("h8i9\nq99\na1b2?c3\n", "h8i9\na1b2\n", 1),
        ("0,0, 1,1\n0,0, 1,1, 0,9\n0,0, 1\n,\n0,1", "h8i9\nh8i9\nh8\nh9\n", 1),
        (&format!("{psq}pbrain-sh"), "h8i9\n", 0),
        (&format!("{psq}10,"), "h8i9\n", 0),
        (&format!("{psq}9,9,0\n-1\n{psq}-1"), "h8i9\nh8i9\n", 0),
        ("https://gomocalc.com/#/h8i9z\nhttps://gomocalc.com/#/h8", "h8i7\nh8\n", 0),
        ("15\n15\n3\n7 7\n8 8\n9", "h8i9\n", 0),
        ("(;GM[4]PB[a];B[zz])(;GM[4];B[hh])(;GM[4]C[a", "h8\n", 2),
        ("(;GM[4]AB[aa]AW[bb];B[zz])", "a1b2\n", 0),
    ] {
        let (found, err, all) = salvage(&[], text);
        assert_eq!((&*found, all), (out, Some(false)), "{text}: {err}");
        assert_eq!(err.matches("skipped: ").count(), skipped, "{text}: {err}");
    }
    // What is no game is none.
    let board = "   a b c d e\n 1 . . . . .\n 2 . X . . .\n 3 . O . . .\n 4 . .\n 5 . . . . .\n";
    assert_eq!(salvage(&[], board).0, "");
    assert_eq!(salvage(&[], "<html>").2, None);
}

#[test]
fn malformed_games_are_skipped_and_named() {
    let skip = |text: &str| with_warnings(&["--skip-errors"], text.as_bytes());
    let (out, err, all) = skip("h8\nh8h8\nj10\nq99\n");
    assert_eq!((&*out, all), ("h8\nj10\n", Some(false)));
    assert_eq!(
        err,
        "skipped: standard input: game 2: line 2, column 3: expected a free cell: h8 is taken\n\
         skipped: standard input: game 4: line 4, column 1: expected a cell such as h8: a column \
         letter and a row from 1 to 32\n"
    );
    let (out, err, all) = skip("(;GM[4];B[hh]\n(;GM[4];B[ii])\n(;GM[4];B[jj];W[j");
    assert_eq!((&*out, err.lines().count(), all), ("i9\n", 2, Some(false)));
    // Without a game left, and in files of which one is in no format.
    let (out, err, all) = skip("h8h8");
    assert_eq!((&*out, err.lines().count(), all), ("", 1, Some(false)));
    let (out, err, all) = skip("<xml>");
    assert_eq!((&*out, err.lines().count(), all), ("", 1, Some(false)));
    let (out, _, all) = skip("h8\ni9");
    assert_eq!((&*out, all), ("h8\ni9\n", Some(true)));
    // What cannot be read is no malformed game.
    let (_, _, all) = with_warnings(&["--skip-errors", "/no/such/file"], b"");
    assert_eq!(all, None);
    // Without the option, what came before the mistake is written to a stream.
    assert_eq!(with_warnings(&[], b"h8\nh8h8\nj10"), ("h8\n".into(), String::new(), None));
}

#[test]
fn malformed_input_leaves_the_output_as_it_was() {
    let folder = std::env::temp_dir().join(format!("shisan-outputs-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("games.sgf");
    let name = path.to_str().expect("a plain name");
    refused(&["-o", name], b"h8h8");
    assert!(!path.exists(), "nothing is left behind");
    converted(&["-o", name], "h8i9j10");
    let before = fs::read_to_string(&path).expect("games");
    refused(&["-o", name], b"h8h8");
    assert_eq!(fs::read_to_string(&path).expect("games"), before);
    converted(&["-o", name, name], "");
    assert_eq!(fs::read_to_string(&path).expect("games"), before, "input and output at once");
    converted(&["-o", name], "h8");
    assert!(fs::read_to_string(&path).expect("games").len() < before.len());
    let before = fs::read_to_string(&path).expect("games");
    for option in ["--skip-errors", "--salvage"] {
        let (_, err, all) = with_warnings(&[option, "-o", name], b"q99");
        assert_eq!((err.lines().count(), all), (1, Some(false)), "{err}");
        assert_eq!(fs::read_to_string(&path).expect("games"), before, "{option}");
    }
    // Of several files all are replaced, or none.
    let [first, second] = ["g-1.psq", "g-2.psq"].map(|name| folder.join(name));
    fs::write(&first, "kept").expect("disk space");
    fs::create_dir(&second).expect("a folder");
    let target = folder.join("g.psq");
    let target = target.to_str().expect("a plain name");
    assert!(refused(&["-o", target], b"h8\ni9\nj10").contains("g-2.psq: "));
    assert_eq!(fs::read_to_string(&first).expect("a file"), "kept");
    assert!(!folder.join("g-3.psq").exists(), "nothing is left behind");
    fs::remove_dir(&second).expect("a folder");
    converted(&["-o", target], "h8\ni9\nj10");
    assert_eq!(fs::read_dir(&folder).expect("a folder").count(), 4, "three games and one");
    let missing = folder.join("none").join("games.sgf");
    let error = refused(&["-o", missing.to_str().expect("a plain name")], b"h8h8");
    assert!(error.starts_with(missing.to_str().expect("a plain name")), "opened first: {error}");
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn an_output_that_cannot_be_written_stays_as_it_was() {
    use std::io::Read;
    let folder = tempfile::tempdir().expect("disk space");
    let path = folder.path().join("games.sgf");
    fs::write(&path, "kept").expect("disk space");
    let output = OutputFile::open(&path).expect("a file");
    // A folder cannot be read.
    let mut broken = b"new".chain(fs::File::open(folder.path()).expect("a folder"));
    assert!(output.write_from(&mut broken).is_err());
    assert_eq!(fs::read_to_string(&path).expect("games"), "kept");
}
