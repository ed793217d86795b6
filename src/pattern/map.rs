//! The threat map: patterns, codes and threats of every empty cell for both sides, with counts, the
//! sum of their values and the candidate cells, kept up to date along the lines through each stone.

mod candidates;
mod cell;

use super::cells::CellSet;
use super::line::{Lines, bit_of};
use super::table::{Pattern, reach, table};
use super::threat::Threat;
use super::weights::{Meaning, Weights};
use candidates::{Candidates, Rows};
use cell::{CellThreats, Codes, Patterns};
use gomoku_rules::{Cell, Direction, Pos, Rule, Side, Size};

pub use cell::Change;

/// What a stone changed that is not cell by cell.
#[derive(Clone, Debug)]
struct Before {
    pos: Pos,
    changes: u32,
    sums: Sums,
    candidates: Rows,
}

/// What is summed over all empty cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Black's value minus White's.
    value: i32,
    /// Cells by side and threat.
    counts: [[u16; Threat::COUNT]; 2],
}

/// Patterns and threats of a board, under the rule of its weights.
#[derive(Clone, Debug)]
pub struct ThreatMap {
    weights: &'static Weights,
    table: &'static [u8],
    size: Size,
    lines: Lines,
    cells: Box<[CellThreats; Pos::COUNT]>,
    sums: Sums,
    fours: [CellSet; 2],
    candidates: Candidates,
    empty: CellSet,
    befores: Vec<Before>,
    changes: Vec<Change>,
}

impl ThreatMap {
    /// The map of an empty board.
    pub fn new(size: Size, weights: &'static Weights) -> Self {
        let mut map = Self {
            weights,
            table: table(weights.rule()),
            size,
            lines: Lines::new(size),
            cells: Box::new([CellThreats::default(); Pos::COUNT]),
            sums: Sums::default(),
            fours: [CellSet::default(), CellSet::default()],
            candidates: Candidates::default(),
            empty: size.positions().collect(),
            befores: Vec::with_capacity(size.cells()),
            changes: Vec::with_capacity(40 * size.cells()),
        };
        for pos in size.positions() {
            map.cells[pos.index()] = map.rebuilt(pos);
            map.count(pos, true);
        }
        map
    }

