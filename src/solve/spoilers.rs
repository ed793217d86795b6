//! The cells where one more stone of the defender, put down in advance, might spoil a mate.
//!
//! A stone anywhere else changes nothing that the mate rests on: no cell of it is taken, no five of it
//! is closed, no point of it becomes allowed or forbidden, and no reply of it becomes a four of the
//! defender's, for together with that reply the stone would have been one.

use super::fours::has_doubtful;
use crate::pattern::{CellSet, Pattern, Position, Threat};
use gomoku_rules::{Direction, Pos, Rule, Side};

/// Adds what could spoil the five of `attacker` at `pos`.
pub(super) fn add_five(spoilers: &mut CellSet, position: &Position, attacker: Side, pos: Pos) {
    spoilers.insert(pos);
    add_fours(spoilers, position, !attacker);
    if !position.rule().closed_five_is_void() {
        return;
    }
    let size = position.board().size();
    for direction in Direction::ALL {
        if position.pattern(attacker, pos, direction) != Pattern::Five {
            continue;
        }
        for way in [-1, 1] {
            let end = (1..)
                .map_while(|steps| pos.step(direction, way * steps, size))
                .find(|&cell| position.board().cell(cell) != attacker.into());
            if let Some(end) = end.filter(|&end| position.board().is_empty_at(end)) {
                spoilers.insert(end);
            }
        }
    }
}

/// Adds what could spoil the four of `attacker` at `pos`, its replies left aside.
pub(super) fn add_four(spoilers: &mut CellSet, position: &Position, attacker: Side, pos: Pos) {
    spoilers.insert(pos);
    add_fours(spoilers, position, !attacker);
    if position.threat(attacker, pos) == Threat::Forbidden {
        add_supports(spoilers, position, pos);
    }
}

/// Adds the cells where `side` makes a four, or looks as if it may not.
fn add_fours(spoilers: &mut CellSet, position: &Position, side: Side) {
    spoilers.insert_all(position.fours(side));
    if has_doubtful(position, side) {
        let doubtful = |&pos: &Pos| position.threat(side, pos) == Threat::Forbidden;
        position.map().candidates().filter(doubtful).for_each(|pos| spoilers.insert(pos));
    }
}

/// Adds the cells where a stone could change whether `pos` is forbidden to renju's Black: those on its
/// lines, those on the lines of cells that its threes hang on, and all cells if these hang on others.
pub(super) fn add_supports(spoilers: &mut CellSet, position: &Position, pos: Pos) {
    debug_assert!(position.rule() == Rule::Renju);
    let is_three = |cell: Pos, direction: &Direction| {
        position.pattern(Side::Black, cell, *direction).is_three()
    };
    add_lines(spoilers, position, pos);
    let threes = Direction::ALL.into_iter().filter(|direction| is_three(pos, direction));
    if threes.clone().count() < 2 {
        return;
    }
    for direction in threes {
        for eye in (-3..=3).filter_map(|steps| pos.step(direction, steps, position.board().size()))
        {
            if eye == pos || !position.board().is_empty_at(eye) {
                continue;
            }
            add_lines(spoilers, position, eye);
            if Direction::ALL.iter().filter(|direction| is_three(eye, direction)).count() > 1 {
                spoilers.insert_all(position.map().empty());
            }
        }
    }
}

/// Adds the cells that patterns through `pos` depend on.
fn add_lines(spoilers: &mut CellSet, position: &Position, pos: Pos) {
    for direction in Direction::ALL {
        for near in (-5..=5).filter_map(|steps| pos.step(direction, steps, position.board().size()))
        {
            if position.board().is_empty_at(near) {
                spoilers.insert(near);
            }
        }
    }
}
