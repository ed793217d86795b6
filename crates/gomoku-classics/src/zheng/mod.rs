//! H. Zheng's agent: alpha-beta over the best third of the moves, with a score that follows the changed
//! lines, and "check kill" after the last ply. See `docs/classics/zheng.md`.

mod lines;
mod situations;
#[cfg(test)]
mod tests;

use gomoku_rules::{Board, Pos, Rule, Side};

use crate::agent::{Agent, Budget, Choice, Limits};
use crate::cells::{has_neighbour, legal, makes_five, near, shuffle};
use lines::Lines;

/// The agent and its options.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Zheng {
    /// Plies that it searches with all kept moves
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().depth))]
    pub depth: u32,
    /// Keep this many moves of a position at least
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().keep))]
    pub keep: usize,
    /// Keep 1 in this many moves, if that is more
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = Self::default().keep_one_in,
        value_parser = clap::value_parser!(u32).range(1..)))]
    pub keep_one_in: u32,
    /// Take the moves in random order, and keep the same number of them
    #[cfg_attr(feature = "clap", arg(long))]
    pub unsorted: bool,
    /// Do not go on with fours and threes after the last ply
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_check_kill: bool,
    /// Plies of fours and threes after the last ply
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().kill_depth))]
    pub kill_depth: u32,
}

impl Default for Zheng {
    fn default() -> Self {
        Self {
            depth: 2,
            keep: 15,
            keep_one_in: 3,
            unsorted: false,
            no_check_kill: false,
            kill_depth: 3,
        }
    }
}

impl Agent for Zheng {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        let own = board.side_to_move();
        let depth = limits.depth(self.depth);
        let kill = if self.no_check_kill { 0 } else { self.kill_depth };
        let kill = limits.depth(depth.saturating_add(kill)) - depth;
        let mut search = Search {
            agent: *self,
            board: board.clone(),
            rule,
            own,
            lines: Lines::new(board, rule),
            budget: Budget::new(limits),
        };
        let kept = search.kept(near(board, &legal(board, rule), 2));
        let makes_five = |&&pos: &&Pos| makes_five(board, rule, own, pos);
        if let Some(&five) = kept.iter().find(makes_five) {
            return Some(search.budget.choice(five));
        }
        let mut best = (-INFINITY, *kept.first()?);
        let base = search.lines.base(own);
        for &pos in &kept {
            let window = (best.0, INFINITY);
            match search.value_of(pos, base, depth, kill, window) {
                Some(value) if value > best.0 => best = (value, pos),
                Some(_) => {}
                None => break,
            }
        }
        Some(search.budget.choice(best.1))
    }
}

/// Above every score.
const INFINITY: i64 = i64::MAX;

struct Search<'a> {
    agent: Zheng,
    board: Board,
    rule: Rule,
    /// The side that the agent plays; all scores are from its view, in thousandths of a point.
    own: Side,
    lines: Lines,
    budget: Budget<'a>,
}

impl Search<'_> {
    /// The moves that are worth a search, the best first: a third of them and at least 15.
    fn kept(&self, moves: Vec<Pos>) -> Vec<Pos> {
        let mut moves = self.sorted(moves);
        let share = moves.len() / self.agent.keep_one_in as usize + 1;
        moves.truncate(self.agent.keep.max(share));
        moves
    }

    /// The moves by the heuristic, the best first.
    fn sorted(&self, mut moves: Vec<Pos>) -> Vec<Pos> {
        if self.agent.unsorted {
            shuffle(&mut moves, self.board.key());
            return moves;
        }
        let side = self.board.side_to_move();
        moves.sort_by_cached_key(|&pos| -self.lines.heuristic(&self.board, pos, side));
        moves
    }

    /// The score after the side to move plays `pos` in a position with the score `base`: only the lines
    /// through `pos` change, and each neighbour of the same colour adds 1.5 %.
    fn evaluate(&mut self, pos: Pos, base: i64) -> i64 {
        let side = self.board.side_to_move();
        let origin = self.lines.score_at(pos, self.own);
        self.board.play(pos);
        self.lines.update(&self.board, pos);
        let current = self.lines.score_at(pos, self.own);
        let neighbours = self.neighbours(pos, side);
        (base + current - origin) * (1_000 + 15 * neighbours) / 1_000
    }

    /// The stones of `side` around `pos`.
    fn neighbours(&self, pos: Pos, side: Side) -> i64 {
        let (x, y) = (i32::from(pos.x()), i32::from(pos.y()));
        let around = (y - 1..=y + 1).flat_map(|y| (x - 1..=x + 1).map(move |x| (x, y)));
        let cells = around.filter_map(|(x, y)| self.board.size().pos(x, y));
        cells.filter(|&next| next != pos && self.board.cell(next) == side.into()).count() as i64
    }

    /// The value of playing `pos`, for the agent's side; `alpha` and `beta` are the limits of `window`.
    /// `None` when the budget is spent.
    fn value_of(
        &mut self,
        pos: Pos,
        base: i64,
        depth: u32,
        kill: u32,
        window: (i64, i64),
    ) -> Option<i64> {
        self.budget.spend()?;
        let side = self.board.side_to_move();
        let wins = makes_five(&self.board, self.rule, side, pos);
        let score = self.evaluate(pos, base);
        let is_leaf = depth <= 1 && kill == 0;
        let value = if wins || is_leaf || self.board.free() == 0 {
            Some(score)
        } else {
            let (depth, kill) = if depth > 1 { (depth - 1, kill) } else { (0, kill - 1) };
            self.minimax(score, depth, kill, window)
        };
        self.board.undo();
        self.lines.update(&self.board, pos);
        value
    }

    /// The value of a position with the score `score`, of which `depth` more plies are searched in full.
    fn minimax(
        &mut self,
        score: i64,
        depth: u32,
        kill: u32,
        (mut alpha, mut beta): (i64, i64),
    ) -> Option<i64> {
        let is_max = self.board.side_to_move() == self.own;
        let moves = if depth > 0 { self.actions() } else { self.kill_actions() };
        let mut best = None;
        // Nobody has to go on with an attack, but an attack must be answered.
        if is_max && depth == 0 {
            best = Some(score);
            alpha = alpha.max(score);
        }
        for pos in moves {
            if alpha >= beta {
                break;
            }
            let value = self.value_of(pos, score, depth, kill, (alpha, beta))?;
            let is_better =
                best.is_none_or(|best| if is_max { value > best } else { value < best });
            if is_better {
                best = Some(value);
            }
            if is_max {
                alpha = alpha.max(value);
            } else {
                beta = beta.min(value);
            }
        }
        Some(best.unwrap_or(score))
    }

    fn actions(&self) -> Vec<Pos> {
        let free: Vec<Pos> = self.board.empty_cells().collect();
        self.kept(near(&self.board, &free, 2))
    }

    /// The moves that make a four or an alive three: the agent's own in its turn, those of either side in
    /// the opponent's.
    fn kill_actions(&self) -> Vec<Pos> {
        let is_max = self.board.side_to_move() == self.own;
        let is_kill = |pos: Pos| {
            has_neighbour(&self.board, pos, 2)
                && (self.lines.is_kill(&self.board, pos, self.own)
                    || !is_max && self.lines.is_kill(&self.board, pos, !self.own))
        };
        self.sorted(self.board.empty_cells().filter(|&pos| is_kill(pos)).collect())
    }
}
