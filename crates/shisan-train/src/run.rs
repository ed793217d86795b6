//! Fits that may be killed: after each epoch a checkpoint and the loss curves are on the disk.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::Context;

use super::checkpoint::{Checkpoint, beside, checkpoint_path, lock_path};
use super::fit::{Example, FitOptions, FitState, Losses, fit};
use super::model::Parameters;
use gomoku_match::chart::{Chart, Level, Point, Series};
use gomoku_match::disk::{Lock, ensure_distinct, ensure_writable, replace, target};

/// Fails unless the product of `fits` and what is named after it, the loss curves and the checkpoint, can be
/// written without harm to the files that are `read`. Returns a lock: no other run makes the product meanwhile.
///
/// # Errors
/// With the name of the file.
pub(super) fn prepare_outputs<'a>(
    output: &Path,
    fits: &[&str],
    read: impl IntoIterator<Item = &'a PathBuf>,
) -> anyhow::Result<Lock> {
    let charts = fits.iter().map(|name| chart_path(output, name));
    let curves = charts.chain([beside(output, "csv")]);
    // First the file that was asked for: an error names it, where it cannot be written.
    let written: Vec<PathBuf> =
        [output.to_owned(), checkpoint_path(output)].into_iter().chain(curves).collect();
    // The lock is removed in the end.
    let lock = lock_path(&target(output));
    ensure_distinct(read, written.iter().chain([&lock]))?;
    written.iter().try_for_each(|path| ensure_writable(path))?;
    Lock::acquire(&lock)
}

pub(super) fn chart_path(output: &Path, fit: &str) -> PathBuf {
    beside(output, &format!("{fit}.svg"))
}

/// The fits of a product, one after the other.
pub(super) struct Run<'a> {
    options: FitOptions,
    /// The product's file.
    output: &'a Path,
    checkpoint: Checkpoint<FitState>,
    names: Vec<&'static str>,
}

/// The result of a fit.
pub(super) struct Fitted {
    pub weights: Vec<f32>,
    /// The validation loss, before and after.
    before: f64,
    after: f64,
}

impl fmt::Display for Fitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.5} ({:.5} before)", self.after, self.before)
    }
}

impl<'a> Run<'a> {
    pub fn new(options: FitOptions, output: &'a Path, checkpoint: Checkpoint<FitState>) -> Self {
        Self { options, output, checkpoint, names: Vec::new() }
    }

    /// Continues the next fit to its end, and prints the losses of each epoch.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn fit<E: Example>(
        &mut self,
        name: &'static str,
        parameters: &Parameters,
        training: &[E],
        validation: &[E],
        out: &mut (dyn Write + Send),
    ) -> anyhow::Result<Fitted> {
        let index = self.names.len();
        self.names.push(name);
        if self.checkpoint.fits.len() == index {
            self.checkpoint.fits.push(FitState::new(parameters, training, validation));
        }
        let mut state = self.checkpoint.fits[index].clone();
        fit(parameters, training, validation, self.options, &mut state, &mut |state| {
            self.checkpoint.fits[index].clone_from(state);
            self.save()?;
            let epoch = state.epochs();
            let Losses { training, validation } = state.losses[epoch];
            writeln!(out, "{name} {epoch}: training {training:.5}, validation {validation:.5}")?;
            Ok(())
        })?;
        if state.is_unchanged() {
            writeln!(out, "{name}: unchanged, no epoch lowered the validation loss")?;
        }
        let (weights, losses) = state.best();
        let [before, after] = [state.losses[0].validation, losses.validation];
        Ok(Fitted { weights: weights.to_vec(), before, after })
    }

    /// Removes the checkpoint: the product is written.
    ///
    /// # Errors
    /// When that fails.
    pub fn end(self) -> anyhow::Result<()> {
        let path = self.checkpoint_path();
        fs::remove_file(&path).with_context(|| path.display().to_string())
    }

    fn checkpoint_path(&self) -> PathBuf {
        checkpoint_path(self.output)
    }

    /// Writes the checkpoint and the curves.
    fn save(&self) -> anyhow::Result<()> {
        self.checkpoint.save(&self.checkpoint_path())?;
        let mut table = "fit,epoch,training,validation\n".to_owned();
        for (name, state) in self.names.iter().zip(&self.checkpoint.fits) {
            for (epoch, Losses { training, validation }) in state.losses.iter().enumerate() {
                writeln!(table, "{name},{epoch},{training:.6},{validation:.6}")?;
            }
            replace(
                &chart_path(self.output, name),
                chart(name, &state.losses, state.best().1.validation).to_string().as_bytes(),
            )?;
        }
        replace(&beside(self.output, "csv"), table.as_bytes())
    }
}

/// The losses of a fit by epoch, and the lowest validation loss.
pub(super) fn chart(name: &str, losses: &[Losses], lowest: f64) -> Chart {
    let series = |name: &str, loss: fn(&Losses) -> f64| {
        let point = |(epoch, losses)| Point { x: epoch as f64, y: loss(losses), error: 0.0 };
        let points = losses.iter().enumerate().map(point).collect();
        Series { name: name.to_owned(), points }
    };
    Chart {
        title: format!("Loss of the {name} fit"),
        x_label: "epoch".to_owned(),
        y_label: "loss".to_owned(),
        series: vec![
            series("training", |losses| losses.training),
            series("validation", |losses| losses.validation),
        ],
        levels: vec![Level { name: format!("lowest validation loss, {lowest:.5}"), y: lowest }],
    }
}
