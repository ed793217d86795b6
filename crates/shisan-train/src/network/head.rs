//! The layers between the sums over the board and the value and move scores.

use std::slice;

use fastrand::Rng;

use shisan_engine::eval::network_shape::{
    CLASSICAL_AT, COUNTED, COUNTS_AT, HIDDEN1, HIDDEN2, INPUT_UNIT, INPUTS, LANES, POLICY_INPUTS,
    WEIGHT_UNIT, WIDTH,
};
use shisan_engine::eval::{NetworkSide, network_shape as shape};

/// The largest weight of a layer.
const MAX_WEIGHT: f32 = shape::MAX_WEIGHT as f32 / WEIGHT;
/// One in the integers of a layer's weights.
const WEIGHT: f32 = WEIGHT_UNIT as f32;
/// One in those of its biases.
const BIAS: f32 = (WEIGHT_UNIT * INPUT_UNIT) as f32;

/// The head of one side, or the gradient of one. Layers are stored by input, so that loops run over
/// outputs.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Head {
    pub hidden1: [[f32; HIDDEN1]; INPUTS],
    pub bias1: [f32; HIDDEN1],
    pub hidden2: [[f32; HIDDEN2]; HIDDEN1],
    pub bias2: [f32; HIDDEN2],
    pub output: [f32; HIDDEN2],
    pub output_bias: f32,
    pub policy: [f32; POLICY_INPUTS],
    pub policy_hidden: [[f32; POLICY_INPUTS]; HIDDEN1],
}

impl Head {
    /// How many numbers it has.
    pub const LEN: usize =
        HIDDEN1 * (INPUTS + 1 + HIDDEN2 + POLICY_INPUTS) + 2 * HIDDEN2 + 1 + POLICY_INPUTS;

    pub const ZERO: Self = Self {
        hidden1: [[0.0; HIDDEN1]; INPUTS],
        bias1: [0.0; HIDDEN1],
        hidden2: [[0.0; HIDDEN2]; HIDDEN1],
        bias2: [0.0; HIDDEN2],
        output: [0.0; HIDDEN2],
        output_bias: 0.0,
        policy: [0.0; POLICY_INPUTS],
        policy_hidden: [[0.0; POLICY_INPUTS]; HIDDEN1],
    };

    /// A start whose output is zero. The sums of both sides are large and nearly alike at first, so
    /// units see their difference.
    pub fn random(random: &mut Rng) -> Self {
        let mut head = Self::ZERO;
        for unit in 0..HIDDEN1 {
            for (mover, other, sigma) in
                [(0, WIDTH, 0.25), (COUNTS_AT, COUNTS_AT + COUNTED.len(), 0.15)]
            {
                for index in 0..other - mover {
                    let weight = sigma * normal(random);
                    head.hidden1[mover + index][unit] = weight;
                    head.hidden1[other + index][unit] = -weight;
                }
            }
            head.hidden1[CLASSICAL_AT][unit] = 0.3 * normal(random);
            head.bias1[unit] = 0.5 + random.f32();
            head.hidden2[unit] = std::array::from_fn(|_| 0.25 * normal(random));
        }
        head.bias2 = [0.3; HIDDEN2];
        head
    }

    /// The head of a network.
    pub fn of(side: &NetworkSide) -> Self {
        let mut head = Self::ZERO;
        let weight = |number: i16| f32::from(number) / WEIGHT;
        let bias = |number: i32| number as f32 / BIAS;
        untranspose(&mut head.hidden1, &side.hidden1, weight);
        untranspose(&mut head.hidden2, &side.hidden2, weight);
        untranspose(&mut head.policy_hidden, &side.policy_hidden, weight);
        let bias1 = side.bias1.iter().zip(rounding1(&side.hidden1)).map(|(bias, part)| bias - part);
        copy(&mut head.bias1, &bias1.collect::<Vec<_>>(), bias);
        copy(&mut head.bias2, &side.bias2, |number| bias(number - ROUNDING));
        copy(&mut head.policy, &side.policy, bias);
        copy(&mut head.output, &side.output, weight);
        copy(slice::from_mut(&mut head.output_bias), &side.output_bias, bias);
        head
    }

    fn parts(&self) -> [&[f32]; 8] {
        [
            self.hidden1.as_flattened(),
            &self.bias1,
            self.hidden2.as_flattened(),
            &self.bias2,
            &self.output,
            slice::from_ref(&self.output_bias),
            &self.policy,
            self.policy_hidden.as_flattened(),
        ]
    }

