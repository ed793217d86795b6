//! The arguments that every fit to training games takes.

use std::path::PathBuf;

use super::checkpoint::{Checkpoint, checkpoint_path};
use super::games::lambda;
use gomoku_match::rule;
use gomoku_rules::Rule;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// What to fit to, and where the product goes.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct FitArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    pub rule: Rule,
    /// Weight of the game's result in the target, 0 to 1; the rest is the searched score
    #[arg(long, default_value_t = 0.5, value_parser = lambda)]
    pub lambda: f32,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Accept games of different settings, or of unknown ones beside others
    #[arg(long)]
    pub mixed: bool,
    /// Continue from the checkpoint that a killed run of the same command has left
    #[arg(long)]
    pub resume: bool,
    /// The file of weights to write; loss curves and checkpoint are named after it
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Files of training games
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<PathBuf>,
}

impl FitArgs {
    /// The checkpoint of a killed run with `--resume`, if there is one, else a new one. `settings` are all that
    /// decides the product.
    ///
    /// # Errors
    /// When it cannot be read, is damaged, or belongs to another fit.
    pub fn checkpoint<S: Serialize + DeserializeOwned>(
        &self,
        settings: String,
    ) -> anyhow::Result<Checkpoint<S>> {
        if self.resume {
            Checkpoint::resume(&checkpoint_path(&self.output), settings)
        } else {
            Ok(Checkpoint::new(settings))
        }
    }
}
