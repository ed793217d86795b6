//! The root moves of a request, those that complete a five, and the move to play without a search.

use std::cmp::Reverse;

use super::report::KnownLine;
use super::search_request::AnalysisOptions;
use crate::eval::{Policy, WeightSet};
use crate::pattern::{Position, Threat};
use crate::search::root_moves;
use gomoku_rules::{Board, Pos, Rule};

/// The moves that complete a five, else those worth a search, else any legal one, as far as `options`
/// permit them; the moves worth a search when no cell is left. On an empty board the cell nearest to the
/// centre alone is worth one: a shallow search knows no better. Where the moves are chosen, they are all
/// the legal ones among them, the most promising first.
pub(super) fn permitted_moves(
    position: &Position,
    policy: Policy,
    options: &AnalysisOptions,
) -> Vec<Pos> {
    let side = position.side_to_move();
    let permitted = |cells: &mut dyn Iterator<Item = Pos>| -> Vec<Pos> {
        cells.filter(|&pos| options.permit(pos)).collect()
    };
    let mut moves = Vec::new();
    if options.only.is_none() {
        moves = permitted(&mut position.fives(side));
        let board = position.board();
        if board.stones().is_empty() {
            let away = |pos: &Pos| distance(*pos, board.size().centre());
            let cells = board.empty_cells().filter(|&pos| options.permit(pos));
            moves = cells.min_by_key(away).into_iter().collect();
        }
        if moves.is_empty() {
            moves = permitted(&mut root_moves(position, policy).into_iter());
        }
    }
    if moves.is_empty() {
        let legal = |pos: &Pos| position.is_legal(side, *pos);
        moves = permitted(&mut position.map().empty().iter().filter(legal));
        if options.only.is_some() {
            moves.sort_by_key(|&pos| Reverse(policy.score(pos)));
        }
    }
    if moves.is_empty() { root_moves(position, policy) } else { moves }
}

/// The square of the distance between two cells.
fn distance(one: Pos, other: Pos) -> u32 {
    let [dx, dy] = [one.x().abs_diff(other.x()), one.y().abs_diff(other.y())].map(u32::from);
    dx * dx + dy * dy
}

/// The lines of the moves that complete a five.
pub(super) fn five_lines(position: &Position, moves: &[Pos]) -> Vec<KnownLine> {
    let fives = position.fives(position.side_to_move());
    fives.filter(|pos| moves.contains(pos)).map(KnownLine::five).collect()
}

/// The best legal move by static evaluation, found within a millisecond: it completes a five, stops a
/// five, makes an open four, stops an open four, and else takes the cell with the best move score, or far
/// from all stones the one nearest to the centre. No excluded cell; `None` when no other is free; a
/// forbidden cell when no other is left.
pub fn static_move(
    board: &Board,
    rule: Rule,
    weights: &WeightSet,
    excluded: &[Pos],
) -> Option<Pos> {
    let position = Position::from_board(board, rule);
    let mut evaluator = weights.evaluator(&position);
    best_static_move(&position, evaluator.policy(&position), |pos| !excluded.contains(&pos))
}

/// The static move of `position` among the cells that `permits` names; see [`static_move`].
pub(super) fn best_static_move(
    position: &Position,
    policy: Policy,
    permits: impl Fn(Pos) -> bool,
) -> Option<Pos> {
    let board = position.board();
    let side = position.side_to_move();
    let legal = |pos: &Pos| permits(*pos) && position.is_legal(side, *pos);
    let best = |cells: &mut dyn Iterator<Item = Pos>| {
        cells.filter(legal).max_by_key(|&pos| (policy.score(pos), Reverse(pos)))
    };
    let with = |threat: Threat| {
        let mut fours = position.fours(side).iter();
        fours.find(|&pos| permits(pos) && position.threat(side, pos) == threat)
    };
    let stopping = |threat: Threat| {
        let threatened = position.count_of(!side, threat) > 0;
        threatened.then(|| best(&mut position.defences(!side, threat).iter())).flatten()
    };
    let away = |pos: &Pos| distance(*pos, board.size().centre());
    with(Threat::Five)
        .or_else(|| stopping(Threat::Five))
        .or_else(|| with(Threat::OpenFour))
        .or_else(|| stopping(Threat::OpenFour))
        .or_else(|| best(&mut position.map().candidates()))
        .or_else(|| board.empty_cells().filter(legal).min_by_key(away))
        .or_else(|| board.empty_cells().find(|&pos| permits(pos)))
}
