//! Collections against a plain oracle: games compared stone by stone.

mod equal_games;
mod positions;
mod refusals;

use std::collections::HashMap;
use std::fs;

use clap::Parser;
use gomoku_rules::{Board, Pos, Side, Size, Stone, Symmetry};
use serde_json::Value;

use super::*;

#[derive(Parser)]
struct Line {
    #[command(subcommand)]
    command: GamesCommand,
}

/// What is printed on standard output and on standard error.
fn try_run(arguments: &[&str]) -> anyhow::Result<(String, String)> {
    let line = Line::try_parse_from([&["games"], arguments].concat())?;
    let (mut out, mut err) = (Vec::new(), Vec::new());
    line.command.run_with(&mut out, &mut err)?;
    Ok((String::from_utf8(out)?, String::from_utf8(err)?))
}

fn output(arguments: &[&str]) -> String {
    try_run(arguments).unwrap_or_else(|error| panic!("{arguments:?}: {error:#}")).0
}

fn json(arguments: &[&str]) -> Vec<Value> {
    let lines = output(arguments);
    lines.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn refusal(arguments: &[&str]) -> String {
    let error = try_run(arguments).map(|(out, _)| out).expect_err("a refusal");
    let error = format!("{error:#}");
    assert_eq!(error.lines().count(), 1, "{error}");
    error
}

/// A folder with an index of what is in `games` there.
struct Collection(tempfile::TempDir);

impl Collection {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().expect("disk space"));
        fs::create_dir(folder.0.path().join("games")).expect("disk space");
        for (name, text) in files {
            folder.write(name, text);
        }
        folder
    }

    fn of(files: &[(&str, &str)]) -> Self {
        let folder = Self::new(files);
        folder.make();
        folder
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).to_str().expect("a path").to_owned()
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join("games").join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("disk space");
        fs::write(path, text).expect("disk space");
    }

    fn make(&self) -> String {
        output(&["index", "--output", &self.path("games.idx"), &self.path("games")])
    }

    fn with<'a>(command: &'a str, index: &'a str, rest: &[&'a str]) -> Vec<&'a str> {
        [&[command, "--json", index], rest].concat()
    }

    fn json(&self, command: &str, rest: &[&str]) -> Vec<Value> {
        json(&Self::with(command, &self.path("games.idx"), rest))
    }

    /// The numbers of the games that are found.
    fn find(&self, rest: &[&str]) -> Vec<u64> {
        self.json("find", rest).iter().map(|game| game["game"].as_u64().expect("one")).collect()
    }
}

/// Games that share positions: a few moves on a small board, in any image.
fn drawn_games(count: usize, size: Size, random: &mut fastrand::Rng) -> Vec<Vec<Pos>> {
    let near: Vec<Pos> =
        size.positions().filter(|pos| pos.x() / 3 == 1 && pos.y() / 3 == 1).collect();
    let symmetries: Vec<Symmetry> = Symmetry::of(size).collect();
    let game = |_| {
        let mut moves = near.clone();
        random.shuffle(&mut moves);
        moves.truncate(random.usize(0..7));
        let symmetry = symmetries[random.usize(..symmetries.len())];
        moves.into_iter().map(|pos| symmetry.apply(pos, size)).collect()
    };
    (0..count).map(game).collect()
}

fn name(moves: &[Pos]) -> String {
    moves.iter().map(ToString::to_string).collect()
}

fn board(size: Size, moves: &[Pos]) -> Board {
    let mut board = Board::new(size);
    for &pos in moves {
        board.play(pos);
    }
    board
}

fn form(size: Size, moves: &[Pos]) -> (Vec<Stone>, Side) {
    let board = board(size, moves);
    (Symmetry::canonical(&board), board.side_to_move())
}

