//! The defence set of a mate: the cells where one more stone of the defender, placed in advance, might
//! refute it.
//!
//! A stone anywhere else changes nothing that the mate depends on: it takes no cell of the mate, closes
//! none of its fives, makes no point of it allowed or forbidden, and turns no reply into a four of the
//! defender, since a stone that makes a four together with a reply is in the set.

use crate::pattern::{CellSet, Pattern, Position, Threat};
use gomoku_rules::{Direction, Pos, Rule, Side};

/// Adds the defences against the five of `attacker` at `pos`.
pub(super) fn add_five(set: &mut CellSet, position: &Position, attacker: Side, pos: Pos) {
    set.insert(pos);
    add_fours(set, position, !attacker);
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
                set.insert(end);
            }
        }
    }
}

/// Adds the defences against the four of `attacker` at `pos`, except for the forced replies.
pub(super) fn add_four(set: &mut CellSet, position: &Position, attacker: Side, pos: Pos) {
    set.insert(pos);
    add_fours(set, position, !attacker);
    if position.threat(attacker, pos) == Threat::Forbidden {
        add_supports(set, position, pos);
    }
}

/// Adds the cells where `side` makes a four, and its pseudo-forbidden points.
fn add_fours(set: &mut CellSet, position: &Position, side: Side) {
    set.insert_all(position.fours(side));
    set.extend(position.pseudo_forbidden(side));
}

/// Adds the cells where a stone could change whether `pos` is forbidden to renju's Black: those on its
/// lines, those on the lines of cells that its threes depend on, and all cells if these depend on
/// others.
pub(super) fn add_supports(set: &mut CellSet, position: &Position, pos: Pos) {
    debug_assert!(position.rule() == Rule::Renju);
    let is_three = |cell: Pos, direction: &Direction| {
        position.pattern(Side::Black, cell, *direction).is_three()
    };
    add_lines(set, position, pos);
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
            add_lines(set, position, eye);
            if Direction::ALL.iter().filter(|direction| is_three(eye, direction)).count() > 1 {
                set.insert_all(position.map().empty());
            }
        }
    }
}

/// Adds the cells that the patterns through `pos` depend on.
fn add_lines(set: &mut CellSet, position: &Position, pos: Pos) {
    for direction in Direction::ALL {
        for near in (-5..=5).filter_map(|steps| pos.step(direction, steps, position.board().size()))
        {
            if position.board().is_empty_at(near) {
                set.insert(near);
            }
        }
    }
}
