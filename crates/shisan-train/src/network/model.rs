//! What is fitted: rows of a line code as sums of simpler terms, and the heads.

use std::ops::Range;

use fastrand::Rng;

use super::convolution::Convolution;
use super::head::{Head, normal};
use super::lanes::Lanes;
use gomoku_rules::{Rule, Side};
use shisan_engine::eval::network_shape::{LANES, ROW_UNIT, TAP_UNIT, TAPS, WIDTH};
use shisan_engine::eval::{Network, NetworkSide, network_shape as shape, sides_of};
use shisan_engine::pattern::{LineCodes, Pattern};

/// The largest number of a row.
const MAX_ROW: f32 = shape::MAX_ROW as f32 / ROW_UNIT as f32;
/// The largest weight of a convolution.
const MAX_TAP: f32 = shape::MAX_TAP as f32 / TAP_UNIT as f32;
/// Numbers of a side's convolution: those of [`TAPS`], then the biases.
const CONVOLUTION: usize = (TAPS + 1) * WIDTH;

/// The network as a pass uses it.
pub(super) struct Weights {
    /// By line code: the row of Black, then that of White, who sees the colours swapped.
    pub rows: Vec<[f32; LANES]>,
    /// What the sum of every cell begins with, likewise.
    pub bias: [f32; LANES],
    /// Likewise.
    pub convolution: Convolution,
    /// One for both sides, or one for each.
    pub heads: Vec<Head>,
}

impl Weights {
    /// A network of zeros, to sum up gradients in.
    pub fn zero(codes: usize, sides: usize) -> Self {
        let rows = vec![[0.0; LANES]; codes];
        let convolution = Convolution::default();
        Self { rows, bias: [0.0; LANES], convolution, heads: vec![Head::ZERO; sides] }
    }

    /// The head of the side to move.
    pub fn head(&self, side: Side) -> &Head {
        &self.heads[side.index() % self.heads.len()]
    }
}

/// Places of the variables that a row is the sum of.
#[derive(Clone, Copy, Debug)]
struct Terms {
    halves: [usize; 2],
    patterns: usize,
    rest: usize,
}

/// The variables of a network: for each of its sides the rows of the halves of a line, those of the pairs
/// of patterns, and what is left of each line code; then the biases of cells, the convolutions, the heads.
pub(super) struct Model {
    codes: &'static LineCodes,
    /// For each side and code the terms of its row, but for codes without a stone: their rows are zero.
    terms: Vec<Vec<Option<Terms>>>,
    /// What rows start from, by side and code.
    base: Vec<Vec<[f32; WIDTH]>>,
    /// The number of each code with the colours swapped.
    swapped: Vec<u16>,
    /// Where the biases begin.
    biases: usize,
    /// Where the convolutions begin.
    convolutions: usize,
    /// Where the heads begin.
    heads: usize,
}

impl Model {
    /// The model for `rule`; rows are the sums of their terms and those of the network `base`.
    pub fn new(rule: Rule, base: Option<&Network>) -> Self {
        let codes = LineCodes::of(rule);
        let numbers = || (0..codes.count()).map(|code| code as u16);
        let sides = sides_of(rule);
        let pairs = Pattern::COUNT * Pattern::COUNT;
        let of_side = WIDTH * (codes.halves() + pairs + codes.count());
        let terms = |side: usize, code: u16| {
            let start = of_side * side;
            let halves = codes.halves_of(code).map(|half| start + WIDTH * usize::from(half));
            // As the side sees it, and by its own rules.
            let [own, other] = if side == 0 {
                codes.patterns(code)
            } else {
                let [other, own] = codes.patterns(codes.swapped(code));
                [own, other]
            };
            let pair = own as usize * Pattern::COUNT + other as usize;
            let patterns = start + WIDTH * (codes.halves() + pair);
            let rest = start + WIDTH * (codes.halves() + pairs + usize::from(code));
            codes.has_stone(code).then_some(Terms { halves, patterns, rest })
        };
        let base = (0..sides).map(|side| {
            let Some(network) = base else { return vec![[0.0; WIDTH]; codes.count()] };
            let (rows, _) = network.sides[side].rows.as_chunks::<WIDTH>();
            rows.iter().map(|row| row.map(|number| f32::from(number) / ROW_UNIT as f32)).collect()
        });
        Self {
            codes,
            terms: (0..sides)
                .map(|side| numbers().map(|code| terms(side, code)).collect())
                .collect(),
            base: base.collect(),
            swapped: numbers().map(|code| codes.swapped(code)).collect(),
            biases: sides * of_side,
            convolutions: sides * (of_side + WIDTH),
            heads: sides * (of_side + WIDTH + CONVOLUTION),
        }
    }

