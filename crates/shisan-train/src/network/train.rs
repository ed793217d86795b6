//! The `train` subcommand: fits the network of a rule to training games.

use std::fmt::Write as _;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, ensure};
use rayon::prelude::*;

use super::fit::{EpochLosses, Options, State, fit};
use super::gold::Gold;
use super::model::Model;
use super::pass::MoveWeights;
use super::quantize::quantized;
use super::reference::{PartLosses, References, ResultLosses};
use super::sample::{Sample, Sampler};
use crate::checkpoint::{Checkpoint, beside, checkpoint_path};
use crate::fit::score_scale;
use crate::fit_args::FitArgs;
use crate::games::{ensure_enough, fingerprint, is_validation, read, read_others};
use crate::model::SCALE;
use crate::provenance::program;
use crate::record::Record;
use crate::run::{chart, chart_path, prepare_outputs};
use gomoku_match::disk::{self, replace};
use gomoku_match::progress::bar;
use gomoku_match::{parse_count, parse_rate, parse_weight};
use shisan_engine::eval::Network;

/// What to fit to, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct TrainArgs {
    #[command(flatten)]
    fit: FitArgs,
    /// Passes over the positions
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Start from the weights of this file [default: from scratch]
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Use this many positions at most, drawn at random
    #[arg(long, value_name = "N", value_parser = parse_count)]
    positions: Option<usize>,
    /// Weight of the played moves beside the values
    #[arg(long, default_value_t = 0.2, value_name = "WEIGHT", value_parser = parse_weight::<f32>)]
    policy_weight: f32,
    /// The learning rate at first
    #[arg(long, default_value_t = 0.01, value_parser = parse_rate::<f32>)]
    rate: f32,
    /// Positions in a step
    #[arg(long, default_value_t = 2048, value_parser = clap::value_parser!(u32).range(1..))]
    batch: u32,
    /// How fast what is left of each line code is drawn to zero, by learning rate
    #[arg(long, default_value_t = 1.0, value_parser = parse_weight::<f32>)]
    decay: f32,
    /// Fit to the games of this file first, too, read as games of this rule; repeat as
    /// needed. The fit to the games alone that follows takes half of the epochs at a fifth of the rate
    #[arg(long, value_name = "FILE")]
    pretrain: Vec<PathBuf>,
    /// At the end measure by this file, which `label --held-out --nodes 100000` has made of games
    #[arg(long, value_name = "FILE")]
    gold: Option<PathBuf>,
}

/// On this many positions the rounded numbers are compared with the floats.
const ROUNDED: usize = 20_000;

/// The names of the two losses.
const FITS: [&str; 2] = ["value", "moves"];

