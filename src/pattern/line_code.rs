//! Line codes: everything that one line means to an empty cell of it, for both sides, in one number.
//!
//! A half of a line, on one side of the cell, reads as wall to Black behind White's first stone and to
//! White behind Black's. So few halves differ: 57 at a reach of four cells, 120 of five and 172 in caro,
//! where a stone that closes a five counts. A code is the pair of two halves in either order, as a line
//! read backwards means the same.

use std::sync::OnceLock;

use super::definition::{Definition, Pattern, reach};
use super::line::{LineKey, Span};
use gomoku_rules::{Direction, Pos, Rule, Side};

/// The halves of a line on both sides of an empty cell: the number of the left one in the low byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Halves(u16);

/// The cells around a stone in each direction.
#[derive(Clone, Copy, Debug)]
pub struct Around(pub(super) [u64; 4]);

/// A line of an empty cell that a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct LineCodeChange {
    /// The cell.
    pub pos: Pos,
    /// The code of its line before the stone.
    pub old: u16,
    /// The code after it.
    pub new: u16,
}

/// All such lines of one stone.
#[derive(Clone, Debug)]
pub struct LineCodeChanges {
    cells: [Pos; Self::ROOM],
    old: [u16; Self::ROOM],
    new: [u16; Self::ROOM],
    count: usize,
}

impl LineCodeChanges {
    /// More than a stone can change, and a power of two, so that no index needs a check.
    const ROOM: usize = 64;

    /// The changes, each cell at most once.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = LineCodeChange> {
        let count = self.count.min(Self::ROOM);
        let codes = self.old[..count].iter().zip(&self.new[..count]);
        let changes = self.cells[..count].iter().zip(codes);
        changes.map(|(&pos, (&old, &new))| LineCodeChange { pos, old, new })
    }
}

impl Default for LineCodeChanges {
    fn default() -> Self {
        let codes = [0; Self::ROOM];
        Self { cells: [Pos::from_index(0); Self::ROOM], old: codes, new: codes, count: 0 }
    }
}

/// The line codes of a rule and their patterns.
#[derive(Debug)]
pub struct LineCodes {
    reach: u32,
    /// The number of a half by its bits in a [`Span`]: of one on the right of the cell first, then of one
    /// on the left.
    numbers: Vec<u8>,
    halves: Vec<Half>,
    /// The patterns of two halves: Black's in the low nibble, White's in the high one.
    patterns: Box<[u8; 1 << 16]>,
}

/// What a half of a line means.
#[derive(Debug)]
struct Half {
    /// The number of the half with the colours swapped.
    swapped: u8,
    has_stone: bool,
}

/// The cells of a half as one side sees them: own stones and the opponent's, the nearest cell in the
/// lowest bit. Both bits set is a wall.
type View = (u32, u32);

