//! The recursion: principal variation search with the exact threats of a node deciding what is tried.

use super::busy::Busy;
use super::picker::{Candidate, Obligation, generate};
use super::selectivity::tt_cutoff;
use super::team::Team;
use super::wins::quick_win;
use super::worker::Worker;
use crate::pattern::Threat;
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use gomoku_rules::Pos;

/// What is known of a node before its moves are tried.
struct Facts {
    obligation: Obligation,
    eval: Score,
    /// Whether the static value has grown since the side's last move.
    improving: bool,
    tt_move: Option<Pos>,
    /// Whether the position lay on a principal variation.
    was_pv: bool,
}

impl Worker<'_> {
    /// The value of the position for the side to move within (`alpha`, `beta`), searched `depth`
    /// plies deep, `ply` plies from the root.
    pub(super) fn node<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (PV || beta.get() - alpha.get() == 1));
        self.variations[ply].clear();
        if depth <= 0 || ply >= MAX_PLY {
            return self.quiesce(alpha, beta, ply, 0, None);
        }
        self.visit(ply);
        if self.aborted || self.position.board().free() == 0 {
            return Score::DRAW;
        }
        if let Some(score) = quick_win(&self.position, ply) {
            return score;
        }
        // No end can be better than a five on the next move, or worse than one on the move after it.
        let (alpha, beta) =
            (alpha.max(Score::mated_in(ply + 2)), beta.min(Score::mate_in(ply + 1)));
        if alpha >= beta {
            return alpha;
        }

        let entry = self.shared.table.probe(self.key());
        if !PV
            && let Some(score) = entry.and_then(|entry| tt_cutoff(&entry, alpha, beta, depth, ply))
        {
            return score;
        }
        let facts = self.facts(entry.as_ref(), ply);
        if !PV && facts.obligation == Obligation::None {
            if let Some(score) = self.params.futility(facts.eval, facts.improving, beta, depth) {
                return score;
            }
            if self.params.razors(facts.eval, alpha, depth) {
                let score = self.quiesce(alpha, beta, ply, 0, None);
                if score <= alpha || self.aborted {
                    return score;
                }
            }
        }
        // Internal iterative reduction (IIR): a node without a known move is worth less effort.
        let depth = if depth >= self.params.iir_depth && facts.tt_move.is_none() {
            depth - 1
        } else {
            depth
        };
        self.try_moves::<PV>(&facts, alpha, beta, depth, ply, cut_node)
    }

    fn facts(&mut self, entry: Option<&Entry>, ply: usize) -> Facts {
        let known = entry.and_then(|entry| entry.eval);
        let eval = known.unwrap_or_else(|| self.evaluator.value(&self.position));
        self.evals[ply] = eval;
        Facts {
            obligation: Obligation::of(&self.position),
            eval,
            improving: ply >= 2 && eval > self.evals[ply - 2],
            tt_move: entry
                .and_then(|entry| entry.pos)
                .filter(|&pos| self.position.board().is_empty_at(pos)),
            was_pv: entry.is_some_and(|entry| entry.pv),
        }
    }

    /// The move loop; stores what it finds.
    fn try_moves<const PV: bool>(
        &mut self,
        facts: &Facts,
        mut alpha: Score,
        beta: Score,
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        let side = self.position.side_to_move();
        let key = self.key();
        let last = self.position.board().last().map(|stone| stone.pos);
        let old_alpha = alpha;
        let mut best = Score::mated_in(ply + 2);
        let mut best_move = None;
        let mut tried = 0;
        let fails_high = !PV
            && cut_node
            && facts.obligation == Obligation::None
            && self.params.fails_high(facts.eval, beta, depth);
        let mut top_score = None;
        // What the moves to come are worth.
        let mut effort = depth;
        let start = self.moves.len();
        let policy = self.evaluator.policy(&self.position);
        generate(&self.position, policy, facts.obligation, &mut self.moves);
        let mut picker = self.pick(start, ply, facts.tt_move);
        while let Some(candidate) = picker.next(&mut self.moves) {
            let pos = candidate.pos;
            if !self.position.is_legal(side, pos) {
                continue;
            }
            if !PV && !best.is_loss() {
                if self.is_late(facts, pos, effort, tried) {
                    break;
                }
                if effort < self.params.spite_depth && self.is_spite(facts, pos) {
                    continue;
                }
            }
            if tried > 0 && self.defers(key, candidate, effort) {
                continue;
            }
            tried += 1;
            let top = *top_score.get_or_insert(candidate.own_score());
            let more = self.params.weakness(candidate.own_score(), top)
                + i32::from(facts.obligation == Obligation::OpenFour)
                + i32::from(facts.obligation == Obligation::None && !facts.improving)
                - i32::from(facts.was_pv);
            let reduction = self.reduction::<PV>(pos, effort, tried, more, cut_node);
            let depth = match () {
                // A forced reply to a five costs no depth.
                () if facts.obligation == Obligation::Five => effort,
                // Fail-high reduction: what is good enough so far will be so a ply earlier.
                () if fails_high && self.position.threat(side, pos) < Threat::Four => effort - 2,
                () => effort - 1,
            };
            self.enter(key, pos, depth);
            self.make(pos);
            let bounds = (alpha, beta, best);
            let score = self.search_move::<PV>(bounds, depth, reduction, ply, tried == 1, cut_node);
            self.unmake();
            self.leave(key, pos, depth);
            if self.aborted {
                self.moves.truncate(start);
                return Score::DRAW;
            }
            if score > best {
                best = score;
            }
            if score > alpha {
                alpha = score;
                best_move = Some(pos);
                if PV {
                    self.extend_variation(ply, pos);
                    effort -= i32::from(self.params.lets_up(score, effort));
                }
            }
            if score >= beta {
                // What answers an open four or a five is often good for nothing else.
                if facts.obligation < Obligation::OpenFour {
                    let failed = picker.before_last(&self.moves, start);
                    self.history.refuted(side, ply, depth + 1, last, pos, failed);
                }
                break;
            }
        }
        self.moves.truncate(start);
        let bound = match () {
            () if best >= beta => Bound::Lower,
            () if best > old_alpha => Bound::Exact,
            () => Bound::Upper,
        };
        let entry = Entry {
            pos: best_move.or(facts.tt_move),
            score: best.to_table(ply),
            eval: Some(facts.eval),
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv: PV || facts.was_pv,
        };
        self.shared.table.store(key, entry);
        best
    }

    /// Principal variation search (PVS) of the move just played: a null window first, reduced if the
    /// move is late, and wider only as the result demands. `best` is the value of the moves before it,
    /// `depth` what is left below the move.
    pub(super) fn search_move<const PV: bool>(
        &mut self,
        (alpha, beta, best): (Score, Score, Score),
        mut depth: i32,
        reduction: i32,
        ply: usize,
        is_first: bool,
        cut_node: bool,
    ) -> Score {
        let mut score = Score::INFINITE;
        if !is_first || !PV {
            let cuts = if is_first { !cut_node } else { true };
            let above = alpha.above();
            let reduced = depth - reduction;
            if reduction > 0 {
                score = -self.node::<false>(-above, -alpha, reduced, ply + 1, true);
                if score > alpha {
                    depth += self.params.surprise(score, alpha, best, depth, reduction);
                }
            }
            if score > alpha && (reduction == 0 || depth > reduced) && !self.aborted {
                score = -self.node::<false>(
                    -above,
                    -alpha,
                    depth,
                    ply + 1,
                    if reduction > 0 { !cut_node } else { cuts },
                );
            }
        }
        if PV && score > alpha && (is_first || score < beta) && !self.aborted {
            score = -self.node::<true>(-beta, -alpha, depth, ply + 1, false);
        }
        score
    }

    /// Move-count pruning: whether enough moves were tried, and this one neither threatens nor
    /// answers much.
    fn is_late(&self, facts: &Facts, pos: Pos, depth: i32, tried: i32) -> bool {
        let side = self.position.side_to_move();
        facts.obligation != Obligation::Five
            && tried >= self.params.move_count_limit(depth, facts.improving)
            && self.position.threat(side, pos) <= Threat::Four
            && self.position.threat(!side, pos) < Threat::FourThree
    }

    /// Whether a move against an open four only puts the end off: it lies far from the last two stones
    /// and leaves the four as it is.
    fn is_spite(&self, facts: &Facts, pos: Pos) -> bool {
        let far = |to: Pos| to.x().abs_diff(pos.x()).max(to.y().abs_diff(pos.y())) > 4;
        let side = self.position.side_to_move();
        facts.obligation == Obligation::OpenFour
            && self.position.threat(!side, pos) < Threat::Four
            && self.position.board().stones().iter().rev().take(2).all(|stone| far(stone.pos))
    }

    /// Late move reduction (LMR): how many plies less a move with this number deserves, `more` of
    /// them for what the caller knows.
    pub(super) fn reduction<const PV: bool>(
        &self,
        pos: Pos,
        depth: i32,
        number: i32,
        more: i32,
        cut_node: bool,
    ) -> i32 {
        let side = self.position.side_to_move();
        let threat = self.position.threat(side, pos);
        if number == 1 || depth < self.params.lmr_depth || threat > Threat::Four {
            return 0;
        }
        let busy = threat >= Threat::Three || self.position.threat(!side, pos) >= Threat::Three;
        let plies = self.reductions.plies(depth, number) + more + i32::from(cut_node)
            - i32::from(PV)
            - i32::from(busy)
            - self.history.of(side, pos) / self.params.lmr_history;
        plies.clamp(0, (depth - 2).max(0))
    }

    /// Whether to put a move off because another worker searches it: it comes again after all others.
    fn defers(&mut self, key: u64, candidate: Candidate, depth: i32) -> bool {
        let Some(Team { busy, .. }) = &self.shared.team else { return false };
        let defers = depth >= self.params.busy_depth
            && candidate.score > Candidate::DEFERRED
            && busy.contains(Busy::word(key, candidate.pos));
        if defers {
            self.moves.push(Candidate { score: Candidate::DEFERRED, ..candidate });
        }
        defers
    }

    fn enter(&self, key: u64, pos: Pos, depth: i32) {
        if let Some(team) =
            self.shared.team.as_ref().filter(|_| depth >= self.params.busy_depth - 1)
        {
            team.busy.enter(Busy::word(key, pos));
        }
    }

    fn leave(&self, key: u64, pos: Pos, depth: i32) {
        if let Some(team) =
            self.shared.team.as_ref().filter(|_| depth >= self.params.busy_depth - 1)
        {
            team.busy.leave(Busy::word(key, pos));
        }
    }

    /// Puts `pos` before the variation of the next ply.
    pub(super) fn extend_variation(&mut self, ply: usize, pos: Pos) {
        let (head, tail) = self.variations.split_at_mut(ply + 1);
        let (here, next) = (&mut head[ply], &tail[0]);
        here.clear();
        here.push(pos);
        here.extend_from_slice(next);
    }
}
