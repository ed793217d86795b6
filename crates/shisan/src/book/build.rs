//! `book build`: a book of games, studies and databases.

use std::collections::HashSet;
use std::fs::File;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};
use gomoku_match::{choice, counted, rule};
use gomoku_records::{DbReader, FileFormat, GameTree, NodeId, Step, Stones, Tree, positions_of};
use gomoku_rules::record::GameResult;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Coords, Rule, Side, Size};
use shisan_engine::book::{Book, BookEntry, BookPosition, Games};

use super::collect::Collector;
use super::known::from_database;
use super::write::{lock, named, open};
use crate::convert::{Input, InputError, InputFormat, no_game, open_each, place};

/// What to put into a book.
#[derive(Clone, Debug, clap::Args)]
pub struct BuildArgs {
    /// The rule of a new book, and of games that do not state it [default: freestyle]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board of a new book: a side, or width x height [default: 15]
    #[arg(long)]
    size: Option<Size>,
    /// Leave out positions of games with more stones
    #[arg(long, value_name = "N", default_value_t = 30)]
    plies: usize,
    /// The input's format; jsonl is for records and journals of `shisan match` [default: by the extension of
    /// the file, or else by its content]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<InputFormat>(InputFormat::NAMES))]
    from: Option<InputFormat>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// Leave out games that cannot be read or played, name each on standard error, and exit with 1 in the
    /// end; without it the first of them ends the run with 2
    #[arg(long)]
    skip_errors: bool,
    /// The book, which is made or added to
    book: PathBuf,
    /// The games, studies and databases, or - for standard input, the default
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Adds the games of the files to the book. Returns whether none was skipped.
///
/// # Errors
/// When a file cannot be read, or a game is of another rule or board or has moves behind its end; the book stays
/// as it was.
pub fn build(
    args: &BuildArgs,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<bool> {
    let _lock = lock(&args.book)?;
    let before = if args.book.exists() { Some(open(&args.book)?) } else { None };
    let known = |book: &Book| (book.rule(), book.size());
    let (rule, size) = before.as_ref().map_or_else(
        || (args.rule.unwrap_or_default(), args.size.unwrap_or(Size::square(15))),
        known,
    );
    if let Some(book) = &before {
        let asked = (args.rule.unwrap_or(rule), args.size.unwrap_or(size));
        book.expect(asked.0, asked.1).map_err(|error| named(&args.book, error))?;
    }
    let collector = Collector::new(&args.book, rule, size);
    let mut building = Building { args, rule, size, collector, err, games: 0, skipped: 0 };
    let BuildArgs { files, from, coords, .. } = args;
    open_each(files, input, *from, Some(size), *coords, |path, input| building.read(path, input))?;
    let Building { collector, games, skipped, .. } = building;
    if games + skipped == 0 {
        return Err(no_game(&args.files));
    }
    let count = collector.finish(before.as_ref())?;
    writeln!(out, "{}: {} of {rule} {size}", args.book.display(), counted(count, "position"))?;
    Ok(skipped == 0)
}

struct Building<'a> {
    args: &'a BuildArgs,
    rule: Rule,
    size: Size,
    collector: Collector,
    err: &'a mut dyn Write,
    games: u64,
    skipped: u64,
}

impl Building<'_> {
    fn read(
        &mut self,
        path: Option<&Path>,
        input: Result<Input, InputError>,
    ) -> anyhow::Result<()> {
        let input = match input {
            Ok(input) => input,
            Err(error) => return self.skip(error),
        };
        let is_database =
            matches!(input.format(), InputFormat::File(FileFormat::Db | FileFormat::DbLz4));
        if let Some(path) = path.filter(|_| is_database) {
            return self.database(path);
        }
        let name = input.name().to_owned();
        for game in input.into_trees() {
            match game {
                Ok(game) => self.game(&name, game)?,
                Err(error) => self.skip(error)?,
            }
        }
        Ok(())
    }

