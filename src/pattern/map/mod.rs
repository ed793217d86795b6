//! The threat map: patterns, codes and threats of every empty cell for both sides, their counts and
//! the candidate cells, updated along the lines through each stone. Every stone's changes are kept, so
//! that an evaluation can follow whenever it is asked.

mod candidates;
mod cell;
mod threat_counts;
mod threats;

use super::cells::CellSet;
use super::code_info::CodeTable;
use super::definition::Pattern;
use super::line::{Lines, place_of};
use super::line_code::{Around, LineCodes};
use super::table::PatternTable;
use super::threat::Threat;
use candidates::{Candidates, Rows};
use cell::CellState;
use gomoku_rules::{Cell, Direction, Pos, Rule, Side, Size};
use threats::{Threats, ThreatsMark};

pub use cell::{CellChange, Codes};

/// The state before a stone, to take it back.
#[derive(Clone, Debug)]
struct UndoInfo {
    pos: Pos,
    mark: ThreatsMark,
    candidates: Rows,
    around: Around,
}

/// What one stone changed.
#[derive(Clone, Copy, Debug)]
pub struct PlyChanges<'a> {
    /// The cell that the stone filled.
    pub pos: Pos,
    /// The codes of that cell while it was empty.
    pub codes: Codes,
    /// The empty cells on a line with it, each at most once.
    pub cells: &'a [CellChange],
    /// The cells around it, for [`LineCodes::list_changes`].
    pub around: &'a Around,
}

/// The patterns and threats of a board under one rule.
#[derive(Clone, Debug)]
pub struct ThreatMap {
    rule: Rule,
    size: Size,
    patterns: &'static PatternTable,
    codes: CodeTable,
    lines: Lines,
    threats: Threats,
    candidates: Candidates,
    empty: CellSet,
    undo: Vec<UndoInfo>,
}

impl ThreatMap {
    /// How many values [`ThreatMap::threat_mask`] has.
    pub const THREAT_MASKS: usize = 1 << 13;

    /// The map of an empty board.
    pub fn new(size: Size, rule: Rule) -> Self {
        let codes = CodeTable::of(rule);
        let mut map = Self {
            rule,
            size,
            patterns: PatternTable::of(rule),
            codes,
            lines: Lines::new(size),
            threats: Threats::new(codes, size.cells()),
            candidates: Candidates::NONE,
            empty: size.positions().collect(),
            undo: Vec::with_capacity(size.cells()),
        };
        for pos in size.positions() {
            map.threats.cells[pos.index()] = map.rebuilt(pos);
            map.threats.counts.insert(pos, map.cell(pos).infos);
        }
        map
    }

    /// Width and height of the board.
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The rule of play.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The pattern of `side` at the empty cell `pos` along `direction`.
    #[inline]
    pub fn pattern(&self, side: Side, pos: Pos, direction: Direction) -> Pattern {
        Pattern::in_byte(self.cell(pos).patterns.along(direction), side)
    }

    /// The codes of the lines through the empty cell `pos`, a direction each, see [`LineCodes`].
    pub fn line_codes(&self, pos: Pos) -> [u16; 4] {
        let codes = LineCodes::of(self.rule);
        Direction::ALL
            .map(|direction| codes.code(self.lines.line(direction, pos), place_of(direction, pos)))
    }

    /// The code of `side` at the empty cell `pos`.
    #[inline]
    pub fn code(&self, side: Side, pos: Pos) -> u16 {
        self.cell(pos).codes.of(side)
    }

    /// What `side` would threaten with a stone on the empty cell `pos`.
    #[inline]
    pub fn threat(&self, side: Side, pos: Pos) -> Threat {
        self.cell(pos).infos.threat(side)
    }

    /// How many empty cells offer `threat`, a three or better or a pseudo-forbidden point, to `side`.
    #[inline]
    pub fn count_of(&self, side: Side, threat: Threat) -> u32 {
        u32::from(self.threats.counts.by_threat[side.index()][threat as usize])
    }

    /// Whether `side` can make a four or better.
    #[inline]
    pub fn has_four(&self, side: Side) -> bool {
        self.threats.counts.by_threat[side.index()][Threat::Four as usize..]
            .iter()
            .any(|&count| count > 0)
    }

