//! What codes and threats are worth, as plain data. The numbers live in the evaluation.

use super::threat::{CODES, Threat, code_of, multisets};
use gomoku_rules::{Rule, Side};

/// What one code means to one side, as the threat map needs it after every stone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Meaning {
    /// What an empty cell with this code adds to its side's value, in fractions of a point.
    pub value: i16,
    /// What a stone here threatens.
    pub threat: Threat,
    /// As what it is counted: all that is weaker than a three counts as nothing, so that most stones
    /// change few counts.
    pub(super) counted: Threat,
}

/// What a move on a cell is worth, by the cell's code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveScore {
    /// To the side that has this code.
    pub own: i16,
    /// To the opponent, who takes the cell away.
    pub foe: i16,
}

/// The weights of one rule, for each side and code, and for each set of threats.
#[derive(Clone, Debug)]
pub struct Weights {
    rule: Rule,
    meanings: [Box<[Meaning; CODES]>; 2],
    scores: [Box<[MoveScore; CODES]>; 2],
    initiative: [Box<[i16]>; 2],
}

impl Weights {
    /// How many multisets of four patterns there are.
    pub const MULTISETS: usize = 2380;
    /// How many sets of threats of the side to move and its opponent there are; see
    /// [`super::ThreatMap::threats_at_hand`].
    pub const THREAT_SETS: usize = 1 << 13;

    /// Weights of `rule`: `numbers` gives value and score for each side and each of [`multisets`] by
    /// its place, `initiative` the points of each side to move by set of threats.
    pub fn new(
        rule: Rule,
        numbers: impl Fn(Side, usize) -> (i16, MoveScore),
        initiative: impl Fn(Side, usize) -> i16,
    ) -> Self {
        let points = |side| (0..Self::THREAT_SETS).map(|set| initiative(side, set)).collect();
        let mut weights = Self {
            rule,
            meanings: [zeroed(), zeroed()],
            scores: [zeroed(), zeroed()],
            initiative: Side::BOTH.map(points),
        };
        for side in Side::BOTH {
            for (place, patterns) in multisets().enumerate() {
                let (value, score) = numbers(side, place);
                let threat = Threat::of(patterns, rule, side);
                let code = code_of(patterns) as usize;
                weights.meanings[side.index()][code] =
                    Meaning { value, threat, counted: threat.counted() };
                weights.scores[side.index()][code] = score;
            }
        }
        weights
    }

    /// The rule that these weights belong to.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// What `code` means to `side`.
    #[inline]
    pub fn meaning(&self, side: Side, code: u16) -> Meaning {
        self.meanings[side.index()][code as usize]
    }

    /// Points for being `side`, to move, with this set of threats at hand.
    #[inline]
    pub fn initiative(&self, side: Side, threats: usize) -> i16 {
        self.initiative[side.index()][threats]
    }

    /// What a move on a cell is worth when `side` has `code` there.
    #[inline]
    pub fn score(&self, side: Side, code: u16) -> MoveScore {
        self.scores[side.index()][code as usize]
    }
}

/// A table with one entry a code, on the heap.
#[expect(clippy::unnecessary_box_returns, reason = "too large for the stack")]
fn zeroed<T: Copy + Default>() -> Box<[T; CODES]> {
    vec![T::default(); CODES].try_into().unwrap_or_else(|_| unreachable!("the length is CODES"))
}
