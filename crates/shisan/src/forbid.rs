//! The `forbid` subcommand: the points that renju forbids Black in a position, and why.

use std::io::{Read, Write};

use crate::exit_status::ExitStatus;
use crate::position::{Given, PositionArgs};
use anyhow::Context;
use gomoku_rules::referee::{self, Foul, FoulLine, Shape};
use gomoku_rules::{CellNames, Diagram, Pos, Rule};
use serde::Serialize;
use shisan_analysis::ForbiddenPoint;

/// Which positions to judge, and how to print the answers.
#[derive(Clone, Debug, clap::Args)]
pub struct ForbidArgs {
    /// Judge this cell only, such as g9
    #[arg(long)]
    cell: Option<String>,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
}

/// Prints what renju forbids Black in the positions that `args` and `input` describe, with either side to
/// move. The answer is about the chosen cell, and `Yes` if none was chosen.
///
/// # Errors
/// When a position cannot be read, one of its moves was forbidden itself, its game is over, or the chosen
/// cell is not free.
pub fn forbid(
    args: &ForbidArgs,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let positions = args.position.read(Rule::Renju, input)?;
    let cells = positions.iter().map(|given| args.chosen(given));
    let cells = cells.collect::<anyhow::Result<Vec<_>>>()?;
    let mut greatest = ExitStatus::Yes;
    for (index, (given, cell)) in positions.iter().zip(cells).enumerate() {
        if index > 0 && !args.json {
            writeln!(out)?;
        }
        let Some(pos) = cell else {
            judge_board(given, args.json, out)?;
            continue;
        };
        if positions.len() > 1 && !args.json {
            writeln!(out, "{}", given.moves())?;
        }
        greatest = greatest.max(judge_cell(given, pos, args.json, out)?);
    }
    Ok(greatest)
}

impl ForbidArgs {
    /// The only cell to judge, which is free.
    fn chosen(&self, given: &Given) -> anyhow::Result<Option<Pos>> {
        let Some(cell) = &self.cell else { return Ok(None) };
        let pos = given.names.parse(cell).context("--cell")?;
        given.board.check_free(pos).with_context(|| given.names.name(pos))?;
        Ok(Some(pos))
    }
}

fn judge_cell(
    given: &Given,
    pos: Pos,
    json: bool,
    out: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let Given { board, names } = given;
    let foul = referee::foul(board, pos);
    if json {
        write_point(given, pos, foul.as_ref(), out)?;
    } else if let Some(foul) = &foul {
        explain(*names, pos, foul, out)?;
    } else {
        writeln!(out, "{} is not forbidden", names.name(pos))?;
    }
    Ok(if foul.is_some() { ExitStatus::Yes } else { ExitStatus::No })
}

fn judge_board(given: &Given, json: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let Given { board, names } = given;
    let fouls: Vec<(Pos, Foul)> =
        board.empty_cells().filter_map(|pos| Some((pos, referee::foul(board, pos)?))).collect();
    if json {
        for (pos, foul) in &fouls {
            write_point(given, *pos, Some(foul), out)?;
        }
        return Ok(());
    }
    let marks = fouls.iter().map(|&(pos, _)| (pos, '!')).collect();
    let diagram = Diagram { board: board.clone(), marks, coords: Some(names.coords) };
    write!(out, "{diagram}")?;
    if fouls.is_empty() {
        writeln!(out, "nothing is forbidden to black")?;
    }
    fouls.iter().try_for_each(|(pos, foul)| explain(*names, *pos, foul, out))
}

/// A judged point as JSON.
#[derive(Serialize)]
struct Report {
    /// The stones as a pos string; those of a drawn board in reading order.
    position: String,
    #[serde(flatten)]
    point: ForbiddenPoint,
}

fn write_point(
    given: &Given,
    pos: Pos,
    foul: Option<&Foul>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let point = ForbiddenPoint::new(pos, foul, given.names);
    let report = Report { position: given.moves(), point };
    Ok(writeln!(out, "{}", serde_json::to_string(&report)?)?)
}

