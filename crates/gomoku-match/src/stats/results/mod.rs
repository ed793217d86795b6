//! Results of games and of pairs of games, and the figures of strength that follow from them.
//!
//! A *pair* is two games from one opening with the colours exchanged. Its two games are not
//! independent (an opening that is won for one colour gives one point to each side), so the error
//! of a figure is smaller, and right, when it is taken over pairs.
//!
//! The figures are those of fastchess (<https://github.com/Disservin/fastchess>), except where
//! fastchess prints `inf` or `nan`: see [`Estimate`].
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

use serde::Serialize;

use crate::stats::distribution::{normal_cdf, normal_quantile};

/// How sure the error of a figure is.
const CONFIDENCE: f64 = 0.95;

/// The ends of an interval of scores stay this far inside 0..1 (±1200 Elo), where Elo has no end.
const EDGE: f64 = 0.001;

/// What counts for each end of the scale when all results are alike, in games or pairs.
const HALF: f64 = 0.5;

/// What a game brought one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GameScore {
    /// No point.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameScore {
    /// What the same game brought the other side.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

/// Games by result, from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games lost.
    pub losses: u64,
    /// Games drawn.
    pub draws: u64,
}

impl Trinomial {
    /// Counts one more game.
    pub fn count(&mut self, score: GameScore) {
        match score {
            GameScore::Loss => self.losses += 1,
            GameScore::Draw => self.draws += 1,
            GameScore::Win => self.wins += 1,
        }
    }

    /// All games.
    pub const fn total(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// A point for a win and half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points per game; one half when there is no game.
    pub fn score(&self) -> f64 {
        ratio(2 * self.wins + self.draws, 2 * self.total()).unwrap_or(0.5)
    }

    /// The share of draws among the games; `None` without games.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.draws, self.total())
    }

    /// The same games from the other side's view.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// Games by points, fewest first: losses, draws, wins.
    pub const fn classes(&self) -> [u64; 3] {
        [self.losses, self.draws, self.wins]
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.losses += other.losses;
        self.draws += other.draws;
    }
}

/// Pairs by the results of their two games in either order, from one side's view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct Pentanomial {
    /// Both games lost.
    pub ll: u64,
    /// A loss and a draw.
    pub ld: u64,
    /// One win each.
    pub wl: u64,
    /// Both games drawn.
    pub dd: u64,
    /// A win and a draw.
    pub wd: u64,
    /// Both games won.
    pub ww: u64,
}

impl Pentanomial {
    /// Counts one more pair.
    pub fn count(&mut self, mut pair: [GameScore; 2]) {
        use GameScore::{Draw, Loss, Win};
        pair.sort_unstable();
        *match pair {
            [Loss, Loss] => &mut self.ll,
            [Loss, Draw] => &mut self.ld,
            [Loss, _] => &mut self.wl,
            [Draw, Draw] => &mut self.dd,
            [Draw, _] => &mut self.wd,
            [Win, _] => &mut self.ww,
        } += 1;
    }

    /// All pairs.
    pub const fn total(&self) -> u64 {
        self.ll + self.ld + self.wl + self.dd + self.wd + self.ww
    }

    /// The games of the pairs.
    pub const fn games(&self) -> Trinomial {
        Trinomial {
            wins: 2 * self.ww + self.wd + self.wl,
            losses: 2 * self.ll + self.ld + self.wl,
            draws: 2 * self.dd + self.wd + self.ld,
        }
    }

    /// The share of pairs that brought each side one point; `None` without pairs. fastchess calls it
    /// the draw ratio too, since such a pair is drawn.
    pub fn draw_ratio(&self) -> Option<f64> {
        ratio(self.wl + self.dd, self.total())
    }

    /// Pairs won for each pair lost; `None` if none was lost.
    pub fn pairs_ratio(&self) -> Option<f64> {
        ratio(self.ww + self.wd, self.ll + self.ld)
    }

    /// The share of split pairs, with one win each, which say nothing about strength: near 0 for balanced
    /// openings between unlike engines, near 1 for openings that decide the game; `None` without
    /// pairs.
    pub fn split_ratio(&self) -> Option<f64> {
        ratio(self.wl, self.total())
    }

    /// Pairs of one win each for each pair of two draws; `None` if there is no such pair.
    pub fn wl_dd_ratio(&self) -> Option<f64> {
        ratio(self.wl, self.dd)
    }

    /// The same pairs from the other side's view.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { ll: self.ww, ld: self.wd, wl: self.wl, dd: self.dd, wd: self.ld, ww: self.ll }
    }

    /// Pairs by points, fewest first: those with 0, ½, 1, 1½ and 2.
    pub const fn classes(&self) -> [u64; 5] {
        [self.ll, self.ld, self.wl + self.dd, self.wd, self.ww]
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        self.ll += other.ll;
        self.ld += other.ld;
        self.wl += other.wl;
        self.dd += other.dd;
        self.wd += other.wd;
        self.ww += other.ww;
    }
}

/// All results of one side: its games, and the pairs that they make.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// Every game, those of pairs too.
    pub games: Trinomial,
    /// The finished pairs.
    pub pairs: Pentanomial,
}

impl Counts {
    /// Counts one more game that belongs to no pair.
    pub fn count_game(&mut self, score: GameScore) {
        self.games.count(score);
    }

