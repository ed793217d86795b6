//! Elo of several players by one fit to all their results.
//!
//! Maximum likelihood under the model of [`bradley_terry`](super::bradley_terry). Its prior also keeps the
//! distance finite between players whom no game connects.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use std::collections::BTreeMap;

use crate::stats::bradley_terry::{PER_ELO, PRIOR, chance, dispersion, reach};
use crate::stats::cholesky::Cholesky;
use crate::stats::distribution::normal_cdf;
use crate::stats::results::{Figure, GameScore};

/// A fit is done when no Elo moves by more than this many natural units, a hundred thousandth of a point.
const PRECISION: f64 = 1e-5 * PER_ELO;
/// Steps of a fit: Newton's method needs about ten.
const MAX_STEPS: usize = 200;

/// Units of one length, single games or pairs, between two players.
#[derive(Clone, Copy, Debug, Default)]
struct Units {
    count: f64,
    /// The sum of the first player's points.
    points: f64,
    /// The sum of their squares.
    squares: f64,
}

/// All results of some players, who are numbers from 0.
#[derive(Clone, Debug, Default)]
pub(crate) struct Results {
    /// Single games and pairs of two players, the one with the smaller number first.
    encounters: BTreeMap<[usize; 2], [Units; 2]>,
}

impl Results {
    /// Counts a game, or both games of a pair, of two players: what they brought the first one.
    pub fn count(&mut self, [first, second]: [usize; 2], scores: &[GameScore]) {
        // A game with oneself says nothing.
        let Some(length) = scores.len().checked_sub(1).filter(|_| first != second) else { return };
        let points_of = |score: &GameScore| match score {
            GameScore::Loss => 0.0,
            GameScore::Draw => 0.5,
            GameScore::Win => 1.0,
        };
        let won: f64 = scores.iter().map(points_of).sum();
        let points = if first < second { won } else { scores.len() as f64 - won };
        let key = [first.min(second), first.max(second)];
        let units = &mut self.encounters.entry(key).or_default()[length];
        units.count += 1.0;
        units.points += points;
        units.squares += points * points;
    }

    /// Games and points of every two players that met, from the view of the first.
    fn totals(&self) -> impl Iterator<Item = ([usize; 2], f64, f64)> + '_ {
        self.encounters.iter().map(|(&players, [single, pairs])| {
            let games = single.count + 2.0 * pairs.count;
            (players, games, single.points + pairs.points)
        })
    }
}

/// A set of players that games connect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Group {
    /// Its players, the strongest first.
    pub players: Vec<usize>,
    /// Whether results bound all distances: everybody has scored, directly or through others, against
    /// everybody.
    pub is_bounded: bool,
}

/// The Elo of some players.
#[derive(Clone, Debug)]
pub(crate) struct Ratings {
    /// Of each player; 0 is the mean of its group.
    pub elo: Vec<f64>,
    /// The groups, the largest first.
    pub groups: Vec<Group>,
    /// In squared points of Elo, up to a constant for each group.
    covariance: Vec<Vec<f64>>,
}

/// Some players of a group, and what their mean adds to the error of a distance from it.
#[derive(Clone, Debug)]
pub(crate) struct Base {
    players: Vec<usize>,
    elo: f64,
    variance: f64,
}

/// The Elo alone that [`Ratings::fit`] finds: without the errors a fit takes a fraction of the time.
pub(crate) fn fit_elo(players: usize, results: &Results) -> Vec<f64> {
    fit(players, results).into_iter().map(|value| value / PER_ELO).collect()
}

impl Ratings {
    /// The fit to the results of this many players, the last numbers of whom may have none.
    pub fn fit(players: usize, results: &Results) -> Self {
        let elo = fit(players, results);
        let hessian = information(&elo, results);
        let scale = variation(&elo, results) / PER_ELO.powi(2);
        let mut covariance = hessian.inverse();
        covariance.iter_mut().flatten().for_each(|value| *value *= scale);
        let elo: Vec<f64> = elo.into_iter().map(|value| value / PER_ELO).collect();
        let mut groups = groups(players, results);
        for group in &mut groups {
            group.players.sort_by(|&a, &b| elo[b].total_cmp(&elo[a]));
        }
        Self { elo, groups, covariance }
    }

    /// The mean of these players of a group.
    pub fn base(&self, players: Vec<usize>) -> Base {
        let elo = mean(&players, |it| self.elo[it]);
        let variance = mean(&players, |a| mean(&players, |b| self.covariance[a][b]));
        Base { players, elo, variance }
    }

    /// The Elo of a player above a base of its group.
    pub fn elo_above(&self, player: usize, base: &Base) -> f64 {
        self.elo[player] - base.elo
    }

    /// The same with its 95 % error.
    pub fn above(&self, player: usize, base: &Base) -> Figure {
        let with = mean(&base.players, |other| self.covariance[player][other]);
        let variance = self.covariance[player][player] - 2.0 * with + base.variance;
        Figure { value: self.elo_above(player, base), error: reach() * variance.max(0.0).sqrt() }
    }

    /// The likelihood of superiority: the probability that `player` is stronger than `other`.
    pub fn los(&self, player: usize, other: usize) -> f64 {
        let Figure { value, error } = self.above(player, &self.base(vec![other]));
        if error > 0.0 { normal_cdf(value / error * reach()) } else { 0.5 }
    }
}

