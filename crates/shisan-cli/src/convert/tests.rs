//! The subcommand as it is typed.

use clap::Parser;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: ConvertArgs,
}

fn convert(arguments: &[&str], input: &[u8]) -> anyhow::Result<String> {
    let line = Line::try_parse_from([&["convert"], arguments].concat())?;
    let mut out = Vec::new();
    run(&line.args, &mut &input[..], &mut out)?;
    Ok(String::from_utf8(out)?)
}

fn converted(arguments: &[&str], input: &str) -> String {
    convert(arguments, input.as_bytes()).expect(input)
}

fn refused(arguments: &[&str], input: &[u8]) -> String {
    format!("{:#}", convert(arguments, input).expect_err("malformed input"))
}

const BOARD: &str = "   a b c d e
 1 . . . . .
 2 . O X . .
 3 . X . . .
 4 . . . . .
 5 . . . . .
";

#[test]
fn every_form_becomes_every_other() {
    let forms = [
        ("pos", "c2b2b3\n".to_owned()),
        ("offsets", "0,-1, -1,-1, -1,0\n".to_owned()),
        ("psq", "Piskvorky 5x5, 11:11, 0\n3,2,0\n2,2,0\n2,3,0\n-1\n".to_owned()),
        ("sgf", converted(&["--size", "5", "--to", "sgf"], "c2b2b3")),
        ("board", BOARD.to_owned()),
    ];
    assert!(forms[3].1.ends_with("SZ[5]\n;B[cb];W[bb];B[bc]\n)\n"), "{}", forms[3].1);
    for (from, input) in &forms {
        for (to, output) in &forms {
            let told = ["--size", "5", "--from", from, "--to", to];
            assert_eq!(converted(&told, input), *output, "{from} to {to}");
            assert_eq!(converted(&["--size", "5", "--to", to], input), *output, "{from} untold");
        }
    }
}

#[test]
fn collections_keep_their_games_apart() {
    let input = "h8i9\nj10\nk11\n";
    for form in ["pos", "offsets", "psq", "sgf", "board"] {
        let text = converted(&["--to", form], input);
        assert_eq!(converted(&["--from", form], &text), input, "{text}");
    }
    assert_eq!(converted(&["--to", "psq"], "\n"), "", "no game");
}

#[test]
fn names_times_and_results_go_from_psq_to_sgf_and_back() {
    let psq = "Piskvorky 20x15, 11:11, 0\n10,8,0\n11,8,1520\nAlpha\nBeta\n15\n1,renju\n";
    let sgf = converted(&["--to", "sgf"], psq);
    let info = "SZ[20:15]\nRU[renju]\nPB[Alpha]\nPW[Beta]\nRE[B+T]\n;B[jh];W[kh]C[1520ms]\n)\n";
    assert!(sgf.ends_with(info), "{sgf}");
    assert_eq!(converted(&["--to", "psq"], &sgf), psq);
}

#[test]
fn rows_counted_from_the_bottom_are_turned_once() {
    assert_eq!(converted(&["--origin", "bottom"], "a1b15h8"), "a15b1h8\n");
    let sgf = converted(&["--origin", "bottom", "--to", "sgf"], "a1b15");
    assert!(sgf.contains(";B[ao];W[ba]"), "{sgf}");
    assert_eq!(converted(&["--origin", "bottom", "--to", "pos"], &sgf), "a1b15\n");
    let even = ["--origin", "bottom", "--size", "20x6", "--from", "offsets"];
    assert_eq!(converted(&even, "0,0"), "k3\n");
}

#[test]
fn files_are_read_and_written_by_their_endings() {
    let folder = std::env::temp_dir().join(format!("shisan-convert-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a plain name").to_owned();
    let (first, second) = (path("first.POS"), path("openings.txt"));
    fs::write(&first, "\u{feff}h8i9\r\n").expect("a file");
    fs::write(&second, "0,0, 1,0\r\n0,1").expect("a file");
    assert_eq!(converted(&[&first, "-", &second], "a1"), "h8i9\na1\nh8i8\nh9\n");

    assert_eq!(converted(&["-o", &path("all.sgf"), &first, &second], ""), "");
    assert_eq!(converted(&[&path("all.sgf")], ""), "h8i9\nh8i8\nh9\n");
    assert_eq!(converted(&["-o", &path("game.psq"), &first, &second], ""), "");
    let games: Vec<String> =
        (1..=3).map(|n| converted(&[&path(&format!("game-{n}.psq"))], "")).collect();
    assert_eq!(games, ["h8i9\n", "h8i8\n", "h9\n"]);
    assert_eq!(converted(&["-o", &path("game.psq"), &first], ""), "");
    assert_eq!(converted(&[&path("game.psq")], ""), "h8i9\n");

    fs::write(&first, "h8\ni9i9").expect("a file");
    let error = format!("{first}: line 2, column 3: expected a free cell: i9 is taken");
    assert_eq!(refused(&[&second, &first], b""), error);
    assert!(refused(&[&path("none.sgf")], b"").starts_with(&path("none.sgf")));
    assert!(refused(&["-o", &path("all.txt"), &second], b"").ends_with("say --to"));
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn malformed_input_is_named_by_its_place() {
    for (form, input, error) in [
        ("pos", &b"h8\nh8i16"[..], "line 2, column 3: expected a cell of the 15x15 board"),
        ("offsets", b"0,0\n0,", "line 2, column 3: expected a whole number"),
        ("psq", b"h8", "line 1, column 1: expected Piskvorky 15x15, 11:11, 0"),
        ("sgf", b"(;B[hh];W[hh])", "line 1, column 11: expected a free cell: h8 is taken"),
        ("board", b".....\n..z..", "line 2, column 1: expected 5 to 32 rows of 5 to 32 cells"),
        ("pos", b"h8\ni9\xff", "line 2, column 3: expected text in UTF-8"),
    ] {
        let found = refused(&["--from", form], input);
        assert_eq!(found, format!("standard input: {error}"), "{form}");
    }
    for arguments in [&["--from", "lib"][..], &["--size", "4"], &["--origin", "left"]] {
        assert!(convert(arguments, b"h8").is_err(), "{arguments:?}");
    }
}