    /// Counts one more finished pair and its two games.
    pub fn count_pair(&mut self, pair: [GameScore; 2]) {
        self.pairs.count(pair);
        for score in pair {
            self.games.count(score);
        }
    }

    /// Whether every game belongs to a finished pair, so that figures are taken over pairs.
    pub fn is_paired(&self) -> bool {
        self.games == self.pairs.games()
    }

    /// The same results from the other side's view.
    #[must_use]
    pub const fn mirrored(self) -> Self {
        Self { games: self.games.mirrored(), pairs: self.pairs.mirrored() }
    }

    /// The strength that the results show, over pairs when every game belongs to one, else over
    /// games.
    pub fn estimate(&self) -> Estimate {
        if self.is_paired() { self.pairs.into() } else { self.games.into() }
    }
}

impl From<Pentanomial> for Counts {
    fn from(pairs: Pentanomial) -> Self {
        Self { games: pairs.games(), pairs }
    }
}

impl From<Trinomial> for Counts {
    fn from(games: Trinomial) -> Self {
        Self { games, pairs: Pentanomial::default() }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.pairs += other.pairs;
    }
}

impl Add for Counts {
    type Output = Self;

    fn add(mut self, other: Self) -> Self {
        self += other;
        self
    }
}

impl Sum for Counts {
    fn sum<I: Iterator<Item = Self>>(parts: I) -> Self {
        parts.fold(Self::default(), Add::add)
    }
}

/// A figure with its error: it lies within `value ± error` with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figure {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl fmt::Display for Figure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2} +/- {:.2}", self.value, self.error)
    }
}

/// The strength of one side against the other, estimated from results.
///
/// All figures are finite. Where all results are alike (all won, all drawn, one win in every pair)
/// or where there are none, their spread is unknown and fastchess's formulas end in infinities;
/// half a result is then added to each end of the scale, a loss and a win, so that ten wins of ten
/// are read as 10½ of 11. An interval that would reach a score of 0 or 1 ends at 0.001 or 0.999.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The difference of strength in logistic Elo, by which 400 points are odds of ten to one.
    pub elo: Figure,
    /// The difference in normalised Elo: the score's distance from one half in standard deviations
    /// of a game, times 800 / ln 10. How many games show a difference depends on it alone.
    pub normalised_elo: Figure,
    /// The likelihood of superiority (LOS): the probability that the side is the stronger one.
    pub los: f64,
}

impl Estimate {
    /// From results over equally spaced scores from 0 to 1, where `units` of this many games each were
    /// played.
    fn new<const N: usize>(classes: [u64; N], games: f64) -> Self {
        let moments = Moments::new(classes);
        let deviation = (moments.variance / moments.units).sqrt();
        let reach = normal_quantile(f64::midpoint(1.0, CONFIDENCE)) * deviation;
        let low = (moments.mean - reach).max(moments.mean.min(EDGE));
        let high = (moments.mean + reach).min(moments.mean.max(1.0 - EDGE));
        // A pair's score is the mean of two games: independent ones would halve the variance.
        let game_deviation = (games * moments.variance).sqrt();
        let normalised = |score: f64| score / game_deviation * NORMALISED;
        Self {
            elo: Figure { value: elo(moments.mean), error: (elo(high) - elo(low)) / 2.0 },
            normalised_elo: Figure {
                value: normalised(moments.mean - 0.5),
                error: normalised(reach),
            },
            los: normal_cdf((moments.mean - 0.5) / deviation),
        }
    }
}

impl From<Trinomial> for Estimate {
    fn from(games: Trinomial) -> Self {
        Self::new(games.classes(), 1.0)
    }
}

impl From<Pentanomial> for Estimate {
    fn from(pairs: Pentanomial) -> Self {
        Self::new(pairs.classes(), 2.0)
    }
}

/// Points of normalised Elo to a standard deviation of a game: 800 / ln 10.
pub(crate) const NORMALISED: f64 = 800.0 * std::f64::consts::LOG10_E;

/// The logistic Elo of a score strictly between 0 and 1.
fn elo(score: f64) -> f64 {
    // No minus zero for a level score.
    0.0 - 400.0 * (1.0 / score - 1.0).log10()
}

/// Mean and variance of results over equally spaced scores from 0 to 1.
struct Moments {
    units: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    fn new<const N: usize>(classes: [u64; N]) -> Self {
        let mut counts = classes.map(|count| count as f64);
        if classes.iter().filter(|&&count| count > 0).count() < 2 {
            counts[0] += HALF;
            counts[N - 1] += HALF;
        }
        let units: f64 = counts.iter().sum();
        let mean_of = |value: &dyn Fn(f64) -> f64| {
            let weighed = counts.iter().enumerate();
            weighed.map(|(i, count)| count * value(i as f64 / (N - 1) as f64)).sum::<f64>() / units
        };
        let mean = mean_of(&|score| score);
        let variance = mean_of(&|score| (score - mean).powi(2));
        Self { units, mean, variance }
    }
}

/// `of / to`, unless there is nothing to divide by.
fn ratio(of: u64, to: u64) -> Option<f64> {
    (to > 0).then(|| of as f64 / to as f64)
}

#[cfg(test)]
mod tests;
