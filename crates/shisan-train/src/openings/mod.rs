//! The `openings` subcommand: openings that searches find balanced, for matches.

mod args;
mod candidates;
mod file;
mod level;
#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::io::Write;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::ensure;

use crate::batch::{OnInterrupt, in_order};
use crate::progress::Progress;
pub use args::OpeningsArgs;
use candidates::candidates;
use file::OpeningsFile;
use gomoku_match::Finish;
use gomoku_rules::{Board, Symmetry};
use level::Test;
use shisan_engine::brain;
use shisan_engine::engine::Engine;

/// Candidates that are dealt out together.
const BATCH: usize = 1024;

/// Makes the openings that `args` ask for and the file does not hold yet, one a line as Gomocup offsets from
/// the centre, and each on the disk as soon as it is found. The engine searches with the weights of
/// this file and with `settings`. An opening depends on the arguments and the engine alone, however many jobs run; none
/// is the symmetric image of another. An interrupt ends it after the searches under way; the same arguments
/// continue.
///
/// # Errors
/// When the file cannot be read or written or holds other openings, when the weights are for another rule,
/// when memory or threads are short, or when too many candidates in a row gave no opening. The openings
/// written before are good.
pub fn openings(
    args: &OpeningsArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let config = &brain::configure_for(&[args.rule], weights, settings)?;
    let mut candidates = candidates(args)?;
    let (mut file, boards) = OpeningsFile::open(args, config, settings)?;
    if let Some(last) = boards.last() {
        let is_last = |board: &Board| board.stones() == last.stones();
        let name = args.output.display();
        ensure!(candidates.any(|it| is_last(&it)), "{name}: its last opening is no candidate");
    }
    let mut known: HashSet<_> = boards.iter().map(Symmetry::canonical).collect();
    let missing = (args.count as usize).saturating_sub(known.len());
    if missing == 0 {
        return Ok(Finish::Complete);
    }
    let mut progress = Progress::new(progress, missing, "openings")?;
    let stop = on_interrupt()?;
    let test = Test::new(args, config, Arc::clone(&stop));
    let mut attempts = 0;
    while !stop.load(Ordering::Relaxed) {
        let batch: Vec<Board> = candidates.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            progress.end("no more candidates")?;
            return Ok(Finish::Complete);
        }
        let find = |engine: &mut Engine, board: &Board| {
            let passes = test.passes(engine, board)?;
            Ok(passes.map(|passes| passes.then(|| board.clone())))
        };
        let keep = |found: Option<Board>, progress: &mut Progress| {
            if progress.is_complete() {
                return Ok(());
            }
            attempts += 1;
            if let Some(board) = found
                && known.insert(Symmetry::canonical(&board))
            {
                file.append(&board)?;
                progress.count(attempts)?;
                attempts = 0;
                if progress.is_complete() {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            ensure!(
                attempts < args.max_attempts,
                "--max-attempts {attempts}: so many candidates in a row gave no new balanced opening: found \
                 {} of {}; raise it, --max-eval or the board's size",
                known.len(),
                args.count
            );
            Ok(())
        };
        in_order(&batch, args.jobs, &stop, &mut progress, find, keep)?;
    }
    Ok(if progress.is_complete() { Finish::Complete } else { Finish::Interrupted })
}
