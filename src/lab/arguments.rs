//! The command line of a match, and what it means.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, bail, ensure};
use bytesize::ByteSize;

use super::book::Book;
use super::conditions::{Conditions, Openings};
use super::limits::{EngineLimits, EngineSettings, TimeControl};
use super::schedule::{Shard, Tournament};
use super::settings::{Adjudication, Agreement, GameSettings, Manager};
use super::sprt::Sprt;
use super::summary::check_name;
use crate::game::{Rule, Size};

/// A match between brains.
#[derive(Clone, Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct MatchArgs {
    #[command(subcommand)]
    pub(super) other: Option<Other>,
    #[command(flatten)]
    pub(super) setup: SetupArgs,
    #[command(flatten)]
    pub(super) run: RunArgs,
}

/// What else can be done with matches.
#[derive(Clone, Debug, clap::Subcommand)]
pub(super) enum Other {
    /// Put the journals of all shards of a match together
    Merge(MergeArgs),
}

/// The journals to be put together.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct MergeArgs {
    /// Write JSON lines instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the games: .sgf a collection, .jsonl one game a line, .psq one numbered file a game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Draw the course of the match as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
    /// Journals of shards of one match
    #[arg(required = true)]
    pub journals: Vec<PathBuf>,
}

/// What decides the games.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct SetupArgs {
    /// A brain: a name without blanks and the command that starts it; give two or more
    #[arg(long = "engine", value_name = "NAME=COMMAND", required = true)]
    engines: Vec<Assignment>,
    /// Who meets whom, with more than two engines
    #[arg(long, value_enum, default_value_t)]
    tournament: Tournament,
    /// The rule: freestyle, standard, renju, caro or caro-overline, or its Gomocup number
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The board's side, or width x height
    #[arg(long, default_value = "20")]
    size: Size,
    /// Games of each encounter, two from each opening
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// Time of a move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    turn_time: Option<Duration>,
    /// Time of all moves of a game, such as 60s or 3m
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    match_time: Option<Duration>,
    /// What the time of a game gains with each move
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    increment: Option<Duration>,
    /// Positions an engine may visit for a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies an engine may look ahead
    #[arg(long)]
    depth: Option<u32>,
    /// Threads of an engine
    #[arg(long, default_value_t = 1)]
    threads: u32,
    /// Memory of an engine, always told to it; 0 is no limit
    #[arg(long, default_value = "350MiB")]
    memory: ByteSize,
    /// An engine that takes more memory loses (Linux only)
    #[arg(long)]
    watch_memory: bool,
    /// Another limit for one engine: turn-time, match-time, increment, nodes, depth, threads, memory
    /// or folder
    #[arg(long = "limit", value_name = "NAME.KEY=VALUE")]
    limits: Vec<Assignment>,
    /// A further `INFO KEY VALUE` for one engine
    #[arg(long = "option", value_name = "NAME.KEY=VALUE")]
    options: Vec<Assignment>,
    /// Openings, one a line as pos string or Gomocup offsets; else our own for the rule
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Take the openings in the order of the file and not in one that the seed decides
    #[arg(long)]
    sequential: bool,
    /// Take another symmetry of the board with each pass through the openings
    #[arg(long)]
    transform: bool,
    /// The number that all chance comes from
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// By how much a move may overrun its time: beyond that it loses [default: 0ms, or the manager's]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    tolerance: Option<Duration>,
    /// A draw with so many stones on the board
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,
    /// A win once both engines tell it for so many moves: `points=1500,moves=5,stones=0`
    #[arg(long, value_name = "TERMS", value_parser = agreement)]
    adjudicate_win: Option<Agreement>,
    /// A draw once both engines tell it for so many moves: `points=10,moves=20,stones=100`
    #[arg(long, value_name = "TERMS", value_parser = agreement)]
    adjudicate_draw: Option<Agreement>,
    /// Behave as this manager does
    #[arg(long, value_enum, default_value_t)]
    like: Manager,
    /// End once a sequential test decides: `elo0=0,elo1=5[,alpha=0.05,beta=0.05,model=logistic]`
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// Play one part of the match, such as 3/8; `match merge` puts the parts together
    #[arg(long, default_value_t)]
    shard: Shard,
}

/// What decides how a match is run and told, and no game of it.
#[derive(Clone, Debug, clap::Args)]
pub(super) struct RunArgs {
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    pub concurrency: usize,
    /// Where finished pairs are kept [default: named after the engines]
    #[arg(long, value_name = "FILE")]
    pub journal: Option<PathBuf>,
    /// Go on with the match in the journal
    #[arg(long)]
    pub resume: bool,
    /// Write JSON lines instead of text
    #[arg(long)]
    pub json: bool,
    /// Write the games: .sgf a collection, .jsonl one game a line, .psq one numbered file a game
    #[arg(long, value_name = "FILE")]
    pub record: Option<PathBuf>,
    /// Keep the dialogues of every game in this folder
    #[arg(long, value_name = "DIR")]
    pub log: Option<PathBuf>,
    /// Draw the course of the match as SVG
    #[arg(long, value_name = "FILE")]
    pub chart: Option<PathBuf>,
}

