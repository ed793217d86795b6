//! Move overhead: how late the system makes our moves, measured on every move and reserved on the next.

use std::time::Duration;

/// The expected delay between the end of a budget and the answer, on a machine that wakes threads late.
#[derive(Clone, Debug, Default)]
pub struct MoveOverhead(Duration);

impl MoveOverhead {
    /// A longer delay means that the process was suspended, and says nothing about the next move.
    const MAX: Duration = Duration::from_millis(200);

    /// Records how late an answer was; the last moves weigh most, and a single one counts half.
    pub fn observe(&mut self, late: Duration) {
        self.0 = match late {
            late if late > Self::MAX => self.0,
            late if late > self.0 => (self.0 + late) / 2,
            _ => self.0 * 15 / 16,
        };
    }

    /// How late the next answer may be.
    pub fn expected(&self) -> Duration {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_happens_again_is_expected() {
        let ms = Duration::from_millis;
        let mut overhead = MoveOverhead::default();
        assert_eq!(overhead.expected(), ms(0));
        for late in [2, 32, 10_000] {
            overhead.observe(ms(late));
        }
        assert!(
            overhead.expected() > ms(15) && overhead.expected() < ms(20),
            "one alone: {overhead:?}"
        );
        for late in [32, 5, 32, 0, 32] {
            overhead.observe(ms(late));
        }
        assert!(overhead.expected() > ms(25) && overhead.expected() < ms(32), "{overhead:?}");
        for _ in 0..60 {
            overhead.observe(ms(1));
        }
        assert!(overhead.expected() < ms(2), "a machine that has come to rest: {overhead:?}");
    }
}
