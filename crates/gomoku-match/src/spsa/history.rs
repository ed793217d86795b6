//! The history of a tuning as a table and as a chart.

use std::fmt::Write;

use super::course::Course;
use crate::chart::{Chart, Level, Point, Series};

/// Comma-separated values: a line for each iteration, with its games won less games lost on the side
/// of the perturbation, and the values after it.
pub fn csv(course: &Course) -> String {
    let mut text = "iteration,points".to_owned();
    for axis in course.ascent().axes() {
        text += ",";
        text += &axis.name;
    }
    text += "\n";
    for (iteration, step) in (1..).zip(course.steps()) {
        // Text never refuses more text.
        let _ = write!(text, "{iteration},{}", step.points);
        for value in &step.values {
            let _ = write!(text, ",{value:.3}");
        }
        text += "\n";
    }
    text
}

/// How far each value has moved, in its steps, over the iterations.
pub fn chart(course: &Course) -> Chart {
    let ascent = course.ascent();
    let series = ascent.axes().iter().enumerate().map(|(place, axis)| {
        let (start, step) = (f64::from(axis.start), f64::from(axis.step));
        let moved = course.steps().iter().map(|state| (state.values[place] - start) / step);
        let points = (1..).zip(moved).map(|(k, y)| Point { x: f64::from(k), y, error: 0.0 });
        let now = ascent.values()[place];
        Series {
            name: format!("{}: {start} to {now:.1}, step {step}", axis.name),
            points: [Point::default()].into_iter().chain(points).collect(),
        }
    });
    Chart {
        title: format!("SPSA, {} of {} iterations", ascent.done(), ascent.iterations()),
        x_label: "iterations".to_owned(),
        y_label: "change in steps".to_owned(),
        series: series.collect(),
        levels: vec![Level { name: "start".to_owned(), y: 0.0 }],
    }
}
