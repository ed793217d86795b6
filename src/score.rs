//! The value of a position for the side to move.

use std::fmt;

/// The value of a position for one side: points of the evaluation, or the distance to the end.
///
/// Wins and losses lie outside `-Score::MAX_EVAL..=Score::MAX_EVAL`. A win in `n` plies is
/// `Score::mate_in(n)`; a five on the next move is a win in 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i16);

/// The longest line that search or solver follows, in plies.
pub const MAX_PLY: usize = 512;

impl Score {
    /// The value of a win on the board.
    const MATE: i16 = 30_000;

    /// Neither side is better.
    pub const DRAW: Self = Self(0);
    /// Above every value.
    pub const INFINITE: Self = Self(32_000);
    /// The largest value that claims no win.
    pub const MAX_EVAL: i32 = Self::MATE as i32 - MAX_PLY as i32 - 1;

    /// The scale of the logistic function from points to the chance of winning.
    pub const UNIT: f32 = 200.0;

    /// The score of an evaluation, clamped to ±[`Score::MAX_EVAL`].
    #[inline]
    pub fn from_eval(points: i32) -> Self {
        Self(points.clamp(-Self::MAX_EVAL, Self::MAX_EVAL) as i16)
    }

    /// The side to move completes a five with the stone it plays `plies` from now.
    #[inline]
    pub const fn mate_in(plies: usize) -> Self {
        Self(Self::MATE - plies as i16)
    }

    /// The opponent of the side to move completes a five `plies` from now.
    #[inline]
    pub const fn mated_in(plies: usize) -> Self {
        Self(plies as i16 - Self::MATE)
    }

    /// The raw number, for arithmetic and storage.
    #[inline]
    pub const fn get(self) -> i32 {
        self.0 as i32
    }

    /// The score with this raw number.
    #[inline]
    pub const fn from_raw(raw: i16) -> Self {
        Self(raw)
    }

    /// The next higher score: the upper end of a null window.
    #[inline]
    #[must_use]
    pub const fn above(self) -> Self {
        Self(self.0 + 1)
    }

    /// This score plus `points`, clamped to ±[`Score::INFINITE`].
    #[inline]
    #[must_use]
    pub fn shifted(self, points: i32) -> Self {
        let limit = i32::from(Self::INFINITE.0);
        Self((i32::from(self.0) + points).clamp(-limit, limit) as i16)
    }

    /// The score to store in the transposition table: distances count from the node at `ply`.
    #[inline]
    #[must_use]
    pub const fn to_table(self, ply: usize) -> Self {
        if self.is_win() {
            Self(self.0 + ply as i16)
        } else if self.is_loss() {
            Self(self.0 - ply as i16)
        } else {
            self
        }
    }

    /// The inverse of [`Score::to_table`]. An end beyond [`MAX_PLY`] plies becomes one at that distance.
    #[inline]
    #[must_use]
    pub const fn from_table(self, ply: usize) -> Self {
        match self.mate_distance() {
            Some(plies) if self.is_win() => Self::mate_in(distance_from(ply, plies)),
            Some(plies) => Self::mated_in(distance_from(ply, plies)),
            None => self,
        }
    }

    /// Whether this claims a win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 as i32 > Self::MAX_EVAL
    }

    /// Whether this claims a loss.
    #[inline]
    pub const fn is_loss(self) -> bool {
        (self.0 as i32) < -Self::MAX_EVAL
    }

    /// Whether this claims a win or a loss.
    #[inline]
    pub const fn is_decisive(self) -> bool {
        self.is_win() || self.is_loss()
    }

    /// The chance to win, from 0 to 1.
    pub fn win_rate(self) -> f32 {
        if self.is_win() {
            1.0
        } else if self.is_loss() {
            0.0
        } else {
            1.0 / (1.0 + (-f32::from(self.0) / Self::UNIT).exp())
        }
    }

    /// Plies to the end for a decisive score.
    pub const fn mate_distance(self) -> Option<u32> {
        if self.is_decisive() { Some((Self::MATE - self.0.abs()) as u32) } else { None }
    }
}

/// The distance of an end that lies `plies` beyond `ply`.
const fn distance_from(ply: usize, plies: u32) -> usize {
    let sum = ply + plies as usize;
    if sum < MAX_PLY { sum } else { MAX_PLY }
}

impl std::ops::Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

/// `+M7` and `-M12` in plies for wins and losses, else the points.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_distance() {
            Some(plies) => write!(f, "{}M{plies}", if self.is_win() { '+' } else { '-' }),
            None => write!(f, "{}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_rise_with_the_value() {
        let scores = [Score::mated_in(4), Score(-300), Score::DRAW, Score(300), Score::mate_in(9)];
        let rates = scores.map(Score::win_rate);
        assert!(rates.is_sorted_by(|worse, better| worse < better), "{rates:?}");
        assert_eq!((rates[0], rates[4]), (0.0, 1.0));
        assert!((rates[2] - 0.5).abs() < 1e-6 && (rates[1] + rates[3] - 1.0).abs() < 1e-6);
    }

    #[test]
    fn wins_and_losses_mirror_each_other() {
        assert_eq!(-Score::mate_in(7), Score::mated_in(7));
        assert!(Score::mate_in(1) > Score::mate_in(3));
        assert!(Score::mate_in(MAX_PLY).is_win() && !Score::from_eval(i32::MAX).is_win());
        assert_eq!(Score::mate_in(7).to_string(), "+M7");
        assert_eq!(Score::mated_in(12).to_string(), "-M12");
        assert_eq!(Score::from_eval(-35).to_string(), "-35");
    }

    #[test]
    fn an_end_of_the_table_stays_an_end_at_every_ply() {
        for plies in [1, 7, 300, MAX_PLY] {
            for ply in [0, 1, 200, MAX_PLY] {
                let stored = Score::mate_in(plies);
                let win = stored.from_table(ply);
                assert_eq!(win, Score::mate_in((plies + ply).min(MAX_PLY)), "{plies} at {ply}");
                assert_eq!((-stored).from_table(ply), -win);
                if plies + ply <= MAX_PLY {
                    assert_eq!(win.to_table(ply), stored);
                }
            }
        }
        let value = Score::from_eval(Score::MAX_EVAL);
        assert_eq!(value.from_table(MAX_PLY), value);
    }
}
