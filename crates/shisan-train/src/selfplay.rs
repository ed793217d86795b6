//! The `selfplay` subcommand: games of the engine against itself from random openings.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use fastrand::Rng;
use rayon::prelude::*;

use super::mix::{Part, in_turn};
use super::record::{self, Choice, Record};
use super::{program, stats};
use gomoku_match::disk::Lines;
use gomoku_rules::{Board, Pos, Rule, Size};
use shisan::engine::{Engine, EngineConfig, SearchRequest};
use shisan::opening::random_opening;
use shisan::pattern::{Position, Threat};
use shisan::score::Score;
use shisan::search::{Clock, Limits, SearchResult, root_moves};

/// Which games to play, and where to write them.
#[derive(Clone, Debug, clap::Args)]
pub struct SelfPlayArgs {
    /// The rules, taken in turn: freestyle, standard, renju, caro or caro-overline; `=2` behind one
    /// takes it twice as often
    #[arg(long, value_name = "RULE[=WEIGHT]", value_delimiter = ',', default_value = "freestyle")]
    rule: Vec<Part<Rule>>,
    /// The boards' sides, or width x height, likewise
    #[arg(long, value_name = "SIZE[=WEIGHT]", value_delimiter = ',', default_value = "15")]
    size: Vec<Part<Size>>,
    /// Games of this command to be in the file at the end
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The number of the first game, which all its chance comes from; other machines and other rounds
    /// take other ranges
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Positions visited for a move
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The value, in points of the evaluation, that nobody may be ahead by in an opening
    #[arg(long, default_value_t = 150)]
    level: u16,
    /// Games played at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// Play nothing; tell what is in these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "file")]
    stats: Vec<PathBuf>,
    /// The file of records; games that it holds already are not played again
    #[arg(required_unless_present = "stats")]
    file: Option<PathBuf>,
}

/// Openings that are tried until one is level.
const TRIES: u32 = 1000;
/// Games end as draws with this share of the board filled, in percent.
const FULL: usize = 65;
/// One move in so many is played at random, as long as nobody is far ahead.
const ADVENTURE: u32 = 20;
/// Who is ahead by this is far ahead.
const FAR: i32 = 150;
/// Random moves come from so many of the best by the static evaluation.
const ADVENTURE_WIDTH: usize = 8;
/// Bytes of the transposition table of a game.
const HASH: u64 = 4 << 20;
/// How often progress is told.
const NEWS: Duration = Duration::from_secs(30);

/// Plays the games that `args` ask for and the file does not hold yet, or tells what is in files.
///
/// # Errors
/// When a file cannot be read or written, is no file of records, or memory is short.
pub fn self_play(
    args: &SelfPlayArgs,
    config: &EngineConfig,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<()> {
    match &args.file {
        Some(file) => generate(args, config, file, progress),
        None => stats::tell(&args.stats, out),
    }
}

/// What a game is, apart from how it goes.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Kind {
    rule: Rule,
    size: Size,
    seed: u64,
}

impl SelfPlayArgs {
    /// The game with this number.
    fn kind(&self, seed: u64) -> Kind {
        let (size, turn) = in_turn(&self.size, seed);
        let (rule, _) = in_turn(&self.rule, turn);
        Kind { rule, size, seed }
    }
}

fn generate(
    args: &SelfPlayArgs,
    config: &EngineConfig,
    path: &Path,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<()> {
    // Before anything is done to a file that may be something else.
    let there = if path.exists() { record::read(path)? } else { Vec::new() };
    let (mut lines, text) = Lines::resume(path)?;
    let kind = |(_, Record { rule, size, seed, .. })| Kind { rule, size, seed };
    let there: HashSet<Kind> = there.into_iter().map(kind).collect();
    let seeds = args.first..args.first.saturating_add(args.games);
    let games: Vec<Kind> =
        seeds.map(|seed| args.kind(seed)).filter(|kind| !there.contains(kind)).collect();
    let SelfPlayArgs { nodes, level, .. } = args;
    let made = format!("{nodes} nodes a move, level within {level} points, {}", program());
    if !games.is_empty()
        && let Some(heading) = record::new_heading(&text, &made)
    {
        lines.append(&heading)?;
    }
    ensure!(args.threads > 0, "expected at least one thread");
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .stack_size(16 << 20)
        .build()
        .context("no threads")?;
    let mut news = News::new(progress, games.len());
    let output = Mutex::new((&mut lines, &mut news));
    pool.install(|| {
        games.par_iter().with_max_len(1).try_for_each_init(Engine::default, |engine, &kind| {
            let record = play(engine, config, args, kind)?;
            let mut output = output.lock().map_err(|_| anyhow::anyhow!("a game has failed"))?;
            let (lines, news) = &mut *output;
            lines.append(&record.to_string())?;
            news.count(&record)
        })
    })
}

/// Tells how a generation goes.
struct News<'a> {
    progress: &'a mut (dyn Write + Send),
    start: Instant,
    told: Instant,
    total: usize,
    games: usize,
    positions: usize,
}

