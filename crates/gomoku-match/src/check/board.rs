//! Boards of checks.

use gomoku_protocol::Point;
use gomoku_rules::{Board, Pos, Size};

/// The board after `moves`, distinct cells of it.
pub(super) fn board_after(size: Size, moves: &[Pos]) -> Board {
    let mut board = Board::new(size);
    for &pos in moves {
        board.play(pos);
    }
    board
}

/// A guess why the cell `x`,`y` cannot be played: an engine that swaps the coordinates means the free
/// cell `y`,`x`. Empty where that is not free either.
pub(super) fn swap_hint(board: &Board, Point { x, y }: Point) -> String {
    let mirrored = board.size().pos(y, x).filter(|&pos| x != y && board.is_empty_at(pos));
    mirrored.map_or_else(String::new, |pos| {
        format!(" ({} is free: does the engine swap x and y?)", Point::from(pos))
    })
}
