//! The swap2 opening by search: three balanced stones, and the better side of any others.

use crate::engine::{Engine, SearchRequest, static_move};
use crate::eval::WeightSet;
use crate::pattern::Position;
use crate::score::Score;
use crate::search::{Limits, SearchInfo};
use gomoku_rules::{Board, Pos, Rule, Size};

/// A step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Step {
    /// Place Black, White and Black on the empty board.
    Stones([Pos; 3]),
    /// Play Black.
    Swap,
    /// Play White, with this move.
    Stay(Pos),
}

impl Swap2Step {
    /// The step after `opening` by static evaluation; `None` when none is due.
    pub fn without_search(opening: &Board, rule: Rule, weights: &WeightSet) -> Option<Self> {
        match opening.stones().len() {
            0 => triples(opening.size()).next().map(Self::Stones),
            3 | 5 => {
                let value = static_value(opening, rule, weights);
                Some(Self::choose(value, static_move(opening, rule, weights, &[])?))
            }
            _ => None,
        }
    }

    /// Chooses the side: White's is worth `score`, with `pos` as its next move. Two more stones would
    /// leave the choice to the opponent, and are never worth more than choosing now.
    fn choose(score: Score, pos: Pos) -> Self {
        if score < Score::DRAW { Self::Swap } else { Self::Stay(pos) }
    }
}

/// Nodes for each triple of stones.
const NODES: u64 = 30_000;
/// The triples take 1 in `TIME_SHARE` of the time.
const TIME_SHARE: u32 = 2;

/// The step after the opening on the board of `request`, with White to move if it has stones; `None`
/// when none is due.
pub fn swap2_step(
    engine: &mut Engine,
    request: &SearchRequest,
    on_info: &mut dyn FnMut(&SearchInfo),
) -> Option<Swap2Step> {
    match request.board.stones().len() {
        0 => balanced_stones(engine, request).map(|(stones, _)| Swap2Step::Stones(stones)),
        3 | 5 => {
            let result = engine.search(request, on_info)?;
            let score = result
                .score
                .unwrap_or_else(|| static_value(request.board, request.rule, engine.weights()));
            Some(Swap2Step::choose(score, result.pos))
        }
        _ => None,
    }
}

/// The three stones after which the value is nearest to a draw, of as many as half the time allows, and
/// the nodes of all searches.
pub(super) fn balanced_stones(
    engine: &mut Engine,
    request: &SearchRequest,
) -> Option<([Pos; 3], u64)> {
    let nodes = request.limits.nodes.map_or(NODES, |nodes| nodes.min(NODES));
    let limits = Limits { nodes: Some(nodes), ..request.limits };
    let size = request.board.size();
    let (mut best, mut visited) = (None::<(u16, [Pos; 3])>, 0);
    for stones in triples(size) {
        let mut board = Board::new(size);
        for pos in stones {
            board.play(pos);
        }
        let request = SearchRequest::best_move(&board, request.rule, limits, request.clock);
        let result = engine.search(&request, &mut |_| ())?;
        visited += result.nodes;
        let score =
            result.score.unwrap_or_else(|| static_value(&board, request.rule, engine.weights()));
        let lead = lead(score);
        if best.is_none_or(|(before, _)| lead < before) {
            best = Some((lead, stones));
        }
        if request.clock.has_used(TIME_SHARE) {
            break;
        }
    }
    best.map(|(_, stones)| (stones, visited))
}

/// How far a value is from an even position.
pub(super) fn lead(score: Score) -> u16 {
    score.get().unsigned_abs() as u16
}

/// The value for the side to move without a search.
pub(super) fn static_value(board: &Board, rule: Rule, weights: &WeightSet) -> Score {
    weights.value(&Position::from_board(board, rule))
}

