//! Several threads in one search.

use std::ops::ControlFlow;

use crate::eval::WeightSet;
use crate::score::Score;
use crate::search::{Clock, Limits, Params, Pool, Root, SearchInfo, root_moves, search};
use crate::solve::testing::{Random, playout};
use crate::tt::TranspositionTable;
use gomoku_rules::{Rule, Size};

#[test]
fn iterations_grow_deeper_up_to_the_limit() {
    let random = &mut Random(33);
    let mut ended = 0;
    for round in 0..10 {
        let rule = Rule::ALL[round % 5];
        let position = playout(rule, Size::square(15), 8, random);
        let evaluator = WeightSet::default().evaluator(&position);
        let moves = root_moves(&position, evaluator.clone().policy(&position));
        let params = Params::defaults(rule);
        let root = Root {
            position: &position,
            evaluator: &evaluator,
            params: &params,
            moves: &moves,
            multi_pv: 1,
        };
        for (threads, depth) in [(2, 7), (3, 1), (8, 2), (8, 10)] {
            let pool = Pool::new(threads).expect("threads");
            let table = TranspositionTable::new(1 << 20, 0).expect("little memory");
            let mut depths = Vec::new();
            let mut on_info = |info: &SearchInfo| {
                if let SearchInfo::Pv(lines) = info {
                    depths.push(lines[0].depth);
                }
                ControlFlow::Continue(())
            };
            let limits = Limits { depth: Some(depth), nodes: None };
            let clock = Clock::unlimited();
            let found = search(&pool, root, &table, limits, &clock, &mut on_info);
            let of = format!("{threads} threads, {:?}: {depths:?}", position.board());
            assert!(depths.is_sorted_by(|before, after| before < after), "{of}");
            assert_eq!(depths.last(), Some(&found.depth), "{of}");
            let is_proven = found.score.is_some_and(Score::is_decisive);
            assert!(found.depth == depth || is_proven && found.depth < depth, "{of}");
            ended += u32::from(found.depth == depth);
        }
    }
    assert!(ended > 20, "few proofs: {ended}");
}
