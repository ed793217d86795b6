//! The whole line of a mate, from its first move to the five. A search leaves the end out, where a threat
//! or the table has decided a position; the table, the solvers and shorter searches fill it in.

use std::collections::HashSet;

use super::budget::NodeBudget;
use super::fours::blocks;
use super::mate::Mate;
use super::vcf::VcfSolver;
use super::vct::{VctLimits, VctSolver};
use crate::pattern::{CellSet, Position, Threat};
use crate::score::Score;
use crate::tt::{End, TranspositionTable};
use gomoku_rules::{Pos, Side};

/// Nodes of a solver for one position of a line.
const SOLVER_NODES: u64 = 4_000;
/// A search of one position takes 1 in N of the nodes left.
const SEARCH_SHARE: u64 = 10;
/// Bytes of the table of proofs.
const PROOFS: u64 = 1 << 20;

/// Completes the lines of mates, with solvers of its own.
#[derive(Debug)]
pub struct MateLines {
    vcf: VcfSolver,
    vct: VctSolver,
    limits: VctLimits,
    /// What the solvers have proven; `None` where the system has no memory for it.
    proofs: Option<TranspositionTable>,
}

/// See [`Helpers::search`].
type FindWin<'a> = dyn FnMut(&Position, u32, u64) -> (Option<(Pos, u32)>, u64) + 'a;

/// What finds wins besides the solvers.
pub struct Helpers<'a> {
    /// A transposition table, which is only read.
    pub table: Option<&'a TranspositionTable>,
    /// Searches a position for a win within these plies and nodes; returns its first move and its plies, if
    /// it finds one, and the nodes visited.
    pub search: &'a mut FindWin<'a>,
}

impl MateLines {
    /// Completes lines with solvers for wins within `limits`.
    pub fn new(limits: VctLimits) -> Self {
        let proofs = TranspositionTable::whole(PROOFS);
        Self { vcf: VcfSolver::new(1 << 12), vct: VctSolver::new(1 << 14), limits, proofs }
    }

    /// The line of a mate in `plies` that begins as `known` does: as many moves, the last of which completes
    /// the winner's five. Of `known`, at least one move, it keeps the first and as many others as lead there.
    ///
    /// Where no such line is found it is that of another mate by the same first move: a win that is proven, or
    /// a loss that comes sooner. `None` when `budget` does not last for any.
    pub fn complete(
        &mut self,
        position: &mut Position,
        known: &[Pos],
        plies: u32,
        helpers: &mut Helpers,
        budget: &mut NodeBudget,
    ) -> Option<Vec<Pos>> {
        let side = position.side_to_move();
        let attacker = if plies.is_multiple_of(2) { !side } else { side };
        let (first, rest) = known.split_first()?;
        let line = budget.with_limit(budget.left() / 2, |budget| {
            MateLineSearch::new(self, position, attacker, helpers, budget).line(*first, plies, rest)
        });
        line.or_else(|| {
            let mut search = MateLineSearch::new(self, position, attacker, helpers, budget);
            let plies = search.other_mate(*first, plies)?;
            search.line(*first, plies, &[])
        })
    }
}

/// The search for one line; `position` is that of the current node. Each attack is known to win within the
/// plies that are left, so a reply that lasts as long resists longest.
struct MateLineSearch<'a, 'b, 'c> {
    position: &'a mut Position,
    attacker: Side,
    solvers: &'a mut MateLines,
    helpers: &'a mut Helpers<'c>,
    budget: &'a mut NodeBudget<'b>,
    /// Positions from which no line of this many plies was found.
    failed: HashSet<(u64, u32)>,
    /// The moves so far; the whole line once it is found.
    line: Vec<Pos>,
}

impl<'a, 'b, 'c> MateLineSearch<'a, 'b, 'c> {
    fn new(
        solvers: &'a mut MateLines,
        position: &'a mut Position,
        attacker: Side,
        helpers: &'a mut Helpers<'c>,
        budget: &'a mut NodeBudget<'b>,
    ) -> Self {
        let (failed, line) = (HashSet::new(), Vec::new());
        Self { position, attacker, solvers, helpers, budget, failed, line }
    }

    /// The whole line of `plies` that begins with `first`, along `known` as far as that leads there.
    fn line(mut self, first: Pos, plies: u32, known: &[Pos]) -> Option<Vec<Pos>> {
        self.play(first, plies, known).then_some(self.line)
    }

