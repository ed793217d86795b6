//! The root: iterative deepening with aspiration windows and multi-PV over the list of root moves.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use super::clock::Clock;
#[cfg(feature = "fault-injection")]
use super::fault::Fault;
use super::info::{PvInfo, SearchInfo};
use super::limits::{Limits, RunningLimits};
use super::node::MoveSearch;
use super::params::Params;
use super::pruning::{NodeState, Reductions};
use super::root_move::{RootMove, effort};
use super::smp::{Pool, Smp, Vote};
use super::time::should_stop;
use super::worker::{Shared, Worker};
use crate::eval::Evaluator;
use crate::pattern::Position;
use crate::score::{MAX_PLY, Score};
use crate::tt::TranspositionTable;
use gomoku_rules::Pos;

/// The root of a search.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub position: &'a Position,
    /// Its evaluator.
    pub evaluator: &'a Evaluator,
    /// The parameters of its rule.
    pub params: &'a Params,
    /// The legal moves worth a search, the most promising first; at least one.
    pub moves: &'a [Pos],
    /// How many principal variations are wanted (multi-PV); at least one.
    pub multi_pv: usize,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct SearchResult {
    /// The best move.
    pub pos: Pos,
    /// Its score; `None` when a limit ended the search before that of any move.
    pub score: Option<Score>,
    /// The principal variation, the best move first.
    pub pv: Vec<Pos>,
    /// Nodes searched.
    pub nodes: u64,
    /// Iterations completed.
    pub depth: u32,
}

impl SearchResult {
    /// The distance to the win that the search has found, in plies.
    pub fn win(&self) -> Option<u32> {
        self.score.filter(|score| score.is_win())?.mate_distance()
    }
}

/// Gets a report of each iteration and of each root move; the search ends when it breaks off at an iteration.
pub type OnInfo<'a> = dyn FnMut(&SearchInfo) -> ControlFlow<()> + 'a;

/// Searches `root` on the threads of `pool` until a limit or `on_info` ends it.
pub fn search(
    pool: &Pool,
    root: Root,
    table: &TranspositionTable,
    limits: Limits,
    clock: &Clock,
    on_info: &mut OnInfo,
) -> SearchResult {
    let Root { position, evaluator, params, moves, multi_pv } = root;
    let shared = Shared {
        table,
        limits: RunningLimits::new(limits, clock),
        params: *params,
        reductions: Reductions::new(params.lmr_factor),
        multi_pv: multi_pv.clamp(1, moves.len()),
        smp: pool.shared(),
    };
    let root_moves = || moves.iter().copied().map(RootMove::new).collect::<Vec<_>>();
    let worker = || Worker::new(&shared, position.clone(), evaluator.clone());
    #[cfg(feature = "fault-injection")]
    let fault = Fault::next();
    let lead = || {
        let _stop = StopOnDrop(&shared.limits);
        #[cfg(feature = "fault-injection")]
        fault.strike_leader();
        let (mut worker, mut moves) = (worker(), root_moves());
        let depth = worker.deepen(&mut moves, Some(on_info));
        (worker.vote(&moves[0]), depth, worker.all_nodes())
    };
    let help = || {
        #[cfg(feature = "fault-injection")]
        fault.strike_helper();
        let (mut worker, mut moves) = (worker(), root_moves());
        worker.deepen(&mut moves, None);
        if let Some(smp) = &shared.smp {
            smp.cast(worker.vote(&moves[0]));
        }
    };
    let (vote, depth, nodes) = pool.run(lead, help);
    let votes = shared.smp.map(Smp::into_votes).unwrap_or_default();
    let RootMove { score, pv, .. } = Vote::best(vote, votes).root_move;
    let score = Some(score).filter(|&score| score != -Score::INFINITE);
    SearchResult { pos: pv[0], score, pv, nodes, depth }
}

/// Ends the search for the helpers once the leading worker is done, by a panic too.
struct StopOnDrop<'a>(&'a RunningLimits<'a>);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}

