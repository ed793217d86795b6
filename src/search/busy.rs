//! Which moves are under search, so that another worker takes a different one first: simplified
//! ABDADA (T. Kerrigan, <http://www.tckerrigan.com/Chess/Parallel_Search/Simplified_ABDADA>).

use std::sync::atomic::{AtomicU64, Ordering};

use gomoku_rules::Pos;

/// A small table of moves under search. A lost entry costs double work, never a wrong value.
#[derive(Debug)]
pub(super) struct Busy {
    entries: Box<[[AtomicU64; Self::WAYS]]>,
}

impl Busy {
    const SETS: usize = 1 << 13;
    const WAYS: usize = 4;

    pub fn new() -> Self {
        Self { entries: (0..Self::SETS).map(|_| Default::default()).collect() }
    }

    /// The word of playing `pos` in the position with this key.
    #[inline]
    pub fn word(key: u64, pos: Pos) -> u64 {
        (key ^ (pos.index() as u64 + 1)).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1
    }

    /// Whether a worker searches this move now.
    #[inline]
    pub fn contains(&self, word: u64) -> bool {
        self.set(word).iter().any(|entry| entry.load(Ordering::Relaxed) == word)
    }

    /// Marks a move as under search.
    #[inline]
    pub fn enter(&self, word: u64) {
        let set = self.set(word);
        let free = set.iter().find(|entry| matches!(entry.load(Ordering::Relaxed), 0));
        free.unwrap_or(&set[0]).store(word, Ordering::Relaxed);
    }

    /// Marks a move as no longer under search.
    #[inline]
    pub fn leave(&self, word: u64) {
        for entry in self.set(word) {
            if entry.load(Ordering::Relaxed) == word {
                entry.store(0, Ordering::Relaxed);
            }
        }
    }

    fn set(&self, word: u64) -> &[AtomicU64; Self::WAYS] {
        &self.entries[(word >> 32) as usize % Self::SETS]
    }
}
