//! Move statistics: main history, killer moves and counter-moves.

use crate::eval::{Policy, ScoredMove};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::WeightSet;
    use crate::pattern::Position;
    use gomoku_rules::{Rule, Size};

    const SIDE: Side = Side::Black;

    fn scored(pos: Pos) -> ScoredMove {
        ScoredMove { pos, score: 0 }
    }

    #[test]
    fn history_nears_its_bounds_and_never_leaves_them() {
        for bonus in [1, 125, 2_500, HISTORY_MAX / 2, HISTORY_MAX] {
            for bonus in [bonus, -bonus] {
                let mut history = MainHistory::new();
                let pos = Pos::new(3, 4);
                let mut last = 0;
                for _ in 0..30_000 {
                    history.add(SIDE, pos, bonus);
                    let now = history.get(SIDE, pos);
                    assert!(now.abs() <= HISTORY_MAX && now.abs() >= last, "{last} to {now}");
                    last = now.abs();
                }
                assert_eq!(last, HISTORY_MAX, "bonus {bonus}");
                let bound = history.get(SIDE, pos);
                history.add(SIDE, pos, -bonus);
                assert_eq!(history.get(SIDE, pos), bound - 2 * bonus);
            }
        }
    }

    #[test]
    fn a_second_bonus_of_the_same_sign_weighs_less_and_one_against_it_more() {
        let mut history = MainHistory::new();
        let pos = Pos::new(3, 4);
        let mut add = |bonus| {
            history.add(SIDE, pos, bonus);
            history.get(SIDE, pos)
        };
        assert_eq!([4_000, 4_000, -4_000].map(&mut add), [4_000, 6_400, -160]);
    }

    #[test]
    fn a_cutoff_rewards_its_move_and_punishes_those_before_it() {
        let mut history = MainHistory::new();
        let [best, first, second, other] = [0, 1, 2, 3].map(|x| Pos::new(x, 5));
        history.update_on_cutoff(SIDE, 4, best, &[scored(first), scored(second)]);
        let after = |side| [best, first, second, other].map(|pos| history.get(side, pos));
        assert_eq!(after(SIDE), [800, -800, -800, 0]);
        assert_eq!(after(!SIDE), [0; 4]);
    }

    #[test]
    fn deeper_cutoffs_weigh_more_up_to_half_the_bound() {
        let bonus = |depth| {
            let mut history = MainHistory::new();
            let pos = Pos::new(7, 7);
            history.update_on_cutoff(SIDE, depth, pos, &[]);
            history.get(SIDE, pos)
        };
        assert!((1..13).all(|depth| bonus(depth) < bonus(depth + 1)));
        assert_eq!([13, 40, 255].map(bonus), [HISTORY_MAX / 2; 3]);
    }

    #[test]
    fn history_changes_the_score_of_a_move_by_its_weight() {
        let mut position = Position::new(Size::square(15), Rule::Freestyle);
        position.play(Pos::new(7, 7));
        let evaluator = WeightSet::default().evaluator(&position);
        let policy = evaluator.classical_policy(&position);
        let mut history = MainHistory::new();
        let pos = Pos::new(6, 6);
        history.add(Side::White, pos, 4_096);
        let score = |side| history.move_score(policy, side, 32)(pos) - policy.score(pos);
        assert_eq!([Side::White, Side::Black].map(score), [16, 0]);
    }

    #[test]
    fn the_last_answer_to_a_move_is_its_counter_move() {
        let mut counters = CounterMoves::new();
        let [last, other, best, better] = [0, 1, 2, 3].map(|x| Pos::new(x, 5));
        counters.set(SIDE, Some(last), best);
        counters.set(SIDE, None, other);
        assert_eq!(counters.get(SIDE, Some(last)), Some(best));
        assert_eq!(counters.get(!SIDE, Some(last)), None);
        assert_eq!([Some(other), None].map(|last| counters.get(SIDE, last)), [None; 2]);
        counters.set(SIDE, Some(last), better);
        assert_eq!(counters.get(SIDE, Some(last)), Some(better));
    }
}
