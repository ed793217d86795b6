//! The `spsa` subcommand: tunes values of the search by games of a brain against itself.

mod ascent;
mod course;
mod games;
mod history;
mod journal;
mod params;

use std::fmt::Display;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{bail, ensure};

use self::ascent::{Ascent, Axis, Gains};
use self::course::Course;
use self::games::Games;
use self::journal::Conditions;
use self::params::{Param, params_of};
use crate::disk;
use crate::host::{Finish, Host};
use crate::match_options::{MatchOptions, ensure_limited};
use crate::schedule::book::Book;

/// Which values to tune, and by what games.
#[derive(Clone, Debug, clap::Args)]
pub struct SpsaArgs {
    /// A value to tune; give it as often as needed [default: all of them]
    #[arg(long = "param", value_name = "NAME")]
    names: Vec<String>,
    /// List the values with their ranges and steps, and tune nothing
    #[arg(long)]
    list: bool,
    /// The command that starts the brain; `--set NAME=VALUE` is added to it [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Iterations; with fewer of them the rate wants to be higher
    #[arg(long, default_value_t = 5000)]
    iterations: u64,
    /// Pairs of games of each iteration
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// How many of its steps a game won moves a value in the last iteration: the r of other tuners
    #[arg(long, default_value_t = 0.002)]
    rate: f64,
    #[command(flatten)]
    terms: MatchOptions,
    /// Iterations played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: u64,
    /// Where finished iterations are kept
    #[arg(long, value_name = "FILE", default_value = "spsa.jsonl")]
    journal: PathBuf,
    /// Go on with the tuning in the journal
    #[arg(long)]
    resume: bool,
    /// Write the values after each iteration as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw how the values move as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

/// Tunes what the arguments ask for, from the values that this program plays with.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or the brain cannot be
/// started. What was finished before is in the journal.
pub fn spsa(args: &SpsaArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let brain = args.brain.clone().unwrap_or_else(|| host.brain.clone());
    let params = params_of(&brain)?;
    if args.list {
        list(&params, out)?;
        return Ok(Finish::Complete);
    }
    let (conditions, book) = args.conditions(&brain, &params)?;
    let (mut journal, known) = journal::open(&args.journal, args.resume, &conditions)?;
    let gains = Gains { iterations: args.iterations, rate: args.rate };
    let ascent = Ascent::new(conditions.axes.clone(), gains, conditions.seed);
    let (mut course, trials) = Course::new(ascent, args.concurrency, known);
    args.write(&course)?;
    let interval = (args.iterations / 100).max(1);
    let games = Games::new(host, &conditions, &book)?;
    let finish = games.play(trials, &mut |entry| {
        journal.append(&entry)?;
        let before = course.ascent().done();
        let trials = course.add(entry.iteration, entry.points);
        if course.ascent().done() / interval > before / interval {
            writeln!(out, "{}", progress(course.ascent()))?;
            out.flush()?;
            args.write(&course)?;
        }
        Ok(trials)
    })?;
    args.write(&course)?;
    write!(out, "{}", outcome(course.ascent()))?;
    if finish == Finish::Interrupted {
        writeln!(out, "to go on: {}", host.resume_command(args.resume))?;
    }
    Ok(finish)
}

fn list(params: &[Param], out: &mut dyn Write) -> anyhow::Result<()> {
    for Param { name, value, min, max, step, doc } in params {
        writeln!(out, "{name} = {value}, from {min} to {max}, step {step}: {doc}")?;
    }
    Ok(())
}

/// Where the values stand, on one line.
fn progress(ascent: &Ascent) -> String {
    let value = |(axis, value): (&Axis, &f64)| format!(" {}={value:.1}", axis.name);
    let values: String = ascent.axes().iter().zip(ascent.values()).map(value).collect();
    format!("iteration {} of {}:{values}", ascent.done(), ascent.iterations())
}

/// The rows of the table as they should be, and what makes a brain play with them.
fn outcome(ascent: &Ascent) -> String {
    let values: Vec<_> =
        ascent.axes().iter().zip(ascent.values().iter().map(|v| v.round())).collect();
    let row = |(axis, value): &(&Axis, f64)| {
        let Axis { name, least, most, step, .. } = axis;
        format!("    {name}: {value} in {least}..={most}, {step};\n")
    };
    let rows: String = values.iter().map(row).collect();
    let settings: String = values.iter().map(|(axis, value)| setting(&axis.name, value)).collect();
    let (done, all) = (ascent.done(), ascent.iterations());
    format!("after {done} of {all} iterations, for params.rs:\n{rows}brain:{settings}\n")
}

/// What makes a brain play with a value, behind its command.
fn setting(name: &str, value: impl Display) -> String {
    format!(" --set {name}={value}")
}

impl SpsaArgs {
    /// The conditions and the openings that the arguments ask for.
    fn conditions(&self, brain: &str, params: &[Param]) -> anyhow::Result<(Conditions, Book)> {
        ensure!(
            self.iterations > 0 && self.pairs > 0,
            "expected an iteration or more, of a pair or more"
        );
        ensure!(self.concurrency > 0, "expected at least one iteration at a time");
        ensure!(self.rate > 0.0 && self.rate.is_finite(), "expected a rate above 0");
        let axes = self.axes(params)?;
        let brain = self.terms.engine("the brain", brain);
        ensure_limited(&brain)?;
        let (book, openings) = self.terms.book()?;
        let conditions = Conditions {
            brain,
            axes,
            iterations: self.iterations,
            pairs: self.pairs,
            rate: self.rate,
            concurrency: self.concurrency,
            seed: self.terms.seed,
            game: self.terms.game()?,
            openings,
        };
        Ok((conditions, book))
    }

    /// The values to tune.
    fn axes(&self, params: &[Param]) -> anyhow::Result<Vec<Axis>> {
        let all = || params.iter().map(|param| param.name.clone()).collect();
        let names: Vec<String> = if self.names.is_empty() { all() } else { self.names.clone() };
        let mut axes: Vec<Axis> = Vec::new();
        for name in names {
            let Some(param) = params.iter().find(|param| param.name == name) else {
                let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                bail!("no parameter of the brain is named {name:?}, but {}", names.join(", "));
            };
            ensure!(axes.iter().all(|axis| axis.name != name), "{name} is named twice");
            let Param { value: start, min: least, max: most, step, .. } = *param;
            axes.push(Axis { name, start, least, most, step });
        }
        Ok(axes)
    }

    /// Writes table and chart, where they are asked for.
    fn write(&self, course: &Course) -> anyhow::Result<()> {
        let files =
            [(&self.csv, history::csv(course)), (&self.chart, history::chart(course).to_string())];
        for (path, text) in files {
            if let Some(path) = path {
                disk::replace(path, text.as_bytes())?;
            }
        }
        Ok(())
    }
}
