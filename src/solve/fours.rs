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
    let points = position.has_pseudo_forbidden(side).then(|| position.map().candidates());
    let allowed = move |&pos: &Pos| is_allowed_four(position, side, pos);
    position.fours(side).iter().chain(points.into_iter().flatten().filter(allowed))
}

/// Whether `pos` is a pseudo-forbidden point that is allowed and makes a four.
fn is_allowed_four(position: &Position, side: Side, pos: Pos) -> bool {
    let four = |direction| position.pattern(side, pos, direction) >= Pattern::Four;
    position.threat(side, pos) == Threat::Forbidden
        && Direction::ALL.into_iter().any(four)
        && position.is_legal(side, pos)
}

/// The cells where `side` completes a five.
#[inline]
pub(super) fn fives(position: &Position, side: Side) -> impl Iterator<Item = Pos> {
    let count = position.count_of(side, Threat::Five) as usize;
    let five = move |&pos: &Pos| position.threat(side, pos) == Threat::Five;
    position.fours(side).iter().filter(five).take(count)
}

/// Where `side` must play if the opponent threatens a five.
#[inline]
pub(super) fn blocks(position: &Position, side: Side) -> Option<CellSet> {
    (position.count_of(!side, Threat::Five) > 0).then(|| position.defences(!side, Threat::Five))
}
