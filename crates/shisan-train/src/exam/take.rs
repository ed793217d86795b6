//! `exam take`: the answers of a candidate.

use std::io::Write;
use std::path::{Path, PathBuf};

use super::answer::{Answer, answer};
use super::file::Exam;
use super::question::Question;
use super::writer::ExamWriter;
use crate::batch::{OnInterrupt, in_order};
use crate::progress::Progress;
use crate::setting::Setting;
use gomoku_match::{Finish, parse_jobs};
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};

/// How to answer.
#[derive(Clone, Debug, clap::Args)]
pub struct TakeArgs {
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 4096, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Stop after the question of this number [default: the last]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    questions: Option<u32>,
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// The file of answers; those that it holds already are not given again
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// The file of the exam
    #[arg(value_name = "EXAM")]
    exam: PathBuf,
}

/// Answers the questions whose answers the file does not hold yet, with the weights of this file and with
/// `settings`. Each search begins with an empty table. An interrupt ends it after the searches under way; the same
/// arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not an exam, holds answers of another candidate or exam, or
/// weights for another rule, or memory is short.
pub fn take(
    args: &TakeArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let exam = Exam::read(&args.exam)?;
    let rule = exam.rule;
    let config = brain::configure_for(&[rule], weights, settings)?;
    let setting = Setting::new([("exam", exam.name()), ("nodes", args.nodes.to_string())]);
    let setting = setting.with_engine([rule], &config, settings);
    let (mut writer, found) = ExamWriter::of_answers(&args.output, &setting)?;
    let known = found.map(|found| found.answers).unwrap_or_default();
    let is_open = |question: &&Question| !known.contains_key(&question.number);
    let open: Vec<&Question> = exam.first(args.questions).filter(is_open).collect();
    let config = EngineConfig { threads: 1, ..config };
    let mut progress = Progress::new(progress, open.len(), "questions")?;
    let stop = on_interrupt()?;
    let find = |engine: &mut Engine, question: &&Question| {
        answer(engine, &config, rule, question, args.nodes).map(Some)
    };
    let keep = |found: Answer, progress: &mut Progress| {
        writer.append(&found)?;
        progress.count(1)
    };
    in_order(&open, args.jobs, &stop, &mut progress, find, keep)
}
