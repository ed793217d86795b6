//! Collections in every format and in many encodings.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, WINDOWS_1250,
    WINDOWS_1251, WINDOWS_1252,
};
use gomoku_rules::Size;
use gomoku_rules::record::format_moves;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;

const SIZE: Size = Size::square(15);

/// Reads the games from pieces of this many bytes.
fn read_in(pieces: usize, bytes: &[u8], format: Format) -> Vec<Result<Game, GameError>> {
    struct Pieces<'a>(&'a [u8], usize);
    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(self.1);
            self.0.read(&mut buffer[..length])
        }
    }
    Games::new(Source::new(Pieces(bytes, pieces)), format, SIZE).collect()
}

/// The moves of each game, or why there are none.
fn games(bytes: impl AsRef<[u8]>, format: Format) -> Vec<String> {
    let words = |game: &Result<Game, GameError>| match game {
        Ok(game) => format_moves(&game.record.cells().collect::<Vec<_>>()),
        Err(error) => error.to_string(),
    };
    let read = |pieces| -> Vec<String> {
        read_in(pieces, bytes.as_ref(), format).iter().map(words).collect()
    };
    let games = read(usize::MAX);
    assert_eq!(read(1), games, "byte by byte");
    games
}

fn names(bytes: &[u8], format: Format) -> Vec<String> {
    let name = |game: Result<Game, GameError>| game.expect("a game").record.black;
    read_in(usize::MAX, bytes, format)
        .into_iter()
        .map(|game| name(game).unwrap_or_default())
        .collect()
}

#[test]
fn every_format_is_read_game_by_game() {
    let psq = "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,12\r\nA\r\nB\r\n0\r\n";
    let board = " 1 . . . . .\n 2 . X . . .\n 3 . O . . .\n 4 . . . . .\n 5 . . . . .\n";
    for (format, text, expected) in [
        (Format::Pos, "# openings\nh8i9\n\nj10\r\nk11", &["h8i9", "j10", "k11"][..]),
        (Format::Offsets, "0,0, 1,1\n# no, game\n0,1", &["h8i9", "h9"]),
        (Format::Psq, &[psq, psq].concat(), &["h8i9", "h8i9"]),
        (Format::Psq, &[psq, "\n\n", psq, "\n"].concat(), &["h8i9", "h8i9"]),
        (Format::Sgf, "(;B[hh];W[ii])\n\n (;B[jj])(;)", &["h8i9", "j10", ""]),
        (Format::Board, &["\n", board, "\n \n", board].concat(), &["b2b3", "b2b3"]),
        (
            Format::Board,
            &["# a comment\n\n# the first\n", board, "and then\n\nend\n\n", board, "\nend"]
                .concat(),
            &["b2b3", "b2b3"],
        ),
    ] {
        assert_eq!(games(text, format), expected, "{text}");
        assert_eq!(games(format!("\u{feff}{text}"), format), expected, "{text}");
        assert_eq!(games(format!("{text}\r\n\u{1a}"), format), expected, "as DOS ended a text");
        let units: Vec<u16> = format!("\u{feff}{text}").encode_utf16().collect();
        for write in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let bytes: Vec<u8> = units.iter().copied().flat_map(write).collect();
            assert_eq!(games(&bytes, format), expected, "{text}");
        }
    }
    for format in Format::ALL {
        assert!(games("", format).is_empty() && games("\n \r\n", format).is_empty());
    }
    assert!(games("# nothing\n#", Format::Pos).is_empty());
}

#[test]
fn after_a_game_that_cannot_be_read_comes_the_next_one() {
    for (format, text, expected) in [
        (
            Format::Pos,
            "h8\nh8h8\nj10",
            &["h8", "game 2: line 2, column 3: expected a free cell: h8 is taken", "j10"][..],
        ),
        (Format::Pos, "h8h8", &["line 1, column 3: expected a free cell: h8 is taken"]),
        (
            Format::Offsets,
            "0,0\n0,\n0,1",
            &["h8", "game 2: line 2, column 3: expected a whole number", "h9"],
        ),
        (
            Format::Psq,
            "Piskvorky 15x15, 1:1, 0\n8,8,0\nPiskvorky 15x15, 1:1, 0\n8,8,0\n8,8,0\nPiskvorky 15x15, 1:1, 0\n9,9,0\n",
            &["h8", "game 2: line 5, column 1: expected a free cell: h8 is taken", "i9"],
        ),
        (
            Format::Psq,
            "a letter\nof two lines\nPiskvorky 15x15, 1:1, 0\n9,9,0\n",
            &["line 1, column 1: expected Piskvorky 15x15, 11:11, 0", "i9"],
        ),
        (
            Format::Sgf,
            "(;B[hh])(;B[hh];W[hh])(;B[ii])",
            &["h8", "game 2: line 1, column 19: expected a free cell: h8 is taken", "i9"],
        ),
        (
            Format::Sgf,
            "(;GM[4];B[hh]\n(;GM[4];B[ii]C[é\n(;GM[4];B[jj])",
            &[
                "line 1, column 14: expected the rest of the game, which ends with )",
                "game 2: line 2, column 16: expected a value that ends with ]",
                "j10",
            ],
        ),
        (
            Format::Sgf,
            "(;B[hh]) x\n(;B[ii])",
            &["h8", "game 2: line 1, column 10: expected a game, which begins with (", "i9"],
        ),
        (
            Format::Board,
            ".....\n\n.....\n.X...\n.....\n.....\n.....\n",
            &["line 1, column 1: expected 5 to 32 rows of 5 to 32 cells", "b2"],
        ),
    ] {
        assert_eq!(games(text, format), expected, "{text}");
    }
}

