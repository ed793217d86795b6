//! `book expand`: a book grows by searches, the most promising position first.

use std::fs::OpenOptions;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Context;
use gomoku_match::progress::bar;
use gomoku_match::{Finish, counted, parse_jobs, rule};
use gomoku_rules::{Board, CellNames, Coords, Pos, Rule, Size};
use shisan_engine::book::encode;
use shisan_engine::engine::{AnalysisOptions, Engine, EngineConfig, SearchRequest, processors};
use shisan_engine::search::{Clock, Limits, PvInfo, SearchInfo};

use super::graph::{Found, Graph};
use super::write::{BookWriter, lock, merge, named, open};
use crate::engine_args::EngineArgs;
use crate::host::stop_on_interrupt;
use crate::position::play;

/// Positions that are chosen together: any number of jobs then makes the same book.
const BATCH: usize = 32;
/// Bytes of the table of a search.
const HASH: u64 = 16 << 20;
/// Bytes of the stack of a thread.
const STACK: usize = 16 << 20;
/// Positions that may stand behind the index: reading more takes too long.
const LATER: usize = 20_000;

/// What to search for a book.
#[derive(Clone, Debug, clap::Args)]
pub struct ExpandArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// The rule of a new book [default: freestyle]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board of a new book: a side, or width x height [default: 15]
    #[arg(long)]
    size: Option<Size>,
    /// Searches of one position each
    #[arg(long, value_name = "N", default_value_t = 1000)]
    searches: usize,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Moves of a position that are kept, the best ones
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..=100))]
    width: u16,
    /// Positions to search at the same time [default: the cores]
    #[arg(long, short, value_name = "N", value_parser = parse_jobs)]
    jobs: Option<usize>,
    /// The book, which is made if there is none
    book: PathBuf,
    /// The moves before the first position, such as h8i9, rows from the top
    #[arg(default_value = "")]
    position: String,
}

/// Searches positions from the given one on, and adds each with its best moves to the book. What is found is on
/// the disk after every few searches. An interrupt ends it after those under way.
///
/// # Errors
/// When the book cannot be read or written, is about another game or in use, or memory is short.
pub fn expand(args: &ExpandArgs, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let _lock = lock(&args.book)?;
    let is_new = !args.book.exists();
    let (rule, size) = if is_new {
        (args.rule.unwrap_or_default(), args.size.unwrap_or(Size::square(15)))
    } else {
        let book = open(&args.book)?;
        let (rule, size) = (book.rule(), book.size());
        book.expect(args.rule.unwrap_or(rule), args.size.unwrap_or(size))
            .map_err(|error| named(&args.book, error))?;
        (rule, size)
    };
    let names = CellNames { coords: Coords::default(), size };
    let first = play(&args.position, names, rule).context("reading the moves")?;
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..args.engine.config_for(rule)? };
    if is_new {
        BookWriter::beside(&args.book, rule, size)?.replace(&args.book)?;
    }
    let book = open(&args.book)?;
    let jobs = args.jobs.unwrap_or_else(processors);
    let stop = stop_on_interrupt()?;
    let progress = bar(args.searches as u64)?;
    let in_book = |error| named(&args.book, error);
    let mut graph = Graph::new(&book, first).map_err(in_book)?;
    let mut length = book.length();
    let mut done = 0;
    while done < args.searches && !stop.load(Ordering::Relaxed) {
        let leaves = graph.leaves(BATCH.min(args.searches - done)).map_err(in_book)?;
        if leaves.is_empty() {
            break;
        }
        let excluded = leaves.iter().map(|&leaf| graph.losing_moves(leaf));
        let excluded = excluded.collect::<Result<Vec<_>, _>>().map_err(in_book)?;
        let boards = leaves.iter().map(|&leaf| graph.board(leaf).clone());
        let positions: Vec<(Board, Vec<Pos>)> = boards.zip(excluded).collect();
        let search = |engine: &mut Engine, (board, excluded): &(Board, Vec<Pos>)| {
            engine.configure(config.clone()).map_err(anyhow::Error::msg)?;
            engine.new_game();
            Ok(search(engine, board, excluded, rule, args))
        };
        let found = on_threads(&positions, jobs, &stop, search)?;
        for (leaf, found) in leaves.into_iter().zip(found) {
            match found {
                Some(Some(found)) => {
                    graph.expand(leaf, &found).map_err(in_book)?;
                    done += 1;
                }
                Some(None) => graph.leave_open(leaf),
                None => {}
            }
        }
        length = append(&args.book, length, &mut graph)?;
        progress.set_position(done as u64);
    }
    progress.finish_and_clear();
    let value = graph.value().map_or(String::new(), |value| format!("; value {value}"));
    let left_open = match graph.left_open() {
        0 => String::new(),
        count => format!("; {} left open: too few nodes", counted(count, "position")),
    };
    let name = args.book.display();
    writeln!(out, "{name}: {} searched{value}{left_open}", counted(done, "position"))?;
    drop(graph);
    let grown = open(&args.book)?;
    if grown.later() > LATER {
        merge(&args.book, rule, size, &[&grown])?;
    }
    Ok(if stop.load(Ordering::Relaxed) { Finish::Interrupted } else { Finish::Complete })
}

