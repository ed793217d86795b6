//! Pruning and reductions: what settles a node or skips a move, and what must not.

use super::with_worker;
use crate::eval::WeightSet;
use crate::pattern::{Position, Threat};
use crate::score::{MAX_PLY, Score};
use crate::search::Params;
use crate::search::movegen::EvasionKind;
use crate::search::pruning::{MoveState, NodeState, Reductions, tt_cutoff};
use crate::search::quick_win::quick_win;
use crate::solve::Mate;
use crate::solve::testing::{Random, playout};
use crate::tt::{Bound, End, Entry, TranspositionTable};
use gomoku_rules::{Pos, Rule, Side, Size};

const PARAMS: Params = Params::defaults(Rule::Freestyle);

/// A search result of depth 8.
fn entry(score: Score, bound: Bound) -> Entry {
    Entry { pos: None, score, eval: None, depth: 8, bound, pv: false }
}

#[test]
fn a_bound_of_the_table_settles_what_lies_beyond_it() {
    let eval = Score::from_eval;
    let (alpha, beta) = (eval(10), eval(20));
    let scores = [9, 10, 11, 15, 19, 20, 21].map(eval);
    for (bound, settled) in
        [(Bound::Exact, &scores[..]), (Bound::Lower, &scores[5..]), (Bound::Upper, &scores[..2])]
    {
        for score in scores {
            let cutoff = |depth| tt_cutoff(&entry(score, bound), alpha, beta, depth, 3);
            let expected = settled.contains(&score).then_some(score);
            assert_eq!([8, 1].map(cutoff), [expected; 2], "{bound:?} {score}");
            assert_eq!(cutoff(9), None, "too shallow: {bound:?} {score}");
        }
    }
}

#[test]
fn a_mate_of_the_table_counts_from_the_node_and_at_any_depth() {
    let (alpha, beta) = (Score::DRAW, Score::DRAW.above());
    for (score, bound) in [(Score::mate_in(9), Bound::Lower), (Score::mated_in(8), Bound::Upper)] {
        let cutoff =
            |score, bound, depth, ply| tt_cutoff(&entry(score, bound), alpha, beta, depth, ply);
        for ply in [0, 1, 30] {
            let nearer =
                if score.is_win() { Score::mate_in(9 + ply) } else { Score::mated_in(8 + ply) };
            assert_eq!(cutoff(score, bound, 60, ply), Some(nearer), "{score} at ply {ply}");
            assert_eq!(cutoff(nearer.to_table(ply), bound, 60, 0), Some(score));
        }
        let other = if bound == Bound::Lower { Bound::Upper } else { Bound::Lower };
        assert_eq!(cutoff(score, other, 1, 2), None, "at most a win, at least a loss");
    }
    let wide = |score, bound, depth| {
        tt_cutoff(&entry(score, bound), -Score::INFINITE, Score::INFINITE, depth, 2)
    };
    assert_eq!(wide(Score::mate_in(9), Bound::Exact, 60), Some(Score::mate_in(11)));
    assert_eq!(wide(Score::mate_in(9), Bound::Lower, 60), None, "a nearer win may exist");
}

/// A search follows lines to [`MAX_PLY`], and no line beyond is told from another.
#[test]
fn a_far_proof_stays_above_all_evaluations() {
    let (alpha, beta) = (Score::DRAW, Score::DRAW.above());
    let pos = Pos::new(3, 4);
    let table = TranspositionTable::new(1 << 16, 0).expect("little memory");
    for ply in [0, 1, 12, 13, 100, MAX_PLY] {
        let mut last = [Score::INFINITE; 2];
        for plies in 1..=Mate::MAX_PLIES {
            let ends = [End::Win { pos, plies }, End::Loss { pos: None, plies }];
            let scores = ends.map(|end| {
                let key = u64::from(2 * plies) << 32 | u64::from(end.pos().is_some());
                table.store_proof(key, end);
                let entry = table.probe(key).expect("a proof");
                tt_cutoff(&entry, alpha, beta, 255, ply).expect("a proof")
            });
            let scores = [scores[0], -scores[1]];
            let distance = plies as usize + ply;
            for (score, last) in scores.into_iter().zip(&mut last) {
                assert!(score <= *last && score > Score::from_eval(28_000), "{plies} at {ply}");
                *last = score;
                if distance <= MAX_PLY {
                    assert_eq!(score, Score::mate_in(distance));
                } else {
                    let claimed = score.mate_distance().unwrap_or(MAX_PLY as u32);
                    assert!(claimed >= MAX_PLY as u32, "{plies} at {ply} claims {claimed}");
                }
            }
        }
    }
}

