//! The `tune` subcommand: fits the weights of a rule to training games.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use rayon::prelude::*;

use super::checkpoint::Checkpoint;
use super::fit::{FitOptions, FitState, score_scale};
use super::fit_args::FitArgs;
use super::games::{ensure_enough, fingerprint, is_validation, read};
use super::model::{Layout, SCALE};
use super::provenance::program;
use super::record::Record;
use super::run::{Run, prepare_outputs};
use super::sample::{Decision, Sample, samples};
use gomoku_match::disk::{self, replace};
use gomoku_match::progress::bar;
use shisan_engine::eval::{Tables, WeightSet};

/// What to fit to, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    #[command(flatten)]
    fit: FitArgs,
    /// Passes over the positions, at most
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// Start from the weights of this file [default: the built-in weights]
    #[arg(long, value_name = "FILE")]
    init: Option<PathBuf>,
    /// Train from scratch
    #[arg(long, conflicts_with = "init")]
    from_scratch: bool,
}

/// The initial learning rate from scratch, in units of the weights.
const RATE: f32 = 0.004;
/// The same from trained weights.
const FINE_TUNING_RATE: f32 = 0.0003;

/// Fits evaluation and move scores to the games that `args` name, and writes the weights file.
///
/// # Errors
/// When a file cannot be read or written, holds games of another rule, schema or setting, or the
/// checkpoint is another fit's.
pub fn tune(args: &TuneArgs, out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let &FitArgs { rule, lambda, seed, mixed, ref output, ref games, .. } = &args.fit;
    let _lock = prepare_outputs(output, &["value", "moves"], games.iter().chain(&args.init))?;
    let base = base(args)?;
    let records = read(games, rule, mixed)?;
    let checkpoint = checkpoint(args, &records, base.as_ref())?;
    let layout = Layout::new(rule);
    let (mut positions, decisions) = examples(&records, &layout)?;
    let counts = format!(
        "{} {rule} games, {} positions, {} moves, lambda {lambda}, seed {seed}",
        records.len(),
        positions.len(),
        decisions.len(),
    );
    writeln!(out, "{counts}")?;
    let is_validation = |game: u32| is_validation(seed, records[game as usize].seed);
    let scale = score_scale(positions.iter().map(|sample| (sample.result, sample.score)));
    let scale = scale.unwrap_or(SCALE);
    writeln!(out, "{scale} points of searched score a unit")?;
    for position in &mut positions {
        position.set_target(lambda, scale);
    }
    let (mut values, mut moves) = (layout.evaluation(), layout.scores());
    if let Some(tables) = &base {
        let weights = layout.weights(tables);
        (values, moves) = (values.from(weights.0), moves.from(weights.1));
    }
    let rate = if base.is_some() { FINE_TUNING_RATE } else { RATE };
    let options = FitOptions { epochs: args.epochs as usize, seed, rate };
    let mut run = Run::new(options, output, checkpoint);
    let (validation, training) =
        positions.into_iter().partition::<Vec<_>, _>(|sample| is_validation(sample.game));
    ensure_enough(games, &training, &validation)?;
    let values = run.fit("value", &values, &training, &validation, out)?;
    let (validation, training) =
        decisions.into_iter().partition::<Vec<_>, _>(|decision| is_validation(decision.game));
    ensure_enough(games, &training, &validation)?;
    let moves = run.fit("moves", &moves, &training, &validation, out)?;
    let provenance = format!("{counts}; losses {values} and {moves}; {}", program());
    writeln!(out, "{provenance}")?;
    let tables = layout.tables(&values.weights, &moves.weights, provenance);
    replace(output, &tables.write())?;
    run.end()
}

/// The tables to start from.
fn base(args: &TuneArgs) -> anyhow::Result<Option<Tables>> {
    match &args.init {
        _ if args.from_scratch => Ok(None),
        None => Ok(Some(WeightSet::default().tables(args.fit.rule).clone())),
        Some(path) => {
            let name = || path.display().to_string();
            let bytes = disk::read(path)?;
            Tables::read(&bytes).map(Some).map_err(anyhow::Error::msg).with_context(name)
        }
    }
}

fn examples(records: &[Record], layout: &Layout) -> anyhow::Result<(Vec<Sample>, Vec<Decision>)> {
    let bar = bar(records.len() as u64)?.with_message("games read");
    let examples = records.par_iter().enumerate().map(|(game, record)| {
        let examples = samples(record, game as u32, layout);
        bar.inc(1);
        examples
    });
    let (positions, decisions): (Vec<_>, Vec<_>) = examples.unzip();
    bar.finish_and_clear();
    Ok((positions.into_iter().flatten().collect(), decisions.into_iter().flatten().collect()))
}

/// The checkpoint to continue from, with a fingerprint of all that decides the product.
fn checkpoint(
    args: &TuneArgs,
    records: &[Record],
    base: Option<&Tables>,
) -> anyhow::Result<Checkpoint<FitState>> {
    let fingerprint = fingerprint(records, &base.map(Tables::write).unwrap_or_default());
    let TuneArgs { fit: FitArgs { rule, lambda, seed, .. }, epochs, .. } = args;
    let settings = format!(
        "{rule}, lambda {lambda}, {epochs} epochs, seed {seed}, games and weights {fingerprint:x}, {}",
        program()
    );
    args.fit.checkpoint(settings)
}
