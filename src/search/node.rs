//! The node of the search: principal variation search (PVS) in numbered steps. Depths are in plies.

use super::movegen::EvasionKind;
use super::pruning::{MoveState, NodeState, tt_cutoff};
use super::quick_win::quick_win;
use super::worker::Worker;
use crate::eval::ScoredMove;
use crate::score::{MAX_PLY, Score};
use crate::tt::{Bound, Entry};
use gomoku_rules::Pos;

/// What the move loop of a node has found so far.
#[derive(Debug)]
struct MoveLoop {
    /// Where the moves of the node begin in the worker's list. Those searched are kept at its front.
    start: usize,
    /// How many were searched.
    searched: usize,
    alpha: Score,
    beta: Score,
    /// The depth of the node; less once a move has raised alpha.
    depth: i32,
    likely_fail_high: bool,
    best: Score,
    best_move: Option<Pos>,
}

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
    /// The score of the position for the side to move within (`alpha`, `beta`).
    pub(super) fn node<const PV: bool>(
        &mut self,
        alpha: Score,
        beta: Score,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        debug_assert!(alpha < beta && (PV || beta.get() - alpha.get() == 1));
        self.stack.at_mut(self.ply).pv.clear();

        // Step 1. Quiescence search at the horizon.
        if depth <= 0 || self.ply >= MAX_PLY {
            return self.quiesce(alpha, beta, 0, None);
        }

        // Step 2. Check the limits. A full board is a draw.
        self.visit();
        if self.aborted || self.position.board().free() == 0 {
            return Score::DRAW;
        }

        // Step 3. Quick-win check.
        if let Some(score) = quick_win(&self.position, self.ply) {
            return score;
        }

        // Step 4. Mate distance pruning. The best score left is a five on the next move, the worst one a
        // five of the opponent on the move after it.
        let alpha = alpha.max(Score::mated_in(self.ply + 2));
        let beta = beta.min(Score::mate_in(self.ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 5. Transposition table lookup.
        let entry = self.shared.table.probe(self.key());
        if !PV
            && let Some(entry) = &entry
            && let Some(score) = tt_cutoff(entry, alpha, beta, depth, self.ply)
        {
            return score;
        }

        // Step 6. Static evaluation, without the network where it could not save the node from pruning.
        let (mut low, mut high) = (-Score::INFINITE, Score::INFINITE);
        if !PV {
            low = self.params.razor_bound(alpha, depth);
            high = self.params.futility_bound(beta, depth, false);
        }
        let mut node = self.node_state(entry.as_ref(), cut_node, low, high);
        if !PV && node.evasion == EvasionKind::None {
            // Step 7. Futility pruning (reverse).
            if node.static_eval >= self.params.futility_bound(beta, depth, node.improving) {
                return node.static_eval;
            }

            // Step 8. Razoring. What goes on needs the network's part too, for the table as well.
            if node.static_eval < low {
                let score = self.quiesce(alpha, beta, 0, None);
                if score <= alpha || self.aborted {
                    return score;
                }
                let (low, high) = (-Score::INFINITE, Score::INFINITE);
                node = self.node_state(entry.as_ref(), cut_node, low, high);
            }
        }

        // Step 9. Internal iterative reduction (IIR) of a node without a move of the table.
        let is_reduced = depth >= self.params.iir_depth && node.tt_move.is_none();

        self.search_moves::<PV>(&node, alpha, beta, depth - i32::from(is_reduced))
    }

    /// Fills the stack entry and says what pruning and reductions depend on. Far outside (`low`, `high`)
    /// the static evaluation does without the network.
    fn node_state(
        &mut self,
        entry: Option<&Entry>,
        cut_node: bool,
        low: Score,
        high: Score,
    ) -> NodeState {
        let mut evasion = EvasionKind::of(&self.position);
        let mut mate_threat = None;
        if evasion == EvasionKind::None
            && let Some(mate) = self.prove_four_threes(!self.position.side_to_move())
        {
            evasion = EvasionKind::FourThree;
            mate_threat = Some(mate);
        }
        let before = self.stack.before(self.ply, 2).static_eval;
        // Where a threat has to be answered first, a value would say little.
        let static_eval = if evasion == EvasionKind::None {
            let eval = entry.and_then(|entry| entry.eval);
            let margin = self.params.node_network_margin;
            eval.unwrap_or_else(|| self.evaluate_within(low, high, margin))
        } else {
            before
        };
        self.stack.at_mut(self.ply).static_eval = static_eval;
        NodeState {
            evasion,
            mate_threat,
            static_eval,
            improving: static_eval > before,
            tt_move: entry
                .and_then(|entry| entry.pos)
                .filter(|&pos| self.position.board().is_empty_at(pos)),
            tt_pv: entry.is_some_and(|entry| entry.pv),
            cut_node,
        }
    }

    /// The move loop: steps 10 to 18 of a node.
    fn search_moves<const PV: bool>(
        &mut self,
        node: &NodeState,
        alpha: Score,
        beta: Score,
        depth: i32,
    ) -> Score {
        // Step 10. Pick the moves, the best first.
        let start = self.moves.len();
        let mut picker = self.pick_moves(node, depth);
        let mut found = MoveLoop {
            start,
            alpha,
            beta,
            depth,
            likely_fail_high: !PV && self.params.likely_fail_high(node, beta, depth),
            best: self.score_of_others(node, self.moves.len() - start),
            best_move: None,
            searched: 0,
        };
        let mut move_count = 0;
        let mut deferred = Vec::new();
        let mut is_over = false;
        while !is_over && let Some(scored) = self.next_move(&mut picker, node, depth) {
            let pos = scored.pos;
            if !self.position.is_legal(self.position.side_to_move(), pos) {
                continue;
            }

            // Step 11. Late move pruning, which ends the list at the first weak move, and useless-evasion
            // pruning.
            if !PV && !found.best.is_loss() {
                let position = &self.position;
                if self.params.late_move_pruning(node, position, pos, depth, move_count) {
                    break;
                }
                if self.params.useless_evasion_pruning(node, position, pos, depth) {
                    continue;
                }
            }
            move_count += 1;

            // Step 12. Defer a move that another worker is searching until all others are done. It keeps
            // its number and its score.
            let can_defer = move_count > 1 && found.depth >= self.params.defer_depth;
            if can_defer && self.is_searched_elsewhere(pos) {
                deferred.push((scored, move_count));
            } else {
                is_over = self.try_move::<PV>(node, &mut found, scored, move_count);
            }
        }

        // Step 17. The deferred moves, unless what another worker has stored settles the node.
        for (scored, number) in deferred {
            if is_over {
                break;
            }
            if !PV && let Some(score) = self.probe_cutoff(alpha, beta, depth) {
                self.moves.truncate(start);
                return score;
            }
            is_over = self.try_move::<PV>(node, &mut found, scored, number);
        }
        self.moves.truncate(start);
        if self.aborted {
            return Score::DRAW;
        }

        // Step 18. Store the result in the transposition table.
        let MoveLoop { best, best_move, .. } = found;
        let bound = if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        self.store::<PV>(node, found.depth, best, best_move, bound);
        best
    }

    /// Steps 13 to 16 of a node: searches the move with this number. Returns whether the node is over,
    /// by a beta cutoff or a limit.
    fn try_move<const PV: bool>(
        &mut self,
        node: &NodeState,
        found: &mut MoveLoop,
        scored: ScoredMove,
        number: i32,
    ) -> bool {
        let (pos, depth) = (scored.pos, found.depth);
        self.moves[found.start + found.searched] = scored;

        // Step 13. The depth below the move, less where a fail high is likely (fail-high reduction).
        let gap = self.moves[found.start].score - scored.score;
        let late = self.move_state(pos, number, gap);
        let new_depth = node.new_depth(&late, depth, found.likely_fail_high);

        // Step 14. Late move reduction (LMR).
        let base = &self.shared.reductions;
        let reduction = self.params.late_move_reduction::<PV>(base, node, &late, depth);

        // Step 15. Make, search and unmake the move.
        let search = MoveSearch {
            alpha: found.alpha,
            beta: found.beta,
            best: found.best,
            depth: new_depth,
            reduction,
            is_first: number == 1,
            cut_node: node.cut_node,
        };
        let score = self.search_move::<PV>(pos, search);
        if self.aborted {
            return true;
        }
        found.searched += 1;

        // Step 16. A new best move, with an alpha-raise reduction of the moves after it, or a beta cutoff.
        // An evasion of an open four or a five is rarely good elsewhere.
        found.best = found.best.max(score);
        if score > found.alpha {
            found.alpha = score;
            found.best_move = Some(pos);
            if PV {
                self.stack.update_pv(self.ply, pos);
                found.depth -= self.params.alpha_raise_reduction(score, depth);
            }
        }
        let is_cutoff = score >= found.beta;
        if is_cutoff && node.evasion < EvasionKind::OpenFour {
            self.update_on_cutoff(new_depth + 1, pos, found);
        }
        is_cutoff
    }

    /// What reductions ask of the move with this number, whose ordering score lies `gap` below that of the
    /// first move.
    #[inline]
    pub(super) fn move_state(&self, pos: Pos, number: i32, gap: i32) -> MoveState {
        let side = self.position.side_to_move();
        MoveState {
            number,
            gap,
            own: self.position.threat(side, pos),
            opponent: self.position.threat(!side, pos),
            history: self.main_history.get(side, pos),
        }
    }

    /// Principal variation search (PVS) of a move: a null window first, reduced if the move is late, and
    /// wider and deeper only if the score demands it.
    pub(super) fn search_move<const PV: bool>(&mut self, pos: Pos, search: MoveSearch) -> Score {
        let MoveSearch { alpha, beta, best, mut depth, reduction, is_first, cut_node } = search;
        // Neither a first move nor a full-window search is marked: there, other workers help.
        let mark = if is_first { None } else { self.mark(pos, depth) };
        if depth > reduction {
            // The probe comes after the stone is played: fetch its line meanwhile.
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

    /// The score of the moves that are not among the `listed` ones: they lose to the threat that they do
    /// not answer.
    fn score_of_others(&self, node: &NodeState, listed: usize) -> Score {
        let has_others = self.position.board().free() > listed;
        match node.evasion {
            EvasionKind::OpenFour if has_others => Score::mated_in(self.ply + 4),
            EvasionKind::FourThree if has_others => {
                let plies = node.mate_threat.as_ref().map_or(5, |mate| mate.plies as usize);
                Score::mated_in(self.ply + 1 + plies)
            }
            EvasionKind::None if listed == 0 => node.static_eval,
            _ => Score::mated_in(self.ply + 2),
        }
    }

    /// The score of the transposition table, if it settles the node.
    fn probe_cutoff(&self, alpha: Score, beta: Score, depth: i32) -> Option<Score> {
        let entry = self.shared.table.probe(self.key())?;
        tt_cutoff(&entry, alpha, beta, depth, self.ply)
    }

    /// Stores the result of a node in the transposition table.
    fn store<const PV: bool>(
        &self,
        node: &NodeState,
        depth: i32,
        score: Score,
        best_move: Option<Pos>,
        bound: Bound,
    ) {
        let entry = Entry {
            pos: best_move.or(node.tt_move),
            score: score.to_table(self.ply),
            eval: (node.evasion == EvasionKind::None).then_some(node.static_eval),
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv: PV || node.tt_pv,
        };
        self.shared.table.store(self.key(), entry);
    }

    /// Rewards the move that caused a cutoff in main history, killer moves and counter-moves, and punishes
    /// the moves searched before it.
    fn update_on_cutoff(&mut self, depth: i32, best: Pos, found: &MoveLoop) {
        let side = self.position.side_to_move();
        let last_move = self.stack.before(self.ply, 1).current_move;
        let before = &self.moves[found.start..][..found.searched - 1];
        self.main_history.update_on_cutoff(side, depth, best, before);
        self.stack.at_mut(self.ply).add_killer(best);
        self.counter_moves.set(side, last_move, best);
    }
}