/// Three stones near the upper edge, where the first move has the smallest advantage:
/// ```text
/// . . . . . . .
/// . . . X . . .
/// . . . . O . .
/// . . X . . . .
/// ```
pub(super) fn triples(size: Size) -> impl Iterator<Item = [Pos; 3]> {
    const ROWS: [i32; 3] = [1, 2, 0];
    const WHITE: [(i32, i32); 3] = [(1, 1), (2, 0), (1, 2)];
    const BLACK: [(i32, i32); 4] = [(-1, 2), (-2, 1), (2, 3), (3, 1)];
    let x = i32::from(size.centre().x());
    ROWS.into_iter().flat_map(move |y| {
        WHITE.into_iter().flat_map(move |white| {
            BLACK.into_iter().filter_map(move |black| {
                let at = |(right, down)| size.pos(x + right, y + down);
                Some([at((0, 0))?, at(white)?, at(black)?])
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::time::Duration;

    use super::*;
    use crate::engine::{EngineConfig, Level};
    use crate::search::{Clock, TimeBudget};

    /// The step, and how often the clock was read: it goes on by a millisecond each time.
    fn step(stones: &[(u8, u8)], size: Size, rule: Rule, time: u64) -> (Option<Swap2Step>, u64) {
        step_at(None, stones, size, rule, time)
    }

    fn step_at(
        level: Option<Level>,
        stones: &[(u8, u8)],
        size: Size,
        rule: Rule,
        time: u64,
    ) -> (Option<Swap2Step>, u64) {
        let mut board = Board::new(size);
        for &(x, y) in stones {
            board.play(Pos::new(x, y));
        }
        let mut engine = Engine::default();
        let hash = Some(4 << 20);
        let config = EngineConfig { threads: 1, hash, level, ..EngineConfig::default() };
        engine.configure(config).expect("4 MiB");
        let time = Duration::from_millis(time);
        let readings = Arc::new(AtomicU64::new(0));
        let source = Arc::clone(&readings);
        let clock = Clock::with_source(
            move || Duration::from_millis(source.fetch_add(1, Ordering::Relaxed)),
            TimeBudget { optimum: time, maximum: time },
        );
        let request = SearchRequest::best_move(&board, rule, Limits::default(), &clock);
        let step = swap2_step(&mut engine, &request, &mut |_| ());
        (step, readings.load(Ordering::Relaxed))
    }

    #[test]
    fn three_stones_fit_every_board() {
        for side in Size::MIN..=Size::MAX {
            let size = Size::square(side);
            assert!(triples(size).count() > 3, "{size}");
            for stones in triples(size) {
                let mut board = Board::new(size);
                for pos in stones {
                    assert_eq!(board.check_free(pos), Ok(()), "{size}");
                    board.play(pos);
                }
            }
            assert!(matches!(
                Swap2Step::without_search(&Board::new(size), Rule::Standard, &WeightSet::default()),
                Some(Swap2Step::Stones(_))
            ));
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        let size = Size::square(15);
        let choice = |stones: &[(u8, u8)]| step(stones, size, Rule::Standard, 300).0;
        let black_leads = [(7, 7), (0, 0), (7, 6), (14, 3), (8, 6)];
        assert_eq!(choice(&black_leads), Some(Swap2Step::Swap));
        let white_leads = [(0, 0), (7, 7), (14, 3), (7, 6), (0, 14)];
        assert!(matches!(choice(&white_leads), Some(Swap2Step::Stay(_))));
        assert_eq!(choice(&[(7, 7), (0, 0), (7, 6)]), Some(Swap2Step::Swap));
    }

    #[test]
    fn an_expired_clock_still_gets_an_answer() {
        let size = Size::square(15);
        for stones in [&[][..], &[(7, 7), (8, 8), (7, 6)]] {
            let (step, readings) = step(stones, size, Rule::Renju, 0);
            assert!(step.is_some() && readings < 20, "the clock was read {readings} times");
        }
        assert_eq!(step(&[(7, 7)], size, Rule::Standard, 0).0, None);
    }

    #[test]
    fn a_level_takes_no_more_than_half_the_time_for_three_stones() {
        let level = Level::new(2200, 1).expect("a level");
        let (size, time) = (Size::square(15), 2000);
        for level in [None, Some(level)] {
            let (step, readings) = step_at(level, &[], size, Rule::Standard, time);
            assert!(step.is_some() && readings < time, "{level:?}: {readings} times");
        }
    }
}
