//! The search stack: what each node on the path from the root keeps for the nodes below it.

use crate::score::{MAX_PLY, Score};
use gomoku_rules::Pos;

/// The entry of one ply.
#[derive(Clone, Debug)]
pub(super) struct StackEntry {
    /// The move under search.
    pub current_move: Option<Pos>,
    /// The static evaluation for the side to move.
    pub static_eval: Score,
    /// The moves that last caused a cutoff at this ply, the latest first.
    pub killers: [Option<Pos>; 2],
    /// The principal variation from this ply on.
    pub pv: Vec<Pos>,
}

impl StackEntry {
    const EMPTY: Self =
        Self { current_move: None, static_eval: Score::DRAW, killers: [None; 2], pv: Vec::new() };

    /// Remembers a move that caused a cutoff.
    pub fn add_killer(&mut self, pos: Pos) {
        let [first, second] = &mut self.killers;
        if *first != Some(pos) {
            *second = first.replace(pos);
        }
    }
}

/// An entry for each ply.
#[derive(Debug)]
pub(super) struct Stack(Box<[StackEntry]>);

impl Stack {
    /// Entries above the root, so that a node may ask for the plies before it.
    const ABOVE_ROOT: usize = 2;

    /// A stack for the position after the move `last`.
    pub fn new(last: Option<Pos>) -> Self {
        let mut stack = Self(vec![StackEntry::EMPTY; Self::ABOVE_ROOT + MAX_PLY + 1].into());
        for entry in &mut stack.0[..Self::ABOVE_ROOT] {
            // No node is improving on what was before the root.
            entry.static_eval = Score::INFINITE;
        }
        stack.0[Self::ABOVE_ROOT - 1].current_move = last;
        stack
    }

    /// The entry at `ply`.
    #[inline]
    pub fn at(&self, ply: usize) -> &StackEntry {
        &self.0[ply + Self::ABOVE_ROOT]
    }

    /// The entry at `ply`.
    #[inline]
    pub fn at_mut(&mut self, ply: usize) -> &mut StackEntry {
        &mut self.0[ply + Self::ABOVE_ROOT]
    }

    /// The entry `plies` before `ply`: one or two.
    #[inline]
    pub fn before(&self, ply: usize, plies: usize) -> &StackEntry {
        &self.0[ply + Self::ABOVE_ROOT - plies]
    }

    /// Sets the principal variation at `ply` to `pos` and that of the next ply.
    pub fn update_pv(&mut self, ply: usize, pos: Pos) {
        let (head, tail) = self.0.split_at_mut(ply + Self::ABOVE_ROOT + 1);
        if let (Some(here), Some(next)) = (head.last_mut(), tail.first()) {
            here.pv.clear();
            here.pv.push(pos);
            here.pv.extend_from_slice(&next.pv);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cell(x: u8) -> Pos {
        Pos::new(x, 5)
    }

    #[test]
    fn a_principal_variation_is_its_move_and_that_of_the_ply_below() {
        let mut stack = Stack(vec![StackEntry::EMPTY; Stack::ABOVE_ROOT + 4].into());
        stack.at_mut(3).pv = vec![cell(9)];
        stack.at_mut(1).pv = vec![cell(7), cell(8)];
        stack.update_pv(2, cell(3));
        assert_eq!(stack.at(2).pv, [cell(3), cell(9)]);
        stack.update_pv(1, cell(2));
        assert_eq!(stack.at(1).pv, [cell(2), cell(3), cell(9)], "the old one is gone");
        assert_eq!(stack.at(0).pv, [], "its own ply alone");
        assert_eq!(stack.at(2).pv, [cell(3), cell(9)]);
        stack.at_mut(1).pv.clear();
        stack.update_pv(0, cell(1));
        assert_eq!(stack.at(0).pv, [cell(1)], "a line that ends");
    }

    #[test]
    fn the_last_two_killers_are_kept_each_once() {
        let mut entry = StackEntry::EMPTY;
        let mut killers = |x| {
            entry.add_killer(cell(x));
            entry.killers
        };
        assert_eq!(killers(1), [Some(cell(1)), None]);
        assert_eq!(killers(1), [Some(cell(1)), None]);
        assert_eq!(killers(2), [Some(cell(2)), Some(cell(1))]);
        assert_eq!(killers(3), [Some(cell(3)), Some(cell(2))]);
        assert_eq!(killers(2), [Some(cell(2)), Some(cell(3))]);
    }
}
