//! Fits that may be killed: after each epoch a checkpoint and the curves of the losses are on the disk.

use std::fmt::{self, Write as _};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use super::checkpoint::Checkpoint;
use super::fit::{Course, Lesson, Losses, Progress, fit};
use super::model::Parameters;
use gomoku_match::chart::{Chart, Level, Point, Series};
use gomoku_match::disk::replace;

/// The fits of a product, one after the other.
pub(super) struct Run<'a> {
    course: Course,
    /// The product's file.
    output: &'a Path,
    checkpoint: Checkpoint,
    names: Vec<&'static str>,
}

/// What came of a fit.
pub(super) struct Fitted {
    pub numbers: Vec<f32>,
    /// The loss on the games held back, before and after.
    before: f64,
    after: f64,
}

impl fmt::Display for Fitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.5} ({:.5} before)", self.after, self.before)
    }
}

impl<'a> Run<'a> {
    pub fn new(course: Course, output: &'a Path, checkpoint: Checkpoint) -> Self {
        Self { course, output, checkpoint, names: Vec::new() }
    }

    /// Goes on with the next fit to its end, and tells of each epoch.
    ///
    /// # Errors
    /// When there is nothing to learn from, or a file cannot be written.
    pub fn fit<L: Lesson>(
        &mut self,
        name: &'static str,
        parameters: &Parameters,
        taught: &[L],
        held: &[L],
        told: &mut (dyn Write + Send),
    ) -> anyhow::Result<Fitted> {
        let is_enough = !taught.is_empty() && !held.is_empty();
        ensure!(is_enough, "too few games: none to learn from, or none to hold back");
        let index = self.names.len();
        self.names.push(name);
        if self.checkpoint.fits.len() == index {
            self.checkpoint.fits.push(Progress::new(parameters, taught, held));
        }
        let mut progress = self.checkpoint.fits[index].clone();
        fit(parameters, taught, held, self.course, &mut progress, &mut |progress| {
            self.checkpoint.fits[index].clone_from(progress);
            self.save()?;
            let epoch = progress.epochs();
            let Losses { taught, held_back } = progress.losses[epoch];
            writeln!(told, "{name} {epoch}: {taught:.5} taught, {held_back:.5} held back")?;
            Ok(())
        })?;
        let (numbers, losses) = progress.best();
        let [before, after] = [progress.losses[0].held_back, losses.held_back];
        Ok(Fitted { numbers: numbers.to_vec(), before, after })
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
        Checkpoint::path(self.output)
    }

    /// Writes the checkpoint and the curves.
    fn save(&self) -> anyhow::Result<()> {
        self.checkpoint.save(&self.checkpoint_path())?;
        let mut table = "fit,epoch,taught,held back\n".to_owned();
        for (name, progress) in self.names.iter().zip(&self.checkpoint.fits) {
            for (epoch, Losses { taught, held_back }) in progress.losses.iter().enumerate() {
                writeln!(table, "{name},{epoch},{taught:.6},{held_back:.6}")?;
            }
            let path = self.output.with_extension(format!("{name}.svg"));
            replace(&path, chart(name, progress).to_string().as_bytes())?;
        }
        replace(&self.output.with_extension("csv"), table.as_bytes())
    }
}

/// The losses of a fit by epoch, and the least one on the games held back.
fn chart(name: &str, progress: &Progress) -> Chart {
    let series = |name: &str, loss: fn(&Losses) -> f64| {
        let point = |(epoch, losses)| Point { x: epoch as f64, y: loss(losses), error: 0.0 };
        let points = progress.losses.iter().enumerate().map(point).collect();
        Series { name: name.to_owned(), points }
    };
    let (_, least) = progress.best();
    Chart {
        title: format!("Loss of the {name} fit"),
        x_label: "epoch".to_owned(),
        y_label: "loss".to_owned(),
        series: vec![
            series("games taught", |losses| losses.taught),
            series("games held back", |losses| losses.held_back),
        ],
        levels: vec![Level {
            name: format!("the least of these, {:.5}", least.held_back),
            y: least.held_back,
        }],
    }
}
