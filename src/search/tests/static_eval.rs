//! The static evaluation of a node: what the table keeps of it, and what it is compared with.

use super::with_worker;
use crate::score::Score;
use crate::solve::testing::{Random, playout};
use gomoku_rules::{Rule, Size};

#[test]
fn the_table_keeps_values_with_the_networks_part_alone() {
    let random = &mut Random(21);
    let mut razored = 0;
    for _ in 0..4_000 {
        let position = playout(Rule::Renju, Size::square(12), 10 + random.below(30), random);
        with_worker(&position, |worker| {
            let value = worker.evaluate();
            // So far above the value that the node is razored, unless fours win.
            let alpha = Score::from_eval(value.get() + 1_500);
            let score = worker.node::<false>(alpha, alpha.above(), 3, false);
            let entry = worker.shared.table.probe(worker.key());
            if let Some(eval) = entry.and_then(|entry| entry.eval) {
                razored += usize::from(score > alpha);
                assert_eq!(eval, value, "of {:?}", position.board());
            }
        });
    }
    assert!(razored > 20, "{razored}");
}

#[test]
fn the_root_is_what_the_second_ply_improves_on() {
    let position = playout(Rule::Freestyle, Size::square(15), 12, &mut Random(3));
    with_worker(&position, |worker| {
        let value = worker.evaluate();
        assert_eq!(worker.stack.before(2, 2).static_eval, value);
        assert_eq!(
            worker.stack.before(1, 2).static_eval,
            Score::INFINITE,
            "nothing is known before"
        );
    });
}
