//! The `inspect` subcommand: what the evaluation makes of a position, without and with the network.

use std::cmp::Reverse;
use std::io::{Read, Write};
use std::path::PathBuf;

use gomoku_match::rule;
use gomoku_rules::{Board, Cell, CellNames, Pos, Rule};
use shisan_analysis::{policy, win_rate};
use shisan_engine::brain;
use shisan_engine::eval::{LineEffect, WeightSet};
use shisan_engine::pattern::{LineCodes, Position};

use crate::position::PositionArgs;

/// How many lines are shown.
const LINES: usize = 10;

/// Which position to inspect, and by which weights.
#[derive(Clone, Debug, clap::Args)]
pub struct InspectArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// How many moves to show, the best first
    #[arg(long, value_name = "N", default_value_t = 8)]
    moves: usize,
    /// Use the weights of this file for their rule
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    #[command(flatten)]
    position: PositionArgs,
}

/// Prints what the evaluation makes of the positions that `args` and `input` describe.
///
/// # Errors
/// When a position or the weights cannot be read, or the game is over.
pub fn inspect(
    args: &InspectArgs,
    input: &mut dyn Read,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let weights = brain::configure_for(&[args.rule], args.weights.as_deref(), &[])?.weights;
    let positions = args.position.read(args.rule, input)?;
    for (index, given) in positions.iter().enumerate() {
        if positions.len() > 1 {
            let gap = if index > 0 { "\n" } else { "" };
            writeln!(out, "{gap}{}", given.moves())?;
        }
        let position = Position::from_board(&given.board, args.rule);
        write!(out, "{}", describe(&position, given.names, &weights, args.moves))?;
    }
    Ok(())
}

/// The value, the best `count` moves and the lines that weigh most.
fn describe(position: &Position, names: CellNames, weights: &WeightSet, count: usize) -> String {
    let side = position.side_to_move();
    let mut text = format!("{side} to move, {}\n\n", position.rule());
    text += "value    points  chance to win\n";
    let tables = weights.clone().classical_only();
    text.extend([("tables", &tables), ("network", weights)].map(|(name, weights)| {
        let value = weights.value(position);
        let percent = 100.0 * win_rate(value);
        format!("{name:<7}  {:>6}  {percent:>11.1} %\n", value.get())
    }));
    text += &describe_moves(position, names, [&tables, weights], count);
    if weights.network(position.rule()).is_none() {
        return text + "\nno network\n";
    }
    text + &describe_lines(position, names, weights.line_effects(position))
}

/// The best moves by their scores of two kinds of weights, those without the network first.
fn describe_moves(
    position: &Position,
    names: CellNames,
    weights: [&WeightSet; 2],
    count: usize,
) -> String {
    let side = position.side_to_move();
    let legal: Vec<Pos> =
        position.map().empty().iter().filter(|&pos| position.is_legal(side, pos)).collect();
    let scores = |weights: &WeightSet| -> Vec<i32> {
        let mut evaluator = weights.evaluator(position);
        let policy = evaluator.policy(position);
        legal.iter().map(|&pos| policy.score(pos)).collect()
    };
    let [without, with] = weights.map(scores);
    let shares = policy(&with.iter().copied().map(Some).collect::<Vec<_>>());
    let mut order: Vec<usize> = (0..legal.len()).collect();
    order.sort_by_key(|&i| Reverse(with[i]));
    let mut text = "\nmove     tables  network    share\n".to_owned();
    text.extend(order.into_iter().take(count).map(|i| {
        let (cell, percent) = (names.name(legal[i]), 100.0 * shares[i].unwrap_or_default());
        format!("{cell:<7}  {:>6}  {:>7}  {percent:>5.1} %\n", without[i], with[i])
    }));
    text
}

