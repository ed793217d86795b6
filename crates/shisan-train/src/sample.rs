//! Training positions: what the evaluation and the move scores are made of in each, counted.

use std::collections::BTreeMap;

use super::model::Layout;
use super::record::{Choice, Record};
use gomoku_rules::{Pos, Side};
use shisan_engine::eval::WeightSet;
use shisan_engine::pattern::{Position, Threat};
use shisan_engine::search::root_moves;

/// A position by what its evaluation counts.
pub(super) struct Sample {
    /// The number of the game that it comes from.
    pub game: u32,
    /// Which parameters count, and how often, in halves.
    pub terms: Box<[(u16, i16)]>,
    /// The result of the game for the side to move, 0 to 1; `None` where it has none, chance took over
    /// later, or the game was given up.
    pub result: Option<f32>,
    /// The searched score for the side to move, in points.
    pub score: f32,
    /// The target of the fit.
    pub target: f32,
}

/// A decision by what the move scores count.
pub(super) struct Decision {
    /// The number of the game that it comes from.
    pub game: u32,
    /// The parameters of each candidate; the played move stands first.
    pub candidates: Box<[[u16; 2]]>,
}

/// The samples and decisions of one game.
pub(super) fn samples(record: &Record, game: u32, layout: &Layout) -> (Vec<Sample>, Vec<Decision>) {
    let mut position = Position::new(record.size, record.rule);
    let mut before = codes(&position, layout);
    let (mut samples, mut decisions) = (Vec::new(), Vec::new());
    for (index, &(pos, choice)) in record.moves.iter().enumerate() {
        let side = position.side_to_move();
        let now = codes(&position, layout);
        if let Choice::Searched(score) = choice {
            if !score.is_loss() {
                decisions.push(decision(&position, pos, game, layout));
            }
            if !score.is_decisive() && is_quiet(&position) {
                let sign = if side == Side::Black { 1 } else { -1 };
                let mut terms = now.clone();
                for (place, count) in before {
                    *terms.entry(place).or_default() += count;
                }
                let set = position.map().threat_mask(side);
                samples.push(Sample {
                    game,
                    terms: terms
                        .into_iter()
                        .filter(|&(_, count)| count != 0)
                        .map(|(place, count)| (place, sign * count))
                        .chain([(layout.initiative(side, set), 2)])
                        .collect(),
                    result: record.outcome_from(index).points(side),
                    score: score.get() as f32,
                    target: 0.5,
                });
            }
        }
        before = now;
        position.play(pos);
    }
    (samples, decisions)
}

/// Whether the evaluation would be asked here: neither side completes a five or makes an open four at once.
pub(super) fn is_quiet(position: &Position) -> bool {
    let side = position.side_to_move();
    position.count_of(side, Threat::Five) == 0
        && position.count_of(side, Threat::OpenFour) == 0
        && position.count_of(!side, Threat::Five) == 0
}

/// How often each multiset occurs on the empty cells: for Black less for White, where both share a
/// parameter.
fn codes(position: &Position, layout: &Layout) -> BTreeMap<u16, i16> {
    let map = position.map();
    let mut counts = BTreeMap::new();
    for pos in map.empty().iter() {
        for (side, sign) in [(Side::Black, 1), (Side::White, -1)] {
            let place = layout.value(side, layout.place_of(map.code(side, pos)));
            *counts.entry(place).or_default() += sign;
        }
    }
    counts
}

fn decision(position: &Position, played: Pos, game: u32, layout: &Layout) -> Decision {
    let side = position.side_to_move();
    let map = position.map();
    let scores = |pos: Pos| {
        [
            layout.own(side, layout.place_of(map.code(side, pos))),
            layout.opponent(side, layout.place_of(map.code(!side, pos))),
        ]
    };
    let mut evaluator = WeightSet::default().classical_only().evaluator(position);
    let moves = root_moves(position, evaluator.policy(position));
    let others = moves.into_iter().filter(|&pos| pos != played);
    Decision { game, candidates: std::iter::once(played).chain(others).map(scores).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::SCALE;
    use gomoku_rules::Rule;

    const GAME: &str = "black h8? i9? h9=5 h7=-5 i8=20 g10=-9 j8=12 g8=3 f11=40 k8=-12 j7=9 g6=-7";

    /// What a sample counts is what the evaluation sums up, but for rounding.
    #[test]
    fn samples_count_what_the_evaluation_sums_up() {
        let weights = WeightSet::default().classical_only();
        let tables = weights.tables(Rule::Freestyle);
        let layout = Layout::new(Rule::Freestyle);
        let (values, scores) = layout.weights(tables);
        let record: Record = format!("freestyle 15x15 1 {GAME}").parse().expect("a record");
        let (samples, decisions) = samples(&record, 0, &layout);
        assert!(samples.len() > 8 && decisions.len() >= samples.len());
        let mut position = Position::new(record.size, record.rule);
        let mut samples = samples.iter();
        for (pos, choice) in &record.moves {
            if *choice != Choice::Random && is_quiet(&position) {
                let sample = samples.next().expect("a sample");
                let points = sample.value(&values) * SCALE;
                assert!((points - weights.value(&position).get() as f32).abs() < 1.5, "{pos}");
            }
            position.play(*pos);
        }
        let again = layout.tables(&values, &scores, tables.provenance.clone());
        assert!(again == *tables, "weights and tables are each other's inverse");
    }

    #[test]
    fn results_count_where_neither_chance_nor_a_missing_proof_stands_between() {
        let results_of = |winner: &str, end: &str| {
            let line = format!("freestyle 15x15 1 {winner} h8? h9=5 i9=5 g7? i8=20 {end}");
            let record = line.parse().expect("a record");
            let (samples, _) = samples(&record, 0, &Layout::new(Rule::Freestyle));
            samples.iter().map(|sample| sample.result).collect::<Vec<_>>()
        };
        let results = |end: &str| results_of("black", end);
        assert_eq!(results_of("unfinished", "j7=-30"), [None; 4]);
        assert_eq!(results("j7=-30"), [None, None, Some(1.0), Some(0.0)]);
        assert_eq!(results("j7=-29990"), [None, None, Some(1.0)]);
        assert_eq!(results("j7=-32000"), [None; 3]);
    }
}
