//! Analysis: the best moves of a position, each with its variation, without moves that are barred.

use super::{Engine, Thought, Tools, static_move};
use crate::eval::{Evaluator, weights};
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{Clock, Limits, PvInfo, Root, SearchInfo, root_moves};
use crate::tt::End;
use gomoku_rules::{Board, Pos, Rule};

/// What is asked of an analysis.
#[derive(Clone, Debug)]
pub struct Wish {
    /// How many of the best moves are told, each with its variation (multi-PV).
    pub lines: usize,
    /// Cells that the side to move may not take now, as long as it has others.
    pub barred: Vec<Pos>,
}

/// Positions of which the solvers take their share before the search begins: an analysis may last
/// for hours, and is to tell something soon.
const PROBE: u64 = 16 << 20;

impl Engine {
    /// The best move for the side to move of `board`; `None` when no cell is free.
    ///
    /// `on_info` hears of as many moves as wished for with each completed iteration, the best first,
    /// and of each move of the root.
    pub fn analyse(
        &mut self,
        board: &Board,
        rule: Rule,
        wish: &Wish,
        limits: &Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Thought> {
        let mut position = Position::from_board(board, rule);
        let evaluator = weights().evaluator(&position);
        let moves = allowed(&position, evaluator.clone(), &wish.barred);
        let at_once = static_move(board, rule).filter(|pos| moves.contains(pos));
        let pos = at_once.or(moves.first().copied()).or_else(|| board.empty_cells().next())?;
        let at_once = Thought { pos, score: None, nodes: 0 };
        let wanted = wish.lines.max(1);
        let mut known = Known { lines: fives(&position, &moves), nodes: 0 };
        if !known.lines.is_empty() {
            known.lines.truncate(wanted);
            return Some(known.conclude(clock, on_info).unwrap_or(at_once));
        }
        let decided = moves.len() <= 1 && wanted == 1 || board.stones().is_empty();
        let Some((_, tools)) = self.tools.as_mut().filter(|_| !decided && !clock.is_expired())
        else {
            return Some(at_once);
        };
        tools.begin(limits, clock);
        known.lines = tools.mates(&mut position, &moves, limits, clock, &mut known.nodes);
        let unknown = |pos: &Pos| known.lines.iter().all(|(_, line)| line[0] != *pos);
        let left: Vec<Pos> = moves.into_iter().filter(unknown).collect();
        let lines = wanted.saturating_sub(known.lines.len()).min(left.len());
        if lines == 0 {
            return Some(known.conclude(clock, on_info).unwrap_or(at_once));
        }
        Some(tools.search_lines(
            (&mut position, &evaluator, left, lines),
            known,
            limits,
            clock,
            on_info,
        ))
    }
}

/// The moves that complete a five, else those worth a search, else any, without what is barred; all
/// that are worth a search if no cell is left.
fn allowed(position: &Position, mut evaluator: Evaluator, barred: &[Pos]) -> Vec<Pos> {
    let side = position.side_to_move();
    let open = |cells: &mut dyn Iterator<Item = Pos>| -> Vec<Pos> {
        cells.filter(|pos| !barred.contains(pos)).collect()
    };
    let mut moves = open(&mut position.fours(side).iter().filter(|&pos| is_five(position, pos)));
    if moves.is_empty() {
        moves = open(&mut root_moves(position, evaluator.policy(position)).into_iter());
    }
    if moves.is_empty() {
        let legal = |pos: &Pos| position.is_legal(side, *pos);
        moves = open(&mut position.map().empty().iter().filter(legal));
    }
    if moves.is_empty() { root_moves(position, evaluator.policy(position)) } else { moves }
}

fn is_five(position: &Position, pos: Pos) -> bool {
    position.threat(position.side_to_move(), pos) == Threat::Five
}

/// The moves that complete a five, as lines.
fn fives(position: &Position, moves: &[Pos]) -> Vec<Line> {
    let fives = moves.iter().filter(|&&pos| is_five(position, pos));
    fives.map(|&pos| (Score::mate_in(1), vec![pos])).collect()
}

/// The value of a move and what follows it, the move first.
type Line = (Score, Vec<Pos>);

/// The best lines where they are known before the search.
struct Known {
    lines: Vec<Line>,
    /// Positions visited to find them.
    nodes: u64,
}

impl Known {
    /// Tells these lines alone; the outcome is the first.
    fn conclude(self, clock: &Clock, on_info: &mut dyn FnMut(&SearchInfo)) -> Option<Thought> {
        self.tell(0, 0, clock, on_info);
        let (score, line) = self.lines.first()?;
        Some(Thought { pos: line[0], score: Some(*score), nodes: self.nodes })
    }

