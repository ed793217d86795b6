//! The lines of the board and their scores, kept line by line.

use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side};

use super::situations::{Situation, Situations};
use crate::cells::line_number;

/// The best situation of each side in a line.
type Best = [Situation; 2];

/// The scores of all lines of a board.
pub struct Lines {
    situations: Situations,
    best: [Vec<Best>; 4],
}

impl Lines {
    /// The lines of a position.
    pub fn new(board: &Board, rule: Rule) -> Self {
        // 32 rows, 32 columns, and 63 diagonals of either kind.
        let best = [32, 32, 64, 64].map(|count| vec![Best::default(); count]);
        let mut lines = Self { situations: Situations::new(rule), best };
        for direction in Direction::ALL {
            for pos in board.size().positions() {
                if pos.step(direction, -1, board.size()).is_none() {
                    lines.update_line(board, pos, direction);
                }
            }
        }
        lines
    }

    /// Takes in that the cell at `pos` has changed.
    pub fn update(&mut self, board: &Board, pos: Pos) {
        for direction in Direction::ALL {
            self.update_line(board, pos, direction);
        }
    }

    fn update_line(&mut self, board: &Board, pos: Pos, direction: Direction) {
        let best = self.read(board, pos, direction, board.cell(pos));
        self.best[direction.index()][line_number(pos, direction)] = best;
    }

    /// The score of all lines for `side`, in thousandths of a point.
    pub fn base(&self, side: Side) -> i64 {
        self.best.iter().flatten().map(|best| score(side, *best)).sum()
    }

    /// The score of the four lines through `pos`.
    pub fn score_at(&self, pos: Pos, side: Side) -> i64 {
        Direction::ALL.into_iter().map(|direction| score(side, self.at(pos, direction))).sum()
    }

    /// What a stone at `pos`, a free cell, is worth: the score of its four lines for `side` with a stone
    /// of `side` there, and the same for the opponent.
    pub fn heuristic(&self, board: &Board, pos: Pos, side: Side) -> i64 {
        let of = |side: Side| -> i64 {
            let with = |direction| self.read(board, pos, direction, side.into());
            Direction::ALL.into_iter().map(|direction| score(side, with(direction))).sum()
        };
        of(side) + of(!side)
    }

    /// Whether a stone of `side` at `pos`, a free cell, raises one of its lines to an alive three or more.
    pub fn is_kill(&self, board: &Board, pos: Pos, side: Side) -> bool {
        // Shapes of three stones or more span five cells, or four with free ones beside them.
        let is_promising = |direction| {
            let is_own = |&steps: &i32| {
                let next = pos.step(direction, steps, board.size());
                next.is_some_and(|next| board.cell(next) == side.into())
            };
            (-4..=4).filter(is_own).nth(1).is_some()
        };
        Direction::ALL.into_iter().filter(|&direction| is_promising(direction)).any(|direction| {
            let before = self.at(pos, direction)[side.index()];
            let after = self.line_best(board, pos, direction, side.into(), side);
            after > before && after >= Situation::Alive3
        })
    }

    fn at(&self, pos: Pos, direction: Direction) -> Best {
        self.best[direction.index()][line_number(pos, direction)]
    }

    /// The best situations in a line if the cell at `pos` held `content`.
    fn read(&self, board: &Board, pos: Pos, direction: Direction, content: Cell) -> Best {
        Side::BOTH.map(|side| self.line_best(board, pos, direction, content, side))
    }

    fn line_best(
        &self,
        board: &Board,
        pos: Pos,
        direction: Direction,
        content: Cell,
        side: Side,
    ) -> Situation {
        let step = |from: &Pos, steps| from.step(direction, steps, board.size());
        let first = step(&pos, -steps_to_edge(board, pos, direction));
        let line = std::iter::successors(first, |next| step(next, 1));
        self.situations
            .best(side, line.map(|next| if next == pos { content } else { board.cell(next) }))
    }
}

/// How many steps backwards stay on the board.
fn steps_to_edge(board: &Board, pos: Pos, direction: Direction) -> i32 {
    let (x, y) = (i32::from(pos.x()), i32::from(pos.y()));
    match direction {
        Direction::Row => x,
        Direction::Column => y,
        Direction::Diagonal => x.min(y),
        Direction::AntiDiagonal => x.min(i32::from(board.size().height()) - 1 - y),
    }
}

/// The score of a line for `side`: its own best situation less 1.1 times the opponent's.
fn score(side: Side, best: Best) -> i64 {
    let [own, opponent] = [side, !side].map(|side| best[side.index()].score());
    own - opponent * 11 / 10
}