    fn parts_mut(&mut self) -> [&mut [f32]; 8] {
        [
            self.hidden1.as_flattened_mut(),
            &mut self.bias1,
            self.hidden2.as_flattened_mut(),
            &mut self.bias2,
            &mut self.output,
            slice::from_mut(&mut self.output_bias),
            &mut self.policy,
            self.policy_hidden.as_flattened_mut(),
        ]
    }

    /// All numbers in a row.
    pub fn flat(&self) -> Vec<f32> {
        self.parts().concat()
    }

    /// The head with these numbers.
    pub fn from_flat(mut numbers: &[f32]) -> Self {
        let mut head = Self::ZERO;
        for part in head.parts_mut() {
            let (of_part, rest) = numbers.split_at(part.len());
            part.copy_from_slice(of_part);
            numbers = rest;
        }
        head
    }

    /// Adds another head.
    pub fn add(&mut self, other: &Self) {
        for (sum, part) in self.parts_mut().into_iter().zip(other.parts()) {
            sum.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
        }
    }

    /// Multiplies all numbers.
    pub fn scale(&mut self, by: f32) {
        self.parts_mut().into_iter().flatten().for_each(|number| *number *= by);
    }

    /// Keeps the weights in the range of the file.
    pub fn clip(&mut self) {
        let [hidden1, _, hidden2, _, output, _, _, policy_hidden] = self.parts_mut();
        for weight in [hidden1, hidden2, output, policy_hidden].into_iter().flatten() {
            *weight = weight.clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }

    /// The head in integers, without what stands before it.
    pub fn quantized(&self) -> NetworkSide {
        let weight = |number: f32| (number * WEIGHT).round() as i16;
        let bias = |number: f32| (number * BIAS).round() as i32;
        let hidden1: Vec<i16> = transposed(&self.hidden1).map(weight).collect();
        let bias1 = self.bias1.iter().zip(rounding1(&hidden1)).map(|(b, part)| bias(*b) + part);
        NetworkSide {
            bias1: bias1.collect(),
            hidden1,
            hidden2: transposed(&self.hidden2).map(weight).collect(),
            bias2: self.bias2.map(|number| bias(number) + ROUNDING).to_vec(),
            output: self.output.map(weight).to_vec(),
            output_bias: vec![bias(self.output_bias)],
            policy: self.policy.map(bias).to_vec(),
            policy_hidden: transposed(&self.policy_hidden).map(weight).collect(),
            ..NetworkSide::default()
        }
    }
}

/// Half of a hidden unit's step: added to a bias, it makes of the integers' rounding down a rounding to
/// the nearest.
const ROUNDING: i32 = WEIGHT_UNIT / 2;

/// The same for each unit of the first layer, and for the sums over the board, its first inputs, half of
/// a step by their weights.
fn rounding1(hidden1: &[i16]) -> impl Iterator<Item = i32> + '_ {
    let halves = |weights: &[i16]| weights[..LANES].iter().map(|&weight| i32::from(weight)).sum();
    hidden1.chunks_exact(INPUTS).map(move |weights| i32::div_euclid(halves(weights), 2) + ROUNDING)
}

/// A layer by output.
fn transposed<const N: usize>(layer: &[[f32; N]]) -> impl Iterator<Item = f32> + '_ {
    (0..N).flat_map(|output| layer.iter().map(move |weights| weights[output]))
}

/// A layer by input from one by output.
fn untranspose<const N: usize>(
    layer: &mut [[f32; N]],
    numbers: &[i16],
    scaled: impl Fn(i16) -> f32,
) {
    let inputs = layer.len();
    for (output, weights) in numbers.chunks_exact(inputs).enumerate() {
        for (input, &weight) in weights.iter().enumerate() {
            layer[input][output] = scaled(weight);
        }
    }
}

fn copy<T: Copy>(to: &mut [f32], from: &[T], scaled: impl Fn(T) -> f32) {
    to.iter_mut().zip(from).for_each(|(to, &from)| *to = scaled(from));
}

/// A number of the standard normal distribution, nearly: twelve even ones summed up.
pub(super) fn normal(random: &mut Rng) -> f32 {
    (0..12).map(|_| random.f32()).sum::<f32>() - 6.0
}
