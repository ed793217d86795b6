//! The subcommand as it is typed.

mod damage;

use std::fs;
use std::path::Path;

use clap::Parser;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(flatten)]
    args: ConvertArgs,
}

fn convert(arguments: &[&str], input: &[u8]) -> anyhow::Result<String> {
    let line = Line::try_parse_from([&["convert"], arguments].concat())?;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    assert!(run(&line.args, &mut &input[..], &mut out, &mut err)?, "games were skipped");
    let warnings = String::from_utf8(err)?;
    let is_loss = |line: &&str| line.contains(" has no place for ");
    assert_eq!(warnings.lines().find(|line| !is_loss(line)), None, "warnings");
    Ok(String::from_utf8(out)?)
}

/// The games, what was said meanwhile, and whether all games were converted.
fn with_warnings(arguments: &[&str], input: &[u8]) -> (String, String, Option<bool>) {
    let line = Line::try_parse_from([&["convert"], arguments].concat()).expect("arguments");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let result = run(&line.args, &mut &input[..], &mut out, &mut err).ok();
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (text(out), text(err), result)
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
fn pos_strings_and_labels_have_the_coordinates_that_are_asked_for() {
    let upside_down = BOARD.replace(" 1 . . . . .\n", " 5 . . . . .\n").replace(" 2 .", " 4 .");
    let upside_down = upside_down.replacen(" 4 . . . . .", " 2 . . . . .", 1);
    let (head, last) = upside_down.rsplit_once(" 5 .").expect("the last row");
    let bottom = format!("{head} 1 .{last}");
    for (coords, pos, board) in [("top", "c2b2b3\n", BOARD), ("bottom", "c4b4b3\n", &bottom)] {
        let named = ["--size", "5", "--coords", coords];
        let to = |format, input| converted(&[&named[..], &["--to", format]].concat(), input);
        assert_eq!(to("pos", pos), pos);
        assert_eq!(to("board", pos), board);
        assert_eq!(to("offsets", pos), "0,-1, -1,-1, -1,0\n");
        assert_eq!(to("pos", "0,-1, -1,-1, -1,0"), pos);
        // Stones lie where they are drawn; labels do not move them.
        assert_eq!(converted(&[], board), "c2b2b3\n");
    }
    assert_eq!(converted(&["--coords", "gtp", "--to", "offsets"], "J8H9"), "1,0, 0,-1\n");
    let error = refused(&["--coords", "gtp"], b"h8i9");
    assert_eq!(error, "standard input: line 1, column 3: expected a cell of the 15x15 board");
}

#[test]
fn the_output_of_forbid_is_read() {
    let text = format!("{BOARD}c3 double three\n    three c1 c2 c3 (column), open four at c4\n");
    assert_eq!(converted(&[], &text), "c2b2b3\n");
    let two = format!("{BOARD}nothing is forbidden to black\n\n{text}");
    assert_eq!(converted(&[], &two), "c2b2b3\nc2b2b3\n");
}

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
    let set_up = forms[3].1.replace(";B[cb];W[bb];B[bc]", "AB[cb][bc]AW[bb]");
    for (from, input) in &forms {
        for (to, output) in &forms {
            // The stones of a drawing have no order.
            let output = if (*from, *to) == ("board", "sgf") { &set_up } else { output };
            let named = ["--size", "5", "--from", from, "--to", to];
            assert_eq!(converted(&named, input), *output, "{from} to {to}");
            assert_eq!(converted(&["--size", "5", "--to", to], input), *output, "{from} detected");
        }
    }
}

