//! The states of all cells, their counts by threat and the set of fours, updated cell by cell.

use super::cell::{CellState, Change, Codes, Patterns};
use crate::pattern::cells::CellSet;
use crate::pattern::code_info::{CodeInfo, CodeTable};
use crate::pattern::threat::Threat;
use gomoku_rules::{Direction, Pos, Side};

/// How many empty cells offer each counted threat, by side.
pub type Counts = [[u16; Threat::COUNT]; 2];

/// Where the logs of changes end before a stone, and the counts before it.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    pub changes: u32,
    toggles: u32,
    counts: Counts,
}

/// The threats of all cells, with a log of how they changed.
#[derive(Clone, Debug)]
pub struct Threats {
    codes: &'static CodeTable,
    pub cells: Box<[CellState; Pos::COUNT]>,
    pub counts: Counts,
    pub fours: [CellSet; 2],
    /// The changes of all stones, in order.
    pub changes: Vec<Change>,
    /// Each cell that entered or left a set of fours, in order.
    toggles: Vec<(Side, Pos)>,
}

impl Threats {
    /// No cells yet; a board has about `cells`.
    pub fn new(codes: &'static CodeTable, cells: usize) -> Self {
        Self {
            codes,
            cells: Box::new([CellState::default(); Pos::COUNT]),
            counts: Counts::default(),
            fours: [CellSet::default(), CellSet::default()],
            changes: Vec::with_capacity(40 * cells),
            toggles: Vec::with_capacity(4 * cells),
        }
    }

    /// The state of a cell with these patterns.
    pub fn state_of(&self, bytes: [u8; 4]) -> CellState {
        let zip = || Direction::ALL.into_iter().zip(bytes);
        let patterns =
            zip().fold(Patterns::default(), |all, (direction, byte)| all.with(direction, byte));
        let codes = bytes.into_iter().fold(Codes::default(), |codes, byte| codes.with(0, byte));
        CellState { patterns, codes, infos: self.infos(codes) }
    }

    #[inline]
    fn infos(&self, codes: Codes) -> [CodeInfo; 2] {
        Side::BOTH.map(|side| self.codes.info(side, codes.of(side)))
    }

    /// The state of a log and the counts, for [`Threats::undo`].
    #[inline]
    pub fn mark(&self) -> Mark {
        let (changes, toggles) = (self.changes.len() as u32, self.toggles.len() as u32);
        Mark { changes, toggles, counts: self.counts }
    }

    /// Adds the cell `pos`, which is empty now, to the counts.
    pub fn insert(&mut self, pos: Pos) {
        self.recount(pos, |counts, info| counts[info.counted as usize] += 1);
    }

    /// Takes the cell `pos`, which is filled now, out of the counts.
    #[inline]
    pub fn remove(&mut self, pos: Pos) {
        self.recount(pos, |counts, info| counts[info.counted as usize] -= 1);
    }

    #[inline]
    fn recount(&mut self, pos: Pos, mut count: impl FnMut(&mut [u16; Threat::COUNT], CodeInfo)) {
        for side in Side::BOTH {
            let info = self.cells[pos.index()].infos[side.index()];
            count(&mut self.counts[side.index()], info);
            if info.threat.is_four() {
                self.toggle(side, pos);
            }
        }
    }

    /// Gives a cell a new byte of patterns along one direction.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the inner loop of every move; measured")]
    pub fn change(&mut self, pos: Pos, direction: Direction, new: u8) {
        let old = self.cells[pos.index()];
        let codes = old.codes.with(old.patterns.along(direction), new);
        let infos = self.infos(codes);
        self.cells[pos.index()] =
            CellState { patterns: old.patterns.with(direction, new), codes, infos };
        self.changes.push(Change { pos, direction, new, old });
        if infos[0].counted != old.infos[0].counted || infos[1].counted != old.infos[1].counted {
            self.move_counts(pos, old.infos, infos);
        }
    }

    /// Counts a cell whose counted threats changed: rare, and out of the way of the inner loop.
    #[inline(never)]
    fn move_counts(&mut self, pos: Pos, old: [CodeInfo; 2], new: [CodeInfo; 2]) {
        for side in Side::BOTH {
            let (old, new) = (old[side.index()], new[side.index()]);
            let counts = &mut self.counts[side.index()];
            counts[old.counted as usize] -= 1;
            counts[new.counted as usize] += 1;
            if old.threat.is_four() != new.threat.is_four() {
                self.toggle(side, pos);
            }
        }
    }

    #[inline]
    fn toggle(&mut self, side: Side, pos: Pos) {
        self.fours[side.index()].toggle(pos);
        self.toggles.push((side, pos));
    }

    /// Makes everything what it was at `mark`.
    #[inline]
    pub fn undo(&mut self, mark: &Mark) {
        for change in &self.changes[mark.changes as usize..] {
            self.cells[change.pos.index()] = change.old;
        }
        self.changes.truncate(mark.changes as usize);
        for &(side, pos) in &self.toggles[mark.toggles as usize..] {
            self.fours[side.index()].toggle(pos);
        }
        self.toggles.truncate(mark.toggles as usize);
        self.counts = mark.counts;
    }
}
