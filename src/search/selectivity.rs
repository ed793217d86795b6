//! What the search leaves out and what it looks at less closely: cutoffs, pruning and reductions.

use std::sync::LazyLock;

use super::params::{Params, params};
use crate::score::Score;
use crate::tt::{Bound, Entry};

/// The table's answer, if it settles the node.
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
    /// Futility pruning (reverse, at the node itself): so far above beta that a few plies will not
    /// matter.
    #[inline]
    pub(super) fn futility(
        &self,
        eval: Score,
        improving: bool,
        beta: Score,
        depth: i32,
    ) -> Option<Score> {
        let margin = self.futility_margin * (depth - i32::from(improving));
        let prunes =
            depth < self.futility_depth && !beta.is_decisive() && eval.get() - margin >= beta.get();
        prunes.then_some(eval)
    }

    /// Fail-high reduction: so far above beta that a search less deep will do.
    #[inline]
    pub(super) fn fails_high(&self, eval: Score, beta: Score, depth: i32) -> bool {
        eval.get() >= beta.get() + self.fail_high_margin * depth
    }

    /// Whether a move of this score that has raised alpha lets the moves after it be searched less deep.
    #[inline]
    pub(super) fn lets_up(&self, score: Score, depth: i32) -> bool {
        depth > 2 && depth < self.raised_alpha_depth && !score.is_decisive()
    }

    /// Razoring: so far below alpha that only continuous fours can help.
    #[inline]
    pub(super) fn razors(&self, eval: Score, alpha: Score, depth: i32) -> bool {
        depth <= self.razor_depth
            && !alpha.is_decisive()
            && eval.get() + self.razor_margin * (depth + 1) < alpha.get()
    }

    /// How many plies less a move deserves for a score so far below that of the node's first move.
    #[inline]
    pub(super) fn weakness(&self, score: i32, top: i32) -> i32 {
        let (gap, step) = (top - score, self.weakness_step);
        i32::from(gap >= step) + i32::from(gap >= 2 * step)
    }

    /// What a ply of reduction adds to [`Params::deeper_margin`] and [`Params::much_deeper_margin`].
    const DEEPER_STEP: i32 = 11;
    const MUCH_DEEPER_STEP: i32 = 26;

    /// How many plies deeper than usual a late move is searched again, `depth` plies deep, that a search
    /// `reduction` plies less deep has found worth `score`, above alpha: the more the greater the
    /// surprise, and one less if it is hardly better than the `best` so far.
    #[inline]
    pub(super) fn surprise(
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
        i32::from(gain > self.deeper_margin + Self::DEEPER_STEP * reduction)
            + i32::from(gain > self.much_deeper_margin + Self::MUCH_DEEPER_STEP * reduction)
            - i32::from(score.get() < best.get() + depth)
    }

    /// How many moves a node of this depth tries before move-count pruning.
    #[inline]
    pub(super) fn move_count_limit(&self, depth: i32, improving: bool) -> i32 {
        let count = self.move_count_base + depth + depth * depth * self.move_count_square / 128;
        if improving { count } else { count / 2 + 1 }
    }
}

/// The plies by which late moves are reduced, all else aside, by depth and number of the move.
pub(super) struct Reductions([[i8; 64]; 64]);

/// The reductions that every search of this process plays with.
pub(super) fn reductions() -> &'static Reductions {
    static REDUCTIONS: LazyLock<Reductions> =
        LazyLock::new(|| Reductions::new(params().lmr_factor));
    &REDUCTIONS
}

impl Reductions {
    /// Those of [`Params::lmr_factor`].
    fn new(factor: i32) -> Self {
        let mut plies = [[0; 64]; 64];
        for (depth, row) in (1..).zip(&mut plies[1..]) {
            for (number, plies) in (1..).zip(&mut row[1..]) {
                *plies = (i64::from(factor) * ln(depth) * ln(number) / (100 * ONE * ONE)) as i8;
            }
        }
        Self(plies)
    }

    /// The reduction of the move with this number.
    #[inline]
    pub fn plies(&self, depth: i32, number: i32) -> i32 {
        i32::from(self.0[depth.clamp(1, 63) as usize][number.clamp(1, 63) as usize])
    }
}

/// One in the fixed-point numbers of [`ln`].
const ONE: i64 = 1 << 24;

/// The natural logarithm of 1 to 63 by its series, in integers: the same on every machine.
fn ln(n: i64) -> i64 {
    const LN_2: i64 = 11_629_080;
    let mut mantissa = n * ONE;
    let mut sum = 0;
    while 2 * mantissa > 3 * ONE {
        mantissa /= 2;
        sum += LN_2;
    }
    let z = (mantissa - ONE) * ONE / (mantissa + ONE);
    let mut power = z;
    for k in (1..20).step_by(2) {
        sum += 2 * power / k;
        power = power * z / ONE * z / ONE;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reductions_are_those_of_the_formula() {
        for factor in [20, 90, 300] {
            let reductions = Reductions::new(factor);
            for (depth, number) in (1..64).flat_map(|depth| (1..64).map(move |n| (depth, n))) {
                let ln = |n: i32| f64::from(n).ln();
                let exact = f64::from(factor) / 100.0 * ln(depth) * ln(number);
                let plies = f64::from(reductions.plies(depth, number));
                assert!(plies <= exact + 1e-5 && exact - 1e-5 < plies + 1.0, "{depth} {number}");
            }
        }
        assert_eq!(Reductions::new(90).plies(1000, 1000), Reductions::new(90).plies(63, 63));
    }

    #[test]
    fn a_surprise_is_searched_deeper() {
        let params = Params::default();
        let [low, alpha] = [-50, 0].map(Score::from_eval);
        let far = params.much_deeper_margin + Params::MUCH_DEEPER_STEP * 3;
        let near = params.deeper_margin + Params::DEEPER_STEP * 3;
        let plies = [1, near, near + 1, far, far + 1]
            .map(|gain| params.surprise(Score::from_eval(gain), alpha, low, 9, 3));
        assert_eq!(plies, [0, 0, 1, 1, 2]);
        let hardly = Score::from_eval(near);
        assert_eq!(params.surprise(hardly, alpha, hardly, 9, 3), -1);
        assert_eq!(params.surprise(Score::mate_in(9), alpha, low, 9, 3), 0, "found is found");
    }

    #[test]
    fn a_weak_move_loses_two_plies_at_most() {
        let params = Params::default();
        let step = params.weakness_step;
        let gaps = [-9 * step, 0, step - 1, step, 2 * step - 1, 2 * step, 99 * step];
        assert_eq!(gaps.map(|gap| params.weakness(-gap, 0)), [0, 0, 0, 1, 1, 2, 2]);
    }
}
