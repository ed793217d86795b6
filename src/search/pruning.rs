//! Pruning and reductions: every margin of the search, as functions of the parameters. Depths and
//! reductions are in plies.

use super::movegen::EvasionKind;
use super::params::Params;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::solve::Mate;
use crate::tt::{Bound, Entry};
use gomoku_rules::Pos;

/// What a node knows before its moves are searched.
#[derive(Clone, Debug)]
pub(super) struct NodeState {
    /// The threat of the opponent that has to be answered.
    pub evasion: EvasionKind,
    /// Its proof, where it needs one.
    pub mate_threat: Option<Mate>,
    /// The static evaluation; that of two plies ago where there is a threat to answer.
    pub static_eval: Score,
    /// Whether the static evaluation is better than two plies ago.
    pub improving: bool,
    /// The move of the transposition table.
    pub tt_move: Option<Pos>,
    /// Whether the position was on a principal variation before.
    pub tt_pv: bool,
    /// Whether a beta cutoff is expected.
    pub cut_node: bool,
}

impl NodeState {
    /// The root in late move reduction: its moves come in the order of the iteration before, so only depth,
    /// number, threats and history count.
    pub const ROOT: Self = Self {
        evasion: EvasionKind::None,
        mate_threat: None,
        static_eval: Score::DRAW,
        improving: true,
        tt_move: None,
        tt_pv: false,
        cut_node: false,
    };

    /// The depth below a move. A forced reply to a five costs no depth, and a node that is likely to fail
    /// high is searched a ply less deep (fail-high reduction).
    #[inline]
    pub fn new_depth(&self, state: &MoveState, depth: i32, likely_fail_high: bool) -> i32 {
        if self.evasion == EvasionKind::Five {
            depth
        } else {
            depth - 1 - i32::from(likely_fail_high && state.own < Threat::Four)
        }
    }
}

/// What reductions ask of a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveState {
    /// Its number in the order of the search, from 1.
    pub number: i32,
    /// How far its ordering score lies below that of the node's first move.
    pub gap: i32,
    /// What the stone makes.
    pub own: Threat,
    /// What a stone of the opponent would make there.
    pub opponent: Threat,
    /// Its main history.
    pub history: i32,
}

/// The score of the transposition table, if it settles the node.
pub(super) fn tt_cutoff(
    entry: &Entry,
    alpha: Score,
    beta: Score,
    depth: i32,
    ply: usize,
) -> Option<Score> {
    let score = entry.score.from_table(ply);
    let deep_enough = i32::from(entry.depth) >= depth || entry.is_won() || entry.is_lost();
    let settles = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= beta,
        Bound::Upper => score <= alpha,
    };
    (deep_enough && settles).then_some(score)
}

impl Params {
    /// Futility pruning (reverse): static evaluations from here on are so far above beta that a few plies
    /// will not matter.
    #[inline]
    pub(super) fn futility_bound(&self, beta: Score, depth: i32, improving: bool) -> Score {
        if depth >= self.futility_depth || beta.is_decisive() {
            return Score::INFINITE;
        }
        beta.shifted(self.futility_margin * (depth - i32::from(improving)))
    }

    /// Razoring: static evaluations below this one are so far below alpha that only continuous fours can
    /// help.
    #[inline]
    pub(super) fn razor_bound(&self, alpha: Score, depth: i32) -> Score {
        if depth > self.razor_depth || alpha.is_decisive() {
            return -Score::INFINITE;
        }
        alpha.shifted(-self.razor_margin * (depth + 1))
    }

    /// Late move pruning (move-count pruning): enough moves were searched, and this one neither makes nor
    /// stops a strong threat.
    #[inline]
    pub(super) fn late_move_pruning(
        &self,
        node: &NodeState,
        position: &Position,
        pos: Pos,
        depth: i32,
        move_count: i32,
    ) -> bool {
        let side = position.side_to_move();
        node.evasion != EvasionKind::Five
            && move_count >= self.move_count_limit(depth, node.improving)
            && position.threat(side, pos) <= Threat::Four
            && position.threat(!side, pos) < Threat::FourThree
    }

