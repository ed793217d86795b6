//! The parameters that a session may change: one row each.

use std::time::Duration;

use gomoku_rules::Rule;
use shisan_engine::engine::Level;

use super::args::GtpArgs;
use super::syntax::{SYNTAX_ERROR, number};

/// How to search.
#[derive(Clone, Debug)]
pub struct Settings {
    pub nodes: Option<u64>,
    pub turn_time: Option<Duration>,
    /// Lines of an analysis.
    pub lines: u32,
    /// In Elo; `None` is full strength.
    pub level: Option<i64>,
    pub seed: u64,
}

/// A parameter.
pub struct Parameter {
    /// KataGo's name, where it has the parameter.
    pub name: &'static str,
    get: fn(&Settings) -> String,
    set: fn(&mut Settings, &str) -> Result<(), String>,
}

/// All of them.
pub const PARAMETERS: [Parameter; 5] = [
    Parameter {
        name: "maxVisits",
        get: |settings| or_none(settings.nodes),
        set: |settings, word| {
            settings.nodes = unless_none(word, positive)?;
            Ok(())
        },
    },
    Parameter {
        name: "maxTime",
        get: |settings| or_none(settings.turn_time.map(|time| time.as_secs_f64())),
        set: |settings, word| {
            settings.turn_time = unless_none(word, seconds)?;
            Ok(())
        },
    },
    Parameter {
        name: "lines",
        get: |settings| settings.lines.to_string(),
        set: |settings, word| {
            settings.lines = positive(word)?;
            Ok(())
        },
    },
    Parameter {
        name: "level",
        get: |settings| or_none(settings.level),
        set: |settings, word| {
            let level = unless_none(word, number)?;
            level.map(|elo| Level::new(elo, settings.seed)).transpose()?;
            settings.level = level;
            Ok(())
        },
    },
    Parameter {
        name: "seed",
        get: |settings| settings.seed.to_string(),
        set: |settings, word| {
            settings.seed = number(word)?;
            Ok(())
        },
    },
];

impl From<&GtpArgs> for Settings {
    fn from(args: &GtpArgs) -> Self {
        Self {
            nodes: args.nodes.map(Into::into),
            turn_time: args.turn_time,
            lines: u32::try_from(args.lines.get()).unwrap_or(u32::MAX),
            level: args.level,
            seed: args.seed,
        }
    }
}

impl Parameter {
    /// The parameter of this name.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_name(name: &str) -> Result<&'static Self, String> {
        let found = PARAMETERS.iter().find(|it| it.name.eq_ignore_ascii_case(name));
        found.ok_or_else(|| format!("unknown parameter {name}"))
    }

    /// Its value as text.
    pub fn get(&self, settings: &Settings) -> String {
        (self.get)(settings)
    }

    /// Changes it.
    ///
    /// # Errors
    /// When it has no such value; the settings stay as they were.
    pub fn set(&self, settings: &mut Settings, word: &str) -> Result<(), String> {
        (self.set)(settings, word)
    }
}

/// Reads a rule as KataGomo, KataGo for five in a row, names it: `FREESTYLE`.
///
/// # Errors
/// When it is none.
pub fn rule(word: &str) -> Result<Rule, String> {
    word.parse().map_err(|error: gomoku_rules::ParseRuleError| error.to_string())
}

fn or_none(value: Option<impl ToString>) -> String {
    value.map_or("none".to_owned(), |value| value.to_string())
}

fn unless_none<T>(
    word: &str,
    read: impl FnOnce(&str) -> Result<T, String>,
) -> Result<Option<T>, String> {
    if word.eq_ignore_ascii_case("none") { Ok(None) } else { read(word).map(Some) }
}

fn positive<T: std::str::FromStr + PartialOrd + From<u8>>(word: &str) -> Result<T, String> {
    let number: T = number(word)?;
    if number >= T::from(1) { Ok(number) } else { Err(SYNTAX_ERROR.to_owned()) }
}

fn seconds(word: &str) -> Result<Duration, String> {
    let seconds = Duration::try_from_secs_f64(number(word)?);
    let year = Duration::from_secs(365 * 24 * 3600);
    seconds.ok().filter(|time| *time <= year).ok_or_else(|| SYNTAX_ERROR.to_owned())
}
