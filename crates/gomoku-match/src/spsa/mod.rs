//! The `spsa` subcommand: tunes parameters of a brain by games against itself.

mod algorithm;
mod config;
mod games;
mod history;
mod params;
mod tuning;

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use gomoku_rules::Rule;
use indicatif::ProgressBar;

pub use self::algorithm::{Gains, Parameter, Spsa, Trial};
use self::config::{PlayedIteration, SpsaConfig};
use self::games::Games;
use self::params::BrainParam;
pub(crate) use self::params::params_of;
use self::tuning::Tuning;
use crate::disk;
use crate::engine_io::files::EngineFiles;
use crate::host::{Finish, Host, ensure_cores, is_closed_pipe};
use crate::match_options::{MatchOptions, ensure_limited};
use crate::progress;
use crate::run_journal::{Resume, RunJournal};
use crate::schedule::openings::OpeningSource;
use crate::units::{parse_jobs, parse_rate};

/// Which parameters to tune, and by which games.
#[derive(Clone, Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub struct SpsaArgs {
    /// A parameter to tune; may be repeated [default: all of them]
    #[arg(long = "param", value_name = "NAME")]
    names: Vec<String>,
    /// List the parameters with their ranges and steps, and tune nothing
    #[arg(long)]
    list: bool,
    /// The command that starts the brain. `COMMAND params --json` must list its parameters, and
    /// `COMMAND --set NAME=VALUE` must set one [default: this program]
    #[arg(long, value_name = "COMMAND")]
    brain: Option<String>,
    /// Number of iterations; with fewer of them use a higher rate
    #[arg(long, default_value_t = 5000)]
    iterations: u64,
    /// Pairs of games in each iteration
    #[arg(long, default_value_t = 1)]
    pairs: u64,
    /// SPSA learning rate (r): how many of its steps a won game moves a parameter in the last iteration
    #[arg(long, default_value_t = DEFAULT_RATE, value_parser = parse_rate::<f64>)]
    rate: f64,
    #[command(flatten)]
    options: MatchOptions,
    /// Iterations to play at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// Allow more search threads than this machine has cores
    #[arg(long)]
    force_jobs: bool,
    /// Let an engine that fails to start a game lose it, instead of ending the run
    #[arg(long)]
    recover: bool,
    /// Keep what is finished in this file
    #[arg(long, value_name = "FILE", default_value = "spsa.jsonl")]
    journal: PathBuf,
    /// Continue from the journal
    #[arg(long)]
    resume: bool,
    /// Continue although a program, or a file that a command names, has changed
    #[arg(long, requires = "resume")]
    force_resume: bool,
    /// Write the values after each iteration to this file, as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Draw how the values move as SVG
    #[arg(long, value_name = "FILE")]
    chart: Option<PathBuf>,
}

const DEFAULT_RATE: f64 = 0.002;
/// The default rate suits this many iterations of one pair.
const DEFAULT_ITERATIONS: f64 = 5000.0;

/// Runs the tuning that the arguments describe, from the values that the brain plays with.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or the brain cannot be
/// started or lists no parameters. Finished iterations are in the journal.
pub fn spsa(args: &SpsaArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let brain = args.brain.clone().unwrap_or_else(|| host.brain.clone());
    let Some(params) = params_of(&brain, &host.stop)? else { return Ok(Finish::Interrupted) };
    if args.list {
        args.list(&params, out)?;
        return Ok(Finish::Complete);
    }
    let (config, openings) = args.config(&brain, &params, host)?;
    let written = [Some(&args.journal), args.csv.as_ref(), args.chart.as_ref()];
    let openings_file = args.options.openings_file().map(Path::to_owned);
    let read = EngineFiles::paths(&brain).into_iter().chain(openings_file);
    disk::ensure_distinct(read, written.into_iter().flatten())?;
    // From now on no other run touches the files of this one.
    let resume = Resume::new(args.resume, args.force_resume);
    let (mut journal, known) =
        RunJournal::open(&args.journal, resume, "spsa", &[("the brain", &brain)], &config)?;
    let known = known.iter().map(|entry: &PlayedIteration| (entry.iteration, entry.points));
    let result = args.tune(&config, &openings, host, known.collect(), &mut journal, out);
    if result.is_err() {
        journal.remove_if_unused();
    }
    match result {
        Err(error) if is_closed_pipe(&error) => Ok(Finish::Interrupted),
        result => result,
    }
}