impl<'a> News<'a> {
    fn new(progress: &'a mut (dyn Write + Send), total: usize) -> Self {
        let now = Instant::now();
        Self { progress, start: now, told: now, total, games: 0, positions: 0 }
    }

    fn count(&mut self, record: &Record) -> anyhow::Result<()> {
        self.games += 1;
        self.positions += record.moves.len();
        if self.games == self.total || self.told.elapsed() >= NEWS {
            self.told = Instant::now();
            let Self { total, games, positions, .. } = self;
            let hour = *positions as f64 / self.start.elapsed().as_secs_f64() * 3600.0;
            writeln!(
                self.progress,
                "{games}/{total} games, {positions} positions, {hour:.0} positions an hour"
            )?;
        }
        Ok(())
    }
}

/// One game under way.
struct Game<'a> {
    engine: &'a mut Engine,
    args: &'a SelfPlayArgs,
    rule: Rule,
    random: Rng,
    last_score: Score,
}

/// Plays a game.
fn play(
    engine: &mut Engine,
    config: &EngineConfig,
    args: &SelfPlayArgs,
    kind: Kind,
) -> anyhow::Result<Record> {
    let Kind { rule, size, seed } = kind;
    let config = EngineConfig { threads: 1, hash: Some(HASH), ..config.clone() };
    engine.configure(config).map_err(anyhow::Error::msg)?;
    engine.new_game();
    let random = Rng::with_seed(seed);
    let mut game = Game { engine, args, rule, random, last_score: Score::DRAW };
    let mut position = game.opening(size)?;
    let mut moves: Vec<_> =
        position.board().stones().iter().map(|stone| (stone.pos, Choice::Random)).collect();
    let winner = loop {
        let to_move = position.side_to_move();
        if position.count_of(to_move, Threat::Five) > 0 {
            break Some(to_move);
        }
        if moves.len() * 100 >= size.cells() * FULL {
            break None;
        }
        let Some((pos, choice)) = game.choose(&position) else { break None };
        if !position.is_legal(to_move, pos) {
            break Some(!to_move);
        }
        moves.push((pos, choice));
        if game.last_score.is_decisive() {
            break Some(if game.last_score.is_win() { to_move } else { !to_move });
        }
        position.play(pos);
    };
    Ok(Record { rule, size, seed, winner, moves })
}

impl Game<'_> {
    /// A thought; it has no value where the solvers have used up the nodes.
    fn think(&mut self, board: &Board) -> Option<SearchResult> {
        let clock = Clock::unlimited();
        let limits = Limits { depth: None, nodes: Some(self.args.nodes) };
        let request = SearchRequest::best_move(board, self.rule, limits, &clock);
        self.engine.search(&request, &mut |_| {})
    }

    /// A random opening that a search finds level.
    fn opening(&mut self, size: Size) -> anyhow::Result<Position> {
        let level = i32::from(self.args.level);
        for _ in 0..TRIES {
            let position = random_opening(size, self.rule, &mut self.random);
            let score = self.think(position.board()).and_then(|thought| thought.score);
            if score.is_some_and(|score| score.get().abs() <= level) {
                return Ok(position);
            }
        }
        bail!("{} {size}: none of {TRIES} openings is level within {level} points", self.rule)
    }

    /// The next move: now and then one at random, as long as nothing is decided.
    fn choose(&mut self, position: &Position) -> Option<(Pos, Choice)> {
        let foe = !position.side_to_move();
        let calm = self.last_score.get().abs() < FAR
            && position.count_of(foe, Threat::Five) + position.count_of(foe, Threat::OpenFour) == 0;
        if calm && self.random.u32(..ADVENTURE) == 0 {
            let candidates =
                root_moves(position, self.engine.weights().evaluator(position).policy(position));
            let place = self.random.usize(..ADVENTURE_WIDTH.min(candidates.len().max(1)));
            return Some((*candidates.get(place)?, Choice::Random));
        }
        let thought = self.think(position.board())?;
        self.last_score = thought.score.unwrap_or(self.last_score);
        Some((thought.pos, thought.score.map_or(Choice::Forced, Choice::Searched)))
    }
}