impl LineCodes {
    /// The codes of `rule`, built when the rule is first used.
    pub fn of(rule: Rule) -> &'static Self {
        static TABLES: [OnceLock<LineCodes>; 5] = [const { OnceLock::new() }; 5];
        TABLES[rule.index()].get_or_init(|| Self::build(rule))
    }

    /// How many codes there are.
    pub fn count(&self) -> usize {
        triangle(self.halves() as u16).into()
    }

    /// How many halves there are.
    pub fn halves(&self) -> usize {
        self.halves.len()
    }

    /// The two halves of a code, the greater number first.
    pub fn halves_of(&self, code: u16) -> [u8; 2] {
        let halves = 1..self.halves() as u16;
        let greater = halves.take_while(|&half| triangle(half) <= code).count() as u16;
        [greater as u8, (code - triangle(greater)) as u8]
    }

    /// The code with the colours swapped.
    pub fn swapped(&self, code: u16) -> u16 {
        let [one, other] = self.halves_of(code).map(|half| self.halves[usize::from(half)].swapped);
        code_of_halves(one, other)
    }

    /// Whether a stone stands in reach that matters to either side.
    pub fn has_stone(&self, code: u16) -> bool {
        self.halves_of(code).into_iter().any(|half| self.halves[usize::from(half)].has_stone)
    }

    /// What the line becomes when Black fills the cell, and when White does.
    pub fn patterns(&self, code: u16) -> [Pattern; 2] {
        let byte = self.byte(Halves(u16::from_le_bytes(self.halves_of(code))));
        Side::BOTH.map(|side| Pattern::in_byte(byte, side))
    }

    /// What a line with these halves becomes: Black's pattern in the low nibble, White's in the high one.
    #[inline]
    pub(super) fn byte(&self, halves: Halves) -> u8 {
        self.patterns[usize::from(halves.0)]
    }

    /// How many cells on each side decide a code.
    #[inline]
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// The code of the empty cell at `place` of `line`.
    pub(super) fn code(&self, line: LineKey, place: u32) -> u16 {
        let Halves(halves) = match self.reach {
            4 => self.halves_in::<4>(line.span(place), Span::<4>::MIDDLE),
            _ => self.halves_in::<5>(line.span(place), Span::<5>::MIDDLE),
        };
        let [left, right] = halves.to_le_bytes();
        code_of_halves(left, right)
    }

    /// The halves on both sides of the cell whose neighbours begin with `bit` of a span.
    #[inline]
    pub(super) fn halves_in<const REACH: u32>(&self, span: Span<REACH>, bit: u32) -> Halves {
        let left = self.numbers[span.half(bit) | 1 << (2 * REACH)];
        let right = self.numbers[span.half(bit + Span::<REACH>::STEP)];
        Halves(u16::from_le_bytes([left, right]))
    }

    /// Lists the empty cells whose line a stone at `pos` changes; `around` are the cells around the stone.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    pub fn list_changes(&self, pos: Pos, around: &Around, changes: &mut LineCodeChanges) {
        match self.reach {
            4 => self.list_within::<4>(pos, around, changes),
            _ => self.list_within::<5>(pos, around, changes),
        }
    }

    #[inline(always)]
    #[expect(clippy::inline_always, reason = "part of a kernel, in its instruction set")]
    fn list_within<const REACH: u32>(
        &self,
        pos: Pos,
        around: &Around,
        changes: &mut LineCodeChanges,
    ) {
        let numbers = &self.numbers[..2 << (2 * REACH)];
        let [mut same, mut old, mut new] = [[0; LineCodeChanges::ROOM]; 3];
        let mut count = 0;
        for (direction, &span) in Direction::ALL.into_iter().zip(&around.0) {
            let span = Span::<REACH>(span);
            for bit in span.empty() {
                // Of a cell before the stone it changes the right half, of one behind it the left.
                let behind = bit + Span::<REACH>::STEP;
                let (left, right) = (span.half(bit) | 1 << (2 * REACH), span.half(behind));
                let (touched, untouched, first) =
                    if bit < 2 * REACH { (right, left, behind) } else { (left, right, bit) };
                let empty = 0b11 << (4 * REACH - first);
                let place = count % LineCodeChanges::ROOM;
                changes.cells[place] = pos.step_unchecked(direction, bit as i32 / 2 - REACH as i32);
                same[place] = numbers[untouched];
                old[place] = numbers[touched | empty];
                new[place] = numbers[touched];
                // Behind other stones most halves stay: the next change takes the place of such a one.
                count += usize::from(old[place] != new[place]);
            }
        }
        changes.count = count;
        // All at once, by vectors.
        for (codes, halves) in [(&mut changes.old, &old), (&mut changes.new, &new)] {
            for i in 0..LineCodeChanges::ROOM {
                codes[i] = code_of_halves(same[i], halves[i]);
            }
        }
    }

    fn build(rule: Rule) -> Self {
        let reach = reach(rule);
        let mut definitions = Side::BOTH.map(|side| Definition::new(rule, side));
        let [black, white] = &definitions;
        let views: Vec<[View; 2]> = (0..1 << (2 * reach))
            .map(|half| Side::BOTH.map(|side| stones_of(side, half, reach)))
            .map(|[blacks, whites]| [black.seal(blacks, whites), white.seal(whites, blacks)])
            .collect();
        let mut distinct = views.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let number = |views: &[View; 2]| distinct.partition_point(|other| other < views) as u8;
        let mut numbers: Vec<u8> = views.iter().map(number).collect();
        for half in 0..1 << (2 * reach) {
            numbers.push(numbers[mirrored(half, reach)]);
        }
        let halves = distinct.iter().map(|&[black, white]| Half {
            swapped: number(&[white, black]),
            has_stone: [black, white].iter().any(|(own, opponent)| own & !opponent != 0),
        });
        let halves = halves.collect();
        let join = |left: u32, right: u32| mirror(left, reach) | right << (reach + 1);
        let patterns: Result<Box<[u8; 1 << 16]>, _> = vec![0; 1 << 16].try_into();
        let mut patterns = patterns.unwrap_or_else(|_| unreachable!("the length is given"));
        for (i, j) in (0..distinct.len()).flat_map(|i| (0..=i).map(move |j| (i, j))) {
            let pattern = |side: Side| {
                let [left, right] = [i, j].map(|half| distinct[half][side.index()]);
                definitions[side.index()].pattern(join(left.0, right.0), join(left.1, right.1))
            };
            let [black, white] = Side::BOTH.map(pattern);
            for halves in [i | j << 8, j | i << 8] {
                patterns[halves] = black as u8 | (white as u8) << 4;
            }
        }
        Self { reach, numbers, halves, patterns }
    }
}

/// The code of two halves in either order.
#[inline]
fn code_of_halves(one: u8, other: u8) -> u16 {
    triangle(one.max(other).into()) + u16::from(one.min(other))
}