/// Prints the kind of a foul and its lines.
fn explain(names: CellNames, pos: Pos, foul: &Foul, out: &mut dyn Write) -> anyhow::Result<()> {
    let lines = describe_lines(&foul.lines, names);
    Ok(write!(out, "{} {}\n{lines}", names.name(pos), foul.kind)?)
}

/// The lines of a foul, or of threats, one to a row of text.
pub fn describe_lines(lines: &[FoulLine], names: CellNames) -> String {
    let describe = |FoulLine { shape, direction, stones, completed_by }: &FoulLine| {
        let completed = match shape {
            Shape::Four => format!(", five at {}", names.list(completed_by)),
            Shape::Three => format!(", open four at {}", names.list(completed_by)),
            Shape::Overline => String::new(),
        };
        format!("    {shape} {} ({direction}){completed}\n", names.list(stones))
    };
    lines.iter().map(describe).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use gomoku_rules::{Coords, Size};

    use super::*;

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        args: ForbidArgs,
    }

    fn answer(arguments: &[&str], input: &str) -> anyhow::Result<(ExitStatus, String)> {
        let arguments = Arguments::try_parse_from([&["forbid"], arguments].concat())?;
        let mut out = Vec::new();
        let answer = forbid(&arguments.args, &mut input.as_bytes(), &mut out)?;
        Ok((answer, String::from_utf8(out)?))
    }

    fn run(arguments: &[&str], input: &str) -> anyhow::Result<String> {
        answer(arguments, input).map(|(_, text)| text)
    }

    #[test]
    fn a_known_position_has_one_forbidden_point() {
        let text = run(&["--size", "15", "h8h9i7i9h10i6i11i12"], "").expect("a position");
        let reason = "g9 double three\n";
        let (board, point) = text.split_at(text.find(reason).expect("the point"));
        assert_eq!(board.matches('!').count(), 1, "{text}");
        assert_eq!(point.lines().count(), 3, "{text}");
    }

    #[test]
    fn a_drawn_board_and_its_marks_read_back() {
        let drawing = ". X X X . X X\n. . . . . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
        let text = run(&[], drawing).expect("a drawing");
        let reason = "e1 overline\n    overline b1 c1 d1 e1 f1 g1 (row)\n";
        assert!(text.ends_with(reason), "{text}");
        let board = &text[..text.len() - reason.len()];
        assert_eq!(run(&[], board).expect("our own drawing"), text);
    }

    const MOVES: [(&str, &str); 3] = [
        ("top", "h8h9i7i9h10i6i11i12"),
        ("bottom", "h8h7i9i7h6i10i5i4"),
        ("gtp", "H8H7J9J7H6J10J5J4"),
    ];

    #[test]
    fn cells_are_named_as_is_asked() {
        for (name, moves) in MOVES {
            let coords: Coords = name.parse().expect("coordinates");
            let names = CellNames { coords, size: Size::square(15) };
            let renamed = |cells: &str| {
                let cells: Vec<Pos> =
                    cells.split(' ').map(|cell| cell.parse().expect(cell)).collect();
                names.list(&cells)
            };
            let (point, three) = (renamed("g9"), renamed("g9 h10 i11"));
            let text = run(&["--coords", name, moves], "").expect("a position");
            assert!(text.contains(&format!("{point} double three\n    three {three} (")), "{text}");
            let row = if coords == Coords::Top { "  9 " } else { "  7 " };
            let marked = text.lines().find(|line| line.contains('!')).expect("a mark");
            assert!(format!(" {marked}").starts_with(row), "{text}");
            let cell = run(&["--coords", name, "--cell", &point.to_lowercase(), moves], "");
            assert!(cell.expect("a cell").starts_with(&format!("{point} double three\n")));
            let json = run(&["--coords", name, "--json", moves], "").expect("a position");
            let start = format!("{{\"position\":\"{moves}\",\"cell\":\"{point}\"");
            assert!(json.starts_with(&start), "{json}");
        }
        let error = run(&["--coords", "gtp", "--cell", "i9", "h8"], "").expect_err("no column i");
        assert_eq!(format!("{error:#}"), "--cell: \"i9\": there is no column I in GTP");
    }

    #[test]
    fn the_output_reads_back_with_its_labels() {
        for (name, moves) in MOVES.into_iter().chain([("top", ""), ("bottom", "h8"), ("gtp", "h8")])
        {
            let text = run(&["--coords", name, moves], "").expect("a position");
            assert_eq!(run(&[], &text).expect("our own output"), text);
            // The stones of a drawing have another order.
            let point =
                |json: String| json.split_once("\"cell\"").map(|(_, point)| point.to_owned());
            let json = run(&["--json"], &text).expect("our own output");
            let known = run(&["--coords", name, "--json", moves], "").expect("a position");
            assert_eq!(point(json), point(known));
            // What is asked for comes before the labels.
            let top = run(&["--coords", "top"], &text).expect("our own output");
            let expected = MOVES.iter().any(|(_, other)| *other == moves);
            assert_eq!(top.contains("\ng9 double three\n"), expected, "{top}");
        }
        let marked = run(&["--cell", "g9"], &run(&[MOVES[0].1], "").expect("a position"));
        assert!(marked.expect("a cell").starts_with("g9 double three\n"));
    }

    #[test]
    fn a_position_without_a_forbidden_point_says_so() {
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
            "completedBy": ["d1"],
        });
        assert_eq!((&point["kind"], &point["lines"][0]), (&"double-four".into(), &four));
    }

    #[test]
    fn bad_input_is_an_error() {
        for arguments in [
            &["h8h8"][..],
            &["h8x"],
            &["--size", "4"],
            &["a1a9b1b9c1c9d1d9e1"],
            &[],
            &["--cell", "h8", "h8i9"],
            &["--cell", "p1", "h8i9"],
            &["--cell", "9", "h8i9"],
        ] {
            assert!(run(arguments, "no board").is_err(), "{arguments:?}");
        }
        let five = "X X X X X\n. . . . .\n. . . . .\n. . . . .\nO O O O .\n";
        let error = run(&[], five).expect_err("a five");
        assert_eq!(format!("{error:#}"), "input line 1: the game is over");
        let error = run(&["--cell", "h8"], "h9\nh8\n").expect_err("a taken cell");
        assert_eq!(format!("{error:#}"), "h8: the cell is taken");
    }

    #[test]
    fn several_positions_are_judged_in_turn() {
        let moves = [MOVES[0].1, "h8i9"];
        let alone = moves.map(|moves| run(&[moves], "").expect("a position"));
        let text = run(&[], &moves.join("\n")).expect("two positions");
        assert_eq!(text, alone.join("\n"));
        assert_eq!(run(&[], &text).expect("our own output"), text);
        let (status, text) = answer(&["--cell", "g9"], &moves.join("\n")).expect("two positions");
        assert_eq!(status, ExitStatus::No);
        let last = "\n\nh8i9\ng9 is not forbidden\n";
        assert!(text.starts_with(&format!("{}\ng9 double three\n", moves[0])), "{text}");
        assert!(text.ends_with(last), "{text}");
        let json = run(&["--json", "--cell", "g9"], &moves.join("\n")).expect("two positions");
        let last = "{\"position\":\"h8i9\",\"cell\":\"g9\",\"kind\":null,\"lines\":[]}";
        assert_eq!(json.lines().nth(1), Some(last));
    }

    #[test]
    fn one_cell_is_judged_alone() {
        let moves = "h8h9i7i9h10i6i11i12";
        let (yes, text) = answer(&["--cell", "g9", moves], "").expect("a position");
        assert!(
            yes == ExitStatus::Yes && text.starts_with("g9 double three\n    three "),
            "{text}"
        );
        let no = answer(&["--cell", "g8"], moves).expect("a position");
        assert_eq!(no, (ExitStatus::No, "g8 is not forbidden\n".to_owned()));
        let json = answer(&["--json", "--cell", "g8", moves], "").expect("a position");
        let expected =
            format!("{{\"position\":\"{moves}\",\"cell\":\"g8\",\"kind\":null,\"lines\":[]}}\n");
        assert_eq!(json.1, expected);
    }
}