/// The best moves on `board` beside those that are excluded; none if no cell is left. `None` if the nodes are too
/// few to find one.
fn search(
    engine: &mut Engine,
    board: &Board,
    excluded: &[Pos],
    rule: Rule,
    args: &ExpandArgs,
) -> Option<Found> {
    let clock = Clock::unlimited();
    let limits = Limits { depth: None, nodes: Some(args.nodes) };
    let options = AnalysisOptions {
        multi_pv: args.width.into(),
        excluded: excluded.to_vec(),
        search_forced: true,
        ..AnalysisOptions::default()
    };
    let request = SearchRequest { board, rule, options, limits, clock: &clock };
    let mut lines: Vec<PvInfo> = Vec::new();
    let result = engine.search(&request, &mut |info| {
        if let SearchInfo::Pv(found) = info {
            lines.clone_from(found);
        }
    });
    let Some(result) = result else { return Some(Found { moves: Vec::new(), depth: 0 }) };
    let mut moves: Vec<_> = lines.iter().map(|line| (line.pv[0], line.score)).collect();
    if moves.is_empty() {
        moves.push((result.pos, result.score?));
    }
    Some(Found { moves, depth: result.depth as u16 })
}

/// Makes something of each item with an engine, on `jobs` threads. Once `stop` is set no other item is begun.
fn on_threads<T: Sync, P: Send>(
    items: &[T],
    jobs: usize,
    stop: &AtomicBool,
    make: impl Fn(&mut Engine, &T) -> anyhow::Result<P> + Sync,
) -> anyhow::Result<Vec<Option<P>>> {
    let next = AtomicUsize::new(0);
    let products: Mutex<Vec<Option<anyhow::Result<P>>>> =
        Mutex::new(items.iter().map(|_| None).collect());
    let work = || {
        let mut engine = Engine::default();
        while !stop.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return };
            let product = make(&mut engine, item);
            products.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(product);
        }
    };
    thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            let builder = thread::Builder::new().stack_size(STACK);
            builder.spawn_scoped(scope, work).context("cannot start the threads")?;
        }
        anyhow::Ok(())
    })?;
    let products = products.into_inner().unwrap_or_else(PoisonError::into_inner);
    products.into_iter().map(Option::transpose).collect()
}

/// Writes what has changed behind the last whole record; it is on the disk when this returns.
fn append(path: &Path, length: u64, graph: &mut Graph) -> anyhow::Result<u64> {
    let bytes: Vec<u8> = graph
        .take_changes()
        .into_iter()
        .flat_map(|(position, entry)| encode(position, entry))
        .collect();
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().append(true).open(path)?;
        // A crash may have cut a record short.
        file.set_len(length)?;
        file.write_all(&bytes)?;
        file.sync_data()
    };
    write().with_context(|| path.display().to_string())?;
    Ok(length + bytes.len() as u64)
}
