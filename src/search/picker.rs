//! The moves of a node: what the opponent's threats oblige to, best guess first.

use std::cmp::Reverse;

use super::history::History;
use super::params::Params;
use crate::eval::Policy;
use crate::pattern::{CellSet, Position, Threat};
use gomoku_rules::Pos;

/// What the side to move has to answer at once, least urgent first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Obligation {
    /// Nothing.
    None,
    /// The opponent would make a four and an open three: its exact answers help, own fours, and what
    /// makes the reply to its four one.
    FourThree,
    /// The opponent would make an open four: only its exact answers and own fours help.
    OpenFour,
    /// The opponent would complete a five.
    Five,
}

impl Obligation {
    /// What the side to move of `position` has to answer.
    #[inline]
    pub fn of(position: &Position) -> Self {
        let foe = !position.side_to_move();
        if position.count_of(foe, Threat::Five) > 0 {
            Self::Five
        } else if position.count_of(foe, Threat::OpenFour) > 0 {
            Self::OpenFour
        } else if position.count_of(foe, Threat::FourThree) > 0
            && !position.rule().closed_five_is_void()
        {
            Self::FourThree
        } else {
            Self::None
        }
    }
}

/// A move and the guess of its worth.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub pos: Pos,
    pub score: i32,
}

impl Candidate {
    /// The score of a move that waits for all others.
    pub const DEFERRED: i32 = i32::MIN;
    /// What puts the table's move before all others.
    const FIRST: i32 = 1 << 20;

    /// The score without the place that the table gives.
    pub fn own_score(self) -> i32 {
        if self.score >= Self::FIRST / 2 {
            self.score - Self::FIRST
        } else {
            self.score.max(-Self::FIRST)
        }
    }
}

/// Collects the moves of a node onto the end of `moves`.
pub(super) fn generate(
    position: &Position,
    policy: Policy,
    obligation: Obligation,
    moves: &mut Vec<Candidate>,
) {
    let side = position.side_to_move();
    let map = position.map();
    let candidate = |pos| Candidate { pos, score: policy.score(pos) };
    match obligation {
        Obligation::None => moves.extend(map.candidates().map(candidate)),
        Obligation::Five => {
            moves.extend(position.answers(!side, Threat::Five).iter().map(candidate));
        }
        Obligation::FourThree => {
            let Some(mut cells) = position.counters(!side) else {
                return moves.extend(map.candidates().map(candidate));
            };
            cells.insert_all(&position.answers(!side, Threat::FourThree));
            cells.insert_all(position.fours(side));
            if position.rule().forbids(!side) {
                // A stone near a four-three of renju's Black may make it, or what follows, forbidden.
                let builds = |&pos: &Pos| position.threat(side, pos) > Threat::Two;
                cells.extend(map.candidates().filter(builds));
            }
            add_doubtful(position, &mut cells);
            moves.extend(cells.iter().map(candidate));
        }
        Obligation::OpenFour => {
            let mut cells = position.answers(!side, Threat::OpenFour);
            cells.insert_all(position.fours(side));
            add_doubtful(position, &mut cells);
            moves.extend(cells.iter().map(candidate));
        }
    }
}

/// Adds the doubtful points of renju's Black, which may be fours; the search asks whether they are
/// allowed.
fn add_doubtful(position: &Position, cells: &mut CellSet) {
    let side = position.side_to_move();
    if position.rule().forbids(side) && position.count_of(side, Threat::Forbidden) > 0 {
        let doubtful = |pos: &Pos| position.threat(side, *pos) == Threat::Forbidden;
        cells.extend(position.map().candidates().filter(doubtful));
    }
}

/// The moves of the side to move that are worth a search, the most promising first: forbidden cells
/// are left out, and where no stone is near, any free cell will do.
pub fn root_moves(position: &Position, policy: Policy) -> Vec<Pos> {
    let side = position.side_to_move();
    let mut moves = Vec::new();
    generate(position, policy, Obligation::of(position), &mut moves);
    moves.sort_by_key(|candidate| (Reverse(candidate.score), candidate.pos));
    let legal = |pos: &Pos| position.is_legal(side, *pos);
    let mut cells: Vec<Pos> =
        moves.into_iter().map(|candidate| candidate.pos).filter(legal).collect();
    if cells.is_empty() {
        cells.extend(position.map().empty().iter().filter(legal));
    }
    cells
}

/// Hands out the moves from `start` on, the best guess first.
pub(super) struct MovePicker {
    next: usize,
}

impl MovePicker {
    /// Orders the moves from `start` on by what is known of each beside its own score.
    pub fn new(
        moves: &mut [Candidate],
        start: usize,
        position: &Position,
        history: &History,
        params: &Params,
        ply: usize,
        first: Option<Pos>,
    ) -> Self {
        let side = position.side_to_move();
        let killers = history.killers(ply);
        let counter = history.counter(side, position.board().last().map(|stone| stone.pos));
        for candidate in &mut moves[start..] {
            let pos = Some(candidate.pos);
            candidate.score += history.of(side, candidate.pos) * params.history_weight / 8192;
            if killers.contains(&pos) {
                candidate.score += params.killer_score;
            }
            if counter == pos {
                candidate.score += params.counter_score;
            }
            if first == pos {
                candidate.score += Candidate::FIRST;
            }
        }
        Self { next: start }
    }

    /// The moves handed out before the last one, from `start` on.
    #[inline]
    pub fn before_last<'a>(&self, moves: &'a [Candidate], start: usize) -> &'a [Candidate] {
        &moves[start..self.next.saturating_sub(1).max(start)]
    }

    /// The best of the moves left; ties go to the first in reading order.
    #[inline]
    pub fn next(&mut self, moves: &mut [Candidate]) -> Option<Candidate> {
        let left = moves.get_mut(self.next..)?;
        let best = (0..left.len())
            .reduce(|best, i| if left[i].score > left[best].score { i } else { best })?;
        left.swap(0, best);
        self.next += 1;
        Some(left[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::weights;
    use crate::solve::{Mate, NodeBudget, VcfSolver};
    use gomoku_rules::{Diagram, Rule, Size};

    /// What the answers to a four-three leave out loses to fours at once. Renju's Black is another matter:
    /// its three may be none.
    #[test]
    fn moves_left_out_lose() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut solver = VcfSolver::new(1 << 12);
        let mut left = [300; 3];
        while left != [0; 3] {
            let index = random.usize(..3);
            let rule = [Rule::Freestyle, Rule::Standard, Rule::Renju][index];
            let mut position = Position::new(Size::square(10), rule);
            for _ in 0..random.usize(12..40) {
                let pos = Pos::new(random.u8(..10), random.u8(..10));
                let side = position.side_to_move();
                if position.board().is_empty_at(pos) && position.is_legal(side, pos) {
                    position.play(pos);
                }
            }
            let side = position.side_to_move();
            let obligation = Obligation::of(&position);
            if left[index] == 0
                || rule.forbids(!side)
                || obligation != Obligation::FourThree
                || position.count_of(side, Threat::Five) > 0
            {
                continue;
            }
            left[index] -= 1;
            let mut moves = Vec::new();
            let mut evaluator = weights().evaluator(&position);
            generate(&position, evaluator.policy(&position), obligation, &mut moves);
            let listed: CellSet = moves.iter().map(|candidate| candidate.pos).collect();
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
