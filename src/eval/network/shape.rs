//! The shape of the network, and the units of its integers.

use crate::pattern::Threat;

/// Channels of a side: numbers in a row.
pub const WIDTH: usize = 16;
/// Numbers in the rows of both sides.
pub const LANES: usize = 2 * WIDTH;
/// Inputs of the value head: pools, threat counts and the classical value, padded with zeros.
pub const INPUTS: usize = 64;
/// Units of its first layer.
pub const HIDDEN1: usize = 32;
/// Units of its second layer.
pub const HIDDEN2: usize = 32;

/// One in rows and features.
pub const ROW_UNIT: i32 = 128;
/// The largest number of a row.
pub const MAX_ROW: i16 = 511;
/// The largest feature.
pub const MAX_FEATURE: i16 = 255;
/// One in inputs and hidden units.
pub const INPUT_UNIT: i32 = 64;
/// The largest hidden unit.
pub const MAX_HIDDEN: i32 = 511;
/// One in the weights of layers.
pub const WEIGHT_UNIT: i32 = 256;
/// The largest weight of a layer.
pub const MAX_WEIGHT: i16 = 2047;
/// The largest bias of a layer.
pub const MAX_BIAS: i32 = 1 << 30;

/// Pools count a feature of one as this part of an input of one.
pub const POOL_PARTS: i32 = 16;
/// The largest input from a pool.
pub const MAX_POOL: i32 = 1023;
/// The threats that are counted, of the side to move and then of its opponent.
pub const COUNTED: [Threat; 9] = [
    Threat::Forbidden,
    Threat::Three,
    Threat::ThreePlus,
    Threat::DoubleThree,
    Threat::Four,
    Threat::FourPlus,
    Threat::FourThree,
    Threat::OpenFour,
    Threat::Five,
];
/// The largest count of a threat.
pub const MAX_COUNT: u32 = 4;
/// What one threat adds to its input.
pub const COUNT_INPUT: i32 = INPUT_UNIT / 2;
/// The largest input from the classical value.
pub const MAX_CLASSICAL: i32 = 511;

/// Where the inputs of each kind begin.
pub const COUNTS_AT: usize = LANES;
/// The place of the classical value.
pub const CLASSICAL_AT: usize = COUNTS_AT + 2 * COUNTED.len();
/// The inputs before the padding, rounded up to pairs.
pub const USED_INPUTS: usize = (CLASSICAL_AT + 1).next_multiple_of(2);

/// Weights of a channel's convolution over the cells around a cell: of the cell, of its four neighbours at
/// an edge, of those at a corner.
pub const TAPS: usize = 3;
/// One in these weights.
pub const TAP_UNIT: i32 = 2048;
/// The largest of them.
pub const MAX_TAP: i16 = 8191;
/// The largest convolved feature; one is [`ROW_UNIT`].
pub const MAX_CONVOLVED: i16 = 511;

/// What a move score weighs: the features of its cell, then the convolved ones.
pub const POLICY_INPUTS: usize = 2 * LANES;
/// Points of a move score in a unit of its logarithm.
pub const POLICY_POINTS: i64 = 24;
/// One in the weights for a move score.
pub const POLICY_UNIT: i32 = 512;
/// The largest of them.
pub const MAX_POLICY_WEIGHT: i32 = 16_383;
