//! Values worked by hand: a five counts its stones to the fifth power.

use fastrand::Rng;
use gomoku_rules::Side;

use super::*;
use crate::testing::{board, choice, names, plays_legally, pos, stones};

fn ranked(board: &Board) -> Vec<(Pos, i64)> {
    let evaluation = Evaluation { fives: &fives(board.size()), rule: Rule::Freestyle };
    evaluation.ranked(board, &legal(board, Rule::Freestyle), 0)
}

fn value(board: &Board, name: &str) -> i64 {
    let ranked = ranked(board);
    ranked.iter().find(|(cell, _)| *cell == pos(name)).expect("a candidate").1
}

/// Of the fives through h8, four hold its neighbour i8, three j8, two k8, one l8: each of them is worth 1^5.
#[test]
fn around_one_stone() {
    let board = board("h8");
    let ranked = ranked(&board);
    assert_eq!(ranked.len(), 32, "eight directions, four steps");
    let values: Vec<i64> = ranked.iter().map(|&(_, value)| value).collect();
    let expected = [4, 3, 2, 1].map(|value| [value; 8]).concat();
    assert_eq!(values, expected);
    assert_eq!(value(&board, "j10"), 3);
    assert!(!candidates(&board, &[pos("i10"), pos("m8")]).contains(&pos("i10")));
}

/// White blocks a three that g8 closes. k8 and l8 lie in h8..l8 (3^5), i8..m8 (2^5) and j8..n8 (1^5);
/// m8 in the last two. White has no five through any of them.
#[test]
fn against_a_three() {
    let board = stones("h8i8j8", "g8", Side::White);
    for (cell, expected) in [("k8", 243 + 32 + 1), ("l8", 276), ("m8", 33), ("n8", 1)] {
        assert_eq!(value(&board, cell), expected, "{cell}");
    }
    let best: Vec<Pos> = ranked(&board).iter().take(2).map(|&(cell, _)| cell).collect();
    assert!(["k8 l8", "l8 k8"].contains(&names(&best).as_str()));
    assert!(["k8", "l8"].contains(&choice(&Finard::default(), &board).as_str()));
}

/// Both sides have a four: making five is worth 100^9, blocking 100^8. Beside that, White has e5 in the
/// three fives of a rising diagonal through e5 and g3, and Black e3 in those through e3 and g5.
#[test]
fn its_own_five_comes_first() {
    let board = stones("c3d3e3f3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(value(&board, "g3"), 1_000_000_000_000_000_000 + 3);
    assert_eq!(value(&board, "g5"), 10_000_000_000_000_000 + 3);
    let best: Vec<Pos> = ranked(&board).iter().take(2).map(|&(cell, _)| cell).collect();
    assert_eq!(names(&best), "g3 g5");
    assert_eq!(choice(&Finard::default(), &board), "g3");
}

/// An open four, a block, the five: three plies, one of them too few.
#[test]
fn a_line_is_searched_to_its_depth() {
    let board = stones("h8i8j8", "c3d4m12", Side::Black);
    let fives = fives(board.size());
    let outcome = |first, depth| search(&board, &fives, 1).look_ahead(pos(first), depth);
    assert_eq!(outcome("g8", 3), Some(Outcome::Win));
    assert_eq!(outcome("g8", 2), Some(Outcome::Unknown));
    let mut lost = board.clone();
    lost.set_side_to_move(Side::White);
    let mut search = search(&lost, &fives, 1);
    search.budget = Budget::new(Limits { nodes: Some(4), ..Limits::default() });
    assert_eq!(search.look_ahead(pos("a1"), 4), Some(Outcome::Loss));
    assert_eq!(search.look_ahead(pos("a1"), 4), None);
}

/// Around one stone no line of three plies ends. A line has one reply and one answer to it; a tree has two
/// replies with two answers each. The open four wins in a tree too.
#[test]
fn a_tree_looks_at_several_replies() {
    let fives = fives(gomoku_rules::Size::square(15));
    let quiet = board("h8");
    for (replies, nodes) in [(1, 3), (2, 1 + 2 + 4), (3, 1 + 3 + 9)] {
        let mut search = search(&quiet, &fives, replies);
        assert_eq!(search.look_ahead(pos("i9"), 3), Some(Outcome::Unknown));
        assert_eq!(search.budget.choice(pos("i9")).nodes, nodes);
        assert_eq!(search.board.key(), quiet.key(), "as before");
    }
    let three = stones("h8i8j8", "c3d4m12", Side::Black);
    assert_eq!(search(&three, &fives, 3).look_ahead(pos("g8"), 3), Some(Outcome::Win));
    assert_eq!(search(&three, &fives, 3).look_ahead(pos("a1"), 3), Some(Outcome::Unknown));
}

#[test]
fn the_depth_follows_the_value_on_request() {
    let plain = Finard::default();
    assert_eq!(plain.depth_of(1, 400), 20);
    let weighted = Finard { depth_by_value: true, ..plain };
    assert_eq!([400, 200, 15, 0].map(|value| weighted.depth_of(value, 400)), [20, 10, 1, 0]);
    assert_eq!(weighted.depth_of(0, 0), 20);
    assert_eq!(weighted.depth_of(5, WIN), 0);
    plays_legally(&Finard { moves: 3, depth: 6, replies: 2, ..weighted });
}

fn search<'a>(board: &Board, fives: &'a [Five], replies: usize) -> Search<'a> {
    Search {
        evaluation: Evaluation { fives, rule: Rule::Freestyle },
        board: board.clone(),
        replies,
        seed: 0,
        budget: Budget::new(Limits::default()),
    }
}

