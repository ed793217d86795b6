//! Other weights and parameters than the built-in ones, for the subcommands that use the engine.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use gomoku_rules::Rule;
use shisan_engine::brain;
use shisan_engine::engine::EngineConfig;

/// Levels that shells offer; those between are as good.
pub const LEVELS: [&str; 22] = [
    "100", "200", "300", "400", "500", "600", "700", "800", "900", "1000", "1100", "1200", "1300",
    "1400", "1500", "1600", "1700", "1800", "1900", "2000", "2100", "2200",
];

/// What this program's engine plays with.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct EngineArgs {
    /// Use the weights of this file for their rule
    #[arg(long, value_name = "FILE")]
    weights: Option<PathBuf>,
    /// Set a parameter of the search, such as `futility_margin=90` for all rules or
    /// `renju.futility_margin=90` for one; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE")]
    settings: Vec<String>,
}

impl EngineArgs {
    /// The configuration of an engine that plays with them.
    pub fn config(&self) -> anyhow::Result<EngineConfig> {
        brain::configure(self.weights.as_deref(), &self.settings)
    }

    /// The same for an engine that plays this rule alone.
    pub fn config_for(&self, rule: Rule) -> anyhow::Result<EngineConfig> {
        brain::configure_for(&[rule], self.weights.as_deref(), &self.settings)
    }

    /// The file of weights, if one is named.
    pub fn weights(&self) -> Option<&Path> {
        self.weights.as_deref()
    }

    /// The parameters that are set.
    pub fn settings(&self) -> &[String] {
        &self.settings
    }
}

/// What this program's engine plays with, and the book that it plays from.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayerArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// Play from this book, made by `shisan book`, in games of its rule and board size
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
}

impl PlayerArgs {
    /// The configuration of an engine that plays with them.
    pub fn config(&self) -> anyhow::Result<EngineConfig> {
        let mut config = self.engine.config()?;
        brain::set_book(&mut config, self.book.as_deref())?;
        Ok(config)
    }
}

/// The same options where they would reach no engine.
#[derive(Clone, Debug, clap::Args)]
pub struct MisplacedArgs {
    #[arg(long, hide = true)]
    weights: Option<PathBuf>,
    #[arg(long = "set", hide = true)]
    settings: Vec<String>,
}

impl MisplacedArgs {
    /// Says where they belong, if they are given.
    pub fn refuse(&self) -> anyhow::Result<()> {
        ensure!(
            self.weights.is_none() && self.settings.is_empty(),
            "--weights and --set belong into the command of an engine, as in --engine \
             new=\"shisan brain --set futility_margin=90\""
        );
        Ok(())
    }
}

/// What the brain plays with that is started unless another is named.
#[derive(Clone, Debug, clap::Args)]
pub struct OwnBrainArgs {
    /// Use the weights of this file for their rule
    #[arg(long, value_name = "FILE", conflicts_with = "brain")]
    weights: Option<PathBuf>,
    /// Set a parameter of the search, such as `futility_margin=90` for all rules or
    /// `renju.futility_margin=90` for one; may be repeated
    #[arg(long = "set", value_name = "NAME=VALUE", conflicts_with = "brain")]
    settings: Vec<String>,
}

impl OwnBrainArgs {
    /// The options of the command of a brain that plays these rules alone, checked.
    pub fn options(&self, rules: &[Rule]) -> anyhow::Result<Vec<String>> {
        brain::configure_for(rules, self.weights.as_deref(), &self.settings)?;
        let mut options = Vec::new();
        if let Some(file) = &self.weights {
            // Brains may be started in other folders.
            let path = std::path::absolute(file)?;
            let path = path.to_str().context("a path that is not UTF-8")?.to_owned();
            options.extend(["--weights".to_owned(), path]);
        }
        for setting in &self.settings {
            options.extend(["--set".to_owned(), setting.clone()]);
        }
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use shisan_engine::engine::Level;

    use super::*;

    #[test]
    fn shells_offer_levels_that_there_are() {
        let levels = (Level::MIN..=Level::MAX).step_by(100).map(|elo| elo.to_string());
        assert!(levels.eq(LEVELS.map(str::to_owned)));
    }
}
