//! The evaluator, which follows as late as it can, against sums over the cells of a new position.

use super::*;
use crate::pattern::{MULTISETS, code_of, multisets};
use gomoku_rules::{Board, Cell, Rule, Size};

/// A different weight for almost every code, threat mask and side.
fn tables() -> Tables {
    let numbers = |count: i32, step: i32| -> Vec<i16> {
        (0..count).map(|place| (place * step % 1000 - 300) as i16).collect()
    };
    let table = |step: i32| Table {
        values: numbers(2380, 7 * step),
        own: numbers(2380, 11 * step),
        opponent: numbers(2380, 13 * step),
        threat_terms: numbers(1 << 13, 17 * step),
    };
    let sides = vec![table(1), table(3)];
    Tables { rule: Rule::Renju, provenance: String::new(), sides }
}

/// The sum over the empty cells of `board`, Black's minus White's.
fn sum(weights: &Weights, board: &Board, rule: Rule) -> i32 {
    let position = Position::from_board(board, rule);
    let code = |side, pos| position.map().code(side, pos);
    let value = |side, pos| weights.value(side, code(side, pos));
    board.empty_cells().map(|pos| value(Side::Black, pos) - value(Side::White, pos)).sum()
}

/// The value of `position` by the definition.
fn expected(weights: &Weights, position: &Position) -> Score {
    let (mut board, rule) = (position.board().clone(), position.rule());
    let now = sum(weights, &board, rule);
    if board.set_up() < board.stones().len() {
        board.undo();
    }
    let twice = now + sum(weights, &board, rule);
    let side = position.side_to_move();
    let own = if side == Side::Black { twice } else { -twice };
    let term = weights.threat_term(side, position.map().threat_mask(side));
    Score::from_eval(own / (2 * FRACTIONS) + term)
}

/// Plays and takes back at random, and asks for a value once in this many steps.
fn wander(rule: Rule, size: Size, steps: usize, period: usize) {
    let mut random = fastrand::Rng::with_seed((steps * size.cells() + period) as u64);
    let weights = Arc::new(Weights::new(&tables()));
    let mut position = Position::new(size, rule);
    for _ in 0..random.usize(..size.cells() / 2) {
        let free: Vec<Pos> = position.board().empty_cells().collect();
        position.play(free[random.usize(..free.len())]);
    }
    if random.bool() {
        let mut board = position.board().clone();
        board.forget_order();
        position = Position::from_board(&board, rule);
    }
    let set_up = position.board().set_up();
    let mut evaluator = Classical::new(Arc::clone(&weights), &position);
    for step in 0..steps {
        let free: Vec<Pos> = position.board().empty_cells().collect();
        let rising = (step / size.cells()).is_multiple_of(2);
        if !free.is_empty() && random.u8(..10) < if rising { 7 } else { 3 } {
            let pos = free[random.usize(..free.len())];
            match random.u8(..40) {
                0 => position.place(pos, Cell::Wall),
                _ => position.play(pos),
            }
            evaluator.push();
        } else if position.board().stones().len() > set_up {
            position.undo();
            evaluator.pop();
        }
        if random.u8(..20) == 0 {
            position.pass();
        }
        if random.usize(..period) == 0 {
            let value = evaluator.value(&position);
            assert_eq!(value, expected(&weights, &position), "{:?}", position.board());
            let mover = position.side_to_move();
            let policy = evaluator.policy(&position);
            for pos in position.board().empty_cells() {
                let [own, opponent] = [mover, !mover].map(|side| position.map().code(side, pos));
                assert_eq!(policy.score(pos), weights.move_scores(mover).score(own, opponent));
            }
        }
    }
}

#[test]
fn the_lazy_sums_are_those_of_a_new_position() {
    for rule in Rule::ALL {
        for size in ["5", "15", "20", "32", "30x20"].map(|text| text.parse().expect("a size")) {
            for period in [1, 7, 50] {
                wander(rule, size, 20 * period, period);
            }
        }
    }
}

#[test]
fn a_stone_never_looked_at_applies_no_changes() {
    let mut position = Position::new(Size::square(15), Rule::Freestyle);
    let mut evaluator = Classical::new(Arc::new(Weights::new(&tables())), &position);
    evaluator.value(&position);
    let known = evaluator.sums.len();
    for pos in [Pos::new(7, 7), Pos::new(8, 8), Pos::new(7, 8)] {
        position.play(pos);
        evaluator.push();
    }
    assert_eq!(evaluator.sums.len(), known);
    evaluator.value(&position);
    assert_eq!(evaluator.sums.len(), known + 3);
    position.undo();
    evaluator.pop();
    assert_eq!(evaluator.sums.len(), known + 2);
}

#[test]
fn the_weights_of_a_code_are_those_of_its_patterns_in_the_tables() {
    let tables = tables();
    let weights = Weights::new(&tables);
    let [first, last] = [17, MULTISETS - 1];
    let code = |place| code_of(multisets().nth(place).expect("a multiset"));
    for (side, table, other) in [
        (Side::Black, &tables.sides[0], &tables.sides[1]),
        (Side::White, &tables.sides[1], &tables.sides[0]),
    ] {
        assert_eq!(weights.value(side, code(first)), i32::from(table.values[first]));
        let score = i32::from(table.own[first]) + i32::from(other.opponent[last]);
        assert_eq!(weights.move_scores(side).score(code(first), code(last)), score);
        assert_eq!(weights.threat_term(side, 4711), i32::from(table.threat_terms[4711]));
    }
}
