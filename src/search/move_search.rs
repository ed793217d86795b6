//! The search of one move of a node: its depth, its reduction and the principal variation search (PVS)
//! below it. Depths are in plies.

use super::movegen::EvasionKind;
use super::pruning::NodeState;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::score::Score;
use gomoku_rules::Pos;

/// How a move is searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveSearch {
    pub alpha: Score,
    pub beta: Score,
    /// The best score of the moves before.
    pub best: Score,
    /// Depth below the move.
    pub depth: i32,
    /// By how much the first search is reduced.
    pub reduction: i32,
    /// Whether it is the first move of its node.
    pub is_first: bool,
    /// Whether a beta cutoff is expected at its node.
    pub cut_node: bool,
}

impl Worker<'_> {
    /// Principal variation search (PVS) of a move: a null window first, reduced if the move is late, and
    /// wider and deeper only if the score demands it.
    pub(super) fn search_move<const PV: bool>(&mut self, pos: Pos, search: MoveSearch) -> Score {
        let MoveSearch { alpha, beta, best, mut depth, reduction, is_first, cut_node } = search;
        // Neither a first move nor a full-window search is marked: there, other workers help.
        let mark = if is_first { None } else { self.mark(pos, depth) };
        if depth > reduction {
            // The node below looks its key up once the stone has been played, which takes as long.
            self.shared.table.prefetch(self.position.key_after(pos));
        }
        self.make(pos);
        let mut score = Score::INFINITE;
        if !is_first || !PV {
            let above = alpha.above();
            let reduced = depth - reduction;
            if reduction > 0 {
                score = -self.node::<false>(-above, -alpha, reduced, true);
                if score > alpha {
                    depth += self.params.research_extension(score, alpha, best, depth, reduction);
                }
            }
            if score > alpha && (reduction == 0 || depth > reduced) && !self.aborted {
                let child_cut_node = reduction == 0 && !is_first || !cut_node;
                score = -self.node::<false>(-above, -alpha, depth, child_cut_node);
            }
        }
        drop(mark);
        if PV && score > alpha && (is_first || score < beta) && !self.aborted {
            score = -self.node::<true>(-beta, -alpha, depth, false);
        }
        self.unmake();
        score
    }

    /// The depth below a move. A forced reply to a five costs no depth, and a node that is likely to fail
    /// high is searched a ply less deep (fail-high reduction).
    #[inline]
    pub(super) fn new_depth(
        &self,
        node: &NodeState,
        pos: Pos,
        depth: i32,
        likely_fail_high: bool,
    ) -> i32 {
        let side = self.position.side_to_move();
        if node.evasion == EvasionKind::Five {
            depth
        } else if likely_fail_high && self.position.threat(side, pos) < Threat::Four {
            depth - 2
        } else {
            depth - 1
        }
    }

    /// Late move reduction (LMR): by how many plies the move with number `move_count` is reduced.
    /// `adjustment` is what the caller adds.
    pub(super) fn late_move_reduction<const PV: bool>(
        &self,
        pos: Pos,
        depth: i32,
        move_count: i32,
        adjustment: i32,
    ) -> i32 {
        let side = self.position.side_to_move();
        let threat = self.position.threat(side, pos);
        if move_count == 1 || depth < self.params.lmr_depth || threat > Threat::Four {
            return 0;
        }
        let has_threat =
            threat >= Threat::Three || self.position.threat(!side, pos) >= Threat::Three;
        let reduction = self.shared.reductions.of(depth, move_count) + adjustment
            - i32::from(PV)
            - i32::from(has_threat)
            - self.main_history.get(side, pos) / self.params.lmr_history;
        reduction.clamp(0, (depth - 2).max(0))
    }
}