/// Fits a network to the games that `args` name, and writes its file.
///
/// # Errors
/// When a step would draw codes beyond zero, a file cannot be read or written, holds games of another rule,
/// schema or setting, the gold file labels training games, or the checkpoint is another fit's.
pub fn train(args: &TrainArgs, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let &FitArgs { rule, lambda, seed, mixed, ref output, ref games, .. } = &args.fit;
    let (rate, decay) = (args.rate, args.decay);
    ensure!(rate * decay <= 1.0, "--decay {decay}: expected {} at most at this rate", 1.0 / rate);
    let files = games.iter().chain(&args.pretrain).chain(&args.init).chain(&args.gold);
    let _lock = prepare_outputs(output, &FITS, files)?;
    let mut base = args.base()?;
    let gold = args.gold.as_ref().map(|path| Gold::read(path, rule, seed)).transpose()?;
    let records = read(games, rule, mixed)?;
    let others = read_others(&args.pretrain, rule, seed, &records)?;
    let checkpoint = args.checkpoint(&records, &others, base.as_ref())?;
    let mut samples = args.samples(&records)?;
    let labels = records.iter().filter(|record| record.is_label()).count();
    let counts = format!(
        "{} {rule} games, {labels} labels, {} positions, lambda {lambda}, seed {seed}",
        records.len() - labels,
        samples.len(),
    );
    writeln!(out, "{counts}")?;
    let scale = score_scale(samples.iter().filter_map(|sample| sample.searched)).unwrap_or(SCALE);
    writeln!(out, "{scale} points of searched score a unit")?;
    for sample in &mut samples {
        sample.set_target(lambda, scale);
    }
    let (validation, mut training): (Vec<_>, Vec<_>) = samples
        .into_iter()
        .partition(|sample| is_validation(seed, records[sample.game as usize].seed));
    ensure_enough(games, &training, &validation)?;
    let references = References::new(&validation);
    writeln!(out, "validation: {references}")?;

    let mut options = args.options();
    let mut trainer = Trainer { args, checkpoint, fits: 0, validation, out };
    if !others.is_empty() {
        let own = training.len();
        let mut samples = args.samples(&others)?;
        writeln!(trainer.out, "{} records, {} positions first", others.len(), samples.len())?;
        for sample in &mut samples {
            sample.set_target(lambda, scale);
        }
        training.extend(samples);
        let (model, state) = trainer.fit(base.as_ref(), &training, options)?;
        // Not the best epoch: games of other rules draw the values of this one away, for a while.
        base = Some(trainer.network(&model, state.last(), String::new()));
        training.truncate(own);
        options = options.of_fine_tuning();
    }
    let (model, state) = trainer.fit(base.as_ref(), &training, options)?;

    let before = trainer.checkpoint.fits[0].losses[0];
    let after = state.losses[state.best_epoch()];
    writeln!(
        trainer.out,
        "best after {} epochs: {:.0} % of the way from the tables to the games' search, moves {:.4} \
         of the start's loss",
        state.best_epoch(),
        100.0 * references.share(after.value.validation),
        after.moves.validation / before.moves.validation
    )?;
    let weights = model.weights(state.best());
    let is_label = |game: u32| records[game as usize].is_label();
    let parts = PartLosses::new(&references, &trainer.validation, &weights, is_label);
    write!(trainer.out, "{parts}")?;
    if let Some(losses) = ResultLosses::new(&trainer.validation, &weights) {
        writeln!(trainer.out, "{losses}")?;
    }
    let first = if others.is_empty() {
        String::new()
    } else {
        format!("; {} games and labels of any rule first", others.len())
    };
    let provenance = format!(
        "{counts}{first}; losses {:.5} ({:.5} before) and {:.5} ({:.5} before); {}",
        after.value.validation,
        before.value.validation,
        after.moves.validation,
        before.moves.validation,
        program()
    );
    writeln!(trainer.out, "{provenance}")?;
    let network = trainer.network(&model, state.best(), provenance);
    replace(output, &network.write())?;
    if let Some(gold) = gold {
        gold.report(&weights, &network, scale, trainer.out)?;
    }
    let path = checkpoint_path(output);
    fs::remove_file(&path).with_context(|| path.display().to_string())
}

/// The fits of a network, one after the other.
struct Trainer<'a> {
    args: &'a TrainArgs,
    checkpoint: Checkpoint<State>,
    /// How many were begun.
    fits: usize,
    validation: Vec<Sample>,
    out: &'a mut (dyn Write + Send),
}

impl Trainer<'_> {
    /// Continues the next fit, which starts from `base`, to its end.
    fn fit(
        &mut self,
        base: Option<&Network>,
        training: &[Sample],
        options: Options,
    ) -> anyhow::Result<(Model, State)> {
        let Self { args, checkpoint, validation, .. } = self;
        let model = Model::new(args.fit.rule, base);
        if checkpoint.fits.len() == self.fits {
            let start = model.start(base, args.fit.seed);
            checkpoint.fits.push(State::new(&model, start, training, validation));
        }
        let mut state = checkpoint.fits[self.fits].clone();
        report(&state, self.out)?;
        fit(&model, training, validation, options, &mut state, &mut |state| {
            checkpoint.fits[self.fits].clone_from(state);
            checkpoint.save(&checkpoint_path(&args.fit.output))?;
            args.save_curves(&checkpoint.fits)?;
            report(state, self.out)
        })?;
        self.fits += 1;
        Ok((model, state))
    }

    /// The network for values of a fit's variables.
    fn network(&self, model: &Model, variables: &[f32], provenance: String) -> Network {
        let samples = &self.validation[..self.validation.len().min(ROUNDED)];
        quantized(model, variables, self.args.fit.rule, provenance, samples)
    }
}

/// Prints the losses of the last epoch.
fn report(state: &State, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let Some(EpochLosses { value, moves }) = state.losses.last() else { return Ok(()) };
    writeln!(
        out,
        "{}: training {:.5} and {:.5}, validation {:.5} and {:.5}",
        state.epochs(),
        value.training,
        moves.training,
        value.validation,
        moves.validation
    )?;
    Ok(())
}

