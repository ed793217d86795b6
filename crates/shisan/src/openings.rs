//! The `openings` subcommand: random openings that a search finds balanced, for matches.

use std::collections::HashSet;
use std::io::Write;
use std::time::Duration;

use anyhow::{Context, ensure};
use fastrand::Rng;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;

use gomoku_match::{parse_jobs, rule};
use gomoku_rules::{Board, Pos, Rule, Size, Symmetry, record};
use shisan_engine::engine::{Engine, EngineConfig, SearchRequest};
use shisan_engine::opening::random_opening;
use shisan_engine::search::{Clock, Limits};

/// Which openings to make.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningsArgs {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// The board: a side, or width x height
    #[arg(long, default_value = "20")]
    size: Size,
    /// Number of openings
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 400_000)]
    nodes: u64,
    /// The greatest evaluation of a balanced opening for either side, in points
    #[arg(long, value_name = "POINTS", default_value_t = 40)]
    max_eval: u16,
    /// Give up after this many candidates in a row without a new balanced opening
    #[arg(long, value_name = "N", default_value_t = 5_000)]
    max_attempts: u64,
    /// Positions to search at the same time
    #[arg(long, short, value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
}

/// A first search takes this fraction of the nodes, and rejects candidates beyond this many times the
/// greatest evaluation.
const FIRST_SEARCH: (u64, i32) = (40, 3);
/// Candidates evaluated together: enough to keep the threads busy.
const BATCH: u64 = 64;
/// Bytes of the transposition table of a search.
const HASH: u64 = 16 << 20;

/// Writes the command as a comment, then the openings that `args` ask for, one a line as Gomocup offsets
/// from the centre. The same arguments give the same openings, however many jobs run. None is
/// the symmetric image of another, and in none of them does the search see a mate.
///
/// # Errors
/// When memory or threads are short, when `out` cannot be written, or when too many candidates in a row
/// gave no opening. The openings written before are good.
pub fn openings(
    args: &OpeningsArgs,
    config: &EngineConfig,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.jobs)
        .stack_size(16 << 20)
        .build()
        .context("starting the threads")?;
    let OpeningsArgs { rule, size, count, seed, nodes, max_eval, .. } = args;
    writeln!(
        out,
        "# shisan openings --rule {rule} --size {size} --count {count} --seed {seed} \
         --nodes {nodes} --max-eval {max_eval}"
    )?;
    let bar = progress_bar(args.count)?;
    let result = write_openings(args, config, &pool, &bar, out);
    bar.finish_and_clear();
    result
}

fn write_openings(
    args: &OpeningsArgs,
    config: &EngineConfig,
    pool: &ThreadPool,
    bar: &ProgressBar,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let mut known = HashSet::new();
    let mut attempts = 0;
    let mut first = 0;
    while known.len() < args.count {
        let numbers: Vec<u64> = (first..first + BATCH).collect();
        first += BATCH;
        let evaluate = |engine: &mut Engine, number: u64| {
            let opening = balanced_opening(engine, args, config, number);
            bar.set_message(format!("{} candidates", number + 1));
            opening
        };
        let batch: Vec<Option<Board>> = pool.install(|| {
            numbers
                .into_par_iter()
                .with_max_len(1)
                .map_init(Engine::default, evaluate)
                .collect::<Result<_, _>>()
        })?;
        for candidate in batch {
            attempts += 1;
            if let Some(board) = candidate
                && known.insert(Symmetry::canonical(&board))
            {
                attempts = 0;
                let moves: Vec<Pos> = board.stones().iter().map(|stone| stone.pos).collect();
                let line = record::format_offsets(&moves, args.size);
                bar.suspend(|| writeln!(out, "{line}"))?;
                bar.inc(1);
            }
            if known.len() == args.count {
                break;
            }
            ensure!(
                attempts < args.max_attempts,
                "gave up after {attempts} candidates in a row without a new balanced opening: found \
                 {} of {}; raise --max-eval, --max-attempts or the board's size",
                known.len(),
                args.count
            );
        }
    }
    Ok(())
}

