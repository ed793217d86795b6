//! The `solve` subcommand: finds a checkmate in a position, and prints its line and its proof.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use anyhow::Context;
use humantime::format_duration;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::exit_status::ExitStatus;
use crate::position::{Given, PositionArgs};
use gomoku_match::progress::keep_drawing;
use gomoku_match::{choice, counted, parse_duration, rule};
use gomoku_rules::{Board, CellNames, Rule, Side};
use shisan_analysis::{MateKind, Proof, prove};
use shisan_engine::pattern::Position;
use shisan_engine::solve::verify::Solvers;
use shisan_engine::solve::{NodeBudget, Outcome, VcfSolver, VctLimits, VctSolver};

/// What to solve, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// The attacker [default: the side to move]
    #[arg(long, value_parser = choice::<Side>(["black", "white"]))]
    attacker: Option<Side>,
    /// Also try quiet attacks: neither four nor three, but a threat to win by fours
    #[arg(long)]
    quiet: bool,
    /// Replay the proof against every legal reply, judged by the referee, in the time that is left
    #[arg(long)]
    verify: bool,
    /// Time of a search, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = parse_duration, default_value = "1m")]
    time: Duration,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    position: PositionArgs,
}

/// Solves the positions that `args` and `input` describe, and prints the answers.
///
/// # Errors
/// When a position cannot be read, its game is over, or a proof does not hold.
pub fn solve(
    args: &SolveArgs,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<ExitStatus> {
    let positions = args.position.read(args.rule, input)?;
    let mut greatest = ExitStatus::Yes;
    for (index, given) in positions.iter().enumerate() {
        let solution = solve_board(args, &given.board).with_context(|| given.moves())?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&solution.report(args, given))?)?;
        } else {
            if positions.len() > 1 {
                let gap = if index > 0 { "\n" } else { "" };
                writeln!(out, "{gap}{}", given.moves())?;
            }
            solution.print(args, given.names, out)?;
        }
        greatest = greatest.max(solution.exit_status());
    }
    Ok(greatest)
}

/// The outcome for one position.
struct Solution {
    attacker: Side,
    kind: MateKind,
    outcome: Outcome,
    nodes: u64,
    time: Duration,
    /// The replies tried to check the proof.
    replies: Option<u64>,
}

fn solve_board(args: &SolveArgs, board: &Board) -> anyhow::Result<Solution> {
    let attacker = args.attacker.unwrap_or(board.side_to_move());
    let mut board = board.clone();
    board.set_side_to_move(attacker);
    let mut position = Position::from_board(&board, args.rule);
    let start = Instant::now();
    let out_of_time = || start.elapsed() > args.time;
    let budget = &mut NodeBudget::new(u64::MAX).until(&out_of_time);
    let limits = VctLimits { quiet: args.quiet };
    let mut solvers =
        Solvers { vcf: VcfSolver::new(1 << 20), vct: VctSolver::new(1 << 22), limits };
    let bar = spinner(args.time)?;
    let (kind, outcome) = prove::mate(&mut position, &mut solvers, budget);
    let (nodes, time) = (budget.visited(), start.elapsed());
    let is_mate = matches!(outcome, Outcome::Mate(_));
    let replies = if args.verify && is_mate {
        prove::replay(&position, &mut solvers, &out_of_time)?
    } else {
        None
    };
    bar.finish_and_clear();
    Ok(Solution { attacker, kind, outcome, nodes, time, replies })
}

/// Shows on a terminal that the solver works.
fn spinner(time: Duration) -> anyhow::Result<ProgressBar> {
    let template = format!("{{spinner}} solving, {{elapsed}} of {}", format_duration(time));
    let bar = ProgressBar::new_spinner().with_style(ProgressStyle::with_template(&template)?);
    keep_drawing(&bar, Duration::from_millis(500));
    Ok(bar)
}

impl Solution {
    fn exit_status(&self) -> ExitStatus {
        match self.outcome {
            Outcome::Mate(_) => ExitStatus::Yes,
            Outcome::Refuted => ExitStatus::No,
            Outcome::Unknown => ExitStatus::Undecided,
        }
    }