    /// The cells where `side` makes a four or better.
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        &self.threats.counts.fours[side.index()]
    }

    /// The cells where `side` completes a five, in reading order.
    #[inline]
    pub fn fives(&self, side: Side) -> impl Iterator<Item = Pos> + '_ {
        let count = self.count_of(side, Threat::Five) as usize;
        let is_five = move |&pos: &Pos| self.threat(side, pos) == Threat::Five;
        self.fours(side).iter().filter(is_five).take(count)
    }

    /// The pseudo-forbidden points of `side`, in reading order; see [`Threat::Forbidden`].
    #[inline]
    pub fn pseudo_forbidden(&self, side: Side) -> impl Iterator<Item = Pos> + '_ {
        let count = self.count_of(side, Threat::Forbidden) as usize;
        let is_one = move |&pos: &Pos| self.threat(side, pos) == Threat::Forbidden;
        self.candidates().filter(is_one).take(count)
    }

    /// The threats on the board, as a bit mask: the lower six bits say whether `side` has a
    /// [`Threat::Three`], and so on to a [`Threat::FourThree`]; the next seven whether its opponent has
    /// a [`Threat::Three`], and so on to an [`Threat::OpenFour`].
    #[inline]
    pub fn threat_mask(&self, side: Side) -> usize {
        let set = |side: Side| {
            let counts = &self.threats.counts.by_threat[side.index()];
            (0..7).fold(0, |set, bit| {
                set | usize::from(counts[Threat::Three as usize + bit] > 0) << bit
            })
        };
        set(side) & 0x3F | set(!side) << 6
    }

    /// Empty cells near a stone.
    #[inline]
    pub fn candidates(&self) -> impl Iterator<Item = Pos> + '_ {
        self.empty.within(self.candidates.rows())
    }

    /// Whether `pos` is one of them.
    #[inline]
    pub fn is_candidate(&self, pos: Pos) -> bool {
        self.empty.contains(pos) && self.candidates.rows()[usize::from(pos.y())] >> pos.x() & 1 != 0
    }

    /// The empty cells.
    #[inline]
    pub fn empty(&self) -> &CellSet {
        &self.empty
    }

    /// How many stones lie on the board: the plies whose changes are known.
    #[inline]
    pub fn plies(&self) -> usize {
        self.undo.len()
    }

    /// What the stone of `ply` changed; the first stone's ply is 0.
    #[inline]
    pub fn changes(&self, ply: usize) -> PlyChanges<'_> {
        let UndoInfo { pos, mark, around, .. } = &self.undo[ply];
        let end = self.undo.get(ply + 1).map(|next| next.mark.changes as usize);
        let cells = &self.threats.changes()[mark.changes as usize..];
        let cells = end.map_or(cells, |end| &cells[..end - mark.changes as usize]);
        PlyChanges { pos: *pos, codes: self.cell(*pos).codes, cells, around }
    }

    pub(super) fn lines(&self) -> &Lines {
        &self.lines
    }

    /// The pattern table of the rule.
    pub(super) fn pattern_table(&self) -> &'static PatternTable {
        self.patterns
    }

    /// What a stone of `side` threatens on a cell with this code.
    pub(super) fn threat_of(&self, side: Side, code: u16) -> Threat {
        self.codes.threat(side, code)
    }

    #[inline]
    fn cell(&self, pos: Pos) -> &CellState {
        &self.threats.cells[pos.index()]
    }

    /// Puts `cell`, not an empty one, on the empty cell `pos`.
    #[inline]
    pub fn play(&mut self, pos: Pos, cell: Cell) {
        let mark = self.threats.mark();
        let candidates = self.candidates.widen(pos);
        self.threats.counts.remove(pos, self.cell(pos).infos);
        self.empty.remove(pos);
        self.lines.put(pos, cell);
        let around = self.threats.update(|cells| {
            self.patterns.visit_neighbours(&self.lines, pos, |near, direction, byte| {
                cells.change(near, direction, byte);
            })
        });
        self.undo.push(UndoInfo { pos, mark, candidates, around: Around(around) });
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo(&mut self) {
        let Some(UndoInfo { pos, mark, candidates, .. }) = self.undo.pop() else { return };
        self.threats.undo(&mark);
        self.lines.clear(pos);
        self.empty.insert(pos);
        self.candidates.restore(pos, candidates);
    }

    /// The state of the empty cell `pos`, from the lines alone.
    fn rebuilt(&self, pos: Pos) -> CellState {
        let byte = |direction| {
            self.patterns.byte(self.lines.line(direction, pos), place_of(direction, pos))
        };
        CellState::new(pos, Direction::ALL.map(byte), self.codes)
    }
}

#[cfg(test)]
mod tests;
