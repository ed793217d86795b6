//! The `tune` subcommand: fits the tables of a rule to records of games.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use rayon::prelude::*;

use super::checkpoint::Checkpoint;
use super::fit::{Course, score_scale};
use super::model::Layout;
use super::program;
use super::record::{self, Record};
use super::run::Run;
use super::sample::{Decision, Sample, samples};
use gomoku_match::disk::replace;
use gomoku_rules::Rule;
use shisan::eval::{Tables, WeightSet};

/// What to learn from, and how.
#[derive(Clone, Debug, clap::Args)]
pub struct TuneArgs {
    /// The rule: freestyle, standard, renju, caro or caro-overline
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The weight of a game's result beside the searched score, 0 to 1
    #[arg(long, default_value_t = 0.5, value_parser = share)]
    share: f32,
    /// Most passes over the positions
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..))]
    epochs: u32,
    /// The number that all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Hold the numbers close to those of this weights file, of any rule [default: the weights in
    /// use]
    #[arg(long, visible_alias = "weights", value_name = "FILE")]
    from: Option<PathBuf>,
    /// Hold the numbers close to nothing
    #[arg(long, conflicts_with = "from")]
    anew: bool,
    /// Go on from the checkpoint that a killed run of the same command has left
    #[arg(long)]
    resume: bool,
    /// The weights file to write; its loss curves and its checkpoint are named after it
    #[arg(long, short, value_name = "FILE")]
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

/// Fits evaluation and move scores to the games that `args` name, and writes the weights file.
///
/// # Errors
/// When a file cannot be read or written, holds games of another rule or schema, or the checkpoint is
/// another fit's.
pub fn tune(args: &TuneArgs, progress: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let base = base(args)?;
    let records = read(args)?;
    let checkpoint = checkpoint(args, &records, base.as_ref())?;
    let layout = Layout::new(args.rule);
    let (mut positions, decisions) = lessons(&records, &layout);
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
    let is_held_back = |game: u32| {
        let mut random = fastrand::Rng::with_seed(args.seed ^ records[game as usize].seed);
        random.u64(..HELD_BACK) == 0
    };
    let scale = score_scale(&positions);
    writeln!(progress, "{scale} points of searched score a unit")?;
    for position in &mut positions {
        position.aim(args.share, scale);
    }
    let (mut values, mut moves) = (layout.evaluation(), layout.scores());
    if let Some(tables) = &base {
        let numbers = layout.numbers(tables);
        (values, moves) = (values.from(numbers.0), moves.from(numbers.1));
    }
    let rate = if base.is_some() { CLOSE_RATE } else { RATE };
    let course = Course { epochs: args.epochs as usize, seed: args.seed, rate };
    let mut run = Run::new(course, &args.output, checkpoint);
    let (held, taught) = positions.into_iter().partition::<Vec<_>, _>(|s| is_held_back(s.game));
    let values = run.fit("value", &values, &taught, &held, progress)?;
    let (held, taught) = decisions.into_iter().partition::<Vec<_>, _>(|d| is_held_back(d.game));
    let moves = run.fit("moves", &moves, &taught, &held, progress)?;
    let provenance = format!("{counts}; losses {values} and {moves}; {}", program());
    writeln!(progress, "{provenance}")?;
    let tables = layout.tables(&values.numbers, &moves.numbers, provenance);
    replace(&args.output, &tables.write())?;
    run.end()
}

/// The tables that the numbers are held close to.
fn base(args: &TuneArgs) -> anyhow::Result<Option<Tables>> {
    match &args.from {
        _ if args.anew => Ok(None),
        None => Ok(Some(WeightSet::default().tables(args.rule).clone())),
        Some(path) => {
            let name = || path.display().to_string();
            let bytes = fs::read(path).with_context(name)?;
            Tables::read(&bytes).map(Some).map_err(anyhow::Error::msg).with_context(name)
        }
    }
}

/// All games of the files, each once, in an order that does not depend on that of the files.
fn read(args: &TuneArgs) -> anyhow::Result<Vec<Record>> {
    let mut records = BTreeMap::new();
    for path in &args.records {
        for (line, record) in record::read(path)? {
            let Record { rule, .. } = record;
            if rule != args.rule {
                let path = path.display();
                bail!("{path}: line {line}: a game of {rule}, not of {}", args.rule);
            }
            records.insert(record.to_string(), record);
        }
    }
    Ok(records.into_values().collect())
}

fn lessons(records: &[Record], layout: &Layout) -> (Vec<Sample>, Vec<Decision>) {
    let lessons = records.par_iter().enumerate();
    let lessons = lessons.map(|(game, record)| samples(record, game as u32, layout));
    let (positions, decisions): (Vec<_>, Vec<_>) = lessons.unzip();
    (positions.into_iter().flatten().collect(), decisions.into_iter().flatten().collect())
}

/// The checkpoint to go on from, with a fingerprint of all that decides the product.
fn checkpoint(
    args: &TuneArgs,
    records: &[Record],
    base: Option<&Tables>,
) -> anyhow::Result<Checkpoint> {
    let mut hasher = DefaultHasher::new();
    for record in records {
        record.to_string().hash(&mut hasher);
    }
    base.map(Tables::write).hash(&mut hasher);
    let TuneArgs { rule, share, epochs, seed, .. } = args;
    let conditions = format!(
        "{rule}, share {share}, {epochs} epochs, seed {seed}, games and weights {:x}, {}",
        hasher.finish(),
        program()
    );
    if args.resume {
        Checkpoint::resume(&Checkpoint::path(&args.output), conditions)
    } else {
        Ok(Checkpoint::new(conditions))
    }
}

fn share(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".to_owned()),
    }
}
