//! The best move by static evaluation, for when there is no time to search.

use std::cmp::Reverse;

use crate::eval::{Policy, WeightSet};
use crate::pattern::{Position, Threat};
use gomoku_rules::{Board, Pos, Rule};

/// The best legal move by static evaluation, found within a millisecond: it completes a five, stops a
/// five, makes an open four, stops an open four, and else takes the cell with the best move score. `None`
/// when no cell is free; a forbidden cell when no other is left.
pub fn static_move(board: &Board, rule: Rule, weights: &WeightSet) -> Option<Pos> {
    let position = Position::from_board(board, rule);
    best_static_move(&position, weights.evaluator(&position).policy(&position))
}

/// The static move of `position`; see [`static_move`].
pub(super) fn best_static_move(position: &Position, policy: Policy) -> Option<Pos> {
    let board = position.board();
    let side = position.side_to_move();
    let best = |cells: &mut dyn Iterator<Item = Pos>| {
        cells
            .filter(|&pos| position.is_legal(side, pos))
            .max_by_key(|&pos| (policy.score(pos), Reverse(pos)))
    };
    let with = |threat: Threat| {
        position.fours(side).iter().find(|&pos| position.threat(side, pos) == threat)
    };
    let stopping = |threat: Threat| {
        let threatened = position.count_of(!side, threat) > 0;
        threatened.then(|| best(&mut position.defences(!side, threat).iter())).flatten()
    };
    let centre = board.size().centre();
    with(Threat::Five)
        .or_else(|| stopping(Threat::Five))
        .or_else(|| with(Threat::OpenFour))
        .or_else(|| stopping(Threat::OpenFour))
        .or_else(|| best(&mut position.map().candidates()))
        .or_else(|| best(&mut board.is_empty_at(centre).then_some(centre).into_iter()))
        .or_else(|| best(&mut board.empty_cells()))
        .or_else(|| board.empty_cells().next())
}