/// The lines without which the value would change most.
fn describe_lines(position: &Position, names: CellNames, mut effects: Vec<LineEffect>) -> String {
    let (board, rule) = (position.board(), position.rule());
    effects.retain(|effect| effect.points != 0);
    effects.sort_by_key(|effect| Reverse(effect.points.abs()));
    let mut text = "\nline     change  picture      direction\n".to_owned();
    text.extend(effects.into_iter().take(LINES).map(|effect| {
        let LineEffect { pos, direction, points } = effect;
        let (cell, picture) = (names.name(pos), picture(board, rule, effect));
        format!("{cell:<7}  {points:>+6}  {picture:<11}  {direction}\n")
    }));
    text
}

/// The cells of a line that the network sees.
fn picture(board: &Board, rule: Rule, line: LineEffect) -> String {
    let reach = LineCodes::of(rule).reach() as i32;
    let cell = |steps| line.pos.step(line.direction, steps, board.size());
    let sign = |steps: i32| match cell(steps).map(|pos| board.cell(pos)) {
        Some(Cell::Empty) => {
            if steps == 0 {
                '*'
            } else {
                '.'
            }
        }
        Some(Cell::Black) => 'X',
        Some(Cell::White) => 'O',
        // The edge is one sign wide.
        None if cell(steps - steps.signum()).is_none() => ' ',
        Some(Cell::Wall) | None => '#',
    };
    (-reach..=reach).map(sign).collect()
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use gomoku_rules::{Coords, Size, record};
    use shisan_engine::score::Score;

    use super::*;

    const MOVES: &str = "h8i9g7i7";

    #[derive(Parser)]
    struct Arguments {
        #[command(flatten)]
        args: InspectArgs,
    }

    fn run(arguments: &[&str], input: &str) -> anyhow::Result<String> {
        let arguments = Arguments::try_parse_from([&["inspect"], arguments].concat())?;
        let mut out = Vec::new();
        inspect(&arguments.args, &mut input.as_bytes(), &mut out)?;
        Ok(String::from_utf8(out)?)
    }

    /// The words of the rows below the heading that begins with `heading`.
    fn rows<'a>(text: &'a str, heading: &str) -> Vec<Vec<&'a str>> {
        let lines = text.lines().skip_while(|line| !line.starts_with(heading)).skip(1);
        let rows = lines.take_while(|line| !line.is_empty());
        rows.map(|row| row.split_whitespace().collect()).collect()
    }

    fn position(rule: Rule) -> Position {
        let mut position = Position::new(Size::square(15), rule);
        for pos in record::parse_moves(MOVES).expect("moves") {
            position.play(pos);
        }
        position
    }

    fn points(score: Score) -> String {
        score.get().to_string()
    }

    #[test]
    fn the_values_are_those_of_the_engine() {
        for rule in Rule::ALL {
            let text = run(&["--rule", rule.name(), MOVES], "").expect("a position");
            let (position, weights) = (position(rule), WeightSet::default());
            let values = rows(&text, "value");
            let tables = points(weights.clone().classical_only().value(&position));
            assert_eq!(values[0][..2], ["tables", &tables], "{text}");
            assert_eq!(values[1][..2], ["network", &points(weights.value(&position))], "{text}");
        }
    }

    #[test]
    fn the_best_moves_come_first_with_both_scores() {
        let text = run(&["--moves", "5", MOVES], "").expect("a position");
        let (position, weights) = (position(Rule::Freestyle), WeightSet::default());
        let score = |weights: &WeightSet, cell: &str| {
            let pos = cell.parse().expect("a cell");
            weights.evaluator(&position).policy(&position).score(pos)
        };
        let moves = rows(&text, "move");
        assert_eq!(moves.len(), 5, "{text}");
        for row in &moves {
            let scores = [weights.clone().classical_only(), weights.clone()]
                .map(|weights| score(&weights, row[0]).to_string());
            assert_eq!(row[1..3], scores, "{text}");
        }
        let best = position.map().empty().iter().map(|pos| score(&weights, &pos.to_string())).max();
        assert_eq!(Some(score(&weights, moves[0][0])), best);
        assert!(moves.is_sorted_by_key(|row| -score(&weights, row[0])), "{text}");
        assert_eq!(rows(&run(&[MOVES], "").expect("a position"), "move").len(), 8);
    }

    #[test]
    fn cells_are_named_as_is_asked() {
        let names = |text: &str| -> Vec<String> {
            let tables = ["move", "line"].map(|heading| rows(text, heading));
            tables.concat().iter().map(|row| row[0].to_owned()).collect()
        };
        let top = run(&[MOVES], "").expect("a position");
        let size = Size::square(15);
        for (coords, moves) in [(Coords::Bottom, "h8i7g9i9"), (Coords::Gtp, "H8J7G9J9")] {
            let text = run(&["--coords", coords.name(), moves], "").expect("a position");
            let rename =
                |name: String| CellNames { coords, size }.name(name.parse().expect("a cell"));
            let expected: Vec<String> = names(&top).into_iter().map(rename).collect();
            assert_eq!(names(&text), expected, "{text}");
        }
    }

    #[test]
    fn lines_are_drawn_by_weight() {
        for rule in Rule::ALL {
            let text = run(&["--rule", rule.name(), MOVES], "").expect("a position");
            let effects = WeightSet::default().line_effects(&position(rule));
            let lines = rows(&text, "line");
            let expected = effects.iter().filter(|effect| effect.points != 0).count().min(LINES);
            assert_eq!(lines.len(), expected, "{text}");
            let change = |row: &Vec<&str>| row[1].parse::<i32>().expect("points").abs();
            assert!(lines.is_sorted_by_key(|row| -change(row)), "{text}");
            for row in &lines {
                assert!(row[2].contains('*') && row[2].contains(['X', 'O']), "{text}");
            }
        }
    }

    #[test]
    fn a_line_ends_at_the_edge() {
        let diagram = ". X . . O . .\n".to_owned() + &". . . . . . .\n".repeat(6);
        let board = diagram.parse::<gomoku_rules::Diagram>().expect("a drawing").board;
        let drawn = |cell: &str, direction| {
            let pos = cell.parse().expect("a cell");
            picture(&board, Rule::Freestyle, LineEffect { pos, direction, points: 0 })
        };
        assert_eq!(drawn("c1", gomoku_rules::Direction::Row), " #.X*.O..");
        assert_eq!(drawn("a1", gomoku_rules::Direction::Row), "   #*X..O");
        assert_eq!(drawn("g1", gomoku_rules::Direction::Column), "   #*....");
    }

    #[test]
    fn tables_alone_have_one_value_and_no_lines() {
        let tables = WeightSet::default().tables(Rule::Freestyle).write();
        let file = tempfile::NamedTempFile::new().expect("disk space");
        std::fs::write(file.path(), tables).expect("disk space");
        let name = file.path().to_str().expect("a name in UTF-8");
        let text = run(&["--weights", name, MOVES], "").expect("a position");
        let values = rows(&text, "value");
        assert_eq!(values[0][1..], values[1][1..], "{text}");
        assert!(rows(&text, "move").iter().all(|row| row[1] == row[2]), "{text}");
        assert!(rows(&text, "line").is_empty() && text.ends_with("\nno network\n"), "{text}");
    }

    #[test]
    fn several_positions_are_named() {
        let text = run(&[], "h8i9\n# a comment\nh8\n").expect("positions");
        assert!(text.starts_with("h8i9\nblack to move, freestyle\n"), "{text}");
        assert!(text.contains("\n\nh8\nwhite to move, freestyle\n"), "{text}");
        let error = run(
            &["--size", "7"],
            "X X X X X . .\nO O O O . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .",
        )
        .expect_err("a five");
        assert!(format!("{error:#}").ends_with(": the game is over"), "{error:#}");
    }
}
