//! The chain counter: the value of a cell in chains of five, less what the opponent's reply destroys. See
//! `docs/classics/chain.md`.

use gomoku_rules::{Board, Pos, Rule, Side};

use crate::agent::{Agent, Budget, Choice, Limits};
use crate::cells::{legal, makes_five};
use crate::fives::{Five, fives};

/// What one more stone is worth in a chain with this many own stones.
const ATTACK: [i64; 5] = [3, 30, 300, 3_000, 3_000_000];
/// What it is worth in a chain with this many stones of the opponent.
const DEFENCE: [i64; 5] = [1, 10, 100, 1_000, 1_000_000];
/// What has been put into a chain with this many own stones, and is lost with it.
const INVESTED: [i64; 5] = [0, 3, 33, 333, 3_333];

/// The agent and its options.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Chain {
    /// Do not consider the opponent's reply
    #[cfg_attr(feature = "clap", arg(long))]
    pub no_reply: bool,
}

impl Agent for Chain {
    fn choose(&self, board: &Board, rule: Rule, limits: Limits) -> Option<Choice> {
        let board_fives = fives(board.size());
        let chains = Chains { fives: &board_fives, rule };
        let side = board.side_to_move();
        let raw = chains.values(board, side).raw();
        let legal = legal(board, rule);
        let mut budget = Budget::new(limits);
        let has_reply = !self.no_reply && limits.depth(2) == 2;
        if let Some(&five) = legal.iter().find(|&&pos| makes_five(board, rule, side, pos)) {
            return Some(budget.choice(five));
        }
        let mut best: Option<((i64, i32), Pos)> = None;
        for pos in legal {
            let value = if !has_reply {
                raw[pos.index()]
            } else if budget.spend().is_some() {
                raw[pos.index()] - chains.expected_loss(board, pos)
            } else {
                // The values so far include the reply, this one does not: they do not compare.
                break;
            };
            let rank = (value, -distance_to_centre(board, pos));
            if best.is_none_or(|(highest, _)| rank > highest) {
                best = Some((rank, pos));
            }
        }
        let best = best.map(|(_, pos)| pos).or_else(|| highest(board, rule, &raw));
        best.map(|pos| budget.choice(pos))
    }
}

/// The cell with the highest of `values`.
fn highest(board: &Board, rule: Rule, values: &[i64]) -> Option<Pos> {
    let cells = legal(board, rule).into_iter();
    cells.max_by_key(|pos| (values[pos.index()], -distance_to_centre(board, *pos)))
}

fn distance_to_centre(board: &Board, pos: Pos) -> i32 {
    let centre = board.size().centre();
    let (dx, dy) = (pos.x().abs_diff(centre.x()), pos.y().abs_diff(centre.y()));
    i32::from(dx) * i32::from(dx) + i32::from(dy) * i32::from(dy)
}

/// The chains of a board: every five cells in a line.
struct Chains<'a> {
    fives: &'a [Five],
    rule: Rule,
}

/// Sums over the chains through each cell, for one side.
struct Values {
    attack: Vec<i64>,
    defence: Vec<i64>,
    /// What the opponent has put into chains that a stone there destroys.
    destroyed: Vec<i64>,
}

impl Values {
    /// The greater of attack and defence value of each cell.
    fn raw(&self) -> Vec<i64> {
        self.attack
            .iter()
            .zip(&self.defence)
            .map(|(&attack, &defence)| attack.max(defence))
            .collect()
    }
}

impl Chains<'_> {
    fn values(&self, board: &Board, side: Side) -> Values {
        let zeros = || vec![0; Pos::COUNT];
        let mut values = Values { attack: zeros(), defence: zeros(), destroyed: zeros() };
        for five in self.fives {
            let own = five.stones(board, self.rule, side);
            let theirs = five.stones(board, self.rule, !side);
            let attack = own.map_or(0, |stones| ATTACK[stones.min(4)]);
            let defence = theirs.map_or(0, |stones| DEFENCE[stones.min(4)]);
            let destroyed = theirs.map_or(0, |stones| INVESTED[stones.min(4)]);
            for pos in five.cells {
                values.attack[pos.index()] += attack;
                values.defence[pos.index()] += defence;
                values.destroyed[pos.index()] += destroyed;
            }
        }
        values
    }

    /// What the opponent's reply to `pos` destroys: over all replies, each as likely as its share in the
    /// values of all.
    fn expected_loss(&self, board: &Board, pos: Pos) -> i64 {
        let mut board = board.clone();
        board.play(pos);
        let values = self.values(&board, board.side_to_move());
        let raw = values.raw();
        let free = || board.empty_cells().map(Pos::index);
        let all: i64 = free().map(|cell| raw[cell]).sum();
        let lost: i64 = free().map(|cell| raw[cell] * values.destroyed[cell]).sum();
        if all == 0 { 0 } else { lost / all }
    }
}

#[cfg(test)]
mod tests;
