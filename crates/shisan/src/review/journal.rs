//! Reviews in a file that survives the end of the run: a line that says what they are of, then a line for
//! each game.

use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use gomoku_match::disk::{Lines, ensure_regular};
use gomoku_match::hash::Fnv1a;
use gomoku_match::{Shard, difference, parse_json};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::engine_args::EngineArgs;
use crate::file_games::GamesArgs;

/// How a journal begins.
const HEAD: &str = r#"{"kind":"review","#;

/// What is reviewed, and how. All of it decides the lines that follow.
#[derive(Serialize, Deserialize)]
struct Head {
    kind: String,
    /// The form of the lines.
    schema: u32,
    /// The build of this program.
    version: String,
    config: Value,
}

/// The game of a line.
#[derive(Deserialize)]
struct Reviewed {
    file: Option<String>,
    game: u64,
}

/// A journal that is open for more reviews.
pub(super) struct Journal(Lines);

/// Games: their files and their numbers there.
pub(super) type Known = HashSet<(Option<String>, u64)>;

impl Journal {
    /// Starts the journal at `path`, or continues it; also returns the games that it holds.
    ///
    /// # Errors
    /// When it cannot be read or written, is in use, exists although it is to be started, or holds reviews
    /// of other games or settings.
    pub(super) fn open(
        path: &Path,
        resume: bool,
        games: &GamesArgs,
        shard: Shard,
        engine: &EngineArgs,
    ) -> anyhow::Result<(Self, Known)> {
        let files: Vec<Value> = games.files().iter().map(content).collect::<anyhow::Result<_>>()?;
        let head = Head {
            kind: "review".to_owned(),
            schema: 1,
            version: shisan_engine::BUILD.to_owned(),
            config: serde_json::json!({
                "games": games.settings(),
                "engine": { "weights": engine.weights().map(hash).transpose()?, "set": engine.settings() },
                "shard": shard,
                "files": files,
            }),
        };
        let (mut lines, text) =
            if resume { Lines::resume_text(path)? } else { (Lines::create(path)?, String::new()) };
        let name = path.display();
        ensure!(lines.is_begun_by(HEAD)?, "{name}: not the journal of a review");
        let mut known = Known::new();
        if text.is_empty() {
            lines = lines.with_header(&serde_json::to_string(&head)?)?;
        } else {
            known = read(&text, &head).with_context(|| name.to_string())?;
        }
        Ok((Self(lines), known))
    }

    /// Adds the review of a game; it is on the disk when this returns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub(super) fn append(&mut self, line: &str) -> anyhow::Result<()> {
        self.0.append(line).map(drop)
    }

    /// Removes it if this run has created it and it holds no review.
    pub(super) fn remove_if_unused(self) {
        self.0.remove_if_unused();
    }
}

/// The games in `text`, a journal that must be of what `now` says.
fn read(text: &str, now: &Head) -> anyhow::Result<Known> {
    let mut lines = (1..).zip(text.lines());
    let head = lines.next().map(|(_, line)| line).unwrap_or_default();
    let head: Head = parse_json(head).context("not the journal of a review")?;
    ensure!(head.kind == now.kind && head.schema == now.schema, "not the journal of a review");
    if head.version != now.version {
        bail!("the journal is of another build: {}, not {}", head.version, now.version);
    }
    if let Some(difference) = difference(&head.config, &now.config)? {
        bail!("the journal holds another review: {difference}");
    }
    let game = |(number, line): (usize, &str)| {
        let game: Reviewed = parse_json(line).with_context(|| format!("line {number}"))?;
        Ok((game.file, game.game))
    };
    lines.map(game).collect()
}

/// A file of games and its content.
fn content(path: &PathBuf) -> anyhow::Result<Value> {
    let name = path.display().to_string();
    ensure!(name != "-", "--journal: standard input cannot be read again: name files");
    Ok(serde_json::json!({ "file": name, "hash": hash(path)? }))
}

/// The hash of a file's content.
fn hash(path: &(impl AsRef<Path> + ?Sized)) -> anyhow::Result<String> {
    let path = path.as_ref();
    ensure_regular(path)?;
    let read = || -> io::Result<u64> {
        let (mut file, mut hash, mut bytes) =
            (File::open(path)?, Fnv1a::default(), vec![0; 1 << 16]);
        loop {
            match file.read(&mut bytes)? {
                0 => return Ok(hash.value()),
                length => hash.add(&bytes[..length]),
            }
        }
    };
    Ok(format!("{:016x}", read().with_context(|| path.display().to_string())?))
}
