//! Checkmate seeking: whether attacks that must be answered lead to a five against every answer.

use gomoku_rules::{Direction, Pos, Side};

use super::points::{FIVE, FOUR, OPEN_FOUR, OPEN_THREE};
use super::position::Position;
use crate::agent::Budget;

/// The search for a checkmate by the side to move.
pub struct Checkmate<'a, 'b> {
    pub position: &'a mut Position,
    pub attacker: Side,
    /// Moves that it may still play.
    pub nodes: u32,
    pub budget: &'a mut Budget<'b>,
}

/// The nodes or the budget are spent.
struct Spent;

impl Checkmate<'_, '_> {
    /// The first move of a checkmate within `depth` plies, the shortest first.
    pub fn find(&mut self, depth: u32, legal: &[Pos]) -> Option<Pos> {
        (1..=depth).step_by(2).find_map(|depth| self.attack(depth).ok().flatten()).filter(|pos| {
            // Renju's forbidden points are beyond these patterns.
            legal.contains(pos)
        })
    }

    /// The attacker's move that wins within `depth` plies.
    fn attack(&mut self, depth: u32) -> Result<Option<Pos>, Spent> {
        let own = self.attacker;
        if let Some(five) = self.position.points_of(own, FIVE).next() {
            return Ok(Some(five));
        }
        if depth <= 2 {
            return Ok(None);
        }
        let blocks: Vec<Pos> = self.position.points_of(!own, FIVE).collect();
        let points = &self.position.points;
        let is_attack = |pos: &Pos| points.best_direction(own, *pos) >= OPEN_THREE;
        let mut attacks: Vec<Pos> = match blocks[..] {
            [] => self.position.board.empty_cells().filter(is_attack).collect(),
            [block] => Some(block).filter(is_attack).into_iter().collect(),
            _ => Vec::new(),
        };
        attacks.sort_by_key(|&pos| -points.score(own, pos));
        for pos in attacks {
            self.spend()?;
            self.position.play(pos);
            let wins = self.defence_fails(depth - 1, pos);
            self.position.undo();
            if wins? {
                return Ok(Some(pos));
            }
        }
        Ok(None)
    }

    /// Whether every answer to the attack at `last` loses within `depth` plies.
    fn defence_fails(&mut self, depth: u32, last: Pos) -> Result<bool, Spent> {
        let (own, attacker) = (!self.attacker, self.attacker);
        if self.position.points_of(own, FIVE).next().is_some() {
            return Ok(false);
        }
        let fives: Vec<Pos> = self.position.points_of(attacker, FIVE).collect();
        let defences = match fives[..] {
            [] if self.position.points_of(attacker, OPEN_FOUR).next().is_none() => {
                return Ok(false);
            }
            [] => self.defences(last)?,
            [five] => vec![five],
            _ => return Ok(true),
        };
        for pos in defences {
            self.spend()?;
            self.position.play(pos);
            let attack = self.attack(depth - 1);
            self.position.undo();
            if attack?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The answers to an open three at `last`: own fours, and the cells near it after which the attacker
    /// makes no open four any more.
    fn defences(&mut self, last: Pos) -> Result<Vec<Pos>, Spent> {
        let own = !self.attacker;
        let mut defences: Vec<Pos> = self.position.points_of(own, FOUR).collect();
        let size = self.position.board.size();
        let steps = Direction::ALL.into_iter().flat_map(|d| (-5..=5).map(move |steps| (d, steps)));
        for pos in steps.filter_map(|(direction, steps)| last.step(direction, steps, size)) {
            if !self.position.board.is_empty_at(pos) || defences.contains(&pos) {
                continue;
            }
            self.spend()?;
            self.position.play(pos);
            let holds = self.position.points_of(self.attacker, OPEN_FOUR).next().is_none();
            self.position.undo();
            if holds {
                defences.push(pos);
            }
        }
        Ok(defences)
    }

    fn spend(&mut self) -> Result<(), Spent> {
        self.nodes = self.nodes.checked_sub(1).ok_or(Spent)?;
        self.budget.spend().ok_or(Spent)
    }
}
