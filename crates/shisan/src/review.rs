//! The `review` subcommand: judges the moves of games.

use std::io::{Read, Write};
use std::num::NonZeroU64;
use std::path::PathBuf;

use anyhow::{Context, anyhow, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::analyze::SearchArgs;
use crate::convert::{Input, InputFormat};
use crate::input as terminal;
use gomoku_match::{choice, rule};
use gomoku_records::Game;
use gomoku_rules::record::Format;
use gomoku_rules::{CellNames, Coords, Rule, Side, Size};
use shisan_analysis::{
    Action, Analyzer, Answer, BoardSize, Color, Defaults, Id, Move, MoveClass, Moves, Outcome,
    Problem, Query, Request, Review, ReviewedMove, RuleName, SideReview,
};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

/// What to review, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct ReviewArgs {
    /// The rule [default: that of the game, or freestyle]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board of games that do not state it, a side or width x height [default: that of the command
    /// at the head of our own openings, or 15]
    #[arg(long)]
    size: Option<Size>,
    /// How cells are named, those of pos strings that are read and those that are printed: rows from the top
    /// or from the bottom, or as in GTP: from the bottom and without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// Nodes of the search of each position
    #[arg(long, value_name = "N", default_value = "100000")]
    nodes: NonZeroU64,
    /// Print all moves, not only inaccuracies and worse
    #[arg(long)]
    all: bool,
    /// Write a JSON line for each game
    #[arg(long, conflicts_with = "all")]
    json: bool,
    /// The games, in any format that `shisan convert` reads, or - for standard input, the default
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

/// Reviews the games of the file that `args` name, or of `input`, and prints each review as it is done. What
/// records leave out is named on `err`.
///
/// # Errors
/// When there is no game, one cannot be read, or a move follows its end.
pub fn review(
    args: &ReviewArgs,
    config: EngineConfig,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<()> {
    let games = match &args.file {
        Some(path) if path.as_os_str() != "-" => Input::open(path, None, args.size, args.coords),
        _ => {
            terminal::prompt("games");
            let name = "standard input".to_owned();
            Input::new(name, Box::new(input), None, args.size, args.coords)
        }
    }?;
    let name = games.name().to_owned();
    let is_drawn = games.format() == InputFormat::Text(Format::Board);
    let mut analyzer = Analyzer::new(SearchArgs::default().engine_config(config));
    let mut count = 0;
    for game in games {
        let game = game?;
        ensure!(!is_drawn, "{name}: a drawn board has no order of moves to review");
        count += 1;
        let place = if game.number > 1 { format!("game {}: ", game.number) } else { String::new() };
        for warning in &game.warnings {
            writeln!(err, "warning: {name}: {place}{warning}")?;
        }
        let reviewed = Reviewed::new(args, &mut analyzer, &game);
        let reviewed = reviewed.map_err(|error| anyhow!("{name}: {place}{error:#}"))?;
        if args.json {
            writeln!(out, "{}", serde_json::to_string(&reviewed)?)?;
        } else {
            let gap = if count > 1 { "\n" } else { "" };
            write!(out, "{gap}")?;
            reviewed.print(args.all, out)?;
        }
        out.flush()?;
    }
    ensure!(count > 0, "{name}: there is no game");
    Ok(())
}

/// A game and its review, as JSON.
#[derive(Serialize)]
struct Reviewed {
    /// Its number in the file, from 1.
    game: u64,
    rule: &'static str,
    size: [u8; 2],
    /// The names of the players, Black's first.
    players: [Option<String>; 2],
    #[serde(flatten)]
    review: Review,
}

impl Reviewed {
    fn new(args: &ReviewArgs, analyzer: &mut Analyzer, game: &Game) -> anyhow::Result<Self> {
        let record = &game.record;
        let rule = args.rule.or(record.rule).unwrap_or_default();
        let sides = [record.size.width(), record.size.height()];
        let names = CellNames { coords: args.coords, size: record.size };
        let query = Query {
            action: Some(Action::Review),
            rule: Some(RuleName::Name(rule.name().to_owned())),
            size: Some(BoardSize::Sides(sides.map(u32::from))),
            coords: Some(args.coords),
            moves: Some(Moves::List(
                record.cells().map(|pos| Move::Cell(names.name(pos))).collect(),
            )),
            max_nodes: Some(args.nodes.get()),
            report_every_ms: Some(100),
            ..Query::default()
        };
        let request = Request::new(Id::Number(1), &query, Vec::new(), &Defaults::default());
        let (request, _) = request.map_err(|problem| error(&problem))?;
        Ok(Self {
            game: game.number,
            rule: rule.name(),
            size: sides,
            players: [record.black.clone(), record.white.clone()],
            review: run(analyzer, &request, record.moves.len())?,
        })
    }

    fn print(&self, all: bool, out: &mut dyn Write) -> anyhow::Result<()> {
        let [black, white] = &self.players;
        let players = match (black, white) {
            (None, None) => String::new(),
            (black, white) => {
                let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "?".to_owned());
                format!("{} - {}, ", name(black), name(white))
            }
        };
        let ([width, height], moves) = (self.size, self.review.moves.len());
        let game = format!("game {}: {players}{}, {width}x{height}", self.game, self.rule);
        writeln!(out, "{game}, {moves} {}", if moves == 1 { "move" } else { "moves" })?;
        let shown = self.review.moves.iter().filter(|it| all || matters(it.judgement));
        for played in shown {
            writeln!(out, "{}", line(played))?;
        }
        print_summary(&self.review, out)
    }
}

/// The review of the game of `request`, with its progress on a terminal.
fn run(analyzer: &mut Analyzer, request: &Request, moves: usize) -> anyhow::Result<Review> {
    let template = "reviewing {bar:30} {pos}/{len} positions, {elapsed}";
    let bar = ProgressBar::new(moves as u64 + 1)
        .with_style(ProgressStyle::with_template(template).context("the progress")?);
    let progress = |answer: &Answer| {
        if let Outcome::Reviewed(review) = &answer.outcome {
            bar.set_position(review.done as u64);
        }
    };
    let answer = analyzer.answer(request, moves, &Clock::unlimited(), &progress);
    bar.finish_and_clear();
    match answer.outcome {
        Outcome::Reviewed(review) => Ok(*review),
        Outcome::Error(problem) => Err(error(&problem)),
        _ => Err(anyhow!("the review has ended early")),
    }
}

/// A problem in one line, with the number of the move.
fn error(problem: &Problem) -> anyhow::Error {
    let index =
        |field: &str| field.strip_prefix("moves[")?.strip_suffix(']')?.parse::<usize>().ok();
    match problem.field.as_deref().and_then(index) {
        Some(index) => anyhow!("move {}, {}", index + 1, problem.error),
        None => anyhow!("{}", problem.error),
    }
}

/// Whether a move is one to stop at.
fn matters(class: MoveClass) -> bool {
    !matches!(class, MoveClass::Best | MoveClass::Good)
}

/// A move in a line: number, side, cell, class, the chance to win before and after it, and what was better.
fn line(played: &ReviewedMove) -> String {
    let number = played.turn + 1;
    let percent = |rate: f64| format!("{:.0} %", rate * 100.0);
    let chance = format!("{} -> {}", percent(played.winrate_before), percent(played.winrate_after));
    let side = Side::from(played.side);
    let head = format!("{number:>3} {side:<5} {:<4} {:<12}", played.cell, name(played.judgement));
    let better = match (&played.best, &played.proof, played.judgement) {
        (_, Some(proof), MoveClass::MissedWin) => {
            format!("win: {}", proof.line.join(" "))
        }
        (best, Some(proof), _) => {
            let better = best.as_ref().map_or(String::new(), |best| format!("better: {best}; "));
            format!("{better}{} wins: {}", !side, proof.line.join(" "))
        }
        (Some(best), None, _) if *best != played.cell && played.judgement != MoveClass::Best => {
            format!("better: {}", played.pv.join(" "))
        }
        _ => String::new(),
    };
    format!("{head} {chance:<14} {better}").trim_end().to_owned()
}

fn name(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "best",
        MoveClass::Good => "good",
        MoveClass::Inaccuracy => "inaccuracy",
        MoveClass::Mistake => "mistake",
        MoveClass::Blunder => "blunder",
        MoveClass::MissedWin => "missed win",
        MoveClass::LosingMove => "losing move",
    }
}

