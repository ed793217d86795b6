//! Point scores: what a stone of either side makes at a point, direction by direction, kept up to date as
//! stones come and go.

use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side};

use crate::cells::Run;

/// The score of five in a row.
pub const FIVE: i32 = 1_000_000;
/// The score of four with both ends open.
pub const OPEN_FOUR: i32 = 100_000;
/// The score of four with one end open.
pub const FOUR: i32 = 10_000;
/// The score of three with both ends open.
pub const OPEN_THREE: i32 = 1_000;

/// A new stone changes the scores of points at most so far away.
const REACH: i32 = 6;

/// The scores of all points for both sides.
pub struct Points {
    rule: Rule,
    by_direction: [[Vec<i32>; 4]; 2],
    total: [Vec<i32>; 2],
    /// Whether each move scores all points again, in all directions.
    pub updates_all: bool,
}

impl Points {
    /// The scores of a position.
    pub fn new(board: &Board, rule: Rule) -> Self {
        let zeros = || vec![0; Pos::COUNT];
        let mut points = Self {
            rule,
            by_direction: [0, 1].map(|_| [0, 1, 2, 3].map(|_| zeros())),
            total: [zeros(), zeros()],
            updates_all: false,
        };
        points.rescore_all(board);
        points
    }

    /// The score of `pos` for `side`: four directions added up. Zero on a stone of the opponent.
    pub fn score(&self, side: Side, pos: Pos) -> i32 {
        self.total[side.index()][pos.index()]
    }

    /// The best of the four directions.
    pub fn best_direction(&self, side: Side, pos: Pos) -> i32 {
        let scores = self.by_direction[side.index()].iter().map(|scores| scores[pos.index()]);
        scores.max().unwrap_or(0)
    }

    /// The score of the whole board for `side`: its best point less the opponent's best, of those that
    /// hold stones.
    pub fn board_score(&self, board: &Board, side: Side) -> i32 {
        let mut best = [0; 2];
        for stone in board.stones() {
            if let Some(side) = stone.cell.side() {
                best[side.index()] = self.score(side, stone.pos).max(best[side.index()]);
            }
        }
        best[side.index()] - best[(!side).index()]
    }

    /// Takes in that the cell at `pos` has changed: on each line through it the points near it get a new
    /// score in the direction of that line.
    pub fn update(&mut self, board: &Board, pos: Pos) {
        if self.updates_all {
            return self.rescore_all(board);
        }
        for direction in Direction::ALL {
            for steps in -REACH..=REACH {
                if let Some(point) = pos.step(direction, steps, board.size()) {
                    self.rescore(board, point, direction);
                }
            }
        }
    }

    fn rescore_all(&mut self, board: &Board) {
        for pos in board.size().positions() {
            for direction in Direction::ALL {
                self.rescore(board, pos, direction);
            }
        }
    }

    fn rescore(&mut self, board: &Board, pos: Pos, direction: Direction) {
        for side in Side::BOTH {
            let new = self.read(board, pos, direction, side);
            let score = &mut self.by_direction[side.index()][direction.index()][pos.index()];
            self.total[side.index()][pos.index()] += new - *score;
            *score = new;
        }
    }

    /// The pattern through `pos` as if a stone of `side` lay there.
    fn read(&self, board: &Board, pos: Pos, direction: Direction, side: Side) -> i32 {
        let cell = board.cell(pos);
        if cell != Cell::Empty && cell != Cell::from(side) {
            return 0;
        }
        let run = Run::through(board, pos, direction, side);
        match (run.length, run.open) {
            (5.., _) if run.wins(self.rule, side) => FIVE,
            (4, 2) => OPEN_FOUR,
            (4, 1) => FOUR,
            (3, 2) => OPEN_THREE,
            (3, 1) | (2, 2) => 100,
            (2, 1) | (1, 2) => 10,
            (1, 1) => 1,
            _ => 0,
        }
    }
}
