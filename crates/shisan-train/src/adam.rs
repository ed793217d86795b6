//! Adam (adaptive moment estimation): steps down a slope, each variable at its own pace.

use serde::{Deserialize, Serialize};

/// The state of the method.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Adam {
    pub variables: Vec<f32>,
    /// The means of the slopes and of their squares.
    moments: Vec<(f32, f32)>,
    /// Steps done.
    pub steps: i32,
}

impl Adam {
    /// At zero.
    pub fn new(count: usize) -> Self {
        Self { variables: vec![0.0; count], moments: vec![(0.0, 0.0); count], steps: 0 }
    }

    /// Goes down the slopes.
    pub fn step(&mut self, slopes: &[f32], rate: f32) {
        const KEEP: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let bias = (1.0 - KEEP.0.powi(self.steps), 1.0 - KEEP.1.powi(self.steps));
        let each = self.variables.iter_mut().zip(&mut self.moments).zip(slopes);
        for ((variable, (first, second)), slope) in each {
            *first = KEEP.0 * *first + (1.0 - KEEP.0) * slope;
            *second = KEEP.1 * *second + (1.0 - KEEP.1) * slope * slope;
            *variable -= rate * (*first / bias.0) / ((*second / bias.1).sqrt() + 1e-8);
        }
    }
}
