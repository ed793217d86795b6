//! Texts as Notepad, `PowerShell` and old programs write them, at every door.

use std::fs;
use std::io::Write;
use std::process::{Command, Output, Stdio};

use crate::folder::Folder;

const MARK: &[u8] = b"\xef\xbb\xbf";

fn shisan(arguments: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shisan"))
        .args(arguments)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input).expect("it listens");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}"
        .chars()
        .chain(text.chars())
        .collect::<String>()
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect()
}

#[test]
fn a_byte_order_mark_on_standard_input_changes_nothing() {
    let board = " 1 . . . . .\n 2 . X . . .\n 3 . O . . .\n 4 . . . . .\n 5 . . . . .\n";
    let solved = "h8i9i8g9j8k8h9g8i10g10k9l10k7k11k10\n";
    let sgf = "(;GM[4]SZ[15];B[hh];W[ii])";
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n";
    for (arguments, input) in [
        (&["convert", "--to", "sgf"][..], "h8i9\n"),
        (&["convert", "--from", "offsets"], "0,0, 1,1\n"),
        (&["convert"], sgf),
        (&["convert"], psq),
        (&["convert"], board),
        (&["review", "--json", "--nodes", "100"], "h8i9\n"),
        (&["review", "--json", "--nodes", "100"], sgf),
        (&["review", "--json", "--nodes", "100"], psq),
        (&["puzzles", "--size", "9", "--nodes", "100"], "f3c2g4b2h5a1\n"),
        (&["solve"], solved),
        (&["solve"], board),
        (&["forbid"], "h8h9i7i9h10i6i11i12\n"),
        (&["forbid"], board),
        (&["inspect"], "h8i9\n"),
        (&["inspect"], board),
        (&["analyze"], "{\"id\":\"a\",\"moves\":\"h8i9\",\"maxNodes\":100}\n"),
        (&["brain"], "START 15\nINFO max_node 100\nINFO timeout_turn 100000\nBEGIN\nEND\n"),
        (&["classic", "one-ply"], "START 15\nBEGIN\nEND\n"),
        (&["play", "--text", "--side", "both"], "h8\ni9\nmoves\nquit\n"),
    ] {
        let plain = shisan(arguments, input.as_bytes());
        let marked = shisan(arguments, &[MARK, input.as_bytes()].concat());
        let text = String::from_utf8_lossy(&plain.stdout);
        assert!(!plain.stdout.is_empty(), "{arguments:?}: {plain:?}");
        // The times of `solve` differ.
        let answer = |output: &Output| -> Vec<String> {
            let text = String::from_utf8_lossy(&output.stdout).into_owned();
            text.lines().filter(|line| !line.ends_with(" ms")).map(str::to_owned).collect()
        };
        assert_eq!(answer(&marked), answer(&plain), "{arguments:?}: {text}");
        assert_eq!(marked.status, plain.status, "{arguments:?}");
    }
}

#[test]
fn files_are_read_in_any_encoding() {
    let folder = Folder::new("encodings");
    let path = |name: &str| folder.path().join(name).to_str().expect("a plain name").to_owned();
    let (openings, game) = (path("openings.txt"), path("game.sgf"));
    let sgf = |name: &[u8]| [b"(;GM[4]SZ[15]PB[", name, b"];B[hh]C[", name, b"];W[ii])"].concat();
    // José in Latin-1, and 表, whose last byte in Shift_JIS is a backslash.
    for name in [&b"Jos\xe9"[..], b"\x95\x5c", "五目".as_bytes()] {
        fs::write(&game, sgf(name)).expect("a file");
        assert_eq!(shisan(&["convert", &game], b"").stdout, b"h8i9\n");
        let loaded =
            shisan(&["play", "--text", "--side", "both", "--load", &game], b"moves\nquit\n");
        let text = String::from_utf8_lossy(&loaded.stdout);
        assert!(text.contains("2 moves: h8 i9"), "{text}");
        let loading = format!("load {game}\nmoves\nquit\n");
        let loaded = shisan(&["play", "--text", "--side", "both"], loading.as_bytes());
        let text = String::from_utf8_lossy(&loaded.stdout);
        assert!(text.contains("2 moves: h8 i9"), "{text}");
    }
    let lines = "# Jos\u{e9}\nh8i9h9\ni9h8\n";
    let latin: Vec<u8> = lines.chars().map(|c| u8::try_from(c).expect("Latin-1")).collect();
    for bytes in [[MARK, lines.as_bytes()].concat(), utf16(lines), latin] {
        fs::write(&openings, bytes).expect("a file");
        let engine = |name| format!("{name}=shisan classic one-ply");
        let journal = path("journal");
        drop(fs::remove_file(&journal));
        let output = shisan(
            &[
                "match",
                "--engine",
                &engine("a"),
                "--engine",
                &engine("b"),
                "--games",
                "2",
                "--openings",
                &openings,
                "--journal",
                &journal,
                "--turn-time",
                "10s",
            ],
            b"",
        );
        assert!(output.status.success(), "{output:?}");
        // A journal that an editor has saved.
        let saved = [MARK, &fs::read(&journal).expect("a journal")].concat();
        fs::write(&journal, saved).expect("a file");
        let merged = shisan(&["match", "merge", &journal], b"");
        assert!(merged.status.success(), "{merged:?}");
        let games = shisan(&["convert", "--from", "jsonl", &journal], b"");
        assert_eq!(String::from_utf8_lossy(&games.stdout).lines().count(), 2, "{games:?}");
    }
}

#[test]
fn a_table_of_levels_may_have_a_byte_order_mark() {
    let folder = Folder::new("levels-with-mark");
    let path = folder.path().join("levels");
    let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/tables/levels.txt");
    let levels = fs::read(shipped).expect("a file");
    fs::write(&path, [MARK, &levels].concat()).expect("a file");
    let path = path.to_str().expect("a plain name");
    let output = shisan(&["brain", "--levels", path, "--level", "300"], b"START 15\nBEGIN\nEND\n");
    assert!(output.stdout.starts_with(b"OK"), "{output:?}");
}