#[test]
fn warnings_have_their_places_in_the_whole_text() {
    let text = "(;B[hh])\n(;XY[gg];B[hh])(;\nB[ii](;W[jj])(;W[kk]))";
    let games = read_in(usize::MAX, text.as_bytes(), Format::Sgf);
    let warnings = |game: &Result<Game, GameError>| -> Vec<String> {
        let game = game.as_ref().expect("a game");
        game.warnings.iter().map(ToString::to_string).collect()
    };
    let found: Vec<Vec<String>> = games.iter().map(warnings).collect();
    assert_eq!(
        found,
        [
            vec![],
            vec!["line 2, column 3: property XY holds cells and was left out".to_owned()],
            vec![
                "line 3, column 14: a variation was left out: only the main line is read"
                    .to_owned()
            ],
        ]
    );
    let game = "Piskvorky 15x15, 3:3, 0\n8,8,0\n-1\n";
    let text = format!("{game}1,Freestyle\n{game}\n{game}Black won");
    let games = read_in(usize::MAX, text.as_bytes(), Format::Psq);
    let found: Vec<Vec<String>> = games.iter().map(warnings).collect();
    assert_eq!(
        found,
        [
            vec![
                "line 4, column 1: the winner was left out: 1 and 2 may be either side".to_owned()
            ],
            vec![],
            vec!["line 12, column 1: the line behind how the game ended was left out".to_owned()],
        ]
    );
}

/// A game whose player of Black has a name in `encoding`.
fn named(encoding: &'static Encoding, label: Option<&str>, name: &str) -> Vec<u8> {
    let label = label.map(|label| format!("CA[{label}]")).unwrap_or_default();
    let text = format!("(;GM[4]PB[{name}]{label}PW[x];B[hh]C[{name}];W[ii]C[{name}])");
    let (bytes, _, has_errors) = encoding.encode(&text);
    assert!(!has_errors, "{name} in {}", encoding.name());
    bytes.into_owned()
}

const NAMES: [(&str, &Encoding, &str); 14] = [
    ("UTF-8", UTF_8, "五目並べ"),
    ("ISO-8859-1", WINDOWS_1252, "José"),
    ("windows-1250", WINDOWS_1250, "Dvořák"),
    ("cp1251", WINDOWS_1251, "Иванов"),
    // The last byte of these is a backslash or a bracket.
    ("Shift_JIS", SHIFT_JIS, "表"),
    ("Shift_JIS", SHIFT_JIS, "ゾ"),
    ("GB2312", GBK, "誠"),
    ("GBK", GBK, "廬"),
    ("GB18030", GB18030, "曹冬"),
    ("Big5", BIG5, "許功蓋"),
    ("EUC-JP", EUC_JP, "中村茂"),
    ("EUC-KR", EUC_KR, "김수찬"),
    ("ISO-2022-JP", ISO_2022_JP, "中村茂"),
    ("cp932", SHIFT_JIS, "中村茂"),
];

#[test]
fn each_game_names_its_encoding() {
    let bytes: Vec<u8> = NAMES
        .iter()
        .flat_map(|&(label, encoding, name)| {
            [named(encoding, Some(label), name), b"\n".to_vec()].concat()
        })
        .collect();
    assert_eq!(games(&bytes, Format::Sgf), ["h8i9"; NAMES.len()]);
    assert_eq!(names(&bytes, Format::Sgf), NAMES.map(|(_, _, name)| name.to_owned()));
}

