//! A position with its point scores, and the points that matter in it.

use gomoku_rules::{Board, Pos, Rule, Side};

use super::points::{FIVE, FOUR, OPEN_FOUR, Points};
use crate::cells::near;

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
    /// hand for either side; otherwise the `breadth` best by the scores of both sides.
    pub fn candidates(&self, among: &[Pos], breadth: usize) -> Vec<Pos> {
        let side = self.board.side_to_move();
        let mut candidates = near(&self.board, among, 1);
        let reaches = |side, pos, score| self.points.score(side, pos) >= score;
        for side in [side, !side] {
            if let Some(&five) = candidates.iter().find(|&&pos| reaches(side, pos, FIVE)) {
                return vec![five];
            }
        }
        let either = |pos, score| reaches(side, pos, score) || reaches(!side, pos, score);
        let is_forced = candidates.iter().any(|&pos| either(pos, OPEN_FOUR));
        if is_forced {
            candidates.retain(|&pos| either(pos, FOUR));
        }
        candidates
            .sort_by_key(|&pos| -(self.points.score(side, pos) + self.points.score(!side, pos)));
        if !is_forced {
            candidates.truncate(breadth.max(1));
        }
        candidates
    }
}
