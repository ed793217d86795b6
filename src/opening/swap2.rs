//! The swap2 opening by search: three stones that favour nobody, and the better side of any others.

use crate::engine::{Engine, static_move};
use crate::eval::weights;
use crate::pattern::Position;
use crate::score::Score;
use crate::search::{Clock, Limits, SearchInfo};
use gomoku_rules::{Board, Pos, Rule, Size};

/// A step of the opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Black, White and Black on the empty board.
    Stones([Pos; 3]),
    /// Takes Black.
    Swap,
    /// Takes White and moves.
    Stay(Pos),
}

impl Step {
    /// Whether there is a step after so many stones.
    pub fn is_due(stones: usize) -> bool {
        [0, 3, 5].contains(&stones)
    }

    /// The step after `opening` without a search; `None` when none is due.
    pub fn at_once(opening: &Board, rule: Rule) -> Option<Self> {
        match opening.stones().len() {
            0 => triples(opening.size()).next().map(Self::Stones),
            3 | 5 => Some(Self::choice(static_value(opening, rule), static_move(opening, rule)?)),
            _ => None,
        }
    }

    /// White's side is worth `score`, with `pos` as its next move. Two more stones would hand the
    /// choice to the opponent, and are never worth more than choosing now.
    fn choice(score: Score, pos: Pos) -> Self {
        if score < Score::DRAW { Self::Swap } else { Self::Stay(pos) }
    }
}

/// Positions searched for each opening that is weighed.
const NODES: u64 = 30_000;

impl Engine {
    /// The step after `opening`, with White to move if it has stones; `None` when none is due.
    pub fn open(
        &mut self,
        opening: &Board,
        rule: Rule,
        limits: &Limits,
        clock: &Clock,
        on_info: &mut dyn FnMut(&SearchInfo),
    ) -> Option<Step> {
        match opening.stones().len() {
            0 => self.level_stones(opening.size(), rule, limits, clock).map(Step::Stones),
            3 | 5 => {
                let thought = self.think(opening, rule, limits, clock, on_info)?;
                let score = thought.score.unwrap_or_else(|| static_value(opening, rule));
                Some(Step::choice(score, thought.pos))
            }
            _ => None,
        }
    }

    /// The three stones after which White's side is worth least more or less than Black's, of as many
    /// as half the time allows.
    fn level_stones(
        &mut self,
        size: Size,
        rule: Rule,
        limits: &Limits,
        clock: &Clock,
    ) -> Option<[Pos; 3]> {
        let limits =
            Limits { nodes: Some(limits.nodes.map_or(NODES, |nodes| nodes.min(NODES))), ..*limits };
        let mut least: Option<(u16, [Pos; 3])> = None;
        for stones in triples(size) {
            let mut board = Board::new(size);
            for pos in stones {
                board.play(pos);
            }
            let thought = self.think(&board, rule, &limits, clock, &mut |_| ())?;
            let score = thought.score.unwrap_or_else(|| static_value(&board, rule));
            let lead = score.get().unsigned_abs() as u16;
            if least.is_none_or(|(before, _)| lead < before) {
                least = Some((lead, stones));
            }
            if clock.is_stopped() || clock.elapsed() >= clock.optimum() / 2 {
                break;
            }
        }
        least.map(|(_, stones)| stones)
    }
}

fn static_value(board: &Board, rule: Rule) -> Score {
    weights().value(&Position::from_board(board, rule))
}

/// Three stones near the upper edge, where the first move is worth least:
/// ```text
/// . . . . . . .
/// . . . X . . .
/// . . . . O . .
/// . . X . . . .
/// ```
fn triples(size: Size) -> impl Iterator<Item = [Pos; 3]> {
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
    use std::time::{Duration, Instant};

    use super::*;
    use crate::engine::Options;
    use crate::search::TimeBudget;

    fn open(stones: &[(u8, u8)], size: Size, rule: Rule, time: u64) -> Option<Step> {
        let mut board = Board::new(size);
        for &(x, y) in stones {
            board.play(Pos::new(x, y));
        }
        let mut engine = Engine::default();
        let options = Options { threads: 1, hash: Some(4 << 20), ..Options::default() };
        engine.configure(options).expect("4 MiB");
        let time = Duration::from_millis(time);
        let clock = Clock::new(Instant::now(), TimeBudget { optimum: time, maximum: time });
        engine.open(&board, rule, &Limits::default(), &clock, &mut |_| ())
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
                Step::at_once(&Board::new(size), Rule::Standard),
                Some(Step::Stones(_))
            ));
        }
    }

    #[test]
    fn the_better_side_is_taken() {
        let size = Size::square(15);
        let choice = |stones: &[(u8, u8)]| open(stones, size, Rule::Standard, 300);
        let black_leads = [(7, 7), (0, 0), (7, 6), (14, 3), (8, 6)];
        assert_eq!(choice(&black_leads), Some(Step::Swap));
        let white_leads = [(0, 0), (7, 7), (14, 3), (7, 6), (0, 14)];
        assert!(matches!(choice(&white_leads), Some(Step::Stay(_))));
        assert_eq!(choice(&[(7, 7), (0, 0), (7, 6)]), Some(Step::Swap));
    }

    #[test]
    fn a_clock_that_is_out_costs_no_answer() {
        let size = Size::square(15);
        for stones in [&[][..], &[(7, 7), (8, 8), (7, 6)]] {
            let start = Instant::now();
            assert!(open(stones, size, Rule::Renju, 0).is_some());
            assert!(start.elapsed() < Duration::from_millis(500));
        }
        assert_eq!(open(&[(7, 7)], size, Rule::Standard, 0), None);
    }
}
