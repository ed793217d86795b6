//! The terms of games on the command line: the board, what the brains may use, the openings.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::ensure;
use bytesize::ByteSize;

use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::manager::Manager;
use crate::game::settings::{Adjudication, AdjudicationRule, GameSettings};
use crate::match_config::Openings;
use crate::schedule::book::Book;
use gomoku_rules::{Rule, Size};

/// What holds for all games, whoever plays them.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MatchOptions {
    /// The rule: freestyle, standard, renju, caro or caro-overline, or its Gomocup number
    #[arg(long, default_value = "freestyle")]
    rule: Rule,
    /// The board's side, or width x height
    #[arg(long, default_value = "20")]
    size: Size,
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
    pub seed: u64,
    /// By how much a move may overrun its time: beyond that it loses [default: 0ms, or the manager's]
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    tolerance: Option<Duration>,
    /// A draw with so many stones on the board
    #[arg(long, value_name = "STONES")]
    draw_after: Option<usize>,
    /// A win once both engines tell it for so many moves: `points=1500,moves=5,stones=0`
    #[arg(long, value_name = "TERMS", value_parser = agreement)]
    adjudicate_win: Option<AdjudicationRule>,
    /// A draw once both engines tell it for so many moves: `points=10,moves=20,stones=100`
    #[arg(long, value_name = "TERMS", value_parser = agreement)]
    adjudicate_draw: Option<AdjudicationRule>,
    /// Behave as this manager does
    #[arg(long, value_enum, default_value_t)]
    like: Manager,
}

impl MatchOptions {
    /// How each game is played.
    ///
    /// # Errors
    /// When this system cannot play so.
    pub fn game(&self) -> anyhow::Result<GameSettings> {
        let suspends = cfg!(unix) || self.like != Manager::Judge;
        ensure!(suspends, "--like judge suspends brains between moves, which this system cannot");
        let measures = cfg!(target_os = "linux") || !self.watch_memory;
        ensure!(measures, "--watch-memory works on Linux only");
        Ok(GameSettings {
            manager: self.like,
            tolerance: self.tolerance.unwrap_or(self.like.default_tolerance()),
            draw_after: self.draw_after,
            adjudication: Adjudication { win: self.adjudicate_win, draw: self.adjudicate_draw },
            watch_memory: self.watch_memory,
            ..GameSettings::new(self.rule, self.size)
        })
    }

    /// A brain under these terms.
    pub fn engine(&self, name: &str, command: &str) -> EngineSettings {
        EngineSettings {
            name: name.to_owned(),
            command: command.to_owned(),
            folder: None,
            time: TimeControl {
                turn: self.turn_time,
                game: self.match_time,
                increment: self.increment.unwrap_or_default(),
            },
            limits: EngineLimits {
                nodes: self.nodes,
                depth: self.depth,
                threads: Some(self.threads),
                memory: self.memory.as_u64(),
                options: Vec::new(),
            },
        }
    }

    /// The openings in their order, and what tells them from others.
    ///
    /// # Errors
    /// When they cannot be read or played.
    pub fn book(&self) -> anyhow::Result<(Book, Openings)> {
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
        let fingerprint = book.fingerprint();
        Ok((book, Openings { name, fingerprint, transform: self.transform }))
    }
}

/// Refuses an engine that might think for ever.
///
/// # Errors
/// When it has no limit.
pub(crate) fn ensure_limited(engine: &EngineSettings) -> anyhow::Result<()> {
    let EngineSettings { name, time, limits, .. } = engine;
    let is_limited =
        time.turn.or(time.game).is_some() || limits.nodes.is_some() || limits.depth.is_some();
    ensure!(is_limited, "{name} has no limit: give it --turn-time, --nodes or another one");
    Ok(())
}

/// Reads `points=1500,moves=5,stones=0`; `stones` may be left out.
fn agreement(text: &str) -> Result<AdjudicationRule, String> {
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
    Ok(AdjudicationRule { points, moves, stones })
}
