//! The pattern tables: for each rule, what a line becomes for either side when an empty cell of it is
//! filled, by the neighbours of the cell. Built from the definition when a rule is first used.

use std::sync::LazyLock;

use super::line::{LineKey, Lines, bit_of};
use gomoku_rules::{Direction, Pos, Rule, Side};

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

/// The pattern table of a rule: the neighbours of a cell on one line -> Black's pattern in the low
/// nibble, White's in the high one.
#[derive(Debug)]
pub(super) struct PatternTable {
    reach: u32,
    bytes: Vec<u8>,
}

impl PatternTable {
    /// The table of `rule`, built when the rule is first used.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [LazyLock<PatternTable>; 5] = [
            LazyLock::new(|| PatternTable::build(Rule::Freestyle)),
            LazyLock::new(|| PatternTable::build(Rule::Standard)),
            LazyLock::new(|| PatternTable::build(Rule::Renju)),
            LazyLock::new(|| PatternTable::build(Rule::Caro)),
            LazyLock::new(|| PatternTable::build(Rule::CaroOverline)),
        ];
        &TABLES[rule.index()]
    }

    /// How many neighbours on each side decide a pattern.
    #[inline]
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// The byte of the cell at `bit` of `line`.
    #[inline]
    pub fn byte(&self, line: LineKey, bit: u32) -> u8 {
        let index = match self.reach {
            4 => line.index::<4>(bit),
            _ => line.index::<5>(bit),
        };
        self.bytes[index]
    }

    /// The pattern of `side` at the cell at `bit` of `line`.
    #[inline]
    pub fn pattern(&self, line: LineKey, bit: u32, side: Side) -> Pattern {
        Pattern::in_byte(self.byte(line, bit), side)
    }

    /// Calls `visit` with the byte of each empty cell whose pattern the stone at `pos` decides.
    #[inline]
    pub fn visit_neighbours(&self, lines: &Lines, pos: Pos, visit: impl FnMut(Pos, Direction, u8)) {
        match self.reach {
            4 => self.visit_within::<4>(lines, pos, visit),
            _ => self.visit_within::<5>(lines, pos, visit),
        }
    }

    #[inline]
    fn visit_within<const REACH: u32>(
        &self,
        lines: &Lines,
        pos: Pos,
        mut visit: impl FnMut(Pos, Direction, u8),
    ) {
        self.visit_line::<REACH, 0>(lines, pos, &mut visit);
        self.visit_line::<REACH, 1>(lines, pos, &mut visit);
        self.visit_line::<REACH, 2>(lines, pos, &mut visit);
        self.visit_line::<REACH, 3>(lines, pos, &mut visit);
    }

    #[inline]
    fn visit_line<const REACH: u32, const DIRECTION: usize>(
        &self,
        lines: &Lines,
        pos: Pos,
        visit: &mut impl FnMut(Pos, Direction, u8),
    ) {
        let bytes = &self.bytes[..1 << (4 * REACH)];
        let direction = Direction::ALL[DIRECTION];
        let span = lines.line(direction, pos).span::<REACH>(bit_of(direction, pos));
        for k in span.empty() {
            let near = pos.step_unchecked(direction, k as i32 - REACH as i32);
            visit(near, direction, bytes[span.index(k)]);
        }
    }

    fn build(rule: Rule) -> Self {
        let reach = reach(rule);
        let (black, white) = (View::new(rule, Side::Black), View::new(rule, Side::White));
        let halves = || (0..1 << (2 * reach)).map(Half);
        let mut bytes = vec![0; 1 << (4 * reach)];
        for left in halves() {
            let (black, white) = (black.right_of(left), white.right_of(left));
            for (right, (black, white)) in halves().zip(black.zip(white)) {
                bytes[index(left, right, reach)] = black | white << 4;
            }
        }
        Self { reach, bytes }
    }
}

