//! Move generation: all moves near stones, or those that a threat of the opponent leaves.

use std::cmp::Reverse;

use crate::eval::{Policy, ScoredMove};
use crate::pattern::{Position, Threat};
use gomoku_rules::{Pos, Rule, Side};

/// The threat of the opponent that the side to move has to answer at once, least urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum EvasionKind {
    /// Nothing to answer.
    None,
    /// The opponent would make a four and an open three. Its exact defences help, own fours, and stones
    /// by which the reply to its four becomes a four. One that needs a proof counts once it is proved, and
    /// then the defence set of the proof helps.
    FourThree,
    /// The opponent would make an open four. Only its exact defences and own fours help.
    OpenFour,
    /// The opponent would complete a five.
    Five,
}

impl EvasionKind {
    /// What the side to move of `position` has to answer, without four-threes that need a proof.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let opponent = !position.side_to_move();
        if position.count_of(opponent, Threat::Five) > 0 {
            Self::Five
        } else if position.count_of(opponent, Threat::OpenFour) > 0 {
            Self::OpenFour
        } else if position.count_of(opponent, Threat::FourThree) > 0
            && !four_threes_need_proof(position.rule(), opponent)
        {
            Self::FourThree
        } else {
            Self::None
        }
    }
}

/// Whether four-threes of `side` may fail: the cell that turns the three into an open four may be forbidden to
/// renju's Black, and in caro one reply may answer two fours.
pub(super) fn four_threes_need_proof(rule: Rule, side: Side) -> bool {
    rule.forbids(side) || rule.closed_five_is_void()
}

/// Appends the moves of a node to `moves`, in reading order, each with its `score`.
pub(super) fn generate(
    position: &Position,
    score: impl Fn(Pos) -> i32,
    evasion: EvasionKind,
    moves: &mut Vec<ScoredMove>,
) {
    let side = position.side_to_move();
    let map = position.map();
    let push = |pos| moves.push(ScoredMove { pos, score: score(pos) });
    let mut cells = match evasion {
        EvasionKind::None => return map.candidates().for_each(push),
        EvasionKind::Five => {
            return position.defences(!side, Threat::Five).iter().for_each(push);
        }
        EvasionKind::FourThree => {
            let Some(mut cells) = position.counter_fours(!side) else {
                return map.candidates().for_each(push);
            };
            cells.insert_all(&position.defences(!side, Threat::FourThree));
            cells
        }
        EvasionKind::OpenFour => position.defences(!side, Threat::OpenFour),
    };
    cells.insert_all(position.fours(side));
    // These may be fours. The search checks whether they are allowed.
    cells.extend(position.pseudo_forbidden(side));
    cells.iter().for_each(push);
}

/// The legal moves of the side to move that are worth a search, the most promising first. Where no
/// stone is near, or no move stops a five, these are all free cells.
pub fn root_moves(position: &Position, policy: Policy) -> Vec<Pos> {
    let side = position.side_to_move();
    let mut moves = Vec::new();
    generate(position, |pos| policy.score(pos), EvasionKind::of(position), &mut moves);
    moves.sort_by_key(|scored| (Reverse(scored.score), scored.pos));
    let legal = |pos: &Pos| position.is_legal(side, *pos);
    let mut cells: Vec<Pos> = moves.into_iter().map(|scored| scored.pos).filter(legal).collect();
    if cells.is_empty() {
        cells.extend(position.map().empty().iter().filter(legal));
        cells.sort_by_key(|&pos| Reverse((position.threat(!side, pos), policy.score(pos))));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WeightSet;
    use crate::pattern::CellSet;
    use crate::solve::{Mate, NodeBudget, VcfSolver};
    use gomoku_rules::{Diagram, Size};
    use std::collections::HashMap;

    #[test]
    fn moves_that_evade_no_threat_lose_to_fours() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut solver = VcfSolver::new(1 << 12);
        // By rule, the side that threatens, and the threat.
        let mut left: HashMap<(Rule, Side, EvasionKind), u32> = Rule::ALL
            .into_iter()
            .flat_map(|rule| {
                let kinds = Side::BOTH.into_iter().flat_map(move |side| {
                    [EvasionKind::FourThree, EvasionKind::OpenFour].map(|kind| (rule, side, kind))
                });
                kinds.filter(|&(rule, side, kind)| {
                    kind == EvasionKind::OpenFour || !four_threes_need_proof(rule, side)
                })
            })
            .map(|key| (key, 150))
            .collect();
        while !left.is_empty() {
            let rule = Rule::ALL[random.usize(..Rule::ALL.len())];
            let mut position = Position::new(Size::square(10), rule);
            for _ in 0..random.usize(12..40) {
                let pos = Pos::new(random.u8(..10), random.u8(..10));
                let side = position.side_to_move();
                if position.board().is_empty_at(pos) && position.is_legal(side, pos) {
                    position.play(pos);
                }
            }
            let side = position.side_to_move();
            let evasion = EvasionKind::of(&position);
            let has_five = position.count_of(side, Threat::Five) > 0;
            let key = (rule, !side, evasion);
            if !left.contains_key(&key) || has_five {
                continue;
            }
            left.entry(key).and_modify(|left| *left -= 1);
            left.retain(|_, left| *left > 0);
            let mut moves = Vec::new();
            let mut evaluator = WeightSet::default().evaluator(&position);
            let policy = evaluator.policy(&position);
            generate(&position, |pos| policy.score(pos), evasion, &mut moves);
            let listed: CellSet = moves.iter().map(|scored| scored.pos).collect();
            let others: Vec<Pos> = position.map().candidates().collect();
            for pos in others.into_iter().filter(|&pos| !listed.contains(pos)) {
                position.play(pos);
                let mut budget = NodeBudget::new(100_000);
                let mate = solver.solve(&mut position, !side, Mate::MAX_PLIES, &mut budget).mate();
                let board = Diagram::from(position.board().clone());
                assert!(mate.is_some(), "{rule}: {pos} holds\n{board}");
                position.undo();
            }
        }
    }
}
