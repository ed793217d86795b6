//! Adam (adaptive moment estimation): gradient descent with a step size of its own for each variable.

use serde::{Deserialize, Serialize};

/// The state of the optimiser.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Adam {
    pub variables: Vec<f32>,
    /// The means of the gradient and of their squares.
    moments: Vec<(f32, f32)>,
    /// Steps done.
    pub steps: i32,
}

impl Adam {
    /// At zero.
    pub fn new(count: usize) -> Self {
        Self { variables: vec![0.0; count], moments: vec![(0.0, 0.0); count], steps: 0 }
    }

    /// Takes a step down the gradient.
    pub fn step(&mut self, gradient: &[f32], rate: f32) {
        const DECAY: (f32, f32) = (0.9, 0.999);
        self.steps += 1;
        let bias = (1.0 - DECAY.0.powi(self.steps), 1.0 - DECAY.1.powi(self.steps));
        let each = self.variables.iter_mut().zip(&mut self.moments).zip(gradient);
        for ((variable, (first, second)), part) in each {
            *first = DECAY.0 * *first + (1.0 - DECAY.0) * part;
            *second = DECAY.1 * *second + (1.0 - DECAY.1) * part * part;
            *variable -= rate * (*first / bias.0) / ((*second / bias.1).sqrt() + 1e-8);
        }
    }
}
