//! Answers that need no search.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::engine::static_move;
use crate::eval::WeightSet;
use crate::opening::Swap2Step;
use crate::pattern::Position;
use gomoku_rules::{Board, Pos, Rule, Side, referee};

/// The first of `choices` that is a free cell, else the static move, else any free cell; a forbidden one
/// only where no other is left. As in a search, cells are excluded as long as there are others.
pub fn legal_move(
    board: &Board,
    rule: Rule,
    excluded: &[Pos],
    weights: &WeightSet,
    mut choices: impl Iterator<Item = Pos>,
) -> Option<Pos> {
    let side = board.side_to_move();
    let is_fair = |pos: &Pos| !rule.forbids(side) || referee::forbidden(board, *pos).is_none();
    let other = board.empty_cells().find(|pos| !excluded.contains(pos) && is_fair(pos));
    let excluded = if other.is_some() { excluded } else { &[] };
    let is_open = |pos: &Pos| board.check_free(*pos).is_ok() && !excluded.contains(pos);
    // A panic in the search may come from the very code that the static move uses.
    let fallback = || {
        catch_unwind(AssertUnwindSafe(|| static_move(board, rule, weights, excluded)))
            .ok()
            .flatten()
    };
    let any = || {
        let fair = other.or_else(|| board.empty_cells().find(is_fair));
        fair.or_else(|| board.empty_cells().next())
    };
    choices.find(is_open).or_else(fallback).or_else(any)
}

/// The points of `board` that Black may not take.
pub fn forbidden_points(board: &Board, rule: Rule) -> Vec<Pos> {
    let position = Position::from_board(board, rule);
    let points = position.forbidden_points(Side::Black);
    if rule.forbids(Side::Black) { points.map(|(pos, _)| pos).collect() } else { Vec::new() }
}

/// The answer to a swap2 opening: `step`, else the one that needs no search.
pub fn opening_step(
    opening: &Board,
    rule: Rule,
    weights: &WeightSet,
    step: Option<Swap2Step>,
) -> Option<Swap2Step> {
    let other = AssertUnwindSafe(|| Swap2Step::without_search(opening, rule, weights));
    step.or_else(|| catch_unwind(other).ok().flatten())
}

/// A step after `stones` stones in the messages of Yixin-Board: our stones one by one, or whether we
/// swap.
pub fn step_messages(stones: usize, step: &Swap2Step) -> Vec<String> {
    let swap = |answer| vec![format!("SWAP2 SWAP{} {answer}", if stones < 5 { 1 } else { 2 })];
    match step {
        Swap2Step::Stones(stones) => {
            let message =
                |(pos, number): (&Pos, u32)| format!("SWAP2 MOVE{number} {} {}", pos.x(), pos.y());
            stones.iter().zip(1..).map(message).collect()
        }
        Swap2Step::Swap => swap("YES"),
        Swap2Step::Stay(_) => swap("NO"),
    }
}

#[cfg(test)]
mod tests {
    use std::iter::empty;

    use super::*;
    use gomoku_rules::{Cell, Size};

    #[test]
    fn excluded_cells_do_not_force_a_foul() {
        let mut board = Board::new(Size::square(15));
        for x in [1, 2, 3, 5, 6] {
            board.place(Pos::new(x, 0), Cell::Black).expect("a free cell");
            board.place(Pos::new(2 * x, 14), Cell::White).expect("a free cell");
        }
        assert!(referee::forbidden(&board, Pos::new(4, 0)).is_some());
        let weights = WeightSet::default();
        // The foul is the only cell left of its row.
        let excluded: Vec<Pos> = board.empty_cells().filter(|pos| pos.y() > 1).collect();
        let pos =
            legal_move(&board, Rule::Renju, &excluded, &weights, empty()).expect("a free cell");
        assert!(!excluded.contains(&pos) && referee::forbidden(&board, pos).is_none(), "{pos}");
    }

    #[test]
    fn the_move_of_a_search_is_played_where_no_other_is_left() {
        let mut board = Board::new(Size::square(6));
        for (x, cell) in [(0, Cell::Black), (1, Cell::White), (2, Cell::White), (3, Cell::White)] {
            board.place(Pos::new(x, 3), cell).expect("a free cell");
        }
        let weights = WeightSet::default();
        let searched = Pos::new(4, 3);
        let choose = |excluded: &[Pos]| {
            let choices = [searched].into_iter();
            legal_move(&board, Rule::Freestyle, excluded, &weights, choices)
        };
        let mut excluded: Vec<Pos> = board.empty_cells().collect();
        assert_eq!(choose(&excluded), Some(searched));
        let left = excluded.pop();
        assert_eq!(choose(&excluded), left);
    }

    #[test]
    fn where_the_static_move_is_excluded_the_best_of_the_others_is_played() {
        let weights = WeightSet::default();
        let mut board = Board::new(Size::square(15));
        for x in 5..9 {
            board.place(Pos::new(x, 7), Cell::Black).expect("a free cell");
            board.place(Pos::new(2 * x - 8, 14 - x % 2), Cell::White).expect("a free cell");
        }
        board.set_side_to_move(Side::Black);
        let choose =
            |excluded: &[Pos]| legal_move(&board, Rule::Freestyle, excluded, &weights, empty());
        let ends = [4, 9].map(|x| Pos::new(x, 7));
        assert_eq!(ends.map(|end| choose(&[end])), [Some(ends[1]), Some(ends[0])]);
        let pos = choose(&ends).expect("a free cell");
        assert!(!ends.contains(&pos) && pos != Pos::new(0, 0), "{pos}");
    }
}
