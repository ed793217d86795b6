//! What the search leaves out and what it looks at less closely: cutoffs, pruning and reductions.

use super::params::{
    FUTILITY_DEPTH, FUTILITY_MARGIN, LMR_FACTOR, MOVE_COUNT_BASE, MOVE_COUNT_SQUARE, RAZOR_DEPTH,
    RAZOR_MARGIN, WEAKNESS_STEP,
};
use crate::eval::Score;
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

/// Futility pruning (reverse, at the node itself): so far above beta that a few plies will not matter.
pub(super) fn futility(eval: Score, improving: bool, beta: Score, depth: i32) -> Option<Score> {
    let margin = FUTILITY_MARGIN * (depth - i32::from(improving));
    let prunes = depth < FUTILITY_DEPTH && !beta.is_decisive() && eval.get() - margin >= beta.get();
    prunes.then_some(eval)
}

/// Razoring: so far below alpha that only continuous fours can help.
pub(super) fn razors(eval: Score, alpha: Score, depth: i32) -> bool {
    depth <= RAZOR_DEPTH
        && !alpha.is_decisive()
        && eval.get() + RAZOR_MARGIN * (depth + 1) < alpha.get()
}

/// How many plies less a move deserves for a score so far below that of the node's first move.
pub(super) fn weakness(score: i32, top: i32) -> i32 {
    ((top - score) / WEAKNESS_STEP).clamp(0, 2)
}

/// How many moves a node of this depth tries before move-count pruning.
pub(super) fn move_count_limit(depth: i32, improving: bool) -> i32 {
    let count = MOVE_COUNT_BASE + depth + depth * depth / MOVE_COUNT_SQUARE;
    if improving { count } else { count / 2 + 1 }
}

/// The plies by which the move with this number is reduced, all else aside.
pub(super) fn late_move_reduction(depth: i32, number: i32) -> i32 {
    static PLIES: [[i8; 64]; 64] = {
        let mut plies = [[0; 64]; 64];
        let mut depth = 1;
        while depth < 64 {
            let mut number = 1;
            while number < 64 {
                plies[depth][number] = (LMR_FACTOR / 100.0 * ln(depth) * ln(number)) as i8;
                number += 1;
            }
            depth += 1;
        }
        plies
    };
    i32::from(PLIES[depth.clamp(1, 63) as usize][number.clamp(1, 63) as usize])
}

#[expect(clippy::cast_precision_loss, reason = "numbers below 64")]
/// The natural logarithm by its series, the same on every machine.
const fn ln(n: usize) -> f64 {
    let mut mantissa = n as f64;
    let mut sum = 0.0;
    while mantissa > 1.5 {
        mantissa /= 2.0;
        sum += std::f64::consts::LN_2;
    }
    let z = (mantissa - 1.0) / (mantissa + 1.0);
    let mut power = z;
    let mut k = 1;
    while k < 20 {
        sum += 2.0 * power / k as f64;
        power *= z * z;
        k += 2;
    }
    sum
}
