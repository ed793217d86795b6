//! The threat map: patterns, codes and threats of every empty cell for both sides, with counts, the
//! sum of their values and the candidate cells, kept up to date along the lines through each stone.

use super::cells::CellSet;
use super::line::{Lines, bit_of};
use super::table::{Pattern, reach, table};
use super::threat::{CODES_OF_BYTE, Threat};
use super::weights::{Meaning, Weights};
use crate::game::{Cell, Direction, Pos, Rule, Side, Size};

/// The patterns of a cell, a byte a direction: Black's in the low nibble, White's in the high one.
/// One word, so that a change never waits for a partial store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Patterns(u32);

impl Patterns {
    #[inline]
    const fn along(self, direction: Direction) -> u8 {
        (self.0 >> (8 * direction.index())) as u8
    }

    #[inline]
    const fn with(self, direction: Direction, byte: u8) -> Self {
        let shift = 8 * direction.index();
        Self(self.0 & !(0xFF << shift) | (byte as u32) << shift)
    }
}

/// The codes of a cell, Black's in the low half, White's in the high one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Codes(u32);

impl Codes {
    #[inline]
    const fn of(self, side: Side) -> u16 {
        (self.0 >> (16 * side.index())) as u16
    }

    /// The codes after one direction's byte has changed.
    #[inline]
    fn with(self, old: u8, new: u8) -> Self {
        let (old, new) = (CODES_OF_BYTE[old as usize], CODES_OF_BYTE[new as usize]);
        Self(self.0.wrapping_sub(old).wrapping_add(new))
    }
}

/// What the map knows of an empty cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CellThreats {
    patterns: Patterns,
    codes: Codes,
    /// A threat a side.
    threats: [Threat; 2],
}

/// One cell and direction whose pattern a stone changed.
#[derive(Clone, Copy, Debug)]
pub struct Change {
    /// The cell.
    pub pos: Pos,
    /// The line through it on which the stone lies.
    pub direction: Direction,
    /// The patterns after the stone.
    new: u8,
    /// The cell before the stone.
    old: CellThreats,
}

impl Change {
    /// The pattern of `side` before and after the stone.
    #[inline]
    pub fn patterns(&self, side: Side) -> (Pattern, Pattern) {
        let old = self.old.patterns.along(self.direction);
        (Pattern::in_byte(old, side), Pattern::in_byte(self.new, side))
    }
}

/// What a stone changed that is not cell by cell.
#[derive(Clone, Debug)]
struct Before {
    pos: Pos,
    changes: u32,
    sums: Sums,
    candidates: [u32; 2 * RANGE + 1],
}

/// What is summed over all empty cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Sums {
    /// Black's value minus White's.
    value: i32,
    /// Cells by side and threat.
    counts: [[u16; Threat::COUNT]; 2],
}

