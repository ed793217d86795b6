//! What an exam says of two candidates.

use std::io::Write;

use serde::Serialize;

use super::mark::Known;
use super::paired::{Comparison, Paired};
use crate::setting::Setting;

/// Elo that wrong moves cost, and divergence, each per one: 32 for one move in a hundred and 3.1 for 0.001, fitted
/// to the games of docs/experiments.md.
const WRONG_MOVES: f64 = 3200.0;
const DIVERGENCE: f64 = 3100.0;

/// The marks of one group of questions.
#[derive(Debug, Default)]
struct Marks {
    wrong_moves: Paired,
    divergence: Paired,
    regret: Paired,
    proofs: Paired,
}

/// The marks of two candidates.
#[derive(Debug)]
pub(super) struct Report {
    base: String,
    new: String,
    unproven: Marks,
    proven: Marks,
    all: Marks,
}

/// The same as programs read it; a mark is `null` where it does not apply.
#[derive(Debug, Serialize)]
struct Json<'a> {
    base: &'a str,
    new: &'a str,
    unproven: JsonMarks,
    proven: JsonMarks,
    all: JsonMarks,
    elo: JsonElo,
}

#[derive(Debug, Serialize)]
struct JsonMarks {
    questions: u32,
    wrong_moves: Option<Comparison>,
    divergence: Option<Comparison>,
    regret: Option<Comparison>,
    proofs: Option<Comparison>,
}

/// What the marks of all questions are worth.
#[derive(Debug, Serialize)]
struct JsonElo {
    wrong_moves: Option<Elo>,
    divergence: Option<Elo>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct Elo {
    difference: f64,
    standard_error: f64,
}

impl Elo {
    /// What a mark is worth that costs so much per one.
    fn of(mark: &Paired, cost: f64) -> Option<Self> {
        let found = mark.comparison()?;
        let [difference, standard_error] =
            [0.0 - found.difference, found.standard_error].map(|it| it * cost);
        Some(Self { difference, standard_error })
    }
}

impl Report {
    /// The report of candidates of these settings, still without marks.
    pub fn new(base: &Setting, new: &Setting) -> Self {
        Self {
            base: base.to_string(),
            new: new.to_string(),
            unproven: Marks::default(),
            proven: Marks::default(),
            all: Marks::default(),
        }
    }

    fn groups(&mut self, known: Known) -> [&mut Marks; 2] {
        let group = if known == Known::Unproven { &mut self.unproven } else { &mut self.proven };
        [group, &mut self.all]
    }

    /// Adds how far the values of base and new are from the truth.
    pub fn add_divergence(&mut self, known: Known, [base, new]: [f64; 2]) {
        for marks in self.groups(known) {
            marks.divergence.add(base, new);
        }
    }

    /// Adds 1 or 0 for a wrong or a right move, and what it costs in expected score.
    pub fn add_move(&mut self, known: Known, wrong: [f64; 2], regret: [f64; 2]) {
        for marks in self.groups(known) {
            marks.wrong_moves.add(wrong[0], wrong[1]);
            marks.regret.add(regret[0], regret[1]);
        }
    }

    /// Adds 1 where what the truth proves is proved, else 0.
    pub fn add_proof(&mut self, [base, new]: [f64; 2]) {
        for marks in self.groups(Known::Won) {
            marks.proofs.add(base, new);
        }
    }

    fn elo(&self) -> JsonElo {
        JsonElo {
            wrong_moves: Elo::of(&self.all.wrong_moves, WRONG_MOVES),
            divergence: Elo::of(&self.all.divergence, DIVERGENCE),
        }
    }

    /// By how many Elo the new candidate is better: the mean of what the wrong moves and the divergence say.
    pub fn mean_elo(&self) -> f64 {
        let JsonElo { wrong_moves, divergence } = self.elo();
        let found: Vec<f64> =
            [wrong_moves, divergence].into_iter().flatten().map(|elo| elo.difference).collect();
        found.iter().sum::<f64>() / found.len().max(1) as f64
    }

    /// Writes one line of JSON.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print_json(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        let marks = |marks: &Marks| JsonMarks {
            questions: marks.divergence.count,
            wrong_moves: marks.wrong_moves.comparison(),
            divergence: marks.divergence.comparison(),
            regret: marks.regret.comparison(),
            proofs: marks.proofs.comparison(),
        };
        let json = Json {
            base: &self.base,
            new: &self.new,
            unproven: marks(&self.unproven),
            proven: marks(&self.proven),
            all: marks(&self.all),
            elo: self.elo(),
        };
        Ok(writeln!(out, "{}", serde_json::to_string(&json)?)?)
    }

    /// Writes a table.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn print(&self, out: &mut dyn Write) -> anyhow::Result<()> {
        writeln!(out, "base: {}\nnew:  {}\n", self.base, self.new)?;
        let columns = ["base", "new", "difference", "standard error"];
        let [base, new, difference, error] = columns;
        writeln!(out, "{:24}{base:>9}{new:>9}{difference:>12}{error:>16}", "")?;
        let groups = [("unproven", &self.unproven), ("proven", &self.proven), ("all", &self.all)];
        for (name, marks) in groups {
            let count = marks.divergence.count;
            writeln!(out, "{name}, {count} questions")?;
            let percent = (100.0, 1, " %");
            for (name, paired, unit) in [
                ("wrong moves", &marks.wrong_moves, percent),
                ("divergence", &marks.divergence, (1.0, 4, "")),
                ("regret", &marks.regret, (1.0, 4, "")),
                ("proofs found", &marks.proofs, percent),
            ] {
                if let Some(found) = paired.comparison() {
                    writeln!(out, "{}", row(name, &found, unit))?;
                }
            }
        }
        let JsonElo { wrong_moves, divergence } = self.elo();
        for (name, elo) in [("Elo by wrong moves", wrong_moves), ("Elo by divergence", divergence)]
        {
            if let Some(Elo { difference, standard_error }) = elo {
                writeln!(out, "{name:42}{difference:>+12.0}{standard_error:>16.0}")?;
            }
        }
        Ok(())
    }
}