    /// How many sides the network tells apart.
    pub fn sides(&self) -> usize {
        self.terms.len()
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.heads + self.sides() * Head::LEN
    }

    /// Where to start: from `base`, or at random with an output of zero.
    pub fn start(&self, base: Option<&Network>, seed: u64) -> Vec<f32> {
        /// Mean and sigma of the halves' rows: sums over a cell's lines begin in the range that counts.
        const HALF: (f32, f32) = (0.1, 0.1);
        let mut variables = vec![0.0; self.variables()];
        let mut random = Rng::with_seed(seed);
        if base.is_none() {
            for terms in self.terms.iter().flat_map(|side| side.iter().flatten()) {
                for half in terms.halves {
                    for variable in &mut variables[half..half + WIDTH] {
                        if *variable == 0.0 {
                            *variable = HALF.0 + HALF.1 * normal(&mut random);
                        }
                    }
                }
            }
        }
        if let Some(network) = base {
            let bias = network.sides.iter().flat_map(|side| &side.bias);
            for (variable, &number) in
                variables[self.biases..self.convolutions].iter_mut().zip(bias)
            {
                *variable = f32::from(number) / ROW_UNIT as f32;
            }
        }
        let convolutions = variables[self.convolutions_at()].chunks_exact_mut(CONVOLUTION);
        for (side, place) in convolutions.enumerate() {
            start_convolution(place, base.map(|network| &network.sides[side]), &mut random);
        }
        let heads = variables[self.heads..].chunks_exact_mut(Head::LEN);
        for (side, place) in heads.enumerate() {
            let head = match base {
                Some(network) => Head::of(&network.sides[side]),
                None => Head::random(&mut random),
            };
            place.copy_from_slice(&head.flat());
        }
        variables
    }

    /// The rows of each side by code, as the side sees it.
    pub fn rows(&self, variables: &[f32]) -> Vec<Vec<[f32; WIDTH]>> {
        let row = |base: &[f32; WIDTH], terms: &Option<Terms>| {
            let mut row = *base;
            if let Some(terms) = terms {
                for start in terms.starts() {
                    add(&mut row, &variables[start..start + WIDTH]);
                }
            }
            row
        };
        let side = |(base, terms): (&Vec<_>, &Vec<_>)| {
            base.iter().zip(terms).map(|(base, terms)| row(base, terms)).collect()
        };
        self.base.iter().zip(&self.terms).map(side).collect()
    }

