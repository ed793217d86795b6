//! Four patterns together: their code, free of order, and what they threaten.

use super::Pattern;
use gomoku_rules::{Rule, Side};

/// What each pattern adds to a code. No two multisets of four patterns have the same sum, so a code
/// changes by one addition when a pattern does; frequent patterns have small numbers, which keeps
/// the codes in use close together.
const ADDENDS: [u16; Pattern::COUNT] =
    [0, 15593, 2, 7, 27, 73, 177, 435, 933, 1571, 3328, 5243, 7644, 13407];

/// Every code lies below this.
pub const CODES: usize = 1 << 16;

/// The code of a cell's four patterns, in any order.
#[inline]
pub fn code_of(patterns: [Pattern; 4]) -> u16 {
    patterns.into_iter().map(|pattern| ADDENDS[pattern as usize]).sum()
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

/// Every multiset of four patterns, weakest first: 2380 of them, each with its own code.
pub fn multisets() -> impl Iterator<Item = [Pattern; 4]> {
    let from = |least: Pattern| Pattern::ALL.into_iter().filter(move |&pattern| pattern >= least);
    Pattern::ALL.into_iter().flat_map(move |a| {
        from(a).flat_map(move |b| from(b).flat_map(move |c| from(c).map(move |d| [a, b, c, d])))
    })
}

/// What a stone on the cell threatens, weakest first. "Wins in `n`" counts the side's own stones and
/// the opponent's replies, given that the opponent has nothing stronger.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Threat {
    /// A point that looks forbidden to renju's Black; [`super::Position::forbidden`] tells whether
    /// it is. A cell that is worth nothing to its side compares lowest.
    Forbidden,
    /// Nothing.
    #[default]
    None,
    /// Can become an open three.
    Two,
    /// Can become a four.
    BlockedThree,
    /// Can become an open three in two lines.
    DoubleTwo,
    /// A blocked three and one more blocked three or two.
    BlockedThreePlus,
    /// An open three: threatens to win in 5.
    Three,
    /// An open three and a blocked three or two.
    ThreePlus,
    /// Two open threes: wins in 5.
    DoubleThree,
    /// A four: forces the reply.
    Four,
    /// A four and a blocked three or two.
    FourPlus,
    /// A four and an open three: wins in 5. In caro also two fours in two lines, which one reply can
    /// sometimes answer.
    FourThree,
    /// An open four or two fours: wins in 3.
    OpenFour,
    /// Wins in 1.
    Five,
}

impl Threat {
    /// How many threats there are.
    pub const COUNT: usize = 14;

    /// Three and better.
    pub const STRONG: [Self; 8] = [
        Self::Three,
        Self::ThreePlus,
        Self::DoubleThree,
        Self::Four,
        Self::FourPlus,
        Self::FourThree,
        Self::OpenFour,
        Self::Five,
    ];

    /// The threat of `side` with these four patterns on one cell.
    pub fn of(patterns: [Pattern; 4], rule: Rule, side: Side) -> Self {
        let count =
            |wanted: fn(Pattern) -> bool| patterns.into_iter().filter(|&p| wanted(p)).count();
        let fives = count(|p| p == Pattern::Five);
        let open_fours = count(|p| p == Pattern::OpenFour);
        let fours = count(|p| p == Pattern::Four);
        let threes = count(Pattern::is_three);
        let blocked_threes = count(|p| p == Pattern::BlockedThree);
        let twos = count(Pattern::is_two);
        let overlines = count(|p| p == Pattern::Overline);
        let foul = overlines > 0 || fours + open_fours > 1 || threes > 1;
        let plus = blocked_threes + twos > 0;
        match () {
            () if fives > 0 => Self::Five,
            () if rule.forbids(side) && foul => Self::Forbidden,
            () if open_fours > 0 => Self::OpenFour,
            () if fours > 1 && rule.closed_five_is_void() => Self::FourThree,
            () if fours > 1 => Self::OpenFour,
            () if fours > 0 && threes > 0 => Self::FourThree,
            () if fours > 0 && plus => Self::FourPlus,
            () if fours > 0 => Self::Four,
            () if threes > 1 => Self::DoubleThree,
            () if threes > 0 && plus => Self::ThreePlus,
            () if threes > 0 => Self::Three,
            () if blocked_threes > 0 && blocked_threes + twos > 1 => Self::BlockedThreePlus,
            () if twos > 1 => Self::DoubleTwo,
            () if blocked_threes > 0 => Self::BlockedThree,
            () if twos > 0 => Self::Two,
            () => Self::None,
        }
    }

    /// As what the threat map counts this: all that is weaker than a three as nothing.
    pub(super) fn counted(self) -> Self {
        if self == Self::Forbidden || self >= Self::Three { self } else { Self::None }
    }

    /// Whether the opponent has to answer a five.
    #[inline]
    pub fn is_four(self) -> bool {
        self >= Self::Four
    }
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
        assert_eq!(seen.len(), 2380);
    }
}