    /// The plies of a mate that begins with `first`, other than the `plies` that were claimed.
    fn other_mate(&mut self, first: Pos, plies: u32) -> Option<u32> {
        let is_attack = self.position.side_to_move() == self.attacker;
        self.position.play(first);
        let found = if is_attack {
            self.vct_loss()
        } else {
            let is_sooner = |win: &(Pos, u32)| win.1 + 1 < plies;
            let win = self.vct(u64::MAX).filter(is_sooner);
            let win = win.or_else(|| self.search(plies - 1).filter(is_sooner));
            win.map(|(_, plies)| plies)
        };
        self.position.undo();
        found.map(|plies| plies + 1)
    }

    /// Plays `pos` as the first of the last `left` moves, and goes on along `known`. Returns whether the
    /// line is found.
    fn play(&mut self, pos: Pos, left: u32, known: &[Pos]) -> bool {
        let side = self.position.side_to_move();
        let is_free = self.position.board().is_empty_at(pos);
        if !is_free || !self.position.is_legal(side, pos) || !self.budget.visit() {
            return false;
        }
        let is_five = self.position.threat(side, pos) == Threat::Five;
        self.line.push(pos);
        let is_found = if is_five || left == 1 {
            is_five && left == 1
        } else {
            self.position.play(pos);
            let is_found = self.extend(left - 1, known);
            self.position.undo();
            is_found
        };
        if !is_found {
            self.line.pop();
        }
        is_found
    }

    /// Finds the last `left` moves, along `known` as far as it leads there.
    fn extend(&mut self, left: u32, known: &[Pos]) -> bool {
        let key = (self.position.key(), left);
        if self.failed.contains(&key) {
            return false;
        }
        let is_found = known.split_first().is_some_and(|(pos, rest)| self.play(*pos, left, rest))
            || if self.position.side_to_move() == self.attacker {
                self.attack(left)
            } else {
                self.defend(left)
            };
        if !is_found && !self.budget.is_spent() {
            self.failed.insert(key);
        }
        is_found
    }

    /// The attacker completes its five in exactly `left` plies. A position that it wins sooner is not on
    /// the line: the reply before was not the longest.
    fn attack(&mut self, left: u32) -> bool {
        let five = self.position.fives(self.attacker).next();
        if let Some(five) = five {
            return left == 1 && self.play(five, left, &[]);
        }
        if let Some(cells) = blocks(self.position, self.attacker)
            && let Some(only) = self.only_legal(&cells)
        {
            return self.play(only, left, &[]);
        }
        match self.proof(self.position.key()) {
            Some(End::Win { plies, .. }) if plies < left => return false,
            Some(End::Win { pos, plies }) if plies == left && self.play(pos, left, &[]) => {
                return true;
            }
            _ => {}
        }
        if let Some(mate) = self.vcf(left) {
            return mate.plies == left && self.play(mate.first, left, &mate.line[1..]);
        }
        if self.play_stored(Score::mate_in(left as usize), left) {
            return true;
        }
        match self.vct(SOLVER_NODES) {
            Some((_, plies)) if plies < left => return false,
            Some((pos, plies)) if plies == left && self.play(pos, left, &[]) => return true,
            _ => {}
        }
        let found = self.search(left).filter(|&(_, plies)| plies == left);
        found.is_some_and(|(pos, _)| self.play(pos, left, &[]))
    }

    /// The defender's reply loses in exactly `left` plies.
    fn defend(&mut self, left: u32) -> bool {
        if self.position.count_of(!self.attacker, Threat::Five) > 0
            || self.proof(self.position.key()).is_some_and(|end| end.plies() < left)
        {
            return false;
        }
        if self.play_stored(Score::mated_in(left as usize), left) || self.reply_by_table(left) {
            return true;
        }
        if let Some(mut cells) = blocks(self.position, !self.attacker) {
            cells.extend(self.position.fives(self.attacker));
            return self.play_any(&cells, left) || self.play_elsewhere(&cells, left, &[]);
        }
        // What the attacker threatens if the defender passes.
        match self.vcf(left - 1) {
            Some(threat) => {
                threat.plies + 1 == left
                    && self.play_elsewhere(&threat.defence_set, left, &threat.line)
                    || self.play_any(&threat.defence_set, left)
            }
            None => false,
        }
    }