/// How many codes have no half from `half` on.
fn triangle(half: u16) -> u16 {
    half * (half + 1) / 2
}

/// The stones of `side` and walls in a half by its bits in a [`Span`]: what is closed to the other side. The
/// leftmost cell is in the lowest bit.
fn stones_of(side: Side, half: usize, reach: u32) -> u32 {
    let open = half as u32 >> (!side).index();
    (0..reach).fold(0, |stones, k| stones | (!open >> (2 * k) & 1) << k)
}

/// The bits of a half in a [`Span`] read from the other end.
fn mirrored(half: usize, reach: u32) -> usize {
    (0..reach).fold(0, |mirrored, k| mirrored << 2 | half >> (2 * k) & 0b11)
}

/// The stones of a half read from the other end.
const fn mirror(bits: u32, reach: u32) -> u32 {
    bits.reverse_bits() >> (32 - reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Cell;
    use std::collections::HashMap;

    #[test]
    fn as_many_codes_as_lines_that_differ() {
        let halves = Rule::ALL.map(|rule| LineCodes::of(rule).halves());
        assert_eq!(halves, [57, 120, 120, 172, 172]);
        for rule in Rule::ALL {
            let codes = LineCodes::of(rule);
            assert_eq!(codes.count(), usize::from(triangle(codes.halves() as u16)));
            for code in 0..codes.count() as u16 {
                let [one, other] = codes.halves_of(code);
                assert!(one >= other && code_of_halves(one, other) == code);
                assert_eq!(code_of_halves(other, one), code);
                let swapped = codes.swapped(code);
                assert_eq!(codes.swapped(swapped), code);
                assert_eq!(codes.has_stone(swapped), codes.has_stone(code));
                let [black, white] = codes.patterns(code);
                if rule != Rule::Renju {
                    assert_eq!(codes.patterns(swapped), [white, black]);
                }
            }
        }
    }

    /// What a side sees of a half, cell by cell from the middle: own stones, empty cells, and nothing
    /// behind the first thing in its way, which is told from a wall only where that matters.
    fn seen(half: &[Cell], side: Side, rule: Rule) -> String {
        let mut text = String::new();
        for &cell in half {
            match cell {
                Cell::Empty => text.push('.'),
                cell if cell == Cell::from(side) => text.push('X'),
                Cell::Wall => return text + "#",
                _ if rule.closed_five_is_void() => return text + "O",
                _ => return text + "#",
            }
        }
        text
    }

    #[test]
    fn lines_share_a_code_if_both_sides_see_the_same() {
        let mut random = fastrand::Rng::with_seed(5);
        for rule in Rule::ALL {
            let codes = LineCodes::of(rule);
            let reach = codes.reach as usize;
            let mut by_meaning = HashMap::new();
            let mut by_code = HashMap::new();
            for _ in 0..200_000 {
                let empty = random.u8(20..80);
                let mut cells: Vec<Cell> = (0..=2 * reach)
                    .map(|_| match random.u8(..100) {
                        roll if roll < empty => Cell::Empty,
                        roll if roll % 2 == 0 => Cell::Black,
                        _ => Cell::White,
                    })
                    .collect();
                // Nothing but wall stands behind a wall.
                let (before, after) = (random.usize(..2 * reach), random.usize(..2 * reach));
                (0..reach.saturating_sub(before)).for_each(|i| cells[i] = Cell::Wall);
                (0..reach.saturating_sub(after)).for_each(|i| cells[2 * reach - i] = Cell::Wall);
                let mut line = LineKey::EMPTY;
                for (i, &cell) in cells.iter().enumerate().filter(|&(i, _)| i != reach) {
                    line.put(20 + i as u32, cell);
                }
                let code = codes.code(line, 20 + reach as u32);
                let left: Vec<Cell> = cells[..reach].iter().rev().copied().collect();
                let right = &cells[reach + 1..];
                let sees = |half: &[Cell]| Side::BOTH.map(|side| seen(half, side, rule));
                let mut meaning = [sees(&left), sees(right)];
                meaning.sort();
                assert_eq!(*by_meaning.entry(meaning.clone()).or_insert(code), code, "{meaning:?}");
                assert_eq!(*by_code.entry(code).or_insert_with(|| meaning.clone()), meaning);
                let is_stone = |cell: &Cell| matches!(cell, Cell::Black | Cell::White);
                let nearest =
                    |half: &[Cell]| half.iter().find(|cell| **cell != Cell::Empty).copied();
                let stones = [nearest(&left), nearest(right)].iter().flatten().any(is_stone);
                assert_eq!(codes.has_stone(code), stones, "{meaning:?}");
            }
            assert!(by_code.len() * 10 > codes.count() * 7, "{rule}: {} codes seen", by_code.len());
        }
    }
}
