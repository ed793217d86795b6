//! The code of a cell: one number for its four patterns in any order.

use super::definition::Pattern;

/// What each pattern adds to a code. No two multisets of four patterns have the same sum, so one
/// addition updates a code when a pattern changes. Frequent patterns have small numbers, which keeps
/// the codes in use close together.
const ADDENDS: [u16; Pattern::COUNT] =
    [0, 15593, 2, 7, 27, 73, 177, 435, 933, 1571, 3328, 5243, 7644, 13407];

/// Every code is below this.
pub const CODES: usize = 1 << 16;

/// How many multisets of four patterns there are.
pub const MULTISETS: usize = 2380;

/// The code of a cell's four patterns, in any order.
#[inline]
pub fn code_of(patterns: [Pattern; 4]) -> u16 {
    patterns.into_iter().map(|pattern| ADDENDS[pattern as usize]).sum()
}

/// The code of four patterns after one of them, `old`, has become `new`.
#[inline]
pub(super) fn code_with(code: u16, old: Pattern, new: Pattern) -> u16 {
    code - ADDENDS[old as usize] + ADDENDS[new as usize]
}

/// What a byte of the pattern table, Black's pattern low and White's high, adds to the codes of both
/// sides: Black's in the low half, White's in the high one.
pub(super) static CODES_OF_BYTE: [u32; 256] = {
    let mut sums = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (black, white) = (byte & 15, byte >> 4);
        if black < Pattern::COUNT && white < Pattern::COUNT {
            sums[byte] = ADDENDS[black] as u32 | (ADDENDS[white] as u32) << 16;
        }
        byte += 1;
    }
    sums
};

/// Every multiset of four patterns, weakest first; there are [`MULTISETS`], each with its own code.
pub fn multisets() -> impl Iterator<Item = [Pattern; 4]> {
    let from = |min: Pattern| Pattern::ALL.into_iter().filter(move |&pattern| pattern >= min);
    Pattern::ALL.into_iter().flat_map(move |a| {
        from(a).flat_map(move |b| from(b).flat_map(move |c| from(c).map(move |d| [a, b, c, d])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_multiset_has_its_own_code_in_any_order() {
        let mut seen = std::collections::HashSet::new();
        for [a, b, c, d] in multisets() {
            assert!(seen.insert(code_of([a, b, c, d])));
            for order in [[d, c, b, a], [b, d, a, c], [c, a, d, b], [a, c, b, d]] {
                assert_eq!(code_of(order), code_of([a, b, c, d]));
            }
        }
        assert_eq!(seen.len(), MULTISETS);
    }
}
