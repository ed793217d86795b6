//! How many cells offer which threats, and the set of those that offer a four.

use crate::pattern::cells::CellSet;
use crate::pattern::code_info::CodeInfos;
use gomoku_rules::{Pos, Side};

/// How many empty cells offer each counted threat, by side. Two more than there are threats, so that no
/// lookup needs a bounds check.
pub type Counts = [[u16; 16]; 2];

/// The counts before a stone, and the length of the log of toggles.
#[derive(Clone, Copy, Debug)]
pub struct ThreatCountsMark {
    toggles: u32,
    counts: Counts,
}

/// The threats of all empty cells, counted.
#[derive(Clone, Debug)]
pub struct ThreatCounts {
    pub by_threat: Counts,
    pub fours: [CellSet; 2],
    /// Each cell that entered or left a set of fours, in order.
    toggles: Vec<(Side, Pos)>,
}

impl ThreatCounts {
    /// The counts of no cells; a board has about `cells`.
    pub fn new(cells: usize) -> Self {
        Self {
            by_threat: Counts::default(),
            fours: [CellSet::default(), CellSet::default()],
            toggles: Vec::with_capacity(4 * cells),
        }
    }

    /// The state to come back to.
    #[inline]
    pub fn mark(&self) -> ThreatCountsMark {
        ThreatCountsMark { toggles: self.toggles.len() as u32, counts: self.by_threat }
    }

    /// Adds the cell `pos`, which is empty now.
    pub fn insert(&mut self, pos: Pos, infos: CodeInfos) {
        self.recount(pos, infos, |count| *count += 1);
    }

    /// Takes out the cell `pos`, which is filled now.
    #[inline]
    pub fn remove(&mut self, pos: Pos, infos: CodeInfos) {
        self.recount(pos, infos, |count| *count -= 1);
    }

    #[inline]
    fn recount(&mut self, pos: Pos, infos: CodeInfos, mut count: impl FnMut(&mut u16)) {
        for side in Side::BOTH {
            count(&mut self.by_threat[side.index()][infos.counted(side)]);
            if infos.is_four(side) {
                self.toggle(side, pos);
            }
        }
    }

    /// Follows a cell whose counted threats changed: rare, and out of the way of the inner loop.
    #[inline(never)]
    pub fn change(&mut self, pos: Pos, old: CodeInfos, new: CodeInfos) {
        for side in Side::BOTH {
            let counts = &mut self.by_threat[side.index()];
            counts[old.counted(side)] -= 1;
            counts[new.counted(side)] += 1;
            if old.is_four(side) != new.is_four(side) {
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
    pub fn undo(&mut self, mark: &ThreatCountsMark) {
        for &(side, pos) in &self.toggles[mark.toggles as usize..] {
            self.fours[side.index()].toggle(pos);
        }
        self.toggles.truncate(mark.toggles as usize);
        self.by_threat = mark.counts;
    }
}
