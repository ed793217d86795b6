//! Files of exams and of answers.
//!
//! ```text
//! # shisan exam 1 questions: rule=renju seed=1 games=9f86d081884c7d65 ...
//! 1 game 15x15 h8i9j10g7 3fa1
//! # shisan exam 1 truth: nodes=1000000 weights=... second=... ...
//! 1 g9=35 14 90b2
//! # shisan exam 1 values: nodes=250000 ...
//! 1 g8=-12 11 07c1
//! ```
//!
//! A heading holds for the lines below it and says what decides them; the number is that of the format.
//! Questions come first. Their truth is the best move of a long search with its score and depth, values
//! are those of other moves. Files of their own hold the answers of a candidate, and the iterations of a
//! tuning with the Elo of each, `1 -12`. A score of 29993 is a win in 7 plies, -29992 a loss in 8. A line ends with a checksum: the last 16 bits of the FNV-1a
//! hash of what stands before it, in hexadecimal digits. Other lines that begin with `#` are comments.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::answer::Answer;
use super::question::Question;
use crate::packed::is_xz;
use crate::setting::Setting;
use gomoku_match::disk::{self, torn_line, whole_lines};
use gomoku_match::hash::fnv1a;
use gomoku_rules::{Pos, Rule};

/// How headings begin; the number of their format follows.
pub(super) const HEADING: &str = "# shisan exam ";

/// What the lines below a heading are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Questions,
    Truth,
    Values,
    Answers,
    Iterations,
}

impl Part {
    const ALL: [Self; 5] =
        [Self::Questions, Self::Truth, Self::Values, Self::Answers, Self::Iterations];

    const fn name(self) -> &'static str {
        match self {
            Self::Questions => "questions",
            Self::Truth => "truth",
            Self::Values => "values",
            Self::Answers => "answers",
            Self::Iterations => "iterations",
        }
    }

    pub(super) fn heading(self, setting: &Setting) -> String {
        format!("{HEADING}1 {}: {setting}", self.name())
    }
}

/// The lines below a heading, each with its number.
struct Section<'a> {
    part: Part,
    setting: Setting,
    lines: Vec<(usize, &'a str)>,
}

/// Reads a file and names a last line without an end, which [`sections`] leaves out.
fn read<T>(path: &Path, parse: impl Fn(&str) -> anyhow::Result<T>) -> anyhow::Result<T> {
    let name = path.display();
    ensure_unpacked(path)?;
    let text = disk::read_text(path)?;
    let found = parse(&text).with_context(|| name.to_string())?;
    if let Some(line) = torn_line(&text) {
        writeln!(io::stderr(), "left out: {name}: {line}")?;
    }
    Ok(found)
}

/// Refuses a file in xz, to which no line can be added.
pub(super) fn ensure_unpacked(path: &Path) -> anyhow::Result<()> {
    disk::ensure_regular(path)?;
    let mut start = Vec::new();
    // Without a file there is another error, or a new file.
    if let Ok(file) = File::open(path) {
        file.take(8).read_to_end(&mut start).with_context(|| path.display().to_string())?;
    }
    ensure!(!is_xz(&start), "{}: packed: unpack it first, by xz -dc", path.display());
    Ok(())
}

/// Takes a file apart.
fn sections(text: &str) -> anyhow::Result<Vec<Section<'_>>> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(whole_lines(text).lines()) {
        let name = || format!("line {number}");
        if let Some(heading) = line.strip_prefix(HEADING) {
            sections.push(section(heading).map_err(anyhow::Error::msg).with_context(name)?);
        } else if !line.starts_with('#') {
            let section = sections.last_mut().context("not the file of an exam")?;
            let body = checked(line)
                .with_context(|| format!("line {number}: damaged: its checksum does not fit"))?;
            section.lines.push((number, body));
        }
    }
    Ok(sections)
}

