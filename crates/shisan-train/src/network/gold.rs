//! Gold positions: what a long search finds in positions of games that the fit does not see.

use std::io::Write;
use std::path::Path;

use anyhow::ensure;

use super::model::Weights;
use super::pass::Pass;
use super::reference::best_scale;
use super::sample::{Cell, Sample, Sampler};
use crate::fit::{logistic, score_scale};
use crate::games::{is_validation, read_file};
use crate::model::SCORE_SCALE;
use crate::record::Record;
use gomoku_rules::Rule;
use shisan_engine::eval::{Network, WeightSet};
use shisan_engine::pattern::Position;

/// Gold positions of one rule.
pub(super) struct Gold(Vec<(Record, Sample)>);

/// What an evaluation says of a position.
struct Opinion {
    /// The value for the side to move.
    points: f32,
    /// The candidate with the best move score, by its place among the candidates.
    first: Option<usize>,
}

impl Gold {
    /// Reads a file of labels of games that a fit with the seed `fit` keeps for validation.
    ///
    /// # Errors
    /// When it cannot be read, holds something else than labels of the rule, or one of a training game.
    pub fn read(path: &Path, rule: Rule, fit: u64) -> anyhow::Result<Self> {
        let name = path.display();
        let sampler = Sampler::new(rule);
        let mut gold = Vec::new();
        for (place, record) in read_file(path, rule)?.games {
            ensure!(record.is_label(), "{name}: {place}: not a label: run label on the games");
            ensure!(
                is_validation(fit, record.seed),
                "{name}: {place}: game {} is for training: run label with --held-out={fit}",
                record.seed
            );
            let sample = sampler.samples(&record, 0).pop();
            let sample = sample.filter(|sample| sample.searched.is_some());
            gold.extend(sample.map(|sample| (record, sample)));
        }
        ensure!(!gold.is_empty(), "{name}: no position to measure by");
        Ok(Self(gold))
    }

    /// Prints how near the tables, the network and its rounded numbers come. Where no label has a result,
    /// `scale` points of score are a unit.
    ///
    /// # Errors
    /// When `out` cannot be written.
    pub fn report(
        &self,
        weights: &Weights,
        network: &Network,
        scale: f32,
        out: &mut (dyn Write + Send),
    ) -> anyhow::Result<()> {
        let searched = self.0.iter().filter_map(|(_, sample)| sample.searched);
        let scale = score_scale(searched).unwrap_or(scale);
        writeln!(out, "gold: {} positions, {scale} points of score a unit", self.0.len())?;
        let set = WeightSet::default().with_file(&network.write()).map_err(anyhow::Error::msg)?;
        let mut pass = Pass::default();
        self.report_one("tables", scale, out, |_, sample| Opinion::of_tables(sample))?;
        self.report_one("network", scale, out, |_, sample| {
            Opinion::of_network(&mut pass, weights, sample)
        })?;
        self.report_one("rounded", scale, out, |record, _| Opinion::of_file(&set, record))
    }

    fn report_one(
        &self,
        name: &str,
        scale: f32,
        out: &mut (dyn Write + Send),
        mut opinion: impl FnMut(&Record, &Sample) -> Opinion,
    ) -> anyhow::Result<()> {
        let (mut pairs, mut moves, mut agreed) = (Vec::new(), 0_usize, 0_usize);
        for (record, sample) in &self.0 {
            let Some((_, score)) = sample.searched else { continue };
            let Opinion { points, first } = opinion(record, sample);
            pairs.push((logistic(score / scale), points));
            if let Some(best) = sample.played {
                let before = &sample.cells[..usize::from(best)];
                let best = before.iter().filter(|cell| cell.score().is_some()).count();
                moves += 1;
                agreed += usize::from(first == Some(best));
            }
        }
        let (loss, own_scale) = best_scale(&pairs);
        let error = |(target, points): &(f32, f32)| {
            f64::from((logistic(points / own_scale) - target).abs())
        };
        let error = pairs.iter().map(error).sum::<f64>() / pairs.len() as f64;
        writeln!(
            out,
            "gold, {name}: loss {loss:.5} at {own_scale:.0} points a unit, win chance {:.2} % off, \
             first move {:.1} %",
            100.0 * error,
            100.0 * agreed as f64 / moves.max(1) as f64
        )?;
        Ok(())
    }
}

impl Opinion {
    fn new(points: f32, scores: impl Iterator<Item = f32>) -> Self {
        // Of equals the first one.
        let best = scores.enumerate().reduce(|a, b| if b.1 > a.1 { b } else { a });
        Self { points, first: best.map(|(place, _)| place) }
    }

    fn of_tables(sample: &Sample) -> Self {
        Self::new(sample.classical, sample.cells.iter().filter_map(Cell::score))
    }

    fn of_network(pass: &mut Pass, weights: &Weights, sample: &Sample) -> Self {
        let points = pass.points(weights, sample, true);
        let cells = sample.cells.iter().zip(pass.scores());
        let scores = cells.filter_map(|(cell, score)| Some(cell.score()? + SCORE_SCALE * score));
        Self::new(points, scores)
    }

    /// As the engine plays with the file.
    fn of_file(set: &WeightSet, record: &Record) -> Self {
        let mut position = Position::new(record.size, record.rule);
        let before = record.moves.len().saturating_sub(1);
        for (pos, _) in &record.moves[..before] {
            position.play(*pos);
        }
        let mut evaluator = set.evaluator(&position);
        let points = evaluator.value(&position).get() as f32;
        let policy = evaluator.policy(&position);
        let side = position.side_to_move();
        let candidates = position.map().candidates().filter(|pos| position.is_legal(side, *pos));
        Self::new(points, candidates.map(|pos| policy.score(pos) as f32))
    }
}
