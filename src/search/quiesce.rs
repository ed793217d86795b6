//! Quiescence search: at the horizon only continuous fours (VCF) go on, each with its forced reply.

use super::movegen::EvasionKind;
use super::quick_win::quick_win;
use super::worker::Worker;
use crate::eval::ScoredMove;
use crate::pattern::Threat;
use crate::score::{MAX_PLY, Score};
use gomoku_rules::Pos;

impl Worker<'_> {
    /// The score of the position within (`alpha`, `beta`) after `depth` plies of quiescence search.
    /// `last_four` is the attacker's last stone.
    pub(super) fn quiesce(
        &mut self,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        last_four: Option<Pos>,
    ) -> Score {
        // Step 1. Check the limits. A full board is a draw.
        self.visit();
        if self.aborted || self.position.board().free() == 0 {
            return Score::DRAW;
        }

        // Step 2. Quick-win check.
        if let Some(score) = quick_win(&self.position, self.ply) {
            return score;
        }
        if self.ply >= MAX_PLY {
            return self.evaluate();
        }

        // Step 3. Play the only reply to a five: the quick-win check has found it legal.
        let evasion = EvasionKind::of(&self.position);
        let is_forced = evasion == EvasionKind::Five;
        let mut best = Score::mated_in(self.ply + 2);
        if is_forced && let Some(reply) = self.only_reply() {
            self.make(reply);
            let score = -self.quiesce(-beta, -alpha, depth + 1, last_four);
            self.unmake();
            return best.max(score);
        }

        // Step 4. Generate the replies to a five, else stand pat on the static evaluation or go on with
        // fours.
        let start = self.moves.len();
        if is_forced {
            self.generate(evasion, 0);
        } else {
            best = self.evaluate_within(alpha, beta, self.params.leaf_network_margin);
            alpha = alpha.max(best);
            if alpha >= beta || depth >= self.params.quiesce_plies {
                return best;
            }
            self.generate_fours(depth, last_four);
        }

        // Step 5. Search the moves.
        let mut picker = self.pick_listed(start);
        while let Some(scored) = picker.next(&mut self.moves) {
            let pos = scored.pos;
            if !self.position.is_legal(self.position.side_to_move(), pos) {
                continue;
            }
            let next_four = if is_forced { last_four } else { Some(pos) };
            self.make(pos);
            let score = -self.quiesce(-beta, -alpha, depth + 1, next_four);
            self.unmake();
            if self.aborted {
                break;
            }
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        best
    }

    /// The cell of the opponent's five, unless other replies may stop it too.
    fn only_reply(&self) -> Option<Pos> {
        if self.position.rule().closed_five_is_void() {
            return None;
        }
        self.position.fives(!self.position.side_to_move()).next()
    }

    /// Appends fours to the list of moves: all of them at first, later those near the last one that make
    /// a second threat.
    fn generate_fours(&mut self, depth: i32, last_four: Option<Pos>) {
        let position = &self.position;
        let side = position.side_to_move();
        let is_near = |pos: Pos| {
            last_four.is_none_or(|last| {
                let (dx, dy) = (pos.x().abs_diff(last.x()), pos.y().abs_diff(last.y()));
                let on_a_line = dx == 0 || dy == 0 || dx == dy;
                dx.max(dy) <= if on_a_line { 4 } else { 2 }
            })
        };
        let goes_on =
            |&pos: &Pos| depth == 0 || is_near(pos) && position.threat(side, pos) > Threat::Four;
        let policy = self.evaluator.classical_policy(position);
        let score = self.main_history.move_score(policy, side, self.params.history_weight);
        let scored = |pos| ScoredMove { pos, score: score(pos) };
        self.moves.extend(position.fours(side).iter().filter(goes_on).map(scored));
    }
}
