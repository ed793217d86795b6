//! The root: iterative deepening with aspiration windows over the list of root moves.

use std::cmp::Reverse;

use super::busy::Busy;
use super::node::MoveSearch;
use super::team::Team;
use super::time::TimeManager;
use super::worker::Worker;
use super::{PvInfo, SearchInfo};
use crate::score::{MAX_PLY, Score};
use gomoku_rules::Pos;

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    /// The value of the last iteration; moves that were not the best count as lost.
    pub score: Score,
    /// The move and the expected replies.
    pub pv: Vec<Pos>,
}

impl RootMove {
    pub fn new(pos: Pos) -> Self {
        Self { score: -Score::INFINITE, pv: vec![pos] }
    }

    pub fn pos(&self) -> Pos {
        self.pv[0]
    }
}

impl Worker<'_> {
    /// Searches deeper and deeper until a limit ends it; `moves` are the root moves, the most
    /// promising first, and end in the order of what was found. Of several multi_pv that are wanted, each
    /// is the best of the moves that the multi_pv before it leave. Returns the depth completed.
    pub(super) fn deepen(
        &mut self,
        moves: &mut [RootMove],
        on_info: Option<&mut dyn FnMut(&SearchInfo)>,
    ) -> u32 {
        let mut on_info = on_info;
        let mut time_manager = TimeManager::default();
        // On the last cells of a board, reductions hide nothing from a search that much deeper.
        let to_the_end = 4 * self.position.board().free() as u32;
        let most = to_the_end.min(MAX_PLY as u32 / 2);
        let last_depth = self.shared.limits.depth.unwrap_or(u32::MAX).min(most);
        let mut completed = 0;
        let multi_pv = self.shared.multi_pv;
        let mut scores = vec![-Score::INFINITE; multi_pv];
        for depth in 1..=last_depth {
            self.iteration = depth;
            self.seldepth = 0;
            for pv_index in 0..multi_pv {
                // Of several multi_pv the first alone is followed move by move.
                let watch: &mut dyn FnMut(&SearchInfo) = match &mut on_info {
                    Some(on_info) if pv_index == 0 => *on_info,
                    _ => &mut |_| {},
                };
                self.aspirate(&mut moves[pv_index..], scores[pv_index], depth as i32, watch);
                if self.aborted {
                    break;
                }
                moves[..=pv_index].sort_by_key(|root_move| Reverse(root_move.score));
            }
            if self.aborted && self.shared.is_stopped() {
                // An iteration cut short still counts: a better move that it found comes first.
                break;
            }
            completed = depth;
            if let Some(team) = &self.shared.team {
                if self.aborted {
                    self.aborted = false;
                    self.seldepth = team.adopt(depth, moves);
                } else {
                    team.publish(depth, self.seldepth, moves);
                }
            }
            let told = &moves[..multi_pv];
            scores.clear();
            scores.extend(told.iter().map(|root_move| root_move.score));
            if let Some(on_info) = &mut on_info {
                for (pv_index, root_move) in told.iter().enumerate() {
                    on_info(&SearchInfo::Pv(PvInfo {
                        depth,
                        seldepth: self.seldepth as u32,
                        score: root_move.score,
                        nodes: self.all_nodes(),
                        time: self.shared.clock.elapsed(),
                        pv: root_move.pv.clone(),
                        pv_index,
                        multi_pv,
                    }));
                }
                let is_certain =
                    |score: &Score| score.mate_distance().is_some_and(|plies| plies <= depth);
                let certain = scores.iter().all(is_certain);
                let best = &told[0];
                let (elapsed, budget) = (self.shared.clock.elapsed(), self.shared.clock.budget());
                if certain || time_manager.is_enough(elapsed, budget, best.pos(), best.score) {
                    break;
                }
            }
        }
        completed
    }

    /// One iteration: a narrow window round the last value, widened as long as it fails.
    fn aspirate(
        &mut self,
        moves: &mut [RootMove],
        last: Score,
        depth: i32,
        watch: &mut dyn FnMut(&SearchInfo),
    ) {
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth > self.params.aspiration_depth && !last.is_decisive() {
            (alpha, beta) = (last.shifted(-delta), last.shifted(delta));
        }
        loop {
            let score = self.search_root(moves, alpha, beta, depth, watch);
            if self.aborted {
                return;
            }
            if score <= alpha {
                beta = Score::from_raw(i32::midpoint(alpha.get(), beta.get()) as i16);
                alpha = if delta > 500 { -Score::INFINITE } else { score.shifted(-delta) };
            } else if score >= beta {
                beta = if delta > 500 { Score::INFINITE } else { score.shifted(delta) };
            } else {
                return;
            }
            delta *= 2;
        }
    }

    /// Brings the first move that no other worker searches to the front.
    fn prefer_free(&self, moves: &mut [RootMove]) {
        let Some(Team { busy, .. }) = &self.shared.team else { return };
        let key = self.key();
        let free = moves.iter().position(|root| !busy.contains(Busy::word(key, root.pos())));
        if let Some(free) = free {
            moves[..=free].rotate_right(1);
        }
    }

    /// Searches all root moves within (`alpha`, `beta`); the best comes first afterwards. `watch` gets a
    /// report of each of them.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        mut alpha: Score,
        beta: Score,
        depth: i32,
        watch: &mut dyn FnMut(&SearchInfo),
    ) -> Score {
        self.visit();
        let mut report =
            |pos, is_done| watch(&SearchInfo::RootMove { pos, depth: depth as u32, is_done });
        let mut best = -Score::INFINITE;
        for index in 0..moves.len() {
            let is_first = index == 0;
            if !is_first {
                self.prefer_free(&mut moves[index..]);
            }
            let pos = moves[index].pos();
            let reduction = if depth > self.params.lmr_depth {
                self.late_move_reduction::<true>(pos, depth, index as i32 + 1, 0)
            } else {
                0
            };
            report(pos, false);
            let search = MoveSearch {
                alpha,
                beta,
                best,
                depth: depth - 1,
                reduction,
                is_first,
                cut_node: false,
            };
            let score = self.search_move::<true>(pos, search);
            report(pos, true);
            if self.aborted {
                return best;
            }
            if is_first || score > alpha {
                let root_move = &mut moves[index];
                root_move.score = score;
                root_move.pv.truncate(1);
                root_move.pv.extend_from_slice(&self.stack.at(1).pv);
                moves[..=index].rotate_right(1);
            } else {
                moves[index].score = -Score::INFINITE;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        best
    }
}