/// Candidates lie up to this far from a stone along its lines, and up to one less all around it.
const RANGE: usize = 4;

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
    candidates: CellSet,
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
            candidates: CellSet::default(),
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
        self.candidates.intersection(&self.empty)
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
        let candidates = self.widen_candidates(pos);
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
        for (y, row) in rows_around(pos).zip(before.candidates) {
            self.candidates.set_row(y, row);
        }
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

    /// Adds the surroundings of `pos` to the candidates; returns the rows as they were.
    #[inline]
    fn widen_candidates(&mut self, pos: Pos) -> [u32; 2 * RANGE + 1] {
        /// The cells around a stone as seen from its row: bit `RANGE` is its column.
        const AROUND: [u64; 2 * RANGE + 1] = [
            0b1_0001_0001,
            0b0_1111_1110,
            0b0_1111_1110,
            0b0_1111_1110,
            0b1_1111_1111,
            0b0_1111_1110,
            0b0_1111_1110,
            0b0_1111_1110,
            0b1_0001_0001,
        ];
        let mut before = [0; 2 * RANGE + 1];
        for (i, y) in rows_around(pos).enumerate() {
            before[i] = self.candidates.row(y);
            if y.abs_diff(usize::from(pos.y())) <= RANGE {
                let around = (AROUND[i] << pos.x() >> RANGE) as u32;
                self.candidates.set_row(y, before[i] | around);
            }
        }
        before
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

/// The rows that hold the surroundings of `pos`; those outside the set are folded back into it.
#[inline]
fn rows_around(pos: Pos) -> impl Iterator<Item = usize> {
    (0..=2 * RANGE).map(move |i| (pos.y() as usize + 32 + i - RANGE) & 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Board, Forbidden, referee};
    use crate::pattern::Position;
    use crate::pattern::testing::weights;

    /// Compares everything that is kept with what the stones say.
    fn assert_rebuilt(map: &ThreatMap, board: &Board) {
        let size = board.size();
        let mut lines = Lines::new(size);
        let mut near = CellSet::default();
        for stone in board.stones() {
            lines.put(stone.pos, stone.cell);
            for pos in size.positions() {
                let dx = pos.x().abs_diff(stone.pos.x());
                let dy = pos.y().abs_diff(stone.pos.y());
                let on_a_line = dx == 0 || dy == 0 || dx == dy;
                if dx.max(dy) <= 3 || on_a_line && dx.max(dy) == 4 {
                    near.insert(pos);
                }
            }
        }
        assert_eq!(map.lines, lines);
        assert_eq!(map.empty, board.empty_cells().collect());
        assert!(map.candidates().eq(near.intersection(&map.empty)));
        let mut sums = Sums::default();
        let mut fours = [CellSet::default(), CellSet::default()];
        for pos in board.empty_cells() {
            let cell = map.rebuilt(pos);
            assert_eq!(map.cells[pos.index()], cell, "{pos} on {board:?}");
            for side in Side::BOTH {
                let i = side.index();
                let value = i32::from(map.weights.meaning(side, cell.codes.of(side)).value);
                sums.value += if side == Side::Black { value } else { -value };
                sums.counts[i][cell.threats[i].counted() as usize] += 1;
                if cell.threats[i].is_four() {
                    fours[i].insert(pos);
                }
            }
        }
        assert_eq!(map.sums, sums);
        assert_eq!(map.fours, fours);
    }

    /// Holds the tables against the referee on every empty cell: fives, overlines, forbidden points.
    fn assert_refereed(position: &Position) {
        let (rule, mut board) = (position.rule(), position.board().clone());
        let turn = board.side_to_move();
        for pos in position.board().empty_cells() {
            for side in Side::BOTH {
                board.set_side_to_move(side);
                board.play(pos);
                let wins = referee::wins(&board, rule, pos);
                board.undo();
                assert_eq!(
                    position.threat(side, pos) == Threat::Five,
                    wins,
                    "{side} {pos} {board:?}"
                );
            }
            board.set_side_to_move(turn);
            if rule == Rule::Renju {
                let verdict = referee::forbidden(&board, pos);
                assert_eq!(position.forbidden(Side::Black, pos), verdict, "{pos} {board:?}");
                if verdict == Some(Forbidden::Overline) {
                    let overline = |direction| {
                        position.pattern(Side::Black, pos, direction) == Pattern::Overline
                    };
                    assert!(Direction::ALL.into_iter().any(overline));
                }
            }
        }
    }

    /// Random plays and undos, `steps` of them, compared every hundred and after full unwinding.
    fn wander(rule: Rule, size: Size, steps: usize) {
        let mut random = fastrand::Rng::with_seed(steps as u64 ^ size.cells() as u64);
        let mut position = Position::new(size, weights(rule));
        let empty = position.clone();
        for step in 0..steps {
            let free: Vec<Pos> = position.board().empty_cells().collect();
            // Dense boards come and go: the tide turns every few hundred steps.
            let rising = (step / (2 * size.cells())).is_multiple_of(2);
            if !free.is_empty() && random.u8(..10) < if rising { 8 } else { 2 } {
                let pos = free[random.usize(..free.len())];
                match random.u8(..40) {
                    0 => position.place(pos, Cell::Wall),
                    _ => position.play(pos),
                }
            } else {
                position.undo();
            }
            if step % 100 == 0 {
                assert_rebuilt(position.map(), position.board());
            }
            if step % 1000 == 0 {
                assert_refereed(&position);
            }
        }
        while !position.board().stones().is_empty() {
            position.undo();
        }
        assert_rebuilt(position.map(), position.board());
        assert_eq!(position.map().cells, empty.map().cells);
        assert_eq!(position.board().key(), empty.board().key());
    }

    fn sizes() -> [Size; 5] {
        ["5", "15", "20", "32", "30x20"].map(|text| text.parse().expect("a size"))
    }

    #[test]
    fn the_map_equals_a_rebuild_and_the_referee() {
        for rule in Rule::ALL {
            for size in sizes() {
                wander(rule, size, 4_000);
            }
        }
    }

    #[test]
    #[ignore = "minutes: a million steps for each rule and size"]
    fn the_map_equals_a_rebuild_and_the_referee_for_a_million_steps() {
        for rule in Rule::ALL {
            for size in sizes() {
                wander(rule, size, 1_000_000);
            }
        }
    }
}