    /// Tells these lines, beside `others` that a search to `depth` has found.
    fn tell(&self, depth: u32, others: usize, clock: &Clock, on_info: &mut dyn FnMut(&SearchInfo)) {
        for (rank, (score, line)) in self.lines.iter().enumerate() {
            let plies = score.mate_distance().unwrap_or_default();
            on_info(&SearchInfo::Pv(PvInfo {
                depth: plies.max(depth),
                seldepth: plies.max(depth),
                score: *score,
                nodes: self.nodes,
                time: clock.elapsed(),
                pv: line.clone(),
                pv_index: rank,
                multi_pv: self.lines.len() + others,
            }));
        }
    }
}

impl Tools {
    /// A checkmate that the solvers find and that begins with one of `moves`.
    fn mates(
        &mut self,
        position: &mut Position,
        moves: &[Pos],
        limits: &Limits,
        clock: &Clock,
        nodes: &mut u64,
    ) -> Vec<Line> {
        let mate = self.checkmate(position, &probing(limits), clock, nodes);
        let mate = mate.filter(|mate| moves.contains(&mate.first));
        mate.map(|mate| (Score::mate_in(mate.plies as usize), mate.line)).into_iter().collect()
    }

    /// Searches for so many lines below those that are known already.
    fn search_lines(
        &mut self,
        (position, evaluator, moves, lines): (&mut Position, &Evaluator, Vec<Pos>, usize),
        mut known: Known,
        limits: &Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Thought {
        known.tell(0, lines, clock, on_info);
        let probe = probing(limits);
        let nodes = &mut known.nodes;
        let mut standing = self.without_losers(position, moves.clone(), &probe, clock, nodes);
        if standing.len() < lines {
            let fallen: Vec<Pos> =
                moves.into_iter().filter(|pos| !standing.contains(pos)).collect();
            standing.extend(fallen);
        }
        let above = known.lines.len();
        let before = known.nodes;
        let left = limits.nodes.map(|all| all.saturating_sub(before));
        let mut tell = |news: &SearchInfo| {
            let SearchInfo::Pv(info) = news else { return on_info(news) };
            known.nodes = before + info.nodes;
            if info.pv_index == 0 {
                known.tell(info.depth, lines, clock, on_info);
            }
            on_info(&SearchInfo::Pv(PvInfo {
                nodes: known.nodes,
                pv_index: above + info.pv_index,
                multi_pv: above + lines,
                ..info.clone()
            }));
        };
        let root = Root { position, evaluator, moves: &standing, multi_pv: lines };
        let limits = Limits { nodes: left, ..*limits };
        let found = crate::search::search(&self.pool, root, &self.table, limits, clock, &mut tell);
        let nodes = before + found.nodes;
        if let Some((score, line)) = known.lines.first() {
            return Thought { pos: line[0], score: Some(*score), nodes };
        }
        if let Some(plies) = found.win() {
            self.table.store_believed(position.key(), End::Win { pos: found.pos, plies });
        }
        Thought { pos: found.pos, score: found.score, nodes }
    }
}

/// The limits of which the solvers take their share.
fn probing(limits: &Limits) -> Limits {
    Limits { nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(PROBE)), ..*limits }
}
