//! The states of all cells and what they add up to, updated cell by cell.

use std::slice::IterMut;

use super::cell::{CellChange, CellState, Codes};
use super::threat_counts::{ThreatCounts, ThreatCountsMark};
use crate::pattern::code_info::CodeTable;
use gomoku_rules::{Direction, Pos};

/// How many cells a stone can change.
const NEAR: usize = 40;

/// Where the log of changes ends before a stone, and the counts before it.
#[derive(Clone, Copy, Debug)]
pub struct ThreatsMark {
    pub changes: u32,
    counts: ThreatCountsMark,
}

/// The threats of all cells, with a log of how they changed.
#[derive(Clone, Debug)]
pub struct Threats {
    codes: CodeTable,
    pub cells: Box<[CellState; Pos::COUNT]>,
    pub counts: ThreatCounts,
    /// The changes of all stones, in order, and room for those of stones to come.
    changes: Vec<CellChange>,
    /// How many changes there are.
    changed: usize,
}

impl Threats {
    /// No patterns yet, on a board of `count` cells.
    pub fn new(codes: CodeTable, count: usize) -> Self {
        let dead = |index| CellState::new(Pos::from_index(index), [0; 4], codes);
        let cells = Box::new(std::array::from_fn(dead));
        let no_change = CellChange { old: cells[0], new: Codes::default() };
        Self {
            codes,
            cells,
            counts: ThreatCounts::new(count),
            // Of two cells near each other the first one filled changes the other.
            changes: vec![no_change; count * NEAR / 2 + NEAR],
            changed: 0,
        }
    }

    /// The state to come back to.
    #[inline]
    pub fn mark(&self) -> ThreatsMark {
        ThreatsMark { changes: self.changed as u32, counts: self.counts.mark() }
    }

    /// The changes of all stones, in order.
    #[inline]
    pub fn changes(&self) -> &[CellChange] {
        &self.changes[..self.changed]
    }

    /// Updates cells near a new stone, at most [`NEAR`]; returns what `cells` returns.
    #[inline]
    pub fn update<T>(&mut self, cells: impl FnOnce(&mut Update) -> T) -> T {
        let room = &mut self.changes[self.changed..][..NEAR];
        let mut update = Update {
            codes: self.codes,
            cells: &mut self.cells,
            counts: &mut self.counts,
            room: room.iter_mut(),
        };
        let result = cells(&mut update);
        self.changed += NEAR - update.room.len();
        result
    }

    /// Makes everything what it was at `mark`.
    #[inline]
    pub fn undo(&mut self, mark: &ThreatsMark) {
        let before = mark.changes as usize;
        for change in &self.changes[before..self.changed] {
            self.cells[change.old.pos.index()] = change.old;
        }
        self.changed = before;
        self.counts.undo(&mark.counts);
    }
}

/// The cells near a stone, while they are updated.
pub struct Update<'a> {
    codes: CodeTable,
    cells: &'a mut [CellState; Pos::COUNT],
    counts: &'a mut ThreatCounts,
    /// Where their changes are written down.
    room: IterMut<'a, CellChange>,
}

impl Update<'_> {
    /// Gives a cell a new byte of patterns along one direction.
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "the inner loop of every move; measured")]
    pub fn change(&mut self, pos: Pos, direction: Direction, new: u8) {
        let Some(change) = self.room.next() else { unreachable!("more cells than are near") };
        let cell = &mut self.cells[pos.index()];
        change.old = *cell;
        cell.codes = cell.codes.with(cell.patterns.along(direction), new);
        cell.patterns = cell.patterns.with(direction, new);
        change.new = cell.codes;
        let old = cell.infos;
        cell.infos = cell.codes.infos(self.codes);
        if !cell.infos.count_alike(old) {
            self.counts.change(pos, old, cell.infos);
        }
    }
}
