//! The cells that continuous fours are made of: those that make a four, complete a five, or stop one.

use crate::pattern::{CellSet, Pattern, Position, Threat};
use gomoku_rules::{Direction, Pos, Side};

/// Whether `side` may have a cell that makes a four.
#[inline]
pub(super) fn has_fours(position: &Position, side: Side) -> bool {
    !position.fours(side).is_empty() || has_doubtful(position, side)
}

/// Whether some cell looks forbidden to `side`.
#[inline]
pub(super) fn has_doubtful(position: &Position, side: Side) -> bool {
    position.rule().forbids(side) && position.count_of(side, Threat::Forbidden) > 0
}

/// The cells where `side` makes a four, those included that only look forbidden.
#[inline]
pub(super) fn fours(position: &Position, side: Side) -> impl Iterator<Item = Pos> {
    let doubtful = has_doubtful(position, side).then(|| position.map().candidates());
    let allowed = move |&pos: &Pos| is_doubtful_four(position, side, pos);
    position.fours(side).iter().chain(doubtful.into_iter().flatten().filter(allowed))
}

/// Whether `pos` looks forbidden, but is allowed and makes a four.
fn is_doubtful_four(position: &Position, side: Side, pos: Pos) -> bool {
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
    (position.count_of(!side, Threat::Five) > 0).then(|| position.answers(!side, Threat::Five))
}

/// Whether two cells lie on a line, at most four cells apart.
#[inline]
pub(super) fn are_near(a: Pos, b: Pos) -> bool {
    let dx = a.x().abs_diff(b.x());
    let dy = a.y().abs_diff(b.y());
    dx.max(dy) <= 4 && (dx == 0 || dy == 0 || dx == dy)
}
