//! Every five cells in a line: what Finard and the chain counter count.

use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side, Size};

/// Five cells in a line, and those beside them where the board has them.
pub struct Five {
    pub cells: [Pos; 5],
    ends: [Option<Pos>; 2],
}

/// Every five of a board.
pub fn fives(size: Size) -> Vec<Five> {
    let through = |first: Pos, direction| {
        first.step(direction, 4, size)?;
        Some(Five {
            cells: [0, 1, 2, 3, 4].map(|steps| first.step_unchecked(direction, steps)),
            ends: [-1, 5].map(|steps| first.step(direction, steps, size)),
        })
    };
    let of = |first| Direction::ALL.into_iter().filter_map(move |d| through(first, d));
    size.positions().flat_map(of).collect()
}

impl Five {
    /// How many of its cells `side` has, if it may still win with all five.
    pub fn stones(&self, board: &Board, rule: Rule, side: Side) -> Option<usize> {
        let own = Cell::from(side);
        let mut stones = 0;
        for &pos in &self.cells {
            match board.cell(pos) {
                Cell::Empty => {}
                cell if cell == own => stones += 1,
                _ => return None,
            }
        }
        let is_end = |end: &Option<Pos>, cell| end.is_some_and(|end| board.cell(end) == cell);
        let is_overline = self.ends.iter().any(|end| is_end(end, own));
        let is_closed = self.ends.iter().all(|end| is_end(end, (!side).into()));
        let wins = rule.overline_wins(side) || !is_overline;
        (wins && !(is_closed && rule.closed_five_is_void())).then_some(stones)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::stones;

    #[test]
    fn a_board_has_so_many() {
        assert_eq!(fives(Size::square(15)).len(), 2 * 15 * 11 + 2 * 11 * 11);
        assert_eq!(fives(Size::new(5, 6).expect("a size")).len(), 6 + 5 * 2 + 2 * 2);
    }

    #[test]
    fn a_five_that_cannot_win_counts_nothing() {
        let board = stones("c1d1e1f1h1", "", Side::Black);
        let all = fives(board.size());
        let five = all.iter().find(|five| five.cells[0] == Pos::new(2, 0)).expect("c1 to g1");
        assert_eq!(five.stones(&board, Rule::Freestyle, Side::Black), Some(4));
        assert_eq!(five.stones(&board, Rule::Standard, Side::Black), None);
        assert_eq!(five.stones(&board, Rule::Freestyle, Side::White), None);
        let board = stones("c1d1e1f1", "b1h1", Side::Black);
        assert_eq!(five.stones(&board, Rule::Standard, Side::Black), Some(4));
        assert_eq!(five.stones(&board, Rule::Caro, Side::Black), None);
    }
}
