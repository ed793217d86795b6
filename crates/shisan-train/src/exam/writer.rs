//! Files of exams, answers and tunings that are open for more lines.

use std::path::Path;

use anyhow::{Context, bail, ensure};

use super::file::{Answers, Exam, HEADING, Part, checksum, ensure_unpacked, iterations};
use crate::setting::Setting;
use gomoku_match::disk::{self, Lines};

/// A file of this kind that is open for more lines.
#[derive(Debug)]
pub(super) struct ExamWriter {
    lines: Lines,
    /// The last heading.
    heading: Option<String>,
}

impl ExamWriter {
    /// Opens the file, or creates it; also returns its text.
    fn open(path: &Path) -> anyhow::Result<(Self, String)> {
        ensure_unpacked(path)?;
        let (lines, text) = Lines::resume_text(path)?;
        ensure!(lines.is_begun_by(HEADING)?, "{}: not the file of an exam", path.display());
        let heading = text.lines().rfind(|line| line.starts_with(HEADING)).map(str::to_owned);
        Ok((Self { lines, heading }, text))
    }

    /// Opens an exam for more questions of this setting, or starts it; also returns what it holds.
    ///
    /// # Errors
    /// When it is in use, cannot be written, or holds another exam.
    pub fn of_questions(path: &Path, setting: &Setting) -> anyhow::Result<(Self, Option<Exam>)> {
        let name = path.display();
        let (writer, text) = Self::open(path)?;
        let exam = if text.is_empty() { None } else { Some(Exam::parse(&text)) };
        let exam = exam.transpose().with_context(|| name.to_string())?;
        if let Some(difference) = exam.as_ref().and_then(|it| it.setting.difference(setting)) {
            bail!("{name} holds another exam, {difference}: write to another file");
        }
        Ok((writer, exam))
    }

    /// Opens an exam for more of its truth, or of its values.
    ///
    /// # Errors
    /// When it is in use, cannot be written, is not an exam, or holds truth of another setting.
    pub fn of_exam(path: &Path) -> anyhow::Result<(Self, Exam)> {
        disk::ensure_regular(path)?;
        ensure!(path.exists(), "{}: there is no such file", path.display());
        let (writer, text) = Self::open(path)?;
        let exam = Exam::parse(&text).with_context(|| path.display().to_string())?;
        Ok((writer, exam))
    }

    /// Opens a file for more answers of the candidate of this setting, or starts it; also returns what it
    /// holds.
    ///
    /// # Errors
    /// When it is in use, cannot be written, or holds answers of another candidate.
    pub fn of_answers(path: &Path, setting: &Setting) -> anyhow::Result<(Self, Option<Answers>)> {
        let name = path.display();
        let (mut writer, text) = Self::open(path)?;
        let found = Answers::parse(&text).with_context(|| name.to_string())?;
        if let Some(difference) = found.as_ref().and_then(|it| it.setting.difference(setting)) {
            bail!("{name} holds answers of another candidate, {difference}: write to another file");
        }
        writer.begin(Part::Answers, setting)?;
        Ok((writer, found))
    }

    /// Opens a file for more iterations of the tuning of this setting, or starts it; also returns the Elo of
    /// those that it holds, in their order.
    ///
    /// # Errors
    /// When it is in use, cannot be written, or holds iterations of another tuning.
    pub fn of_iterations(path: &Path, setting: &Setting) -> anyhow::Result<(Self, Vec<i32>)> {
        let name = path.display();
        let (mut writer, text) = Self::open(path)?;
        let found = iterations(&text, setting).with_context(|| name.to_string())?;
        writer.begin(Part::Iterations, setting)?;
        Ok((writer, found))
    }

    /// Writes the heading of the lines to come, unless it is the last one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn begin(&mut self, part: Part, setting: &Setting) -> anyhow::Result<()> {
        let heading = part.heading(setting);
        if self.heading.as_ref() != Some(&heading) {
            self.lines.append(&heading)?;
            self.heading = Some(heading);
        }
        Ok(())
    }

    /// Removes a file that this run has created and nothing was written to.
    pub fn remove_if_unused(self) {
        self.lines.remove_if_unused();
    }

    /// Appends a line; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, line: &impl ToString) -> anyhow::Result<()> {
        let body = line.to_string();
        self.lines.append(&format!("{body} {}", checksum(&body))).map(drop)
    }
}
