//! Quiescence: at the leaves only continuous fours (VCF) go on, each with its forced reply.

use super::picker::{Candidate, Obligation, generate};
use super::wins::quick_win;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::score::{MAX_PLY, Score};
use gomoku_rules::Pos;

impl Worker<'_> {
    /// The value of a leaf, `depth` plies into the fours. `last` is the attacker's stone before.
    pub(super) fn quiesce(
        &mut self,
        mut alpha: Score,
        beta: Score,
        ply: usize,
        depth: i32,
        last: Option<Pos>,
    ) -> Score {
        self.visit(ply);
        if self.aborted || self.position.board().free() == 0 {
            return Score::DRAW;
        }
        if let Some(score) = quick_win(&self.position, ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.evaluator.value(&self.position);
        }
        let obligation = Obligation::of(&self.position);
        let forced = obligation == Obligation::Five;
        let mut best = Score::mated_in(ply + 2);
        let start = self.moves.len();
        if forced {
            let policy = self.evaluator.policy(&self.position);
            generate(&self.position, policy, obligation, &mut self.moves);
        } else {
            best = self.evaluator.value(&self.position);
            alpha = alpha.max(best);
            if alpha >= beta || depth >= self.params.quiesce_plies {
                return best;
            }
            self.generate_fours(depth, last);
        }
        let mut picker = self.pick(start, ply, None);
        while let Some(candidate) = picker.next(&mut self.moves) {
            let pos = candidate.pos;
            if !self.position.is_legal(self.position.side_to_move(), pos) {
                continue;
            }
            // A reply hands the attack back to the stone that it answered.
            let next_last = if forced { last } else { Some(pos) };
            self.make(pos);
            let score = -self.quiesce(-beta, -alpha, ply + 1, depth + 1, next_last);
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

    /// Collects fours: all of them at first, later those near the last one with a second threat.
    fn generate_fours(&mut self, depth: i32, last: Option<Pos>) {
        let position = &self.position;
        let side = position.side_to_move();
        let near = |pos: Pos| {
            last.is_none_or(|last| {
                let (dx, dy) = (pos.x().abs_diff(last.x()), pos.y().abs_diff(last.y()));
                let on_a_line = dx == 0 || dy == 0 || dx == dy;
                dx.max(dy) <= if on_a_line { 4 } else { 2 }
            })
        };
        let goes_on =
            |&pos: &Pos| depth == 0 || near(pos) && position.threat(side, pos) > Threat::Four;
        let policy = self.evaluator.policy(position);
        let candidate = |pos| Candidate { pos, score: policy.score(pos) };
        self.moves.extend(position.fours(side).iter().filter(goes_on).map(candidate));
    }
}
