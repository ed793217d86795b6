//! `exam truth`: what long searches find.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::bail;

use super::answer::{Answer, answer};
use super::file::Part;
use super::question::Question;
use super::writer::ExamWriter;
use crate::batch::{OnInterrupt, in_order};
use crate::progress::Progress;
use crate::setting::Setting;
use gomoku_match::{Finish, parse_jobs};
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};

/// How to find the truth.
#[derive(Clone, Debug, clap::Args)]
pub struct TruthArgs {
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Search every second question with the weights of this file: the truth of one network flatters it
    #[arg(long, value_name = "FILE")]
    second_weights: Option<PathBuf>,
    /// Stop after the question of this number [default: the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    questions: Option<u32>,
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// The file of the exam, which gets the truth
    #[arg(value_name = "EXAM")]
    exam: PathBuf,
}

/// Searches the questions of the exam whose truth it does not hold yet, with the weights of this file and
/// with `settings`. An interrupt ends it after the searches under way; the same arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not an exam, holds truth of another setting, or weights for
/// another rule, or memory is short.
pub fn find_truth(
    args: &TruthArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let (mut writer, exam) = ExamWriter::of_exam(&args.exam)?;
    let rule = exam.rule;
    let config = |weights| brain::configure_for(&[rule], weights, settings);
    let configs = [config(weights)?, config(args.second_weights.as_deref().or(weights))?]
        .map(|config| EngineConfig { threads: 1, ..config });
    let setting = Setting::new([
        ("nodes", args.nodes.to_string()),
        ("second", Setting::checksum(rule, &configs[1])),
    ]);
    let setting = setting.with_engine([rule], &configs[0], settings);
    if let Some(difference) = exam.truth_setting.as_ref().and_then(|it| it.difference(&setting)) {
        bail!("{} holds the truth of another setting, {difference}", args.exam.display());
    }
    let is_open = |question: &&Question| !exam.truth.contains_key(&question.number);
    let open: Vec<&Question> = exam.first(args.questions).filter(is_open).collect();
    let mut progress = Progress::new(progress, open.len(), "questions")?;
    let stop = on_interrupt()?;
    if !open.is_empty() {
        writer.begin(Part::Truth, &setting)?;
    }
    let find = |engine: &mut Engine, question: &&Question| {
        let config = &configs[question.number as usize % 2];
        answer(engine, config, rule, question, args.nodes).map(Some)
    };
    let keep = |found: Answer, progress: &mut Progress| {
        writer.append(&found)?;
        progress.count(1)
    };
    in_order(&open, args.jobs, &stop, &mut progress, find, keep)
}
