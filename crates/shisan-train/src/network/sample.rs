//! Training positions of the network: the line codes of every cell that stones can reach, what the tables
//! say of the position and its moves, and what the games say.

use crate::fit::logistic;
use crate::record::{Choice, NO_VALUE, Record};
use crate::sample::is_quiet;
use gomoku_rules::{Pos, Rule, Side};
use shisan_engine::eval::network_shape::{COUNTED, MAX_COUNT};
use shisan_engine::eval::{Evaluator, WeightSet};
use shisan_engine::pattern::{LineCodes, Position, Threat};

/// No target is nearer to a certain win or loss: no search is that certain.
const UNCERTAINTY: f32 = 0.02;

/// An empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cell {
    pub pos: Pos,
    pub codes: [u16; 4],
    score: i16,
}

impl Cell {
    /// The score of a cell that is not a candidate.
    const NONE: i16 = i16::MIN;

    /// The tables' move score, where the cell is a candidate.
    #[inline]
    pub fn score(&self) -> Option<f32> {
        (self.score != Self::NONE).then(|| f32::from(self.score))
    }
}

/// A position before a searched move.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The number of the game that it comes from.
    pub game: u32,
    /// Whose turn it is.
    pub side: Side,
    /// The tables' value in points.
    pub classical: f32,
    /// How often the side to move, then its opponent, has each threat of [`COUNTED`], at most
    /// [`MAX_COUNT`].
    pub counts: [u8; 2 * COUNTED.len()],
    /// What the value is fitted to, if it is: the result of the game for the side to move, 0 to 1,
    /// unless it has none, chance took over later or the game was given up; and the searched points.
    pub searched: Option<(Option<f32>, f32)>,
    /// The two blended.
    pub target: f32,
    /// The cell that was played, if moves are fitted here.
    pub played: Option<u16>,
    /// The cells that see a stone, and all candidates.
    pub cells: Box<[Cell]>,
}

impl Sample {
    /// Sets what the value should be, as an expected score: `lambda` of the result, the rest of the
    /// searched score.
    pub fn set_target(&mut self, lambda: f32, scale: f32) {
        if let Some((result, score)) = self.searched {
            let searched = logistic(score / scale);
            let blend = |result| lambda * result + (1.0 - lambda) * searched;
            let target = result.map_or(searched, blend);
            self.target = target.clamp(UNCERTAINTY, 1.0 - UNCERTAINTY);
        }
    }
}

/// Makes samples of the games of one rule.
pub(super) struct Sampler {
    weights: WeightSet,
    has_stone: Vec<bool>,
}

impl Sampler {
    pub fn new(rule: Rule) -> Self {
        let codes = LineCodes::of(rule);
        let has_stone = (0..codes.count()).map(|code| codes.has_stone(code as u16)).collect();
        Self { weights: WeightSet::default().classical_only(), has_stone }
    }

    /// The samples of one game.
    pub fn samples(&self, record: &Record, game: u32) -> Vec<Sample> {
        let mut position = Position::new(record.size, record.rule);
        let mut tables = self.weights.evaluator(&position);
        let mut samples = Vec::new();
        for (index, &(pos, choice)) in record.moves.iter().enumerate() {
            let side = position.side_to_move();
            if let Choice::Searched(score) = choice {
                let result = record.outcome_from(index).points(side);
                // Without proven wins and losses a value would be fitted to the attacks that failed.
                let is_valued = score != NO_VALUE && is_quiet(&position);
                let is_free = !score.is_loss()
                    && is_quiet(&position)
                    && position.count_of(!side, Threat::OpenFour) == 0;
                if is_valued || is_free {
                    let (mut sample, played) = self.sample(&position, &mut tables, pos);
                    sample.game = game;
                    sample.searched = is_valued.then_some((result, score.get() as f32));
                    sample.played = played.filter(|_| is_free);
                    if sample.searched.is_some() || sample.played.is_some() {
                        samples.push(sample);
                    }
                }
            }
            position.play(pos);
            tables.push();
        }
        samples
    }

    /// `position` without targets, and the place of the cell `played`, if it is one of two candidates
    /// or more.
    pub fn sample(
        &self,
        position: &Position,
        tables: &mut Evaluator,
        played: Pos,
    ) -> (Sample, Option<u16>) {
        let (map, side) = (position.map(), position.side_to_move());
        let classical = tables.value(position).get() as f32;
        let policy = tables.policy(position);
        let mut near = map.candidates().peekable();
        let (mut cells, mut place, mut candidates) = (Vec::with_capacity(256), None, 0);
        for pos in map.empty().iter() {
            let is_near = near.next_if_eq(&pos).is_some();
            let codes = map.line_codes(pos);
            let is_candidate = is_near && position.is_legal(side, pos);
            if is_candidate {
                candidates += 1;
                place = if pos == played { Some(cells.len() as u16) } else { place };
            }
            if is_candidate || codes.iter().any(|&code| self.has_stone[usize::from(code)]) {
                let score = if is_candidate { policy.score(pos) as i16 } else { Cell::NONE };
                cells.push(Cell { pos, codes, score });
            }
        }
        let counts = std::array::from_fn(|index| {
            let owner = if index < COUNTED.len() { side } else { !side };
            map.count_of(owner, COUNTED[index % COUNTED.len()]).min(MAX_COUNT) as u8
        });
        let cells = cells.into_boxed_slice();
        let sample = Sample {
            game: 0,
            side,
            classical,
            counts,
            searched: None,
            target: 0.5,
            played: None,
            cells,
        };
        (sample, place.filter(|_| candidates > 1))
    }
}
