//! The sequential probability ratio test: when a match has shown enough.
//!
//! The test compares the likeliest distributions of the results under two strengths, H0 and H1 (the
//! generalised log-likelihood ratio, LLR), and ends where the LLR leaves its bounds.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::stats::likelihood::{Hypothesis, log_ratios};
use crate::stats::results::{Counts, NORMALISED};

/// The scale of the two strengths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Model {
    /// Logistic Elo: a mean score.
    #[default]
    Logistic,
    /// Normalised Elo: a mean score in standard deviations, so that bounds mean the same number of
    /// games for every share of draws and split pairs.
    Normalized,
}

impl Model {
    /// The name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Logistic => "logistic",
            Self::Normalized => "normalized",
        }
    }
}

/// What a test has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum SprtVerdict {
    /// The strength is taken to be `elo0` or less.
    H0,
    /// The strength is taken to be `elo1` or more.
    H1,
    /// More games are needed.
    #[serde(rename = "continue")]
    Continue,
}

/// A test of H0, "the first engine is `elo0` stronger", against H1, "it is `elo1` stronger".
///
/// Its text form is `elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic`; `alpha`, `beta` and `model`
/// may be left out and are then those, the order is free, and blanks may stand for commas.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

impl Sprt {
    /// The usual probability of either error.
    pub const ERROR: f64 = 0.05;
    /// The largest strength that can be asked about, in Elo of either model.
    pub const MAX_ELO: f64 = 500.0;

    /// A test that accepts H1 with probability `alpha` at most although H0 is true, and H0 with
    /// probability `beta` at most although H1 is true.
    ///
    /// # Errors
    /// A line that says which number is wrong.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64, model: Model) -> Result<Self, String> {
        let max = Self::MAX_ELO;
        for (key, elo) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-max..=max).contains(&elo) {
                return Err(format!("{key}={elo}: expected a strength from -{max} to {max}"));
            }
        }
        if elo0 >= elo1 {
            return Err(format!("elo0={elo0},elo1={elo1}: expected elo0 to be less than elo1"));
        }
        for (key, probability) in [("alpha", alpha), ("beta", beta)] {
            if !(probability > 0.0 && probability < 1.0) {
                return Err(format!("{key}={probability}: expected a probability between 0 and 1"));
            }
        }
        if alpha + beta >= 1.0 {
            return Err(format!("alpha={alpha},beta={beta}: expected a sum of less than 1"));
        }
        Ok(Self { elo0, elo1, alpha, beta, model })
    }

    /// The strength under H0, in Elo of the model.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The strength under H1, in Elo of the model.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The probability to accept H1 although H0 is true.
    pub const fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The probability to accept H0 although H1 is true.
    pub const fn beta(&self) -> f64 {
        self.beta
    }

    /// The scale of the strengths.
    pub const fn model(&self) -> Model {
        self.model
    }

    /// The LLR at which H0 is accepted and that at which H1 is accepted: ln(beta / (1 - alpha)) and
    /// ln((1 - beta) / alpha) (A. Wald).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0, over pairs when every game belongs to one, else over
    /// games; 0 without games. A class without results counts a thousandth of one, so that it stays
    /// finite.
    pub fn llr(&self, counts: &Counts) -> f64 {
        self.walk(counts).llr()
    }

    /// How much of the way to a bound is done: 1 at the upper bound, -1 at the lower one.
    pub fn fraction(&self, llr: f64) -> f64 {
        let (lower, upper) = self.bounds();
        if llr < 0.0 { -llr / lower } else { llr / upper }
    }

    /// What an LLR decides.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            SprtVerdict::H1
        } else if llr <= lower {
            SprtVerdict::H0
        } else {
            SprtVerdict::Continue
        }
    }

    /// How many more games the test takes on average if the results stay as they are:
    /// the mean time in which a Brownian motion with the mean and the variance of the LLR so far
    /// leaves the bounds. A guess as good as the strength is known, so a rough one early; `None`
    /// without games and when the test is over.
    pub fn games_left(&self, counts: &Counts) -> Option<f64> {
        let walk = self.walk(counts);
        let llr = walk.llr();
        if counts.games.total() == 0 || self.verdict(llr) != SprtVerdict::Continue {
            return None;
        }
        let (lower, upper) = self.bounds();
        let behind = if walk.mean < 0.0 { upper - llr } else { llr - lower };
        Some(walk.games * exit_time(walk.mean.abs(), walk.variance, behind, upper - lower))
    }

    fn walk(&self, counts: &Counts) -> Walk {
        if counts.is_paired() {
            self.walk_over(counts.pairs.classes(), 2.0)
        } else {
            self.walk_over(counts.games.classes(), 1.0)
        }
    }

    fn walk_over<const N: usize>(&self, classes: [u64; N], games: f64) -> Walk {
        if classes.iter().all(|&count| count == 0) {
            return Walk { units: 0.0, games, mean: 0.0, variance: 0.0 };
        }
        let counts = classes.map(|count| if count == 0 { 1e-3 } else { count as f64 });
        let units: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / units);
        let under_h0 = log_ratios(shares, self.hypothesis(self.elo0, games));
        let under_h1 = log_ratios(shares, self.hypothesis(self.elo1, games));
        let steps = || under_h0.iter().zip(under_h1).map(|(h0, h1)| h0 - h1).zip(shares);
        let mean: f64 = steps().map(|(step, share)| share * step).sum();
        let variance = steps().map(|(step, share)| share * (step - mean).powi(2)).sum();
        Walk { units, games, mean, variance }
    }

    /// `elo` as a hypothesis on results of this many games each.
    fn hypothesis(&self, elo: f64, games: f64) -> Hypothesis {
        match self.model {
            Model::Logistic => Hypothesis::Mean(1.0 / (1.0 + 10_f64.powf(-elo / 400.0))),
            Model::Normalized => Hypothesis::TValue(elo / NORMALISED * games.sqrt()),
        }
    }
}