#[test]
fn an_encoding_that_a_game_names_is_no_guess() {
    for (encoding, game, name) in [
        // As Shift_JIS has it, the bracket in the name belongs to a character.
        (GB18030, "(;CA[GB18030]PB[你[好\\]];B[hh])", "你[好]"),
        (GB18030, "(;PB[你[好\\]]CA[GB18030];B[hh])", "你[好]"),
        (GB18030, "(;C[x [y]CA[GB18030]PB[曹冬];B[hh])", "曹冬"),
        (WINDOWS_1251, "(;CA[cp1251]PB[[Иванов\\] [x\\]];B[hh])", "[Иванов] [x]"),
        // What stands in a text names no encoding.
        (GB18030, "(;C[no CA[x\\] nor;CA[Big5]CA[GB18030]PB[曹冬];B[hh])", "曹冬"),
        // The last byte of 表 is a backslash.
        (SHIFT_JIS, "(;PW[表]C[x;CA[GBK]CA[Shift_JIS]PB[中村茂];B[hh])", "中村茂"),
        (WINDOWS_1251, "(;C[[Иванов]Charset[x]CA [cp1251]PB[Иванов];B[hh])", "Иванов"),
    ] {
        let bytes = encoding.encode(game).0;
        assert_eq!(names(&bytes, Format::Sgf), [name], "{game}");
    }
}

#[test]
fn moves_are_read_whatever_a_game_says_of_its_encoding() {
    let labels = NAMES.map(|(label, ..)| Some(label));
    for (_, encoding, name) in NAMES {
        for label in labels.into_iter().chain([None, Some("klingon"), Some("UTF-16"), Some("")]) {
            let bytes = named(encoding, label, name);
            let found = games(&bytes, Format::Sgf);
            assert_eq!(found, ["h8i9"], "{name} in {} as {label:?}", encoding.name());
        }
    }
}

#[test]
fn what_stands_before_many_errors_is_found_in_time() {
    for text in ["1,1,".repeat(50_000), format!("1,1{}", ",".repeat(50_000))] {
        let mut games = Games::new(Source::new(text.as_bytes()), Format::Offsets, SIZE);
        let Some(Err(GameError::Malformed { read: Some(read), .. })) = games.next() else {
            panic!("a malformed game")
        };
        assert_eq!(read.tree.len(), 2);
    }
}

#[test]
fn a_wrong_move_is_no_part_of_a_text() {
    for (game, expected) in [
        (&b"(;GM[4]SZ[15];B[hh];W[ii];B[jj]C[caf\xe9];W[hh])"[..], "a free cell: h8 is taken"),
        (b"(;GM[4]SZ[15]PB[Jos\xe9];AB[hh];B[hh])", "a move by white: moves are made in turn"),
        (b"(;GM[4]CA[windows-1252];B[hh]C[caf\xe9];W[hh])", "a free cell: h8 is taken"),
    ] {
        for asked in [None, Some("windows-1252"), Some("iso-8859-15")] {
            let games = Games::new(Source::new(game), Format::Sgf, SIZE);
            let mut games = match asked {
                Some(name) => games.in_encoding(name.parse().expect("an encoding")),
                None => games,
            };
            let refused = games.next().expect("a game").expect_err("a taken cell").to_string();
            assert!(refused.ends_with(expected), "{asked:?}: {refused}");
            assert!(games.next().is_none());
        }
    }
}

#[test]
fn a_name_without_an_encoding_is_guessed() {
    for (text, name) in [
        (&b"(;GM[4]SZ[15]PB[Jos\xe9];B[ee];W[ff];B[gg])"[..], "José"),
        (b"(;GM[4]PB[Dvo\xf8\xe1k];B[ee])", "Dvořák"),
        (b"(;GM[4]PB[\xc8\xe2\xe0\xed\xee\xe2];B[ee])", "Иванов"),
        ("(;GM[4]PB[五子棋];B[ee])".as_bytes(), "五子棋"),
    ] {
        assert_eq!(names(text, Format::Sgf), [name]);
    }
    let psq = b"Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\nDvo\xf8\xe1k\r\nPi\x9akvorky\r\n-1\r\n";
    assert_eq!(names(psq, Format::Psq), ["Dvořák"]);
    assert_eq!(games(psq, Format::Psq), ["h8"]);
    assert_eq!(games(b"# Jos\xe9\nh8i9\n", Format::Pos), ["h8i9"]);
    let escaped = |text: &str| ISO_2022_JP.encode(text).0.into_owned();
    assert_eq!(
        names(&escaped("(;GM[4]PB[五目並べの棋譜];B[hh])"), Format::Sgf),
        ["五目並べの棋譜"]
    );
    let psq = "Piskvorky 15x15, 11:11, 0\n8,8,0\n五目並べの棋譜\nB\n-1\n";
    assert_eq!(names(&escaped(psq), Format::Psq), ["五目並べの棋譜"]);
    // Later names help: what is one name of Chinese could be Korean, too.
    let text: String = ["曹冬", "中国五子棋棋谱", "黑方先行，白方后行"]
        .map(|name| format!("(;GM[4]PB[{name}];B[hh])\n"))
        .concat();
    let found = names(&GBK.encode(&text).0, Format::Sgf);
    assert_eq!(found[1..], ["中国五子棋棋谱", "黑方先行，白方后行"]);
}

