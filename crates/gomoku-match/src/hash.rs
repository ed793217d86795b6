//! A hash that is the same in every build and on every machine.

/// The 64-bit FNV-1a hash of bytes that come one after the other.
#[derive(Clone, Copy, Debug)]
pub struct Fnv1a(u64);

impl Default for Fnv1a {
    fn default() -> Self {
        const OFFSET_BASIS: u64 = 0xCBF2_9CE4_8422_2325;
        Self(OFFSET_BASIS)
    }
}

impl Fnv1a {
    /// Takes in more bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        const PRIME: u64 = 0x0100_0000_01B3;
        let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(PRIME);
        self.0 = bytes.iter().fold(self.0, step);
    }

    /// The hash of all bytes so far.
    pub const fn value(self) -> u64 {
        self.0
    }
}

/// The hash of `bytes`.
pub fn fnv1a(bytes: &[u8]) -> u64 {
    let mut hash = Fnv1a::default();
    hash.add(bytes);
    hash.value()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_the_published_ones() {
        let published = [("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C)];
        for (text, hash) in published.into_iter().chain([("foobar", 0x8594_4171_F739_67E8)]) {
            assert_eq!(fnv1a(text.as_bytes()), hash, "{text:?}");
            let (start, end) = text.split_at(text.len() / 2);
            let mut parts = Fnv1a::default();
            parts.add(start.as_bytes());
            parts.add(end.as_bytes());
            assert_eq!(parts.value(), hash, "{text:?}");
        }
    }
}
