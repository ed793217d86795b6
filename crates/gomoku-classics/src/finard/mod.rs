//! O. Finard's agent: the value of a cell to either side, and a deep search of one line for each of the
//! most valuable moves. See `docs/classics/finard.md`.

use gomoku_rules::{Board, Direction, Pos, Rule, Side};

use crate::agent::{Agent, Budget, Choice, Limits};
use crate::cells::{legal, makes_five, or_centre, shuffle};
use crate::fives::{Five, fives};

/// The attack value of a cell that makes a five.
const WIN: i64 = 10_i64.pow(18);
/// The defence value of a cell where the opponent would make one.
const BLOCK: i64 = 10_i64.pow(16);

/// The agent and its options.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Finard {
    /// Plies that it looks ahead along each line
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().depth))]
    pub depth: u32,
    /// How many of the most valuable moves it looks at
    #[cfg_attr(feature = "clap", arg(long, default_value_t = Self::default().moves))]
    pub moves: usize,
    /// How many it looks at in each later position: 1 is one line, more is a tree
    #[cfg_attr(feature = "clap", arg(long, value_name = "N", default_value_t = Self::default().replies))]
    pub replies: usize,
    /// Look less far ahead along a less valuable move, in proportion to the values
    #[cfg_attr(feature = "clap", arg(long))]
    pub depth_by_value: bool,
    /// Seed of the order of moves that are equally valuable
    #[cfg_attr(feature = "clap", arg(long, default_value_t = 0))]
    pub seed: u64,
}

impl Default for Finard {
    fn default() -> Self {
        Self { depth: 20, moves: 10, replies: 1, depth_by_value: false, seed: 0 }
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
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        let evaluation = Evaluation { fives: &fives(board.size()), rule };
        let ranked = evaluation.ranked(board, &legal(board, rule), self.seed);
        let &(best, highest) = ranked.first()?;
        let mut search = Search {
            evaluation,
            board: board.clone(),
            replies: self.replies.max(1),
            seed: self.seed,
            budget: Budget::new(limits),
        };
        let mut undecided = None;
        for &(pos, value) in ranked.iter().take(self.moves.max(1)) {
            let depth = limits.depth(self.depth_of(value, highest));
            match search.look_ahead(pos, depth) {
                Some(Outcome::Win) => return Some(search.budget.choice(pos)),
                Some(Outcome::Loss) => {}
                Some(Outcome::Unknown) => undecided = undecided.or(Some(pos)),
                None => {
                    undecided = undecided.or(Some(pos));
                    break;
                }
            }
        }
        Some(search.budget.choice(undecided.unwrap_or(best)))
    }
}

impl Finard {
    /// The depth of the search of a move of this value, where the best has the value `highest`.
    fn depth_of(&self, value: i64, highest: i64) -> u32 {
        if !self.depth_by_value || highest == 0 {
            return self.depth;
        }
        let [depth, value, highest] = [i64::from(self.depth), value, highest].map(i128::from);
        ((depth * value + highest / 2) / highest) as u32
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
        shuffle(&mut cells, seed ^ board.key());
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
}

/// The search for wins and losses.
struct Search<'a> {
    evaluation: Evaluation<'a>,
    board: Board,
    /// How many moves are looked at in each position.
    replies: usize,
    seed: u64,
    budget: Budget<'a>,
}

impl Search<'_> {
    /// What `pos` leads to within `depth` plies, for the side that plays it, if either side then plays one
    /// of its most valuable moves. `None` when the budget is spent.
    fn look_ahead(&mut self, pos: Pos, depth: u32) -> Option<Outcome> {
        self.budget.spend()?;
        let side = self.board.side_to_move();
        if makes_five(&self.board, self.evaluation.rule, side, pos) {
            return Some(Outcome::Win);
        }
        if depth <= 1 {
            return Some(Outcome::Unknown);
        }
        self.board.play(pos);
        let reply = self.best_reply(depth - 1);
        self.board.undo();
        Some(match reply? {
            Outcome::Win => Outcome::Loss,
            Outcome::Loss => Outcome::Win,
            Outcome::Unknown => Outcome::Unknown,
        })
    }

    /// The best outcome for the side to move.
    fn best_reply(&mut self, depth: u32) -> Option<Outcome> {
        let free: Vec<Pos> = self.board.empty_cells().collect();
        let ranked = self.evaluation.ranked(&self.board, &free, self.seed);
        let mut best = None;
        for &(pos, _) in ranked.iter().take(self.replies) {
            match self.look_ahead(pos, depth)? {
                Outcome::Win => return Some(Outcome::Win),
                Outcome::Unknown => best = Some(Outcome::Unknown),
                Outcome::Loss => best = best.or(Some(Outcome::Loss)),
            }
        }
        // A full board has no reply.
        Some(best.unwrap_or(Outcome::Unknown))
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
