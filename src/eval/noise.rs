//! Noise: a random number for each key, the same on every machine. With it an evaluator misjudges.

/// Random numbers that follow from a seed and a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noise(u64);

impl Noise {
    /// The noise of a seed.
    pub const fn new(seed: u64) -> Self {
        Self(scramble(seed))
    }

    /// A number for `key` in `-range..=range`, each of them as likely.
    #[inline]
    pub fn within(self, range: u32, key: u64) -> i32 {
        let width = 2 * u64::from(range) + 1;
        (self.below(width, key) as i64 - i64::from(range)) as i32
    }

    /// Whether what happens to `permille` keys of 1000 happens to `key`.
    pub fn happens(self, permille: u32, key: u64) -> bool {
        self.below(1000, key) < u64::from(permille)
    }

    /// A number for `key` below `limit`.
    #[inline]
    fn below(self, limit: u64, key: u64) -> u64 {
        ((u128::from(scramble(self.0 ^ key)) * u128::from(limit)) >> 64) as u64
    }
}

/// The output function of `SplitMix64` (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", OOPSLA 2014).
const fn scramble(key: u64) -> u64 {
    let key = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let key = (key ^ (key >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let key = (key ^ (key >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    key ^ (key >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_of_the_range_is_as_likely() {
        let noise = Noise::new(7);
        let mut counts = [0; 5];
        for key in 0..10_000 {
            counts[(noise.within(2, key) + 2) as usize] += 1;
        }
        assert!(counts.iter().all(|&count| (1_900..2_100).contains(&count)), "{counts:?}");
        assert_eq!(noise.within(0, 1), 0);
        assert!((0..100).all(|key| noise.within(u32::MAX, key) != noise.within(u32::MAX, key + 1)));
    }

    #[test]
    fn chances_hold_their_share_and_depend_on_the_seed() {
        let hits = |seed: u64, permille: u32| {
            (0..10_000).filter(|&key| Noise::new(seed).happens(permille, key)).collect::<Vec<_>>()
        };
        assert_eq!((hits(1, 0).len(), hits(1, 1000).len()), (0, 10_000));
        assert!((2_850..3_150).contains(&hits(1, 300).len()));
        assert_ne!(hits(1, 300), hits(2, 300));
    }
}
