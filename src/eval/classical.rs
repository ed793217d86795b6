//! The static value of a position: the sum over its cells, and who is first.

use super::weights::FRACTIONS;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Side;

/// The static value for the side to move.
///
/// The sum over the cells is taken as the mean of now and one stone ago, so that it favours nobody for
/// having moved last; whose turn it is counts through the threats at hand.
#[inline]
pub fn evaluate(position: &Position) -> Score {
    let side = position.side_to_move();
    let map = position.map();
    let twice = map.value() + map.value_before();
    let value = if side == Side::Black { twice } else { -twice } / (2 * FRACTIONS);
    let initiative = map.weights().initiative(side, map.threats_at_hand(side));
    Score::from_eval(value + i32::from(initiative))
}
