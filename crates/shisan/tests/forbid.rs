//! The subcommand `forbid`: every forbidden point with its kind and the lines that make it one.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use gomoku_rules::Rule;
use gomoku_rules::referee::{self, Verdict};
use serde_json::Value;

fn forbid(arguments: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_shisan"))
        .arg("forbid")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(input.as_bytes()).expect("it listens");
    drop(stdin);
    child.wait_with_output().expect("it ends")
}

/// A drawing of the stones of a line of the corpus.
fn drawing(size: usize, stones: [&str; 2]) -> String {
    let mut cells = vec![vec!['.'; size]; size];
    for (cell, moves) in ['X', 'O'].into_iter().zip(stones) {
        let moves = gomoku_rules::record::parse_moves(moves.trim_matches('-'));
        for pos in moves.expect("a pos string") {
            cells[usize::from(pos.y())][usize::from(pos.x())] = cell;
        }
    }
    cells.into_iter().map(|row| row.into_iter().collect::<String>() + "\n").collect()
}

#[test]
fn hard_forbidden_points_are_told_with_their_lines() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/positions/renju-forbidden.txt");
    let corpus = std::fs::read_to_string(path).expect("the corpus");
    let cases = corpus.lines().filter(|line| !line.starts_with('#')).step_by(5);
    let mut count = 0;
    // A board with a five or a six is no position of a game.
    let is_played = |board: &str| {
        let board = board.parse().expect("a drawing");
        referee::position(&board, Rule::Renju) == Verdict::Ongoing
    };
    for case in cases {
        let [size, cell, verdict, _, black, white] =
            case.split(' ').collect::<Vec<_>>().try_into().expect("six fields");
        let board = drawing(size.parse().expect("a size"), [black, white]);
        if !is_played(&board) {
            continue;
        }
        let output = forbid(&["--json"], &board);
        assert!(output.status.success(), "{case}: {output:?}");
        let text = String::from_utf8(output.stdout).expect("text");
        let points = text.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
        let point = points.into_iter().find(|point| point["cell"] == cell);
        let Some(point) = point else {
            assert_eq!(verdict, "legal", "{case}");
            continue;
        };
        assert_eq!(point["kind"], verdict, "{case}");
        let lines = point["lines"].as_array().expect("lines");
        let (shape, least, stones) = match verdict {
            "double-three" => ("three", 2, 3..=3),
            "double-four" => ("four", 2, 4..=4),
            _ => ("overline", 1, 6..=15),
        };
        assert!(lines.len() >= least, "{case}: {lines:?}");
        for line in lines {
            let cells = line["stones"].as_array().expect("stones");
            assert!(
                cells.contains(&cell.into()) && stones.contains(&cells.len()),
                "{case}: {line}"
            );
            assert_eq!(line["shape"], shape, "{case}");
            let completes = line["completedBy"].as_array().expect("cells").len();
            assert_eq!(completes > 0, shape != "overline", "{case}: {line}");
        }
        count += 1;
    }
    assert!(count > 30, "{count}");
}

#[test]
fn a_forbidden_point_is_drawn() {
    let output = forbid(&["--size", "15", "h8h9i7i9h10i6i11i12"], "");
    let text = String::from_utf8(output.stdout).expect("text");
    assert_eq!(output.status.code(), Some(0), "{text}");
    let row = text.lines().find(|line| line.starts_with(" 9 ")).expect("the ninth row");
    assert_eq!(row, " 9 . . . . . . ! O O . . . . . .");
    assert!(text.contains("\ng9 double three\n    three "), "{text}");
    let wrong = forbid(&["--size", "15", "h8h8"], "");
    assert_eq!((wrong.status.code(), wrong.stdout.len()), (Some(2), 0));
}
