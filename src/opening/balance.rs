//! Balanced moves by search: the stone, or the two, after which neither side is better.

use crate::engine::{Engine, Wish};
use crate::eval::weights;
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{Clock, Limits, PvInfo, SearchInfo, root_moves};
use gomoku_rules::{Board, Pos, Rule};

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Balance {
    /// Whether the opponent's next stone is wanted too.
    pub pair: bool,
    /// The value, to the side to move now, that the position should have afterwards.
    pub bias: i32,
    /// Cells that may not be taken.
    pub barred: Vec<Pos>,
}

/// How many choices are searched at first, those whose static value is nearest to the bias; then as
/// often as there is time half as many, each twice as long.
const CHOICES: usize = 32;
/// Positions searched for each choice at first.
const NODES: u64 = 4_000;
/// Forced replies that are played out before a choice is searched.
const REPLIES: usize = 8;

/// One or two stones, and what they are worth.
#[derive(Clone, Debug)]
struct Choice {
    stones: Vec<Pos>,
    /// To the side that plays the first of them.
    score: Score,
    /// What the search told last.
    info: Option<PvInfo>,
}

impl Balance {
    fn distance(&self, choice: &Choice) -> u32 {
        choice.score.get().abs_diff(self.bias)
    }

    /// The choices with the best static values, the best first.
    fn choices(&self, position: &mut Position, clock: &Clock) -> Vec<Choice> {
        let mut choices = Vec::new();
        for first in self.cells(position) {
            if clock.is_expired() && !choices.is_empty() {
                break;
            }
            position.play(first);
            if self.pair {
                for second in self.cells(position) {
                    position.play(second);
                    choices.push(Choice::at_once(vec![first, second], weights().value(position)));
                    position.undo();
                }
            } else {
                choices.push(Choice::at_once(vec![first], -weights().value(position)));
            }
            position.undo();
        }
        choices.sort_by_key(|choice| self.distance(choice));
        choices.truncate(CHOICES);
        choices
    }

    /// The cells near stones, else all, that the side to move may take without ending the game.
    fn cells(&self, position: &Position) -> Vec<Pos> {
        let side = position.side_to_move();
        let fits = |pos: &Pos| {
            position.is_legal(side, *pos)
                && position.threat(side, *pos) != Threat::Five
                && !self.barred.contains(pos)
        };
        let near: Vec<Pos> = position.map().candidates().filter(fits).collect();
        if near.is_empty() { position.map().empty().iter().filter(fits).collect() } else { near }
    }
}

impl Choice {
    fn at_once(stones: Vec<Pos>, score: Score) -> Self {
        Self { stones, score, info: None }
    }
}

