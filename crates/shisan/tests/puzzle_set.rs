//! The set of puzzles that the page begins with: each of them is one, by the tools and by the referee.

use std::collections::HashSet;
use std::fmt::Write;

use gomoku_rules::record::parse_moves;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Size, Symmetry};
use serde_json::{Value, json};

use super::analyze::answers;

/// In the set of each rule.
const COUNT: usize = 200;
/// Nodes of the search for another win, as in scripts/puzzles.py.
const SECOND_NODES: u64 = 20_000;

struct Puzzle {
    rating: u32,
    moves: Vec<Pos>,
    line: Vec<Pos>,
}

fn set(rule: Rule) -> Vec<Puzzle> {
    let file = format!("puzzles/set/{}.txt", rule.name());
    let file = shisan_page::file(&file).expect("a set");
    let text = String::from_utf8(file.data.into_owned()).expect("text");
    let puzzle = |line: &str| {
        let [rating, moves, win] =
            line.split(' ').collect::<Vec<_>>().try_into().expect("three words");
        let cells = |text: &str| parse_moves(text).expect("a pos string");
        Puzzle { rating: rating.parse().expect("a number"), moves: cells(moves), line: cells(win) }
    };
    text.lines().map(puzzle).collect()
}

/// The position after moves in turn, none of which ends the game, and what the last one comes to.
fn play(rule: Rule, moves: &[Pos]) -> (Board, Verdict) {
    let mut board = Board::new(Size::new(15, 15).expect("a size"));
    let mut verdict = Verdict::Ongoing;
    for &pos in moves {
        assert_eq!(verdict, Verdict::Ongoing, "{rule}: {moves:?}");
        verdict = referee::play(&mut board, rule, pos);
    }
    (board, verdict)
}

#[test]
fn every_win_is_played_to_its_five_and_no_position_comes_twice() {
    for rule in Rule::ALL {
        let (mut known, mut last, mut lengths) = (HashSet::new(), 0, HashSet::new());
        let set = set(rule);
        assert_eq!(set.len(), COUNT, "{rule}");
        for Puzzle { rating, moves, line } in set {
            let (board, verdict) = play(rule, &moves);
            assert_eq!(verdict, Verdict::Ongoing, "{rule}: {moves:?}");
            let winner = board.side_to_move();
            let (_, verdict) = play(rule, &[moves.clone(), line.clone()].concat());
            assert!(
                matches!(verdict, Verdict::Win { side, .. } if side == winner),
                "{rule}: {moves:?}: {verdict:?}"
            );
            assert!(known.insert(Symmetry::key(&board)), "{rule}: {moves:?} comes twice");
            assert!(rating >= last, "{rule}: the ratings are not sorted");
            last = rating;
            lengths.insert(line.len().div_ceil(2).min(8));
        }
        assert!((3..=8).all(|moves| lengths.contains(&moves)), "{rule}: {lengths:?}");
    }
}

/// Asks `shisan analyze` for the puzzles of each `step`th position.
fn prove(step: usize) {
    for rule in Rule::ALL {
        let set: Vec<_> = set(rule).into_iter().step_by(step).collect();
        let mut queries = String::new();
        for Puzzle { moves, .. } in &set {
            let color = |turn| if turn % 2 == 0 { "black" } else { "white" };
            let stones: Vec<_> = moves
                .iter()
                .enumerate()
                .map(|(turn, pos)| json!([color(turn), pos.to_string()]))
                .collect();
            let query = json!({"action": "puzzles", "rule": rule.name(), "stones": stones,
                "toMove": color(moves.len()), "maxNodes": SECOND_NODES});
            writeln!(queries, "{query}").expect("it grows");
        }
        let answers = answers(&["--ordered"], queries);
        assert_eq!(answers.len(), set.len());
        for (answer, Puzzle { moves, line, .. }) in answers.iter().zip(&set) {
            let found: Vec<&Value> = answer["puzzles"].as_array().into_iter().flatten().collect();
            assert_eq!(found.len(), 1, "{rule}: {moves:?}: {answer}");
            let line: Vec<_> = line.iter().map(Pos::to_string).collect();
            assert_eq!(found[0]["proof"]["line"], json!(line), "{rule}: {moves:?}");
        }
    }
}

#[test]
fn one_move_wins_in_some_puzzles_of_the_set() {
    prove(40);
}

#[test]
#[ignore = "takes minutes"]
fn one_move_wins_in_every_puzzle_of_the_set() {
    prove(1);
}
