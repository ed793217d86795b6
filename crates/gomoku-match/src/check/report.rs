//! What is told of the checks: a line for each, for people or as JSON.

use std::fmt;
use std::io::{self, Write};

use serde::Serialize;

use super::finding::{Fault, Finding};

/// A line of the report.
#[derive(Debug, Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Event<'a> {
    /// A check was made.
    Check {
        number: usize,
        name: &'a str,
        about: &'a str,
        #[serde(flatten)]
        verdict: Verdict<'a>,
    },
    /// All were made.
    Summary(Counts),
}

#[derive(Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
enum Verdict<'a> {
    Pass { seen: &'a str },
    Fail { expected: &'a str, received: &'a str },
    Skip { reason: &'a str },
}

/// How many checks ended in which way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub(super) struct Counts {
    checks: usize,
    pass: usize,
    fail: usize,
    skip: usize,
}

impl Counts {
    /// Whether nothing has failed.
    pub(super) fn is_passed(self) -> bool {
        self.fail == 0
    }
}

/// Tells of each check as it ends.
pub(super) struct Reporter<'a> {
    out: &'a mut dyn Write,
    json: bool,
    counts: Counts,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(out: &'a mut dyn Write, json: bool) -> Self {
        Self { out, json, counts: Counts::default() }
    }

    /// Tells what a check has found.
    pub(super) fn tell(&mut self, name: &str, about: &str, finding: &Finding) -> io::Result<()> {
        let counts = &mut self.counts;
        let (count, verdict) = match finding {
            Ok(seen) => (&mut counts.pass, Verdict::Pass { seen }),
            Err(Fault::Failed { expected, received }) => {
                (&mut counts.fail, Verdict::Fail { expected, received })
            }
            Err(Fault::Skipped(reason)) => (&mut counts.skip, Verdict::Skip { reason }),
        };
        *count += 1;
        counts.checks += 1;
        let event = Event::Check { number: self.counts.checks, name, about, verdict };
        self.write(&event)
    }

    /// Tells how many there were.
    pub(super) fn end(mut self) -> io::Result<Counts> {
        self.write(&Event::Summary(self.counts))?;
        Ok(self.counts)
    }

    fn write(&mut self, event: &Event) -> io::Result<()> {
        if self.json {
            writeln!(self.out, "{}", serde_json::to_string(event)?)?;
        } else {
            writeln!(self.out, "{event}")?;
        }
        self.out.flush()
    }
}

impl fmt::Display for Event<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Check { number, name, verdict, .. } => match verdict {
                Verdict::Pass { seen: "" } => write!(f, "{number:3} PASS {name}"),
                Verdict::Pass { seen } => write!(f, "{number:3} PASS {name} ({seen})"),
                Verdict::Fail { expected, received } => {
                    write!(f, "{number:3} FAIL {name}: expected {expected}; received {received}")
                }
                Verdict::Skip { reason } => write!(f, "{number:3} SKIP {name}: {reason}"),
            },
            Self::Summary(Counts { checks, pass, fail, skip }) => {
                write!(f, "{checks} checks: {pass} PASS, {fail} FAIL, {skip} SKIP")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::finding::{failed, skipped};

    fn report(json: bool) -> (String, Counts) {
        let mut out = Vec::new();
        let mut reporter = Reporter::new(&mut out, json);
        let findings =
            [Ok("3 ms".into()), failed("OK", "nothing"), skipped("it may"), Ok(String::new())];
        for (finding, name) in findings.iter().zip(["a", "b", "c", "d"]) {
            reporter.tell(name, "what", finding).expect("a sink");
        }
        let counts = reporter.end().expect("a sink");
        (String::from_utf8(out).expect("text"), counts)
    }

    #[test]
    fn a_line_for_each_check() {
        let (text, counts) = report(false);
        let expected = "  1 PASS a (3 ms)\n  2 FAIL b: expected OK; received nothing\n  \
                        3 SKIP c: it may\n  4 PASS d\n4 checks: 2 PASS, 1 FAIL, 1 SKIP\n";
        assert_eq!(text, expected);
        assert!(!counts.is_passed());
    }

    #[test]
    fn json_has_the_same() {
        let (text, _) = report(true);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1],
            r#"{"event":"check","number":2,"name":"b","about":"what","verdict":"fail","expected":"OK","received":"nothing"}"#
        );
        assert_eq!(lines[4], r#"{"event":"summary","checks":4,"pass":2,"fail":1,"skip":1}"#);
    }
}
