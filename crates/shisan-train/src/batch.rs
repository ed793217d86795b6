//! Records made by the engine on several threads, each on the disk as soon as it is there.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Sender};
use std::thread;

use anyhow::Context;

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
/// Bytes of the stack of a thread.
const STACK: usize = 16 << 20;

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
/// to `lines` in the order of the items. Once `stop` is set no other item is begun.
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
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..config.clone() };
    let make = |engine: &mut Engine, item: &T| {
        engine.configure(config.clone()).map_err(anyhow::Error::msg)?;
        engine.new_game();
        make(engine, item)
    };
    let keep = |made, progress: &mut Progress| match made {
        Made::Record(record, positions) => {
            lines.append(&record.to_string())?;
            progress.count(positions)
        }
        Made::Nothing => progress.count(0),
        Made::Stopped => Ok(()),
    };
    in_order(items, jobs, stop, progress, make, keep)
}

/// Makes a product of each item on several threads, and keeps the products in the order of the items: the
/// same items leave the same file. Once `stop` is set no other item is begun.
///
/// # Errors
/// What `make` and `keep` report, or when threads cannot be started.
pub(super) fn in_order<T: Sync, P: Send>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    progress: &mut Progress,
    make: impl Fn(&mut Engine, &T) -> anyhow::Result<P> + Sync,
    mut keep: impl FnMut(P, &mut Progress) -> anyhow::Result<()>,
) -> anyhow::Result<Finish> {
    let next = AtomicUsize::new(0);
    let (sender, products) = mpsc::channel();
    let work = |sender: Sender<(usize, anyhow::Result<P>)>| {
        let mut engine = Engine::default();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            // Nobody listens any more once something has failed.
            if sender.send((index, make(&mut engine, item))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            let (sender, builder) = (sender.clone(), thread::Builder::new().stack_size(STACK));
            builder.spawn_scoped(scope, || work(sender)).context("cannot start the threads")?;
        }
        drop(sender);
        let (mut early, mut due) = (BTreeMap::new(), 0);
        for (index, product) in products {
            early.insert(index, product?);
            while let Some(product) = early.remove(&due) {
                keep(product, progress)?;
                due += 1;
            }
        }
        anyhow::Ok(())
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
