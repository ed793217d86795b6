//! Balanced moves by search: the stone, or the two, after which neither side is better.

use crate::engine::{Engine, SearchRequest};
use crate::eval::{Evaluator, WeightSet};
use crate::pattern::{Position, Threat};
use crate::score::Score;
use crate::search::{Limits, PvInfo, SearchInfo, root_moves};
use gomoku_rules::Pos;

/// The options of a balance search.
#[derive(Clone, Debug)]
pub struct BalanceOptions {
    /// Whether the opponent's next stone is part of it.
    pub pair: bool,
    /// The value, for the side to move now, that the position should have afterwards.
    pub bias: i32,
}

/// Choices that are searched at first, those whose static value is nearest to the bias. Each further
/// round searches half as many twice as long.
const CHOICES: usize = 32;
/// Nodes for each choice in the first round.
const NODES: u64 = 4_000;
/// Forced replies that are played before a choice is searched.
const REPLIES: usize = 8;
/// All rounds take 1 in `TIME_SHARE` of the time.
const TIME_SHARE: u32 = 2;
/// The static values of all pairs take 1 in `VALUES_SHARE` of it.
const VALUES_SHARE: u32 = 4;

/// One or two stones, and their value.
#[derive(Clone, Debug)]
struct Choice {
    stones: Vec<Pos>,
    /// The value for the side that plays the first of them.
    score: Score,
    /// The last report of its search.
    info: Option<PvInfo>,
}

impl Choice {
    /// A choice with its static value.
    fn new(stones: Vec<Pos>, score: Score) -> Self {
        Self { stones, score, info: None }
    }

    fn distance(&self, bias: i32) -> u32 {
        self.score.get().abs_diff(bias)
    }
}

