//! The transposition table: what is known of positions met before, shared by solver and search on all
//! threads without locks.
//!
//! An entry is two words, the data and the key xor the data: words of two entries torn apart by a
//! race do not match any key (Hyatt and Mann, "A lock-less transposition table implementation for
//! parallel search", ICGA Journal 2002).

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use crate::pattern::Position;
use crate::score::Score;
use gomoku_rules::Pos;

/// What a stored score says of the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The true score is at most the stored one.
    Upper,
    /// The true score is at least the stored one.
    Lower,
    /// The stored score is the true one.
    Exact,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The best move found.
    pub pos: Option<Pos>,
    /// The value; distances to mate count from this position.
    pub score: Score,
    /// The static value, if anyone asked for it.
    pub eval: Option<Score>,
    /// How deep the value was searched, in the searcher's own units.
    pub depth: u8,
    /// What the value says.
    pub bound: Bound,
    /// Whether the position lay on a principal variation.
    pub pv: bool,
}

impl Entry {
    const NO_POS: u64 = 1 << 10;
    const NO_EVAL: i16 = i16::MIN;

    /// A proof that the side to move wins by `pos`, with its stone `plies` from now.
    pub fn win(pos: Pos, plies: u32) -> Self {
        Self::proof(Some(pos), Score::mate_in(plies as usize), Bound::Lower, plies)
    }

    /// A proof that the side to move has lost `plies` from now, by `pos` if it resists longest.
    pub fn loss(pos: Option<Pos>, plies: u32) -> Self {
        Self::proof(pos, Score::mated_in(plies as usize), Bound::Upper, plies)
    }

    /// It weighs as much as a search that saw the end.
    fn proof(pos: Option<Pos>, score: Score, bound: Bound, plies: u32) -> Self {
        Self { pos, score, eval: None, depth: plies.min(255) as u8, bound, pv: false }
    }

    /// Whether the side to move is sure to win.
    pub fn is_won(&self) -> bool {
        self.score.is_win() && self.bound != Bound::Upper
    }

    /// Whether the side to move is sure to lose.
    pub fn is_lost(&self) -> bool {
        self.score.is_loss() && self.bound != Bound::Lower
    }

    /// Whether this tells more of a position than `other`, a later entry: what is certain stays so
    /// until a nearer end is.
    fn outlasts(&self, other: &Self) -> bool {
        self.is_won() && !(other.is_won() && other.score > self.score)
            || self.is_lost() && !(other.is_lost() && other.score < self.score)
    }

    /// Bits: move 0..11, score 16..32, static value 32..48, depth 48..56, bound 56..58, principal
    /// variation 58, generation 59..64. The bound is stored plus one: no entry is zero.
    fn pack(self, generation: u8) -> u64 {
        let pos = self.pos.map_or(Self::NO_POS, |pos| pos.index() as u64);
        let eval = self.eval.map_or(Self::NO_EVAL, |eval| eval.get() as i16);
        pos | u64::from(self.score.get() as u16) << 16
            | u64::from(eval as u16) << 32
            | u64::from(self.depth) << 48
            | (self.bound as u64 + 1) << 56
            | u64::from(self.pv) << 58
            | u64::from(generation & GENERATIONS) << 59
    }

    fn unpack(data: u64) -> Option<Self> {
        let bound = match data >> 56 & 3 {
            1 => Bound::Upper,
            2 => Bound::Lower,
            3 => Bound::Exact,
            _ => return None,
        };
        let eval = (data >> 32) as i16;
        Some(Self {
            pos: (data & Self::NO_POS == 0).then(|| Pos::from_index(data as usize & 1023)),
            score: Score::from_raw((data >> 16) as i16),
            eval: (eval != Self::NO_EVAL).then(|| Score::from_raw(eval)),
            depth: (data >> 48) as u8,
            bound,
            pv: data >> 58 & 1 != 0,
        })
    }
}

/// The key of a position, its rule and its size: the table outlives games.
#[inline]
pub fn key(position: &Position) -> u64 {
    position.key()
}

/// Mask of a generation's number.
const GENERATIONS: u8 = 31;

/// Entries that share a cache line and compete for its places.
const WAYS: usize = 4;

/// Words of a bucket, one cache line.
const BUCKET: usize = 2 * WAYS;

/// Buckets of a page of memory.
const PAGE: usize = 64;

