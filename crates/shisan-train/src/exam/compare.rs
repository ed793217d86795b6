//! `exam compare`: two candidates beside the truth.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::ensure;

use super::answer::{Answer, value_of};
use super::file::{Answers, Exam, Part};
use super::mark::{Known, divergence, expected, is_proof};
use super::report::Report;
use super::writer::ExamWriter;
use crate::batch::{OnInterrupt, in_order};
use crate::progress::Progress;
use crate::setting::Setting;
use gomoku_match::{Finish, parse_jobs};
use gomoku_rules::Pos;
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::score::Score;

/// What to compare.
#[derive(Clone, Debug, clap::Args)]
pub struct CompareArgs {
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// Print JSON lines instead of text
    #[arg(long)]
    json: bool,
    /// The file of the exam, which gets the values of wrong moves
    #[arg(value_name = "EXAM")]
    exam: PathBuf,
    /// The answers of one candidate
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// The answers of another
    #[arg(value_name = "NEW")]
    new: PathBuf,
}

/// Nodes of the search that values a move.
const VALUE_NODES: u64 = 250_000;

/// Compares the answers of two candidates to the questions that both have answered and whose truth is known.
/// Moves whose value the exam does not hold yet are searched first, and kept there. An interrupt ends that
/// after the searches under way; the same arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not what it should be, or belongs to another exam, fewer than
/// two questions are common, or memory is short.
pub fn compare(
    args: &CompareArgs,
    on_interrupt: OnInterrupt,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let (mut writer, mut exam) = ExamWriter::of_exam(&args.exam)?;
    let [base, new] = [&args.base, &args.new].map(|path| answers_of(&exam, path));
    let (base, new) = (base?, new?);
    let has_all = |number: &&u32| {
        exam.questions.contains_key(number)
            && [&base, &new].iter().all(|answers| answers.answers.contains_key(number))
    };
    let common: Vec<u32> = exam.truth.keys().filter(has_all).copied().collect();
    ensure!(
        common.len() > 1,
        "{}: the truth of fewer than two questions that both have answered is known",
        args.exam.display()
    );

    let unknown: BTreeSet<(u32, Pos)> = common
        .iter()
        .flat_map(|number| {
            moves_to_value(&exam.truth[number], [&base, &new].map(|it| &it.answers[number]))
        })
        .filter(|known| !exam.values.contains_key(known))
        .collect();
    let unknown: Vec<(u32, Pos)> = unknown.into_iter().collect();
    if !unknown.is_empty() {
        let stop = on_interrupt()?;
        let config = EngineConfig { threads: 1, ..EngineConfig::default() };
        let setting = Setting::new([("nodes", VALUE_NODES.to_string())]);
        writer.begin(Part::Values, &setting.with_engine([exam.rule], &config, &[]))?;
        let mut progress = Progress::new(progress, unknown.len(), "moves to value")?;
        let (questions, rule) = (&exam.questions, exam.rule);
        let find = |engine: &mut Engine, &(number, pos): &(u32, Pos)| {
            value_of(engine, &config, rule, (&questions[&number], pos), VALUE_NODES).map(Some)
        };
        let values = &mut exam.values;
        let keep = |found: Answer, progress: &mut Progress| {
            writer.append(&found)?;
            values.insert((found.number, found.pos), found);
            progress.count(1)
        };
        if in_order(&unknown, args.jobs, &stop, &mut progress, find, keep)? == Finish::Interrupted {
            return Ok(Finish::Interrupted);
        }
    }

    let mut report = Report::new(&base.setting, &new.setting);
    for number in common {
        let answers = [&base, &new].map(|it| &it.answers[&number]);
        add(&mut report, &exam, &exam.truth[&number], answers);
    }
    if args.json {
        report.print_json(out)?;
    } else {
        report.print(out)?;
    }
    Ok(Finish::Complete)
}

