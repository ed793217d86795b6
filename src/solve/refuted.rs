//! A table of refuted positions: no mate was found within a number of plies.

/// A direct-mapped table that always replaces.
#[derive(Clone, Debug)]
pub(super) struct RefutedTable {
    /// Keys; the low byte of each holds the plies that were searched.
    entries: Box<[u64]>,
}

impl RefutedTable {
    const PLIES: u64 = 0xFF;

    pub fn new(entries: usize) -> Self {
        Self { entries: vec![0; entries.max(1)].into_boxed_slice() }
    }

    /// Whether the position with this key is known to have no mate within `plies`.
    #[inline]
    pub fn contains(&self, key: u64, plies: u32) -> bool {
        let entry = self.entries[self.index(key)];
        (entry ^ key) & !Self::PLIES == 0 && entry & Self::PLIES >= Self::capped(plies)
    }

    /// Stores that there is no mate within `plies`.
    #[inline]
    pub fn insert(&mut self, key: u64, plies: u32) {
        let index = self.index(key);
        self.entries[index] = key & !Self::PLIES | Self::capped(plies);
    }

    /// The plies as stored: the maximum stands for any larger number.
    #[inline]
    fn capped(plies: u32) -> u64 {
        u64::from(plies).min(Self::PLIES)
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.entries.len() as u128) >> 64) as usize
    }
}