/// A table of a fixed number of bytes.
///
/// A page that was never written is not read either: reading it would have the system map it, and
/// map it once more to be written, which is dear with several threads.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Box<[AtomicU64]>,
    /// Words before the first whole page.
    skip: usize,
    /// Buckets that there are.
    buckets: usize,
    /// Buckets in use, the first so many.
    used: usize,
    /// A bit for each page, set before it is first written.
    written: Box<[AtomicU64]>,
    generation: AtomicU8,
}

impl TranspositionTable {
    /// A table in so many bytes of addresses goes back to the system as soon as it is freed. Of up to
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

    /// Spreads entries over at least `buckets` of four from now on, as far as the table has them; never
    /// over fewer than before. A table larger than its use costs time, for each page that the system
    /// maps and for each address that it looks up. What was known is forgotten when the use grows,
    /// which it does by doubling.
    pub fn make_room(&mut self, buckets: u64) {
        let buckets = usize::try_from(buckets).ok().and_then(usize::checked_next_power_of_two);
        self.used = self.used.max(self.buckets.min(buckets.unwrap_or(usize::MAX)));
    }

    /// Marks all entries as old: they are still found, and give way to new ones.
    pub fn new_generation(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
    }

    /// What is known of the position with this key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<Entry> {
        let index = self.index(key);
        let (page, bit) = self.page(index);
        if page.load(Ordering::Relaxed) & bit == 0 {
            return None;
        }
        self.bucket(index).chunks_exact(2).find_map(|words| {
            let data = words[1].load(Ordering::Relaxed);
            if words[0].load(Ordering::Relaxed) ^ data == key { Entry::unpack(data) } else { None }
        })
    }

    /// Remembers `entry`, in the place of an older entry of this key, else of the least useful one.
    #[inline]
    pub fn store(&self, key: u64, entry: Entry) {
        let generation = self.generation.load(Ordering::Relaxed) & GENERATIONS;
        let worth = |words: &[AtomicU64]| {
            let data = words[1].load(Ordering::Relaxed);
            if words[0].load(Ordering::Relaxed) ^ data == key {
                return i32::MIN;
            }
            let age = generation.wrapping_sub((data >> 59) as u8) & GENERATIONS;
            let depth = if data == 0 { -1 } else { i32::from((data >> 48) as u8) };
            depth - 8 * i32::from(age)
        };
        let index = self.index(key);
        let (page, bit) = self.page(index);
        let data = entry.pack(generation);
        if page.load(Ordering::Relaxed) & bit == 0 {
            page.fetch_or(bit, Ordering::Relaxed);
            let words = self.bucket(index);
            words[0].store(key ^ data, Ordering::Relaxed);
            words[1].store(data, Ordering::Relaxed);
            return;
        }
        let Some(words) = self.bucket(index).chunks_exact(2).min_by_key(|words| worth(words))
        else {
            return;
        };
        let old = words[1].load(Ordering::Relaxed);
        let known = words[0].load(Ordering::Relaxed) ^ old == key;
        let lasting = Entry::unpack(old).filter(|old| known && old.outlasts(&entry));
        let data = lasting.map_or(data, |old| old.pack(generation));
        words[0].store(key ^ data, Ordering::Relaxed);
        words[1].store(data, Ordering::Relaxed);
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

    fn table(bytes: u64) -> TranspositionTable {
        let mut table = TranspositionTable::new(bytes, 0).expect("little memory");
        table.make_room(u64::MAX);
        table
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
    fn what_is_certain_gives_way_to_a_nearer_end_only() {
        let table = table(1 << 16);
        let guess = Entry { score: Score::from_eval(50), bound: Bound::Exact, ..entry(40) };
        let (pos, other) = (Pos::new(3, 4), Pos::new(5, 6));
        for (key, proofs, bound) in [
            (1, [Entry::win(pos, 21), Entry::win(other, 9)], Bound::Lower),
            (2, [Entry::loss(Some(pos), 20), Entry::loss(None, 8)], Bound::Upper),
        ] {
            table.store(key, guess);
            for proof in proofs {
                table.store(key, proof);
                for weaker in [guess, Entry { bound, ..guess }, proofs[0], entry(9)] {
                    table.store(key, weaker);
                    assert_eq!(table.probe(key), Some(proof));
                }
            }
        }
        assert_eq!(Entry::win(pos, 9).score.mate_distance(), Some(9));
        let claims = [Entry::win(pos, 9), Entry::loss(None, 8)];
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
}