#[test]
fn futility_asks_more_of_a_deeper_node() {
    let beta = Score::from_eval(100);
    let margin = |depth, improving| PARAMS.futility_bound(beta, depth, improving).get() - 100;
    for depth in 1..PARAMS.futility_depth {
        assert_eq!(margin(depth, false), PARAMS.futility_margin * depth);
        assert_eq!(margin(depth, true), PARAMS.futility_margin * (depth - 1));
    }
    let [deep, deeper] = [0, 1].map(|more| PARAMS.futility_depth + more);
    let decisive = [Score::mate_in(9), Score::mated_in(8)];
    let never = [deep, deeper].map(|depth| PARAMS.futility_bound(beta, depth, true));
    assert_eq!(never, [Score::INFINITE; 2], "a deep node");
    let never = decisive.map(|beta| PARAMS.futility_bound(beta, 1, true));
    assert_eq!(never, [Score::INFINITE; 2], "a mate is no matter of points");
}

#[test]
fn razoring_asks_more_of_a_deeper_node() {
    let alpha = Score::from_eval(100);
    for depth in 1..=PARAMS.razor_depth {
        let bound = PARAMS.razor_bound(alpha, depth).get();
        assert_eq!(100 - bound, PARAMS.razor_margin * (depth + 1));
    }
    assert_eq!(PARAMS.razor_bound(alpha, PARAMS.razor_depth + 1), -Score::INFINITE, "a deep node");
    for alpha in [Score::mate_in(9), Score::mated_in(8)] {
        assert_eq!(PARAMS.razor_bound(alpha, 1), -Score::INFINITE);
    }
}

/// Undecided positions whose value the network changes little, so that both values prune alike, with it.
fn positions(seed: u64) -> impl Iterator<Item = (Position, Score)> {
    let mut random = Random(seed);
    let [whole, tables] = [WeightSet::default(), WeightSet::default().classical_only()];
    (0..2_000).filter_map(move |number| {
        let plies = 4 + random.below(40);
        let position = playout(Rule::ALL[number % 5], Size::square(12), plies, &mut random);
        let value = whole.value(&position);
        let change = value.get() - tables.value(&position).get();
        (change.abs() < 150 && quick_win(&position, 0).is_none()).then_some((position, value))
    })
}

/// What a node without an expected cutoff finds, and whether it came to search its moves.
fn searched<const PV: bool>(
    position: &Position,
    window: (Score, Score),
    depth: i32,
) -> (Score, bool) {
    with_worker(position, |worker| {
        // Deep nodes take long.
        worker.params.futility_depth = 4;
        let score = worker.node::<PV>(window.0, window.1, depth, false);
        (score, worker.shared.table.probe(position.key()).is_some())
    })
}

/// Whether there is no threat to answer.
fn is_quiet(position: &Position) -> bool {
    let opponent = !position.side_to_move();
    EvasionKind::of(position) == EvasionKind::None
        && with_worker(position, |worker| worker.prove_four_threes(opponent)).is_none()
}

#[test]
fn a_node_far_above_beta_is_not_searched() {
    let mut nodes = 0;
    for (position, value) in positions(31) {
        let board = position.board();
        let is_quiet = is_quiet(&position);
        for depth in 1..=4 {
            let above = |points: i32| {
                let beta = value.shifted(-PARAMS.futility_margin * depth - points);
                (beta.shifted(-1), beta)
            };
            let (score, is_searched) = searched::<false>(&position, above(0), depth);
            let is_pruned = is_quiet && depth < 4;
            assert_eq!(is_searched, !is_pruned, "depth {depth} of {board:?}");
            assert!(!is_pruned || score >= above(0).1);
            if is_pruned {
                nodes += 1;
                assert!(searched::<false>(&position, above(-1), depth).1, "{board:?}");
            }
        }
        let (alpha, beta) = (value.shifted(-3_000), value.shifted(-2_900));
        assert!(searched::<true>(&position, (alpha, beta), 1).1, "a PV node: {board:?}");
    }
    assert!(nodes > 300, "only {nodes} nodes");
}

#[test]
fn a_node_far_below_alpha_needs_fours() {
    let (mut lost, mut saved) = (0, 0);
    for (position, value) in positions(32) {
        if !is_quiet(&position) {
            continue;
        }
        for depth in 1..=PARAMS.razor_depth {
            let below = |points: i32| {
                let alpha = value.shifted(PARAMS.razor_margin * (depth + 1) + points);
                (alpha, alpha.above())
            };
            let (alpha, beta) = below(1);
            let fours = with_worker(&position, |worker| worker.quiesce(alpha, beta, 0, None));
            let (score, is_searched) = searched::<false>(&position, (alpha, beta), depth);
            assert_eq!(is_searched, fours > alpha, "depth {depth} of {:?}", position.board());
            if is_searched {
                saved += 1;
            } else {
                lost += 1;
                assert_eq!(score, fours);
            }
            assert!(searched::<false>(&position, below(0), depth).1, "{:?}", position.board());
        }
    }
    assert!(lost > 300 && saved > 5, "{lost} and {saved}");
}

