//! The numbers of a network as the evaluator reads them.

use super::file::{Network, NetworkSide};
use super::lanes::Lanes;
use super::shape::{HIDDEN1, HIDDEN2, INPUTS, POLICY_INPUTS, TAPS, WIDTH};
use crate::pattern::LineCodes;
use gomoku_rules::Side;
use wide::{i16x16, i32x8};

/// A network, ready to evaluate.
#[derive(Debug)]
pub struct NetworkWeights {
    line_codes: &'static LineCodes,
    /// By line code, Black's numbers first.
    rows: Box<[Lanes]>,
    /// What the sum of a cell begins with.
    bias: Lanes,
    convolution: Convolution,
    heads: [NetworkHead; 2],
}

/// The convolution of a cell's features with those of its neighbours, by channel.
#[derive(Debug)]
pub struct Convolution {
    pub taps: [Lanes; TAPS],
    pub bias: Lanes,
}

/// The layers for one side to move.
#[derive(Debug)]
pub struct NetworkHead {
    pub hidden1: Layer<{ INPUTS / 2 }, { HIDDEN1 / 8 }>,
    pub hidden2: Layer<{ HIDDEN1 / 2 }, { HIDDEN2 / 8 }>,
    pub output: [i16; HIDDEN2],
    pub output_bias: i32,
    pub policy: Layer<{ HIDDEN1 / 2 }, { POLICY_INPUTS / 8 }>,
}

/// Weights and biases of a layer with this many pairs of inputs and this many times eight outputs.
#[derive(Debug)]
pub struct Layer<const PAIRS: usize, const EIGHTS: usize> {
    /// By pair of inputs, and by eight outputs: two weights of each.
    pub weights: Box<[[i16x16; EIGHTS]; PAIRS]>,
    pub biases: [i32x8; EIGHTS],
}

impl<const PAIRS: usize, const EIGHTS: usize> Layer<PAIRS, EIGHTS> {
    /// A layer of a file, whose weights are listed by output.
    fn new(weights: &[i16], biases: &[i32]) -> Self {
        let mut layer = Self {
            weights: Box::new([[i16x16::ZERO; EIGHTS]; PAIRS]),
            biases: [i32x8::ZERO; EIGHTS],
        };
        for (output, of_output) in weights.chunks_exact(2 * PAIRS).enumerate() {
            for (input, &weight) in of_output.iter().enumerate() {
                let place = 2 * (output % 8) + input % 2;
                layer.weights[input / 2][output / 8].as_mut_array()[place] = weight;
            }
        }
        for (eight, biases) in layer.biases.iter_mut().zip(biases.as_chunks::<8>().0) {
            *eight = i32x8::new(*biases);
        }
        layer
    }
}

impl NetworkWeights {
    /// The numbers of a file.
    pub fn new(network: &Network) -> Self {
        let line_codes = LineCodes::of(network.rule);
        let sides = Side::BOTH.map(|side| &network.sides[side.index() % network.sides.len()]);
        let row = |code: u16| {
            let mut row = Lanes::default();
            let codes = [code, line_codes.swapped(code)].map(usize::from);
            for ((lanes, side), code) in row.0.chunks_exact_mut(WIDTH).zip(sides).zip(codes) {
                lanes.copy_from_slice(&side.rows[code * WIDTH..][..WIDTH]);
            }
            row
        };
        let rows = (0..line_codes.count() as u16).map(row).collect();
        let both = |numbers: fn(&NetworkSide) -> &[i16]| {
            let mut lanes = Lanes::default();
            for (lanes, side) in lanes.0.chunks_exact_mut(WIDTH).zip(sides) {
                lanes.copy_from_slice(numbers(side));
            }
            lanes
        };
        let convolution = Convolution {
            taps: [
                both(|side| &side.taps[..WIDTH]),
                both(|side| &side.taps[WIDTH..2 * WIDTH]),
                both(|side| &side.taps[2 * WIDTH..]),
            ],
            bias: both(|side| &side.tap_bias),
        };
        let head = |side: &NetworkSide| NetworkHead {
            hidden1: Layer::new(&side.hidden1, &side.bias1),
            hidden2: Layer::new(&side.hidden2, &side.bias2),
            output: array(&side.output),
            output_bias: side.output_bias[0],
            policy: Layer::new(&side.policy_hidden, &side.policy),
        };
        Self {
            line_codes,
            rows,
            bias: both(|side| &side.bias),
            convolution,
            heads: sides.map(head),
        }
    }

    /// The line codes of the rule.
    #[inline]
    pub fn line_codes(&self) -> &'static LineCodes {
        self.line_codes
    }

    /// The row of a line code.
    #[inline]
    pub fn row(&self, code: u16) -> &Lanes {
        &self.rows[usize::from(code)]
    }

    /// The sum of the rows of these line codes with the bias: that of a cell, if they are all of its lines.
    pub fn sum(&self, codes: impl IntoIterator<Item = u16>) -> Lanes {
        let mut sum = self.bias;
        for code in codes {
            sum.add(self.row(code));
        }
        sum
    }

    /// The convolution.
    #[inline]
    pub fn convolution(&self) -> &Convolution {
        &self.convolution
    }

    /// The layers for `side` to move.
    #[inline]
    pub fn head(&self, side: Side) -> &NetworkHead {
        &self.heads[side.index()]
    }
}

fn array<const N: usize>(numbers: &[i16]) -> [i16; N] {
    let mut array = [0; N];
    array.copy_from_slice(numbers);
    array
}
