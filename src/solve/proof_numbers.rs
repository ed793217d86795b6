//! Proof and disproof numbers (Allis 1994) in the form of depth-first search (df-pn, Nagai 2002), and
//! their table.

/// The proof number (`phi`) and the disproof number (`delta`) of the goal of the side to move: the
/// minimum number of unsolved positions that must be solved for it. The attacker's goal is to win, the
/// defender's to escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofNumbers {
    pub phi: u32,
    pub delta: u32,
    /// Plies to the five of a win, once the position is solved; [`ProofNumbers::UNSURE`] where it is no win
    /// and a search for fours ran out of nodes.
    pub plies: u32,
}

impl ProofNumbers {
    /// The number of a goal that cannot be reached.
    pub const INFINITE: u32 = 1 << 24;

    /// In place of the plies: the attacker may win by fours that were not found.
    pub const UNSURE: u32 = NUMBER as u32;

    /// The threshold of a search without limit.
    pub const UNBOUNDED: Self = Self::open(Self::INFINITE, Self::INFINITE);

    /// The numbers of an unsolved position.
    pub const fn open(phi: u32, delta: u32) -> Self {
        Self { phi, delta, plies: 0 }
    }

    /// The side to move reaches its goal.
    pub const fn proven(plies: u32) -> Self {
        Self { phi: 0, delta: Self::INFINITE, plies }
    }

    /// The side to move cannot reach its goal.
    pub const fn disproven(plies: u32) -> Self {
        Self { phi: Self::INFINITE, delta: 0, plies }
    }

    /// The plies a move before this position.
    pub const fn plies_before(self) -> u32 {
        if self.plies == Self::UNSURE { Self::UNSURE } else { self.plies + 1 }
    }

    /// Whether the position is solved.
    pub const fn is_solved(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Whether a search of this position under `threshold` is over.
    pub const fn exceeds(self, threshold: Self) -> bool {
        self.is_solved() || self.phi >= threshold.phi || self.delta >= threshold.delta
    }
}

/// The proof numbers of positions; the keys depend on the attacker. Replaced first are entries of
/// earlier searches, then those that took the least work.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    generation: u8,
}

/// A key and its data: `phi` in bits 0..24, `delta` in 24..48, the generation in 48..56. A solved position
/// stores its plies in place of the infinite number.
type Entry = [u64; 2];

/// Bits of a number.
const NUMBER: u64 = (1 << 24) - 1;

impl Table {
    /// Entries of a bucket.
    const WAYS: usize = 4;

    pub fn new(entries: usize) -> Self {
        let entries = entries.next_multiple_of(Self::WAYS).max(Self::WAYS);
        Self { entries: vec![[0; 2]; entries].into_boxed_slice(), generation: 0 }
    }

    /// Starts a new search.
    pub fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub fn get(&self, key: u64) -> Option<ProofNumbers> {
        let start = self.start(key);
        let bucket = &self.entries[start..start + Self::WAYS];
        bucket.iter().find(|entry| entry[0] == key).map(|&[_, data]| unpack(data))
    }

    pub fn insert(&mut self, key: u64, numbers: ProofNumbers) {
        let (start, generation) = (self.start(key), u64::from(self.generation));
        let bucket = &mut self.entries[start..start + Self::WAYS];
        let worth = |&[old, data]: &Entry| {
            let numbers = unpack(data);
            let work = if numbers.is_solved() { u32::MAX } else { numbers.phi + numbers.delta };
            (old != key, old != 0, data >> 48 == generation, work)
        };
        if let Some(slot) = bucket.iter_mut().min_by_key(|entry| worth(entry)) {
            let (phi, delta) = match numbers {
                ProofNumbers { phi: 0, plies, .. } => (0, plies.max(1)),
                ProofNumbers { delta: 0, plies, .. } => (plies.max(1), 0),
                ProofNumbers { phi, delta, .. } => (phi, delta),
            };
            let number = |number| u64::from(number).min(NUMBER);
            *slot = [key, number(phi) | number(delta) << 24 | generation << 48];
        }
    }

    fn start(&self, key: u64) -> usize {
        let buckets = self.entries.len() / Self::WAYS;
        ((u128::from(key) * buckets as u128) >> 64) as usize * Self::WAYS
    }
}

fn unpack(data: u64) -> ProofNumbers {
    match ((data & NUMBER) as u32, (data >> 24 & NUMBER) as u32) {
        (0, plies) => ProofNumbers::proven(plies),
        (plies, 0) => ProofNumbers::disproven(plies),
        (phi, delta) => ProofNumbers::open(phi, delta),
    }
}