    fn print(&self, args: &SolveArgs, names: CellNames, out: &mut dyn Write) -> anyhow::Result<()> {
        let (attacker, kind) = (self.attacker, self.kind.name());
        let limit = format_duration(args.time);
        match &self.outcome {
            Outcome::Mate(mate) => {
                match mate.plies / 2 {
                    0 => writeln!(out, "five for {attacker} at once")?,
                    1 => writeln!(out, "{kind} for {attacker} in 1 attack")?,
                    attacks => writeln!(out, "{kind} for {attacker} in {attacks} attacks")?,
                }
                writeln!(out, "{}", names.list(&mate.line))?;
            }
            Outcome::Refuted => writeln!(out, "no {kind} for {attacker}")?,
            Outcome::Unknown => {
                writeln!(out, "undecided: no {kind} for {attacker} found in {limit}")?;
            }
        }
        let nodes = counted(self.nodes, "node");
        writeln!(out, "{nodes}, {:.3} ms", self.time.as_secs_f64() * 1000.0)?;
        if let Some(replies) = self.replies {
            writeln!(out, "the proof holds: {} tried", counted(replies, "move"))?;
        } else if args.verify && matches!(self.outcome, Outcome::Mate(_)) {
            writeln!(out, "the proof was not replayed to its end in {limit}")?;
        }
        Ok(())
    }

    fn report(&self, args: &SolveArgs, given: &Given) -> Report {
        let Self { attacker, kind, outcome, nodes, replies, .. } = self;
        let proof = prove::proof(*attacker, *kind, outcome, *nodes, given.names);
        Report {
            position: given.moves(),
            rule: args.rule.name(),
            proof: Proof { replies: *replies, ..proof },
            time_ms: self.time.as_secs_f64() * 1000.0,
        }
    }
}

