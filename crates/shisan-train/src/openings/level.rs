//! Whether an opening is balanced: by searches of growing length, and by games.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::args::OpeningsArgs;
use crate::batch::search;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Rule, Side};
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::score::Score;

/// The searches of a candidate, each on the table of the last, as fractions of the nodes.
const SEARCHES: [u64; 7] = [1000, 300, 100, 30, 10, 3, 1];
/// A candidate this many points out of bounds still gets the next search.
const MARGIN: u16 = 25;
/// Games are drawn with this much of the board filled, in percent.
const FULL: usize = 65;

/// The test of a candidate.
pub(super) struct Test {
    rule: Rule,
    nodes: u64,
    max_eval: u16,
    game_nodes: Option<u64>,
    config: EngineConfig,
    /// Ends it.
    stop: Arc<AtomicBool>,
}

impl Test {
    /// What `args` ask for, by an engine of this configuration on one thread.
    pub fn new(args: &OpeningsArgs, config: &EngineConfig, stop: Arc<AtomicBool>) -> Self {
        let OpeningsArgs { rule, nodes, max_eval, game_nodes, .. } = *args;
        let config = EngineConfig { threads: 1, ..config.clone() };
        Self { rule, nodes, max_eval, game_nodes, config, stop }
    }

    /// Whether the opening is balanced; `None` when the test was stopped.
    ///
    /// # Errors
    /// When memory is short.
    pub fn passes(&self, engine: &mut Engine, opening: &Board) -> anyhow::Result<Option<bool>> {
        self.prepare(engine)?;
        for part in SEARCHES {
            let score = search(engine, opening, self.rule, self.nodes / part)
                .and_then(|found| found.score.map(Score::get));
            let is_last = part == 1;
            let margin = if is_last { 0 } else { MARGIN };
            let bound = i32::from(self.max_eval.saturating_add(margin));
            if self.is_stopped() {
                return Ok(None);
            }
            // The shortest searches may end before they have a score.
            if score.map_or(is_last, |score| score.abs() > bound) {
                return Ok(Some(false));
            }
        }
        self.game_nodes.map_or(Ok(Some(true)), |nodes| self.is_open(engine, opening, nodes))
    }

    /// Whether games from the opening do not all go to the same colour; `None` when they were stopped.
    fn is_open(
        &self,
        engine: &mut Engine,
        opening: &Board,
        nodes: u64,
    ) -> anyhow::Result<Option<bool>> {
        let more = nodes.saturating_mul(5) / 3;
        let mut first = None;
        for nodes in [[nodes, nodes], [more, nodes], [nodes, more], [more, more]] {
            self.prepare(engine)?;
            let winner = self.winner(engine, opening.clone(), nodes);
            if self.is_stopped() {
                return Ok(None);
            }
            if winner.is_none() || *first.get_or_insert(winner) != winner {
                return Ok(Some(true));
            }
        }
        Ok(Some(false))
    }

    /// Readies the engine for a candidate or a game; it knows nothing of the last one.
    fn prepare(&self, engine: &mut Engine) -> anyhow::Result<()> {
        engine.configure(self.config.clone()).map_err(anyhow::Error::msg)?;
        engine.new_game();
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Plays a game with `nodes` a move, of Black and of White; returns who wins it, or is the first to
    /// prove that.
    fn winner(&self, engine: &mut Engine, mut board: Board, nodes: [u64; 2]) -> Option<Side> {
        let rule = self.rule;
        while board.stones().len() * 100 < board.size().cells() * FULL && !self.is_stopped() {
            let side = board.side_to_move();
            let found = search(engine, &board, rule, nodes[usize::from(side == Side::White)])?;
            if let Some(score) = found.score.filter(|score| score.is_decisive()) {
                return Some(if score.is_win() { side } else { !side });
            }
            match referee::play(&mut board, rule, found.pos) {
                Verdict::Ongoing => {}
                Verdict::Win { side, .. } => return Some(side),
                Verdict::NoMove(loser) => return Some(!loser),
                Verdict::Foul(_) | Verdict::Illegal(_) => return Some(!side),
                Verdict::Draw => return None,
            }
        }
        None
    }
}