impl TrainArgs {
    /// The network to start from.
    fn base(&self) -> anyhow::Result<Option<Network>> {
        let Some(path) = &self.init else { return Ok(None) };
        let name = || path.display().to_string();
        let bytes = disk::read(path)?;
        let network = Network::read(&bytes).map_err(anyhow::Error::msg).with_context(name)?;
        let (found, rule) = (network.rule, self.fit.rule);
        ensure!(found == rule, "{}: a network for {found}, not for {rule}", name());
        Ok(Some(network))
    }

    fn options(&self) -> Options {
        Options {
            epochs: self.epochs as usize,
            seed: self.fit.seed,
            rate: self.rate,
            batch: self.batch as usize,
            decay: self.decay,
            moves: MoveWeights { loss: self.policy_weight, mean: 0.001 },
        }
    }

    /// The samples of the games, or of as many games as are wanted.
    fn samples(&self, records: &[Record]) -> anyhow::Result<Vec<Sample>> {
        let reader = Sampler::new(self.fit.rule);
        let mut order: Vec<usize> = (0..records.len()).collect();
        fastrand::Rng::with_seed(self.fit.seed).shuffle(&mut order);
        let bar = bar(records.len() as u64)?.with_message("games read");
        let mut samples = Vec::new();
        for games in order.chunks(4096) {
            let of_games = games.par_iter().map(|&game| {
                bar.inc(1);
                reader.samples(&records[game], game as u32)
            });
            samples.extend(of_games.collect::<Vec<_>>().into_iter().flatten());
            if self.positions.is_some_and(|max| samples.len() >= max) {
                break;
            }
        }
        bar.finish_and_clear();
        samples.truncate(self.positions.unwrap_or(usize::MAX));
        Ok(samples)
    }

    /// The checkpoint to continue from, with a fingerprint of all that decides the product.
    fn checkpoint(
        &self,
        records: &[Record],
        others: &[Record],
        base: Option<&Network>,
    ) -> anyhow::Result<Checkpoint<State>> {
        let base = base.map(Network::write).unwrap_or_default();
        let fingerprint = fingerprint(records.iter().chain(others), &base);
        let settings = format!(
            "network, {}, lambda {}, at most {:?} positions, {:?}, games and network {fingerprint:x}, {}",
            self.fit.rule,
            self.fit.lambda,
            self.positions,
            self.options(),
            program()
        );
        self.fit.checkpoint(settings)
    }

    /// Writes the losses of all fits, one after the other, as a table and as charts.
    fn save_curves(&self, fits: &[State]) -> anyhow::Result<()> {
        let mut table = "fit,epoch,training,validation\n".to_owned();
        let epochs: Vec<&EpochLosses> = fits.iter().flat_map(|state| &state.losses).collect();
        for (name, of) in FITS.iter().zip([|l: &EpochLosses| l.value, |l: &EpochLosses| l.moves]) {
            let losses: Vec<_> = epochs.iter().map(|losses| of(losses)).collect();
            for (epoch, losses) in losses.iter().enumerate() {
                let (training, validation) = (losses.training, losses.validation);
                writeln!(table, "{name},{epoch},{training:.6},{validation:.6}")?;
            }
            let lowest = losses.iter().map(|losses| losses.validation).fold(f64::MAX, f64::min);
            let chart = chart(name, &losses, lowest);
            replace(&chart_path(&self.fit.output, name), chart.to_string().as_bytes())?;
        }
        replace(&beside(&self.fit.output, "csv"), table.as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        args: TrainArgs,
    }

    #[test]
    fn rates_that_fit_nothing_are_refused() {
        let line = |options: &str| {
            let words = format!("train --output no/new.bin no/games.txt {options}");
            Line::try_parse_from(words.split_whitespace())
        };
        assert!(line("--rate 0.02 --policy-weight 0 --decay 0").is_ok());
        for options in ["--rate=nan", "--rate=inf", "--rate=-1", "--rate=0"] {
            let error = line(options).expect_err(options).to_string();
            assert!(error.contains(": expected a rate above 0"), "{options}: {error}");
        }
        for options in ["--policy-weight=nan", "--policy-weight=-1", "--decay=inf", "--decay=-1"] {
            let error = line(options).expect_err(options).to_string();
            assert!(error.contains(": expected a weight of 0 or more"), "{options}: {error}");
        }
        let args = line("--rate 0.01 --decay 101").expect("arguments").args;
        let error = train(&args, &mut Vec::new()).expect_err("too much").to_string();
        assert_eq!(error, "--decay 101: expected 100 at most at this rate");
    }
}