/// A solution as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report {
    /// The stones as a pos string; those of a drawn board in reading order.
    position: String,
    rule: &'static str,
    #[serde(flatten)]
    proof: Proof,
    time_ms: f64,
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use gomoku_rules::{Coords, Diagram, Pos, Size};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SolveArgs,
    }

    fn run(arguments: &[&str], input: &str) -> anyhow::Result<(ExitStatus, String)> {
        let line = Line::try_parse_from([&["solve"], arguments].concat())?;
        let mut out = Vec::new();
        let found = solve(&line.args, &mut input.as_bytes(), &mut out)?;
        Ok((found, String::from_utf8(out)?))
    }

    #[test]
    fn a_mate_is_shown_and_verified() {
        let moves = "h8a1i8c1j8e1";
        let (found, text) = run(&["--verify", moves], "").expect("a position");
        assert_eq!(found, ExitStatus::Yes);
        assert!(text.starts_with("VCF for black in 1 attack\n"), "{text}");
        assert!(text.contains("the proof holds"), "{text}");
        let line =
            Line::try_parse_from(["solve", "--verify", "--time", "1s", moves]).expect("a line");
        let position =
            &line.args.position.read(Rule::Freestyle, &mut "".as_bytes()).expect("one")[0];
        let solution = solve_board(&line.args, &position.board).expect("a proof");
        let mut out = Vec::new();
        let stopped = Solution { replies: None, ..solution };
        stopped.print(&line.args, position.names, &mut out).expect("memory");
        let text = String::from_utf8(out).expect("text");
        assert!(text.ends_with("the proof was not replayed to its end in 1s\n"), "{text}");
        let (found, text) =
            run(&["--rule", "renju", "--attacker", "white", moves], "").expect("a position");
        assert_eq!(found, ExitStatus::No);
        assert!(text.starts_with("no VCT for white\n"), "{text}");
    }

    #[test]
    fn a_drawn_board_is_read_from_the_input() {
        let drawing = ". . . . . . .\n. . . . . . .\n. . X X . . .\n. . X . O . .\n. . . . . . .\n. . O . O . .\n. . . . . . .";
        let (_, text) = run(&["--rule", "caro"], drawing).expect("a position");
        assert!(text.contains("for black"), "{text}");
    }

    #[test]
    fn cells_are_named_as_is_asked() {
        let line = |arguments: &[&str], input: &str| {
            let (_, text) = run(arguments, input).expect("a position");
            text.lines().nth(1).expect("a line").to_owned()
        };
        let top = line(&["h8a1i8c1j8e1"], "");
        let size = Size::square(15);
        for (coords, moves) in
            [(Coords::Bottom, "h8a15i8c15j8e15"), (Coords::Gtp, "H8A15J8C15K8E15")]
        {
            let names = CellNames { coords, size };
            let cells: Vec<Pos> = top.split(' ').map(|cell| cell.parse().expect(cell)).collect();
            assert_eq!(line(&["--coords", coords.name(), moves], ""), names.list(&cells));
            let (_, json) =
                run(&["--json", "--coords", coords.name(), moves], "").expect("a position");
            let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
            assert_eq!(
                (&report["position"], &report["line"]),
                (&moves.into(), &names.all(&cells).into())
            );
            // A drawing with labels needs no option.
            let mut board = Board::new(size);
            names.parse_all(moves).expect("moves").into_iter().for_each(|pos| board.play(pos));
            let drawing = Diagram { board, marks: Vec::new(), coords: Some(coords) }.to_string();
            assert_eq!(line(&[], &drawing), names.list(&cells), "{drawing}");
            assert_eq!(line(&["--coords", "top"], &drawing), top);
        }
        let error = run(&["--coords", "gtp", "h8i9"], "").expect_err("no column i");
        assert_eq!(format!("{error:#}"), "reading the moves: \"i9\": there is no column I in GTP");
    }

    #[test]
    fn several_boards_are_solved_in_turn() {
        let drawing = ". . . . .\n. . . . .\nX X X X .\nO O O . .\n. . . . .";
        let (_, text) =
            run(&["--json"], &format!("{drawing}\n\n\n{drawing}\n")).expect("two boards");
        assert_eq!(text.lines().count(), 2, "{text}");
        let error = run(&[], &format!("{drawing}\n\n5 rows\n")).expect_err("no board");
        let expected =
            "reading the drawn board: line 7, column 1: expected 5 to 32 rows of 5 to 32 cells";
        assert_eq!(format!("{error:#}"), expected);
        assert!(run(&[], "\n").is_err(), "nothing");
        // Nothing is printed of the boards before one whose game is over.
        let five = drawing.replace("X X X X .", "X X X X X");
        let over = format!("{drawing}\n\n{five}\n\n{drawing}\n");
        let mut out = Vec::new();
        let args = Line::try_parse_from(["solve"]).expect("no arguments").args;
        let error = solve(&args, &mut over.as_bytes(), &mut out).expect_err("a five");
        assert_eq!(format!("{error:#}"), "input line 7: the game is over");
        assert!(out.is_empty(), "{out:?}");
    }

    #[test]
    fn bad_input_is_an_error() {
        for arguments in [
            &["h8h8"][..],
            &["h8x"],
            &["h8p1"],
            &["--size", "4", "h8"],
            &["--rule", "go", "h8"],
            &["a1a9b1b9c1c9d1d9e1"],
            &[],
        ] {
            assert!(run(arguments, "no board").is_err(), "{arguments:?}");
        }
    }

    #[test]
    fn a_search_without_time_is_undecided() {
        let moves = "h8g7h6g9i8g8j7k8h5k9i6j5e9f8f10h9g10i10";
        let (answer, text) = run(&["--time", "0s", moves], "").expect("a position");
        assert_eq!(answer, ExitStatus::Undecided, "{text}");
        assert!(text.starts_with("undecided: no VCT for black found in 0s\n"), "{text}");
    }

    #[test]
    fn several_positions_are_solved_in_turn() {
        let input = "# mates and others\nh8a1i8c1j8e1\n\nh8a1i8c1j8e1k8g1\nh8i9\n";
        let (answer, text) = run(&[], input).expect("positions");
        assert_eq!(answer, ExitStatus::No, "{text}");
        let heads: Vec<&str> = text.split("\n\n").filter_map(|part| part.lines().nth(1)).collect();
        let expected = ["VCF for black in 1 attack", "five for black at once", "no VCT for black"];
        assert_eq!(heads, expected, "{text}");
        let (_, text) = run(&["--json", "--verify"], input).expect("positions");
        let reports: Vec<serde_json::Value> =
            text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
        assert_eq!(reports.len(), 3);
        assert_eq!(reports[0]["position"], "h8a1i8c1j8e1");
        assert_eq!((&reports[0]["result"], &reports[0]["plies"]), (&"mate".into(), &3.into()));
        assert!(reports[0]["replies"].as_u64() > Some(0), "{text}");
        assert_eq!((&reports[2]["result"], &reports[2]["kind"]), (&"none".into(), &"VCT".into()));
        let error = run(&[], "h8i9\nh8h8\n").expect_err("a taken cell");
        assert_eq!(format!("{error:#}"), "input line 2: h8: the cell is taken");
    }
}
