//! The patterns of a line and their definition: what a line becomes for either side when an empty cell
//! of it is filled.

use gomoku_rules::{Rule, Side};

/// What a line becomes when a cell of it is filled, weakest first. The pictures are in
/// [`crate::pattern`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the table in the module's documentation has them all")]
pub enum Pattern {
    Dead,
    Overline,
    BlockedOne,
    One,
    BlockedTwo,
    Two,
    TwoA,
    TwoB,
    BlockedThree,
    Three,
    ThreeS,
    Four,
    OpenFour,
    Five,
}

impl Pattern {
    /// How many patterns there are.
    pub const COUNT: usize = 14;

    /// Every pattern, weakest first.
    pub const ALL: [Self; Self::COUNT] = [
        Self::Dead,
        Self::Overline,
        Self::BlockedOne,
        Self::One,
        Self::BlockedTwo,
        Self::Two,
        Self::TwoA,
        Self::TwoB,
        Self::BlockedThree,
        Self::Three,
        Self::ThreeS,
        Self::Four,
        Self::OpenFour,
        Self::Five,
    ];

    /// The pattern of `side` in the byte of a table.
    #[inline]
    pub(super) const fn in_byte(byte: u8, side: Side) -> Self {
        let nibble = match side {
            Side::Black => byte & 15,
            Side::White => byte >> 4,
        };
        Self::ALL[if (nibble as usize) < Self::COUNT { nibble as usize } else { 0 }]
    }

    /// A three that threatens an open four.
    #[inline]
    pub const fn is_three(self) -> bool {
        matches!(self, Self::Three | Self::ThreeS)
    }

    /// A two that can become a three.
    #[inline]
    pub const fn is_two(self) -> bool {
        matches!(self, Self::Two | Self::TwoA | Self::TwoB)
    }
}

/// How many neighbours on each side decide a pattern: a five reaches four cells from its end, and the
/// fifth tells it from an overline where that matters.
pub(super) const fn reach(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 4,
        _ => 5,
    }
}

/// The definition of the patterns for one side under one rule. It is recursive, as a line with one more
/// own stone is a line again, and remembers what it has defined.
pub(super) struct Definition {
    reach: u32,
    overline_wins: bool,
    closed_five_is_void: bool,
    forbids: bool,
    /// For each window, one more than its pattern, or 0 before it is defined: memory that stays untouched
    /// costs nothing.
    known: Vec<u8>,
}

impl Definition {
    pub fn new(rule: Rule, side: Side) -> Self {
        let reach = reach(rule);
        Self {
            reach,
            overline_wins: rule.overline_wins(side),
            closed_five_is_void: rule.closed_five_is_void(),
            forbids: rule.forbids(side),
            known: vec![0; 1 << (4 * reach + 2)],
        }
    }

    /// The cells on one side of the middle, the nearest in the lowest bit. Everything beyond the first
    /// cell of the opponent reads as wall, because it does not matter; so does that cell itself, unless
    /// a five that stones close is void.
    pub const fn seal(&self, own: u32, opponent: u32) -> (u32, u32) {
        let first = opponent & opponent.wrapping_neg();
        let from = if self.closed_five_is_void { first << 1 } else { first };
        let beyond = from.wrapping_neg() & ((1 << self.reach) - 1);
        (own | beyond, opponent | beyond)
    }

    /// The pattern of a window of `2 * reach + 1` cells whose middle is filled; a bit in both `own`
    /// and `opponent` is a wall.
    pub fn pattern(&mut self, own: u32, opponent: u32) -> Pattern {
        let own = own | 1 << self.reach;
        let key = (own | opponent << (2 * self.reach + 1)) as usize;
        if self.known[key] == 0 {
            self.known[key] = self.define(own, opponent) as u8 + 1;
        }
        Pattern::ALL[self.known[key] as usize - 1]
    }

    fn define(&mut self, own: u32, opponent: u32) -> Pattern {
        if self.wins(own, opponent) {
            return Pattern::Five;
        }
        match self.run(own, opponent).count_ones() {
            0..5 => {}
            5 => return Pattern::Dead, // closed at both ends
            _ => return Pattern::Overline,
        }
        let empty = !(own | opponent) & ((1 << (2 * self.reach + 1)) - 1);
        let fives =
            cells(empty).filter(|&cell| self.wins(own | cell, opponent)).fold(0, |a, b| a | b);
        if fives != 0 {
            return self.four(own, opponent, empty, fives);
        }
        let mut next = [0; Pattern::COUNT];
        for cell in cells(empty) {
            next[self.pattern(own | cell, opponent) as usize] += 1;
        }
        let any = |patterns: &[Pattern]| patterns.iter().map(|&p| next[p as usize]).sum::<u32>();
        let threes = any(&[Pattern::Three, Pattern::ThreeS]);
        match () {
            () if any(&[Pattern::OpenFour]) >= 2 => Pattern::ThreeS,
            () if any(&[Pattern::OpenFour]) == 1 => Pattern::Three,
            () if any(&[Pattern::Four]) > 0 => Pattern::BlockedThree,
            () if threes >= 4 => Pattern::TwoB,
            () if threes == 3 => Pattern::TwoA,
            () if threes > 0 => Pattern::Two,
            () if any(&[Pattern::BlockedThree]) > 0 => Pattern::BlockedTwo,
            () if any(&[Pattern::Two, Pattern::TwoA, Pattern::TwoB]) > 0 => Pattern::One,
            () if any(&[Pattern::BlockedTwo]) > 0 => Pattern::BlockedOne,
            () => Pattern::Dead,
        }
    }

    /// The pattern of a line with the five points `fives`.
    fn four(&self, own: u32, opponent: u32, empty: u32, fives: u32) -> Pattern {
        if self.forbids && fives.count_ones() >= 2 {
            // One four has its two five points at its ends; all else is two fours.
            let is_open = fives.count_ones() == 2 && fives >> fives.trailing_zeros() == 1 << 5 | 1;
            return if is_open { Pattern::OpenFour } else { Pattern::Overline };
        }
        let answered =
            |reply: u32| cells(fives & !reply).all(|five| !self.wins(own | five, opponent | reply));
        if cells(empty).any(answered) { Pattern::Four } else { Pattern::OpenFour }
    }

    /// Whether the run through the middle wins.
    fn wins(&self, own: u32, opponent: u32) -> bool {
        let run = self.run(own, opponent);
        match run.count_ones() {
            0..5 => false,
            5 => {
                let ends = run << 1 & !run | run >> 1 & !run;
                !(self.closed_five_is_void && (opponent & !own & ends).count_ones() == 2)
            }
            _ => self.overline_wins,
        }
    }

    /// The unbroken own stones through the middle.
    fn run(&self, own: u32, opponent: u32) -> u32 {
        let stones = own & !opponent;
        let mut run = 1 << self.reach;
        loop {
            let grown = (run | run << 1 | run >> 1) & stones;
            if grown == run {
                return run;
            }
            run = grown;
        }
    }
}

/// The set bits of `mask`, each alone.
fn cells(mut mask: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = mask & mask.wrapping_neg();
        mask ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}