#[test]
fn positions_and_moves_are_those_of_an_oracle() {
    let mut random = fastrand::Rng::with_seed(7);
    for size in [Size::square(9), Size::new(9, 8).expect("a size")] {
        let games = drawn_games(300, size, &mut random);
        let text: Vec<String> = games
            .iter()
            .map(|moves| {
                let played = moves.iter().zip([";B[", ";W["].into_iter().cycle());
                let letter = |index: u8| char::from(b'a' + index);
                let played = played
                    .map(|(pos, head)| format!("{head}{}{}]", letter(pos.x()), letter(pos.y())));
                let winner = ["RE[B+]", "RE[W+]", "RE[Draw]", ""][moves.len() % 4];
                format!(
                    "(;GM[4]SZ[{}:{}]{winner}{})",
                    size.width(),
                    size.height(),
                    played.collect::<String>()
                )
            })
            .collect();
        let collection = Collection::of(&[("all.sgf", &text.join("\n"))]);
        let board_size = size.to_string();
        for asked in games.iter().take(40).chain([&Vec::new()]) {
            let sought = form(size, asked);
            let reaches = |moves: &Vec<Pos>| {
                moves.len() >= asked.len() && form(size, &moves[..asked.len()]) == sought
            };
            let expected: Vec<u64> =
                (1..).zip(&games).filter(|(_, moves)| reaches(moves)).map(|(it, _)| it).collect();
            let question = ["--size", &board_size, &name(asked)];
            assert_eq!(collection.find(&question), expected, "{}", name(asked));

            // Each move, as the position that it leads to.
            let mut counts: HashMap<(Vec<Stone>, Side), [u64; 4]> = HashMap::new();
            let mut ended = 0;
            for moves in games.iter().filter(|moves| reaches(moves)) {
                if moves.len() == asked.len() {
                    ended += 1;
                    continue;
                }
                let count = counts.entry(form(size, &moves[..=asked.len()])).or_default();
                let is_black = asked.len() % 2 == 0;
                let kind = match (moves.len() % 4, is_black) {
                    (0, true) | (1, false) => 0,
                    (2, _) => 1,
                    (3, _) => 3,
                    _ => 2,
                };
                count[kind] += 1;
            }
            let mut found = HashMap::new();
            for line in collection.json("moves", &question) {
                let Some(cell) = line["move"].as_str() else {
                    assert_eq!(line["games"], ended);
                    continue;
                };
                let moves = [&asked[..], &[cell.parse().expect("a cell")]].concat();
                let kinds = ["wins", "draws", "losses", "unknown"];
                let kinds = kinds.map(|kind| line[kind].as_u64().expect("a count"));
                assert_eq!(line["games"], kinds.iter().sum::<u64>());
                assert!(found.insert(form(size, &moves), kinds).is_none(), "a move and its image");
            }
            assert_eq!(found, counts, "{}", name(asked));
        }
    }
}

#[test]
fn the_next_move_lies_on_the_board_that_was_asked_for() {
    let collection = Collection::of(&[("one.txt", "h8i7j8j9\n")]);
    for symmetry in Symmetry::ALL {
        let size = Size::square(15);
        let image = |text: &str| {
            let cells = gomoku_rules::record::parse_moves(text).expect("moves");
            cells.into_iter().map(|pos| symmetry.apply(pos, size)).collect::<Vec<_>>()
        };
        let found = collection.json("find", &[&name(&image("j8i7h8"))]);
        assert_eq!(found[0]["next"], name(&image("j9")), "a position without a symmetry");
        assert_eq!((&found[0]["turn"], &found[0]["variation"]), (&3.into(), &false.into()));
    }
}

const STUDY: &str = "(;GM[4]SZ[15]PB[Nakamura]PW[Meritee]DT[1996-05-01]EV[World]RE[B+]RU[renju]\
    C[kept];B[hh]C[the centre](;W[hg];B[ig];W[ij])(;W[ig];B[ih]))";