/// A progress bar on standard error, shown on a terminal only.
fn progress_bar(count: usize) -> anyhow::Result<ProgressBar> {
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len} openings, {msg}, {elapsed}")?;
    let bar = ProgressBar::new(count as u64).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    Ok(bar)
}

/// The random opening of this number, if it is balanced.
fn balanced_opening(
    engine: &mut Engine,
    args: &OpeningsArgs,
    config: &EngineConfig,
    number: u64,
) -> anyhow::Result<Option<Board>> {
    let mut random = Rng::with_seed(args.seed);
    random = Rng::with_seed(random.u64(..) ^ number);
    let position = random_opening(args.size, args.rule, &mut random);
    let board = position.board();
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..config.clone() };
    engine.configure(config).map_err(anyhow::Error::msg)?;
    engine.new_game();
    let max_eval = i32::from(args.max_eval);
    let (fraction, factor) = FIRST_SEARCH;
    for (nodes, bound) in [(args.nodes / fraction, max_eval * factor), (args.nodes, max_eval)] {
        let clock = Clock::unlimited();
        let limits = Limits { depth: None, nodes: Some(nodes) };
        let request = SearchRequest::best_move(board, args.rule, limits, &clock);
        let result = engine.search(&request, &mut |_| {});
        let score = result.and_then(|result| result.score);
        if score.is_none_or(|score| score.get().abs() > bound) {
            return Ok(None);
        }
    }
    Ok(Some(board.clone()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;
    use gomoku_rules::referee::{Verdict, judge};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: OpeningsArgs,
    }

    fn run(arguments: &str) -> (anyhow::Result<()>, String) {
        let line = Line::try_parse_from(format!("openings {arguments}").split(' '));
        let mut out = Vec::new();
        let result = openings(&line.expect("arguments").args, &EngineConfig::default(), &mut out);
        (result, String::from_utf8(out).expect("text"))
    }

    fn made(arguments: &str) -> String {
        let (result, text) = run(arguments);
        result.expect("openings");
        text
    }

    #[test]
    fn openings_are_balanced_playable_and_all_different() {
        for rule in Rule::ALL {
            let size = Size::square(15);
            let text = made(&format!("--rule {rule} --size 15 --count 8 --nodes 4000"));
            let mut shapes = HashSet::new();
            for line in text.lines().skip(1) {
                let moves = record::parse_offsets(line, size).expect("offsets");
                assert_eq!(judge(size, rule, &moves).1, Verdict::Ongoing, "{rule}: {line}");
                let mut board = Board::new(size);
                for &pos in &moves {
                    board.play(Symmetry::ALL[shapes.len() % 8].apply(pos, size));
                }
                assert!(shapes.insert(Symmetry::canonical(&board)), "{rule}: {line}");
            }
            assert_eq!(shapes.len(), 8);
        }
    }

    #[test]
    fn jobs_change_nothing_and_seeds_everything() {
        let arguments = "--size 15 --count 5 --nodes 2000 --max-eval 80";
        let made = |more: &str| made(&format!("{arguments} {more}"));
        assert_eq!(made("--jobs 1"), made("--jobs 3"));
        let openings = |text: &str| text.split_once('\n').map(|(_, lines)| lines.to_owned());
        assert_ne!(openings(&made("--seed 1")), openings(&made("--seed 2")));
        assert!(made("--seed 1").starts_with("# shisan openings --rule freestyle --size 15x15"));
    }

    #[test]
    fn a_search_for_openings_that_do_not_exist_ends() {
        // Positions whose evaluation is 0 are rare, and the smallest board has no hundred of them in
        // so few candidates.
        let arguments = "--size 5 --count 100 --nodes 400 --max-eval 0 --max-attempts 3";
        let (result, text) = run(arguments);
        let found = text.lines().count() - 1;
        let error = result.expect_err("too many openings").to_string();
        let reason = "gave up after 3 candidates in a row without a new balanced opening";
        assert_eq!(error.split(": ").next(), Some(reason), "{error}");
        assert!(error.contains(&format!("found {found} of 100;")), "{error}\n{text}");
        assert_eq!(run(arguments).1, text);
    }
}
