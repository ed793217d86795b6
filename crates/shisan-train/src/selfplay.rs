//! The `selfplay` subcommand: games of the engine against itself from random balanced openings.

use std::collections::HashSet;
use std::io::Write;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, bail};
use fastrand::Rng;

use super::batch::{Made, OnInterrupt, make_all, search};
use super::game_file;
use super::mix::{Part, in_turn};
use super::progress::Progress;
use super::record::{Choice, Outcome, Record};
use super::setting::Setting;
use super::stats;
use gomoku_match::{Finish, choice, counted, parse_jobs};
use gomoku_rules::{Board, Pos, Rule, Size, referee};
use shisan_engine::brain;
use shisan_engine::engine::{Engine, EngineConfig};
use shisan_engine::opening::random_opening;
use shisan_engine::pattern::{Position, Threat};
use shisan_engine::score::Score;
use shisan_engine::search::{SearchResult, root_moves};

/// The most games of a file: a list of them is kept in memory.
const MOST_GAMES: u64 = 10_000_000;

/// Which games to play, and where to write them.
#[derive(Clone, Debug, clap::Args)]
pub struct SelfPlayArgs {
    /// The rules, taken in turn; `=2` behind one takes it twice as often
    #[arg(long, value_name = "RULE[=WEIGHT]", value_delimiter = ',', default_value = "freestyle")]
    #[arg(value_parser = choice::<Part<Rule>>(Rule::ALL.map(Rule::name)))]
    rule: Vec<Part<Rule>>,
    /// The boards' sides, or width x height, likewise
    #[arg(long, value_name = "SIZE[=WEIGHT]", value_delimiter = ',', default_value = "15")]
    size: Vec<Part<Size>>,
    /// Number of games in the file at the end
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// Seed of the first game, the next one has the next number; other machines and other rounds take
    /// other ranges
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Nodes of a search
    #[arg(long, value_name = "N", default_value_t = 3000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The greatest evaluation of a balanced opening for either side, in points
    #[arg(long, value_name = "POINTS", default_value_t = 150)]
    max_eval: u16,
    /// Games to play at the same time
    // Scripts of earlier builds pass --threads.
    #[arg(long, short, alias = "threads", value_name = "N", default_value_t = 1, value_parser = parse_jobs)]
    jobs: usize,
    /// Play nothing; summarise these files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = [
        "file", "rule", "size", "games", "first", "nodes", "max_eval", "jobs",
    ])]
    stats: Vec<PathBuf>,
    /// The file of games; those that it holds already are not played again
    #[arg(required_unless_present = "stats")]
    file: Option<PathBuf>,
}

/// Random openings to try until one is balanced.
const MAX_OPENINGS: u32 = 1000;
/// Games end as draws with this much of the board filled, in percent.
const FULL: usize = 65;
/// Exploration: 1 move in this many is played at random, as long as neither side is far ahead.
const EXPLORATION_INTERVAL: u32 = 20;
/// Random moves come from this many of the best by the static evaluation.
const EXPLORATION_WIDTH: usize = 8;
/// Who is ahead by this many points is far ahead.
const FAR: i32 = 150;