#[test]
fn games_are_found_by_what_is_known_of_them() {
    let other = "(;GM[4]SZ[15]PB[Sato]PW[Nakamura]DT[2003]RE[W+];B[hh];W[ig];B[ih])";
    let draw = "(;GM[4]SZ[20]RE[Draw];B[hh])";
    let open = "(;GM[4]SZ[15];B[aa])";
    let won = "(;GM[4]SZ[15];B[aa];W[ba];B[ab];W[bb];B[ac];W[bc];B[ad];W[bd];B[ae])";
    let collection = Collection::of(&[("all.sgf", &[STUDY, other, draw, open, won].concat())]);
    for (question, expected) in [
        (&[][..], &[1, 2, 3, 4, 5][..]),
        (&["--player", "nakaMURA"], &[1, 2]),
        (&["--player", "sato", "--result", "white"], &[2]),
        (&["--event", "world"], &[1]),
        (&["--since", "1997"], &[2]),
        (&["--until", "1996"], &[1]),
        (&["--since", "1996-05-01", "--until", "2003"], &[1, 2]),
        (&["--since", "1996-05-02", "--until", "2002"], &[]),
        (&["--opening", "D4"], &[1]),
        (&["--opening", "kagetsu"], &[1]),
        (&["--opening", "ungetsu"], &[2]),
        (&["--result", "black"], &[1, 5]),
        (&["--result", "draw"], &[3]),
        (&["--result", "unknown"], &[4]),
        (&["--rule", "renju"], &[1]),
        (&["h8i7i8"], &[1, 2]),
        (&["--player", "sato", "h8i7i8"], &[2]),
        (&["--size", "20", "h13"], &[3]),
    ] {
        assert_eq!(collection.find(question), expected, "{question:?}");
    }
    let found = collection.json("find", &["h8i7i8"]);
    assert_eq!((&found[0]["variation"], &found[1]["variation"]), (&true.into(), &false.into()));
    let moves = collection.json("moves", &["h8"]);
    let games = moves.iter().map(|line| line["games"].as_u64().unwrap_or_default());
    assert_eq!((moves.len(), games.sum::<u64>()), (2, 2), "main lines: {moves:?}");
    let line = output(&["find", &collection.path("games.idx"), "--event", "World", "h8"]);
    let expected = "all.sgf game 1: Nakamura - Meritee, 1996-05-01, World, renju, 15x15, \
                    D4 Kagetsu, 4 moves, Black won; after move 1, then h7\n";
    assert!(line.ends_with(expected), "{line}");
}

#[test]
fn dates_of_files_are_read_in_every_form() {
    let dates = [
        "????-??-??",
        "unknown",
        "1996/05/01",
        "01.05.1996",
        "1996.5.1",
        "1996-05-01,02",
        "1996-??-??",
        "1996-05-00",
        "1996 (May)",
        "19960501",
        "",
    ];
    let games: Vec<String> =
        dates.iter().map(|date| format!("(;GM[4]SZ[15]DT[{date}];B[hh])")).collect();
    let collection = Collection::of(&[("all.sgf", &games.concat())]);
    for (question, expected) in [
        (["--since", "1900"], &[3, 5, 6, 7, 8, 9][..]),
        (["--since", "1996-05-01"], &[3, 5, 6]),
        (["--since", "1996-05-02"], &[]),
        (["--until", "1996"], &[3, 5, 6, 7, 8, 9]),
        (["--until", "1996-05-01"], &[3, 5, 6, 7, 8, 9]),
        (["--until", "1996-04"], &[7, 9]),
        (["--until", "1995"], &[]),
    ] {
        assert_eq!(collection.find(&question), expected, "{question:?}");
    }
}

