//! The `puzzles` subcommand: finds the positions of games with one winning move.

use std::io::{Read, Write};

use crate::file_games::{FileGame, GamesArgs};
use gomoku_rules::{Board, Diagram, Side};
use shisan_analysis::{Action, Outcome, Puzzle, Uniqueness};
use shisan_engine::engine::EngineConfig;

/// Where to look for puzzles, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct PuzzlesArgs {
    #[command(flatten)]
    games: GamesArgs,
    /// Leave out puzzles of which it is not proved that no other move wins
    #[arg(long)]
    proved: bool,
    /// Leave out puzzles whose win takes more moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
    max_moves: Option<u32>,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
}

impl PuzzlesArgs {
    fn wants(&self, puzzle: &Puzzle) -> bool {
        (!self.proved || puzzle.unique == Uniqueness::Proved)
            && self.max_moves.is_none_or(|most| puzzle.win_in <= most)
    }
}

/// Finds the puzzles in the games of the files that `args` name, or of `input`, and prints those of a game
/// as they are found. What records leave out, and each game that is skipped, is named on `err`. Returns
/// whether none was skipped.
///
/// # Errors
/// When there is no game, one cannot be read, or a move follows its end.
pub fn puzzles(
    args: &PuzzlesArgs,
    config: EngineConfig,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<bool> {
    let (mut gap, mut count) = ("", 0_u64);
    let all_read =
        args.games.answer_each(Action::Puzzles, config, input, err, &mut |game, outcome| {
            let Outcome::Found(found) = outcome else { return Ok(()) };
            for puzzle in found.puzzles.iter().filter(|puzzle| args.wants(puzzle)) {
                count += 1;
                if args.json {
                    writeln!(out, "{}", game.json(puzzle)?)?;
                } else {
                    write!(out, "{gap}")?;
                    print(game, puzzle, out)?;
                    gap = "\n";
                }
            }
            Ok(out.flush()?)
        })?;
    if count == 0 && !args.json {
        writeln!(err, "no puzzle was found")?;
    }
    Ok(all_read)
}

/// Draws the position, with its solution below: programs that read drawn boards skip it.
fn print(game: &FileGame, puzzle: &Puzzle, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut board = Board::new(game.names.size);
    for &(color, ref cell) in &puzzle.stones {
        board.place(game.names.parse(cell)?, Side::from(color).into())?;
    }
    let coords = Some(game.names.coords);
    write!(out, "{}", Diagram { board, marks: Vec::new(), coords })?;
    let turn =
        if puzzle.turn > 0 { format!(", after move {}", puzzle.turn) } else { String::new() };
    writeln!(out, "{}{turn}", game.title())?;
    let unique = match puzzle.unique {
        Uniqueness::Proved => "proved: no other move wins",
        Uniqueness::Searched => "no other winning move was found",
    };
    let (side, kind) = (Side::from(puzzle.side), puzzle.proof.kind.name());
    writeln!(out, "{side} to move wins by {kind} in {}; {unique}", puzzle.win_in)?;
    Ok(writeln!(out, "solution: {}", puzzle.proof.line.join(" "))?)
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use serde_json::{Value, json};

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: PuzzlesArgs,
    }

    /// White threatens to make five at e2, where Black makes two fours.
    const COUNTER: &str = "   a b c d e f g h i
 1 . . . . . . . . .
 2 O O O O . . . . .
 3 . . . . X X . . .
 4 . . . . X . X . .
 5 . . . . X . . X .
 6 . . . . O . . . O
 7 . . . . . . . . .
 8 . . . . . . . . .
 9 . . . . . . . . .
";
    /// Black makes an open four at e2 after move 6.
    const GAME: &str = "(;SZ[9]PB[Ann]PW[Bob];B[fc];W[cb];B[gd];W[bb];B[he];W[aa])";
    const OPEN_FOUR: &str = "   a b c d e f g h i
 1 O . . . . . . . .
 2 . O O . . . . . .
 3 . . . . . X . . .
 4 . . . . . . X . .
 5 . . . . . . . X .
 6 . . . . . . . . .
 7 . . . . . . . . .
 8 . . . . . . . . .
 9 . . . . . . . . .
";

    /// Whether no game was skipped, and what is printed on standard output and on standard error.
    fn run(arguments: &[&str], input: &str) -> anyhow::Result<(bool, String, String)> {
        let line = Line::try_parse_from([&["puzzles", "--nodes", "300"], arguments].concat())?;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let config = EngineConfig::default();
        let all_read = puzzles(&line.args, config, &mut input.as_bytes(), &mut out, &mut err)?;
        Ok((all_read, String::from_utf8(out)?, String::from_utf8(err)?))
    }

    #[test]
    fn a_puzzle_is_drawn_with_its_solution_below() {
        let solution = "game 1: Ann - Bob, freestyle, 9x9, after move 6\n\
            black to move wins by VCF in 2; no other winning move was found\nsolution: e2 d1 i6\n";
        let (all_read, out, err) = run(&[], GAME).expect("a game");
        assert_eq!(out, OPEN_FOUR.to_owned() + solution);
        assert!(all_read && err.is_empty(), "{err}");
        assert_eq!(run(&[], &GAME.repeat(2)).expect("games").1.lines().count(), 27);
        let named = run(&["--coords", "gtp"], GAME).expect("a game").1;
        let labels = "   A B C D E F G H J\n 9 O ";
        assert!(named.contains("solution: E8 D9 J4") && named.starts_with(labels), "{named}");
    }

    #[test]
    fn a_drawn_board_is_a_position() {
        let (_, out, _) = run(&[], COUNTER).expect("a board");
        let text = out.strip_prefix(COUNTER).unwrap_or_else(|| panic!("{out}"));
        let solution = "game 1: freestyle, 9x9\n\
            black to move wins by VCF in 2; proved: no other move wins\nsolution: e2 ";
        assert!(text.starts_with(solution), "{text}");
    }

    #[test]
    fn stones_that_are_set_up_are_no_moves() {
        let stones = "AB[ec][fc][ed][gd][ee][he]AW[ab][bb][cb][db][ef][if]";
        let drawn = run(&[], COUNTER).expect("a board").1;
        assert_eq!(run(&[], &format!("(;SZ[9]{stones})")).expect("a game").1, drawn);
    }

    #[test]
    fn what_is_printed_is_read_as_drawn_boards() {
        let (_, out, _) = run(&[], &GAME.repeat(2)).expect("games");
        let boards = Diagram::read_all(&out).expect("boards");
        let boards: Vec<String> = boards.into_iter().map(|(_, it)| it.to_string()).collect();
        assert_eq!(boards, [OPEN_FOUR, OPEN_FOUR]);
    }

    #[test]
    fn proved_and_short_puzzles_may_be_asked_for() {
        let proved = run(&[], COUNTER).expect("a board").1;
        assert_eq!(run(&["--proved", "--max-moves", "2"], COUNTER).expect("a board").1, proved);
        let three = "h6i8h5h7g9k7j7k6k8i6j5i5i7h4\n";
        assert!(run(&["--max-moves", "3"], three).expect("a game").1.contains(" in 3;"));
        for (arguments, input) in [(&["--proved"][..], GAME), (&["--max-moves", "2"], three)] {
            let (_, out, err) = run(arguments, input).expect("games");
            assert_eq!((&*out, &*err), ("", "no puzzle was found\n"), "{arguments:?}");
        }
        for fewer in ["0", "1"] {
            let error = run(&["--max-moves", fewer], COUNTER).expect_err("no puzzle is shorter");
            assert!(error.to_string().contains("'--max-moves <N>'"), "{error}");
        }
    }

    #[test]
    fn json_has_a_line_for_each_puzzle() {
        let (_, out, _) = run(&["--json", "--rule", "caro"], GAME).expect("a game");
        let puzzle: Value = serde_json::from_str(&out).expect("a line of JSON");
        assert_eq!((&puzzle["game"], &puzzle["rule"]), (&json!(1), &json!("caro")));
        assert_eq!((&puzzle["file"], &puzzle["players"]), (&Value::Null, &json!(["Ann", "Bob"])));
        assert_eq!((&puzzle["turn"], &puzzle["unique"]), (&json!(6), &json!("searched")));
        assert_eq!((&puzzle["side"], &puzzle["winIn"]), (&json!("black"), &json!(2)));
        assert_eq!(puzzle["proof"]["line"], json!(["e2", "d1", "i6"]));
        let (_, out, err) = run(&["--json"], "h8i9\n").expect("a game");
        assert_eq!((&*out, &*err), ("", ""));
        // e2 is a double four.
        assert_eq!(run(&["--json", "--rule", "renju"], COUNTER).expect("a board").1, "");
    }

    #[test]
    fn bad_games_are_named_or_skipped() {
        let games = "h8\nh8h8\n";
        for (input, reason) in [
            ("", "standard input: no game found"),
            (games, "standard input: game 2: line 2, column 3: expected a free cell: h8 is taken"),
            ("a1a3b1b3c1c3d1d3e1e3", "standard input: move 10, e3: the game was over before: five"),
        ] {
            let error = format!("{:#}", run(&[], input).expect_err(reason));
            assert_eq!(error, reason);
        }
        let (all_read, out, err) = run(&["--skip-errors"], games).expect("a game");
        assert!(!all_read && out.is_empty(), "{out}");
        assert!(err.starts_with("skipped: standard input: game 2: "), "{err}");
        assert!(run(&["--nodes", "0"], "h8").is_err());
    }
}
