//! The gobang program: alpha-beta over the cells beside stones, and a heuristic of rows and their open
//! ends. See `docs/classics/gobang.md`.

mod rows;

use gomoku_rules::{Board, Pos, Rule, Side};

use crate::agent::{Agent, Budget, Choice, Limits};
use crate::cells::{legal, makes_five, near, shuffle};
use rows::Rows;

/// The agent and its options.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Gobang {
    /// Plies of its search
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().depth))]
    pub depth: u32,
    /// Search the moves in random order
    #[cfg_attr(feature = "clap", arg(long))]
    pub unsorted: bool,
}

impl Default for Gobang {
    fn default() -> Self {
        Self { depth: 3, unsorted: false }
    }
}

impl Agent for Gobang {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        let candidates = near(board, &legal(board, rule), 1);
        let mut search = Search::new(board, rule, self.unsorted, limits);
        if let [] | [_] = candidates[..] {
            return candidates.first().map(|&pos| search.budget.choice(pos));
        }
        let ordered = search.ordered(&candidates);
        let mut best = (-INFINITY, *ordered.first()?);
        for &pos in &ordered {
            match search.value_of(pos, limits.depth(self.depth), -INFINITY, -best.0) {
                Some(value) if value > best.0 => best = (value, pos),
                Some(_) => {}
                None => break,
            }
        }
        Some(search.budget.choice(best.1))
    }
}

/// Above every value.
const INFINITY: i64 = i64::MAX;
/// The value of a five, for each ply that the search had left.
const FIVE: i64 = 1_000_000_000;

struct Search<'a> {
    board: Board,
    rule: Rule,
    rows: Rows,
    unsorted: bool,
    budget: Budget<'a>,
}

impl<'a> Search<'a> {
    fn new(board: &Board, rule: Rule, unsorted: bool, limits: Limits<'a>) -> Self {
        let rows = Rows::new(board, rule);
        Self { board: board.clone(), rule, rows, unsorted, budget: Budget::new(limits) }
    }

    /// The heuristic for `side`.
    fn heuristic(&self, side: Side) -> i64 {
        let turn = self.board.side_to_move();
        self.rows.value(side, turn) - self.rows.value(!side, turn)
    }

    /// The cells with the heuristic of the positions they lead to, the best for the side to move first.
    fn ranked(&mut self, cells: &[Pos]) -> Vec<(i64, Pos)> {
        let side = self.board.side_to_move();
        let mut ranked: Vec<(i64, Pos)> = Vec::with_capacity(cells.len());
        for &pos in cells {
            self.play(pos);
            ranked.push((self.heuristic(side), pos));
            self.undo();
        }
        ranked.sort_by_key(|&(value, _)| -value);
        ranked
    }

    /// The cells in the order of their search.
    fn ordered(&mut self, cells: &[Pos]) -> Vec<Pos> {
        if self.unsorted {
            let mut cells = cells.to_vec();
            shuffle(&mut cells, self.board.key());
            return cells;
        }
        self.ranked(cells).into_iter().map(|(_, pos)| pos).collect()
    }

    /// The value of playing `pos`, for the side that plays it; `alpha` and `beta` are its opponent's.
    /// `None` when the budget is spent.
    fn value_of(&mut self, pos: Pos, depth: u32, alpha: i64, beta: i64) -> Option<i64> {
        self.budget.spend()?;
        let side = self.board.side_to_move();
        if makes_five(&self.board, self.rule, side, pos) {
            return Some(FIVE * i64::from(depth));
        }
        self.play(pos);
        let value = self.negamax(depth - 1, alpha, beta);
        self.undo();
        value.map(|value| -value)
    }

    /// The value for the side to move after `depth` more plies.
    fn negamax(&mut self, depth: u32, mut alpha: i64, beta: i64) -> Option<i64> {
        let side = self.board.side_to_move();
        let free: Vec<Pos> =
            if depth == 0 { Vec::new() } else { self.board.empty_cells().collect() };
        if free.is_empty() {
            return Some(self.heuristic(side));
        }
        let candidates = near(&self.board, &free, 1);
        if depth == 1 && !self.unsorted {
            // The order is that of the values already.
            self.budget.spend()?;
            let best = self.ranked(&candidates).first().map(|&(value, _)| value);
            let is_five = |&pos: &Pos| makes_five(&self.board, self.rule, side, pos);
            return if candidates.iter().any(is_five) { Some(FIVE) } else { best };
        }
        let mut best = -INFINITY;
        for pos in self.ordered(&candidates) {
            let value = self.value_of(pos, depth, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }

    fn play(&mut self, pos: Pos) {
        self.board.play(pos);
        self.rows.play(&self.board, pos);
    }

    fn undo(&mut self) {
        if let Some(stone) = self.board.undo() {
            self.rows.undo(stone.pos);
        }
    }
}

#[cfg(test)]
mod tests;