/// How many neighbours on each side decide a pattern: a five reaches four cells from its end, and the
/// fifth tells it from an overline where that matters.
const fn reach(rule: Rule) -> u32 {
    match rule {
        Rule::Freestyle => 4,
        _ => 5,
    }
}

/// The cells of a line to one side of a cell: Black's bits low, White's high, the nearest cell in
/// each one's lowest bit. Both bits set is a wall.
#[derive(Clone, Copy)]
struct Half(u32);

impl Half {
    const fn black(self, reach: u32) -> u32 {
        self.0 & ((1 << reach) - 1)
    }

    const fn white(self, reach: u32) -> u32 {
        self.0 >> reach
    }
}

/// The patterns of one side. To one side, many halves of a line mean the same.
struct View {
    /// For each half, the number of its meaning.
    meanings: Vec<usize>,
    /// For each pair of meanings, the pattern.
    patterns: Vec<Vec<u8>>,
}

impl View {
    fn new(rule: Rule, side: Side) -> Self {
        let reach = reach(rule);
        let mut definition = Definition::new(rule, side);
        let sealed: Vec<(u32, u32)> = (0..1 << (2 * reach))
            .map(Half)
            .map(|half| match side {
                Side::Black => definition.seal(half.black(reach), half.white(reach)),
                Side::White => definition.seal(half.white(reach), half.black(reach)),
            })
            .collect();
        let mut distinct = sealed.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let meanings = sealed.iter().map(|half| distinct.partition_point(|d| d < half)).collect();
        let join = |left: u32, right: u32| mirror(left, reach) | right << (reach + 1);
        let mut pattern = |left: &(u32, u32), right: &(u32, u32)| {
            definition.pattern(join(left.0, right.0), join(left.1, right.1)) as u8
        };
        let mut row = |left| distinct.iter().map(|right| pattern(left, right)).collect();
        let patterns = distinct.iter().map(&mut row).collect();
        Self { meanings, patterns }
    }

    /// The patterns of a left half and each right one.
    fn right_of(&self, left: Half) -> impl Iterator<Item = u8> {
        let patterns = &self.patterns[self.meanings[left.0 as usize]];
        self.meanings.iter().map(|&right| patterns[right])
    }
}

/// Where the table keeps a pair of halves; see [`super::line::Span::index`].
const fn index(left: Half, right: Half, reach: u32) -> usize {
    let black = mirror(left.black(reach), reach) | right.black(reach) << reach;
    let white = mirror(left.white(reach), reach) | right.white(reach) << reach;
    (black | white << (2 * reach)) as usize
}

/// The bits of a half read towards the cell: on the left the furthest cell has the lowest bit.
const fn mirror(bits: u32, reach: u32) -> u32 {
    bits.reverse_bits() >> (32 - reach)
}

/// The definition of the patterns for one side under one rule. It is recursive, as a line with one more
/// own stone is a line again, and remembers what it has defined.
struct Definition {
    reach: u32,
    overline_wins: bool,
    closed_five_is_void: bool,
    forbids: bool,
    /// For each window, one more than its pattern, or 0 before it is defined: memory that stays untouched
    /// costs nothing.
    known: Vec<u8>,
}

impl Definition {
    fn new(rule: Rule, side: Side) -> Self {
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
    const fn seal(&self, own: u32, opponent: u32) -> (u32, u32) {
        let first = opponent & opponent.wrapping_neg();
        let from = if self.closed_five_is_void { first << 1 } else { first };
        let beyond = from.wrapping_neg() & ((1 << self.reach) - 1);
        (own | beyond, opponent | beyond)
    }

    /// The pattern of a window of `2 * reach + 1` cells whose middle is filled; a bit in both `own`
    /// and `opponent` is a wall.
    fn pattern(&mut self, own: u32, opponent: u32) -> Pattern {
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
            let straight = fives.count_ones() == 2 && fives >> fives.trailing_zeros() == 1 << 5 | 1;
            return if straight { Pattern::OpenFour } else { Pattern::Overline };
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
