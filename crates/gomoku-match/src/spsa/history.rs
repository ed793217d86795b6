//! The history of a tuning as CSV and as a chart.

use std::fmt::Write;

use super::tuning::Tuning;
use crate::chart::{Chart, Level, Point, Series};

/// One line for each iteration: games won minus games lost by the side with the perturbation added,
/// and the values after it.
pub fn csv(tuning: &Tuning) -> String {
    let mut text = "iteration,points".to_owned();
    for parameter in tuning.spsa().parameters() {
        text += ",";
        text += &parameter.name;
    }
    text += "\n";
    for (iteration, step) in (1..).zip(tuning.steps()) {
        // Writing to a string cannot fail.
        let _ = write!(text, "{iteration},{}", step.points);
        for value in &step.values {
            let _ = write!(text, ",{value:.3}");
        }
        text += "\n";
    }
    text
}

/// How far each parameter has moved, in its steps.
pub fn chart(tuning: &Tuning) -> Chart {
    let spsa = tuning.spsa();
    let series = spsa.parameters().iter().enumerate().map(|(index, parameter)| {
        let (start, step) = (f64::from(parameter.start), f64::from(parameter.step));
        let moved = tuning.steps().iter().map(|state| (state.values[index] - start) / step);
        let points = (1..).zip(moved).map(|(k, y)| Point { x: f64::from(k), y, error: 0.0 });
        let now = spsa.values()[index];
        Series {
            name: format!("{}: {start} to {now:.1}, step {step}", parameter.name),
            points: [Point::default()].into_iter().chain(points).collect(),
        }
    });
    Chart {
        title: format!("SPSA, {} of {} iterations", spsa.done(), spsa.iterations()),
        x_label: "iterations".to_owned(),
        y_label: "change in steps".to_owned(),
        series: series.collect(),
        levels: vec![Level { name: "start".to_owned(), y: 0.0 }],
    }
}