#[test]
fn a_node_likely_to_fail_high_is_an_expected_cutoff_far_above_beta() {
    let beta = Score::from_eval(100);
    let likely = |cut_node, evasion, eval| {
        let static_eval = Score::from_eval(eval);
        let node = NodeState { evasion, static_eval, cut_node, ..NodeState::ROOT };
        PARAMS.likely_fail_high(&node, beta, 6)
    };
    let enough = 100 + 6 * PARAMS.fail_high_margin;
    assert!(likely(true, EvasionKind::None, enough));
    assert!(!likely(true, EvasionKind::None, enough - 1));
    assert!(!likely(false, EvasionKind::None, enough));
    assert!(!likely(true, EvasionKind::FourThree, enough), "the value is an old one");
}

#[test]
fn the_depth_below_a_move_is_one_less_unless_it_is_forced() {
    let below = |evasion, own, likely| {
        NodeState { evasion, ..NodeState::ROOT }.new_depth(&move_state(2, own), 7, likely)
    };
    assert_eq!(below(EvasionKind::None, Threat::None, false), 6);
    assert_eq!(below(EvasionKind::None, Threat::None, true), 5);
    assert_eq!(below(EvasionKind::None, Threat::Four, true), 6, "a four is not reduced");
    assert_eq!(below(EvasionKind::OpenFour, Threat::None, false), 6);
    assert_eq!(below(EvasionKind::Five, Threat::None, false), 7);
}

#[test]
fn late_moves_are_pruned_unless_they_make_or_stop_a_strong_threat() {
    let strong = [Threat::FourThree, Threat::OpenFour, Threat::Five];
    let mut random = Random(33);
    let (mut kept, mut pruned) = (0, 0);
    for _ in 0..300 {
        let plies = 10 + random.below(40);
        let position = playout(Rule::Freestyle, Size::square(12), plies, &mut random);
        let side = position.side_to_move();
        for pos in position.map().candidates() {
            let late = |evasion, count| {
                let node = NodeState { evasion, ..NodeState::ROOT };
                PARAMS.late_move_pruning(&node, &position, pos, 3, count)
            };
            let own = position.threat(side, pos);
            let is_strong = own == Threat::FourPlus
                || strong.contains(&own)
                || strong.contains(&position.threat(!side, pos));
            for evasion in [EvasionKind::None, EvasionKind::FourThree, EvasionKind::OpenFour] {
                assert_eq!(late(evasion, 99), !is_strong, "{pos} on {:?}", position.board());
                assert!(!late(evasion, 1), "an early move");
            }
            assert!(!late(EvasionKind::Five, 99), "the reply to a five");
            *if is_strong { &mut kept } else { &mut pruned } += 1;
        }
    }
    assert!(kept > 300 && pruned > 300, "{kept} and {pruned}");
}

/// The number of moves that a node searches before late move pruning.
fn move_limit(depth: i32, improving: bool) -> i32 {
    let node = NodeState { improving, ..NodeState::ROOT };
    let mut position = Position::new(Size::square(15), Rule::Freestyle);
    position.play(Pos::new(7, 7));
    let is_late =
        |&count: &i32| PARAMS.late_move_pruning(&node, &position, Pos::new(6, 5), depth, count);
    (0..1_000).find(is_late).expect("some move is late")
}

#[test]
fn deeper_and_improving_nodes_search_more_moves() {
    for depth in 1..20 {
        let all = PARAMS.move_count_base + depth + depth * depth * PARAMS.move_count_square / 128;
        assert_eq!(move_limit(depth, true), all);
        assert_eq!(move_limit(depth, false), all / 2 + 1);
    }
}

/// White has an open three in the middle, Black to move a four at d1. The last two stones are Black's at
/// `last` and White's in a corner.
fn open_four_to_stop(last: &str) -> Position {
    let mut position = Position::new(Size::square(15), Rule::Freestyle);
    for cell in ["a1", "h10", "b1", "i10", "c1", "j10", last, "a15"] {
        position.play(cell.parse().expect("a cell"));
    }
    position
}

