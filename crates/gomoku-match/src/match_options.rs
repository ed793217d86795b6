//! Options that all commands with games share: the board, the limits of engines, the openings.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::ensure;

use crate::choice::{choice, rule};
use crate::engine_io::limits::{EngineLimits, EngineSettings, TimeControl};
use crate::engine_io::manager::Manager;
use crate::game::settings::{Adjudication, AdjudicationRule, GameSettings};
use crate::host::Host;
use crate::match_config::Openings;
use crate::schedule::book::Book;
use crate::schedule::openings::{OpeningOrder, OpeningSource};
use crate::units::{parse_bytes, parse_duration, parse_match_time, parse_time_limit};
use gomoku_rules::{OpeningRule, Rule, Size};

/// The points of a win: a level game is none.
pub(crate) const WIN_POINTS: RangeInclusive<u32> = 1..=i32::MAX as u32;
/// The points of a draw: a win that an engine has found is none.
pub(crate) const DRAW_POINTS: RangeInclusive<u32> = 0..=i32::MAX as u32 - 1;

/// What holds for all games and engines.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct MatchOptions {
    /// The rule
    #[arg(long, default_value = "freestyle", value_parser = rule())]
    rule: Rule,
    /// The board: a side, or width x height
    #[arg(long, default_value = "20")]
    size: Size,
    /// Time for a move, such as 500ms or 5s
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    turn_time: Option<Duration>,
    /// Time for all moves of a game, such as 60s or 3m
    #[arg(long, value_name = "TIME", value_parser = parse_match_time)]
    match_time: Option<Duration>,
    /// Time added to --match-time with each move
    #[arg(long, value_name = "TIME", value_parser = parse_time_limit)]
    increment: Option<Duration>,
    /// Nodes of a search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Depth of a search, in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search threads of an engine
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Memory of an engine, always sent to it; 0 is no limit
    #[arg(long, value_name = "SIZE", default_value = "350MiB", value_parser = parse_bytes)]
    memory: u64,
    /// Let an engine that takes more memory lose (Linux only)
    #[arg(long)]
    watch_memory: bool,
    /// Openings, one per line as pos string or Gomocup offsets, or `empty` for the empty board [default:
    /// included ones for the rule; where a side is below 15, the empty board]
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin by this rule of the opening, such as pro, swap2, taraguchi-10
    #[arg(long, conflicts_with_all = ["openings", "sequential", "transform"],
        value_parser = choice::<OpeningRule>(OpeningRule::ALL.map(OpeningRule::name)))]
    opening_rule: Option<OpeningRule>,
    /// Play the openings in the order of the file instead of a random one
    #[arg(long)]
    sequential: bool,
    /// Begin with this opening of the order, from 1
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "opening_rule",
        value_parser = clap::value_parser!(u64).range(1..))]
    first: u64,
    /// Mirror and rotate the openings: another symmetry with each pass through them
    #[arg(long)]
    transform: bool,
    /// Seed of all random choices
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How late a move may be before it loses on time [default: 0ms, with --like judge 1s]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    tolerance: Option<Duration>,
    /// Longest wait for an answer that has no clock [default: 10s for START, 10m for a move without a time
    /// limit]
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    stall_timeout: Option<Duration>,
    /// Call a game a draw at this many stones, those of the opening included
    #[arg(long, value_name = "STONES", value_parser = clap::value_parser!(u32).range(1..))]
    draw_after: Option<u32>,
    /// Adjudicate a win when the scores of both engines agree for this many moves:
    /// `points=1500,moves=5,stones=0`
    #[arg(long, value_name = "TERMS", value_parser = |text: &str| adjudication_rule(text, WIN_POINTS))]
    adjudicate_win: Option<AdjudicationRule>,
    /// Adjudicate a draw when the scores of both engines agree for this many moves:
    /// `points=10,moves=20,stones=100`
    #[arg(long, value_name = "TERMS", value_parser = |text: &str| adjudication_rule(text, DRAW_POINTS))]
    adjudicate_draw: Option<AdjudicationRule>,
    /// Behave like this manager
    #[arg(long, value_enum, default_value_t)]
    like: Manager,
}

impl MatchOptions {
    /// The rule of the games.
    pub const fn rule(&self) -> Rule {
        self.rule
    }

