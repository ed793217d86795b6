//! Offers of a fifth move: no two of them may be symmetric.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::pos::Pos;
use crate::side::Cell;
use crate::symmetry::Symmetry;

/// The stones of `board` with one more at `pos`, as a shape that is the same for all turns, reflections and
/// shifts of them: the edges of the board do not count.
pub(super) fn shape(board: &Board, pos: Pos) -> Vec<(i32, i32, Cell)> {
    let own = (pos, board.side_to_move().into());
    let stones = board.stones().iter().map(|stone| (stone.pos, stone.cell)).chain([own]);
    let stones: Vec<_> =
        stones.map(|(pos, cell)| ((i32::from(pos.x()), i32::from(pos.y())), cell)).collect();
    let image = |symmetry: Symmetry| {
        let turned = stones.iter().map(|&(at, cell)| (symmetry.turn(at), cell));
        let turned: Vec<_> = turned.collect();
        let left = turned.iter().map(|&((x, _), _)| x).min().unwrap_or_default();
        let top = turned.iter().map(|&((_, y), _)| y).min().unwrap_or_default();
        let mut shape: Vec<_> =
            turned.into_iter().map(|((x, y), cell)| (x - left, y - top, cell)).collect();
        shape.sort_unstable();
        shape
    };
    Symmetry::ALL.into_iter().map(image).min().unwrap_or_default()
}

/// Two cells of `cells` that are symmetric, if there are any: after a stone on either the stones have the
/// same shape.
pub(super) fn symmetric_pair(board: &Board, cells: &[Pos]) -> Option<(Pos, Pos)> {
    let mut shapes: Vec<_> = cells.iter().map(|&pos| (shape(board, pos), pos)).collect();
    shapes.sort_unstable();
    let pair = shapes.windows(2).find(|pair| pair[0].0 == pair[1].0)?;
    Some((pair[0].1, pair[1].1))
}

/// How many cells can be offered together.
pub(super) fn most_offers(board: &Board) -> usize {
    board.empty_cells().map(|pos| shape(board, pos)).collect::<BTreeSet<_>>().len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pos::Size;
    use crate::record::parse_moves;

    fn board(moves: &str) -> Board {
        let mut board = Board::new(Size::square(15));
        parse_moves(moves).expect("moves").into_iter().for_each(|pos| board.play(pos));
        board
    }

    fn pair(moves: &str, offers: &str) -> bool {
        symmetric_pair(&board(moves), &parse_moves(offers).expect("cells")).is_some()
    }

    #[test]
    fn symmetric_offers_are_found() {
        // Kansei with the fourth stone on its axis, the column of all four.
        assert!(pair("h8h7h6h9", "g8i8") && pair("h8h7h6h9", "a10k5o10"));
        assert!(!pair("h8h7h6h9", "g8g9") && !pair("h8h7h6h9", "g8"));
        // The axis runs between g and h, beside that of the board.
        assert!(pair("h8h7g8g7", "h6g6") && !pair("h8h7g8g7", "h6g5"));
        // No symmetry of the four stones.
        let all: Vec<Pos> = board("h8i7j9k5").empty_cells().collect();
        assert_eq!(symmetric_pair(&board("h8i7j9k5"), &all), None);
    }

    #[test]
    fn the_same_cell_twice_is_symmetric() {
        assert!(pair("h8h7i7j9", "a1a1"));
    }
}
