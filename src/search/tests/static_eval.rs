//! The static evaluation of a node, as the table keeps it.

use super::with_worker;
use crate::score::Score;
use crate::solve::testing::{Random, playout};
use gomoku_rules::{Rule, Size};

#[test]
fn the_table_keeps_only_values_with_the_networks_part() {
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