/// The answers of a candidate to this exam.
fn answers_of(exam: &Exam, path: &Path) -> anyhow::Result<Answers> {
    let answers = Answers::read(path)?;
    let is_own = answers.setting.get("exam") == Some(&exam.name());
    ensure!(is_own, "{}: answers to another exam", path.display());
    Ok(answers)
}

/// The moves whose values decide what the answers cost: other moves than that of the truth and, for a fair
/// comparison, that one.
fn moves_to_value(truth: &Answer, answers: [&Answer; 2]) -> Vec<(u32, Pos)> {
    let known = Known::of(truth);
    let others = answers.into_iter().map(|answer| answer.pos).filter(|&pos| pos != truth.pos);
    let mut moves: Vec<Pos> = if known == Known::Lost { Vec::new() } else { others.collect() };
    if !moves.is_empty() && known == Known::Unproven {
        moves.push(truth.pos);
    }
    moves.into_iter().map(|pos| (truth.number, pos)).collect()
}

/// Adds the marks of two answers.
pub(super) fn add(report: &mut Report, exam: &Exam, truth: &Answer, answers: [&Answer; 2]) {
    let known = Known::of(truth);
    let value = |pos: Pos| exam.values.get(&(truth.number, pos)).map(|answer| answer.score);
    let best = if known == Known::Won { Some(truth.score) } else { value(truth.pos) };
    let is_proved =
        |answer: &Answer| answer.score.is_win() || value(answer.pos).is_some_and(Score::is_win);
    let keeps_win = |answer: &Answer| known == Known::Won && is_proved(answer);
    let is_wrong = |answer: &Answer| answer.pos != truth.pos && !keeps_win(answer);
    let regret = |answer: &Answer| {
        let values = best.zip(value(answer.pos)).filter(|_| is_wrong(answer));
        values.map_or(0.0, |(best, value)| expected(best) - expected(value))
    };
    let marks = |mark: &dyn Fn(&Answer) -> f64| answers.map(mark);
    report.add_divergence(known, marks(&|it| divergence(truth.score, it.score)));
    if known != Known::Unproven {
        report.add_proof(marks(&|it| f64::from(u8::from(is_proof(truth.score, it.score)))));
    }
    if known != Known::Lost {
        report.add_move(known, marks(&|it| f64::from(u8::from(is_wrong(it)))), marks(&regret));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use serde_json::Value;

    #[test]
    fn a_move_that_is_right_costs_nothing() {
        let question = |number| format!("{number} h8=29993 9").parse::<Answer>().expect("a win");
        let other = |number, score: i32| format!("{number} h9={score} 9").parse().expect("a value");
        let mut exam = Exam {
            rule: gomoku_rules::Rule::Freestyle,
            setting: Setting::default(),
            questions: BTreeMap::new(),
            truth_setting: None,
            truth: (1..=2).map(|number| (number, question(number))).collect(),
            values: BTreeMap::new(),
        };
        let setting = Setting::default();
        let marks = |exam: &Exam, score: i32| {
            let mut report = Report::new(&setting, &setting);
            for (number, truth) in &exam.truth {
                let answer: Answer = other(*number, score);
                add(&mut report, exam, truth, [truth, &answer]);
            }
            let mut printed = Vec::new();
            report.print_json(&mut printed).expect("memory");
            let json: Value = serde_json::from_slice(&printed).expect("JSON");
            ["wrong_moves", "regret"].map(|mark| json["all"][mark]["new"].clone())
        };
        // The search that values the move does not find the win that the answer proves.
        exam.values
            .extend((1..=2).map(|number| ((number, other(number, 100).pos), other(number, 100))));
        assert_eq!(marks(&exam, 29_981), [0.0, 0.0].map(Value::from));
        let wrong = marks(&exam, 90).map(|mark| mark.as_f64().expect("a mark"));
        assert!(wrong.iter().all(|&mark| mark > 0.0), "{wrong:?}");
    }
}