/// A line of the table, its numbers times a factor, with so many digits and a unit.
fn row(name: &str, found: &Comparison, (factor, digits, unit): (f64, usize, &str)) -> String {
    let number = |value: f64| format!("{:.digits$}{unit}", factor * value);
    let difference = format!("{:+.digits$}{unit}", factor * found.difference);
    let [base, new, error] = [found.base, found.new, found.standard_error].map(number);
    format!("  {name:22}{base:>9}{new:>9}{difference:>12}{error:>16}")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Four unproven positions, two wins and a loss.
    fn report() -> Report {
        let setting = |text: &str| text.parse::<Setting>().expect("a setting");
        let mut report = Report::new(&setting("nodes=4096"), &setting("nodes=65536"));
        for (wrong, regret) in [
            ([1.0, 0.0], [0.25, 0.0]),
            ([1.0, 1.0], [0.05, 0.15]),
            ([0.0, 0.0], [0.0, 0.0]),
            ([1.0, 0.0], [0.1, 0.0]),
        ] {
            report.add_divergence(Known::Unproven, [0.5, 0.25]);
            report.add_move(Known::Unproven, wrong, regret);
        }
        for (known, proofs) in
            [(Known::Won, [0.0, 1.0]), (Known::Won, [1.0, 1.0]), (Known::Lost, [0.0; 2])]
        {
            report.add_divergence(known, [0.1, 0.1]);
            report.add_proof(proofs);
            if known == Known::Won {
                report.add_move(known, [0.0; 2], [0.0; 2]);
            }
        }
        report
    }

    #[test]
    fn the_table_is_the_one_that_a_hand_computes() {
        let mut out = Vec::new();
        report().print(&mut out).expect("memory");
        // The differences of wrong moves: -1, 0, 0, -1 of unproven positions, and 0, 0 of wins. Of all, the
        // mean is -1/3, the variance (2 - 6/9) / 5 = 0.2667, its error sqrt(0.2667 / 6) = 0.2108.
        let expected = "\
base: nodes=4096
new:  nodes=65536

                             base      new  difference  standard error
unproven, 4 questions
  wrong moves              75.0 %   25.0 %     -50.0 %          28.9 %
  divergence               0.5000   0.2500     -0.2500          0.0000
  regret                   0.1000   0.0375     -0.0625          0.0747
proven, 3 questions
  wrong moves               0.0 %    0.0 %      +0.0 %           0.0 %
  divergence               0.1000   0.1000     +0.0000          0.0000
  regret                   0.0000   0.0000     +0.0000          0.0000
  proofs found             33.3 %   66.7 %     +33.3 %          33.3 %
all, 7 questions
  wrong moves              50.0 %   16.7 %     -33.3 %          21.1 %
  divergence               0.3286   0.1857     -0.1429          0.0505
  regret                   0.0667   0.0250     -0.0417          0.0490
  proofs found             33.3 %   66.7 %     +33.3 %          33.3 %
Elo by wrong moves                               +1067             675
Elo by divergence                                 +443             157
";
        assert_eq!(String::from_utf8(out).expect("text"), expected);
    }

    #[test]
    fn json_has_the_same_numbers() {
        let mut out = Vec::new();
        report().print_json(&mut out).expect("memory");
        let json: serde_json::Value = serde_json::from_slice(&out).expect("one line");
        assert_eq!(json["new"], "nodes=65536");
        assert_eq!(json["all"]["questions"], 7);
        assert_eq!(json["unproven"]["wrong_moves"]["difference"], -0.5);
        assert_eq!(json["unproven"]["proofs"], serde_json::Value::Null);
        let error = json["all"]["wrong_moves"]["standard_error"].as_f64().expect("a number");
        assert!((error - 0.210_818_5).abs() < 1e-6, "{error}");
        let elo = |mark: &str| json["elo"][mark]["difference"].as_f64().expect(mark);
        assert!((elo("wrong_moves") - 1_066.666_667).abs() < 1e-4, "{json}");
        assert!((elo("divergence") - 442.857_143).abs() < 1e-4, "{json}");
        assert!((report().mean_elo() - 754.761_905).abs() < 1e-4, "{json}");
    }
}
