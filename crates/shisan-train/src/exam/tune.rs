//! `exam tune`: parameters of the search tuned by SPSA, each iteration on other questions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use fastrand::Rng;

use super::answer::{Answer, answer};
use super::compare::add;
use super::file::Exam;
use super::question::Question;
use super::report::Report;
use super::writer::ExamWriter;
use crate::batch::{OnInterrupt, in_order};
use crate::progress::Progress;
use crate::setting::Setting;
use gomoku_match::hash::Fnv1a;
use gomoku_match::{Finish, Gains, Parameter, Spsa, parse_jobs, parse_rate};
use gomoku_rules::Rule;
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::search::Params;

/// Which parameters to tune, and by which questions.
#[derive(Clone, Debug, clap::Args)]
pub struct ExamTuneArgs {
    /// A parameter to tune; may be repeated [default: all of them]
    #[arg(long = "param", value_name = "NAME")]
    names: Vec<String>,
    /// Number of iterations; with fewer of them use a higher rate
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Questions of each iteration
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(2..))]
    questions: u32,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// SPSA learning rate (r): how many of its steps an Elo moves a parameter in the last iteration
    #[arg(long, default_value_t = 0.005, value_parser = parse_rate::<f64>)]
    rate: f64,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// The file of iterations; those that it holds already are not searched again
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The file of the exam, with its truth
    #[arg(value_name = "EXAM")]
    exam: PathBuf,
}

/// Tunes the parameters of an engine with the weights of this file and with `settings`. Both sides of an iteration
/// answer the same questions; the Elo between them, the mean of both marks, moves the parameters. An interrupt
/// ends it after the searches under way; the same arguments continue behind the last whole iteration.
///
/// # Errors
/// When a parameter is unknown, a file cannot be read or written, is not an exam, or holds iterations of another
/// tuning or weights for another rule, the truth of too few questions is known, or memory is short.
pub fn tune_by_exam(
    args: &ExamTuneArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let exam = Exam::read(&args.exam)?;
    let known: Vec<&Question> =
        exam.truth.keys().filter_map(|number| exam.questions.get(number)).collect();
    let name = args.exam.display();
    let (count, asked) = (known.len(), args.questions as usize);
    ensure!(count >= asked, "{name}: the truth of {count} questions is known, --questions {asked}");
    let config = brain::configure_for(&[exam.rule], weights, settings)?;
    let parameters = parameters(&args.names, exam.rule, &config)?;
    let starts: Vec<String> =
        parameters.iter().map(|it| format!("{}:{}", it.name, it.start)).collect();
    let setting = Setting::new([
        ("exam", exam.name()),
        ("known", count.to_string()),
        ("truth", format!("{:016x}", truth_of(&exam, &known))),
        ("nodes", args.nodes.to_string()),
        ("questions", asked.to_string()),
        ("iterations", args.iterations.to_string()),
        ("rate", args.rate.to_string()),
        ("seed", args.seed.to_string()),
        ("params", starts.join(",")),
    ]);
    let setting = setting.with_engine([exam.rule], &config, settings);
    let (mut writer, found) = ExamWriter::of_iterations(&args.output, &setting)?;
    let gains = Gains { iterations: args.iterations, rate: args.rate };
    let mut spsa = Spsa::new(parameters, gains, args.seed);
    found.into_iter().take(args.iterations as usize).for_each(|elo| spsa.update(elo));
    let stop = on_interrupt()?;
    let config = EngineConfig { threads: 1, ..config };
    while !spsa.is_done() {
        let trial = spsa.trial(spsa.done() + 1);
        let [plus, minus] = trial.values;
        let plus = with_values(&config, spsa.parameters(), &plus)?;
        let minus = with_values(&config, spsa.parameters(), &minus)?;
        let seed = args.seed.wrapping_add(trial.iteration << 32);
        let mut random = Rng::with_seed(Rng::with_seed(seed).u64(..));
        let mut drawn = random.choose_multiple(&known, asked);
        drawn.sort_by_key(|question| question.number);
        let mut report = Report::new(&setting, &setting);
        let find = |engine: &mut Engine, question: &&&Question| {
            let answer = |engine: &mut Engine, config| {
                answer(engine, config, exam.rule, question, args.nodes)
            };
            Ok(Some([answer(engine, &minus)?, answer(engine, &plus)?]))
        };
        let keep = |[minus, plus]: [Answer; 2], progress: &mut Progress| {
            add(&mut report, &exam, &exam.truth[&minus.number], [&minus, &plus]);
            progress.count(1)
        };
        let mut silent = io::sink();
        let mut bar = Progress::new(&mut silent, asked, "questions")?;
        if in_order(&drawn, args.jobs, &stop, &mut bar, find, keep)? == Finish::Interrupted {
            return Ok(Finish::Interrupted);
        }
        let elo = report.mean_elo().round() as i32;
        writer.append(&format!("{} {elo}", trial.iteration))?;
        spsa.update(elo);
        writeln!(progress, "{}", spsa.progress())?;
    }
    write!(out, "{}", spsa.result())?;
    Ok(Finish::Complete)
}

