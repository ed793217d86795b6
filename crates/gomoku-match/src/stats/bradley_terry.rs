//! What fits of Elo have in common: the model of Bradley and Terry, a draw being half a win, with a wide
//! normal prior, and errors from how much pairs vary, as in overdispersed (quasi-binomial) regression: the two
//! games of a pair share an opening.

use super::distribution::normal_quantile;

/// Natural units in a point of Elo.
pub(crate) const PER_ELO: f64 = std::f64::consts::LN_10 / 400.0;
/// The standard deviation of the prior, in Elo. It keeps the Elo finite where all results are alike, and moves
/// the distance of two players up to 400 Elo apart by less than a point after a hundred games, and by less after
/// more.
pub(crate) const PRIOR: f64 = 1000.0;
/// How many pairs that vary as independent games do are added to those that were played, when their
/// variation is taken: few pairs vary too little by chance.
const USUAL_PAIRS: f64 = 20.0;
/// The share that errors and bounds cover.
const CONFIDENCE: f64 = 0.95;

/// How many standard deviations an interval extends to each side.
pub(crate) fn reach() -> f64 {
    normal_quantile(f64::midpoint(1.0, CONFIDENCE))
}

/// The chance of a player to win against another, who is weaker by this much in natural units.
pub(crate) fn chance(distance: f64) -> f64 {
    1.0 / (1.0 + (-distance).exp())
}

/// How much more the points of `count` pairs vary than those of independent games: `found` is the sum of the
/// squares of what they brought above expectation, `expected` that of independent games.
pub(crate) fn dispersion(found: f64, expected: f64, count: f64) -> f64 {
    if expected <= 0.0 {
        return 1.0;
    }
    let usual = USUAL_PAIRS * expected / count;
    (found + usual) / (expected + usual)
}
