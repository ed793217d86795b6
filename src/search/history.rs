//! Move statistics: main history, killer moves and counter-moves.

use crate::eval::Policy;
use crate::eval::ScoredMove;
use gomoku_rules::{Pos, Side};

/// The bounds of main history are plus and minus this.
const HISTORY_MAX: i32 = 10_000;

/// Main history: how well each cell has done for each side.
#[derive(Debug)]
pub(super) struct MainHistory([Box<[i16; Pos::COUNT]>; 2]);

impl MainHistory {
    pub fn new() -> Self {
        Self([(); 2].map(|()| Box::new([0; Pos::COUNT])))
    }

    /// The history of `pos` for `side`, within ±[`HISTORY_MAX`].
    #[inline]
    pub fn get(&self, side: Side, pos: Pos) -> i32 {
        i32::from(self.0[side.index()][pos.index()])
    }

    /// The score of each move of `side` for move ordering: its own, and its history times `weight` / 8192.
    #[inline]
    pub fn move_score<'a>(
        &'a self,
        policy: Policy<'a>,
        side: Side,
        weight: i32,
    ) -> impl Fn(Pos) -> i32 + 'a {
        move |pos| policy.score(pos) + self.get(side, pos) * weight / 8192
    }

    /// Adds a bonus that shrinks as the history approaches its bound (history gravity).
    fn add(&mut self, side: Side, pos: Pos, bonus: i32) {
        let old = self.get(side, pos);
        let new = old + bonus - old * bonus.abs() / HISTORY_MAX;
        self.0[side.index()][pos.index()] = new as i16;
    }

    /// Rewards the move that caused a cutoff at `depth`, and punishes those searched before it.
    pub fn update_on_cutoff(&mut self, side: Side, depth: i32, best: Pos, searched: &[ScoredMove]) {
        let bonus = (25 * depth * depth + 100 * depth).min(HISTORY_MAX / 2);
        self.add(side, best, bonus);
        for scored in searched {
            self.add(side, scored.pos, -bonus);
        }
    }
}

/// Counter-moves: the answer to each move that last caused a cutoff.
#[derive(Debug)]
pub(super) struct CounterMoves([Box<[Option<Pos>; Pos::COUNT]>; 2]);

impl CounterMoves {
    pub fn new() -> Self {
        Self([(); 2].map(|()| Box::new([None; Pos::COUNT])))
    }

    /// The counter-move of `side` to the opponent's move `last`.
    #[inline]
    pub fn get(&self, side: Side, last: Option<Pos>) -> Option<Pos> {
        self.0[side.index()][last?.index()]
    }

    /// Remembers `best` as the counter-move to `last`.
    pub fn set(&mut self, side: Side, last: Option<Pos>, best: Pos) {
        if let Some(last) = last {
            self.0[side.index()][last.index()] = Some(best);
        }
    }
}
