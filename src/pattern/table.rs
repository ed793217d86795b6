//! The pattern tables: for each rule, the patterns of a cell by its neighbours on one line.

use std::sync::OnceLock;

use super::definition::Pattern;
use super::line::{LineKey, Lines, Span, place_of};
use super::line_code::LineCodes;
use gomoku_rules::{Direction, Pos, Rule, Side};

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
        static TABLES: [OnceLock<PatternTable>; 5] = [const { OnceLock::new() }; 5];
        TABLES[rule.index()].get_or_init(|| Self::build(rule))
    }

    /// How many neighbours on each side decide a pattern.
    #[inline]
    pub fn reach(&self) -> u32 {
        self.reach
    }

    /// The byte of the cell at `place` of `line`.
    #[inline]
    pub fn byte(&self, line: LineKey, place: u32) -> u8 {
        let index = match self.reach {
            4 => line.span::<4>(place).index(Span::<4>::MIDDLE),
            _ => line.span::<5>(place).index(Span::<5>::MIDDLE),
        };
        self.bytes[index]
    }

    /// The pattern of `side` at the cell at `place` of `line`.
    #[inline]
    pub fn pattern(&self, line: LineKey, place: u32, side: Side) -> Pattern {
        Pattern::in_byte(self.byte(line, place), side)
    }

    /// Calls `visit` with the byte of each empty cell whose pattern the stone at `pos` decides. Returns
    /// the cells around the stone, a [`Span`] a direction.
    #[inline]
    pub fn visit_neighbours(
        &self,
        lines: &Lines,
        pos: Pos,
        visit: impl FnMut(Pos, Direction, u8),
    ) -> [u64; 4] {
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
    ) -> [u64; 4] {
        [
            self.visit_line::<REACH, 0>(lines, pos, &mut visit),
            self.visit_line::<REACH, 1>(lines, pos, &mut visit),
            self.visit_line::<REACH, 2>(lines, pos, &mut visit),
            self.visit_line::<REACH, 3>(lines, pos, &mut visit),
        ]
    }

    #[inline]
    fn visit_line<const REACH: u32, const DIRECTION: usize>(
        &self,
        lines: &Lines,
        pos: Pos,
        visit: &mut impl FnMut(Pos, Direction, u8),
    ) -> u64 {
        let bytes = &self.bytes[..1 << (4 * REACH)];
        let direction = Direction::ALL[DIRECTION];
        let span = lines.line(direction, pos).span::<REACH>(place_of(direction, pos));
        for bit in span.empty() {
            let near = pos.step_unchecked(direction, bit as i32 / 2 - REACH as i32);
            visit(near, direction, bytes[span.index(bit)]);
        }
        span.0
    }

    fn build(rule: Rule) -> Self {
        let codes = LineCodes::of(rule);
        let reach = codes.reach();
        let bytes = match reach {
            4 => bytes::<4>(codes),
            _ => bytes::<5>(codes),
        };
        Self { reach, bytes }
    }
}

/// The patterns of all windows.
fn bytes<const REACH: u32>(codes: &LineCodes) -> Vec<u8> {
    let windows = (0..1 << (4 * REACH)).map(Span::<REACH>::of_index);
    windows.map(|span| codes.byte(codes.halves_in(span, 0))).collect()
}
