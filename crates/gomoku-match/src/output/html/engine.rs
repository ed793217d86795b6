//! What a report says of an engine besides its results: faults, times and searches.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use std::time::Duration;

use serde::Serialize;

use crate::game::played::PlayedGame;
use crate::pair_result::Figures;
use gomoku_rules::Side;

/// What is counted of an engine.
#[derive(Default)]
pub(super) struct EngineTotals {
    figures: Figures,
    /// Of all its moves.
    times: Vec<Duration>,
    /// Sum and count of the depths that it reported.
    depth: (u64, u64),
    /// The same of nodes, and the time of these moves.
    nodes: (u64, u64),
    nodes_time: Duration,
    /// Its peak memory in bytes.
    memory: Option<u64>,
}

/// The same for the page.
#[derive(Serialize)]
pub(super) struct EngineFigures {
    name: String,
    crashes: u64,
    timeouts: u64,
    illegal_moves: u64,
    fouls: u64,
    late_moves: u64,
    stray_lines: u64,
    last_error: Option<String>,
    /// Milliseconds past the limit, negative for early moves; `null` without clocks.
    latest_ms: Option<f64>,
    memory_mib: Option<f64>,
    moves: usize,
    mean_ms: Option<f64>,
    p99_ms: Option<f64>,
    max_ms: Option<f64>,
    mean_depth: Option<f64>,
    mean_nodes: Option<f64>,
    nodes_per_second: Option<f64>,
}

impl EngineTotals {
    /// Adds what a pair brought besides its results.
    pub fn add(&mut self, figures: &Figures) {
        self.figures.add(figures);
    }

    /// Adds the moves of a side of a game, 0 for Black.
    pub fn add_moves(&mut self, game: &PlayedGame, side: usize) {
        for played in game.moves_of(Side::BOTH[side]) {
            self.times.push(played.time);
            if let Some(depth) = played.report.depth {
                self.depth = (self.depth.0 + u64::from(depth), self.depth.1 + 1);
            }
            if let Some(nodes) = played.report.nodes {
                self.nodes = (self.nodes.0.saturating_add(nodes), self.nodes.1 + 1);
                self.nodes_time += played.time;
            }
        }
        self.memory = self.memory.max(game.memory[side]);
    }

    /// The figures of the engine of this name.
    pub fn figures(&self, name: &str) -> EngineFigures {
        let mut times = self.times.clone();
        times.sort_unstable();
        let at = |share: f64| {
            // The smallest time that this share of all does not exceed.
            let place = (share * times.len() as f64).ceil() as usize;
            times.get(place.max(1) - 1).map(|time| millis(*time))
        };
        let total: Duration = times.iter().sum();
        let mean = |(sum, count): (u64, u64)| (count > 0).then(|| sum as f64 / count as f64);
        let seconds = self.nodes_time.as_secs_f64();
        let Figures { lateness, .. } = self.figures;
        EngineFigures {
            name: name.to_owned(),
            crashes: self.figures.crashes,
            timeouts: self.figures.timeouts,
            illegal_moves: self.figures.illegal_moves,
            fouls: self.figures.fouls,
            late_moves: self.figures.late_moves,
            stray_lines: self.figures.stray_lines,
            last_error: self.figures.last_error.clone(),
            latest_ms: (lateness.moves > 0).then_some(lateness.max),
            memory_mib: self.memory.map(|bytes| bytes as f64 / f64::from(1 << 20)),
            moves: times.len(),
            mean_ms: (!times.is_empty()).then(|| millis(total) / times.len() as f64),
            p99_ms: at(0.99),
            max_ms: at(1.0),
            mean_depth: mean(self.depth),
            mean_nodes: mean(self.nodes),
            nodes_per_second: (seconds > 0.0).then(|| self.nodes.0 as f64 / seconds),
        }
    }
}

fn millis(time: Duration) -> f64 {
    1000.0 * time.as_secs_f64()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::game;

    #[test]
    fn times_and_searches_are_those_of_the_side() {
        let mut totals = EngineTotals::default();
        let mut played = game(Side::Black, 'W');
        let first = played.moves[0];
        // An opening of one stone: White moves first.
        played.moves = (1..=400)
            .map(|ms| {
                let mut played = first;
                played.time = Duration::from_millis(ms);
                played.report.depth = (ms % 4 == 1).then_some(ms as u32);
                played.report.nodes = (ms <= 3).then_some(2_000);
                played
            })
            .collect();
        played.memory = [None, Some(3 << 20)];
        totals.add_moves(&played, 1);
        let found = totals.figures("a");
        // 1, 3, 5, ... 399.
        assert_eq!((found.moves, found.mean_ms, found.max_ms), (200, Some(200.0), Some(399.0)));
        assert_eq!((found.p99_ms, found.memory_mib), (Some(395.0), Some(3.0)));
        assert_eq!((found.mean_depth, found.mean_nodes), (Some(199.0), Some(2_000.0)));
        assert_eq!(found.nodes_per_second, Some(1_000_000.0));
        let none = EngineTotals::default().figures("b");
        assert_eq!((none.mean_ms, none.p99_ms, none.mean_depth), (None, None, None));
    }
}