/// A word for the questions, their truth and the values of moves, which decide the marks.
fn truth_of(exam: &Exam, known: &[&Question]) -> u64 {
    let mut hash = Fnv1a::default();
    for question in known {
        hash.add(question.to_string().as_bytes());
        hash.add(exam.truth[&question.number].to_string().as_bytes());
    }
    exam.values.values().for_each(|value| hash.add(value.to_string().as_bytes()));
    hash.value()
}

/// The parameters of these names, with or without `rule` before them, all of them without a name, as searches
/// under `rule` use them.
fn parameters(
    names: &[String],
    rule: Rule,
    config: &EngineConfig,
) -> anyhow::Result<Vec<Parameter>> {
    let all = || Params::ROWS.iter().map(|row| row.name.to_owned()).collect();
    let names: Vec<String> = if names.is_empty() { all() } else { names.to_vec() };
    let mut parameters: Vec<Parameter> = Vec::new();
    for name in names {
        let plain = name.strip_prefix(&format!("{rule}.")).unwrap_or(&name);
        let Some(row) = Params::ROWS.iter().find(|row| row.name == plain) else {
            let names: Vec<&str> = Params::ROWS.iter().map(|row| row.name).collect();
            bail!("--param {name}: no parameter of {rule}; there are {}", names.join(", "));
        };
        let start = config.params.for_rule(rule).get(row.name).unwrap_or_default();
        let name = format!("{rule}.{}", row.name);
        let is_new = parameters.iter().all(|other| other.name != name);
        ensure!(is_new, "--param: {name} is named twice");
        parameters.push(Parameter { name, start, min: row.min, max: row.max, step: row.step });
    }
    Ok(parameters)
}

/// An engine that plays with these values.
fn with_values(
    config: &EngineConfig,
    parameters: &[Parameter],
    values: &[i32],
) -> anyhow::Result<EngineConfig> {
    let mut config = config.clone();
    for (parameter, value) in parameters.iter().zip(values) {
        let setting = format!("{}={value}", parameter.name);
        config.params.set(&setting).map_err(anyhow::Error::msg)?;
    }
    Ok(config)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_word_for_the_truth_does_not_depend_on_the_order_of_values() {
        let exam = |numbers: &mut dyn Iterator<Item = u32>| Exam {
            rule: Rule::Freestyle,
            setting: Setting::default(),
            questions: BTreeMap::new(),
            truth_setting: None,
            truth: BTreeMap::new(),
            values: numbers
                .map(|number| format!("{number} h8=35 9").parse().expect("an answer"))
                .map(|answer: Answer| ((answer.number, answer.pos), answer))
                .collect(),
        };
        let word = truth_of(&exam(&mut (1..=50)), &[]);
        assert_eq!(truth_of(&exam(&mut (1..=50).rev()), &[]), word);
        assert_ne!(truth_of(&exam(&mut (1..=49)), &[]), word);
    }
}
