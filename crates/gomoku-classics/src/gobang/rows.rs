//! The values of rows: consecutive stones of one side, by their number, their open ends and whose turn it
//! is.

use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side};

use crate::cells::line_number;

/// The value of a row of this many stones with this many free cells beside it, for the side to move.
const SELF_TURN: [[i64; 3]; 6] =
    [[0; 3], [0; 3], [0, 60, 110], [0, 100, 1_000], [0, 100_000, 100_000], [1_000_000; 3]];
/// The same for the side that has just moved.
const OPPONENT_TURN: [[i64; 3]; 6] =
    [[0; 3], [0; 3], [0, 50, 100], [0, 100, 500], [0, 500, 10_000], [1_000_000; 3]];

/// The values of one line of the board, or of all: by side, then by whether it is to move.
type Values = [[i64; 2]; 2];

/// The sums of the rows on the board, kept line by line.
pub struct Rows {
    rule: Rule,
    lines: [Vec<Values>; 4],
    total: Values,
    /// What each stone played has changed: the total and its four lines as they were.
    played: Vec<(Values, [Values; 4])>,
}

impl Rows {
    /// The rows of a position.
    pub fn new(board: &Board, rule: Rule) -> Self {
        // 32 rows, 32 columns, and 63 diagonals of either kind.
        let lines = [32, 32, 64, 64].map(|count| vec![Values::default(); count]);
        let mut rows = Self { rule, lines, total: Values::default(), played: Vec::new() };
        for direction in Direction::ALL {
            for pos in board.size().positions() {
                if pos.step(direction, -1, board.size()).is_none() {
                    rows.update_line(board, pos, direction);
                }
            }
        }
        rows
    }

    /// The value of the rows of `side` when `turn` is to move.
    pub fn value(&self, side: Side, turn: Side) -> i64 {
        self.total[side.index()][usize::from(side == turn)]
    }

    /// Takes in the stone that was played at `pos`.
    pub fn play(&mut self, board: &Board, pos: Pos) {
        let total = self.total;
        let old = Direction::ALL.map(|direction| self.update_line(board, pos, direction));
        self.played.push((total, old));
    }

    /// Takes out the stone at `pos`, the last that was played.
    pub fn undo(&mut self, pos: Pos) {
        if let Some((total, old)) = self.played.pop() {
            self.total = total;
            for (direction, values) in Direction::ALL.into_iter().zip(old) {
                self.lines[direction.index()][line_number(pos, direction)] = values;
            }
        }
    }

    /// Reads the line through `pos` again and returns its values as they were.
    fn update_line(&mut self, board: &Board, pos: Pos, direction: Direction) -> Values {
        let new = self.line_values(board, pos, direction);
        let line = &mut self.lines[direction.index()][line_number(pos, direction)];
        let old = std::mem::replace(line, new);
        for (total, (new, old)) in self.total.iter_mut().zip(new.iter().zip(old)) {
            for turn in 0..2 {
                total[turn] += new[turn] - old[turn];
            }
        }
        old
    }

    /// The rows of two stones or more in the line through `pos`.
    fn line_values(&self, board: &Board, pos: Pos, direction: Direction) -> Values {
        let size = board.size();
        let on_board = |from: &Pos, step| from.step(direction, step, size);
        let first = std::iter::successors(Some(pos), |pos| on_board(pos, -1)).last();
        let mut values = Values::default();
        let (mut cells, mut run, mut before) = (0, 0, Cell::Wall);
        let mut current = Cell::Wall;
        // The wall behind the last cell ends the last row.
        let line = std::iter::successors(first, |pos| on_board(pos, 1)).map(|pos| board.cell(pos));
        for cell in line.chain([Cell::Wall]) {
            cells += 1;
            if cell == current {
                run += 1;
                continue;
            }
            if let Some(side) = current.side() {
                let value = self.row_values(side, run, [before, cell]);
                values[side.index()][0] += value[0];
                values[side.index()][1] += value[1];
            }
            (before, current, run) = (current, cell, 1);
        }
        // No five fits into a corner; the wall was counted too.
        if cells <= 5 { Values::default() } else { values }
    }

    /// The value of a row between two cells, for the side that has moved and for the side to move.
    fn row_values(&self, side: Side, length: usize, ends: [Cell; 2]) -> [i64; 2] {
        let is_closed = ends.iter().all(|&end| end == Cell::from(!side));
        let is_void = length == 5 && is_closed && self.rule.closed_five_is_void();
        if is_void || (length > 5 && !self.rule.overline_wins(side)) {
            return [0; 2];
        }
        let open = ends.iter().filter(|&&end| end == Cell::Empty).count();
        [OPPONENT_TURN[length.min(5)][open], SELF_TURN[length.min(5)][open]]
    }
}