#[test]
fn found_games_are_written_with_all_that_they_say() {
    let pos = "h8\nh8i9\n";
    let collection = Collection::of(&[("a/study.sgf", STUDY), ("b.txt", pos), ("c.notes", "no")]);
    let index = collection.path("games.idx");
    let target = collection.path("found.sgf");
    assert_eq!(output(&["find", &index, "--output", &target]), "");
    let text = fs::read_to_string(&target).expect("a file");
    let direct = |file: &str| {
        let file = fs::File::open(collection.path(file)).expect("a file");
        let source = gomoku_records::Source::new(file);
        let trees =
            gomoku_records::Trees::new(source, gomoku_rules::record::Format::Sgf, Size::square(15));
        trees.map(|game| game.expect("a game").tree).collect::<Vec<_>>()
    };
    let (written, study) = (direct("found.sgf"), direct("games/a/study.sgf"));
    assert_eq!((written.len(), &written[0]), (3, &study[0]), "{text}");
    assert_eq!(output(&["find", &index, "h8i9", "--to", "pos"]), "h8h7i7i10\nh8i9\n");
    assert_eq!(output(&["find", &index, "--to", "pos"]).lines().count(), 3);
    let (_, lost) = try_run(&["find", &index, "--to", "pos"]).expect("games");
    assert!(lost.starts_with("warning: pos has no place for 1 variation, "), "{lost}");
    assert!(refusal(&["find", &index, "--output", "x.unknown"]).contains("no known extension"));
    for name in ["x.jsonl", "x.rif"] {
        assert!(refusal(&["find", &index, "--output", name]).contains(" read only"), "{name}");
    }
}

#[test]
fn the_board_decides_however_its_stones_came_there() {
    let four = "AB[aa][ba][ca][da]";
    let games = [
        format!("{four};B[ea]"),
        format!("{four};W[ea]"),
        format!("AW[aa];{four};W[oo];B[ea];W[]"),
        ";W[aa];W[ba];W[ca];W[];W[da];W[ea]".to_owned(),
        format!("RU[renju]{four}[fa];B[ea]"),
        format!("{four}[ea]"),
    ];
    let text: Vec<String> = games.iter().map(|game| format!("(;GM[4]SZ[15]{game})")).collect();
    let collection = Collection::of(&[("all.sgf", &text.concat())]);
    assert_eq!(collection.find(&["--result", "black"]), [1, 3]);
    assert_eq!(collection.find(&["--result", "white"]), [4, 5]);
    assert_eq!(collection.find(&["--result", "unknown"]), [2, 6]);
}

#[test]
fn an_opening_of_renju_is_played_in_turn_on_an_empty_board() {
    let games = ["(;GM[4];B[hh];W[hg];B[hf])"]
        .into_iter()
        .chain(["(;GM[4]AB[aa]AW[oo];B[hh];W[hg];B[hf])", "(;GM[4];W[hh];B[hg];W[hf])"])
        .chain(["(;GM[4];B[hh];W[hg];B[hf];AB[aa];W[ii])"])
        .chain(["(;GM[4]RU[freestyle];B[hh];W[hg];B[hf])", "(;GM[4]RU[renju];B[hh];W[hg];B[hf])"]);
    let collection = Collection::of(&[("all.sgf", &games.collect::<String>())]);
    assert_eq!(collection.find(&["--opening", "D1"]), [1, 4, 6]);
}

#[test]
fn many_nodes_with_stones_are_indexed_in_time() {
    let nodes = ";AB[cc]AE[cc]".repeat(20_000);
    let collection = Collection::of(&[("all.sgf", &format!("(;GM[4]SZ[5]{nodes})"))]);
    assert_eq!(collection.find(&[]), [1]);
}

#[test]
fn the_same_games_make_the_same_index() {
    let random = &mut fastrand::Rng::with_seed(3);
    let games = drawn_games(50, Size::square(9), random);
    let text: String = games.iter().map(|moves| name(moves) + "\n").collect();
    let collection = Collection::of(&[("all.txt", &text)]);
    let first = fs::read(collection.path("games.idx")).expect("a file");
    collection.make();
    assert_eq!(fs::read(collection.path("games.idx")).expect("a file"), first);
}

#[test]
fn no_game_is_an_empty_file_in_every_format() {
    let collection = Collection::of(&[("a.txt", "h8i9\n")]);
    let index = collection.path("games.idx");
    for name in ["none.pos", "none.psq", "none.sgf", "none.lib"] {
        let path = collection.path(name);
        fs::write(&path, "old").expect("disk space");
        let (_, warning) =
            try_run(&["find", &index, "--player", "zzz", "--output", &path]).expect("no game");
        assert_eq!(warning, "warning: no game was found\n");
        assert_eq!(fs::read_to_string(&path).expect("a file"), "", "{name}");
    }
}
