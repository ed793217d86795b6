//! How late the system makes us: measured on every move, held back from those that follow.

use std::time::Duration;

/// The delays between the end of a budget and the answer: a busy machine wakes nobody in time.
#[derive(Clone, Debug, Default)]
pub struct MoveOverhead(Duration);

impl MoveOverhead {
    /// More is no hiccup but a process that was suspended, and says nothing of the next move.
    const MOST: Duration = Duration::from_millis(200);

    /// Takes note of an answer that came so late; the last moves count most, and one alone by half.
    pub fn observe(&mut self, late: Duration) {
        self.0 = match late {
            late if late > Self::MOST => self.0,
            late if late > self.0 => (self.0 + late) / 2,
            _ => self.0 * 15 / 16,
        };
    }

    /// How late the next answer may come.
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
        let mut hiccup = MoveOverhead::default();
        assert_eq!(hiccup.expected(), ms(0));
        for late in [2, 32, 10_000] {
            hiccup.observe(ms(late));
        }
        assert!(hiccup.expected() > ms(15) && hiccup.expected() < ms(20), "one alone: {hiccup:?}");
        for late in [32, 5, 32, 0, 32] {
            hiccup.observe(ms(late));
        }
        assert!(hiccup.expected() > ms(25) && hiccup.expected() < ms(32), "{hiccup:?}");
        for _ in 0..60 {
            hiccup.observe(ms(1));
        }
        assert!(hiccup.expected() < ms(2), "a machine that has come to rest: {hiccup:?}");
    }
}
