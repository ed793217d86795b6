//! Records made by the engine on several threads, each on the disk as soon as it is there.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use anyhow::Context;
use rayon::prelude::*;

use super::progress::Progress;
use super::record::Record;
use gomoku_match::Finish;
use gomoku_match::disk::Lines;
use gomoku_rules::{Board, Rule};
use shisan_engine::engine::{Engine, EngineConfig, SearchRequest};
use shisan_engine::search::{Clock, Limits, SearchResult};

/// What is called when the inputs are read: from then on an interrupt sets what it returns. Before, there
/// is nothing to lose, and an interrupt ends the program at once.
pub type OnInterrupt<'a> = &'a dyn Fn() -> anyhow::Result<Arc<AtomicBool>>;

/// Bytes of the transposition table of an engine.
const HASH: u64 = 4 << 20;

/// What became of an item.
pub(super) enum Made {
    /// A record, and how many positions it is worth.
    Record(Record, usize),
    /// Nothing worth a record.
    Nothing,
    /// It was stopped.
    Stopped,
}

/// Makes what `items` name, each with an engine that knows nothing of the others, and appends the records
/// to `lines`. Once `stop` is set no other item is begun.
///
/// # Errors
/// What `make` reports, or when the file cannot be written or threads cannot be started.
pub(super) fn make_all<T: Sync>(
    items: &[T],
    jobs: usize,
    config: &EngineConfig,
    stop: &AtomicBool,
    lines: &mut Lines,
    progress: &mut Progress,
    make: impl Fn(&mut Engine, &T) -> anyhow::Result<Made> + Sync,
) -> anyhow::Result<Finish> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(16 << 20)
        .build()
        .context("cannot start the threads")?;
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..config.clone() };
    let output = Mutex::new((lines, &mut *progress));
    pool.install(|| {
        items.par_iter().with_max_len(1).try_for_each_init(Engine::default, |engine, item| {
            if stop.load(Ordering::Relaxed) {
                return Ok(());
            }
            engine.configure(config.clone()).map_err(anyhow::Error::msg)?;
            engine.new_game();
            let product = make(engine, item)?;
            let mut output = output.lock().map_err(|_| anyhow::anyhow!("a thread has failed"))?;
            let (lines, progress) = &mut *output;
            match product {
                Made::Record(record, positions) => {
                    lines.append(&record.to_string())?;
                    progress.count(positions)
                }
                Made::Nothing => progress.count(0),
                Made::Stopped => Ok(()),
            }
        })
    })?;
    Ok(if progress.is_complete() { Finish::Complete } else { Finish::Interrupted })
}

/// A search; it has no score where the solvers have used up the nodes.
pub(super) fn search(
    engine: &mut Engine,
    board: &Board,
    rule: Rule,
    nodes: u64,
) -> Option<SearchResult> {
    let clock = Clock::unlimited();
    let limits = Limits { depth: None, nodes: Some(nodes) };
    let request = SearchRequest::best_move(board, rule, limits, &clock);
    engine.search(&request, &mut |_| {})
}