impl Worker<'_> {
    /// What this worker would play: the first of its root moves.
    fn vote(&self, best: &RootMove) -> Vote {
        Vote { depth: self.best_depth, root_move: best.clone() }
    }

    /// Iterative deepening. `moves` are the root moves, the most promising first; afterwards they are in
    /// the order of their scores. With multi-PV each principal variation begins with the best of the
    /// moves that those before it leave. Returns the depth completed.
    fn deepen(&mut self, moves: &mut [RootMove], mut on_info: Option<&mut OnInfo>) -> u32 {
        let Shared { limits, multi_pv, smp, .. } = self.shared;
        let multi_pv = *multi_pv;
        // On the last cells of a board, reductions hide nothing from a search that much deeper.
        let to_the_end = 4 * self.position.board().free() as u32;
        let max_depth = to_the_end.min(MAX_PLY as u32 / 2);
        let max_depth = limits.limits.depth.map_or(max_depth, |depth| depth.min(max_depth));
        let skip_depth = max_depth.min(self.params.skip_depth as u32);
        let mut completed = 0;
        let mut scores = vec![-Score::INFINITE; multi_pv];
        while completed < max_depth {
            let depth = match smp {
                Some(smp) => smp.next_depth(self.iteration, completed, skip_depth),
                None => completed + 1,
            };
            self.iteration = depth;
            self.seldepth = 0;
            for pv_index in 0..multi_pv {
                // Root moves are reported for the first variation only.
                let on_root_move: &mut OnInfo = match &mut on_info {
                    Some(on_info) if pv_index == 0 => on_info,
                    _ => &mut |_| ControlFlow::Continue(()),
                };
                let last = scores[pv_index];
                self.aspirate(&mut moves[pv_index..], last, depth as i32, on_root_move);
                if self.aborted {
                    break;
                }
                moves[..=pv_index].sort_by_key(|root_move| Reverse(root_move.score));
            }
            if self.aborted && limits.is_stopped() && !self.is_superseded() {
                // A better move that an incomplete iteration has found is first already.
                if let Some(smp) = smp
                    && smp.is_superseded(completed + 1)
                {
                    // Another worker has completed a less deep iteration meanwhile.
                    let mut moves = moves.to_vec();
                    (completed, self.seldepth) = smp.take_over(&mut moves);
                    if let Some(on_info) = &mut on_info {
                        let _ = on_info(&self.report(completed, &moves[..multi_pv]));
                    }
                }
                break;
            }
            completed = depth;
            // An iteration has one result, even if two workers complete it at once.
            if let Some(smp) = smp
                && (self.aborted || !smp.share(depth, self.seldepth, moves))
            {
                self.aborted = false;
                (completed, self.seldepth) = smp.take_over(moves);
                self.best_depth = completed;
            }
            let best = &moves[..multi_pv];
            scores.clear();
            scores.extend(best.iter().map(|root_move| root_move.score));
            if let Some(on_info) = &mut on_info {
                let is_broken_off = on_info(&self.report(completed, best)).is_break();
                let is_proven =
                    |score: &Score| score.mate_distance().is_some_and(|plies| plies <= completed);
                let (elapsed, budget) = (limits.clock.elapsed(), limits.clock.budget());
                if is_broken_off
                    || scores.iter().all(is_proven)
                    || should_stop(elapsed, budget, effort(moves))
                {
                    break;
                }
            }
        }
        completed
    }

    /// The principal variations of an iteration, the best first.
    fn report(&self, depth: u32, best: &[RootMove]) -> SearchInfo {
        let time = self.shared.limits.clock.elapsed();
        let pv_info = |(pv_index, root_move): (usize, &RootMove)| PvInfo {
            depth,
            seldepth: self.seldepth as u32,
            score: root_move.score,
            nodes: self.all_nodes(),
            time,
            pv: root_move.pv.clone(),
            pv_index,
            multi_pv: best.len(),
        };
        SearchInfo::Pv(best.iter().enumerate().map(pv_info).collect())
    }

    /// One iteration: an aspiration window around the last score, widened as long as the search fails.
    fn aspirate(
        &mut self,
        moves: &mut [RootMove],
        last: Score,
        depth: i32,
        on_root_move: &mut OnInfo,
    ) {
        let mut delta = self.params.aspiration_delta;
        let (mut alpha, mut beta) = (-Score::INFINITE, Score::INFINITE);
        if depth > self.params.aspiration_depth && !last.is_decisive() {
            (alpha, beta) = (last.shifted(-delta), last.shifted(delta));
        }
        loop {
            let score = self.search_root(moves, alpha, beta, depth, on_root_move);
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

    /// Brings the first move that no other worker is searching to the front.
    fn prefer_unsearched(&self, moves: &mut [RootMove]) {
        if self.shared.smp.is_none() {
            return;
        }
        let is_free = |root_move: &RootMove| !self.is_searched_elsewhere(root_move.pos());
        if let Some(free) = moves.iter().position(is_free) {
            moves[..=free].rotate_right(1);
        }
    }

    /// Searches all root moves within (`alpha`, `beta`); the best comes first afterwards. `on_root_move` gets
    /// a report of each of them.
    fn search_root(
        &mut self,
        moves: &mut [RootMove],
        mut alpha: Score,
        beta: Score,
        depth: i32,
        on_root_move: &mut OnInfo,
    ) -> Score {
        self.visit();
        let mut report = |pos, is_done| {
            // Only a completed iteration can be the last.
            let _ = on_root_move(&SearchInfo::RootMove { pos, depth: depth as u32, is_done });
        };
        let mut best = -Score::INFINITE;
        for index in 0..moves.len() {
            let is_first = index == 0;
            if !is_first {
                self.prefer_unsearched(&mut moves[index..]);
            }
            let pos = moves[index].pos();
            let late = self.move_state(pos, index as i32 + 1, 0);
            let (base, node) = (&self.shared.reductions, &NodeState::ROOT);
            let reduction = self.params.late_move_reduction::<true>(base, node, &late, depth);
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
            let visited = self.nodes;
            let score = self.search_move::<true>(pos, search);
            moves[index].nodes += self.nodes - visited;
            report(pos, true);
            if self.aborted {
                return best;
            }
            if is_first || score > alpha {
                self.best_depth = self.iteration;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WeightSet;
    use crate::search::root_moves;
    use crate::search::tests::with_worker;
    use crate::solve::testing::{Random, playout};
    use gomoku_rules::{Rule, Size};

    /// Runs `check` on a worker that searches two plies exactly, whatever the window: without pruning and
    /// reductions, and by the tables alone, so that no part of a value is left out.
    fn with_exact_worker<T>(position: &Position, check: impl FnOnce(&mut Worker) -> T) -> T {
        with_worker(position, |worker| {
            worker.evaluator = WeightSet::default().classical_only().evaluator(position);
            worker.params = Params {
                futility_depth: 0,
                razor_depth: 0,
                move_count_base: 10_000,
                useless_evasion_depth: 0,
                alpha_raise_depth: 0,
                fail_high_margin: 100_000,
                lmr_depth: 100,
                aspiration_depth: 1,
                ..worker.params
            };
            check(worker)
        })
    }

    /// A position and its root moves, each with its exact score at depth 2, in the order of a first look.
    struct Case {
        position: Position,
        scores: Vec<(Pos, Score)>,
        best: Score,
    }

    impl Case {
        fn new(position: Position) -> Option<Self> {
            let mut evaluator = WeightSet::default().evaluator(&position);
            let moves = root_moves(&position, evaluator.policy(&position));
            let exact = |pos| {
                with_exact_worker(&position, |worker| {
                    let go_on = &mut |_: &_| ControlFlow::Continue(());
                    let moves = &mut [RootMove::new(pos)];
                    worker.search_root(moves, -Score::INFINITE, Score::INFINITE, 2, go_on)
                })
            };
            let scores: Vec<_> = moves.into_iter().map(|pos| (pos, exact(pos))).collect();
            let best = scores.iter().map(|&(_, score)| score).max()?;
            (scores.len() > 1).then_some(Self { position, scores, best })
        }

        /// Positions of all rules.
        fn some(count: usize, seed: u64) -> Vec<Self> {
            let random = &mut Random(seed);
            let mut position = |number: usize| {
                let plies = 4 + random.below(30);
                playout(Rule::ALL[number % 5], Size::square(10), plies, random)
            };
            (0..count).filter_map(|number| Self::new(position(number))).collect()
        }

        fn moves(&self) -> Vec<RootMove> {
            self.scores.iter().map(|&(pos, _)| RootMove::new(pos)).collect()
        }

        fn exact(&self, pos: Pos) -> Score {
            let of_pos = |&&(other, _): &&(Pos, Score)| other == pos;
            self.scores.iter().find(of_pos).expect("a root move").1
        }

        /// Whether each move of the root is still there once.
        fn is_whole(&self, moves: &[RootMove]) -> bool {
            let mut left: Vec<Pos> = moves.iter().map(RootMove::pos).collect();
            let mut all: Vec<Pos> = self.scores.iter().map(|it| it.0).collect();
            left.sort_unstable();
            all.sort_unstable();
            left == all
        }
    }

    /// The worker's iteration in windows around `last`, and how many searches of one move began; the search
    /// is stopped when that would exceed `windows`.
    fn aspirate(worker: &mut Worker, moves: &mut [RootMove], last: Score, windows: usize) -> usize {
        let limits = &worker.shared.limits;
        let mut begun: Vec<Pos> = Vec::new();
        let mut most = 0;
        let mut count = |info: &SearchInfo| {
            if let SearchInfo::RootMove { pos, is_done: false, .. } = *info {
                begun.push(pos);
                most = most.max(begun.iter().filter(|&&other| other == pos).count());
                if most > windows {
                    limits.stop();
                }
            }
            ControlFlow::Continue(())
        };
        worker.aspirate(moves, last, 2, &mut count);
        most
    }

    #[test]
    fn windows_that_fail_low_or_high_end_at_the_value_of_a_full_window() {
        let mut mates = 0;
        for case in Case::some(60, 41) {
            for error in [0, 23, 24, 100, 700, 5_000].into_iter().flat_map(|it| [it, -it]) {
                let last = case.best.shifted(error);
                if last.is_decisive() {
                    continue;
                }
                mates += usize::from(case.best.is_decisive());
                with_exact_worker(&case.position, |worker| {
                    let delta = worker.params.aspiration_delta;
                    let mut moves = case.moves();
                    let windows = aspirate(worker, &mut moves, last, 100);
                    let of = format!("{last} for {} of {:?}", case.best, case.position.board());
                    assert_eq!(windows == 1, error.abs() < delta, "{windows} windows: {of}");
                    assert_eq!(moves[0].score, case.best, "{of}");
                    assert_eq!(case.exact(moves[0].pos()), case.best, "{of}");
                    assert!(case.is_whole(&moves) && !worker.aborted, "{of}");
                });
            }
        }
        assert!(mates > 5, "only {mates} mates");
    }

    #[test]
    fn all_nodes_of_a_search_are_below_its_root_moves() {
        for case in Case::some(20, 44) {
            with_worker(&case.position, |worker| {
                let mut moves = case.moves();
                for depth in 1..5 {
                    let go_on = &mut |_: &_| ControlFlow::Continue(());
                    worker.search_root(&mut moves, -Score::INFINITE, Score::INFINITE, depth, go_on);
                    let below: u64 = moves.iter().map(|root_move| root_move.nodes).sum();
                    assert_eq!(
                        below + depth as u64,
                        worker.nodes,
                        "each search visits the root once"
                    );
                    assert!(moves.iter().all(|root_move| root_move.nodes > 0));
                }
            });
        }
    }

    #[test]
    fn a_search_stopped_in_an_iteration_reports_what_another_worker_has_completed() {
        let case = Case::some(8, 45).remove(0);
        with_worker(&case.position, |worker| {
            worker.iteration = 0;
            let Shared { limits, smp, .. } = worker.shared;
            let smp = smp.as_ref().expect("two workers");
            let moves = case.moves();
            // The other worker is at depth 2 already.
            smp.share(1, 4, &moves);
            assert_eq!(smp.next_depth(0, 1, 9), 2);
            let mut reports = Vec::new();
            let mut on_info = |info: &SearchInfo| {
                match info {
                    SearchInfo::RootMove { depth: 3, .. } => {
                        smp.share(2, 5, &moves);
                        limits.stop();
                    }
                    SearchInfo::RootMove { .. } | SearchInfo::BookError(_) => {}
                    SearchInfo::Pv(lines) => reports.push((lines[0].depth, lines[0].seldepth)),
                }
                ControlFlow::Continue(())
            };
            let completed = worker.deepen(&mut case.moves(), Some(&mut on_info));
            assert_eq!(completed, 2);
            assert_eq!(reports, [(1, 4), (2, 5)]);
        });
    }

    #[test]
    fn a_search_stopped_after_a_failed_window_keeps_the_best_move_it_knows() {
        for case in Case::some(60, 42) {
            for error in [-3_000, -200, 200, 3_000] {
                let last = case.best.shifted(error);
                if last.is_decisive() {
                    continue;
                }
                with_exact_worker(&case.position, |worker| {
                    let mut moves = case.moves();
                    let before = moves[0].pos();
                    assert_eq!(aspirate(worker, &mut moves, last, 1), 2);
                    assert!(worker.aborted && case.is_whole(&moves));
                    let (pos, score) = (moves[0].pos(), moves[0].score);
                    if error < 0 {
                        // The move that failed high, by a score that it has at least.
                        assert!(last < score && score <= case.exact(pos), "{pos} {score}");
                    } else {
                        // No move is known to be better than the first, whose score is known to be lower.
                        assert_eq!(pos, before);
                        assert!(case.exact(pos) <= score && score < last, "{pos} {score}");
                    }
                });
            }
        }
    }

    #[test]
    fn a_search_stopped_in_a_window_keeps_the_best_of_the_moves_done() {
        for case in Case::some(60, 43) {
            for (low, high) in [(-20_000, 20_000), (-30, 40), (-90, -20), (25, 75)] {
                let (alpha, beta) = (case.best.shifted(low), case.best.shifted(high));
                for stop in 0..5.min(case.scores.len()) {
                    let (mut done, mut moves) = (Vec::new(), case.moves());
                    let before = moves[0].pos();
                    with_exact_worker(&case.position, |worker| {
                        let limits = &worker.shared.limits;
                        let mut stop_at = |info: &SearchInfo| {
                            match *info {
                                SearchInfo::RootMove { is_done: false, .. }
                                    if done.len() == stop =>
                                {
                                    limits.stop();
                                }
                                SearchInfo::RootMove { pos, is_done: true, .. } => done.push(pos),
                                _ => {}
                            }
                            ControlFlow::Continue(())
                        };
                        worker.search_root(&mut moves, alpha, beta, 2, &mut stop_at);
                        if worker.aborted {
                            // The last one was not completed.
                            done.pop();
                        }
                    });
                    let best = done.iter().map(|&pos| case.exact(pos)).max();
                    let (pos, score) = (moves[0].pos(), moves[0].score);
                    let of = format!("{pos} {score} after {done:?} in {alpha} to {beta}");
                    assert!(case.is_whole(&moves), "{of}");
                    let before_last = done.iter().rev().skip(1);
                    assert!(before_last.copied().all(|pos| case.exact(pos) < beta), "{of}");
                    match best {
                        Some(best) if best >= beta => {
                            assert!(score >= beta && case.exact(pos) >= beta, "{of}");
                        }
                        Some(best) if best > alpha => {
                            assert_eq!((score, case.exact(pos)), (best, best), "{of}");
                        }
                        Some(_) => assert!(pos == before && score <= alpha, "{of}"),
                        None => assert_eq!((pos, score), (before, -Score::INFINITE), "{of}"),
                    }
                }
            }
        }
    }
}
