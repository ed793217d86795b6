//! The move loop of a node: what is deferred is searched, and only what was searched is punished.

use super::with_worker;
use crate::eval::WeightSet;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::worker::Worker;
use crate::solve::testing::{Random, playout};
use gomoku_rules::{Pos, Rule, Side, Size};

/// Searches `position` at one node, not on a principal variation, to `depth` plies while another worker is
/// at `elsewhere`, and passes the worker, the score and the best move to `check`.
fn search_node<T>(
    position: &Position,
    window: (Score, Score),
    depth: i32,
    elsewhere: Option<Pos>,
    check: impl FnOnce(&Worker, Score, Option<Pos>) -> T,
) -> T {
    with_worker(position, |worker| {
        let shared = worker.shared;
        let smp = shared.smp.as_ref();
        let mark = elsewhere.and_then(|pos| Some(smp?.mark(position.key(), pos)));
        let score = worker.node::<false>(window.0, window.1, depth, false);
        drop(mark);
        let best = shared.table.probe(position.key()).and_then(|entry| entry.pos);
        check(worker, score, best)
    })
}

#[test]
fn a_move_that_another_thread_searches_is_searched_after_all_others() {
    let random = &mut Random(11);
    let window = (Score::mate_in(32), Score::mate_in(31));
    let mut wins = 0;
    for _ in 0..2_000 {
        let position = playout(Rule::Freestyle, Size::square(12), 10 + random.below(20), random);
        let depth = 3 + random.below(3) as i32;
        let win = search_node(&position, window, depth, None, |_, score, best| {
            best.filter(|_| score.is_win())
        });
        if win.is_some() {
            wins += 1;
            let score = search_node(&position, window, depth, win, |_, score, _| score);
            assert!(score.is_win(), "{win:?} at depth {depth} of {:?}", position.board());
        }
    }
    assert!(wins > 40, "only {wins} wins");
}

#[test]
fn a_move_that_was_not_searched_is_not_punished() {
    let random = &mut Random(12);
    let mut points = 0;
    for _ in 0..2_000 {
        let position = playout(Rule::Renju, Size::square(12), 12 + random.below(30), random);
        if position.side_to_move() == Side::White {
            continue;
        }
        let forbidden: Vec<Pos> = position.forbidden_points(Side::Black).map(|it| it.0).collect();
        // A window that a move will exceed, but not the static evaluation by much.
        let value = WeightSet::default().evaluator(&position).value(&position);
        let window = (value.shifted(-11), value.shifted(-10));
        search_node(&position, window, 1, None, |worker, _, _| {
            for &pos in &forbidden {
                assert_eq!(position.threat(Side::Black, pos), Threat::Forbidden);
                let history = worker.main_history.get(Side::Black, pos);
                assert_eq!(history, 0, "{pos} on {:?}", position.board());
            }
        });
        points += forbidden.len();
    }
    assert!(points > 40, "only {points} points");
}
