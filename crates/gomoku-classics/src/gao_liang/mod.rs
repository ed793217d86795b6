//! J. Gao's and Z. Liang's agent: point scores from a table of patterns, forced moves, the best few
//! candidates of each layer, and checkmate seeking before the search. See `docs/classics/gao-liang.md`.

mod breadth;
mod checkmate;
mod points;
mod position;
#[cfg(test)]
mod tests;

use gomoku_rules::{Board, Pos, Rule};

use crate::agent::{Agent, Budget, Choice, Limits};
use crate::cells::{legal, makes_five};
pub use breadth::Breadth;
use checkmate::Checkmate;
use position::{Position, Selection};

/// The agent and its options.
#[derive(Clone, Debug)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
#[expect(clippy::struct_excessive_bools, reason = "flags of a command line")]
pub struct GaoLiang {
    /// Plies of its search
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().depth))]
    pub depth: u32,
    /// Candidates in each layer: a number, `all`, or a list such as 4,4,3 whose last one holds for all
    /// deeper layers
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().breadth))]
    pub breadth: Breadth,
    /// Take the candidates in random order
    #[cfg_attr(feature = "clap", arg(long))]
    pub unsorted: bool,
    /// Search the other candidates where a five or a four is at hand, too
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_forced_moves: bool,
    /// Score the whole board again after each move
    #[cfg_attr(feature = "clap", arg(long))]
    pub full_update: bool,
    /// Do not look for a checkmate before the search
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_checkmate: bool,
    /// Plies of the longest checkmate
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().checkmate_depth))]
    pub checkmate_depth: u32,
}

impl Default for GaoLiang {
    fn default() -> Self {
        Self {
            depth: 6,
            breadth: Breadth::uniform(5),
            unsorted: false,
            no_forced_moves: false,
            full_update: false,
            no_checkmate: false,
            checkmate_depth: 11,
        }
    }
}

/// The most moves that checkmate seeking may play.
const CHECKMATE_NODES: u32 = 20_000;
/// Above every value.
const INFINITY: i32 = i32::MAX;
/// The value of a win with this many plies left.
const WIN: i32 = 1_000_000_000;

impl Agent for GaoLiang {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        let legal = legal(board, rule);
        let depth = limits.depth(self.depth);
        let mut position = Position::new(board, rule);
        position.points.updates_all = self.full_update;
        let mut search = Search { agent: self, rule, position, budget: Budget::new(limits) };
        let candidates = search.position.candidates(&legal, self.selection(0));
        if let [] | [_] = candidates[..] {
            return candidates.first().map(|&pos| search.budget.choice(pos));
        }
        if !self.no_checkmate {
            let mut checkmate = Checkmate {
                attacker: board.side_to_move(),
                position: &mut search.position,
                nodes: CHECKMATE_NODES,
                budget: &mut search.budget,
            };
            if let Some(mate) = checkmate.find(limits.depth(self.checkmate_depth), &legal) {
                return Some(search.budget.choice(mate));
            }
        }
        let mut best = (-INFINITY, *candidates.first()?);
        for pos in candidates {
            match search.value_of(pos, 0, depth, -INFINITY, -best.0) {
                Some(value) if value > best.0 => best = (value, pos),
                Some(_) => {}
                None => break,
            }
        }
        Some(search.budget.choice(best.1))
    }
}

impl GaoLiang {
    /// Which candidates it searches in `layer`.
    fn selection(&self, layer: u32) -> Selection {
        Selection {
            breadth: self.breadth.of(layer),
            is_sorted: !self.unsorted,
            has_forced_moves: !self.no_forced_moves,
        }
    }
}

struct Search<'a> {
    agent: &'a GaoLiang,
    rule: Rule,
    position: Position,
    budget: Budget<'a>,
}

impl Search<'_> {
    /// The value of playing `pos` in `layer`, for the side that plays it; `alpha` and `beta` are its
    /// opponent's. `None` when the budget is spent.
    fn value_of(&mut self, pos: Pos, layer: u32, depth: u32, alpha: i32, beta: i32) -> Option<i32> {
        self.budget.spend()?;
        let side = self.position.board.side_to_move();
        if makes_five(&self.position.board, self.rule, side, pos) {
            return Some(WIN + (depth - layer) as i32);
        }
        self.position.play(pos);
        let value = self.negamax(layer + 1, depth, alpha, beta);
        self.position.undo();
        value.map(|value| -value)
    }

    /// The value for the side to move in `layer`.
    fn negamax(&mut self, layer: u32, depth: u32, mut alpha: i32, beta: i32) -> Option<i32> {
        let Position { board, points } = &self.position;
        if layer >= depth || board.free() == 0 {
            return Some(points.board_score(board, board.side_to_move()));
        }
        let free: Vec<Pos> = board.empty_cells().collect();
        let mut best = -INFINITY;
        for pos in self.position.candidates(&free, self.agent.selection(layer)) {
            let value = self.value_of(pos, layer, depth, -beta, -alpha)?;
            best = best.max(value);
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}
