//! The file of a network: its integers by side, which `shisan train` fits to our own games.
//!
//! The weights are, for each side, the fields of [`NetworkSide`] in their order.

use super::shape::{
    HIDDEN1, HIDDEN2, INPUTS, MAX_BIAS, MAX_ROW, MAX_TAP, MAX_WEIGHT, POLICY_INPUTS, TAPS, WIDTH,
};
use crate::eval::file::{FileHeader, NETWORK, sides_of};
use crate::pattern::LineCodes;
use gomoku_rules::Rule;

/// The contents of a network's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    /// The rule of the games that it was trained on.
    pub rule: Rule,
    /// Where it comes from, in free text.
    pub provenance: String,
    /// One for both sides, or one for each.
    pub sides: Vec<NetworkSide>,
}

/// The numbers of one side; see [`shape`](super::shape) for their units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NetworkSide {
    /// A row a line code, as the side sees the line.
    pub rows: Vec<i16>,
    /// What the sum of every cell begins with; zero or less, so that cells far from all stones have no
    /// features.
    pub bias: Vec<i16>,
    /// The convolution of the features of a cell and its neighbours: a number a channel for each of
    /// [`TAPS`].
    pub taps: Vec<i16>,
    /// What each convolved feature begins with.
    pub tap_bias: Vec<i16>,
    /// First layer of the value head: a row of weights an output.
    pub hidden1: Vec<i16>,
    /// Its biases.
    pub bias1: Vec<i32>,
    /// Second layer, likewise.
    pub hidden2: Vec<i16>,
    /// Its biases.
    pub bias2: Vec<i32>,
    /// Third layer: one output.
    pub output: Vec<i16>,
    /// Its bias.
    pub output_bias: Vec<i32>,
    /// The weights for a cell's move score: of the mover's features and its opponent's, then of the
    /// convolved ones likewise.
    pub policy: Vec<i32>,
    /// What the first layer adds to them: a row of weights each.
    pub policy_hidden: Vec<i16>,
}

impl NetworkSide {
    /// How many two-byte and four-byte numbers each field has.
    fn lengths(rule: Rule) -> [(usize, usize); 8] {
        [
            (LineCodes::of(rule).count() * WIDTH, 0),
            (WIDTH, 0),
            (TAPS * WIDTH, 0),
            (WIDTH, 0),
            (HIDDEN1 * INPUTS, HIDDEN1),
            (HIDDEN2 * HIDDEN1, HIDDEN2),
            (HIDDEN2, 1),
            (POLICY_INPUTS * HIDDEN1, POLICY_INPUTS),
        ]
    }

    fn fields(&self) -> [(&[i16], &[i32]); 8] {
        [
            (&self.rows, &[]),
            (&self.bias, &[]),
            (&self.taps, &[]),
            (&self.tap_bias, &[]),
            (&self.hidden1, &self.bias1),
            (&self.hidden2, &self.bias2),
            (&self.output, &self.output_bias),
            (&self.policy_hidden, &self.policy),
        ]
    }

    /// Whether all numbers are within the limits of the shape, so that no sum overflows.
    fn is_in_range(&self) -> bool {
        let [(rows, _), (bias, _), (taps, _), (tap_bias, _), layers @ ..] = self.fields();
        rows.iter().all(|row| (-MAX_ROW..=MAX_ROW).contains(row))
            && bias.iter().all(|bias| (-MAX_ROW..=0).contains(bias))
            && taps.iter().all(|tap| (-MAX_TAP..=MAX_TAP).contains(tap))
            && tap_bias.iter().all(|bias| (-MAX_ROW..=MAX_ROW).contains(bias))
            && layers.into_iter().all(|(weights, biases)| {
                weights.iter().all(|weight| (-MAX_WEIGHT..=MAX_WEIGHT).contains(weight))
                    && biases.iter().all(|bias| (-MAX_BIAS..=MAX_BIAS).contains(bias))
            })
    }
}

impl Network {
    /// The file's bytes.
    pub fn write(&self) -> Vec<u8> {
        let mut weights = Vec::new();
        for (short, long) in self.sides.iter().flat_map(NetworkSide::fields) {
            weights.extend(short.iter().flat_map(|number| number.to_le_bytes()));
            weights.extend(long.iter().flat_map(|number| number.to_le_bytes()));
        }
        let header = FileHeader { rule: self.rule, provenance: self.provenance.clone() };
        NETWORK.write(&header, &weights)
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it is not a network's file, of another version, cut short, damaged, or has numbers out of range;
    /// in one line.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let bytes_of = |(short, long): (usize, usize)| 2 * short + 4 * long;
        let side = |rule| NetworkSide::lengths(rule).into_iter().map(bytes_of).sum::<usize>();
        let (header, mut rest) = NETWORK.read(bytes, |rule| sides_of(rule) * side(rule))?;
        let mut take = |(short, long): (usize, usize)| {
            let (shorts, after) = rest.split_at(2 * short);
            let (longs, after) = after.split_at(4 * long);
            rest = after;
            let shorts = shorts.chunks_exact(2).map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
            let four = |four: &[u8]| i32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            (shorts.collect(), longs.chunks_exact(4).map(four).collect())
        };
        let mut side = || {
            let lengths = NetworkSide::lengths(header.rule);
            let (rows, _): (_, Vec<i32>) = take(lengths[0]);
            let (bias, _): (_, Vec<i32>) = take(lengths[1]);
            let (taps, _): (_, Vec<i32>) = take(lengths[2]);
            let (tap_bias, _): (_, Vec<i32>) = take(lengths[3]);
            let (hidden1, bias1) = take(lengths[4]);
            let (hidden2, bias2) = take(lengths[5]);
            let (output, output_bias) = take(lengths[6]);
            let (policy_hidden, policy) = take(lengths[7]);
            NetworkSide {
                rows,
                bias,
                taps,
                tap_bias,
                hidden1,
                bias1,
                hidden2,
                bias2,
                output,
                output_bias,
                policy,
                policy_hidden,
            }
        };
        let sides: Vec<_> = (0..sides_of(header.rule)).map(|_| side()).collect();
        if !sides.iter().all(NetworkSide::is_in_range) {
            return Err("the network file has numbers out of range".to_owned());
        }
        Ok(Self { rule: header.rule, provenance: header.provenance, sides })
    }
}