/// Plays the games that `args` ask for and the file does not hold yet, or summarises files. The
/// engine plays with the weights of this file and with `settings`. An interrupt ends it after the moves under way;
/// the same arguments continue.
///
/// # Errors
/// When a file cannot be read or written, is not a file of training games or one of another setting,
/// or holds weights for another rule, or memory is short.
pub fn self_play(
    args: &SelfPlayArgs,
    weights: Option<&Path>,
    settings: &[String],
    on_interrupt: OnInterrupt,
    out: &mut dyn Write,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    match &args.file {
        Some(file) => generate(args, weights, settings, file, on_interrupt, progress),
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
    fn seeds(&self) -> anyhow::Result<Range<u64>> {
        let end = self.first.checked_add(self.games);
        Ok(self.first..end.context("--first: too few seeds are left for --games")?)
    }

    /// The game of this seed.
    fn kind(&self, seed: u64) -> Kind {
        let (size, turn) = in_turn(&self.size, seed);
        let (rule, _) = in_turn(&self.rule, turn);
        Kind { rule, size, seed }
    }

    /// All that decides a game beside its seed.
    fn setting(&self, config: &EngineConfig, settings: &[String]) -> Setting {
        let words = |parts: Vec<String>| parts.join(",");
        Setting::new([
            ("rule", words(self.rule.iter().map(ToString::to_string).collect())),
            ("size", words(self.size.iter().map(ToString::to_string).collect())),
            ("nodes", self.nodes.to_string()),
            ("max-eval", self.max_eval.to_string()),
        ])
        .with_engine(self.rule.iter().map(Part::value), config, settings)
    }
}

fn generate(
    args: &SelfPlayArgs,
    weights: Option<&Path>,
    settings: &[String],
    path: &Path,
    on_interrupt: OnInterrupt,
    progress: &mut (dyn Write + Send),
) -> anyhow::Result<Finish> {
    let rules: Vec<Rule> = args.rule.iter().map(Part::value).collect();
    let config = &brain::configure_for(&rules, weights, settings)?;
    let seeds = args.seeds()?;
    let (mut lines, played) = game_file::open(path, &args.setting(config, settings))?;
    let kind = |Record { rule, size, seed, .. }| Kind { rule, size, seed };
    let played: HashSet<Kind> = played.into_iter().map(kind).collect();
    let games: Vec<Kind> =
        seeds.map(|seed| args.kind(seed)).filter(|kind| !played.contains(kind)).collect();
    let mut progress = Progress::new(progress, games.len(), "games")?;
    let stop = on_interrupt()?;
    make_all(&games, args.jobs, config, &stop, &mut lines, &mut progress, |engine, &kind| {
        let record = play(engine, args, kind, &stop)?;
        Ok(record.map(|record| {
            let positions = record.moves.len();
            Made::Record(record, positions)
        }))
    })
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
    args: &SelfPlayArgs,
    kind: Kind,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Record>> {
    let Kind { rule, size, seed } = kind;
    let random = Rng::with_seed(seed);
    let mut game = Game { engine, args, rule, random, last_score: Score::DRAW };
    let mut position = game.opening(size)?;
    let mut moves: Vec<_> =
        position.board().stones().iter().map(|stone| (stone.pos, Choice::Random)).collect();
    let outcome = loop {
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let to_move = position.side_to_move();
        if position.count_of(to_move, Threat::Five) > 0 {
            break Outcome::Won(to_move);
        }
        if moves.len() * 100 >= size.cells() * FULL {
            break Outcome::Draw;
        }
        if !referee::has_move(position.board(), rule) {
            break Outcome::Won(!to_move);
        }
        let Some((pos, choice)) = game.choose(&position) else { break Outcome::Draw };
        moves.push((pos, choice));
        if game.last_score.is_decisive() {
            break Outcome::Won(if game.last_score.is_win() { to_move } else { !to_move });
        }
        position.play(pos);
    };
    Ok(Some(Record { rule, size, seed, outcome, moves }))
}

impl Game<'_> {
    fn search(&mut self, board: &Board) -> Option<SearchResult> {
        search(self.engine, board, self.rule, self.args.nodes)
    }

    /// A random opening that a search finds balanced.
    fn opening(&mut self, size: Size) -> anyhow::Result<Position> {
        let max_eval = i32::from(self.args.max_eval);
        for _ in 0..MAX_OPENINGS {
            let position = random_opening(size, self.rule, &mut self.random);
            let score = self.search(position.board()).and_then(|result| result.score);
            if score.is_some_and(|score| score.get().abs() <= max_eval) {
                return Ok(position);
            }
        }
        bail!(
            "{} {size}: none of {MAX_OPENINGS} openings is balanced within {max_eval} points after {}",
            self.rule,
            counted(self.args.nodes, "node")
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
