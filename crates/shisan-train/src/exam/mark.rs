//! The marks of an answer: what it is worth beside the truth.

use super::answer::Answer;
use shisan_engine::score::Score;

/// No expected score is nearer to a certain win or loss: a candidate that is sure and wrong would weigh more
/// than all others together.
const UNCERTAINTY: f64 = 0.01;

/// What is known of a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Known {
    /// Neither a win nor a loss is proved.
    Unproven,
    /// The side to move wins.
    Won,
    /// It loses, whatever it plays: no move is wrong.
    Lost,
}

impl Known {
    pub fn of(truth: &Answer) -> Self {
        match truth.score {
            score if score.is_win() => Self::Won,
            score if score.is_loss() => Self::Lost,
            _ => Self::Unproven,
        }
    }
}

/// The expected score, from 0 to 1, by the engine's own scale.
pub(super) fn expected(score: Score) -> f64 {
    score.win_rate().into()
}

/// The Kullback-Leibler divergence of the answer's expected score from that of the truth.
pub(super) fn divergence(truth: Score, answer: Score) -> f64 {
    let [truth, answer] =
        [truth, answer].map(|score| expected(score).clamp(UNCERTAINTY, 1.0 - UNCERTAINTY));
    truth * (truth / answer).ln() + (1.0 - truth) * ((1.0 - truth) / (1.0 - answer)).ln()
}

/// Whether the answer proves what the truth proves.
pub(super) fn is_proof(truth: Score, answer: Score) -> bool {
    truth.is_win() && answer.is_win() || truth.is_loss() && answer.is_loss()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_divergence_is_that_of_two_coins() {
        let points = |points| Score::from_raw(points);
        assert!(divergence(points(35), points(35)).abs() < 1e-12);
        // A certain win counts as 0.99: 0.99 ln (0.99 / 0.5) + 0.01 ln (0.01 / 0.5).
        let found = divergence(Score::mate_in(7), points(0));
        assert!((found - 0.637_145_6).abs() < 1e-6, "{found}");
        // 0.5 ln (0.5 / 0.01) + 0.5 ln (0.5 / 0.99).
        let found = divergence(points(0), Score::mated_in(8));
        assert!((found - 1.614_463_4).abs() < 1e-6, "{found}");
        // The chance to win is 0.731059 at 200 points.
        let found = divergence(points(0), points(200));
        assert!((found - 0.120_114_5).abs() < 1e-6, "{found}");
        assert!(divergence(points(400), points(100)) > divergence(points(400), points(200)));
    }

    #[test]
    fn a_proof_is_of_the_same_end() {
        let (win, loss) = (Score::mate_in(9), Score::mated_in(10));
        assert!(is_proof(win, Score::mate_in(3)) && is_proof(loss, loss));
        assert!(!is_proof(win, loss) && !is_proof(win, Score::from_raw(900)));
        assert!(!is_proof(Score::from_raw(900), win));
    }
}