impl Engine {
    /// The stone, or two, after which the position is worth most nearly what is asked for; nothing
    /// when no cell will do.
    ///
    /// `on_info` hears of the best choice after each round, with its stones before the variation.
    pub fn balance(
        &mut self,
        board: &Board,
        rule: Rule,
        balance: &Balance,
        limits: &Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Vec<Pos> {
        let mut position = Position::from_board(board, rule);
        let mut choices = balance.choices(&mut position, clock);
        let (mut visited, mut share) = (0, NODES);
        let is_over = |visited: u64| {
            clock.is_stopped()
                || clock.elapsed() >= clock.optimum() / 2
                || limits.nodes.is_some_and(|all| visited >= all)
        };
        while choices.len() > 1 && !is_over(visited) {
            let mut weighed = 0;
            for choice in &mut choices {
                if is_over(visited) {
                    break;
                }
                let nodes = limits.nodes.map_or(share, |all| share.min(all - visited));
                let limits = Limits { nodes: Some(nodes), ..*limits };
                visited += self.weigh(&mut position, choice, &limits, clock);
                weighed += 1;
            }
            // What this round did not come to was behind in the last one.
            choices.truncate(weighed);
            choices.sort_by_key(|choice| balance.distance(choice));
            if let Some(info) = choices.first().and_then(|best| best.info.as_ref()) {
                let (nodes, time) = (visited, clock.elapsed());
                on_info(&SearchInfo::Pv(PvInfo { nodes, time, ..info.clone() }));
            }
            choices.truncate(choices.len().div_ceil(2));
            share *= 2;
        }
        choices.into_iter().next().map_or_else(Vec::new, |best| best.stones)
    }

    /// Searches the position after `choice`; returns the positions visited.
    fn weigh(
        &mut self,
        position: &mut Position,
        choice: &mut Choice,
        limits: &Limits,
        clock: &Clock,
    ) -> u64 {
        let side = position.side_to_move();
        let mut line = choice.stones.clone();
        for &pos in &line {
            position.play(pos);
        }
        let moves = |position: &Position| {
            root_moves(position, weights().evaluator(position).policy(position))
        };
        while let [reply] = moves(position)[..] {
            if line.len() > REPLIES || has_five(position) {
                break;
            }
            position.play(reply);
            line.push(reply);
        }
        let wish = Wish { lines: 1, barred: Vec::new() };
        let mut told = None;
        let mut on_info = |news: &SearchInfo| {
            if let SearchInfo::Pv(info) = news {
                told = Some(info.clone());
            }
        };
        let (board, rule) = (position.board(), position.rule());
        let thought = self.analyse(board, rule, &wish, limits, clock, &mut on_info);
        let score = thought.as_ref().and_then(|thought| thought.score);
        let score = score.unwrap_or_else(|| weights().value(position));
        choice.score = if position.side_to_move() == side { score } else { -score };
        for _ in &line {
            position.undo();
        }
        choice.info = told.map(|info| PvInfo {
            score: choice.score,
            pv: line.into_iter().chain(info.pv).collect(),
            ..info
        });
        thought.map_or(0, |thought| thought.nodes)
    }
}

fn has_five(position: &Position) -> bool {
    position.count_of(position.side_to_move(), Threat::Five) > 0
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::engine::Options;
    use crate::search::TimeBudget;
    use gomoku_rules::Size;

    /// Black has much the better of it; it is White's turn.
    const LEAD: [(u8, u8); 5] = [(7, 7), (0, 0), (7, 6), (14, 3), (8, 6)];

    fn board(stones: &[(u8, u8)]) -> Board {
        let mut board = Board::new(Size::square(15));
        for &(x, y) in stones {
            board.play(Pos::new(x, y));
        }
        board
    }

    fn engine() -> Engine {
        let mut engine = Engine::default();
        let options = Options { threads: 1, hash: Some(4 << 20), ..Options::default() };
        engine.configure(options).expect("4 MiB");
        engine
    }

    fn clock(time: Duration) -> Clock {
        Clock::new(Instant::now(), TimeBudget { optimum: time, maximum: time })
    }

    fn balanced(stones: &[(u8, u8)], balance: &Balance) -> Vec<Pos> {
        let limits = Limits { depth: None, nodes: Some(200_000) };
        let clock = clock(Duration::from_secs(100));
        engine().balance(&board(stones), Rule::Standard, balance, &limits, &clock, &mut |_| ())
    }

    /// The value to the side to move in a search that has nothing to do with balance.
    fn value(stones: &[(u8, u8)], more: &[Pos]) -> i32 {
        let mut board = board(stones);
        let side = board.side_to_move();
        for &pos in more {
            board.play(pos);
        }
        let sign = if board.side_to_move() == side { 1 } else { -1 };
        let limits = Limits { depth: None, nodes: Some(50_000) };
        let clock = clock(Duration::from_secs(100));
        let thought = engine().think(&board, Rule::Standard, &limits, &clock, &mut |_| ());
        sign * thought.and_then(|thought| thought.score).map_or(0, Score::get)
    }

    #[test]
    fn the_position_is_level_afterwards() {
        const OPEN: [(u8, u8); 2] = [(7, 7), (8, 8)];
        // After one stone White has no level answer.
        for (pair, stones) in [(false, &OPEN[..]), (true, &OPEN), (true, &[])] {
            let balance = Balance { pair, bias: 0, barred: Vec::new() };
            let found = balanced(stones, &balance);
            assert_eq!(found.len(), if pair { 2 } else { 1 });
            let value = value(stones, &found);
            assert!(value.abs() < 100, "{stones:?}, then {found:?}: {value}");
        }
    }

    #[test]
    fn bias_asks_for_a_lead() {
        let with = |bias| {
            let balance = Balance { pair: true, bias, barred: Vec::new() };
            let stones = [(7, 7), (8, 8)];
            value(&stones, &balanced(&stones, &balance))
        };
        assert!(with(150) > with(-150), "the side to move is to be better");
    }

    #[test]
    fn barred_cells_and_fives_are_no_choice() {
        let balance = Balance { pair: false, bias: 0, barred: Vec::new() };
        let first = balanced(&LEAD, &balance);
        let barred = Balance { barred: first.clone(), ..balance };
        assert_ne!(balanced(&LEAD, &barred), first);
        let four = [(3, 3), (0, 0), (4, 3), (0, 2), (5, 3), (0, 4), (6, 3), (2, 3)];
        let found = balanced(&four, &Balance { pair: false, bias: 30_000, barred: Vec::new() });
        assert_ne!(found, [Pos::new(7, 3)], "the game would be over");
    }

    #[test]
    fn a_clock_that_is_out_costs_no_answer() {
        let clock = clock(Duration::ZERO);
        for pair in [false, true] {
            let balance = Balance { pair, bias: 0, barred: Vec::new() };
            let limits = Limits::default();
            let board = board(&LEAD);
            let found =
                engine().balance(&board, Rule::Renju, &balance, &limits, &clock, &mut |_| ());
            assert_eq!(found.len(), if pair { 2 } else { 1 });
        }
    }
}