/// The LLR as a sum of equal steps.
struct Walk {
    /// Steps: pairs or games.
    units: f64,
    /// Games in a step.
    games: f64,
    mean: f64,
    variance: f64,
}

impl Walk {
    fn llr(&self) -> f64 {
        self.units * self.mean
    }
}

/// The mean time in which a Brownian motion with `mean` (not negative) and `variance` leaves an
/// interval of `width`, when it starts `behind` above the lower end (A. Wald's equations).
fn exit_time(mean: f64, variance: f64, behind: f64, width: f64) -> f64 {
    let pull = 2.0 * mean / variance;
    if pull * width < 1e-4 {
        return behind * (width - behind) / variance;
    }
    let ahead = (-pull * behind).exp_m1() / (-pull * width).exp_m1();
    (ahead * width - behind) / mean
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0},elo1={elo1},alpha={alpha},beta={beta},model={}", model.name())
    }
}

impl FromStr for Sprt {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut numbers = [("elo0", None), ("elo1", None), ("alpha", None), ("beta", None)];
        let mut model = None;
        let fields = text.split(|c: char| c == ',' || c.is_whitespace());
        for field in fields.filter(|field| !field.is_empty()) {
            let Some((key, value)) = field.split_once('=') else {
                return Err(format!("{field:?}: expected KEY=VALUE, such as elo0=0,elo1=5"));
            };
            let is_new = if let Some((_, number)) = numbers.iter_mut().find(|(k, _)| *k == key) {
                let read = value.parse::<f64>().map_err(|_| format!("{field}: expected a number"));
                number.replace(read?).is_none()
            } else if key == "model" {
                model.replace(parse_model(value)?).is_none()
            } else {
                let keys = "elo0, elo1, alpha, beta or model";
                return Err(format!("unknown key {key:?}: expected {keys}"));
            };
            if !is_new {
                return Err(format!("{key} is given twice"));
            }
        }
        let [(_, elo0), (_, elo1), (_, alpha), (_, beta)] = numbers;
        let needed = |key| format!("{key} is missing: expected both, such as elo0=0,elo1=5");
        Self::new(
            elo0.ok_or_else(|| needed("elo0"))?,
            elo1.ok_or_else(|| needed("elo1"))?,
            alpha.unwrap_or(Self::ERROR),
            beta.unwrap_or(Self::ERROR),
            model.unwrap_or_default(),
        )
    }
}

fn parse_model(text: &str) -> Result<Model, String> {
    match text {
        "logistic" => Ok(Model::Logistic),
        "normalized" | "normalised" => Ok(Model::Normalized),
        _ => Err(format!("unknown model {text:?}: expected logistic or normalized")),
    }
}

impl TryFrom<String> for Sprt {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<Sprt> for String {
    fn from(sprt: Sprt) -> Self {
        sprt.to_string()
    }
}

#[cfg(test)]
mod tests;