fn section(heading: &str) -> Result<Section<'_>, String> {
    let (title, setting) = heading.split_once(": ").unwrap_or((heading, ""));
    let (format, part) = title.split_once(' ').unwrap_or((title, ""));
    if format != "1" {
        return Err(format!("an exam of format {format}, which this version does not read"));
    }
    let part = Part::ALL.into_iter().find(|it| it.name() == part);
    let part = part.ok_or_else(|| format!("expected the heading of an exam, found {title:?}"))?;
    Ok(Section { part, setting: setting.parse()?, lines: Vec::new() })
}

pub(super) fn checksum(body: &str) -> String {
    format!("{:04x}", fnv1a(body.as_bytes()) & 0xFFFF)
}

/// A line without its checksum, if that fits.
fn checked(line: &str) -> Option<&str> {
    line.rsplit_once(' ').filter(|(body, sum)| checksum(body) == *sum).map(|(body, _)| body)
}

/// An exam.
#[derive(Debug)]
pub(super) struct Exam {
    pub rule: Rule,
    /// What the questions were drawn from.
    pub setting: Setting,
    /// By number.
    pub questions: BTreeMap<u32, Question>,
    /// How the truth was found, if it was.
    pub truth_setting: Option<Setting>,
    /// The best moves, by number.
    pub truth: BTreeMap<u32, Answer>,
    /// Moves that were valued by a search behind them.
    pub values: BTreeMap<(u32, Pos), Answer>,
}

impl Exam {
    /// Reads a file. A last line without an end is left out and named on standard error.
    ///
    /// # Errors
    /// When it cannot be read, or is not an exam.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        read(path, Self::parse)
    }

    pub(super) fn parse(text: &str) -> anyhow::Result<Self> {
        let mut sections = sections(text)?.into_iter();
        let first = sections.next().filter(|first| first.part == Part::Questions);
        let Section { setting, lines, .. } = first.context("not the file of an exam")?;
        let rule = setting.get("rule").context("the questions are of no rule")?;
        let rule = rule.parse::<Rule>().map_err(|error| anyhow::anyhow!("{error}"))?;
        let mut exam = Self {
            rule,
            setting,
            questions: BTreeMap::new(),
            truth_setting: None,
            truth: BTreeMap::new(),
            values: BTreeMap::new(),
        };
        exam.add_questions(&lines)?;
        for section in sections {
            exam.add(&section)?;
        }
        Ok(exam)
    }

    fn add_questions(&mut self, lines: &[(usize, &str)]) -> anyhow::Result<()> {
        for &(line, body) in lines {
            let question = Question::parse(body, self.rule);
            let question = question.map_err(|reason| anyhow::anyhow!("line {line}: {reason}"))?;
            insert(&mut self.questions, question.number, question, line)?;
        }
        Ok(())
    }

    fn add(&mut self, section: &Section) -> anyhow::Result<()> {
        match section.part {
            Part::Questions => {
                ensure!(self.setting == section.setting, "questions of two exams");
                return self.add_questions(&section.lines);
            }
            Part::Truth => {
                let setting = self.truth_setting.get_or_insert(section.setting.clone());
                ensure!(*setting == section.setting, "truth of two settings");
            }
            Part::Values => {}
            Part::Answers | Part::Iterations => {
                bail!("{}, where an exam is expected", section.part.name())
            }
        }
        for (line, answer) in answers(section)? {
            let number = answer.number;
            if section.part == Part::Truth {
                insert(&mut self.truth, number, answer, line)?;
            } else {
                insert(&mut self.values, (number, answer.pos), answer, line)?;
            }
        }
        Ok(())
    }

    /// The questions up to the number of `most`.
    pub fn first(&self, most: Option<u32>) -> impl Iterator<Item = &Question> {
        let last = most.unwrap_or(u32::MAX);
        self.questions.range(..=last).map(|(_, question)| question)
    }

    /// A word for the questions.
    pub fn name(&self) -> String {
        format!("{:016x}", fnv1a(self.setting.to_string().as_bytes()))
    }
}

