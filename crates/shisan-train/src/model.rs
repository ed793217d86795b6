//! The parameters of a fit: the place of each weight of the tables, and the simpler terms that it is
//! drawn to as long as the games say little of it.

use gomoku_rules::{Rule, Side};
use shisan_engine::eval::{FRACTIONS, Table, Tables, sides_of};
use shisan_engine::pattern::{MULTISETS, Pattern, Threat, ThreatMap, code_of, multisets};
use shisan_engine::score::Score;

/// Points in a unit of the evaluation's fit: the logistic function's argument is the value by this.
pub(super) const SCALE: f32 = Score::UNIT;
/// Points in a unit of the move scores' fit.
pub(super) const SCORE_SCALE: f32 = 24.0;

/// Prior sigma of a value around the sum of its pairs of patterns, in units of the fit. Smaller than the
/// games suggest: the positions of a game share one result.
const VALUE_SIGMA: f32 = 0.01;
/// The same for the initiative of a set of threats.
const INITIATIVE_SIGMA: f32 = 0.1;
/// The same for a move score.
const SCORE_SIGMA: f32 = 0.3;
/// Prior sigma of a factor around zero.
const FACTOR_SIGMA: f32 = 1.0;

/// Where the parameters of a rule stand in the fit of the evaluation (values, then initiative) and in
/// that of the move scores (own, then opponent).
pub(super) struct Layout {
    rule: Rule,
    /// The place of each code among the multisets.
    places: Box<[u16]>,
}

impl Layout {
    pub fn new(rule: Rule) -> Self {
        let mut places = vec![0; 1 << 16].into_boxed_slice();
        for (place, patterns) in multisets().enumerate() {
            places[usize::from(code_of(patterns))] = place as u16;
        }
        Self { rule, places }
    }

    /// The place of `code` among the multisets.
    pub fn place_of(&self, code: u16) -> usize {
        usize::from(self.places[usize::from(code)])
    }

    fn sides(&self) -> usize {
        sides_of(self.rule)
    }

    fn table(&self, side: Side) -> usize {
        side.index() % self.sides()
    }

    /// In the evaluation: the value of a multiset to `side`.
    pub fn value(&self, side: Side, place: usize) -> u16 {
        (self.table(side) * MULTISETS + place) as u16
    }

    /// In the evaluation: what a set of threats is worth to `side`, to move.
    pub fn initiative(&self, side: Side, set: usize) -> u16 {
        (self.sides() * MULTISETS + self.table(side) * ThreatMap::THREAT_MASKS + set) as u16
    }

    /// In the move scores: the multiset of `side` on the cell that it takes.
    pub fn own(&self, side: Side, place: usize) -> u16 {
        (self.table(side) * MULTISETS + place) as u16
    }

    /// In the move scores: the opponent's multiset on the cell that `side` takes.
    pub fn opponent(&self, side: Side, place: usize) -> u16 {
        ((self.sides() + self.table(!side)) * MULTISETS + place) as u16
    }

    /// The parameters of the evaluation.
    pub fn evaluation(&self) -> Parameters {
        let mut parameters = Parameters::default();
        for side in &Side::BOTH[..self.sides()] {
            parameters.add(code_factors(self.rule, *side), VALUE_SIGMA);
        }
        for _ in 0..self.sides() {
            parameters.add(set_factors(), INITIATIVE_SIGMA);
        }
        parameters
    }

    /// The parameters of the move scores.
    pub fn scores(&self) -> Parameters {
        let mut parameters = Parameters::default();
        for side in Side::BOTH[..self.sides()].iter().cycle().take(2 * self.sides()) {
            parameters.add(code_factors(self.rule, *side), SCORE_SIGMA);
        }
        parameters
    }

    /// The weights of evaluation and move scores in `tables`: the inverse of [`Layout::tables`].
    pub fn weights(&self, tables: &Tables) -> (Vec<f32>, Vec<f32>) {
        let sides: Vec<&Table> = tables.sides.iter().cycle().take(self.sides()).collect();
        let scaled = |weights: &[i16], scale: f32| -> Vec<f32> {
            weights.iter().map(|&weight| f32::from(weight) / scale).collect()
        };
        let all = |weights: &dyn Fn(&Table) -> Vec<f32>| -> Vec<f32> {
            sides.iter().flat_map(|table| weights(table)).collect()
        };
        let values = all(&|table| scaled(&table.values, SCALE * FRACTIONS as f32));
        let initiative = all(&|table| scaled(&table.threat_terms, SCALE));
        let own = all(&|table| scaled(&table.own, SCORE_SCALE));
        let opponent = all(&|table| scaled(&table.opponent, SCORE_SCALE));
        ([values, initiative].concat(), [own, opponent].concat())
    }