#[test]
fn a_text_that_is_unicode_for_certain_is_read_as_such() {
    let text = "\u{feff}(;GM[4]CA[Shift_JIS]PB[中村茂];B[hh])";
    assert_eq!(names(text.as_bytes(), Format::Sgf), ["中村茂"]);
    let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(names(&bytes, Format::Sgf), ["中村茂"]);
}

#[test]
fn what_cannot_be_read_is_replaced() {
    let found = names(b"(;GM[4]CA[UTF-8]PB[Jos\xe9];B[hh])", Format::Sgf);
    assert_eq!(found, ["José"], "as the default of SGF has it");
    assert_eq!(games(b"(;GM[4]CA[EUC-JP]PB[\xff\xff];B[hh])", Format::Sgf), ["h8"]);
}

#[test]
fn bytes_that_cannot_be_read_end_the_collection() {
    struct Broken(usize);
    impl Read for Broken {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => {
                    buffer[..5].copy_from_slice(b"h8\nh9");
                    Ok(5)
                }
                2 => Err(io::ErrorKind::Interrupted.into()),
                _ => Err(io::Error::other("the disk is gone")),
            }
        }
    }
    let mut games = Games::new(Source::new(Broken(0)), Format::Pos, SIZE);
    assert!(games.next().is_some_and(|game| game.is_ok()));
    let error = games.next().and_then(Result::err).map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("the disk is gone"));
    assert!(games.next().is_none());
}

#[test]
fn the_corpus_is_read_to_its_end() {
    let package = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    if package.join("Cargo.toml.orig").exists() {
        return; // unpacked from a registry, where the repository's data is absent
    }
    let folder = package.join("../../data/fuzz/records");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the corpus") {
        let path = entry.expect("an entry").path();
        let bytes = std::fs::read(&path).expect("a file");
        for format in Format::ALL {
            let games = read_in(usize::MAX, &bytes, format);
            let read = games.iter().filter(|game| game.is_ok()).count();
            found.push((path.file_name().expect("a name").to_owned(), format, read, games.len()));
        }
    }
    for (name, format, read, all) in [
        ("sgf_shift_jis", Format::Sgf, 1, 1),
        ("sgf_wrong_charset", Format::Sgf, 2, 2),
        ("sgf_gomokuquest", Format::Sgf, 1, 1),
        ("sgf_cut", Format::Sgf, 1, 4),
        ("pos_utf16", Format::Pos, 2, 2),
        ("psq_windows_1250", Format::Psq, 1, 1),
    ] {
        let expected = (name.into(), format, read, all);
        assert!(found.contains(&expected), "{expected:?} of {found:?}");
    }
}

proptest! {
    /// Any bytes are games or errors, and the same ones in pieces.
    #[test]
    fn any_bytes_are_read_to_their_end(
        bytes in prop::collection::vec(prop_oneof![
            select(&b"(;)[]\\\n,.-#XO B[hh]W12\x1b$"[..]), any::<u8>(),
        ], 0..200),
        format in select(&Format::ALL[..]),
        pieces in 1..9_usize,
    ) {
        let words = |games: Vec<Result<Game, GameError>>| -> Vec<String> {
            games.iter().map(|game| format!("{game:?}")).collect()
        };
        let whole = words(read_in(usize::MAX, &bytes, format));
        prop_assert_eq!(words(read_in(pieces, &bytes, format)), whole);
    }

    /// Names of any length in any encoding, under any label, leave the moves as they are.
    #[test]
    fn moves_do_not_depend_on_names(
        (_, encoding, _) in select(&NAMES[..]),
        label in prop::option::of(select(&NAMES[..]).prop_map(|(label, ..)| label)),
        name in "[ -Zé表ゾソ能功蓋許誠廬五目並べИванов김수찬Dvořák]{1,8}",
    ) {
        let is_known = |c: &char| !encoding.encode(c.encode_utf8(&mut [0; 4])).2;
        let name: String = name.chars().filter(is_known).collect();
        let found = games(named(encoding, label, &name), Format::Sgf);
        prop_assert_eq!(found, ["h8i9"], "{} in {} as {:?}", name, encoding.name(), label);
    }
}