#[test]
fn every_move_is_legal() {
    plays_legally(&Finard { moves: 3, depth: 6, seed: 1, ..Finard::default() });
}

/// What becomes of the lines of the ten best moves, by their rank: near ends within 20 plies, far ones
/// within 60. In quiet positions of games between one-ply players.
#[test]
#[ignore = "a measurement, which scripts/classics.py prints"]
#[expect(clippy::cast_precision_loss, reason = "quiet values and counts are small")]
fn values_and_ends() {
    let fives = fives(gomoku_rules::Size::square(15));
    let mut rng = Rng::with_seed(1);
    let mut ends = [[0; 4]; 10];
    let mut pairs = [Vec::new(), Vec::new()];
    let mut positions = 0;
    while positions < 500 {
        let Some(board) = quiet_position(&mut rng) else { continue };
        positions += 1;
        let ranked = ranked(&board);
        let best = ranked[0].1 as f64;
        for (rank, &(pos, value)) in ranked.iter().take(10).enumerate() {
            let outcome = |depth| search(&board, &fives, 1).look_ahead(pos, depth);
            let (near, far) = (outcome(20), outcome(60));
            let is_far = near == Some(Outcome::Unknown);
            let worth = match far {
                Some(Outcome::Win) => 1.0,
                Some(Outcome::Loss) => -1.0,
                _ => 0.0,
            };
            if worth != 0.0 {
                ends[rank][2 * usize::from(is_far) + usize::from(worth < 0.0)] += 1;
            }
            pairs[usize::from(is_far)].push((value as f64 / best, worth));
        }
    }
    println!("| rank | near wins | near losses | far wins | far losses |\n|---|---|---|---|---|");
    for (rank, ends) in ends.iter().enumerate() {
        println!("| {} | {} |", rank + 1, ends.map(|count| count.to_string()).join(" | "));
    }
    let [near, far] = pairs.map(|pairs| (correlation(&pairs), pairs.len()));
    println!(
        "\ncorrelation of value and end, of {positions} positions: near {near:.2?}, far {far:.2?}"
    );
}

/// A position in which neither side has a four, from a game between one-ply players after a few moves at
/// random near the centre.
fn quiet_position(rng: &mut Rng) -> Option<Board> {
    let mut board = board("");
    let plies = rng.usize(8..30);
    for ply in 0..plies {
        let pos = if ply < 4 {
            Pos::new(rng.u8(4..11), rng.u8(4..11))
        } else {
            let player = crate::OnePly { seed: rng.u64(..) };
            player.choose(&board, Rule::Freestyle, Limits::default())?.pos
        };
        let side = board.side_to_move();
        if !board.is_empty_at(pos) || makes_five(&board, Rule::Freestyle, side, pos) {
            return None;
        }
        board.play(pos);
    }
    (ranked(&board)[0].1 < BLOCK).then_some(board)
}

/// Pearson's correlation.
#[expect(clippy::cast_precision_loss, reason = "a count")]
fn correlation(pairs: &[(f64, f64)]) -> f64 {
    let mean =
        |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (x, y) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let covariance = mean(&|pair| (pair.0 - x) * (pair.1 - y));
    covariance / (mean(&|pair| (pair.0 - x).powi(2)) * mean(&|pair| (pair.1 - y).powi(2))).sqrt()
}