    /// Reads a database position by position.
    fn database(&mut self, path: &Path) -> anyhow::Result<()> {
        let name = || path.display().to_string();
        let file = File::open(path).with_context(name)?;
        self.games += 1;
        let mut others = 0_u64;
        for position in DbReader::new(file).with_context(name)? {
            let position = match position {
                Ok(position) => position,
                Err(error) => {
                    return self.skip(InputError::Malformed(anyhow!(error).context(name())));
                }
            };
            if (position.rule, position.size) == (self.rule, self.size) {
                let (position, entry) = from_database(&position);
                self.collector.add(position, entry)?;
            } else {
                others += 1;
                let (rule, size) = (position.rule, position.size);
                ensure!(self.args.skip_errors, "{}: {}", name(), self.mismatch(rule, size));
            }
        }
        if others > 0 {
            self.skipped += 1;
            writeln!(
                self.err,
                "skipped: {}: {} of other games",
                name(),
                counted(others, "position")
            )?;
        }
        Ok(())
    }

    fn game(&mut self, name: &str, mut game: GameTree) -> anyhow::Result<()> {
        let place = place(name, game.number);
        for warning in &game.warnings {
            writeln!(self.err, "warning: {place}{warning}")?;
        }
        let tree = &mut game.tree;
        let stated = tree.info.rule.unwrap_or(self.rule);
        if (stated, tree.size) != (self.rule, self.size) {
            let mismatch = self.mismatch(stated, tree.size);
            return self.skip(InputError::Malformed(anyhow!("{place}{mismatch}")));
        }
        tree.info.rule = Some(self.rule);
        let played = ensure_no_move_behind_end(tree, self.rule);
        let positions = match played.and_then(|()| positions_of(tree)) {
            Ok(positions) => positions,
            Err(reason) => {
                return self.skip(InputError::Malformed(anyhow!("{place}{reason}")));
            }
        };
        self.games += 1;
        for position in &positions {
            let (position, entry) = from_database(position);
            if position.stones.len() <= self.args.plies {
                self.collector.add(position, entry)?;
            }
        }
        self.result(tree)
    }

    /// Counts a game at the positions of its main line. A tree with variations and no result is a study.
    fn result(&mut self, tree: &Tree) -> anyhow::Result<()> {
        let main: Vec<NodeId> = tree.main_line().collect();
        if tree.info.result.is_none() && main.len() < tree.len() {
            return Ok(());
        }
        let mut seen = HashSet::new();
        for id in main {
            let position = BookPosition::of(&tree.stones(id).board());
            if position.stones.len() <= self.args.plies && seen.insert(position.clone()) {
                self.collector.add(position, played(tree.info.result))?;
            }
        }
        Ok(())
    }

    fn mismatch(&self, rule: Rule, size: Size) -> String {
        format!("a game of {rule} {size}; the book is of {} {}", self.rule, self.size)
    }

    fn skip(&mut self, error: InputError) -> anyhow::Result<()> {
        self.skipped += 1;
        error.skip(self.args.skip_errors, self.err)
    }
}

/// Fails if a move of the main line or a variation follows the end of the game.
fn ensure_no_move_behind_end(tree: &Tree, rule: Rule) -> Result<(), String> {
    let mut path = vec![(Stones::new(tree.size), false)];
    for step in tree.walk() {
        let (Step::Enter(id), Some((before, was_over))) = (step, path.last()) else {
            path.pop();
            continue;
        };
        let node = tree.node(id);
        if *was_over && node.played().is_some() {
            let number = before.board().stones().len() + 1;
            return Err(format!("move {number}: the game was over before"));
        }
        let after = before.after(node);
        let is_foul = || {
            let cell = node.played().filter(|it| rule.forbids(it.side)).and_then(|it| it.pos);
            cell.is_some_and(|pos| referee::forbidden(&before.board(), pos).is_some())
        };
        let is_over = tree.children(id).next().is_some()
            && (*was_over && node.notes().setup.is_empty()
                || is_foul()
                || referee::position(&after.board(), rule) != Verdict::Ongoing);
        path.push((after, is_over));
    }
    Ok(())
}

/// One game with this result.
fn played(result: Option<GameResult>) -> BookEntry {
    let mut games = Games::default();
    let count = match result {
        None => &mut games.open,
        Some(result) => match result.winner {
            Some(Side::Black) => &mut games.black,
            Some(Side::White) => &mut games.white,
            None => &mut games.drawn,
        },
    };
    *count = 1;
    BookEntry { games, ..BookEntry::default() }
}
