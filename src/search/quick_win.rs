//! Quick-win check: wins and losses that follow from the threats on the board without a search.

use crate::pattern::{Position, Threat};
use crate::score::Score;

/// The score of a position `ply` plies from the root that is decided.
#[inline]
pub(super) fn quick_win(position: &Position, ply: usize) -> Option<Score> {
    let side = position.side_to_move();
    let opponent = !side;
    if position.count_of(side, Threat::Five) > 0 {
        return Some(Score::mate_in(ply + 1));
    }
    if position.count_of(opponent, Threat::Five) > 0 {
        return (!can_stop_five(position)).then(|| Score::mated_in(ply + 2));
    }
    if position.count_of(side, Threat::OpenFour) > 0 {
        return Some(Score::mate_in(ply + 3));
    }
    // An opponent without a four cannot answer two threats at once. But renju's Black may find the cell
    // it needs forbidden, or a pseudo-forbidden cell to be a four, and in caro one reply may answer two
    // fours.
    let rule = position.rule();
    if rule.forbids(side)
        || position.map().has_four(opponent)
        || position.has_pseudo_forbidden(opponent)
    {
        return None;
    }
    let four_three = position.count_of(side, Threat::FourThree) > 0 && !rule.closed_five_is_void();
    (four_three || position.count_of(side, Threat::DoubleThree) > 0)
        .then(|| Score::mate_in(ply + 5))
}

/// Whether one stone of the side to move stops all fives of the opponent.
fn can_stop_five(position: &Position) -> bool {
    let side = position.side_to_move();
    let rule = position.rule();
    if position.count_of(!side, Threat::Five) > 1 && !rule.closed_five_is_void() {
        return false;
    }
    if !position.has_pseudo_forbidden(side) && !rule.closed_five_is_void() {
        return true;
    }
    position.defences(!side, Threat::Five).iter().any(|pos| position.is_legal(side, pos))
}
