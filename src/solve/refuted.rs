//! A memory of positions where no mate was found, each with the number of plies that were tried.

/// A table that forgets the older of two positions that fall on one place.
#[derive(Clone, Debug)]
pub(super) struct Refuted {
    /// A key whose low byte is replaced by the plies tried.
    entries: Box<[u64]>,
}

impl Refuted {
    const PLIES: u64 = 0xFF;

    pub fn new(entries: usize) -> Self {
        Self { entries: vec![0; entries.max(1)].into_boxed_slice() }
    }

    /// Whether no mate within `plies` is known for the position with this key.
    #[inline]
    pub fn contains(&self, key: u64, plies: u32) -> bool {
        let entry = self.entries[self.index(key)];
        (entry ^ key) & !Self::PLIES == 0 && entry & Self::PLIES >= Self::capped(plies)
    }

    /// Remembers that there is no mate within `plies`.
    #[inline]
    pub fn insert(&mut self, key: u64, plies: u32) {
        let index = self.index(key);
        self.entries[index] = key & !Self::PLIES | Self::capped(plies);
    }

    /// Mates too long for the table count as endless.
    #[inline]
    fn capped(plies: u32) -> u64 {
        u64::from(plies).min(Self::PLIES)
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }
}
