//! The reports of a search: its lines and those known before it, in the order of their scores, and each
//! mate as a whole line.

mod mates;

use std::cmp::Reverse;

use crate::pattern::Position;
use crate::score::Score;
use crate::search::{Clock, PvInfo, SearchInfo, SearchResult};
use crate::solve::{Mate, NodeBudget};
use crate::tt::TranspositionTable;
use gomoku_rules::Pos;

pub(super) use mates::MateLineCache;

/// Nodes of the solvers for the mates of one report. No limit counts them, since no move depends on them.
const MATE_NODES: u64 = 50_000;
/// The same after the search, for what was not found before.
const LAST_MATE_NODES: u64 = 200_000;
/// The same where no time is left.
const LATE_MATE_NODES: u64 = 2_000;

/// A root move with its value and principal variation, known before the search.
#[derive(Clone, Debug)]
pub(super) struct KnownLine {
    pub score: Score,
    /// The root move comes first.
    pub pv: Vec<Pos>,
}

impl KnownLine {
    /// A move that completes a five.
    pub fn five(pos: Pos) -> Self {
        Self { score: Score::mate_in(1), pv: vec![pos] }
    }

    /// The line of a checkmate.
    pub fn mate(mate: Mate) -> Self {
        Self { score: Score::mate_in(mate.plies as usize), pv: mate.line }
    }

    /// Plies to the five of a win.
    pub fn depth(&self) -> u32 {
        self.score.mate_distance().unwrap_or_default()
    }

    /// The root move.
    pub fn pos(&self) -> Pos {
        self.pv[0]
    }
}

/// Reports to `on_info`.
pub(super) struct Reporter<'a> {
    /// Lines that are known before the search.
    pub known: Vec<KnownLine>,
    /// The lines of the last report, the best first.
    lines: Vec<PvInfo>,
    /// The depth of the iteration that was reported last.
    depth: u32,
    /// How many lines are wanted.
    multi_pv: usize,
    position: Position,
    mates: MateLineCache,
    mate_nodes: u64,
    clock: &'a Clock,
    on_info: &'a mut dyn FnMut(&SearchInfo),
}

impl<'a> Reporter<'a> {
    /// A reporter of the best `multi_pv` lines of `position` that knows none yet.
    pub fn new(
        position: Position,
        mates: MateLineCache,
        multi_pv: usize,
        clock: &'a Clock,
        on_info: &'a mut dyn FnMut(&SearchInfo),
    ) -> Self {
        Self {
            known: Vec::new(),
            lines: Vec::new(),
            depth: 0,
            multi_pv,
            position,
            mates,
            mate_nodes: MATE_NODES,
            clock,
            on_info,
        }
    }

    /// How many lines are wanted.
    pub fn multi_pv(&self) -> usize {
        self.multi_pv
    }

    /// Whether no line was reported.
    pub fn is_silent(&self) -> bool {
        self.lines.is_empty()
    }

    /// Those of `moves` whose lines are not known.
    pub fn unknown(&self, moves: &[Pos]) -> Vec<Pos> {
        moves.iter().copied().filter(|&pos| !self.is_known(pos)).collect()
    }

    /// Whether the line of `pos` is known.
    fn is_known(&self, pos: Pos) -> bool {
        self.known.iter().any(|line| line.pos() == pos)
    }

    /// Forgets what the first look found of all but these moves and the known ones: the others lose.
    pub fn keep(&mut self, moves: &[Pos]) {
        let Self { lines, known, .. } = self;
        let is_known = |pos: Pos| known.iter().any(|line| line.pos() == pos);
        lines.retain(|line| moves.contains(&line.pv[0]) || is_known(line.pv[0]));
    }

    /// Passes on a report of the search, before which `nodes_before` were visited. Its lines are reported together
    /// with the known ones, unless those of a deeper iteration have been.
    pub fn report(&mut self, info: &SearchInfo, nodes_before: u64, table: &TranspositionTable) {
        match info {
            SearchInfo::Pv(lines) if lines[0].depth <= self.depth => {}
            SearchInfo::Pv(lines) => {
                self.depth = lines[0].depth;
                self.publish(lines.clone(), nodes_before + lines[0].nodes, table);
            }
            SearchInfo::RootMove { .. } | SearchInfo::BookError(_) => (self.on_info)(info),
        }
    }

    /// Reports that the book cannot be read.
    pub fn report_book_error(&mut self, error: String) {
        (self.on_info)(&SearchInfo::BookError(error));
    }

    /// Reports the known lines, after `nodes`, together with those of the last report.
    pub fn report_known(&mut self, nodes: u64, table: &TranspositionTable) {
        if !self.known.is_empty() {
            self.publish(self.lines.clone(), nodes, table);
        }
    }