/// The moves of both sides by their classes, and their accuracy.
fn print_summary(review: &Review, out: &mut dyn Write) -> anyhow::Result<()> {
    let heads = [
        "accuracy",
        "best",
        "good",
        "inaccuracy",
        "mistake",
        "blunder",
        "missed win",
        "losing move",
    ];
    writeln!(out, "      {}", heads.map(|head| format!("  {head}")).concat())?;
    for (side, figures) in [(Color::Black, review.black), (Color::White, review.white)] {
        let SideReview { accuracy, best, good, inaccuracy, mistake, blunder, .. } = figures;
        let accuracy = accuracy.map_or("-".to_owned(), |accuracy| format!("{accuracy:.1} %"));
        let counts =
            [best, good, inaccuracy, mistake, blunder, figures.missed_win, figures.losing_move];
        let cells = std::iter::once(accuracy).chain(counts.map(|count| count.to_string()));
        write!(out, "{:<6}", Side::from(side).to_string())?;
        for (head, cell) in heads.iter().zip(cells) {
            write!(out, "  {cell:>width$}", width = head.len())?;
        }
        writeln!(out)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use clap::Parser;
    use serde_json::Value;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: ReviewArgs,
    }

    /// What is printed on standard output and on standard error.
    fn run(arguments: &[&str], input: impl AsRef<[u8]>) -> anyhow::Result<(String, String)> {
        let line = Line::try_parse_from([&["review", "--nodes", "300"], arguments].concat())?;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let config = EngineConfig::default();
        review(&line.args, config, &mut input.as_ref(), &mut out, &mut err)?;
        Ok((String::from_utf8(out)?, String::from_utf8(err)?))
    }

    fn json(arguments: &[&str], input: impl AsRef<[u8]>) -> Vec<Value> {
        let (out, _) = run(&[&["--json"], arguments].concat(), input).expect("games");
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    }

    fn cells(review: &Value) -> String {
        let moves = review["moves"].as_array().expect("moves");
        moves.iter().filter_map(|it| it["move"].as_str()).collect()
    }

    #[test]
    fn every_format_and_encoding_is_read() {
        let sgf = "(;GM[4]SZ[15]RU[renju]PB[Jos\u{e9}];B[hh];W[ii])";
        let utf16: Vec<u8> = "\u{feff}h8i9\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
        for (input, rule) in [
            (sgf.as_bytes().to_vec(), "renju"),
            (sgf.chars().map(|letter| letter as u8).collect(), "renju"),
            (utf16, "freestyle"),
            (b"\xef\xbb\xbfh8i9".to_vec(), "freestyle"),
            (b"0,0, 1,1\n".to_vec(), "freestyle"),
            (b"Piskvorky 15x15, 11:11, 0\n8,8,0\n9,9,0\n-1\n".to_vec(), "freestyle"),
            (b"# shisan openings --rule standard --size 15\n0,0, 1,1\n".to_vec(), "standard"),
        ] {
            let games = json(&[], &input);
            assert_eq!(games.len(), 1);
            assert_eq!((&*cells(&games[0]), &games[0]["rule"]), ("h8i9", &rule.into()));
            let file = tempfile::NamedTempFile::new().expect("disk space");
            fs::write(file.path(), &input).expect("disk space");
            let path = file.path().to_str().expect("a path");
            assert_eq!(json(&[path], ""), games);
            assert_eq!(json(&["-"], &input), games);
        }
        assert_eq!(json(&[], sgf)[0]["players"], serde_json::json!(["Jos\u{e9}", null]));
    }

    #[test]
    fn rule_size_and_coords_are_those_asked_for() {
        let sgf = "(;GM[4]SZ[11]RU[renju];B[aa];W[ff])";
        let game = &json(&["--rule", "caro", "--size", "20", "--coords", "bottom"], sgf)[0];
        assert_eq!(game["rule"], "caro");
        assert_eq!((&game["size"], &*cells(game)), (&serde_json::json!([11, 11]), "a11f6"));
        let game = &json(&["--size", "20x12", "--coords", "gtp"], "A1J12")[0];
        assert_eq!((&game["size"], &*cells(game)), (&serde_json::json!([20, 12]), "A1J12"));
    }

    #[test]
    fn games_are_reviewed_in_turn_and_always_the_same() {
        let games = "h8i9h9\n\nh8\n";
        let (out, _) = run(&["--all"], games).expect("games");
        let heads: Vec<&str> = out.lines().filter(|line| line.starts_with("game")).collect();
        let expected = ["game 1: freestyle, 15x15, 3 moves", "game 2: freestyle, 15x15, 1 move"];
        assert_eq!(heads, expected);
        assert_eq!(out.lines().filter(|line| line.starts_with("  1 black h8 ")).count(), 2);
        assert_eq!(run(&["--all"], games).expect("games").0, out);
        assert_eq!(json(&[], games)[1]["game"], 2);
    }

    #[test]
    fn what_is_left_out_is_named() {
        let (_, err) = run(&[], "(;GM[4];B[hh](;W[ii])(;W[jj]))").expect("a game");
        assert!(err.starts_with("warning: standard input: ") && err.contains("variation"), "{err}");
    }

    #[test]
    fn a_game_without_moves_is_an_empty_review() {
        let (out, _) = run(&[], "(;GM[4]SZ[15])").expect("a game");
        assert!(out.starts_with("game 1: freestyle, 15x15, 0 moves\n"), "{out}");
    }

    #[test]
    fn bad_input_is_one_line() {
        let board = " 1 . . . . .\n 2 . X . . .\n 3 . O . . .\n 4 . . . . .\n 5 . . . . .\n";
        for (input, reason) in [
            ("", "standard input: there is no game"),
            ("\n\n", "standard input: there is no game"),
            (board, "standard input: a drawn board has no order of moves to review"),
            ("h8h8", "standard input: game 1: line 1, column 3: expected a free cell: h8 is taken"),
            (
                "h8\na1a3b1b3c1c3d1d3e1e3",
                "standard input: game 2: move 10, e3: the game was over before: five",
            ),
            ("<html>", "standard input: not a format that this program reads: XML or HTML"),
        ] {
            let error = format!("{:#}", run(&[], input).expect_err(reason));
            assert_eq!(error.replace("game 1: ", ""), reason.replace("game 1: ", ""));
        }
        let error = format!("{:#}", run(&["/nowhere.sgf"], "").expect_err("no file"));
        assert!(error.starts_with("/nowhere.sgf: ") && error.lines().count() == 1, "{error}");
        for arguments in [&["--nodes", "0"][..], &["--rule", "go"], &["--json", "--all"]] {
            assert!(run(arguments, "h8").is_err(), "{arguments:?}");
        }
    }
}