    fn play_any(&mut self, cells: &CellSet, left: u32) -> bool {
        cells.iter().any(|pos| self.play(pos, left, &[]))
    }

    /// Plays a legal reply outside `replies`, which changes nothing in the attacker's `line`.
    fn play_elsewhere(&mut self, replies: &CellSet, left: u32, line: &[Pos]) -> bool {
        let side = self.position.side_to_move();
        let map = self.position.map();
        let is_other = |&pos: &Pos| !replies.contains(pos) && self.position.is_legal(side, pos);
        let other = map.candidates().find(is_other).or_else(|| map.empty().iter().find(is_other));
        other.is_some_and(|pos| self.play(pos, left, line))
    }

    /// A reply after which a table holds the win in as many plies as are left.
    fn reply_by_table(&mut self, left: u32) -> bool {
        let score = Score::mate_in(left as usize - 1);
        let resists = |pos: &Pos| {
            let key = self.position.key_after(*pos);
            match self.proof(key) {
                Some(end) => end.plies() + 1 == left,
                None => self.helpers.table.is_some_and(|table| {
                    table.probe(key).is_some_and(|entry| entry.is_won() && entry.score == score)
                }),
            }
        };
        let replies: CellSet = self.position.map().empty().iter().filter(resists).collect();
        self.play_any(&replies, left)
    }

    /// Plays the move that the table holds with this score.
    fn play_stored(&mut self, score: Score, left: u32) -> bool {
        let entry = self.helpers.table.and_then(|table| table.probe(self.position.key()));
        let pos = entry.filter(|entry| entry.score == score).and_then(|entry| entry.pos);
        pos.is_some_and(|pos| self.play(pos, left, &[]))
    }

    /// The proven end of the position with this key.
    fn proof(&self, key: u64) -> Option<End> {
        let tables = [self.helpers.table, self.solvers.proofs.as_ref()];
        let proofs = tables.into_iter().flatten().filter_map(|table| table.probe_proof(key));
        proofs.min_by_key(|end| end.plies())
    }

    /// The attacker's win by fours within `plies`, if it were its turn.
    fn vcf(&mut self, plies: u32) -> Option<Mate> {
        let Self { solvers, position, attacker, budget, .. } = self;
        let solve =
            |budget: &mut NodeBudget| solvers.vcf.solve(position, *attacker, plies, budget).mate();
        budget.with_limit(SOLVER_NODES, solve)
    }

    /// The first move and the plies of a win within `plies` that a search finds.
    fn search(&mut self, plies: u32) -> Option<(Pos, u32)> {
        let share = self.budget.left() / SEARCH_SHARE;
        let (found, nodes) = (self.helpers.search)(self.position, plies, share);
        self.budget.charge(nodes);
        found
    }

    /// The first move and the plies of the attacker's win by fours and threes, if it is proven within
    /// `nodes`.
    fn vct(&mut self, nodes: u64) -> Option<(Pos, u32)> {
        let Self { solvers, position, attacker, budget, .. } = self;
        let MateLines { vct, limits, proofs, .. } = &mut **solvers;
        let (limits, proofs) = (*limits, proofs.as_ref()?);
        let solve = |budget: &mut NodeBudget| {
            vct.solve(position, *attacker, limits, budget).mate()?;
            vct.store_proof(position, limits, proofs, budget)
        };
        budget.with_limit(nodes, solve)?;
        match proofs.probe_proof(self.position.key())? {
            End::Win { pos, plies } => Some((pos, plies)),
            End::Loss { .. } => None,
        }
    }

    /// The plies of the defender's loss to fours and threes, if it is to move and that is proven.
    fn vct_loss(&mut self) -> Option<u32> {
        let MateLines { vct, limits, proofs, .. } = &mut *self.solvers;
        vct.store_loss(self.position, *limits, proofs.as_ref()?, self.budget)
    }

    /// The only legal one of `cells`.
    fn only_legal(&self, cells: &CellSet) -> Option<Pos> {
        let side = self.position.side_to_move();
        let mut legal = cells.iter().filter(|&pos| self.position.is_legal(side, pos));
        legal.next().filter(|_| legal.next().is_none())
    }
}
