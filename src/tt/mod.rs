//! The transposition table: search results and proofs for positions met before, shared by solvers and
//! search on all threads without locks.
//!
//! An entry is two words, the data and the key xor the data: if a race tears two entries apart, their
//! words match no key (Hyatt and Mann, "A lock-less transposition table implementation for parallel
//! search", ICGA Journal 2002).

mod entry;
mod memory;

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use entry::Packed;

pub use entry::{Bound, End, Entry};

/// Entries of a bucket, which share a cache line.
const WAYS: usize = 4;

/// Words of a bucket, one cache line.
const BUCKET: usize = 2 * WAYS;

/// Buckets of a page of memory.
const PAGE: usize = 64;

/// A table of a fixed number of bytes.
///
/// A page that was never written is not read either: the system would map it to be read, and again to
/// be written, which is expensive on several threads.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Words before the first whole page.
    skip: usize,
    /// All buckets.
    buckets: usize,
    /// The first buckets, which are in use.
    used: usize,
    /// A bit for each page, set before its first write.
    written: Box<[AtomicU64]>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// The system gets a table of this many bytes of addresses back as soon as it is freed; of up to
    /// 32 MiB glibc may keep what is freed (mallopt(3), `M_MMAP_THRESHOLD`).
    pub const RETURNED: u64 = if cfg!(target_os = "linux") { 33 << 20 } else { 0 };

    /// A table of about `bytes` bytes and at least one bucket, in addresses for `room` bytes. Its pages
    /// are zeroed by the system and take no memory until they are written.
    ///
    /// Returns `None` when the system refuses the memory.
    pub fn new(bytes: u64, room: u64) -> Option<Self> {
        let buckets = (usize::try_from(bytes).ok()? / (8 * BUCKET)).max(1);
        let pages = buckets.div_ceil(PAGE);
        let words = pages.checked_add(1)?.checked_mul(PAGE * BUCKET)?;
        let words = words.max(usize::try_from(room / 8).ok()?);
        let words: Box<[AtomicU64]> = bytemuck::allocation::try_zeroed_slice_box(words).ok()?;
        Some(Self {
            skip: words.as_ptr().align_offset(8 * PAGE * BUCKET).min(PAGE * BUCKET),
            words,
            buckets,
            used: 1,
            written: bytemuck::allocation::try_zeroed_slice_box(pages.div_ceil(64)).ok()?,
            generation: AtomicU8::new(0),
        })
    }

    /// A table of about `bytes` bytes, all of them in use from the start; `None` when the system refuses the
    /// memory.
    pub fn whole(bytes: u64) -> Option<Self> {
        let mut table = Self::new(bytes, 0)?;
        table.make_room(u64::MAX);
        Some(table)
    }

    /// Spreads entries over at least `buckets` buckets of four from now on, as far as the table has them;
    /// never over fewer than before. Using more of the table than needed costs time, for each page that
    /// the system maps and each address that it looks up. The use grows by doubling, and old entries
    /// are lost when it does.
    pub fn make_room(&mut self, buckets: u64) {
        let buckets = usize::try_from(buckets).ok().and_then(usize::checked_next_power_of_two);
        let used = self.buckets.min(buckets.unwrap_or(usize::MAX));
        if used > self.used {
            self.used = used;
            memory::prefer_huge_pages(&self.words[self.skip..][..used * BUCKET]);
        }
    }

    /// Marks all entries as old: they are still found, and new ones replace them first.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is stored for the position with this key, as a search reads it.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        self.find(key)?.entry()
    }

    /// Fetches what a probe of this key will read while other work goes on.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(self.index(key)));
    }

    /// The proven end of the position with this key.
    pub fn probe_proof(&self, key: u64) -> Option<End> {
        self.find(key)?.proof()
    }

    /// Stores a search result.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        self.put(key, entry, false);
    }

    /// Stores an end that a solver has proven.
    pub fn store_proof(&self, key: u64, end: End) {
        self.put(key, end.entry(), true);
    }

    #[inline]
    fn find(&self, key: u64) -> Option<Packed> {
        let index = self.index(key);
        let (page, bit) = self.page(index);
        if page.load(Ordering::Relaxed) & bit == 0 {
            return None;
        }
        self.bucket(index).chunks_exact(2).find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            (words[0].load(Ordering::Relaxed) ^ data == key).then_some(Packed(data))
        })
    }

    /// Puts `entry` in the place of an older entry with this key, else of the least useful one.
    #[inline]
    fn put(&self, key: u64, entry: Entry, is_proven: bool) {
        let generation = self.generation.load(Ordering::Relaxed);
        let worth = |words: &[AtomicU64]| {
            let data = words[1].load(Ordering::Relaxed);
            if words[0].load(Ordering::Relaxed) ^ data == key {
                return i32::MIN;
            }
            Packed(data).worth(generation)
        };
        let index = self.index(key);
        let (page, bit) = self.page(index);
        let new = Packed::new(entry, is_proven, generation);
        let write = |words: &[AtomicU64], Packed(data)| {
            words[0].store(key ^ data, Ordering::Relaxed);
            words[1].store(data, Ordering::Relaxed);
        };
        if page.load(Ordering::Relaxed) & bit == 0 {
            page.fetch_or(bit, Ordering::Relaxed);
            return write(self.bucket(index), new);
        }
        let Some(words) = self.bucket(index).chunks_exact(2).min_by_key(|words| worth(words))
        else {
            return;
        };
        let old = Packed(words[1].load(Ordering::Relaxed));
        let is_known = words[0].load(Ordering::Relaxed) ^ old.0 == key;
        let lasts = is_known && old.outlasts(new);
        write(words, if lasts { old.renewed(generation) } else { new });
    }

    #[inline]
    fn index(&self, key: u64) -> usize {
        ((u128::from(key) * self.used as u128) >> 64) as usize
    }

    /// The word and the bit that tell whether the page of a bucket was written.
    #[inline]
    fn page(&self, index: usize) -> (&AtomicU64, u64) {
        let page = index / PAGE;
        (&self.written[page / 64], 1 << (page % 64))
    }

    #[inline]
    fn bucket(&self, index: usize) -> &[AtomicU64] {
        let start = self.skip + index * BUCKET;
        &self.words[start..start + BUCKET]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use gomoku_rules::Pos;

    fn table(bytes: u64) -> TranspositionTable {
        TranspositionTable::whole(bytes).expect("little memory")
    }

    fn entry(depth: u8) -> Entry {
        Entry {
            pos: Some(Pos::new(31, 17)),
            score: Score::mated_in(12),
            eval: Some(Score::from_eval(-77)),
            depth,
            bound: Bound::Lower,
            pv: true,
        }
    }

    #[test]
    fn entries_read_back() {
        let table = table(1 << 16);
        let key = 0x1234_5678_9ABC_DEF0;
        assert_eq!(table.probe(key), None);
        table.store(key, entry(9));
        assert_eq!(table.probe(key), Some(entry(9)));
        let quiet = Entry { pos: None, bound: Bound::Exact, pv: false, ..entry(3) };
        table.store(key, quiet);
        assert_eq!(table.probe(key), Some(quiet));
    }

    #[test]
    fn an_end_gives_way_to_a_nearer_end_only() {
        let table = table(1 << 16);
        let guess = Entry { score: Score::from_eval(50), bound: Bound::Exact, ..entry(40) };
        let (pos, other) = (Pos::new(3, 4), Pos::new(5, 6));
        for (key, ends, bound) in [
            (1, [End::Win { pos, plies: 21 }, End::Win { pos: other, plies: 9 }], Bound::Lower),
            (
                2,
                [End::Loss { pos: Some(pos), plies: 20 }, End::Loss { pos: None, plies: 8 }],
                Bound::Upper,
            ),
        ] {
            table.store(key, guess);
            for end in ends {
                table.store_proof(key, end);
                for weaker in [guess, Entry { bound, ..guess }, ends[0].entry(), entry(9)] {
                    table.store(key, weaker);
                    assert_eq!(table.probe(key), Some(end.entry()));
                    assert_eq!(table.probe_proof(key), Some(end));
                }
            }
        }
        let ends = [End::Win { pos, plies: 9 }, End::Loss { pos: None, plies: 8 }];
        let claims = ends.map(End::entry);
        assert_eq!(claims[0].score.mate_distance(), Some(9));
        assert_eq!(
            claims.map(|entry| (entry.is_won(), entry.is_lost())),
            [(true, false), (false, true)]
        );
        let bounds = claims.map(|entry| Entry {
            bound: if entry.is_won() { Bound::Upper } else { Bound::Lower },
            ..entry
        });
        assert!(!bounds.iter().any(|entry| entry.is_won() || entry.is_lost()), "at most a win");
    }

    #[test]
    fn a_win_that_a_search_finds_is_no_proof() {
        let table = table(1 << 16);
        let (pos, plies) = (Pos::new(3, 4), 9);
        let found = Entry { pos: Some(pos), score: Score::mate_in(9), ..entry(12) };
        table.store(1, found);
        assert_eq!((table.probe(1), table.probe_proof(1)), (Some(found), None));
        let proof = End::Win { pos, plies };
        table.store_proof(1, proof);
        assert_eq!(table.probe_proof(1), Some(proof));
        let nearer = Entry { score: Score::mate_in(7), ..found };
        table.store(1, nearer);
        assert_eq!((table.probe(1), table.probe_proof(1)), (Some(proof.entry()), Some(proof)));
    }

    #[test]
    fn what_lasts_moves_to_the_new_generation() {
        let table = table(64);
        let win = End::Win { pos: Pos::new(3, 4), plies: 9 };
        table.store_proof(1, win);
        for _ in 0..4 {
            table.new_generation();
        }
        table.store(1, entry(30));
        for key in 2..=5 {
            table.store(key, entry(1));
        }
        assert_eq!(table.probe_proof(1), Some(win));
    }

    #[test]
    fn deep_entries_of_this_generation_stay() {
        let table = table(64);
        for key in 1..=4 {
            table.store(key, entry(key as u8 * 10));
        }
        table.store(5, entry(1));
        assert_eq!(table.probe(1), None);
        assert_eq!(table.probe(4), Some(entry(40)));
        for _ in 0..6 {
            table.new_generation();
        }
        for key in 11..=14 {
            table.store(key, entry(1));
        }
        assert!((11..=14).all(|key| table.probe(key).is_some()));
    }

    #[test]
    fn a_shallow_bound_does_not_replace_a_deep_result_of_its_generation() {
        let table = table(1 << 16);
        let held = |new: Entry| {
            table.store(1, Entry { score: Score::from_eval(5), ..new });
            table.probe(1).is_some_and(|entry| entry.depth != new.depth)
        };
        assert!(!held(entry(9)));
        assert!(held(entry(6)));
        assert!(!held(entry(7)));
        assert!(!held(Entry { bound: Bound::Exact, ..entry(3) }));
        assert!(!held(entry(9)));
        table.new_generation();
        assert!(!held(entry(1)));
    }

    #[test]
    fn a_small_use_keeps_to_the_front_of_the_table() {
        let mut table = TranspositionTable::new(1 << 16, 0).expect("64 KiB");
        table.make_room(64);
        table.make_room(1);
        let keys = (0..64).map(|bucket| bucket << 58);
        for key in keys.clone() {
            table.store(key, entry(1));
        }
        assert!(keys.clone().all(|key| table.probe(key) == Some(entry(1))));
        let page = table.words[table.skip..][..PAGE * BUCKET].iter();
        assert_eq!(page.filter(|word| word.load(Ordering::Relaxed) != 0).count(), 128);
        table.make_room(u64::MAX);
        assert_eq!(keys.filter(|&key| table.probe(key).is_some()).count(), 1, "of key 0");
    }

    #[test]
    fn every_bucket_has_its_place() {
        for bytes in [0, 64, 4096, 4160, 1 << 20] {
            let table = table(bytes);
            for key in [0, 1, u64::MAX / 2, u64::MAX] {
                table.store(key, entry(1));
                assert_eq!(table.probe(key), Some(entry(1)), "{bytes} bytes, key {key:x}");
            }
        }
    }

    #[test]
    fn a_size_the_system_refuses_is_no_abort() {
        assert!(TranspositionTable::new(u64::MAX / 2, 0).is_none());
    }
    /// The entry of number `n` of a key: each part of it follows from both.
    fn numbered(key: u64, n: usize) -> Entry {
        let mut parts = fastrand::Rng::with_seed(key ^ n as u64);
        Entry {
            pos: Some(Pos::from_index(n % Pos::COUNT)),
            score: Score::from_eval(parts.i32(-9_999..9_999)),
            eval: Some(Score::from_eval(parts.i32(-9_999..9_999))),
            depth: parts.u8(1..4),
            bound: [Bound::Upper, Bound::Lower, Bound::Exact][parts.usize(..3)],
            pv: parts.bool(),
        }
    }

    #[test]
    fn halves_of_two_entries_are_no_entry() {
        let written = |key, n| {
            let table = table(64);
            table.store(key, numbered(key, n));
            [0, 1].map(|word| table.words[table.skip + word].load(Ordering::Relaxed))
        };
        let table = table(64);
        let keys = [0x1234_5678_9ABC_DEF0, 0x0FED_CBA9_8765_4321];
        table.store(keys[0], numbered(keys[0], 1));
        for first in [keys[0], keys[1]] {
            for (one, other) in [(1, 2), (2, 1)] {
                let torn = [written(first, one)[0], written(keys[0], other)[1]];
                for (word, value) in torn.into_iter().enumerate() {
                    table.words[table.skip + word].store(value, Ordering::Relaxed);
                }
                assert_eq!(keys.map(|key| table.probe(key)), [None; 2]);
            }
        }
    }

    #[test]
    fn threads_that_write_the_same_places_read_whole_entries() {
        // One bucket for twice as many positions as it holds.
        let table = &table(64);
        let keys = &[(); 2 * WAYS].map({
            let mut random = fastrand::Rng::with_seed(1);
            move |()| random.u64(..)
        });
        let hammer = |seed| {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut found = 0;
            for _ in 0..100_000 {
                if random.u8(..) == 0 {
                    // A place with halves of two entries ages too, and is used again.
                    table.new_generation();
                }
                let key = keys[random.usize(..keys.len())];
                table.store(key, numbered(key, random.usize(..Pos::COUNT)));
                let key = keys[random.usize(..keys.len())];
                if let Some(entry) = table.probe(key) {
                    let n = entry.pos.map_or(0, Pos::index);
                    assert_eq!(entry, numbered(key, n), "of no writer");
                    found += 1;
                }
            }
            found
        };
        let found: usize = std::thread::scope(|scope| {
            let threads = [2, 3, 4, 5].map(|seed| scope.spawn(move || hammer(seed)));
            threads.map(|thread| thread.join().expect("whole entries")).iter().sum()
        });
        assert!(found > 10_000, "only {found} entries");
    }
}