/// Checks that two candidates for `rule` can be compared by the exam of a file.
///
/// # Errors
/// When it cannot be read, is not an exam of this rule, or the truth of fewer than two questions is known.
pub fn check_exam(path: &Path, rule: Rule) -> anyhow::Result<()> {
    let (exam, name) = (Exam::read(path)?, path.display());
    ensure!(exam.rule == rule, "{name}: an exam of {}, not of {rule}", exam.rule);
    let known = exam.truth.keys().filter(|&number| exam.questions.contains_key(number)).count();
    ensure!(known > 1, "{name}: the truth of fewer than two questions is known");
    Ok(())
}

/// The answers of a section, each with the number of its line.
fn answers(section: &Section) -> anyhow::Result<Vec<(usize, Answer)>> {
    let read = |&(line, body): &(usize, &str)| {
        let answer = body.parse().map_err(|reason| anyhow::anyhow!("line {line}: {reason}"))?;
        Ok((line, answer))
    };
    section.lines.iter().map(read).collect()
}

/// Adds what a line says. Lines below a heading that is damaged belong to the section before it and may
/// contradict that.
fn insert<K: Ord, V: PartialEq>(
    known: &mut BTreeMap<K, V>,
    key: K,
    value: V,
    line: usize,
) -> anyhow::Result<()> {
    let is_new = known.get(&key).is_none_or(|known| *known == value);
    ensure!(is_new, "line {line}: a line before it says otherwise");
    known.insert(key, value);
    Ok(())
}

/// The answers of a candidate.
#[derive(Debug)]
pub(super) struct Answers {
    /// What the candidate is.
    pub setting: Setting,
    /// By number.
    pub answers: BTreeMap<u32, Answer>,
}

impl Answers {
    /// Reads a file. A last line without an end is left out and named on standard error.
    ///
    /// # Errors
    /// When it cannot be read, or holds other things than the answers of one candidate.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        read(path, |text| Self::parse(text)?.context("no answers"))
    }

    pub(super) fn parse(text: &str) -> anyhow::Result<Option<Self>> {
        let mut all: Option<Self> = None;
        for section in sections(text)? {
            ensure!(section.part == Part::Answers, "an exam, where answers are expected");
            let new = Self { setting: section.setting.clone(), answers: BTreeMap::new() };
            let all = all.get_or_insert(new);
            ensure!(all.setting == section.setting, "answers of two candidates");
            for (line, answer) in answers(&section)? {
                insert(&mut all.answers, answer.number, answer, line)?;
            }
        }
        Ok(all)
    }
}

