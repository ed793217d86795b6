//! The classes of moves, and the accuracy of a side.

use crate::schema::{Color, MoveClass, ReviewedMove, SideReview, rounded};

/// The least loss of each class but the first.
const LOSSES: [(MoveClass, f64); 4] = [
    (MoveClass::Blunder, 0.25),
    (MoveClass::Mistake, 0.12),
    (MoveClass::Inaccuracy, 0.05),
    (MoveClass::Good, 0.01),
];

/// A proved win is not missed while the search sees so little less than a win.
const KEPT_LOSS: f64 = 0.05;

/// What is known of a move.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The chance to win of the mover before it.
    pub before: f64,
    /// The same after it.
    pub after: f64,
    /// Whether it is the best move.
    pub is_best: bool,
    /// Whether the mover had a proved win, and is not known to win after the move.
    pub misses_win: bool,
    /// Whether the opponent has a proved win after the move, and was not known to win before it.
    pub allows_win: bool,
}

/// The class of a move, and how much of the chance to win it gives away.
pub fn judge(facts: Facts) -> (MoveClass, f64) {
    let lost = rounded((facts.before - facts.after).max(0.0));
    if facts.misses_win && lost >= KEPT_LOSS {
        return (MoveClass::MissedWin, lost);
    }
    // The value after the best move differs only by the depth of its search.
    if facts.is_best {
        return (MoveClass::Best, 0.0);
    }
    if facts.allows_win {
        return (MoveClass::LosingMove, lost);
    }
    let class = LOSSES.iter().find(|&&(_, least)| lost >= least);
    (class.map_or(MoveClass::Best, |&(class, _)| class), lost)
}

/// The accuracy in per cent of a move that gives away `loss` of the chance to win, by the formula of
/// Lichess (<https://lichess.org/page/accuracy>).
fn accuracy(loss: f64) -> f64 {
    (103.1668 * libm::exp(-0.04354 * 100.0 * loss) - 3.1669).clamp(0.0, 100.0)
}

/// The moves of `side` in figures.
pub fn side_review(moves: &[ReviewedMove], side: Color) -> SideReview {
    let own = || moves.iter().filter(|it| it.side == side);
    let count = |class: MoveClass| own().filter(|it| it.judgement == class).count();
    let sum: f64 = own().map(|it| accuracy(it.loss)).sum();
    let number: f64 = own().map(|_| 1.0).sum();
    let mean = (number > 0.0).then(|| sum / number);
    SideReview {
        accuracy: mean.map(|mean| (mean * 10.0).round() / 10.0),
        best: count(MoveClass::Best),
        good: count(MoveClass::Good),
        inaccuracy: count(MoveClass::Inaccuracy),
        mistake: count(MoveClass::Mistake),
        blunder: count(MoveClass::Blunder),
        missed_win: count(MoveClass::MissedWin),
        losing_move: count(MoveClass::LosingMove),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVEN: Facts =
        Facts { before: 0.6, after: 0.6, is_best: false, misses_win: false, allows_win: false };

    #[test]
    fn classes_by_loss() {
        for (loss, class) in [
            (0.0, MoveClass::Best),
            (0.0099, MoveClass::Best),
            (0.01, MoveClass::Good),
            (0.0499, MoveClass::Good),
            (0.05, MoveClass::Inaccuracy),
            (0.1199, MoveClass::Inaccuracy),
            (0.12, MoveClass::Mistake),
            (0.2499, MoveClass::Mistake),
            (0.25, MoveClass::Blunder),
            (0.6, MoveClass::Blunder),
        ] {
            let facts = Facts { after: EVEN.before - loss, ..EVEN };
            assert_eq!(judge(facts), (class, loss), "{loss}");
            assert_eq!(judge(Facts { is_best: true, ..facts }), (MoveClass::Best, 0.0), "{loss}");
        }
        assert_eq!(judge(Facts { after: 0.9, ..EVEN }), (MoveClass::Best, 0.0));
    }

    #[test]
    fn proofs_come_before_losses() {
        let missed = Facts { before: 1.0, misses_win: true, ..EVEN };
        assert_eq!(judge(missed), (MoveClass::MissedWin, 0.4));
        assert_eq!(judge(Facts { is_best: true, ..missed }), (MoveClass::MissedWin, 0.4));
        assert_eq!(judge(Facts { allows_win: true, ..missed }), (MoveClass::MissedWin, 0.4));
        // Another way to win.
        assert_eq!(judge(Facts { after: 0.97, ..missed }), (MoveClass::Good, 0.03));
        let losing = Facts { after: 0.0, allows_win: true, ..EVEN };
        assert_eq!(judge(losing), (MoveClass::LosingMove, 0.6));
        assert_eq!(judge(Facts { before: 0.004, ..losing }), (MoveClass::LosingMove, 0.004));
        // The best move loses as well.
        assert_eq!(judge(Facts { is_best: true, ..losing }), (MoveClass::Best, 0.0));
    }

    #[test]
    fn accuracy_falls_with_the_loss() {
        for (loss, expected) in [(0.0, 99.9999), (0.1, 63.5826), (0.25, 31.5714), (1.0, 0.0)] {
            assert!((accuracy(loss) - expected).abs() < 1e-3, "{loss}: {}", accuracy(loss));
        }
    }
}