    /// How each game is played.
    ///
    /// # Errors
    /// When this system does not support it.
    pub fn game(&self) -> anyhow::Result<GameSettings> {
        let suspends = cfg!(unix) || self.like != Manager::Judge;
        ensure!(suspends, "--like judge works on Unix only: it suspends engines between moves");
        let measures = cfg!(target_os = "linux") || !self.watch_memory;
        ensure!(measures, "--watch-memory works on Linux only");
        let usual = GameSettings::new(self.rule, self.size);
        Ok(GameSettings {
            manager: self.like,
            tolerance: self.tolerance.unwrap_or(self.like.default_tolerance()),
            draw_after: self.draw_after.map(|stones| stones as usize),
            adjudication: Adjudication { win: self.adjudicate_win, draw: self.adjudicate_draw },
            watch_memory: self.watch_memory,
            start_limit: self.stall_timeout.unwrap_or(usual.start_limit),
            stall_timeout: self.stall_timeout.unwrap_or(usual.stall_timeout),
            ..usual
        })
    }

    /// An engine with these limits.
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
                memory: self.memory,
                options: Vec::new(),
            },
        }
    }

    /// The openings, and what the journal says of them.
    ///
    /// # Errors
    /// When they cannot be read, made or played, or leave no move before a game is called a draw.
    pub fn openings(&self, host: &Host) -> anyhow::Result<(OpeningSource, Openings)> {
        let (source, name) = if let Some(opening_rule) = self.opening_rule {
            let &Self { rule, size, seed, .. } = self;
            let order = OpeningOrder { opening_rule, rule, size, seed };
            (OpeningSource::Made(order, host.make_opening), opening_rule.name().to_owned())
        } else {
            let (book, name) = self.book()?;
            (OpeningSource::Book(book), name)
        };
        if let Some(limit) = self.game()?.max_stones() {
            let subject = match self.draw_after {
                Some(stones) => format!("--draw-after {stones}"),
                None => format!("--like judge, {} on {}", self.rule, self.size),
            };
            let stones = source.most_stones();
            ensure!(
                stones < limit,
                "{subject}: a game would be a draw at {limit} stones, without a move after an opening of \
                 {stones}"
            );
        }
        let fingerprint = source.fingerprint()?;
        Ok((source, Openings { name, fingerprint, transform: self.transform }))
    }

    /// The file of openings, if one is named.
    pub fn openings_file(&self) -> Option<&Path> {
        self.openings.as_deref().filter(|path| path.as_os_str() != "empty")
    }

    /// The openings of a file or of ours, in their order, and what people call them.
    fn book(&self) -> anyhow::Result<(Book, String)> {
        let (mut book, name) = match (&self.openings, self.openings_file()) {
            (_, Some(path)) => {
                let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
                (Book::read(path, self.rule, self.size)?, name.unwrap_or_default())
            }
            (Some(_), None) => (Book::empty(self.size), "empty board".to_owned()),
            (None, None) => Book::shipped(self.rule, self.size)?,
        };
        if !self.sequential {
            book = book.shuffled(self.seed);
        }
        if self.transform {
            book = book.transformed();
        }
        Ok((book.starting_at(self.first - 1), name))
    }
}

/// Refuses an engine that might think forever.
///
/// # Errors
/// When it has no limit.
pub(crate) fn ensure_limited(engine: &EngineSettings) -> anyhow::Result<()> {
    let EngineSettings { name, time, limits, .. } = engine;
    let is_limited =
        time.turn.or(time.game).is_some() || limits.nodes.is_some() || limits.depth.is_some();
    ensure!(is_limited, "{name} has no limit: pass --turn-time, --match-time, --nodes or --depth");
    let gains = time.increment.is_zero() || time.game.is_some();
    ensure!(gains, "{name} has an increment without a match time: pass --match-time");
    Ok(())
}

/// Reads `points=1500,moves=5,stones=0`; `stones` may be left out.
fn adjudication_rule(text: &str, bounds: RangeInclusive<u32>) -> Result<AdjudicationRule, String> {
    let wrong = || format!("{text:?}: expected points=1500,moves=5[,stones=0]");
    let (mut points, mut moves, mut stones) = (None, None, None);
    for term in text.split(',') {
        let (key, value) = term.split_once('=').ok_or_else(wrong)?;
        let value: u32 = value.parse().map_err(|_| wrong())?;
        let before = match key {
            "points" => points.replace(value),
            "moves" if value > 0 => moves.replace(value),
            "stones" => stones.replace(value),
            _ => return Err(wrong()),
        };
        if before.is_some() {
            return Err(format!("{key} is given twice"));
        }
    }
    let (points, moves) = points.zip(moves).ok_or_else(wrong)?;
    if !bounds.contains(&points) {
        let (first, last) = bounds.into_inner();
        return Err(format!("expected points from {first} to {last}"));
    }
    Ok(AdjudicationRule { points, moves, stones: stones.unwrap_or(0) as usize })
}
