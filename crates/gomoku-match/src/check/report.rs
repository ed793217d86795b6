//! The report: a line for each check, as text or as JSON.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::definition::{Check, Severity};
use super::result::{CheckResult, NotPassed};

/// A line of the report.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum ReportLine<'a> {
    /// A check has run.
    Check {
        number: usize,
        name: &'a str,
        severity: Severity,
        about: &'a str,
        #[serde(flatten)]
        verdict: Verdict<'a>,
    },
    /// All have run.
    Summary(Counts),
}

#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum Verdict<'a> {
    Pass { seen: &'a str },
    Fail { expected: &'a str, received: &'a str },
    Skip { reason: &'a str },
}

impl<'a> Verdict<'a> {
    fn of(result: &'a CheckResult) -> Self {
        match result {
            Ok(seen) => Self::Pass { seen },
            Err(NotPassed::Failed { expected, received }) => Self::Fail { expected, received },
            Err(NotPassed::Skipped(reason)) => Self::Skip { reason },
        }
    }

    fn word(&self) -> &'static str {
        match self {
            Self::Pass { .. } => "PASS",
            Self::Fail { .. } => "FAIL",
            Self::Skip { .. } => "SKIP",
        }
    }

    /// What follows the name of the check.
    fn detail(&self) -> String {
        match self {
            Self::Pass { seen: "" } => String::new(),
            Self::Pass { seen } => format!(" ({seen})"),
            Self::Fail { expected, received } => {
                format!(": expected {expected}; received {received}")
            }
            Self::Skip { reason } => format!(": {reason}"),
        }
    }
}

/// The verdict on one line, for a log that names the check already.
pub(super) fn verdict_line(result: &CheckResult) -> String {
    let verdict = Verdict::of(result);
    format!("{}{}", verdict.word(), verdict.detail())
}

/// How many checks ended with each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    checks: usize,
    pass: usize,
    fail: usize,
    skip: usize,
    /// Those that failed, by their severity.
    failed: BySeverity,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
struct BySeverity {
    required: usize,
    expected: usize,
    advised: usize,
}

impl BySeverity {
    fn of(&mut self, severity: Severity) -> &mut usize {
        match severity {
            Severity::Required => &mut self.required,
            Severity::Expected => &mut self.expected,
            Severity::Advised => &mut self.advised,
        }
    }
}

/// Such as ` (1 required, 2 advised)`; empty if nothing has failed.
impl fmt::Display for BySeverity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { required, expected, advised } = self;
        let counts = [(required, "required"), (expected, "expected"), (advised, "advised")];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| **count > 0)
            .map(|(count, severity)| format!("{count} {severity}"))
            .collect();
        if counts.is_empty() { Ok(()) } else { write!(f, " ({})", counts.join(", ")) }
    }
}

impl Counts {
    /// Whether no check of this severity or a higher one has failed.
    pub(super) fn is_passed(self, least: Severity) -> bool {
        let BySeverity { required, expected, advised } = self.failed;
        match least {
            Severity::Advised => required + expected + advised == 0,
            Severity::Expected => required + expected == 0,
            Severity::Required => required == 0,
        }
    }
}

/// Reports each check as it ends.
pub(super) struct Reporter<'a> {
    out: &'a mut dyn Write,
    json: bool,
    counts: Counts,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(out: &'a mut dyn Write, json: bool) -> Self {
        Self { out, json, counts: Counts::default() }
    }

    /// Reports the result of a check.
    pub(super) fn report(&mut self, check: &Check, result: &CheckResult) -> io::Result<()> {
        let counts = &mut self.counts;
        let Check { severity, ref name, ref about, .. } = *check;
        let verdict = Verdict::of(result);
        *match verdict {
            Verdict::Pass { .. } => &mut counts.pass,
            Verdict::Fail { .. } => {
                *counts.failed.of(severity) += 1;
                &mut counts.fail
            }
            Verdict::Skip { .. } => &mut counts.skip,
        } += 1;
        counts.checks += 1;
        let number = self.counts.checks;
        let line = ReportLine::Check { number, name, severity, about, verdict };
        self.write(&line)
    }

    /// Reports the counts.
    pub(super) fn finish(mut self) -> io::Result<Counts> {
        self.write(&ReportLine::Summary(self.counts))?;
        Ok(self.counts)
    }

    fn write(&mut self, line: &ReportLine) -> io::Result<()> {
        if self.json {
            writeln!(self.out, "{}", serde_json::to_string(line)?)?;
        } else {
            writeln!(self.out, "{line}")?;
        }
        self.out.flush()
    }
}

impl fmt::Display for ReportLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { number, name, severity, verdict, .. } => {
                let is_failed = matches!(verdict, Verdict::Fail { .. });
                let severity = if is_failed { format!(" ({severity})") } else { String::new() };
                write!(f, "{number:3} {} {name}{severity}{}", verdict.word(), verdict.detail())
            }
            Self::Summary(Counts { checks, pass, fail, skip, failed }) => {
                write!(f, "{checks} checks: {pass} PASS, {fail} FAIL{failed}, {skip} SKIP")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::result::{failed, skipped};

    fn report(json: bool) -> (String, Counts) {
        let mut out = Vec::new();
        let mut reporter = Reporter::new(&mut out, json);
        let results = [
            (Severity::Required, Ok("3 ms".into())),
            (Severity::Expected, failed("OK", "nothing")),
            (Severity::Expected, skipped("it may")),
            (Severity::Required, Ok(String::new())),
            (Severity::Advised, failed("a", "b")),
        ];
        for ((severity, result), name) in results.iter().zip(["a", "b", "c", "d", "e"]) {
            let check = Check::new(*severity, name, "what", |_| Ok(String::new()));
            reporter.report(&check, result).expect("a sink");
        }
        let counts = reporter.finish().expect("a sink");
        (String::from_utf8(out).expect("text"), counts)
    }

    #[test]
    fn a_line_for_each_check() {
        let (text, counts) = report(false);
        let expected = "  1 PASS a (3 ms)\n  2 FAIL b (expected): expected OK; received nothing\n  \
                        3 SKIP c: it may\n  4 PASS d\n  5 FAIL e (advised): expected a; received b\n\
                        5 checks: 2 PASS, 2 FAIL (1 expected, 1 advised), 1 SKIP\n";
        assert_eq!(text, expected);
        let severities = [Severity::Advised, Severity::Expected, Severity::Required];
        assert_eq!(severities.map(|least| counts.is_passed(least)), [false, false, true]);
    }

    #[test]
    fn json_has_the_same() {
        let (text, _) = report(true);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1],
            r#"{"event":"check","number":2,"name":"b","severity":"expected","about":"what","verdict":"fail","expected":"OK","received":"nothing"}"#
        );
        assert_eq!(
            lines[5],
            r#"{"event":"summary","checks":5,"pass":2,"fail":2,"skip":1,"failed":{"required":0,"expected":1,"advised":1}}"#
        );
    }
}
