//! The `solve` subcommand: looks for checkmate in one position and shows the line and its proof.

use std::io::{Read, Write};
use std::time::{Duration, Instant};

use anyhow::ensure;

use super::read_board;
use gomoku_rules::{Rule, Side, Size, Stone, referee};
use shisan::pattern::Position;
use shisan::solve::verify::{Solvers, verify};
use shisan::solve::{NodeBudget, Outcome, VcfSolver, VctLimits, VctSolver};

/// What to solve, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct SolveArgs {
    /// The rule: freestyle, standard, renju, caro or caro-overline
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The board's side, or width x height; a drawn board has its own
    #[arg(long, default_value = "15")]
    size: Size,
    /// Who attacks, black or white, instead of the side to move
    #[arg(long, value_parser = side)]
    attacker: Option<Side>,
    /// Try quieter attacks than fours and threes too
    #[arg(long)]
    quiet: bool,
    /// Replay the proof against every legal reply, judged by the referee
    #[arg(long)]
    verify: bool,
    /// Seconds to look for a mate
    #[arg(long, default_value_t = 60)]
    seconds: u64,
    /// The moves so far, such as h8i9, row 1 at the top; else a drawn board on standard input
    position: Option<String>,
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "black" => Ok(Side::Black),
        "white" => Ok(Side::White),
        _ => Err("expected black or white".to_owned()),
    }
}

/// Solves what `args` describe and reports to `out`; tells whether a mate was found.
///
/// # Errors
/// When the position cannot be read, the game is over, or a proof does not hold.
pub fn solve(args: &SolveArgs, input: &mut dyn Read, out: &mut dyn Write) -> anyhow::Result<bool> {
    let mut board = read_board(args.position.as_deref(), args.rule, args.size, input)?;
    let wins = |stone: &Stone| referee::wins(&board, args.rule, stone.pos);
    ensure!(!board.stones().iter().any(wins), "the game is over");
    if let Some(attacker) = args.attacker {
        board.set_side_to_move(attacker);
    }
    let mut position = Position::from_board(&board, args.rule);
    let start = Instant::now();
    let out_of_time = || start.elapsed() > Duration::from_secs(args.seconds);
    let budget = &mut NodeBudget::new(u64::MAX).until(&out_of_time);
    let limits = VctLimits { quiet: args.quiet };
    let mut solvers =
        Solvers { vcf: VcfSolver::new(1 << 20), vct: VctSolver::new(1 << 22), limits };
    let (kind, outcome) = mate(&mut position, &mut solvers, budget);
    let time = start.elapsed();
    let found = match &outcome {
        Outcome::Mate(mate) => {
            let attacks = mate.plies / 2;
            let line: Vec<String> = mate.line.iter().map(ToString::to_string).collect();
            writeln!(out, "{kind} for {} in {attacks} attacks", board.side_to_move())?;
            writeln!(out, "{}", line.join(" "))?;
            true
        }
        Outcome::Refuted => {
            writeln!(out, "no {kind} for {}", board.side_to_move())?;
            false
        }
        Outcome::Unknown => {
            writeln!(out, "no {kind} for {} found in time", board.side_to_move())?;
            false
        }
    };
    writeln!(out, "{} nodes, {:.3} ms", budget.visited(), time.as_secs_f64() * 1000.0)?;
    if found && args.verify {
        let replies = verify(&position, &mut solvers)?;
        writeln!(out, "the proof holds: {replies} moves tried")?;
    }
    Ok(found)
}

/// The shortest win by fours, or any by fours and threes.
fn mate(
    position: &mut Position,
    solvers: &mut Solvers,
    budget: &mut NodeBudget,
) -> (&'static str, Outcome) {
    let attacker = position.side_to_move();
    match solvers.vcf.shortest(position, attacker, budget) {
        fours @ Outcome::Mate(_) => ("VCF", fours),
        _ => ("VCT", solvers.vct.solve(position, attacker, solvers.limits, budget)),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: SolveArgs,
    }

    fn run(arguments: &[&str], input: &str) -> anyhow::Result<(bool, String)> {
        let line = Line::try_parse_from([&["solve"], arguments].concat())?;
        let mut out = Vec::new();
        let found = solve(&line.args, &mut input.as_bytes(), &mut out)?;
        Ok((found, String::from_utf8(out)?))
    }

    #[test]
    fn a_mate_is_shown_and_verified() {
        let moves = "h8a1i8c1j8e1";
        let (found, text) = run(&["--verify", moves], "").expect("a position");
        assert!(found && text.starts_with("VCF for black in 1 attacks\n"), "{text}");
        assert!(text.contains("the proof holds"), "{text}");
        let (found, text) =
            run(&["--rule", "renju", "--attacker", "white", moves], "").expect("a position");
        assert!(!found && text.starts_with("no VCT for white\n"), "{text}");
    }

    #[test]
    fn a_drawn_board_is_read_from_the_input() {
        let drawing = ". . . . . . .\n. . . . . . .\n. . X X . . .\n. . X . O . .\n. . . . . . .\n. . O . O . .\n. . . . . . .";
        let (_, text) = run(&["--rule", "caro"], drawing).expect("a position");
        assert!(text.contains("for black"), "{text}");
    }

    #[test]
    fn bad_input_is_told_apart() {
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
}
