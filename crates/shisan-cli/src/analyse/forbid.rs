//! The `forbid` subcommand: what renju forbids Black in one position, and why, drawn.

use std::io::{Read, Write};

use serde::Serialize;

use super::read_board;
use gomoku_rules::referee::{self, Foul, FoulLine, Shape};
use gomoku_rules::{Board, Diagram, Direction, Forbidden, Pos, Rule, Size};

/// Which position, and how it is told.
#[derive(Clone, Debug, clap::Args)]
pub struct ForbidArgs {
    /// The board's side, or width x height; a drawn board has its own
    #[arg(long, default_value = "15")]
    size: Size,
    /// Write a JSON line for each point instead of text
    #[arg(long)]
    json: bool,
    /// The moves so far, such as h8i9, row 1 at the top; else a drawn board on standard input
    position: Option<String>,
}

/// Tells to `out` what is forbidden to Black, whoever is to move.
///
/// # Errors
/// When the position cannot be read, or one of its moves was forbidden itself or ended the game.
pub fn forbid(args: &ForbidArgs, input: &mut dyn Read, out: &mut dyn Write) -> anyhow::Result<()> {
    let board = read_board(args.position.as_deref(), Rule::Renju, args.size, input)?;
    let fouls: Vec<(Pos, Foul)> =
        board.empty_cells().filter_map(|pos| Some((pos, referee::foul(&board, pos)?))).collect();
    if args.json {
        for (pos, foul) in &fouls {
            writeln!(out, "{}", serde_json::to_string(&Point::new(*pos, foul))?)?;
        }
        return Ok(());
    }
    draw(board, &fouls, out)
}

fn draw(board: Board, fouls: &[(Pos, Foul)], out: &mut dyn Write) -> anyhow::Result<()> {
    let marks = fouls.iter().map(|&(pos, _)| (pos, '!')).collect();
    write!(out, "{}", Diagram { board, marks })?;
    if fouls.is_empty() {
        writeln!(out, "nothing is forbidden to black")?;
    }
    for (pos, foul) in fouls {
        writeln!(out, "{pos} {}", foul.kind)?;
        for FoulLine { shape, direction, stones, completed_by } in &foul.lines {
            let completed = match shape {
                Shape::Four => format!(", five at {}", names(completed_by)),
                Shape::Three => format!(", open four at {}", names(completed_by)),
                Shape::Overline => String::new(),
            };
            writeln!(out, "    {shape} {} ({}){completed}", names(stones), name(*direction))?;
        }
    }
    Ok(())
}

/// A forbidden point as JSON.
#[derive(Serialize)]
struct Point {
    cell: String,
    kind: &'static str,
    lines: Vec<Line>,
}

/// One of the lines that make it so.
#[derive(Serialize)]
struct Line {
    shape: String,
    direction: &'static str,
    stones: Vec<String>,
    completed_by: Vec<String>,
}

impl Point {
    fn new(pos: Pos, foul: &Foul) -> Self {
        let texts = |cells: &[Pos]| cells.iter().map(Pos::to_string).collect();
        let lines = foul.lines.iter().map(|line| Line {
            shape: line.shape.to_string(),
            direction: name(line.direction),
            stones: texts(&line.stones),
            completed_by: texts(&line.completed_by),
        });
        let kind = match foul.kind {
            Forbidden::DoubleFour => "double-four",
            Forbidden::DoubleThree => "double-three",
            Forbidden::Overline => "overline",
        };
        Self { cell: pos.to_string(), kind, lines: lines.collect() }
    }
}

fn names(cells: &[Pos]) -> String {
    let names: Vec<String> = cells.iter().map(Pos::to_string).collect();
    names.join(" ")
}

const fn name(direction: Direction) -> &'static str {
    match direction {
        Direction::Row => "row",
        Direction::Column => "column",
        Direction::Diagonal => "falling diagonal",
        Direction::AntiDiagonal => "rising diagonal",
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        args: ForbidArgs,
    }

    fn run(arguments: &[&str], input: &str) -> anyhow::Result<String> {
        let arguments = Arguments::try_parse_from([&["forbid"], arguments].concat())?;
        let mut out = Vec::new();
        forbid(&arguments.args, &mut input.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    #[test]
    fn the_judges_position_has_one_point() {
        let text = run(&["--size", "15", "h8h9i7i9h10i6i11i12"], "").expect("a position");
        let told = "g9 double three\n";
        let (board, point) = text.split_at(text.find(told).expect("the point"));
        assert_eq!(board.matches('!').count(), 1, "{text}");
        assert_eq!(point.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_drawn_board_and_its_marks_read_back() {
        let drawing = ". X X X . X X\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        let text = run(&[], drawing).expect("a drawing");
        let told = "e1 overline\n    overline b1 c1 d1 e1 f1 g1 (row)\n";
        assert!(text.ends_with(told), "{text}");
        let board = &text[..text.len() - told.len()];
        assert_eq!(run(&[], board).expect("our own drawing"), text);
    }

    #[test]
    fn no_point_is_no_mistake() {
        assert!(
            run(&["h8i9"], "").expect("a position").ends_with("nothing is forbidden to black\n")
        );
        assert_eq!(run(&["--json", "h8i9"], "").expect("a position"), "");
    }

    #[test]
    fn json_names_the_lines() {
        let drawing = ". . X . X . X . X . .\n. . . . . . . . . . .\n. . . . . . . . . . .\n. . . . . . . . . . .\n. . . . . . . . . . .";
        let text = run(&["--json"], drawing).expect("a drawing");
        let found: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        let point = found.iter().find(|point| point["cell"] == "f1").expect("f1");
        let four = serde_json::json!({
            "shape": "four",
            "direction": "row",
            "stones": ["c1", "e1", "f1", "g1"],
            "completed_by": ["d1"],
        });
        assert_eq!((&point["kind"], &point["lines"][0]), (&"double-four".into(), &four));
    }

    #[test]
    fn bad_input_is_an_error() {
        for arguments in [&["h8h8"][..], &["h8x"], &["--size", "4"], &["a1a9b1b9c1c9d1d9e1"], &[]] {
            assert!(run(arguments, "no board").is_err(), "{arguments:?}");
        }
    }
}