    /// What the sum of every cell begins with, for each side.
    pub fn biases<'a>(&self, variables: &'a [f32]) -> &'a [[f32; WIDTH]] {
        variables[self.biases..self.convolutions].as_chunks().0
    }

    /// The convolution of each side: [`TAPS`], then the biases.
    pub fn convolutions<'a>(&self, variables: &'a [f32]) -> &'a [[f32; CONVOLUTION]] {
        variables[self.convolutions_at()].as_chunks().0
    }

    /// Where the convolutions are among the variables.
    pub fn convolutions_at(&self) -> Range<usize> {
        self.convolutions..self.heads
    }

    /// The heads.
    pub fn heads(&self, variables: &[f32]) -> Vec<Head> {
        variables[self.heads..].chunks_exact(Head::LEN).map(Head::from_flat).collect()
    }

    /// The network for values of the variables.
    pub fn weights(&self, variables: &[f32]) -> Weights {
        let sides = self.rows(variables);
        let (black, white) = (&sides[0], &sides[sides.len() - 1]);
        let both = |(code, &swapped): (usize, &u16)| {
            let mut row = [0.0; LANES];
            row[..WIDTH].copy_from_slice(&black[code]);
            row[WIDTH..].copy_from_slice(&white[usize::from(swapped)]);
            row
        };
        let rows = self.swapped.iter().enumerate().map(both).collect();
        let biases = self.biases(variables);
        let mut bias = [0.0; LANES];
        bias[..WIDTH].copy_from_slice(&biases[0]);
        bias[WIDTH..].copy_from_slice(&biases[biases.len() - 1]);
        let mut convolution = Convolution::default();
        let of_sides = self.convolutions(variables);
        for (index, side) in [&of_sides[0], &of_sides[of_sides.len() - 1]].into_iter().enumerate() {
            for (lanes, part) in convolution.parts_mut().into_iter().zip(side.as_chunks().0) {
                *lanes_of(lanes, index) = *part;
            }
        }
        Weights { rows, bias, convolution, heads: self.heads(variables) }
    }

    /// The gradient by variable, from that by number of the network.
    pub fn gradient(&self, of: &Weights) -> Vec<f32> {
        let mut gradient = vec![0.0; self.variables()];
        for (code, (both, &swapped)) in of.rows.iter().zip(&self.swapped).enumerate() {
            let codes = [code, usize::from(swapped)];
            for (index, (part, code)) in both.chunks_exact(WIDTH).zip(codes).enumerate() {
                let side = index % self.sides();
                if let Some(terms) = &self.terms[side][code] {
                    for start in terms.starts() {
                        add(&mut gradient[start..start + WIDTH], part);
                    }
                }
            }
        }
        for (index, part) in of.bias.chunks_exact(WIDTH).enumerate() {
            let start = self.biases + WIDTH * (index % self.sides());
            add(&mut gradient[start..start + WIDTH], part);
        }
        for (part, lanes) in of.convolution.parts().into_iter().enumerate() {
            for (index, lanes) in lanes.chunks_exact(WIDTH).enumerate() {
                let side = index % self.sides();
                let start = self.convolutions + CONVOLUTION * side + WIDTH * part;
                add(&mut gradient[start..start + WIDTH], lanes);
            }
        }
        let heads = gradient[self.heads..].chunks_exact_mut(Head::LEN);
        for (place, head) in heads.zip(&of.heads) {
            place.copy_from_slice(&head.flat());
        }
        gradient
    }

    /// Draws what is left of each code towards zero, by this share, so that rare codes are what their
    /// terms say, and keeps all numbers in the range of the file.
    pub fn restrain(&self, variables: &mut [f32], share: f32) {
        for (base, terms) in self.base.iter().zip(&self.terms) {
            for (base, terms) in base.iter().zip(terms) {
                let Some(terms) = terms else { continue };
                let mut others = *base;
                for start in &terms.starts()[..3] {
                    add(&mut others, &variables[*start..start + WIDTH]);
                }
                let rest = &mut variables[terms.rest..terms.rest + WIDTH];
                for (rest, others) in rest.iter_mut().zip(others) {
                    let row = others + *rest * (1.0 - share);
                    *rest = row.clamp(-MAX_ROW, MAX_ROW) - others;
                }
            }
        }
        for bias in &mut variables[self.biases..self.convolutions] {
            *bias = bias.clamp(-MAX_ROW, 0.0);
        }
        for place in variables[self.convolutions_at()].chunks_exact_mut(CONVOLUTION) {
            let (taps, bias) = place.split_at_mut(TAPS * WIDTH);
            for tap in taps {
                *tap = tap.clamp(-MAX_TAP, MAX_TAP);
            }
            for bias in bias {
                *bias = bias.clamp(-MAX_ROW, MAX_ROW);
            }
        }
        for place in variables[self.heads..].chunks_exact_mut(Head::LEN) {
            let mut head = Head::from_flat(place);
            head.clip();
            place.copy_from_slice(&head.flat());
        }
    }

    /// How many line codes there are.
    pub fn codes(&self) -> usize {
        self.codes.count()
    }
}

impl Terms {
    fn starts(&self) -> [usize; 4] {
        [self.halves[0], self.halves[1], self.patterns, self.rest]
    }
}

/// Where the convolution of a side starts: from that of a network, or at random; the weights of what it
/// finds are zero then.
fn start_convolution(place: &mut [f32], base: Option<&NetworkSide>, random: &mut Rng) {
    let (taps, bias) = place.split_at_mut(TAPS * WIDTH);
    if let Some(side) = base {
        for (tap, &number) in taps.iter_mut().zip(&side.taps) {
            *tap = f32::from(number) / TAP_UNIT as f32;
        }
        for (bias, &number) in bias.iter_mut().zip(&side.tap_bias) {
            *bias = f32::from(number) / ROW_UNIT as f32;
        }
    } else {
        for (index, tap) in taps.iter_mut().enumerate() {
            *tap = f32::from(u8::from(index < WIDTH)) + 0.25 * normal(random);
        }
        for bias in bias {
            *bias = 0.1 * normal(random) - 0.2;
        }
    }
}

/// The lanes that Black or White sees.
fn lanes_of(lanes: &mut Lanes, index: usize) -> &mut [f32; WIDTH] {
    &mut lanes.as_chunks_mut().0[index]
}

fn add(sum: &mut [f32], part: &[f32]) {
    sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
}
