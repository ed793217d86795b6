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
}

/// Makes what `items` name, each with an engine that knows nothing of the others, and appends the records
/// to `lines`, as [`in_order`] does.
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
    make: impl Fn(&mut Engine, &T) -> anyhow::Result<Option<Made>> + Sync,
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
    };
    in_order(items, jobs, stop, progress, make, keep)
}

/// Makes a product of each item on several threads, and keeps the products in the order of the items: the
/// same items leave the same file. Once `stop` is set no other item is begun. `make` returns `None` for an item
/// that was cut off; what comes behind that is dropped, so that a file without it goes on with it.
///
/// # Errors
/// What `make` and `keep` report, or when threads cannot be started.
pub(super) fn in_order<T: Sync, P: Send>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    progress: &mut Progress,
    make: impl Fn(&mut Engine, &T) -> anyhow::Result<Option<P>> + Sync,
    mut keep: impl FnMut(P, &mut Progress) -> anyhow::Result<()>,
) -> anyhow::Result<Finish> {
    let next = AtomicUsize::new(0);
    let (sender, products) = mpsc::channel();
    let work = |sender: Sender<(usize, anyhow::Result<Option<P>>)>| {
        let mut engine = Engine::default();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            // Nobody listens any more once something has failed or was cut off.
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
                let Some(product) = product else { return Ok(()) };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_kept_behind_an_item_that_was_cut_off() {
        let stop = AtomicBool::new(false);
        let mut silent = Vec::new();
        let mut progress = Progress::new(&mut silent, 8, "items").expect("a bar");
        let make = |_: &mut Engine, &item: &usize| {
            // The third waits for the interrupt, which comes when the fifth is done.
            while item == 2 && !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            stop.fetch_or(item == 4, Ordering::Relaxed);
            Ok((item != 2).then_some(item))
        };
        let mut kept = Vec::new();
        let keep = |item, progress: &mut Progress| {
            kept.push(item);
            progress.count(1)
        };
        let items: Vec<usize> = (0..8).collect();
        let finish = in_order(&items, 2, &stop, &mut progress, make, keep).expect("threads");
        assert_eq!((finish, kept), (Finish::Interrupted, vec![0, 1]));
    }
}
