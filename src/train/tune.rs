//! The `tune` subcommand: fits the tables of a rule to records of games.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail, ensure};
use rayon::prelude::*;

use super::fit::{Course, Lesson, fit, score_scale};
use super::model::{Layout, Parameters};
use super::record::Record;
use super::sample::samples;
use crate::eval::Tables;
use crate::game::Rule;

/// What to learn from, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    /// The rule: freestyle, standard, renju, caro or caro-overline
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The weight of a game's result beside the searched score, 0 to 1
    #[arg(long, default_value_t = 0.5)]
    share: f32,
    /// Most passes over the positions
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    /// The number that all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hold the numbers close to those of this file of weights, of any rule
    #[arg(long)]
    from: Option<PathBuf>,
    /// The file of weights to write
    #[arg(long, short)]
    output: PathBuf,
    /// Records of games
    #[arg(required = true)]
    records: Vec<PathBuf>,
}

/// One game in so many is held back to tell when to stop.
const HELD_BACK: u64 = 12;

/// The first step of the fit for each number, in its units.
const RATE: f32 = 0.004;
/// The same for numbers that are near where they belong.
const CLOSE_RATE: f32 = 0.0003;

/// Fits evaluation and move scores to the games that `args` name, and writes the file of weights.
///
/// # Errors
/// When a file cannot be read or written, or holds games of another rule.
pub fn tune(args: &TuneArgs, progress: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let records = read(args)?;
    let layout = Layout::new(args.rule);
    let lessons: Vec<_> = records
        .par_iter()
        .enumerate()
        .map(|(game, record)| samples(record, game as u32, &layout))
        .collect::<Result<_, _>>()
        .map_err(anyhow::Error::msg)?;
    let (positions, decisions): (Vec<_>, Vec<_>) = lessons.into_iter().unzip();
    let mut positions: Vec<_> = positions.into_iter().flatten().collect();
    let decisions: Vec<_> = decisions.into_iter().flatten().collect();
    let counts = format!(
        "{} {} games, {} positions, {} moves, share {}, seed {}",
        records.len(),
        args.rule,
        positions.len(),
        decisions.len(),
        args.share,
        args.seed
    );
    writeln!(progress, "{counts}")?;
    ensure!(!positions.is_empty() && !decisions.is_empty(), "nothing to learn from");
    let is_held_back = |game: u32| {
        let mut random = fastrand::Rng::with_seed(args.seed ^ records[game as usize].seed);
        random.u64(..HELD_BACK) == 0
    };
    let scale = score_scale(&positions);
    writeln!(progress, "{scale} points of searched score a unit")?;
    for position in &mut positions {
        position.aim(args.share, scale);
    }
    let (mut values, mut scores) = (layout.evaluation(), layout.scores());
    if let Some(path) = &args.from {
        let name = || path.display().to_string();
        let bytes = fs::read(path).with_context(name)?;
        let tables = Tables::read(&bytes).map_err(anyhow::Error::msg).with_context(name)?;
        let base = layout.numbers(&tables);
        (values, scores) = (values.from(base.0), scores.from(base.1));
    }
    let rate = if args.from.is_some() { CLOSE_RATE } else { RATE };
    let course = Course { epochs: args.epochs, seed: args.seed, rate };
    let (held, taught) = positions.into_iter().partition::<Vec<_>, _>(|s| is_held_back(s.game));
    let (evaluation, loss) = run("value", &values, &taught, &held, course, progress)?;
    let (held, taught) = decisions.into_iter().partition::<Vec<_>, _>(|d| is_held_back(d.game));
    let (scores, move_loss) = run("moves", &scores, &taught, &held, course, progress)?;
    let provenance = format!("{counts}; losses {loss:.5} and {move_loss:.5}");
    let bytes = layout.tables(&evaluation, &scores, provenance).write();
    fs::write(&args.output, bytes).with_context(|| args.output.display().to_string())
}

/// All games of the files, each once.
fn read(args: &TuneArgs) -> anyhow::Result<Vec<Record>> {
    let mut records = Vec::new();
    for path in &args.records {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        for (number, line) in text.lines().enumerate() {
            let place = || format!("{}:{}", path.display(), number + 1);
            let record: Record = line.parse().map_err(anyhow::Error::msg).with_context(place)?;
            if record.rule != args.rule {
                bail!("{}: a game of {}, not of {}", place(), record.rule, args.rule);
            }
            records.push(record);
        }
    }
    Ok(records)
}

/// Fits one set of numbers and tells of its progress; returns them with their loss.
fn run<L: Lesson>(
    name: &str,
    parameters: &Parameters,
    taught: &[L],
    held: &[L],
    course: Course,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<(Vec<f32>, f64)> {
    let mut least = f64::INFINITY;
    let mut told = Ok(());
    let numbers = fit(parameters, taught, held, course, &mut |epoch, loss, held| {
        least = least.min(held);
        told = writeln!(progress, "{name} {epoch}: {loss:.5} taught, {held:.5} held back");
    });
    told?;
    Ok((numbers, least))
}
