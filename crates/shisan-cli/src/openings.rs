//! The `openings` subcommand: random openings that a search finds level, for matches.

use std::collections::HashSet;
use std::io::Write;

use anyhow::Context;
use fastrand::Rng;
use rayon::prelude::*;

use gomoku_rules::{Board, Pos, Rule, Size, Symmetry, record};
use shisan::engine::{Engine, EngineConfig, SearchRequest};
use shisan::opening::random_opening;
use shisan::search::{Clock, Limits};

/// Which openings to make.
#[derive(Clone, Debug, clap::Args)]
pub struct OpeningsArgs {
    /// The rule: freestyle, standard, renju, caro or caro-overline
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The board's side, or width x height
    #[arg(long, default_value = "20")]
    size: Size,
    /// How many
    #[arg(long, default_value_t = 100)]
    count: usize,
    /// The number that all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Positions visited by the search that has the last word
    #[arg(long, default_value_t = 400_000)]
    nodes: u64,
    /// The value, in points of the evaluation, that nobody may be ahead by
    #[arg(long, default_value_t = 40)]
    level: u16,
    /// Searches at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// The first search takes one in so many of the positions and sorts out by so many times the level.
const GLANCE: (u64, i32) = (40, 3);
/// Candidates that are weighed together: enough to keep the threads busy.
const BATCH: u64 = 64;
/// Bytes of the transposition table of a search.
const HASH: u64 = 16 << 20;

/// Writes a comment that tells the command, then as many openings as `args` ask for, one a line as
/// Gomocup offsets from the centre; the same ones for the same arguments, whatever the threads. None is another's image under a symmetry of
/// the board, and none is a mate that the search sees.
///
/// # Errors
/// When memory or threads are short, or `out` cannot be written.
pub fn openings(
    args: &OpeningsArgs,
    config: &EngineConfig,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .stack_size(16 << 20)
        .build()
        .context("no threads")?;
    let OpeningsArgs { rule, size, count, seed, nodes, level, .. } = args;
    writeln!(
        out,
        "# pbrain-shisan openings --rule {rule} --size {size} --count {count} --seed {seed} \
         --nodes {nodes} --level {level}"
    )?;
    let mut known = HashSet::new();
    let mut first = 0;
    while known.len() < args.count {
        let batch: Vec<u64> = (first..first + BATCH).collect();
        first += BATCH;
        let weigh =
            |engine: &mut Engine, &number: &u64| level_opening(engine, args, config, number);
        let found: Vec<Option<Board>> = pool.install(|| {
            batch
                .par_iter()
                .with_max_len(1)
                .map_init(Engine::default, weigh)
                .collect::<Result<_, _>>()
        })?;
        for board in found.into_iter().flatten() {
            if known.len() < args.count && known.insert(Symmetry::canonical(&board)) {
                let moves: Vec<Pos> = board.stones().iter().map(|stone| stone.pos).collect();
                writeln!(out, "{}", record::format_offsets(&moves, args.size))?;
            }
        }
    }
    Ok(())
}

/// The random opening with this number, if it is level.
fn level_opening(
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
    let level = i32::from(args.level);
    for (nodes, lead) in [(args.nodes / GLANCE.0, level * GLANCE.1), (args.nodes, level)] {
        let clock = Clock::unlimited();
        let limits = Limits { depth: None, nodes: Some(nodes) };
        let request = SearchRequest::best_move(board, args.rule, limits, &clock);
        let result = engine.search(&request, &mut |_| {});
        let score = result.and_then(|result| result.score);
        if score.is_none_or(|score| score.get().abs() > lead) {
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

    fn made(arguments: &str) -> String {
        let line = Line::try_parse_from(format!("openings {arguments}").split(' '));
        let mut out = Vec::new();
        openings(&line.expect("arguments").args, &EngineConfig::default(), &mut out)
            .expect("openings");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn openings_are_level_playable_and_all_different() {
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
    fn threads_change_nothing_and_seeds_everything() {
        let arguments = "--size 15 --count 5 --nodes 2000 --level 80";
        let made = |more: &str| made(&format!("{arguments} {more}"));
        assert_eq!(made("--threads 1"), made("--threads 3"));
        let openings = |text: &str| text.split_once('\n').map(|(_, lines)| lines.to_owned());
        assert_ne!(openings(&made("--seed 1")), openings(&made("--seed 2")));
        assert!(
            made("--seed 1").starts_with("# pbrain-shisan openings --rule freestyle --size 15x15")
        );
    }
}
