//! Chances as numbers from 0 to 1.
//!
//! They are rounded, and computed by `libm`: the exponential functions of systems differ in their last
//! bits, and answers are the same on every machine.

use shisan_engine::score::Score;

/// Points of a move score to a unit of its fit: the natural logarithm of the odds.
const MOVE_SCORE_UNIT: f64 = 24.0;

/// The chance to win of the side to move, rounded.
pub fn win_rate(score: Score) -> f64 {
    if score.is_win() {
        1.0
    } else if score.is_loss() {
        0.0
    } else {
        let points = f64::from(score.get()) / f64::from(Score::UNIT);
        rounded(1.0 / (1.0 + libm::exp(-points)))
    }
}

/// The chances of moves to be played, by their move scores, rounded.
pub fn policy(scores: &[Option<i32>]) -> Vec<Option<f64>> {
    let best = scores.iter().flatten().max().copied().unwrap_or_default();
    let weight = |score: i32| libm::exp(f64::from(score - best) / MOVE_SCORE_UNIT);
    let sum: f64 = scores.iter().flatten().map(|&score| weight(score)).sum();
    scores.iter().map(|score| score.map(|score| rounded(weight(score) / sum))).collect()
}

/// `rate` with four decimals.
pub fn rounded(rate: f64) -> f64 {
    // The sum makes a zero of a negative one.
    (rate * 10_000.0).round() / 10_000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_those_of_the_engine() {
        for points in -2000..2000 {
            let score = Score::from_eval(points);
            assert!((win_rate(score) - f64::from(score.win_rate())).abs() <= 0.000_051, "{points}");
            assert!((win_rate(score) + win_rate(-score) - 1.0).abs() < 0.000_11);
        }
        assert_eq!((win_rate(Score::mate_in(3)), win_rate(Score::mated_in(2))), (1.0, 0.0));
        assert_eq!(serde_json::json!(win_rate(Score::from_eval(30))).to_string(), "0.5374");
    }

    #[test]
    fn a_policy_sums_to_one() {
        let rates = policy(&[Some(100), None, Some(76), Some(-5000)]);
        assert_eq!(rates, [Some(0.7311), None, Some(0.2689), Some(0.0)]);
        assert_eq!(policy(&[None]), [None]);
    }
}