#[test]
fn an_evasion_far_from_the_last_stones_that_stops_nothing_is_useless() {
    let useless = |last, cell: &str, evasion, depth| {
        let position = open_four_to_stop(last);
        let pos = cell.parse().expect("a cell");
        assert_eq!(EvasionKind::of(&position), EvasionKind::OpenFour);
        let node = NodeState { evasion, ..NodeState::ROOT };
        PARAMS.useless_evasion_pruning(&node, &position, pos, depth)
    };
    let against_open_four =
        |last, cell| useless(last, cell, EvasionKind::OpenFour, PARAMS.useless_evasion_depth - 1);
    assert_eq!(
        open_four_to_stop("o1").threat(Side::Black, "d1".parse().expect("d1")),
        Threat::Four
    );
    assert!(against_open_four("o1", "d1"));
    assert!(against_open_four("i1", "d1"), "five cells away");
    assert!(!against_open_four("h1", "d1"), "four cells away");
    assert!(!against_open_four("d5", "d1"), "four cells away");
    for stop in ["f10", "g10", "k10", "l10"] {
        assert!(!against_open_four("o1", stop), "{stop} stops the four");
    }
    assert!(!useless("o1", "d1", EvasionKind::OpenFour, PARAMS.useless_evasion_depth), "deep");
    for evasion in [EvasionKind::None, EvasionKind::FourThree, EvasionKind::Five] {
        assert!(!useless("o1", "d1", evasion, 1), "{evasion:?}");
    }
}

#[test]
fn a_raised_alpha_takes_a_ply_off_nodes_of_middle_depth() {
    let reduction = |depth| PARAMS.alpha_raise_reduction(Score::from_eval(50), depth);
    for depth in 1..30 {
        let is_middle = depth > 2 && depth < PARAMS.alpha_raise_depth;
        assert_eq!(reduction(depth), i32::from(is_middle), "depth {depth}");
    }
    assert_eq!(PARAMS.alpha_raise_reduction(Score::mate_in(9), 5), 0, "a nearer mate may come");
}

/// A move with this number that makes this threat.
fn move_state(number: i32, own: Threat) -> MoveState {
    MoveState { number, gap: 0, own, opponent: Threat::None, history: 0 }
}

#[test]
fn each_reason_changes_the_reduction_of_a_late_move_by_a_ply() {
    const DEPTH: i32 = 14;
    const NODE: NodeState = NodeState::ROOT;
    let base = &Reductions::new(PARAMS.lmr_factor);
    let reduction = |node: NodeState, late: MoveState| {
        PARAMS.late_move_reduction::<false>(base, &node, &late, DEPTH)
    };
    let late = move_state(20, Threat::None);
    let plain = reduction(NODE, late);
    assert_eq!(plain, base.of(DEPTH, 20));
    let more = [
        reduction(NODE, MoveState { gap: PARAMS.policy_reduction_step, ..late }),
        reduction(NODE, MoveState { history: -PARAMS.lmr_history, ..late }),
        reduction(NodeState { evasion: EvasionKind::OpenFour, ..NODE }, late),
        reduction(NodeState { improving: false, ..NODE }, late),
        reduction(NodeState { cut_node: true, ..NODE }, late),
    ];
    assert_eq!(more, [plain + 1; 5]);
    let less = [
        PARAMS.late_move_reduction::<true>(base, &NODE, &late, DEPTH),
        reduction(NODE, MoveState { history: PARAMS.lmr_history, ..late }),
        reduction(NODE, MoveState { own: Threat::Three, ..late }),
        reduction(NODE, MoveState { opponent: Threat::Three, ..late }),
        reduction(NodeState { tt_pv: true, ..NODE }, late),
    ];
    assert_eq!(less, [plain - 1; 5]);
    let evading = NodeState { evasion: EvasionKind::FourThree, improving: false, ..NODE };
    assert_eq!(reduction(evading, late), plain, "the value of an evasion is an old one");
}

#[test]
fn some_moves_are_never_reduced_and_none_to_nothing() {
    let base = &Reductions::new(300);
    let node = NodeState { cut_node: true, improving: false, ..NodeState::ROOT };
    for depth in 1..20 {
        let reduction =
            |late: &MoveState| PARAMS.late_move_reduction::<false>(base, &node, late, depth);
        assert_eq!(reduction(&move_state(1, Threat::None)), 0, "the first move");
        assert_eq!(reduction(&move_state(20, Threat::FourPlus)), 0, "a strong four");
        let late = MoveState { gap: 1_000, history: -10_000, ..move_state(60, Threat::None) };
        assert_eq!(reduction(&late), (depth - 2).max(0), "a ply is left below depth {depth}");
        let liked = MoveState { history: 10_000, ..move_state(2, Threat::Three) };
        assert!(reduction(&liked) >= 0);
    }
    assert_eq!(PARAMS.lmr_depth, 2, "and so no node at the horizon is reduced");
}
