//! Proof numbers (Allis 1994) as depth-first search holds them (Nagai 2002), and their table.

/// How hard it is to show that the side to move reaches its aim (`phi`) and that it does not (`delta`):
/// the least number of open positions that must be decided that way. The attacker's aim is to win, the
/// defender's to escape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub phi: u32,
    pub delta: u32,
    /// Plies to the five of a win, once that is decided.
    pub plies: u32,
}

impl Numbers {
    /// Out of reach.
    pub const INFINITE: u32 = 1 << 24;

    /// No bound.
    pub const ENDLESS: Self = Self::open(Self::INFINITE, Self::INFINITE);

    pub const fn open(phi: u32, delta: u32) -> Self {
        Self { phi, delta, plies: 0 }
    }

    /// The side to move reaches its aim.
    pub const fn reached(plies: u32) -> Self {
        Self { phi: 0, delta: Self::INFINITE, plies }
    }

    /// The side to move does not.
    pub const fn missed(plies: u32) -> Self {
        Self { phi: Self::INFINITE, delta: 0, plies }
    }

    pub const fn is_decided(self) -> bool {
        self.phi == 0 || self.delta == 0
    }

    /// Whether nothing more is to be learned within `limit`.
    pub const fn exceeds(self, limit: Self) -> bool {
        self.is_decided() || self.phi >= limit.phi || self.delta >= limit.delta
    }
}

/// What is known of positions, under keys that tell the attacker apart. Entries of earlier searches give
/// way first, then those that took the least work.
#[derive(Clone, Debug)]
pub(super) struct Table {
    entries: Box<[Entry]>,
    generation: u8,
}

/// A key and its data: `phi` in bits 0..24, `delta` in 24..48, the generation in 48..56. The plies of a
/// decided position take the place of the number that is infinite.
type Entry = [u64; 2];

/// Mask of a number.
const NUMBER: u64 = (1 << 24) - 1;

impl Table {
    /// Entries that compete for a place.
    const WAYS: usize = 4;

    pub fn new(entries: usize) -> Self {
        let entries = entries.next_multiple_of(Self::WAYS).max(Self::WAYS);
        Self { entries: vec![[0; 2]; entries].into_boxed_slice(), generation: 0 }
    }

    /// A new search begins.
    pub fn new_generation(&mut self) {
        self.generation = self.generation.wrapping_add(1);
    }

    pub fn get(&self, key: u64) -> Option<Numbers> {
        let start = self.start(key);
        let places = &self.entries[start..start + Self::WAYS];
        places.iter().find(|entry| entry[0] == key).map(|&[_, data]| unpack(data))
    }

    pub fn insert(&mut self, key: u64, numbers: Numbers) {
        let (start, generation) = (self.start(key), u64::from(self.generation));
        let places = &mut self.entries[start..start + Self::WAYS];
        let worth = |&[old, data]: &Entry| {
            let numbers = unpack(data);
            let work = if numbers.is_decided() { u32::MAX } else { numbers.phi + numbers.delta };
            (old != key, old != 0, data >> 48 == generation, work)
        };
        if let Some(place) = places.iter_mut().min_by_key(|entry| worth(entry)) {
            let (phi, delta) = match numbers {
                Numbers { phi: 0, plies, .. } => (0, plies.max(1)),
                Numbers { delta: 0, plies, .. } => (plies.max(1), 0),
                Numbers { phi, delta, .. } => (phi, delta),
            };
            let number = |number| u64::from(number).min(NUMBER);
            *place = [key, number(phi) | number(delta) << 24 | generation << 48];
        }
    }

    fn start(&self, key: u64) -> usize {
        let buckets = self.entries.len() / Self::WAYS;
        ((u128::from(key) * buckets as u128) >> 64) as usize * Self::WAYS
    }
}

fn unpack(data: u64) -> Numbers {
    match ((data & NUMBER) as u32, (data >> 24 & NUMBER) as u32) {
        (0, plies) => Numbers::reached(plies),
        (plies, 0) => Numbers::missed(plies),
        (phi, delta) => Numbers::open(phi, delta),
    }
}
