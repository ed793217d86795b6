//! From the floats of a fit to the integers of a network file.

use super::head::Head;
use super::model::Model;
use super::pass::Pass;
use super::sample::Sample;
use gomoku_rules::Rule;
use shisan_engine::eval::network_shape::{
    INPUT_UNIT, ROW_UNIT, TAP_UNIT, TAPS, WEIGHT_UNIT, WIDTH,
};
use shisan_engine::eval::{Network, NetworkSide};

/// The network for values of the variables. What the rounding of all numbers adds to the values of
/// `samples` on average is taken away again.
pub(super) fn quantized(
    model: &Model,
    variables: &[f32],
    rule: Rule,
    provenance: String,
    samples: &[Sample],
) -> Network {
    let rows = model.rows(variables);
    let heads = model.heads(variables);
    let side = |(side, head): (usize, &Head)| {
        let rounded = |numbers: &[f32], unit: i32| {
            numbers.iter().map(|number| (number * unit as f32).round() as i16).collect()
        };
        let (taps, tap_bias) = model.convolutions(variables)[side].split_at(TAPS * WIDTH);
        NetworkSide {
            rows: rounded(rows[side].as_flattened(), ROW_UNIT),
            bias: rounded(&model.biases(variables)[side], ROW_UNIT),
            taps: rounded(taps, TAP_UNIT),
            tap_bias: rounded(tap_bias, ROW_UNIT),
            ..head.quantized()
        }
    };
    let sides = heads.iter().enumerate().map(side).collect();
    let mut network = Network { rule, provenance, sides };
    let rounded = Model::new(rule, Some(&network));
    let rounded = rounded.weights(&rounded.start(Some(&network), 0));
    let (floats, mut pass) = (model.weights(variables), Pass::default());
    let mut errors = vec![(0.0, 0.0); network.sides.len()];
    for sample in samples {
        let [float, rounded] =
            [&floats, &rounded].map(|weights| pass.forward(weights, sample, false).output());
        let (sum, count) = &mut errors[sample.side.index() % network.sides.len()];
        *sum += f64::from(rounded - float);
        *count += 1.0;
    }
    for (side, (sum, count)) in network.sides.iter_mut().zip(errors) {
        let mean = sum / f64::max(count, 1.0);
        side.output_bias[0] -= (mean * f64::from(WEIGHT_UNIT * INPUT_UNIT)).round() as i32;
    }
    network
}