/// The mean of what `of` says of each of these players.
fn mean(players: &[usize], of: impl Fn(usize) -> f64) -> f64 {
    players.iter().map(|&it| of(it)).sum::<f64>() / players.len() as f64
}

/// The precision of the prior, in natural units.
fn prior() -> f64 {
    (PRIOR * PER_ELO).powi(-2)
}

/// The Elo of each player in natural units, by Newton's method.
fn fit(players: usize, results: &Results) -> Vec<f64> {
    let mut elo = vec![0.0; players];
    let mut likelihood = log_likelihood(&elo, results);
    for _ in 0..MAX_STEPS {
        let step = information(&elo, results).solve(&gradient(&elo, results));
        let longest = step.iter().fold(0.0, |longest: f64, part| longest.max(part.abs()));
        // The likelihood is concave: a step that is short enough improves it.
        let mut share = 1.0;
        let next = loop {
            let next: Vec<f64> =
                elo.iter().zip(&step).map(|(at, part)| at + share * part).collect();
            let found = log_likelihood(&next, results);
            if found >= likelihood || share * longest < PRECISION {
                likelihood = found;
                break next;
            }
            share /= 2.0;
        };
        elo = next;
        if longest < PRECISION {
            break;
        }
    }
    elo
}

fn log_likelihood(elo: &[f64], results: &Results) -> f64 {
    // ln chance(x), without the infinity of a large exponential.
    let log_chance = |x: f64| x.min(0.0) - (-x.abs()).exp().ln_1p();
    let games = results.totals().map(|([a, b], games, points)| {
        let distance = elo[a] - elo[b];
        points * log_chance(distance) + (games - points) * log_chance(-distance)
    });
    let squares: f64 = elo.iter().map(|value| value * value).sum();
    games.sum::<f64>() - prior() * squares / 2.0
}

fn gradient(elo: &[f64], results: &Results) -> Vec<f64> {
    let mut gradient: Vec<f64> = elo.iter().map(|value| -prior() * value).collect();
    for ([a, b], games, points) in results.totals() {
        let surplus = points - games * chance(elo[a] - elo[b]);
        gradient[a] += surplus;
        gradient[b] -= surplus;
    }
    gradient
}

/// The negative of the likelihood's second derivatives.
fn information(elo: &[f64], results: &Results) -> Cholesky {
    let mut matrix = vec![vec![0.0; elo.len()]; elo.len()];
    for (index, row) in matrix.iter_mut().enumerate() {
        row[index] = prior();
    }
    for ([a, b], games, _) in results.totals() {
        let chance = chance(elo[a] - elo[b]);
        let information = games * chance * (1.0 - chance);
        matrix[a][a] += information;
        matrix[b][b] += information;
        matrix[a][b] -= information;
        matrix[b][a] -= information;
    }
    Cholesky::of(matrix)
}

/// The dispersion of pairs and single games.
fn variation(elo: &[f64], results: &Results) -> f64 {
    let (mut found, mut expected, mut count) = (0.0, 0.0, 0.0);
    for (&[a, b], units) in &results.encounters {
        let chance = chance(elo[a] - elo[b]);
        for (length, units) in [1.0, 2.0].into_iter().zip(units) {
            let mean = length * chance;
            found += units.squares - 2.0 * mean * units.points + units.count * mean * mean;
            expected += units.count * mean * (1.0 - chance);
            count += units.count;
        }
    }
    dispersion(found, expected, count)
}

/// The players in sets that games connect, the largest first.
fn groups(players: usize, results: &Results) -> Vec<Group> {
    // Who has scored against whom.
    let mut scored = vec![Vec::new(); players];
    let mut conceded = vec![Vec::new(); players];
    for ([a, b], games, points) in results.totals() {
        for (winner, loser, points) in [(a, b, points), (b, a, games - points)] {
            if points > 0.0 {
                scored[winner].push(loser);
                conceded[loser].push(winner);
            }
        }
    }
    let mut is_known = vec![false; players];
    let mut groups = Vec::new();
    for first in 0..players {
        if is_known[first] {
            continue;
        }
        let all = reached(first, &[&scored, &conceded]);
        for &player in &all {
            is_known[player] = true;
        }
        let is_whole = |edges| reached(first, &[edges]).len() == all.len();
        let is_bounded = is_whole(&scored) && is_whole(&conceded);
        groups.push(Group { players: all, is_bounded });
    }
    groups.sort_by_key(|group| std::cmp::Reverse(group.players.len()));
    groups
}

/// The players that can be reached from `first` along edges of any of these kinds.
fn reached(first: usize, kinds: &[&Vec<Vec<usize>>]) -> Vec<usize> {
    let mut is_known = vec![false; kinds.first().map_or(0, |edges| edges.len())];
    is_known[first] = true;
    let mut all = vec![first];
    let mut next = 0;
    while let Some(&player) = all.get(next) {
        next += 1;
        for &other in kinds.iter().flat_map(|edges| &edges[player]) {
            if !std::mem::replace(&mut is_known[other], true) {
                all.push(other);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests;
