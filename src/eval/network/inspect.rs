//! What single lines add to a network's correction of the value.

use super::head;
use super::shape::LANES;
use super::weights::NetworkWeights;
use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::{Direction, Pos};

/// A line through an empty cell, and how the value changes without it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineEffect {
    /// The empty cell.
    pub pos: Pos,
    /// Where the line runs.
    pub direction: Direction,
    /// By how many points the correction for the side to move rises when the row of this line is left out
    /// of its cell.
    pub points: i32,
}

/// The effects of all lines with a stone that counts, in reading order of their cells; `classical` is the
/// value without the network.
pub fn line_effects(
    weights: &NetworkWeights,
    position: &Position,
    classical: Score,
) -> Vec<LineEffect> {
    let map = position.map();
    let correction = |pool: &[i32; LANES]| {
        let inputs = head::inputs(position, pool, classical);
        head::evaluate(weights.head(position.side_to_move()), &inputs).1
    };
    let features = |codes: &[u16]| weights.sum(codes.iter().copied()).features().0.map(i32::from);
    let mut pool = [0_i32; LANES];
    for pos in map.empty().iter() {
        let features = features(&map.line_codes(pos));
        pool.iter_mut().zip(features).for_each(|(sum, feature)| *sum += feature);
    }
    let complete = correction(&pool);
    let mut effects = Vec::new();
    for pos in map.empty().iter() {
        let codes = map.line_codes(pos);
        let all = features(&codes);
        for (i, direction) in Direction::ALL.into_iter().enumerate() {
            if !weights.line_codes().has_stone(codes[i]) {
                continue;
            }
            let others = features(&[&codes[..i], &codes[i + 1..]].concat());
            let without = std::array::from_fn(|lane| pool[lane] - all[lane] + others[lane]);
            effects.push(LineEffect { pos, direction, points: correction(&without) - complete });
        }
    }
    effects
}