    /// How many moves a node of this depth searches before late move pruning.
    #[inline]
    fn move_count_limit(&self, depth: i32, improving: bool) -> i32 {
        let count = self.move_count_base + depth + depth * depth * self.move_count_square / 128;
        if improving { count } else { count / 2 + 1 }
    }

    /// Useless-evasion pruning: against an open four, a move far from the last two stones that leaves the
    /// four as it is only delays the end.
    #[inline]
    pub(super) fn useless_evasion_pruning(
        &self,
        node: &NodeState,
        position: &Position,
        pos: Pos,
        depth: i32,
    ) -> bool {
        let far = |to: Pos| to.x().abs_diff(pos.x()).max(to.y().abs_diff(pos.y())) > 4;
        depth < self.useless_evasion_depth
            && node.evasion == EvasionKind::OpenFour
            && position.threat(!position.side_to_move(), pos) < Threat::Four
            && position.board().stones().iter().rev().take(2).all(|stone| far(stone.pos))
    }

    /// Whether the static evaluation is so far above beta that the node is likely to fail high, with
    /// less depth too (fail-high reduction).
    #[inline]
    pub(super) fn likely_fail_high(&self, node: &NodeState, beta: Score, depth: i32) -> bool {
        node.cut_node
            && node.evasion == EvasionKind::None
            && node.static_eval.get() >= beta.get() + self.fail_high_margin * depth
    }

    /// Alpha-raise reduction: by how many plies a move of this score that has raised alpha reduces
    /// the moves after it.
    #[inline]
    pub(super) fn alpha_raise_reduction(&self, score: Score, depth: i32) -> i32 {
        i32::from(depth > 2 && depth < self.alpha_raise_depth && !score.is_decisive())
    }

    /// Policy reduction: by how many plies a move is reduced for an ordering score so far below that of
    /// the node's first move.
    #[inline]
    fn policy_reduction(&self, gap: i32) -> i32 {
        let step = self.policy_reduction_step;
        i32::from(gap >= step) + i32::from(gap >= 2 * step)
    }

    /// Late move reduction (LMR): by how many plies the first search of a move is reduced, from `base` by
    /// depth and number.
    #[inline]
    pub(super) fn late_move_reduction<const PV: bool>(
        &self,
        base: &Reductions,
        node: &NodeState,
        state: &MoveState,
        depth: i32,
    ) -> i32 {
        if state.number == 1 || depth < self.lmr_depth || state.own > Threat::Four {
            return 0;
        }
        let more = self.policy_reduction(state.gap)
            + i32::from(node.evasion == EvasionKind::OpenFour)
            + i32::from(node.evasion == EvasionKind::None && !node.improving)
            + i32::from(node.cut_node);
        let less = i32::from(PV)
            + i32::from(node.tt_pv)
            + i32::from(state.own >= Threat::Three || state.opponent >= Threat::Three)
            + state.history / self.lmr_history;
        let reduction = base.of(depth, state.number) + more - less;
        reduction.clamp(0, (depth - 2).max(0))
    }

    /// Re-search extension: how many plies deeper than usual a move is searched again after a search
    /// reduced by `reduction` has raised alpha to `score`. The larger the gain, the deeper; a ply less if
    /// the move is hardly better than the `best` so far. `depth` is that of the unreduced search.
    #[inline]
    pub(super) fn research_extension(
        &self,
        score: Score,
        alpha: Score,
        best: Score,
        depth: i32,
        reduction: i32,
    ) -> i32 {
        if score.is_decisive() || alpha.is_decisive() || depth <= 0 {
            return 0;
        }
        let gain = score.get() - alpha.get();
        i32::from(gain > self.deeper_margin + self.deeper_step * reduction)
            + i32::from(gain > self.much_deeper_margin + self.much_deeper_step * reduction)
            - i32::from(score.get() < best.get() + depth)
    }
}

