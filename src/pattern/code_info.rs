//! What each code threatens, by rule and side.

use std::sync::OnceLock;

use super::code::{CODES, code_of, multisets};
use super::threat::Threat;
use gomoku_rules::{Rule, Side};

/// What the codes of a cell mean to both sides, Black's in the low half. In one word, so that one
/// comparison tells whether anything that the map counts has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CodeInfos(u32);

impl CodeInfos {
    /// What a stone of `side` on the cell threatens.
    #[inline]
    pub const fn threat(self, side: Side) -> Threat {
        threat_in((self.0 >> (16 * side.index())) as u16)
    }

    /// Where the map counts the cell for `side`: the number of its threat, but 1, which is none, for
    /// everything below a three, so that most stones change few counts.
    #[inline]
    pub const fn counted(self, side: Side) -> usize {
        (self.0 >> (16 * side.index() + 8)) as usize & 0xF
    }

    /// Whether a stone of `side` on the cell makes a four.
    #[inline]
    pub const fn is_four(self, side: Side) -> bool {
        self.0 >> (16 * side.index() + 8) & FOUR as u32 != 0
    }

    /// Whether the map counts both alike.
    #[inline]
    pub const fn count_alike(self, other: Self) -> bool {
        (self.0 ^ other.0) & 0xFF00_FF00 == 0
    }
}

/// The meanings of all codes under one rule.
#[derive(Clone, Copy, Debug)]
pub struct CodeTable([&'static [u16; CODES]; 2]);

impl CodeTable {
    /// The table of `rule`, built when the rule is first used.
    pub fn of(rule: Rule) -> Self {
        static TABLES: [OnceLock<CodeTable>; 5] = [const { OnceLock::new() }; 5];
        *TABLES[rule.index()].get_or_init(|| Self::build(rule))
    }

    /// What the codes of a cell mean.
    #[inline]
    pub fn infos(self, black: u16, white: u16) -> CodeInfos {
        let [blacks, whites] = self.0;
        CodeInfos(u32::from(blacks[black as usize]) | u32::from(whites[white as usize]) << 16)
    }

    /// What a stone of `side` threatens on a cell with this code.
    #[inline]
    pub fn threat(self, side: Side, code: u16) -> Threat {
        threat_in(self.0[side.index()][code as usize])
    }

    fn build(rule: Rule) -> Self {
        Self(Side::BOTH.map(|side| {
            let mut halves = vec![half(Threat::None); CODES];
            for patterns in multisets() {
                halves[usize::from(code_of(patterns))] = half(Threat::of(patterns, rule, side));
            }
            let halves: &[u16] = Vec::leak(halves);
            halves.try_into().unwrap_or_else(|_| unreachable!("the length is CODES"))
        }))
    }
}

/// Marks a four in the high byte of a half of [`CodeInfos`].
const FOUR: u16 = 0x80;

/// Half of a word of [`CodeInfos`]: the threat in the low byte, how the map counts it in the high one.
fn half(threat: Threat) -> u16 {
    let four = if threat.is_four() { FOUR } else { 0 };
    threat as u16 | (threat.counted() as u16 | four) << 8
}

/// The threat in the low byte of such a half.
#[inline]
const fn threat_in(half: u16) -> Threat {
    let number = (half & 0xFF) as usize;
    Threat::ALL[if number < Threat::COUNT { number } else { Threat::None as usize }]
}
