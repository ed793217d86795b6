//! A position with its point scores, and the points that matter in it.

use gomoku_rules::{Board, Pos, Rule, Side};

use super::points::{FIVE, FOUR, OPEN_FOUR, Points};
use crate::cells::{near, shuffle};

/// Which candidates are searched, and in which order.
#[derive(Clone, Copy)]
pub struct Selection {
    /// At most this many.
    pub breadth: usize,
    /// By their scores, the best first; else at random.
    pub is_sorted: bool,
    /// None but fives and fours where such moves are forced.
    pub has_forced_moves: bool,
}

/// A position with its point scores.
pub struct Position {
    pub board: Board,
    pub points: Points,
}

impl Position {
    pub fn new(board: &Board, rule: Rule) -> Self {
        Self { board: board.clone(), points: Points::new(board, rule) }
    }

    pub fn play(&mut self, pos: Pos) {
        self.board.play(pos);
        self.points.update(&self.board, pos);
    }

    pub fn undo(&mut self) {
        if let Some(stone) = self.board.undo() {
            self.points.update(&self.board, stone.pos);
        }
    }

    /// The free points where `side` scores at least `score`, row by row.
    pub fn points_of(&self, side: Side, score: i32) -> impl Iterator<Item = Pos> + '_ {
        let free = self.board.empty_cells();
        free.filter(move |&pos| self.points.score(side, pos) >= score)
    }

    /// The candidates among free points: beside a stone, and forced where a five or an open four is at
    /// hand for either side; otherwise the best by the scores of both sides.
    pub fn candidates(&self, among: &[Pos], selection: Selection) -> Vec<Pos> {
        let side = self.board.side_to_move();
        let mut candidates = near(&self.board, among, 1);
        let is_forced = selection.has_forced_moves && self.keep_forced(&mut candidates);
        if selection.is_sorted {
            let score = |&pos: &Pos| self.points.score(side, pos) + self.points.score(!side, pos);
            candidates.sort_by_key(|pos| -score(pos));
        } else {
            shuffle(&mut candidates, self.board.key());
        }
        if !is_forced {
            candidates.truncate(selection.breadth.max(1));
        }
        candidates
    }

    /// Leaves the forced moves, if there are any: one five, or else all fours.
    fn keep_forced(&self, candidates: &mut Vec<Pos>) -> bool {
        let side = self.board.side_to_move();
        let reaches = |side, pos, score| self.points.score(side, pos) >= score;
        for side in [side, !side] {
            if let Some(&five) = candidates.iter().find(|&&pos| reaches(side, pos, FIVE)) {
                *candidates = vec![five];
                return true;
            }
        }
        let either = |pos, score| reaches(side, pos, score) || reaches(!side, pos, score);
        let is_forced = candidates.iter().any(|&pos| either(pos, OPEN_FOUR));
        if is_forced {
            candidates.retain(|&pos| either(pos, FOUR));
        }
        is_forced
    }
}
