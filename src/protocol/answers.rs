//! What is answered without the thinker.

use std::panic::catch_unwind;

use super::refusal::Refusal;
use super::reply::Reply;
use crate::engine::static_move;
use crate::eval::weights;
use crate::game::{Board, Pos, Rule, Side};
use crate::opening::Step;
use crate::pattern::Position;

/// The first of `choices` that is a free cell, else the static move, else any free cell.
pub fn legal_move(
    board: &Board,
    rule: Rule,
    mut choices: impl Iterator<Item = Pos>,
) -> Option<Pos> {
    let is_free = |pos: &Pos| board.check_free(*pos).is_ok();
    // A panic in the search may come from the very code that the static move uses.
    let fallback = || catch_unwind(|| static_move(board, rule)).ok().flatten().filter(is_free);
    choices.find(is_free).or_else(fallback).or_else(|| board.empty_cells().next())
}

/// The points of `board` that Black may not take.
pub fn forbidden_points(board: &Board, rule: Rule) -> Vec<Pos> {
    let position = Position::from_board(board, weights(rule));
    let points = position.forbidden_points(Side::Black);
    if rule.forbids(Side::Black) { points.map(|(pos, _)| pos).collect() } else { Vec::new() }
}

/// Whether swap2 has a step after so many stones.
pub fn check_opening(opening: &Board) -> Result<(), Refusal> {
    let stones = opening.stones().len();
    if Step::is_due(stones) { Ok(()) } else { Err(Refusal::Opening(stones)) }
}

/// The answer to a swap2 opening: `step`, else the one that needs no search.
pub fn opening_step(opening: &Board, rule: Rule, step: Option<Step>) -> Reply {
    let at_once = || catch_unwind(|| Step::at_once(opening, rule)).ok().flatten();
    step.or_else(at_once).map_or_else(|| Reply::Error("no step".into()), Reply::from)
}