    /// The tables with fitted weights of evaluation and move scores.
    pub fn tables(&self, evaluation: &[f32], scores: &[f32], provenance: String) -> Tables {
        let scaled = |weights: &[f32], at: usize, count: usize, scale: f32| -> Vec<i16> {
            weights[at..at + count].iter().map(|weight| (weight * scale).round() as i16).collect()
        };
        let codes = MULTISETS;
        let table = |side: &Side| {
            let (value, set) = (self.value(*side, 0), self.initiative(*side, 0));
            let (own, opponent) = (self.own(*side, 0), self.opponent(!*side, 0));
            Table {
                values: scaled(evaluation, value.into(), codes, SCALE * FRACTIONS as f32),
                threat_terms: scaled(evaluation, set.into(), ThreatMap::THREAT_MASKS, SCALE),
                own: scaled(scores, own.into(), codes, SCORE_SCALE),
                opponent: scaled(scores, opponent.into(), codes, SCORE_SCALE),
            }
        };
        let sides = Side::BOTH[..self.sides()].iter().map(table).collect();
        Tables { rule: self.rule, provenance, sides }
    }
}

/// Weights to fit, each the sum of some factors and a residual of its own.
#[derive(Default)]
pub(super) struct Parameters {
    /// The factors of each weight, and how often each counts.
    factors: Vec<Vec<(u32, f32)>>,
    /// The prior sigma of each weight's residual around zero.
    sigma: Vec<f32>,
    factor_count: u32,
    /// The start of each weight.
    base: Vec<f32>,
}

impl Parameters {
    /// Numbers without factors.
    #[cfg(test)]
    pub fn free(count: usize) -> Self {
        let mut parameters = Self::default();
        parameters.add(vec![Vec::new(); count], 1.0);
        parameters
    }

    /// The same weights, drawn to those of `base`.
    pub fn from(mut self, base: Vec<f32>) -> Self {
        self.base = base;
        self
    }

    fn add(&mut self, table: Vec<Vec<u32>>, sigma: f32) {
        let base = self.factor_count;
        for list in table {
            self.factor_count = list.iter().fold(self.factor_count, |n, f| n.max(base + f + 1));
            self.factors.push(list.into_iter().map(|factor| (base + factor, 1.0)).collect());
            self.sigma.push(sigma);
            self.base.push(0.0);
        }
    }

    /// How many weights there are.
    pub fn len(&self) -> usize {
        self.factors.len()
    }

    /// How many free variables there are: the residuals, then the factors.
    pub fn variables(&self) -> usize {
        self.len() + self.factor_count as usize
    }

    /// The weights for values of the variables.
    pub fn weights(&self, variables: &[f32]) -> Vec<f32> {
        let factors = &variables[self.len()..];
        let sum = |list: &Vec<(u32, f32)>| -> f32 {
            list.iter().map(|&(factor, count)| count * factors[factor as usize]).sum()
        };
        let residuals = variables.iter().zip(&self.base);
        self.factors
            .iter()
            .zip(residuals)
            .map(|(list, (residual, base))| base + residual + sum(list))
            .collect()
    }

    /// The gradient of the loss by variable, from that by weight: a mean over `count` samples, to which
    /// the priors add their part.
    pub fn gradient(&self, by_weight: &[f32], variables: &[f32], count: f32) -> Vec<f32> {
        let mut gradient = vec![0.0; self.variables()];
        for (weight, &part) in by_weight.iter().enumerate() {
            gradient[weight] = part + variables[weight] / (self.sigma[weight].powi(2) * count);
            for &(factor, times) in &self.factors[weight] {
                gradient[self.len() + factor as usize] += times * part;
            }
        }
        for (part, variable) in gradient.iter_mut().zip(variables).skip(self.len()) {
            *part += variable / (count * FACTOR_SIGMA.powi(2));
        }
        gradient
    }
}

/// For each multiset: its patterns, its pairs of patterns, and its threat.
fn code_factors(rule: Rule, side: Side) -> Vec<Vec<u32>> {
    let count = Pattern::COUNT as u32;
    let of = |patterns: [Pattern; 4]| {
        let singles = patterns.iter().map(|&pattern| pattern as u32);
        let pairs = (0..4).flat_map(|j| (0..j).map(move |i| (i, j))).map(|(i, j)| {
            let (a, b) = (patterns[i] as u32, patterns[j] as u32);
            count + a.min(b) * count + a.max(b)
        });
        let threat = count + count * count + Threat::of(patterns, rule, side) as u32;
        singles.chain(pairs).chain([threat]).collect()
    };
    multisets().map(of).collect()
}

/// For each set of threats: one for the turn, the threats and their pairs.
fn set_factors() -> Vec<Vec<u32>> {
    let of = |set: usize| {
        let bits: Vec<u32> = (0..13).filter(|bit| set >> bit & 1 == 1).collect();
        let pairs = bits.iter().flat_map(|a| bits.iter().map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a < b).map(|(a, b)| 14 + a * 13 + b);
        std::iter::once(0).chain(bits.iter().map(|bit| 1 + bit)).chain(pairs).collect()
    };
    (0..ThreatMap::THREAT_MASKS).map(of).collect()
}
