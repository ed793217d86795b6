//! The cells that continuous fours are made of: those that make a four, complete a five, or stop one.

use crate::pattern::{CellSet, Pattern, Position, Threat};
use gomoku_rules::{Direction, Pos, Side};

/// Whether `side` may have a cell that makes a four.
#[inline]
pub(super) fn has_fours(position: &Position, side: Side) -> bool {
    !position.fours(side).is_empty() || position.has_pseudo_forbidden(side)
}

/// The cells where `side` makes a four, pseudo-forbidden points included.
#[inline]
pub(super) fn fours(position: &Position, side: Side) -> impl Iterator<Item = Pos> {
    let makes_four = move |&pos: &Pos| {
        let four = |direction| position.pattern(side, pos, direction) >= Pattern::Four;
        Direction::ALL.into_iter().any(four) && position.is_legal(side, pos)
    };
    position.fours(side).iter().chain(position.pseudo_forbidden(side).filter(makes_four))
}

/// Where `side` must play if the opponent threatens a five.
#[inline]
pub(super) fn blocks(position: &Position, side: Side) -> Option<CellSet> {
    (position.count_of(!side, Threat::Five) > 0).then(|| position.defences(!side, Threat::Five))
}
