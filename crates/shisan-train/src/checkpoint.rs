//! Checkpoints: the state of fits after the last complete epoch.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use gomoku_match::disk::{read_text, replace};
use gomoku_match::parse_json;

/// The content of a checkpoint file, JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Checkpoint<S> {
    schema: u32,
    /// All that decides the product.
    settings: String,
    /// The state of each fit, in their order.
    pub fits: Vec<S>,
}

const SCHEMA: u32 = 2;

impl<S: Serialize + DeserializeOwned> Checkpoint<S> {
    /// Before the first epoch.
    pub fn new(settings: String) -> Self {
        Self { schema: SCHEMA, settings, fits: Vec::new() }
    }

    /// Reads the checkpoint of a fit with these settings; without a file it is the start.
    ///
    /// # Errors
    /// When the file cannot be read, is damaged, or belongs to another fit.
    pub fn resume(path: &Path, settings: String) -> anyhow::Result<Self> {
        let name = || path.display().to_string();
        if !path.exists() {
            return Ok(Self::new(settings));
        }
        let text = read_text(path)?;
        let found: Self =
            parse_json(&text).with_context(|| format!("{}: not a checkpoint", name()))?;
        ensure!(found.schema == SCHEMA, "{}: a checkpoint of another version", name());
        ensure!(
            found.settings == settings,
            "{} belongs to another fit ({}): remove it, or leave out --resume",
            name(),
            found.settings
        );
        Ok(found)
    }

    /// Writes the file.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        replace(path, serde_json::to_string(self)?.as_bytes())
    }
}

/// Where the checkpoint of the fits for the file `output` lies.
pub(super) fn checkpoint_path(output: &Path) -> PathBuf {
    beside(output, "checkpoint")
}

/// The lock that keeps other runs from making the file `output`.
pub(super) fn lock_path(output: &Path) -> PathBuf {
    beside(output, "lock")
}

/// The name of a file of the run that makes `output`: `new.csv` for `new.bin`, `rate-0.5.csv` for `rate-0.5`.
pub(super) fn beside(output: &Path, extension: &str) -> PathBuf {
    if output.extension().is_some_and(|it| it == "bin") {
        return output.with_extension(extension);
    }
    let mut name = output.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::FitState;

    #[test]
    fn files_of_a_product_belong_to_it_alone() {
        for (output, expected) in [
            ("fits/new.bin", "fits/new.csv"),
            ("rate-0.5", "rate-0.5.csv"),
            ("rate-0.7", "rate-0.7.csv"),
            ("rate-0.5.bin", "rate-0.5.csv"),
            ("new.weights", "new.weights.csv"),
        ] {
            assert_eq!(beside(Path::new(output), "csv"), Path::new(expected));
        }
    }

    #[test]
    fn only_the_checkpoint_of_the_same_fit_is_taken() {
        let path = std::env::temp_dir().join(format!("shisan-checkpoint-{}", std::process::id()));
        drop(std::fs::remove_file(&path));
        let resume = |settings: &str| Checkpoint::<FitState>::resume(&path, settings.to_owned());
        assert!(resume("a").expect("none yet").fits.is_empty());
        Checkpoint::<FitState>::new("a".to_owned()).save(&path).expect("disk space");
        assert!(resume("a").is_ok());
        let refusal = |settings: &str| format!("{:#}", resume(settings).expect_err("no other"));
        assert!(refusal("b").contains("belongs to another fit (a)"), "{}", refusal("b"));
        let whole = std::fs::read(&path).expect("a file");
        for length in [0, 1, whole.len() - 1] {
            std::fs::write(&path, &whole[..length]).expect("disk space");
            assert!(refusal("a").contains("not a checkpoint"), "{length}");
        }
        std::fs::remove_file(&path).expect("a file");
    }
}
