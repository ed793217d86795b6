//! Linear equations with a positive definite matrix, by Cholesky's factors.

/// A factored matrix: lower triangular, and its product with its transpose is the matrix.
#[derive(Clone, Debug)]
pub(crate) struct Cholesky(Vec<Vec<f64>>);

impl Cholesky {
    /// Factors a symmetric, positive definite matrix, of which the lower triangle is read.
    pub fn of(mut matrix: Vec<Vec<f64>>) -> Self {
        for row in 0..matrix.len() {
            let (above, rest) = matrix.split_at_mut(row);
            let current = &mut rest[0];
            for (column, other) in above.iter().enumerate() {
                let known = dot(&current[..column], &other[..column]);
                current[column] = (current[column] - known) / other[column];
            }
            let known = dot(&current[..row], &current[..row]);
            current[row] = (current[row] - known).sqrt();
        }
        Self(matrix)
    }

    /// The solution of the equations with this right side.
    pub fn solve(&self, right: &[f64]) -> Vec<f64> {
        let Self(factor) = self;
        let mut solution = right.to_vec();
        for (row, factors) in factor.iter().enumerate() {
            let known = dot(&factors[..row], &solution[..row]);
            solution[row] = (solution[row] - known) / factors[row];
        }
        for (row, factors) in factor.iter().enumerate().rev() {
            let value = solution[row] / factors[row];
            solution[row] = value;
            for (before, factor) in solution[..row].iter_mut().zip(factors) {
                *before -= factor * value;
            }
        }
        solution
    }

    /// The inverse of the matrix, by rows.
    pub fn inverse(&self) -> Vec<Vec<f64>> {
        let unit = |index| {
            let mut unit = vec![0.0; self.0.len()];
            unit[index] = 1.0;
            self.solve(&unit)
        };
        (0..self.0.len()).map(unit).collect()
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_times_the_matrix_is_one() {
        let mut random = fastrand::Rng::with_seed(3);
        for size in [1, 2, 3, 7, 20] {
            let base: Vec<Vec<f64>> =
                (0..size).map(|_| (0..size).map(|_| random.f64() - 0.5).collect()).collect();
            // The product with the transpose is positive definite, with something on the diagonal.
            let entry =
                |i: usize, j: usize| dot(&base[i], &base[j]) + if i == j { 0.1 } else { 0.0 };
            let matrix: Vec<Vec<f64>> =
                (0..size).map(|i| (0..size).map(|j| entry(i, j)).collect()).collect();
            let inverse = Cholesky::of(matrix.clone()).inverse();
            for (i, row) in inverse.iter().enumerate() {
                for (j, column) in matrix.iter().enumerate() {
                    // Both are symmetric.
                    let product = dot(row, column);
                    let expected = if i == j { 1.0 } else { 0.0 };
                    assert!((product - expected).abs() < 1e-9, "{size}: {i},{j}: {product}");
                }
            }
        }
    }
}