/// The Elo of each iteration of the tuning of this setting.
pub(super) fn iterations(text: &str, setting: &Setting) -> anyhow::Result<Vec<i32>> {
    let mut all = Vec::new();
    for section in sections(text)? {
        ensure!(section.part == Part::Iterations, "not the iterations of a tuning");
        if let Some(difference) = section.setting.difference(setting) {
            bail!("holds another tuning, {difference}: write to another file");
        }
        for &(line, body) in &section.lines {
            let due = format!("{} ", all.len() + 1);
            let elo = body.strip_prefix(&due).and_then(|elo| elo.parse().ok());
            all.push(elo.with_context(|| format!("line {line}: expected iteration {due}"))?);
        }
    }
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTING: &str = "rule=renju seed=1 build=1";

    /// A file of these lines; those below headings get their checksums.
    fn file(lines: &[&str]) -> String {
        let whole = |line: &&str| {
            if line.starts_with('#') {
                format!("{line}\n")
            } else {
                format!("{line} {}\n", checksum(line))
            }
        };
        lines.iter().map(whole).collect()
    }

    fn exam() -> String {
        let heading = format!("# shisan exam 1 questions: {SETTING}");
        file(&[
            &heading,
            "1 game 15x15 h8i9",
            "2 search 15x15 h8i9j9",
            "# shisan exam 1 truth: nodes=900 build=1",
            "1 j10=-35 14",
            "# a remark",
            "# shisan exam 1 values: nodes=100 build=2",
            "1 g7=-60 9",
            &heading,
            "5 win 15x15 h8i9j9k9",
            "# shisan exam 1 truth: nodes=900 build=1",
            "5 g8=29993 11",
        ])
    }

    #[test]
    fn parts_may_follow_each_other_in_any_order() {
        let exam = Exam::parse(&exam()).expect("an exam");
        assert_eq!(exam.rule, Rule::Renju);
        assert!(exam.questions.keys().eq([&1, &2, &5]));
        assert!(exam.truth.keys().eq([&1, &5]));
        assert_eq!(exam.truth[&5].score.mate_distance(), Some(7));
        let values: Vec<String> = exam.values.values().map(Answer::to_string).collect();
        assert_eq!(values, ["1 g7=-60 9"]);
        assert_eq!(exam.first(Some(4)).count(), 2);
    }

    #[test]
    fn a_damaged_file_is_refused_with_the_line() {
        let (text, questions) = (exam(), format!("# shisan exam 1 questions: {SETTING}"));
        let refusal = |text: &str| format!("{:#}", Exam::parse(text).expect_err(text));
        assert_eq!(refusal(""), "not the file of an exam");
        assert_eq!(refusal("h8i9\n"), "not the file of an exam");
        let damaged = text.replacen("j10=-35", "j10=-36", 1);
        assert_eq!(refusal(&damaged), "line 5: damaged: its checksum does not fit");
        let later = text.replacen("exam 1 truth", "exam 2 truth", 1);
        assert!(
            refusal(&later).starts_with("line 4: an exam of format 2, "),
            "{}",
            refusal(&later)
        );
        let other = text.replacen("exam 1 truth", "exam 1 fruit", 1);
        assert!(refusal(&other).starts_with("line 4: expected the heading of an exam"));
        let illegal = file(&[&questions, "1 game 15x15 h8h8"]);
        assert!(refusal(&illegal).starts_with("line 2: move 2: "), "{}", refusal(&illegal));
        let mixed = text.clone() + "# shisan exam 1 truth: nodes=800 build=1\n";
        assert_eq!(refusal(&mixed), "truth of two settings");
        let mixed = text.clone() + "# shisan exam 1 questions: rule=renju seed=2\n";
        assert_eq!(refusal(&mixed), "questions of two exams");
        let answers = "# shisan exam 1 answers: exam=1 nodes=9\n";
        assert_eq!(refusal(answers), "not the file of an exam");
        assert!(refusal(&(text.clone() + answers)).starts_with("answers, where an exam"));
        let error = format!("{:#}", Answers::parse(&text).expect_err("an exam"));
        assert_eq!(error, "an exam, where answers are expected");
    }

    #[test]
    fn lines_below_a_damaged_heading_replace_nothing() {
        let text = exam();
        assert!(Exam::parse(&(text.clone() + &file(&["5 g8=29993 11"]))).is_ok(), "said again");
        let refusal = |text: &str| format!("{:#}", Exam::parse(text).expect_err(text));
        let damaged = text.replacen("# shisan exam 1 values", "# shisan_exam 1 values", 1);
        assert_eq!(refusal(&damaged), "line 8: a line before it says otherwise");
        let heading = format!("# shisan exam 1 questions: {SETTING}");
        let twice = text + &file(&[&heading, "5 win 15x15 h8i9j9k10"]);
        assert_eq!(refusal(&twice), "line 14: a line before it says otherwise");
        let answers = ["# shisan exam 1 answers: exam=1 nodes=9", "1 h8=3 9", "1 h9=3 9"];
        let error = Answers::parse(&file(&answers)).expect_err("two answers").to_string();
        assert_eq!(error, "line 3: a line before it says otherwise");
    }

    #[test]
    fn a_file_cut_anywhere_is_one_with_fewer_lines() {
        let text = exam();
        let first = text.find('\n').expect("lines") + 1;
        for end in first..text.len() {
            let exam = Exam::parse(&text[..end]).expect("an exam");
            let whole = text[..end].lines().count() - usize::from(!text[..end].ends_with('\n'));
            let headings = text.lines().take(whole).filter(|line| line.starts_with('#')).count();
            let lines = exam.questions.len() + exam.truth.len() + exam.values.len();
            assert_eq!(lines, whole - headings, "{end}");
        }
    }
}