#[test]
fn collections_keep_their_games_apart() {
    let input = "h8i9\nj10\nk11\n";
    for form in ["pos", "offsets", "psq", "sgf", "board", "link"] {
        let text = converted(&["--to", form], input);
        assert_eq!(converted(&["--from", form], &text), input, "{text}");
    }
    for (form, nothing) in [("pos", "\n"), ("sgf", ""), ("psq", "\r\n"), ("pos", "# no game\n")] {
        let error = refused(&["--from", form], nothing.as_bytes());
        assert_eq!(error, "standard input: no game found", "{nothing:?}");
    }
    assert_eq!(refused(&[], b""), "standard input: no game found");
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

    let printed = converted(&["-o", "-", "--to", "sgf", &first], "");
    assert_eq!(printed, converted(&["--to", "sgf", &first], ""));
    assert_eq!(converted(&["--output=-", &second], ""), "h8i8\nh9\n");

    assert_eq!(converted(&["-o", &path("all.sgf"), &first, &second], ""), "");
    assert_eq!(converted(&[&path("all.sgf")], ""), "h8i9\nh8i8\nh9\n");
    assert_eq!(converted(&["-o", &path("game.psq"), &first, &second], ""), "");
    let games: Vec<String> =
        (1..=3).map(|n| converted(&[&path(&format!("game-{n}.psq"))], "")).collect();
    assert_eq!(games, ["h8i9\n", "h8i8\n", "h9\n"]);
    assert_eq!(converted(&["-o", &path("game.psq"), &first], ""), "");
    assert_eq!(converted(&[&path("game.psq")], ""), "h8i9\n");

    fs::write(&first, "h8\ni9i9").expect("a file");
    let error = format!("{first}: game 2: line 2, column 3: expected a free cell: i9 is taken");
    assert_eq!(refused(&[&second, &first], b""), error);
    assert!(refused(&[&path("none.sgf")], b"").starts_with(&path("none.sgf")));
    assert!(
        refused(&["-o", &path("all.txt"), &second], b"").ends_with("give the format with --to")
    );
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn texts_in_any_encoding_are_read_and_utf_8_is_written() {
    let sgf = b"(;GM[4]CA[GB2312]PB[\xb2\xdc\xb6\xac];B[hh];W[ii])";
    let text = String::from_utf8(convert_bytes(&["--to", "sgf"], sgf)).expect("UTF-8");
    assert!(text.contains("CA[UTF-8]") && text.contains("PB[曹冬]"), "{text}");
    let guessed = |encoding, lost| {
        format!("warning: standard input: the texts seem to be in {encoding}\n{lost}")
    };
    let found = with_warnings(&[], b"(;GM[4]SZ[15]PB[Jos\xe9];B[ee];W[ff];B[gg])");
    let lost = "warning: pos has no place for 1 player's name\n";
    assert_eq!(found, ("e5f6g7\n".into(), guessed("windows-1252", lost), Some(true)));
    let psq = b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nDvo\xf8\xe1k\r\nB\r\n-1\r\n";
    let (text, warnings, _) = with_warnings(&["--to", "psq"], psq);
    assert!(text.contains("Dvořák"), "{text}");
    assert_eq!(warnings, guessed("windows-1250", ""));
    let notepad: Vec<u8> = "\u{feff}h8i9\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(convert_bytes(&[], &notepad), b"h8i9\n");
}

#[test]
fn encodings_of_both_sides_may_be_named() {
    let folder = std::env::temp_dir().join(format!("shisan-encodings-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("a.lib");
    let name = path.to_str().expect("a plain name");
    let sgf = "(;GM[4]SZ[15];B[hh]C[流星 é])";
    let arguments = ["--to", "lib", "--encoding", "shift_jis", "-o", name];
    let (_, warnings, _) = with_warnings(&arguments, sgf.as_bytes());
    assert_eq!(warnings, "warning: lib has no place for 1 character in this encoding\n");
    let bytes = fs::read(&path).expect("a library");
    assert!(bytes.ends_with(b"\x97\xac\x90\xaf ?\0\0"), "{}", bytes.escape_ascii());
    let text = converted(&["--from-encoding", "cp932", "--to", "sgf", name], "");
    assert!(text.contains("CA[UTF-8]") && text.contains("C[流星 ?]"), "{text}");
    let text = converted(&["--from-encoding", "windows-1251", "--to", "sgf", name], "");
    assert!(text.contains("C[—¬ђЇ ?]"), "{text}");
    let arguments = ["--to", "db", "--rule", "renju", "--encoding", "gbk"];
    let error = refused(&arguments, sgf.as_bytes());
    assert_eq!(error, "standard input: GBK: the texts of databases are in UTF-8 (to db)");
    fs::remove_dir_all(&folder).expect("our own folder");
}

fn convert_bytes(arguments: &[&str], input: &[u8]) -> Vec<u8> {
    convert(arguments, input).expect("a game").into_bytes()
}

#[test]
fn trees_are_kept_whole() {
    let sgf =
        "(;GM[4]SZ[15]PB[a]C[root]AB[aa]AW[bb][cc](;W[hh]TR[gg];B[])(;B[ii](;W[jj])(;W[kk]XY[l])))";
    let text = converted(&["--to", "sgf"], sgf);
    let expected = "PB[a]AB[aa]AW[bb][cc]C[root](;W[hh]TR[gg];B[])(;B[ii](;W[jj])(;W[kk]XY[l])))";
    assert!(text.replace('\n', "").ends_with(expected), "{text}");
    assert_eq!(converted(&["--to", "sgf"], &text), text);
    let error = refused(&[], sgf.as_bytes());
    let reason = "the position set up: stones that no moves in turn make: expected moves in turn";
    assert_eq!(error, format!("standard input: {reason} (to pos)"));
    let (out, err, all) = with_warnings(&["--skip-errors"], b"(;B[hh];W[])(;B[ii];W[jj])");
    assert_eq!((&*out, all), ("i9j10\n", Some(false)));
    assert_eq!(err, "skipped: standard input: move 2: a pass: expected moves in turn (to pos)\n");
}

#[test]
fn libraries_and_saved_positions_are_files_of_their_own() {
    let folder = std::env::temp_dir().join(format!("shisan-libraries-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = |name: &str| folder.join(name).to_str().expect("a plain name").to_owned();
    let sgf = "(;GM[4]SZ[15]C[study];B[hh]LB[ii:A](;W[ii]CR[ii]C[one\ntwo])(;W[hg];B[]))";
    assert_eq!(converted(&["-o", &path("study.lib")], sgf), "");
    let back = converted(&["--to", "sgf", &path("study.lib")], "");
    assert_eq!(back, converted(&["--to", "sgf"], sgf));
    assert_eq!(converted(&[&path("study.lib")], ""), "h8i9\n");
    let bytes = fs::read(path("study.lib")).expect("a library");
    fs::write(path("cut.lib"), &bytes[..bytes.len() - 1]).expect("a file");
    let error = refused(&[&path("cut.lib")], b"");
    let place = format!("byte {}: expected the second byte of a node", bytes.len() - 1);
    assert_eq!(error, format!("{}: {place}", path("cut.lib")));
    let salvage = with_warnings(&["--salvage", "--to", "sgf", &path("cut.lib")], b"");
    assert!(salvage.0.contains(";W[hg]") && salvage.2 == Some(false), "{salvage:?}");
    assert_eq!(
        salvage.1,
        format!("damaged: {}: {place}; before it stand 4 nodes\n", path("cut.lib"))
    );
    // Yixin-Board's positions, of which those that are no text have the ending of pos strings.
    assert_eq!(converted(&["-o", &path("game.sav")], "h8i9"), "");
    assert_eq!(fs::read_to_string(path("game.sav")).expect("a file"), "15\n15\n2\n7 7\n8 8\n");
    assert_eq!(converted(&["--to", "yixin-pos", "-o", &path("game.pos")], "h8i9"), "");
    assert_eq!(fs::read(path("game.pos")).expect("a file"), [2, 112, 128]);
    for name in ["game.sav", "game.pos"] {
        assert_eq!(converted(&[&path(name)], ""), "h8i9\n");
    }
    assert_eq!(converted(&["--to", "link"], "h8i9"), "https://gomocalc.com/#/h8i7\n");
    assert_eq!(converted(&[], "https://gomocalc.com/#/h8i7\n"), "h8i9\n");
    let rif = "<database><games><game id=\"1\"><move>h8 i9</move></game></games></database>";
    assert_eq!(converted(&[], rif), "h8i7\n", "rows count from the bottom");
    let error = refused(&["--size", "20", "--to", "lib"], b"h8");
    assert_eq!(error, "standard input: a board of 20x20: RenLib's is 15x15 (to lib)");
    fs::remove_dir_all(&folder).expect("our own folder");
}

#[test]
fn what_the_output_has_no_place_for_is_named() {
    let sgf = b"(;GM[4]XY[gg];B[hh])\n(;GM[4];B[hh](;W[ii])(;W[jj]))\n(;GM[4]PB[a]PW[b];B[hh]LB[gg:1]C[c])";
    let warning = "warning: pos has no place for 1 variation, 1 comment, 1 label, 2 players' names, 1 \
                   other property of SGF\n";
    let expected = ("h8\nh8i9\nh8\n".to_owned(), warning.to_owned(), Some(true));
    assert_eq!(with_warnings(&[], sgf), expected);
    assert_eq!(with_warnings(&["--to", "sgf"], sgf).1, "");
    let warning = "warning: pos has no place for 2 games without moves\n";
    assert_eq!(with_warnings(&[], b"(;GM[4])(;GM[4];B[hh])(;GM[4])").1, warning);
    // Read back without the size, it is another position.
    let large = b"(;GM[4]SZ[20];B[jj];W[ii])";
    for to in ["pos", "offsets", "link"] {
        let warning = format!("warning: {to} has no place for 1 board size other than 15x15\n");
        assert_eq!(with_warnings(&["--to", to], large).1, warning);
    }
    for to in ["psq", "sgf", "board", "sav", "db"] {
        assert!(!with_warnings(&["--to", to], large).1.contains("size"), "{to}");
    }
    let set_up = b"(;GM[4]SZ[15]AB[hh][ii]AW[jj];W[kk])";
    for (to, is_kept) in [("pos", false), ("psq", false), ("sgf", true), ("board", true)] {
        let warnings = with_warnings(&["--to", to], set_up).1;
        assert_eq!(warnings.contains("1 set-up position"), !is_kept, "{to}: {warnings}");
    }
    let warning = "warning: board has no place for 2 orders of moves\n";
    assert_eq!(with_warnings(&["--to", "board"], b"h8i9\nh8\nh8i9j10\n").1, warning);
    let quest = "(;GM[4]SZ[15]PB[x]PW[y];QPR[gg,gh,if];QSLW[fg];B[ff];W[hh])";
    assert_eq!(converted(&[], quest), "g7g8i6f7f6h8\n");
}

/// Games without end, which are read one by one.
#[test]
fn a_collection_needs_no_memory() {
    struct Endless<'a>(&'a [u8], usize);
    impl Read for Endless<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let game = &self.0[self.1 % self.0.len()..];
            let length = game.len().min(buffer.len());
            buffer[..length].copy_from_slice(&game[..length]);
            self.1 += length;
            Ok(length)
        }
    }
    struct Full(usize);
    impl Write for Full {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0 += bytes.len();
            if self.0 > 200_000 { Err(std::io::Error::other("full")) } else { Ok(bytes.len()) }
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n";
    let games = ["h8i9\n", "(;GM[4];B[hh];W[ii])", psq, ".....\n.....\n..X..\n.....\n.....\n\n"];
    for (game, to) in games.into_iter().flat_map(|game| ["pos", "sgf"].map(|to| (game, to))) {
        let line = Line::try_parse_from(["convert", "--to", to]).expect("arguments");
        let (mut input, mut out) = (Endless(game.as_bytes(), 0), Full(0));
        let error = run(&line.args, &mut input, &mut out, &mut std::io::sink()).expect_err("full");
        assert_eq!(format!("{error:#}"), "full");
    }
}

#[test]
fn our_own_openings_are_read_on_their_board() {
    let openings =
        "# shisan openings --rule standard --size 20x20 --count 2\n# balance\n0,0, 1,-1\n";
    assert_eq!(converted(&[], openings), "k11l10\n");
    assert_eq!(converted(&["--size", "15"], openings), "h8i7\n", "the option counts more");
    let sgf = converted(&["--to", "sgf"], openings);
    assert!(sgf.contains("SZ[20]\nRU[standard]\n;B[kk];W[lj]"), "{sgf}");
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.join("Cargo.toml.orig").exists() {
        return; // unpacked from a registry, where the other packages are absent
    }
    for entry in fs::read_dir(package.join("../gomoku-match/openings")).expect("our openings") {
        let path = entry.expect("an entry").path();
        let text = fs::read_to_string(&path).expect("openings");
        let sgf = converted(&["--to", "sgf", path.to_str().expect("a plain name")], "");
        assert_eq!(sgf.matches("GM[4]").count(), text.lines().count() - 2, "{path:?}");
    }
}

#[test]
fn records_and_journals_of_matches_are_read() {
    let game = r#"{"black":"a","white":"b","opening":["h8"],"moves":[{"pos":"i9","us":1500,"score":"35"}],"outcome":{"winner":"white","reason":"timeout:+37ms"},"unsolicited":[0,0]}"#;
    assert_eq!(converted(&[], game), "h8i9\n");
    let sgf = converted(&["--to", "sgf", "--size", "20"], game);
    let expected =
        "SZ[20]\nPB[a]\nPW[b]\nRE[W+T]\nGC[timeout:+37ms]\n;B[hh];W[ii]C[1ms\nscore 35]\n";
    assert!(sgf.contains(expected), "{sgf}");
    let stated = format!(r#"{{"rule":"caro","size":"9x7",{}"#, &game[1..]);
    let error = refused(&["--from", "jsonl"], stated.as_bytes());
    assert_eq!(error, "standard input: line 1: h8: the cell is outside the board (9x7 board)");
}

#[cfg(target_os = "linux")]
#[test]
fn a_device_is_written_to_and_stays_a_device() {
    use std::os::unix::fs::FileTypeExt;
    assert_eq!(converted(&["--to", "sgf", "-o", "/dev/null"], "h8"), "");
    for arguments in [["--to", "sgf", "-o", "/dev/full"], ["--to", "psq", "-o", "/dev/full"]] {
        assert!(refused(&arguments, b"h8").starts_with("/dev/full: "));
    }
    for device in ["/dev/null", "/dev/full"] {
        let kind = fs::metadata(device).expect("a device").file_type();
        assert!(kind.is_char_device(), "{device}");
    }
}

#[test]
fn a_stream_has_one_game_of_a_format_that_holds_one() {
    for format in ["lib", "sav", "yixin-pos", "db", "db-lz4"] {
        let arguments = ["convert", "--rule", "renju", "--to", format];
        let line = Line::try_parse_from(arguments).expect("arguments");
        let run = |mut input: &[u8]| {
            run(&line.args, &mut input, &mut Vec::new(), &mut Vec::new())
                .map_err(|error| error.to_string())
        };
        assert_eq!(run(b"h8i9\n"), Ok(true), "{format}");
        let reason = format!("standard output: {format} holds one game: name a file with --output");
        assert_eq!(run(b"h8i9\nh8\n"), Err(reason));
    }
    assert_eq!(converted(&["--to", "psq"], "h8\ni9\n").matches("Piskvorky").count(), 2);
}