/// The base of late move reductions (LMR) by depth and move count, in plies.
pub(super) struct Reductions([[u8; 64]; 64]);

impl Reductions {
    /// The table for [`Params::lmr_factor`].
    pub fn new(factor: i32) -> Self {
        let mut reductions = [[0; 64]; 64];
        for (row, ln_depth) in reductions.iter_mut().zip(LN) {
            for (reduction, ln_count) in row.iter_mut().zip(LN) {
                let plies = i64::from(factor) * ln_depth * ln_count / (100 * ONE * ONE);
                *reduction = plies as u8;
            }
        }
        Self(reductions)
    }

    /// The base reduction of the move with this number at this depth.
    #[inline]
    pub fn of(&self, depth: i32, number: i32) -> i32 {
        i32::from(self.0[depth.clamp(1, 63) as usize][number.clamp(1, 63) as usize])
    }
}

/// One in the fixed-point numbers of [`LN`].
const ONE: i64 = 1 << 24;

/// The natural logarithms of 1 to 63, in integers: the same on every machine. That of 0 is not used.
const LN: [i64; 64] = {
    let mut ln = [0; 64];
    let mut n = 1;
    while n < 64 {
        ln[n] = ln_of(n as i64);
        n += 1;
    }
    ln
};

/// The natural logarithm of 1 to 63 by its series.
const fn ln_of(n: i64) -> i64 {
    const LN_2: i64 = 11_629_080;
    let mut mantissa = n * ONE;
    let mut sum = 0;
    while 2 * mantissa > 3 * ONE {
        mantissa /= 2;
        sum += LN_2;
    }
    let z = (mantissa - ONE) * ONE / (mantissa + ONE);
    let mut power = z;
    let mut k = 1;
    while k < 20 {
        sum += 2 * power / k;
        power = power * z / ONE * z / ONE;
        k += 2;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Rule;

    #[test]
    fn reductions_are_those_of_the_formula() {
        for factor in [20, 90, 300] {
            let reductions = Reductions::new(factor);
            for (depth, number) in (1..64).flat_map(|depth| (1..64).map(move |n| (depth, n))) {
                let ln = |n: i32| f64::from(n).ln();
                let exact = f64::from(factor) / 100.0 * ln(depth) * ln(number);
                let plies = f64::from(reductions.of(depth, number));
                assert!(plies <= exact + 1e-5 && exact - 1e-5 < plies + 1.0, "{depth} {number}");
            }
        }
        assert_eq!(Reductions::new(90).of(1000, 1000), Reductions::new(90).of(63, 63));
    }

    #[test]
    fn a_large_gain_is_searched_deeper_again() {
        let params = Params::defaults(Rule::Freestyle);
        let [low, alpha] = [-50, 0].map(Score::from_eval);
        let far = params.much_deeper_margin + params.much_deeper_step * 3;
        let near = params.deeper_margin + params.deeper_step * 3;
        let plies = [1, near, near + 1, far, far + 1]
            .map(|gain| params.research_extension(Score::from_eval(gain), alpha, low, 9, 3));
        assert_eq!(plies, [0, 0, 1, 1, 2]);
        let hardly = Score::from_eval(near);
        assert_eq!(params.research_extension(hardly, alpha, hardly, 9, 3), -1);
        assert_eq!(
            params.research_extension(Score::mate_in(9), alpha, low, 9, 3),
            0,
            "a win needs no proof by depth"
        );
    }

    #[test]
    fn the_policy_reduces_a_move_by_two_plies_at_most() {
        let params = Params::defaults(Rule::Freestyle);
        let step = params.policy_reduction_step;
        let gaps = [-9 * step, 0, step - 1, step, 2 * step - 1, 2 * step, 99 * step];
        assert_eq!(gaps.map(|gap| params.policy_reduction(gap)), [0, 0, 0, 1, 1, 2, 2]);
    }
}
