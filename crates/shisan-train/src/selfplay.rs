//! The `selfplay` subcommand: games of the engine against itself from random balanced openings.

use std::collections::HashSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use fastrand::Rng;
use rayon::prelude::*;

use super::game_file;
use super::mix::{Part, in_turn};
use super::progress::Progress;
use super::provenance::build;
use super::record::{Choice, Record};
use super::setting::Setting;
use super::stats;
use gomoku_match::Finish;
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
    /// Seed of the first game, the next one has the next number; other machines and other rounds take
    /// other ranges
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Nodes to search for each move
    #[arg(long, default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Start from openings in which nobody is ahead by more points than this
    #[arg(long, alias = "level", value_name = "POINTS", default_value_t = 150)]
    margin: u16,
    /// Games to play at the same time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    threads: u16,
    /// Play nothing; summarise these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "file")]
    stats: Vec<PathBuf>,
    /// The file of games; those that it holds already are not played again
    #[arg(required_unless_present = "stats")]
    file: Option<PathBuf>,
}

/// Random openings to try until one is balanced.
const MAX_OPENINGS: u32 = 1000;
/// Games end as draws with this much of the board filled, in percent.
const FULL: usize = 65;
/// Exploration: one move in so many is played at random, as long as nobody is far ahead.
const EXPLORATION_INTERVAL: u32 = 20;
/// Random moves come from so many of the best by the static evaluation.
const EXPLORATION_WIDTH: usize = 8;
/// Who is ahead by this many points is far ahead.
const FAR: i32 = 150;
/// Bytes of the transposition table of a game.
const HASH: u64 = 4 << 20;

/// Plays the games that `args` ask for and the file does not hold yet, or summarises files. The
/// engine plays with `config`, in which `settings` are set. Once `stop` is set it ends
/// after the moves under way; the same arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not a file of training games or one of another setting,
/// or memory is short.
pub fn self_play(
    args: &SelfPlayArgs,
    config: &EngineConfig,
    settings: &[String],
    stop: &AtomicBool,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    match &args.file {
        Some(file) => generate(args, config, settings, file, stop, progress),
        None => stats::summarise(&args.stats, out).map(|()| Finish::Complete),
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
    /// The game of this seed.
    fn kind(&self, seed: u64) -> Kind {
        let (size, turn) = in_turn(&self.size, seed);
        let (rule, _) = in_turn(&self.rule, turn);
        Kind { rule, size, seed }
    }

    /// All that decides a game beside its seed.
    fn setting(&self, config: &EngineConfig, settings: &[String]) -> Setting {
        // A file of weights ends with its checksum.
        let checksum = |file: Vec<u8>| {
            let bytes = file.last_chunk::<8>().copied().unwrap_or_default();
            format!("{:016x}", u64::from_le_bytes(bytes))
        };
        let checksum = |part: &Part<Rule>| {
            let tables = checksum(config.weights.tables(part.value()).write());
            let network = config.weights.network(part.value());
            network.map_or(tables.clone(), |net| format!("{tables}+{}", checksum(net.write())))
        };
        let checksums: Vec<String> = self.rule.iter().map(checksum).collect();
        let set = if settings.is_empty() { "defaults".to_owned() } else { settings.join(",") };
        let words = |parts: Vec<String>| parts.join(",");
        Setting::new([
            ("rule", words(self.rule.iter().map(ToString::to_string).collect())),
            ("size", words(self.size.iter().map(ToString::to_string).collect())),
            ("nodes", self.nodes.to_string()),
            ("margin", self.margin.to_string()),
            ("weights", checksums.join(",")),
            ("set", set),
            ("build", build()),
        ])
    }
}

fn generate(
    args: &SelfPlayArgs,
    config: &EngineConfig,
    settings: &[String],
    path: &Path,
    stop: &AtomicBool,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let (mut lines, played) = game_file::open(path, &args.setting(config, settings))?;
    let kind = |Record { rule, size, seed, .. }| Kind { rule, size, seed };
    let played: HashSet<Kind> = played.into_iter().map(kind).collect();
    let seeds = args.first..args.first.saturating_add(args.games);
    let games: Vec<Kind> =
        seeds.map(|seed| args.kind(seed)).filter(|kind| !played.contains(kind)).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(usize::from(args.threads))
        .stack_size(16 << 20)
        .build()
        .context("cannot start the threads")?;
    let mut progress = Progress::new(progress, games.len())?;
    let output = Mutex::new((&mut lines, &mut progress));
    pool.install(|| {
        games.par_iter().with_max_len(1).try_for_each_init(Engine::default, |engine, &kind| {
            let Some(record) = play(engine, config, args, kind, stop)? else { return Ok(()) };
            let mut output = output.lock().map_err(|_| anyhow::anyhow!("a game has failed"))?;
            let (lines, progress) = &mut *output;
            lines.append(&record.to_string())?;
            progress.count(record.moves.len())
        })
    })?;
    Ok(if progress.is_complete() { Finish::Complete } else { Finish::Interrupted })
}

/// One game under way.
struct Game<'a> {
    engine: &'a mut Engine,
    args: &'a SelfPlayArgs,
    rule: Rule,
    random: Rng,
    last_score: Score,
}

/// Plays a game; `None` when it was stopped.
fn play(
    engine: &mut Engine,
    config: &EngineConfig,
    args: &SelfPlayArgs,
    kind: Kind,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Record>> {
    if stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
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
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
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
    Ok(Some(Record { rule, size, seed, winner, moves }))
}

impl Game<'_> {
    /// A search; it has no score where the solvers have used up the nodes.
    fn search(&mut self, board: &Board) -> Option<SearchResult> {
        let clock = Clock::unlimited();
        let limits = Limits { depth: None, nodes: Some(self.args.nodes) };
        let request = SearchRequest::best_move(board, self.rule, limits, &clock);
        self.engine.search(&request, &mut |_| {})
    }

    /// A random opening that a search finds balanced.
    fn opening(&mut self, size: Size) -> anyhow::Result<Position> {
        let margin = i32::from(self.args.margin);
        for _ in 0..MAX_OPENINGS {
            let position = random_opening(size, self.rule, &mut self.random);
            let score = self.search(position.board()).and_then(|result| result.score);
            if score.is_some_and(|score| score.get().abs() <= margin) {
                return Ok(position);
            }
        }
        bail!(
            "{} {size}: none of {MAX_OPENINGS} openings is balanced within {margin} points: try a \
             larger --margin",
            self.rule
        )
    }

    /// The next move: sometimes a random one, as long as nothing is decided.
    fn choose(&mut self, position: &Position) -> Option<(Pos, Choice)> {
        let opponent = !position.side_to_move();
        let is_open = self.last_score.get().abs() < FAR
            && position.count_of(opponent, Threat::Five)
                + position.count_of(opponent, Threat::OpenFour)
                == 0;
        if is_open && self.random.u32(..EXPLORATION_INTERVAL) == 0 {
            let candidates =
                root_moves(position, self.engine.weights().evaluator(position).policy(position));
            let place = self.random.usize(..EXPLORATION_WIDTH.min(candidates.len().max(1)));
            return Some((*candidates.get(place)?, Choice::Random));
        }
        let result = self.search(position.board())?;
        self.last_score = result.score.unwrap_or(self.last_score);
        Some((result.pos, result.score.map_or(Choice::Forced, Choice::Searched)))
    }
}
