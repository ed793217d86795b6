//! The Elo of a brain from its games with opponents of known Elo.
//!
//! Maximum likelihood under the model of [`bradley_terry`](crate::stats::bradley_terry).

use crate::stats::bradley_terry::{PER_ELO, PRIOR, chance, dispersion, reach};

/// An opponent of known strength.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Strength {
    /// Its Elo.
    pub elo: f64,
    /// Half of the 95 % interval of that.
    pub error: f64,
}

/// What a pair of games brought the brain: 0 to 2 points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct PairScore {
    /// The place of the opponent in the list of opponents.
    pub opponent: usize,
    /// A point for a win and half a point for a draw.
    pub points: f64,
}

/// The strength of a brain, as its games show it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimate {
    /// Its Elo.
    pub elo: f64,
    /// Half of the 95 % interval that its games leave.
    pub games_error: f64,
    /// The error of the opponents' Elo, which all games share.
    pub opponents_error: f64,
}

impl Estimate {
    /// The estimate from these results; before the first game the prior.
    pub fn of(opponents: &[Strength], results: &[PairScore]) -> Self {
        let (low, high) = ends(opponents);
        let middle = f64::midpoint(low, high);
        let elo = root(middle, |elo| {
            let surplus: f64 = pairs(opponents, results).map(|pair| pair.surplus(elo)).sum();
            PER_ELO * surplus - (elo - middle) / PRIOR.powi(2)
        });
        let information = |pair: Pair| PER_ELO.powi(2) * pair.variance(elo);
        let total: f64 = pairs(opponents, results).map(information).sum();
        let weighted: f64 =
            pairs(opponents, results).map(|pair| information(pair) * pair.strength.error).sum();
        let variance = variation(opponents, results, elo) / (total + PRIOR.powi(-2));
        Self {
            elo,
            games_error: reach() * variance.sqrt(),
            opponents_error: if total > 0.0 { weighted / total } else { 0.0 },
        }
    }

    /// Half of the 95 % interval, the errors of the opponents included.
    pub fn error(&self) -> f64 {
        self.games_error.hypot(self.opponents_error)
    }
}

/// The Elo that the brain has at least, with 95 % confidence, the errors of the opponents counted in full:
/// the lower end of Wilson's interval. It is finite where all games are won, and minus infinity where all
/// are lost.
pub(crate) fn at_least(opponents: &[Strength], results: &[PairScore]) -> f64 {
    let weaker: Vec<Strength> =
        opponents.iter().map(|it| Strength { elo: it.elo - it.error, ..*it }).collect();
    bound(&weaker, results)
}

/// The Elo that the brain has at most, likewise.
pub(crate) fn at_most(opponents: &[Strength], results: &[PairScore]) -> f64 {
    let mirrored: Vec<Strength> =
        opponents.iter().map(|it| Strength { elo: -it.elo - it.error, ..*it }).collect();
    let lost: Vec<PairScore> =
        results.iter().map(|it| PairScore { points: 2.0 - it.points, ..*it }).collect();
    -bound(&mirrored, &lost)
}

/// The lowest Elo from which the points are not more than 95 % of chance.
fn bound(opponents: &[Strength], results: &[PairScore]) -> f64 {
    let points: f64 = results.iter().map(|result| result.points).sum();
    if points <= 0.0 {
        return f64::NEG_INFINITY;
    }
    let surplus = |elo: f64| {
        let surplus: f64 = pairs(opponents, results).map(|pair| pair.surplus(elo)).sum();
        let variance: f64 = pairs(opponents, results).map(|pair| pair.variance(elo)).sum();
        surplus - reach() * variance.sqrt()
    };
    root(ends(opponents).0, surplus)
}

/// The dispersion of the pairs.
#[expect(clippy::cast_precision_loss, reason = "some hundreds of pairs")]
fn variation(opponents: &[Strength], results: &[PairScore], elo: f64) -> f64 {
    let found: f64 = pairs(opponents, results).map(|pair| pair.surplus(elo).powi(2)).sum();
    let expected: f64 = pairs(opponents, results).map(|pair| pair.variance(elo)).sum();
    dispersion(found, expected, results.len() as f64)
}

/// A pair with its opponent.
#[derive(Clone, Copy)]
struct Pair {
    strength: Strength,
    points: f64,
}

impl Pair {
    /// The chance that a brain of this Elo wins a game.
    fn chance(self, elo: f64) -> f64 {
        chance(PER_ELO * (elo - self.strength.elo))
    }

    /// The points above those that a brain of this Elo expects.
    fn surplus(self, elo: f64) -> f64 {
        self.points - 2.0 * self.chance(elo)
    }

    /// The variance of its points, were its games independent and none drawn.
    fn variance(self, elo: f64) -> f64 {
        let chance = self.chance(elo);
        2.0 * chance * (1.0 - chance)
    }
}

fn pairs<'a>(
    opponents: &'a [Strength],
    results: &'a [PairScore],
) -> impl Iterator<Item = Pair> + 'a {
    let pair = |result: &PairScore| {
        let strength = opponents.get(result.opponent)?;
        Some(Pair { strength: *strength, points: result.points })
    };
    results.iter().filter_map(pair)
}

/// The lowest and the highest Elo of the opponents.
fn ends(opponents: &[Strength]) -> (f64, f64) {
    let elos = || opponents.iter().map(|opponent| opponent.elo);
    (elos().fold(f64::INFINITY, f64::min), elos().fold(f64::NEG_INFINITY, f64::max))
}

/// Where `falling`, a function that falls from plus to minus, is zero, to a thousandth of a point.
fn root(near: f64, falling: impl Fn(f64) -> f64) -> f64 {
    /// Beyond any Elo.
    const FAR: f64 = 1e5;
    let (mut low, mut high) = (near - FAR, near + FAR);
    while high - low > 1e-3 {
        let middle = f64::midpoint(low, high);
        if falling(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests;
