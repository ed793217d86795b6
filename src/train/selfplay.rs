//! The `selfplay` subcommand: games of the engine against itself from random openings.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use fastrand::Rng;
use rayon::prelude::*;

use super::record::{Choice, Record};
use crate::engine::{Engine, Options, Thought};
use crate::eval::Score;
use crate::game::{Board, Pos, Rule, Size};
use crate::opening::scatter;
use crate::pattern::{Position, Threat};
use crate::search::{Budget, Clock, Limits, root_moves};

/// Which games to play, and where to write them.
#[derive(Clone, Debug, clap::Args)]
pub struct SelfPlayArgs {
    /// The rule: freestyle, standard, renju, caro or caro-overline
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The boards' sizes, taken in turn
    #[arg(long, value_delimiter = ',', default_value = "15")]
    sizes: Vec<Size>,
    /// Games to be in the file at the end
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// The number of the first game; other machines take other ranges
    #[arg(long, default_value_t = 0)]
    first: u64,
    /// Positions visited for a move
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Games played at the same time
    #[arg(long, default_value_t = 1)]
    threads: usize,
    /// The file of records; games that it holds already are not played again
    file: PathBuf,
}

/// An opening is given up when one side is better by more than this.
const LEVEL: i32 = 150;
/// Games end as draws with this share of the board filled, in percent.
const FULL: usize = 65;
/// One move in so many is played at random, as long as nobody is far ahead.
const ADVENTURE: u32 = 20;
/// Random moves come from so many of the best by the static evaluation.
const ADVENTURE_WIDTH: usize = 8;
/// Bytes of the transposition table of a game.
const HASH: u64 = 4 << 20;

/// Plays the games that `args` ask for and the file does not hold yet.
///
/// # Errors
/// When the file cannot be read or written, or memory is short.
pub fn self_play(args: &SelfPlayArgs, progress: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let (file, done) = open(&args.file)?;
    let games: Vec<u64> =
        (args.first..args.first + args.games).filter(|seed| !done.contains(seed)).collect();
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads)
        .stack_size(16 << 20)
        .build()
        .context("no threads")?;
    let start = Instant::now();
    let output = Mutex::new((file, progress, 0_usize, 0_usize));
    let total = games.len();
    pool.install(|| {
        games.par_iter().with_max_len(1).try_for_each_init(Engine::default, |engine, &seed| {
            let record = play(engine, args, seed)?;
            let mut output = output.lock().map_err(|_| anyhow::anyhow!("a game has failed"))?;
            let (file, progress, games, positions) = &mut *output;
            // One write a line: a crash leaves at most one torn line, at the end.
            file.write_all(format!("{record}\n").as_bytes())?;
            *games += 1;
            *positions += record.moves.len();
            if *games % 200 == 0 || *games == total {
                let hour = *positions as f64 / start.elapsed().as_secs_f64() * 3600.0;
                writeln!(progress, "{games}/{total} games, {positions} moves, {hour:.0} an hour")?;
            }
            Ok(())
        })
    })
}

/// Opens a file of records to append to it; drops a torn last line, and tells which games it holds.
fn open(path: &Path) -> anyhow::Result<(File, HashSet<u64>)> {
    let name = || path.display().to_string();
    let mut file =
        OpenOptions::new().create(true).read(true).append(true).open(path).with_context(name)?;
    let mut text = String::new();
    file.read_to_string(&mut text).with_context(name)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64).with_context(name)?;
    file.seek(SeekFrom::End(0))?;
    let seed = |line: &str| line.split_whitespace().nth(2)?.parse().ok();
    Ok((file, text[..whole].lines().filter_map(seed).collect()))
}

/// One game under way.
struct Game<'a> {
    engine: &'a mut Engine,
    args: &'a SelfPlayArgs,
    random: Rng,
    last_score: Score,
}

/// Plays the game with number `seed`.
fn play(engine: &mut Engine, args: &SelfPlayArgs, seed: u64) -> anyhow::Result<Record> {
    let options = Options { threads: 1, hash: Some(HASH), ..Options::default() };
    engine.configure(options).map_err(anyhow::Error::msg)?;
    engine.new_game();
    let size = args.sizes[seed as usize % args.sizes.len()];
    let mut game = Game { engine, args, random: Rng::with_seed(seed), last_score: Score::DRAW };
    let mut position = game.opening(size);
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
    Ok(Record { rule: args.rule, size, seed, winner, moves })
}

impl Game<'_> {
    fn think(&mut self, board: &Board) -> Option<Thought> {
        let clock =
            Clock::new(Instant::now(), Budget { optimum: Duration::MAX, maximum: Duration::MAX });
        let limits = Limits { depth: None, nodes: Some(self.args.nodes) };
        self.engine.think(board, self.args.rule, &limits, &clock, &mut |_| {})
    }

    /// A random opening that a search finds level.
    fn opening(&mut self, size: Size) -> Position {
        loop {
            let position = scatter(size, self.args.rule, &mut self.random);
            let score = self.think(position.board()).and_then(|thought| thought.score);
            if score.is_some_and(|score| score.get().abs() <= LEVEL) {
                return position;
            }
        }
    }

    /// The next move: now and then one at random, as long as nothing is decided.
    fn choose(&mut self, position: &Position) -> Option<(Pos, Choice)> {
        let foe = !position.side_to_move();
        let calm = self.last_score.get().abs() < LEVEL
            && position.count_of(foe, Threat::Five) + position.count_of(foe, Threat::OpenFour) == 0;
        if calm && self.random.u32(..ADVENTURE) == 0 {
            let candidates = root_moves(position);
            let place = self.random.usize(..ADVENTURE_WIDTH.min(candidates.len().max(1)));
            return Some((*candidates.get(place)?, Choice::Random));
        }
        let thought = self.think(position.board())?;
        self.last_score = thought.score.unwrap_or(self.last_score);
        Some((thought.pos, thought.score.map_or(Choice::Forced, Choice::Searched)))
    }
}