    /// The result of a search that ends with `found`, perhaps amid an iteration. One line follows what that
    /// iteration has found. Several lines stay those of one iteration, and take over a win alone.
    pub fn conclude(
        &mut self,
        found: SearchResult,
        nodes_before: u64,
        table: &TranspositionTable,
    ) -> SearchResult {
        if !self.clock.is_expired() {
            self.mate_nodes = LAST_MATE_NODES;
            self.mates.retry();
        }
        let nodes = nodes_before + found.nodes;
        let is_followed = self.multi_pv == 1 && found.depth >= self.depth;
        if let Some(line) = self.unreported(&found, is_followed) {
            let is_other = |other: &&PvInfo| self.multi_pv > 1 && other.pv[0] != found.pos;
            let others = self.lines.iter().filter(is_other).cloned();
            self.publish([line].into_iter().chain(others).collect(), nodes, table);
        } else if self.lines.iter().any(PvInfo::is_cut) {
            self.publish(self.lines.clone(), nodes, table);
        }
        let is_settled = !is_followed || found.score.is_none() || !self.known.is_empty();
        let best = self.best(nodes, found.depth.max(self.depth)).filter(|_| is_settled);
        best.unwrap_or_else(|| self.completed(SearchResult { nodes, ..found }, table))
    }

    /// `found` with the whole line of a mate.
    fn completed(&mut self, found: SearchResult, table: &TranspositionTable) -> SearchResult {
        let Some(mut line) = self.line_of(&found) else { return found };
        self.complete_mates(std::slice::from_mut(&mut line), table);
        SearchResult { score: Some(line.score), pv: line.pv, ..found }
    }

    /// The best line of the last report, after `nodes` and a search to `depth`.
    pub fn best(&self, nodes: u64, depth: u32) -> Option<SearchResult> {
        let line = self.lines.first()?;
        let depth = if self.is_known(line.pv[0]) { line.depth.max(depth) } else { depth };
        let (pos, score, pv) = (line.pv[0], Some(line.score), line.pv.clone());
        Some(SearchResult { pos, score, pv, nodes, depth })
    }

    /// The line of `found`, if it belongs into a report that has not been made: a win that is better than
    /// the lines reported, or another move than the one that it follows.
    fn unreported(&self, found: &SearchResult, is_followed: bool) -> Option<PvInfo> {
        let line = self.line_of(found)?;
        let Some(before) = self.lines.first() else { return Some(line) };
        let is_better_win = line.score.is_win() && line.score > before.score;
        (is_better_win || is_followed && before.pv[0] != found.pos).then_some(line)
    }

    /// The line of `found`, which an unfinished iteration has found.
    fn line_of(&self, found: &SearchResult) -> Option<PvInfo> {
        let seldepth = self.lines.first().map_or(found.pv.len() as u32, |line| line.seldepth);
        Some(PvInfo {
            depth: found.depth + 1,
            seldepth,
            score: found.score?,
            nodes: found.nodes,
            time: self.clock.elapsed(),
            pv: found.pv.clone(),
            pv_index: 0,
            multi_pv: 1,
        })
    }

    /// Reports the known lines and those that were searched, the best first, after `nodes`.
    fn publish(&mut self, searched: Vec<PvInfo>, nodes: u64, table: &TranspositionTable) {
        let (depth, time) = (self.depth, self.clock.elapsed());
        let known = self.known.iter().map(|line| {
            let depth = line.depth().max(depth);
            let (seldepth, pv_index, multi_pv) = (depth, 0, 0);
            let (score, pv) = (line.score, line.pv.clone());
            PvInfo { depth, seldepth, score, nodes, time, pv, pv_index, multi_pv }
        });
        let others = searched.into_iter().filter(|line| !self.is_known(line.pv[0]));
        let mut lines: Vec<PvInfo> = known.chain(others).collect();
        if lines.is_empty() {
            return;
        }
        lines.sort_by_key(|line| Reverse(line.score));
        lines.truncate(self.multi_pv);
        self.complete_mates(&mut lines, table);
        lines.sort_by_key(|line| Reverse(line.score));
        let multi_pv = lines.len();
        for (pv_index, line) in lines.iter_mut().enumerate() {
            (line.nodes, line.time, line.pv_index, line.multi_pv) =
                (nodes, time, pv_index, multi_pv);
        }
        self.lines.clone_from(&lines);
        (self.on_info)(&SearchInfo::Pv(lines));
    }

    /// Plays the mates of `lines` out to the five.
    fn complete_mates(&mut self, lines: &mut [PvInfo], table: &TranspositionTable) {
        let stop = || self.clock.is_expired();
        let budget = &mut if stop() {
            NodeBudget::new(LATE_MATE_NODES)
        } else {
            NodeBudget::new(self.mate_nodes).until(&stop)
        };
        self.mates.complete(&mut self.position, lines, table, budget);
    }
}
