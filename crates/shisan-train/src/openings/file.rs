//! Files of openings.
//!
//! ```text
//! # shisan openings --rule renju --size 15x15 --seed 1 --nodes 500000 --max-eval 40
//! # weights=9f86d081884c7d65 set=defaults build=0.1.0
//! -4,4, -4,2, 0,-3, 0,-2, 2,0
//! ```
//!
//! The first line is the command, without what only decides how many openings it makes and how fast. The
//! second is the engine that made the lines below it; where another one goes on, its own follows.

use anyhow::{Context, ensure};

use super::args::OpeningsArgs;
use super::candidates::board;
use crate::setting::Setting;
use gomoku_match::disk::Lines;
use gomoku_match::ensure_playable;
use gomoku_rules::record::{self, RecordError};
use gomoku_rules::{Board, Pos};
use shisan_engine::engine::EngineConfig;

/// How files of openings begin.
const HEADING: &str = "# shisan openings ";

/// A file of openings that is open for more.
pub(super) struct OpeningsFile {
    lines: Lines,
    /// The command, unless the file has it.
    heading: Option<String>,
    /// The engine, unless it has made the last lines of the file.
    engine: Option<String>,
}

impl OpeningsFile {
    /// Opens the file, or creates it; also returns the openings that it holds.
    ///
    /// # Errors
    /// When it is in use, cannot be read or written, or holds other openings.
    pub fn open(
        args: &OpeningsArgs,
        config: &EngineConfig,
        settings: &[String],
    ) -> anyhow::Result<(Self, Vec<Board>)> {
        let name = args.output.display();
        let (lines, text) = Lines::resume_text(&args.output)?;
        let heading = command(args);
        let engine = format!("# {}", Setting::default().with_engine([args.rule], config, settings));
        let first = text.lines().next();
        let is_ours = first.is_none_or(|first| first.starts_with(HEADING));
        ensure!(is_ours && lines.is_begun_by(HEADING)?, "{name}: not a file of openings");
        ensure!(
            first.is_none_or(|first| first == heading),
            "{name} holds other openings, of `{}`: write to another file",
            first.unwrap_or_default().trim_start_matches("# ")
        );
        let mut openings = Vec::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.starts_with('#')) {
            let moves = record::parse_offsets(line, args.size);
            let moves = moves.map_err(|error| RecordError { line: number, ..error });
            let moves = moves.with_context(|| name.to_string())?;
            ensure_playable(&moves, args.rule, args.size)
                .with_context(|| format!("{name}: line {number}"))?;
            openings.push(board(&moves, args.size));
        }
        let last_engine = text.lines().rfind(|line| line.starts_with("# weights="));
        let heading = first.is_none().then_some(heading);
        let engine = (last_engine != Some(&engine)).then_some(engine);
        Ok((Self { lines, heading, engine }, openings))
    }

    /// Appends an opening; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn append(&mut self, opening: &Board) -> anyhow::Result<()> {
        for heading in self.heading.take().into_iter().chain(self.engine.take()) {
            self.lines.append(&heading)?;
        }
        let moves: Vec<Pos> = opening.stones().iter().map(|stone| stone.pos).collect();
        self.lines.append(&record::format_offsets(&moves, opening.size())).map(drop)
    }
}

/// The command as a comment.
fn command(args: &OpeningsArgs) -> String {
    let OpeningsArgs { rule, size, seed, nodes, max_eval, .. } = args;
    let candidates = match &args.candidates {
        Some(path) => format!("--candidates {}", path.display()),
        None => format!("--seed {seed}"),
    };
    let games = args.game_nodes.map(|nodes| format!(" --game-nodes {nodes}")).unwrap_or_default();
    format!(
        "{HEADING}--rule {rule} --size {size} {candidates} --nodes {nodes} --max-eval {max_eval}{games}"
    )
}