    /// The weights of the codes.
    #[inline]
    pub fn weights(&self) -> &'static Weights {
        self.weights
    }

    /// Width and height of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule of play.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.weights.rule()
    }

    /// The pattern of `side` at the empty cell `pos` along `direction`.
    #[inline]
    pub fn pattern(&self, side: Side, pos: Pos, direction: Direction) -> Pattern {
        Pattern::in_byte(self.cells[pos.index()].patterns.along(direction), side)
    }

    /// The code of `side` at the empty cell `pos`.
    #[inline]
    pub fn code(&self, side: Side, pos: Pos) -> u16 {
        self.cells[pos.index()].codes.of(side)
    }

    /// What `side` would threaten with a stone on the empty cell `pos`.
    #[inline]
    pub fn threat(&self, side: Side, pos: Pos) -> Threat {
        self.cells[pos.index()].threats[side.index()]
    }

    /// How many empty cells offer `threat`, a three or better or a doubtful point, to `side`.
    #[inline]
    pub fn count_of(&self, side: Side, threat: Threat) -> u32 {
        u32::from(self.sums.counts[side.index()][threat as usize])
    }

    /// Whether `side` can make a four or better.
    #[inline]
    pub fn has_four(&self, side: Side) -> bool {
        self.sums.counts[side.index()][Threat::Four as usize..].iter().any(|&count| count > 0)
    }

    /// The cells where `side` makes a four or better.
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        &self.fours[side.index()]
    }

    /// The values of all empty cells, Black's minus White's.
    #[inline]
    pub fn value(&self) -> i32 {
        self.sums.value
    }

    /// [`ThreatMap::value`] before the last stone.
    #[inline]
    pub fn value_before(&self) -> i32 {
        self.befores.last().map_or(self.sums.value, |before| before.sums.value)
    }

    /// Which threats are on the board, as a set: the lower six bits tell of `side` having a
    /// [`Threat::Three`] to a [`Threat::FourThree`], the next seven of its opponent having a
    /// [`Threat::Three`] to an [`Threat::OpenFour`].
    #[inline]
    pub fn threats_at_hand(&self, side: Side) -> usize {
        let set = |side: Side| {
            let counts = &self.sums.counts[side.index()];
            (0..7).fold(0, |set, bit| {
                set | usize::from(counts[Threat::Three as usize + bit] > 0) << bit
            })
        };
        set(side) & 0x3F | set(!side) << 6
    }

    /// How good a move the empty cell `pos` is for `side` by itself.
    #[inline]
    pub fn move_score(&self, side: Side, pos: Pos) -> i32 {
        let own = self.weights.score(side, self.code(side, pos)).own;
        let foe = self.weights.score(!side, self.code(!side, pos)).foe;
        i32::from(own) + i32::from(foe)
    }

    /// Empty cells near a stone.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Pos> + '_ {
        self.candidates.cells().intersection(&self.empty)
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> &CellSet {
        &self.empty
    }

    /// What the last stone changed: at most one entry for each cell and direction.
    #[inline]
    pub fn delta(&self) -> &[Change] {
        self.befores.last().map_or(&[], |before| &self.changes[before.changes as usize..])
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// Puts `cell`, no empty one, on the empty cell `pos`.
    #[inline]
    pub fn play(&mut self, pos: Pos, cell: Cell) {
        let candidates = self.candidates.widen(pos);
        self.befores.push(Before {
            pos,
            changes: self.changes.len() as u32,
            sums: self.sums,
            candidates,
        });
        self.count(pos, false);
        self.empty.remove(pos);
        self.lines.put(pos, cell);
        match reach(self.rule()) {
            4 => self.update::<4>(pos),
            _ => self.update::<5>(pos),
        }
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo(&mut self) {
        let Some(before) = self.befores.pop() else { return };
        let pos = before.pos;
        for change in self.changes.drain(before.changes as usize..).rev() {
            let cell = &mut self.cells[change.pos.index()];
            for i in 0..2 {
                if cell.threats[i].is_four() != change.old.threats[i].is_four() {
                    self.fours[i].toggle(change.pos);
                }
            }
            *cell = change.old;
        }
        for side in Side::BOTH {
            if self.threat(side, pos).is_four() {
                self.fours[side.index()].insert(pos);
            }
        }
        self.lines.clear(pos);
        self.empty.insert(pos);
        self.sums = before.sums;
        self.candidates.restore(pos, before.candidates);
    }

    /// Looks the neighbours of a new stone up again, line by line.
    #[inline]
    fn update<const REACH: u32>(&mut self, pos: Pos) {
        let table = &self.table[..1 << (4 * REACH)];
        let mut gain = 0;
        for direction in Direction::ALL {
            let span = self.lines.line(direction, pos).span::<REACH>(bit_of(direction, pos));
            for k in span.empty() {
                let near = pos.step_unchecked(direction, k as i32 - REACH as i32);
                gain += self.change(near, direction, table[span.index(k)]);
            }
        }
        self.sums.value += gain;
    }

    /// Gives a cell a new pattern along one direction; returns what that adds to the value.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the inner loop of every move; measured")]
    fn change(&mut self, pos: Pos, direction: Direction, new: u8) -> i32 {
        let old = self.cells[pos.index()];
        self.changes.push(Change { pos, direction, new, old });
        let patterns = old.patterns.with(direction, new);
        let codes = old.codes.with(old.patterns.along(direction), new);
        let then = Side::BOTH.map(|side| self.weights.meaning(side, old.codes.of(side)));
        let now = Side::BOTH.map(|side| self.weights.meaning(side, codes.of(side)));
        let threats = now.map(|meaning| meaning.threat);
        self.cells[pos.index()] = CellThreats { patterns, codes, threats };
        let counted = |meanings: [Meaning; 2]| meanings.map(|meaning| meaning.counted);
        if counted(now) != counted(then) {
            self.recount(pos, counted(then), counted(now));
        }
        let gain = |i: usize| i32::from(now[i].value) - i32::from(then[i].value);
        gain(0) - gain(1)
    }

    /// Counts a cell whose threats changed.
    #[inline]
    fn recount(&mut self, pos: Pos, then: [Threat; 2], now: [Threat; 2]) {
        for i in 0..2 {
            self.sums.counts[i][then[i] as usize] -= 1;
            self.sums.counts[i][now[i] as usize] += 1;
            if then[i].is_four() != now[i].is_four() {
                self.fours[i].toggle(pos);
            }
        }
    }

    /// Adds an empty cell to the sums, or takes it out of them.
    #[inline]
    fn count(&mut self, pos: Pos, add: bool) {
        let cell = &self.cells[pos.index()];
        for side in Side::BOTH {
            let i = side.index();
            let value = i32::from(self.weights.meaning(side, cell.codes.of(side)).value);
            self.sums.value += if (side == Side::Black) == add { value } else { -value };
            let threat = cell.threats[i];
            let count = &mut self.sums.counts[i][threat.counted() as usize];
            if add {
                *count += 1;
            } else {
                *count -= 1;
            }
            if threat.is_four() {
                self.fours[i].toggle(pos);
            }
        }
    }

    /// What the map should know of `pos`, from the lines alone.
    fn rebuilt(&self, pos: Pos) -> CellThreats {
        let patterns =
            Direction::ALL.into_iter().fold(Patterns::default(), |patterns, direction| {
                let (line, bit) = (self.lines.line(direction, pos), bit_of(direction, pos));
                let byte = match reach(self.rule()) {
                    4 => self.table[line.index::<4>(bit)],
                    _ => self.table[line.index::<5>(bit)],
                };
                patterns.with(direction, byte)
            });
        let bytes = Direction::ALL.map(|direction| patterns.along(direction));
        let codes = bytes.into_iter().fold(Codes::default(), |codes, byte| codes.with(0, byte));
        let threats = Side::BOTH.map(|side| self.weights.meaning(side, codes.of(side)).threat);
        CellThreats { patterns, codes, threats }
    }
}

#[cfg(test)]
mod tests;
