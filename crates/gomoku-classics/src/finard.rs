//! O. Finard's agent: the value of a cell to either side, and a deep search of one line for each of the
//! most valuable moves. See `docs/classics/finard.md`.

use fastrand::Rng;
use gomoku_rules::{Board, Direction, Pos, Rule, Side};

use crate::agent::{Agent, Budget, Limits};
use crate::cells::{legal, makes_five, or_centre};
use crate::fives::{Five, fives};

/// The attack value of a cell that makes a five.
const WIN: i64 = 10_i64.pow(18);
/// The defence value of a cell where the opponent would make one.
const BLOCK: i64 = 10_i64.pow(16);

/// The agent and its options.
#[derive(Clone, Copy, Debug, clap::Args)]
pub struct Finard {
    /// Plies that it looks ahead along each line
    #[arg(long, default_value_t = Self::default().depth)]
    pub depth: u32,
    /// How many of the most valuable moves it looks at
    #[arg(long, default_value_t = Self::default().moves)]
    pub moves: usize,
    /// Seed of the order of moves that are equally valuable
    #[arg(long, default_value_t = 0)]
    pub seed: u64,
}

impl Default for Finard {
    fn default() -> Self {
        Self { depth: 20, moves: 10, seed: 0 }
    }
}

/// What a line of play leads to, for the side that made its first move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Win,
    Loss,
    Unknown,
}

impl Agent for Finard {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Pos> {
        let evaluation = Evaluation { fives: &fives(board.size()), rule };
        let mut budget = Budget::new(limits);
        let ranked = evaluation.ranked(board, &legal(board, rule), self.seed);
        let side = board.side_to_move();
        let mut undecided = None;
        for &(pos, _) in ranked.iter().take(self.moves.max(1)) {
            if makes_five(board, rule, side, pos) {
                return Some(pos);
            }
            let depth = limits.depth(self.depth);
            match evaluation.look_ahead(board, pos, depth, self.seed, &mut budget) {
                Some(Outcome::Win) => return Some(pos),
                Some(Outcome::Loss) => {}
                Some(Outcome::Unknown) => undecided = undecided.or(Some(pos)),
                None => {
                    undecided = undecided.or(Some(pos));
                    break;
                }
            }
        }
        undecided.or(ranked.first().map(|&(pos, _)| pos))
    }
}

/// The values of cells.
pub struct Evaluation<'a> {
    pub fives: &'a [Five],
    pub rule: Rule,
}

impl Evaluation<'_> {
    /// The cells of `among` that are worth a look with their values, the most valuable first; equals in
    /// an order that follows from seed and position.
    pub fn ranked(&self, board: &Board, among: &[Pos], seed: u64) -> Vec<(Pos, i64)> {
        let values = self.values(board);
        let mut cells = or_centre(board, among, candidates(board, among));
        Rng::with_seed(seed ^ board.key()).shuffle(&mut cells);
        let mut ranked: Vec<(Pos, i64)> =
            cells.into_iter().map(|pos| (pos, values[pos.index()])).collect();
        ranked.sort_by_key(|&(_, value)| -value);
        ranked
    }

    /// Attack and defence value of every cell for the side to move, added up.
    fn values(&self, board: &Board) -> Vec<i64> {
        let own = board.side_to_move();
        let mut values = self.attack(board, own, WIN);
        let defence = self.attack(board, !own, BLOCK);
        values.iter_mut().zip(defence).for_each(|(value, defence)| *value += defence);
        values
    }

    /// For every cell the sum of the fifth powers of the stones that `side` has in each five through it
    /// that it may still win with; `win` where it would complete one.
    fn attack(&self, board: &Board, side: Side, win: i64) -> Vec<i64> {
        let mut values = vec![0; Pos::COUNT];
        for five in self.fives {
            let stones = match five.stones(board, self.rule, side) {
                None | Some(0) => continue,
                Some(stones) => stones as i64,
            };
            for pos in five.cells {
                let value: &mut i64 = &mut values[pos.index()];
                *value = if stones >= 4 { win } else { (*value + stones.pow(5)).min(win) };
            }
        }
        values
    }

    /// Plays `first`, then the most valuable move of either side in turn, up to `depth` plies in all.
    /// `None` when the budget is spent.
    fn look_ahead(
        &self,
        board: &Board,
        first: Pos,
        depth: u32,
        seed: u64,
        budget: &mut Budget,
    ) -> Option<Outcome> {
        let mut board = board.clone();
        let side = board.side_to_move();
        let mut next = Some(first);
        for _ in 0..depth {
            let Some(pos) = next else { break };
            budget.spend()?;
            board.play(pos);
            if makes_five(&board, self.rule, !board.side_to_move(), pos) {
                let is_own = board.side_to_move() != side;
                return Some(if is_own { Outcome::Win } else { Outcome::Loss });
            }
            let free: Vec<Pos> = board.empty_cells().collect();
            next = self.ranked(&board, &free, seed).first().map(|&(pos, _)| pos);
        }
        Some(Outcome::Unknown)
    }
}

/// The cells of `among` that share a five with a stone: those on a line with it, at most four steps away.
fn candidates(board: &Board, among: &[Pos]) -> Vec<Pos> {
    let mut is_near = [false; Pos::COUNT];
    for stone in board.stones().iter().filter(|stone| stone.cell.side().is_some()) {
        let steps = Direction::ALL.into_iter().flat_map(|d| (-4..=4).map(move |steps| (d, steps)));
        for pos in steps.filter_map(|(d, steps)| stone.pos.step(d, steps, board.size())) {
            is_near[pos.index()] = true;
        }
    }
    among.iter().filter(|pos| is_near[pos.index()]).copied().collect()
}

#[cfg(test)]
mod tests;