impl SetupArgs {
    /// The conditions and the openings that the arguments ask for.
    ///
    /// # Errors
    /// When they contradict each other, name an unknown engine, or the openings cannot be read.
    pub fn conditions(&self) -> anyhow::Result<(Conditions, Book)> {
        ensure!(self.engines.len() >= 2, "a match needs two engines or more");
        let suspends = cfg!(unix) || self.like != Manager::Judge;
        ensure!(suspends, "--like judge suspends brains between moves, which this system cannot");
        let measures = cfg!(target_os = "linux") || !self.watch_memory;
        ensure!(measures, "--watch-memory works on Linux only");
        ensure!(self.games > 0 && self.games.is_multiple_of(2), "expected an even number of games");
        let engines = self.engine_settings()?;
        let (book, name) = self.book()?;
        let openings =
            Openings { name, fingerprint: book.fingerprint(), transform: self.transform };
        if self.sprt.is_some() {
            ensure!(engines.len() == 2, "a sequential test is between two engines");
        }
        let game = GameSettings {
            manager: self.like,
            tolerance: self.tolerance.unwrap_or(self.like.default_tolerance()),
            draw_after: self.draw_after,
            adjudication: Adjudication { win: self.adjudicate_win, draw: self.adjudicate_draw },
            watch_memory: self.watch_memory,
            ..GameSettings::new(self.rule, self.size)
        };
        let conditions = Conditions {
            engines,
            tournament: self.tournament,
            game,
            games: self.games,
            openings,
            seed: self.seed,
            sprt: self.sprt,
            shard: self.shard,
        };
        Ok((conditions, book))
    }

    fn engine_settings(&self) -> anyhow::Result<Vec<EngineSettings>> {
        let time = TimeControl {
            turn: self.turn_time,
            game: self.match_time,
            increment: self.increment.unwrap_or_default(),
        };
        let limits = EngineLimits {
            nodes: self.nodes,
            depth: self.depth,
            threads: Some(self.threads),
            memory: self.memory.as_u64(),
            options: Vec::new(),
        };
        let mut engines: Vec<EngineSettings> = Vec::new();
        for Assignment { key: name, value: command } in &self.engines {
            check_name(name).map_err(anyhow::Error::msg)?;
            ensure!(engines.iter().all(|other| other.name != *name), "two engines named {name}");
            engines.push(EngineSettings {
                name: name.clone(),
                command: command.clone(),
                folder: None,
                time,
                limits: limits.clone(),
            });
        }
        for limit in &self.limits {
            let (engine, key) = find(&mut engines, limit)?;
            set_limit(engine, key, &limit.value).with_context(|| format!("--limit {limit}"))?;
        }
        for option in &self.options {
            let (engine, key) = find(&mut engines, option)?;
            engine.limits.options.push((key.to_owned(), option.value.clone()));
        }
        for EngineSettings { name, time, limits, .. } in &engines {
            let is_limited = time.turn.or(time.game).is_some()
                || limits.nodes.is_some()
                || limits.depth.is_some();
            ensure!(is_limited, "{name} has no limit: give it --turn-time, --nodes or another one");
        }
        Ok(engines)
    }

    fn book(&self) -> anyhow::Result<(Book, String)> {
        let (mut book, name) = match &self.openings {
            Some(path) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                (Book::read(path, self.rule, self.size)?, name.unwrap_or_default())
            }
            None => Book::shipped(self.rule, self.size)?,
        };
        if !self.sequential {
            book = book.shuffled(self.seed);
        }
        if self.transform {
            book = book.transformed();
        }
        Ok((book, name))
    }
}

/// The engine that `NAME.KEY=VALUE` is about, and the key. A name may hold dots.
fn find<'a, 'b>(
    engines: &'a mut [EngineSettings],
    assignment: &'b Assignment,
) -> anyhow::Result<(&'a mut EngineSettings, &'b str)> {
    let engine = engines.iter_mut().find_map(|engine| {
        let key = assignment.key.strip_prefix(engine.name.as_str())?.strip_prefix('.')?;
        Some((engine, key))
    });
    engine.with_context(|| format!("{assignment}: expected NAME.KEY=VALUE with an engine's name"))
}

fn set_limit(engine: &mut EngineSettings, key: &str, value: &str) -> anyhow::Result<()> {
    let duration = || humantime::parse_duration(value);
    match key {
        "turn-time" => engine.time.turn = Some(duration()?),
        "match-time" => engine.time.game = Some(duration()?),
        "increment" => engine.time.increment = duration()?,
        "nodes" => engine.limits.nodes = Some(value.parse()?),
        "depth" => engine.limits.depth = Some(value.parse()?),
        "threads" => engine.limits.threads = Some(value.parse()?),
        "memory" => {
            let size: ByteSize = value.parse().map_err(anyhow::Error::msg)?;
            engine.limits.memory = size.as_u64();
        }
        "folder" => engine.folder = Some(value.into()),
        _ => bail!("no limit has this name"),
    }
    Ok(())
}

/// `KEY=VALUE`.
#[derive(Clone, Debug)]
struct Assignment {
    key: String,
    value: String,
}

impl FromStr for Assignment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split_once('=') {
            Some((key, value)) if !key.is_empty() && !value.trim().is_empty() => {
                Ok(Self { key: key.to_owned(), value: value.trim().to_owned() })
            }
            _ => Err(format!("{text:?}: expected NAME=VALUE")),
        }
    }
}

impl std::fmt::Display for Assignment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}={}", self.key, self.value)
    }
}

/// Reads `points=1500,moves=5,stones=0`; `stones` may be left out.
fn agreement(text: &str) -> Result<Agreement, String> {
    let wrong = || format!("{text:?}: expected points=1500,moves=5[,stones=0]");
    let (mut points, mut moves, mut stones) = (None, None, 0);
    for term in text.split(',') {
        let (key, value) = term.split_once('=').ok_or_else(wrong)?;
        let value: u32 = value.parse().map_err(|_| wrong())?;
        match key {
            "points" => points = Some(value),
            "moves" if value > 0 => moves = Some(value),
            "stones" => stones = value as usize,
            _ => return Err(wrong()),
        }
    }
    let (points, moves) = points.zip(moves).ok_or_else(wrong)?;
    Ok(Agreement { points, moves, stones })
}
