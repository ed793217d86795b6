//! The settings of rounds.

use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use gomoku_match::disk::read_text;
use gomoku_match::{Book, Sprt, parse_json, parse_match_time};
use gomoku_rules::{Rule, Size};
use serde::{Deserialize, Serialize};

/// The seeds of the games of a round; the next round has those behind them.
pub const SEEDS: u32 = 1_000_000;

/// What all rounds of a file have in common. Files are named as they are seen from the folder of the settings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    pub rule: String,
    /// Sides of the boards, which take turns.
    pub sizes: Vec<u32>,
    /// Games of a round, and nodes of their searches.
    pub games: u32,
    pub nodes: u64,
    /// Positions to label after variations of these games, and nodes of their searches.
    pub labels: u32,
    pub label_nodes: u64,
    /// How often a fit goes through its games.
    pub epochs: u32,
    /// Games of the rule to fit to as well, such as those of rounds before.
    pub older: Vec<PathBuf>,
    /// Games of any rule to begin the fit with.
    pub pretrain: Vec<PathBuf>,
    /// An exam that both networks take, and nodes of its searches.
    pub exam: Option<PathBuf>,
    pub exam_nodes: u64,
    /// Pairs of games of a match at most, on each board, and the time of a move; nodes if there is none.
    pub pairs: u32,
    pub match_time: Option<String>,
    pub match_nodes: u64,
    /// The test that ends a match.
    pub sprt: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rule: Rule::Freestyle.to_string(),
            sizes: vec![15],
            games: 6000,
            nodes: 6000,
            labels: 150_000,
            label_nodes: 6000,
            epochs: 12,
            older: Vec::new(),
            pretrain: Vec::new(),
            exam: None,
            exam_nodes: 16_384,
            pairs: 800,
            match_time: None,
            match_nodes: 20_000,
            sprt: "elo0=0,elo1=10".to_owned(),
        }
    }
}

impl Settings {
    /// Reads the settings; what the file leaves out has its default.
    ///
    /// # Errors
    /// When it cannot be read, is not JSON, or names what there is not; with its name.
    pub fn read(file: &Path) -> anyhow::Result<Self> {
        let text = read_text(file)?;
        Self::parse(&text).with_context(|| file.display().to_string())
    }

    /// The rule of all games.
    pub fn rule(&self) -> anyhow::Result<Rule> {
        self.rule.parse().map_err(|error| anyhow!("`rule`: {error}"))
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        // Serde reads an array as the fields in their order, all of which have defaults.
        ensure!(text.trim_start().starts_with('{'), "expected a JSON object");
        let settings: Self = parse_json(text)?;
        let Self { sizes, games, nodes, labels, label_nodes, epochs, .. } = &settings;
        let Self { exam_nodes, pairs, match_time, match_nodes, sprt, .. } = &settings;
        let rule = settings.rule()?;
        ensure!(!sizes.is_empty(), "`sizes` names no board");
        for (index, &side) in sizes.iter().enumerate() {
            ensure!(!sizes[..index].contains(&side), "`sizes`: {side} is named twice");
            let size = Size::new(side, side).map_err(|error| anyhow!("`sizes`: {error}"))?;
            let (openings, _) = Book::shipped(rule, size)?;
            let has_openings = openings.into_openings().len() > 1;
            ensure!(has_openings, "`sizes`: {side}: there are no openings for boards below 15x15");
        }
        for (name, count) in [
            ("games", u64::from(*games)),
            ("nodes", *nodes),
            ("labels", u64::from(*labels)),
            ("label_nodes", *label_nodes),
            ("epochs", u64::from(*epochs)),
            ("exam_nodes", *exam_nodes),
            ("pairs", u64::from(*pairs)),
            ("match_nodes", *match_nodes),
        ] {
            ensure!(count > 0, "`{name}` is 0");
        }
        ensure!(*games <= SEEDS, "`games`: expected {SEEDS} at most");
        sprt.parse::<Sprt>().map_err(|error| anyhow!("`sprt`: {error}"))?;
        if let Some(time) = match_time {
            parse_match_time(time).map_err(|error| anyhow!("`match_time`: {error}"))?;
        }
        let files = [("older", &settings.older[..]), ("pretrain", &settings.pretrain)];
        for (name, files) in files.into_iter().chain([("exam", settings.exam.as_slice())]) {
            let is_empty = files.iter().any(|file| file.as_os_str().is_empty());
            ensure!(!is_empty, "`{name}`: the name of a file is empty");
        }
        Ok(settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_an_object() {
        for text in ["[]", "[\"renju\"]", ""] {
            let error = Settings::parse(text).expect_err(text).to_string();
            assert_eq!(error, "expected a JSON object", "{text}");
        }
        assert!(Settings::parse(" {}\n").is_ok());
    }
}