/// The stone, or two, after which the value of the position is nearest to the bias; nothing when no cell
/// is suitable. Excluded cells of `request` are not taken.
///
/// `on_info` gets the best choice after each round, with its stones at the start of the principal
/// variation.
pub fn balanced_moves(
    engine: &mut Engine,
    request: &SearchRequest,
    options: &BalanceOptions,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> Vec<Pos> {
    let mut position = Position::from_board(request.board, request.rule);
    let mut choices = choices(&mut position, engine.weights(), request, options);
    let (mut visited, mut share) = (0, NODES);
    let is_over = |visited: u64| {
        request.clock.has_used(TIME_SHARE)
            || request.limits.nodes.is_some_and(|limit| visited >= limit)
    };
    while choices.len() > 1 && !is_over(visited) {
        let mut searched = 0;
        for choice in &mut choices {
            if is_over(visited) {
                break;
            }
            let nodes = request.limits.nodes.map_or(share, |limit| share.min(limit - visited));
            visited += search_choice(engine, &mut position, choice, request, nodes);
            searched += 1;
        }
        // The choices that this round did not reach were behind in the last one. It may have reached none: time
        // passes between two looks at the clock.
        choices.truncate(searched.max(1));
        choices.sort_by_key(|choice| choice.distance(options.bias));
        if let Some(info) = choices.first().and_then(|best| best.info.as_ref()) {
            let (nodes, time) = (visited, request.clock.elapsed());
            on_info(&SearchInfo::Pv(vec![PvInfo { nodes, time, ..info.clone() }]));
        }
        choices.truncate(choices.len().div_ceil(2));
        share *= 2;
    }
    choices.into_iter().next().map_or_else(Vec::new, |best| best.stones)
}

/// The choices with the best static values, the best first.
fn choices(
    position: &mut Position,
    weights: &WeightSet,
    request: &SearchRequest,
    options: &BalanceOptions,
) -> Vec<Choice> {
    let mut evaluator = weights.evaluator(position);
    let sort = |choices: &mut Vec<Choice>| {
        choices.sort_by_key(|choice| choice.distance(options.bias));
    };
    let firsts = cells(position, &request.options.excluded).into_iter();
    let single = |pos| Choice::new(vec![pos], -value_after(position, &mut evaluator, pos));
    let mut choices: Vec<Choice> = firsts.map(single).collect();
    sort(&mut choices);
    if options.pair {
        choices = pairs(position, &mut evaluator, request, &choices);
        sort(&mut choices);
    }
    choices.truncate(CHOICES);
    choices
}

/// The pairs that begin with one of `firsts`, in their order, as far as time allows.
fn pairs(
    position: &mut Position,
    evaluator: &mut Evaluator,
    request: &SearchRequest,
    firsts: &[Choice],
) -> Vec<Choice> {
    let mut pairs = Vec::new();
    for first in firsts.iter().map(|choice| choice.stones[0]) {
        if !pairs.is_empty() && request.clock.has_used(VALUES_SHARE) {
            break;
        }
        position.play(first);
        evaluator.push();
        for second in cells(position, &request.options.excluded) {
            let score = value_after(position, evaluator, second);
            pairs.push(Choice::new(vec![first, second], score));
        }
        evaluator.pop();
        position.undo();
    }
    pairs
}

/// The static value after one more stone.
fn value_after(position: &mut Position, evaluator: &mut Evaluator, pos: Pos) -> Score {
    position.play(pos);
    evaluator.push();
    let value = evaluator.value(position);
    evaluator.pop();
    position.undo();
    value
}

/// The cells near stones, else all, that the side to move may take without ending the game.
fn cells(position: &Position, excluded: &[Pos]) -> Vec<Pos> {
    let side = position.side_to_move();
    let fits = |pos: &Pos| {
        position.is_legal(side, *pos)
            && position.threat(side, *pos) != Threat::Five
            && !excluded.contains(pos)
    };
    let near: Vec<Pos> = position.map().candidates().filter(fits).collect();
    if near.is_empty() { position.map().empty().iter().filter(fits).collect() } else { near }
}

/// Searches the position after `choice` and the forced replies to it; returns the nodes visited.
fn search_choice(
    engine: &mut Engine,
    position: &mut Position,
    choice: &mut Choice,
    request: &SearchRequest,
    nodes: u64,
) -> u64 {
    let side = position.side_to_move();
    let mut line = choice.stones.clone();
    for &pos in &line {
        position.play(pos);
    }
    let weights = engine.weights().clone();
    while let [reply] = root_moves(position, weights.evaluator(position).policy(position))[..] {
        if line.len() > REPLIES || has_five(position) {
            break;
        }
        position.play(reply);
        line.push(reply);
    }
    let mut last_info = None;
    let mut on_info = |info: &SearchInfo| {
        if let SearchInfo::Pv(lines) = info {
            last_info = lines.first().cloned();
        }
    };
    let limits = Limits { nodes: Some(nodes), ..request.limits };
    let best_move = SearchRequest::best_move(position.board(), request.rule, limits, request.clock);
    let result = engine.search(&best_move, &mut on_info);
    let score = result.as_ref().and_then(|result| result.score);
    let score = score.unwrap_or_else(|| weights.value(position));
    choice.score = if position.side_to_move() == side { score } else { -score };
    for _ in &line {
        position.undo();
    }
    choice.info = last_info.map(|info| PvInfo {
        score: choice.score,
        pv: line.into_iter().chain(info.pv).collect(),
        ..info
    });
    result.map_or(0, |result| result.nodes)
}

fn has_five(position: &Position) -> bool {
    position.count_of(position.side_to_move(), Threat::Five) > 0
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::engine::AnalysisOptions;
    use crate::opening::testing::engine;
    use crate::search::{Clock, TimeBudget};
    use gomoku_rules::{Board, Rule, Size};

    /// Black has much the better of it; it is White's turn.
    const LEAD: [(u8, u8); 5] = [(7, 7), (0, 0), (7, 6), (14, 3), (8, 6)];

    fn board(stones: &[(u8, u8)]) -> Board {
        let mut board = Board::new(Size::square(15));
        for &(x, y) in stones {
            board.play(Pos::new(x, y));
        }
        board
    }

    fn balanced(
        (stones, rule): (&[(u8, u8)], Rule),
        options: &BalanceOptions,
        excluded: &[Pos],
        limits: Limits,
        clock: &Clock,
    ) -> Vec<Pos> {
        let board = board(stones);
        let excluded =
            AnalysisOptions { excluded: excluded.to_vec(), ..AnalysisOptions::default() };
        let request = SearchRequest {
            options: excluded,
            ..SearchRequest::best_move(&board, rule, limits, clock)
        };
        balanced_moves(&mut engine(), &request, options, &mut |_| ())
    }

    fn balanced_in_standard(
        stones: &[(u8, u8)],
        options: &BalanceOptions,
        excluded: &[Pos],
    ) -> Vec<Pos> {
        let limits = Limits { depth: None, nodes: Some(500_000) };
        balanced((stones, Rule::Standard), options, excluded, limits, &Clock::unlimited())
    }

    /// The value for the side to move by an independent search.
    fn value(stones: &[(u8, u8)], more: &[Pos]) -> i32 {
        let mut board = board(stones);
        let side = board.side_to_move();
        for &pos in more {
            board.play(pos);
        }
        let sign = if board.side_to_move() == side { 1 } else { -1 };
        let limits = Limits { depth: None, nodes: Some(50_000) };
        let clock = Clock::unlimited();
        let request = SearchRequest::best_move(&board, Rule::Standard, limits, &clock);
        let result = engine().search(&request, &mut |_| ());
        sign * result.and_then(|result| result.score).map_or(0, Score::get)
    }

    #[test]
    fn the_position_is_balanced_afterwards() {
        const OPEN: [(u8, u8); 2] = [(7, 7), (8, 8)];
        // After one stone White has no balanced answer.
        for (pair, stones) in [(false, &OPEN[..]), (true, &OPEN), (true, &[])] {
            let found = balanced_in_standard(stones, &BalanceOptions { pair, bias: 0 }, &[]);
            assert_eq!(found.len(), if pair { 2 } else { 1 });
            let value = value(stones, &found);
            assert!(value.abs() < 150, "{stones:?}, then {found:?}: {value}");
        }
    }

    #[test]
    fn bias_asks_for_a_lead() {
        let with = |bias| {
            let stones = [(7, 7), (8, 8)];
            let options = BalanceOptions { pair: true, bias };
            value(&stones, &balanced_in_standard(&stones, &options, &[]))
        };
        assert!(with(150) > with(-150), "the side to move is to be better");
    }

    #[test]
    fn excluded_cells_and_fives_are_no_choice() {
        let options = BalanceOptions { pair: false, bias: 0 };
        let first = balanced_in_standard(&LEAD, &options, &[]);
        assert_ne!(balanced_in_standard(&LEAD, &options, &first), first);
        let four = [(3, 3), (0, 0), (4, 3), (0, 2), (5, 3), (0, 4), (6, 3), (2, 3)];
        let found = balanced_in_standard(&four, &BalanceOptions { pair: false, bias: 30_000 }, &[]);
        assert_ne!(found, [Pos::new(7, 3)], "the game would be over");
    }

    #[test]
    fn an_expired_clock_still_gets_an_answer() {
        let clock = Clock::new(Instant::now(), TimeBudget::ZERO);
        let [one, two] = [false, true].map(|pair| {
            let options = BalanceOptions { pair, bias: 0 };
            balanced((&LEAD, Rule::Renju), &options, &[], Limits::default(), &clock)
        });
        assert_eq!([one.len(), two.len()], [1, 2]);
        assert_eq!(two[0], one[0], "pairs begin with the stones that leave the position most even");
    }
}