impl SpsaArgs {
    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.options.rule()
    }

    /// What decides the games, and the openings.
    fn config(
        &self,
        brain: &str,
        params: &[BrainParam],
        host: &Host,
    ) -> anyhow::Result<(SpsaConfig, OpeningSource)> {
        ensure!(self.iterations > 0, "--iterations: expected 1 or more");
        ensure!(self.pairs > 0, "--pairs: expected 1 or more");
        let games = self.iterations.checked_mul(self.pairs).filter(|games| *games < u64::MAX / 4);
        ensure!(games.is_some(), "--iterations times --pairs is too large a number");
        let game = self.options.game()?;
        let parameters = self.chosen(params, game.rule)?.into_iter();
        let parameters = parameters.map(|param| param.under(game.rule)).collect();
        let brain = self.options.engine("the brain", brain);
        ensure_limited(&brain)?;
        if !self.force_jobs {
            ensure_cores(host.cores, self.jobs, brain.limits.threads.unwrap_or(1))?;
        }
        let (source, openings) = self.options.openings(host)?;
        let config = SpsaConfig {
            brain,
            parameters,
            iterations: self.iterations,
            pairs: self.pairs,
            rate: self.rate,
            jobs: self.jobs as u64,
            seed: self.options.seed,
            game,
            openings,
        };
        Ok((config, source))
    }

    /// Plays the iterations that are not `known`.
    fn tune(
        &self,
        config: &SpsaConfig,
        openings: &OpeningSource,
        host: &Host,
        known: BTreeMap<u64, i32>,
        journal: &mut RunJournal,
        out: &mut dyn Write,
    ) -> anyhow::Result<Finish> {
        let files = [&self.csv, &self.chart].into_iter().flatten();
        files.into_iter().try_for_each(|path| disk::ensure_writable(path))?;
        let gains = Gains { iterations: self.iterations, rate: self.rate };
        let spsa = Spsa::new(config.parameters.clone(), gains, config.seed);
        let (mut tuning, trials) = Tuning::new(spsa, config.jobs, known);
        if let Some(hint) = self.rate_hint() {
            writeln!(out, "{hint}")?;
        }
        self.write(&tuning)?;
        let bar = progress::bar(self.iterations)?.with_position(tuning.spsa().done());
        bar.reset_eta();
        let games = Games::new(host, config, openings, self.recover)?;
        let finish = games.play(trials, &mut |entry| {
            journal.append(&entry)?;
            bar.suspend(|| {
                let mut faults = entry.faults.iter();
                faults.try_for_each(|fault| writeln!(out, "iteration {}: {fault}", entry.iteration))
            })?;
            let before = tuning.spsa().done();
            let trials = tuning.add(entry.iteration, entry.points);
            self.report(&tuning, before, &bar, out)?;
            Ok(trials)
        });
        bar.finish_and_clear();
        // The reader of the output may have gone: the files hold what was played all the same.
        self.write(&tuning)?;
        let finish = finish?;
        write!(out, "{}", tuning.spsa().result())?;
        if finish == Finish::Interrupted {
            writeln!(out, "to continue: {}", host.resume_command(self.resume))?;
        }
        Ok(finish)
    }

    /// Prints the parameters to tune with the values of the rule.
    fn list(&self, params: &[BrainParam], out: &mut dyn Write) -> anyhow::Result<()> {
        let rule = self.options.game()?.rule;
        for param in self.chosen(params, rule)? {
            let Parameter { name, start, min, max, step } = param.under(rule);
            writeln!(out, "{name} = {start}, from {min} to {max}, step {step}: {}", param.doc)?;
        }
        Ok(())
    }

    /// The parameters to tune.
    fn chosen<'a>(
        &self,
        params: &'a [BrainParam],
        rule: Rule,
    ) -> anyhow::Result<Vec<&'a BrainParam>> {
        if self.names.is_empty() {
            return Ok(params.iter().collect());
        }
        let mut chosen: Vec<&BrainParam> = Vec::new();
        for name in &self.names {
            let is_named =
                |param: &&BrainParam| param.name == *name || param.under(rule).name == *name;
            let Some(param) = params.iter().find(is_named) else {
                let names: Vec<&str> = params.iter().map(|param| param.name.as_str()).collect();
                bail!(
                    "--param {name}: the brain has no such parameter; it has {}",
                    names.join(", ")
                );
            };
            let is_new = chosen.iter().all(|other| other.name != param.name);
            ensure!(is_new, "--param: {name} is named twice");
            chosen.push(param);
        }
        Ok(chosen)
    }

    /// Why so few iterations at such a rate cannot change anything, and which rate could.
    #[expect(clippy::cast_precision_loss, reason = "a hint of two digits")]
    fn rate_hint(&self) -> Option<String> {
        let Self { iterations, pairs, rate, .. } = *self;
        let max = Gains { iterations, rate }.max_movement(2 * pairs);
        let usual = DEFAULT_RATE * DEFAULT_ITERATIONS / (iterations as f64 * pairs as f64);
        (max < 1.0).then(|| {
            format!(
                "note: {iterations} iterations with --rate {rate} move a value by {max:.2} of its \
                 steps at most: use more iterations or a higher rate, such as --rate {usual:.2}"
            )
        })
    }

    /// Prints the values and writes the files a hundred times in all.
    fn report(
        &self,
        tuning: &Tuning,
        before: u64,
        bar: &ProgressBar,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        let done = tuning.spsa().done();
        bar.set_position(done);
        let interval = (self.iterations / 100).max(1);
        if done / interval == before / interval {
            return Ok(());
        }
        bar.suspend(|| {
            writeln!(out, "{}", tuning.spsa().progress())?;
            out.flush()
        })?;
        self.write(tuning)
    }

    /// Writes the CSV file and the chart, where they are asked for.
    fn write(&self, tuning: &Tuning) -> anyhow::Result<()> {
        let files =
            [(&self.csv, history::csv(tuning)), (&self.chart, history::chart(tuning).to_string())];
        for (path, text) in files {
            if let Some(path) = path {
                disk::replace(path, text.as_bytes())?;
            }
        }
        Ok(())
    }
}
