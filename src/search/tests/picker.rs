//! The move picker: each move of a node once, the table's first.

use super::with_worker;
use crate::eval::ScoredMove;
use crate::pattern::Position;
use crate::score::Score;
use crate::search::movegen::EvasionKind;
use crate::search::pruning::NodeState;
use crate::search::worker::Worker;
use crate::solve::testing::{Random, playout};
use crate::tt::{Bound, Entry};
use gomoku_rules::{Pos, Rule, Side, Size};

/// The depth of the nodes: the network scores their moves.
const DEPTH: i32 = 3;

/// The moves of a node with this move of the table, as the picker hands them out.
fn picked(worker: &mut Worker, tt_move: Option<Pos>) -> Vec<ScoredMove> {
    let evasion = EvasionKind::of(&worker.position);
    let node = NodeState { evasion, tt_move, ..NodeState::ROOT };
    let mut picker = worker.pick_moves(&node, DEPTH);
    let moves = std::iter::from_fn(|| worker.next_move(&mut picker, &node, DEPTH)).collect();
    worker.moves.clear();
    moves
}

/// The moves of a node as they are generated, in reading order.
fn generated(worker: &mut Worker) -> Vec<ScoredMove> {
    worker.generate(EvasionKind::of(&worker.position), DEPTH);
    std::mem::take(&mut worker.moves)
}

fn positions(seed: u64) -> impl Iterator<Item = (Position, usize)> {
    let mut random = Random(seed);
    (0..1_000).map(move |number| {
        let plies = 2 + random.below(50);
        let position = playout(Rule::ALL[number % 5], Size::square(12), plies, &mut random);
        (position, random.below(1_000))
    })
}

#[test]
fn each_move_is_picked_once_and_the_tables_first() {
    let mut seen = [0; 4];
    for (position, chance) in positions(21) {
        with_worker(&position, |worker| {
            let listed = generated(worker);
            if listed.is_empty() {
                return;
            }
            seen[EvasionKind::of(&position) as usize] += 1;
            let tt_move = listed[chance % listed.len()].pos;
            for tt_move in [None, Some(tt_move)] {
                let mut picked = picked(worker, tt_move);
                let board = position.board();
                let rest = usize::from(tt_move.is_some());
                assert!(picked[..rest].iter().all(|scored| Some(scored.pos) == tt_move));
                let scores = picked[rest..].iter().map(|scored| scored.score);
                assert!(scores.is_sorted_by(|a, b| a >= b), "{tt_move:?} on {board:?}");
                picked.sort_by_key(|scored| scored.pos);
                let cells = picked.iter().map(|scored| scored.pos);
                assert!(cells.eq(listed.iter().map(|scored| scored.pos)), "{tt_move:?} {board:?}");
            }
        });
    }
    assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
}

#[test]
fn a_table_move_that_is_none_of_the_node_changes_nothing() {
    for (position, chance) in positions(22) {
        with_worker(&position, |worker| {
            let listed: Vec<Pos> = generated(worker).iter().map(|scored| scored.pos).collect();
            let cells: Vec<Pos> = position.board().size().positions().collect();
            let others: Vec<Pos> = cells.into_iter().filter(|pos| !listed.contains(pos)).collect();
            let other = others[chance % others.len()];
            let plain: Vec<_> = picked(worker, None).iter().map(|it| (it.pos, it.score)).collect();
            let same = picked(worker, Some(other)).iter().map(|it| (it.pos, it.score)).eq(plain);
            assert!(same, "{other} on {:?}", position.board());
        });
    }
}

#[test]
fn killers_and_the_counter_move_gain_their_points() {
    for (position, chance) in positions(23) {
        with_worker(&position, |worker| {
            let listed = generated(worker);
            if listed.len() < 3 {
                return;
            }
            let [killers, counter] = [worker.params.killer_score, worker.params.counter_score];
            let at = |index: usize| listed[(chance + index) % listed.len()];
            worker.stack.at_mut(0).killers = [Some(at(0).pos), Some(at(1).pos)];
            let last = position.board().last().map(|stone| stone.pos);
            worker.counter_moves.set(position.side_to_move(), last, at(2).pos);
            for scored in picked(worker, None) {
                let (before, bonus) = match scored.pos {
                    pos if pos == at(0).pos => (at(0), killers),
                    pos if pos == at(1).pos => (at(1), killers),
                    pos if pos == at(2).pos => (at(2), counter),
                    pos => (*listed.iter().find(|it| it.pos == pos).expect("a move"), 0),
                };
                assert_eq!(scored.score, before.score + bonus, "{}", scored.pos);
            }
        });
    }
}

/// The table may hold a move of another position with the same key, or a forbidden point.
#[test]
fn a_node_never_plays_an_illegal_move_of_the_table() {
    let mut forbidden_points = 0;
    for (position, chance) in positions(24) {
        let board = position.board();
        let stones = board.stones();
        let forbidden = position.forbidden_points(Side::Black).map(|it| it.0);
        let mut illegal: Vec<Pos> = forbidden.collect();
        if position.side_to_move() == Side::White || position.rule() != Rule::Renju {
            illegal.clear();
        }
        forbidden_points += illegal.len();
        illegal.push(stones[chance % stones.len()].pos);
        for pos in illegal {
            with_worker(&position, |worker| {
                let entry = Entry {
                    pos: Some(pos),
                    score: Score::DRAW,
                    eval: None,
                    depth: 0,
                    bound: Bound::Lower,
                    pv: false,
                };
                worker.shared.table.store(position.key(), entry);
                worker.node::<true>(-Score::INFINITE, Score::INFINITE, 1, false);
                assert_ne!(worker.stack.at(0).pv.first(), Some(&pos), "{board:?}");
                assert_eq!(worker.position.board().stones(), board.stones());
                let history = worker.main_history.get(position.side_to_move(), pos);
                assert_eq!(history, 0, "{pos} was searched: {board:?}");
            });
        }
    }
    assert!(forbidden_points > 40, "only {forbidden_points} points");
}
