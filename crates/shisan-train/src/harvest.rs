//! Positions that a search has looked into, as its transposition table holds them.

use std::collections::HashSet;

use fastrand::Rng;

use super::sample::is_quiet;
use gomoku_rules::Pos;
use shisan_engine::engine::Engine;
use shisan_engine::eval::WeightSet;
use shisan_engine::pattern::Position;
use shisan_engine::search::root_moves;
use shisan_engine::tt::Entry;

/// The moves that lead to up to `wanted` of the positions below `position` that the search by `engine` has
/// stored. Each that is quiet, not decided, whose moves were searched, and whose evaluation `is_open`, is as
/// likely as any other to be among them.
pub(super) fn harvest(
    engine: &Engine,
    position: &mut Position,
    wanted: usize,
    random: &mut Rng,
    is_open: impl Fn(i32) -> bool,
) -> Vec<Vec<Pos>> {
    let weights = engine.weights().clone();
    let (seen, chosen) = (HashSet::new(), Vec::new());
    let mut walk = Walk { engine, weights, random, is_open, wanted, seen, count: 0, chosen };
    walk.visit(position);
    walk.chosen
}

/// A walk through what a search has stored.
struct Walk<'a, F> {
    engine: &'a Engine,
    weights: WeightSet,
    random: &'a mut Rng,
    is_open: F,
    wanted: usize,
    seen: HashSet<u64>,
    /// Positions to choose from so far.
    count: usize,
    chosen: Vec<Vec<Pos>>,
}

impl<F: Fn(i32) -> bool> Walk<'_, F> {
    /// Walks through the positions below this one.
    fn visit(&mut self, position: &mut Position) {
        let moves = root_moves(position, self.weights.evaluator(position).policy(position));
        for pos in moves {
            let key = position.key_after(pos);
            let Some(entry) = self.engine.stored(key).filter(|_| self.seen.insert(key)) else {
                continue;
            };
            position.play(pos);
            if self.may_be_chosen(&entry) && is_quiet(position) {
                self.choose(position);
            }
            self.visit(position);
            position.undo();
        }
    }

    fn may_be_chosen(&self, entry: &Entry) -> bool {
        entry.eval.is_some_and(|eval| (self.is_open)(eval.get()))
            && !entry.score.is_decisive()
            && entry.depth > 0
    }

    /// Takes the position into the sample, by chance (reservoir sampling).
    fn choose(&mut self, position: &Position) {
        self.count += 1;
        let place = self.random.usize(..self.count);
        if place < self.wanted {
            let moves = position.board().stones().iter().map(|stone| stone.pos).collect();
            if self.chosen.len() < self.wanted {
                self.chosen.push(moves);
            } else {
                self.chosen[place] = moves;
            }
        }
    }
}
