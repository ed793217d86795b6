//! The subcommand `book`: positions that are known, from games, studies, databases and searches.

mod build;
mod collect;
mod expand;
mod export;
mod graph;
mod known;
mod query;
mod values;
mod write;

use std::io::{Read, Write};
use std::path::PathBuf;

use anyhow::{bail, ensure};
use gomoku_match::disk::{ensure_distinct, named_twice};
use gomoku_match::{Finish, counted};

use self::build::{BuildArgs, build};
use self::expand::{ExpandArgs, expand};
use self::export::{ExportArgs, export};
use self::query::{QueryArgs, query};
use self::write::{lock, merge, named, open};

/// What to do with a book.
#[derive(Debug, clap::Subcommand)]
pub enum BookCommand {
    /// Make a book of games, studies and databases, or add them to one
    Build(BuildArgs),
    /// Search the most promising positions of a book, and add their best moves
    Expand(ExpandArgs),
    /// Show what a book knows of a position and of the moves from it
    Query(QueryArgs),
    /// Write a book as a library, a database, SGF or JSON lines
    Export(ExportArgs),
    /// Make one book of several
    Merge(MergeArgs),
    /// Check every byte of a book
    Check(CheckArgs),
}

/// Which books to merge.
#[derive(Clone, Debug, clap::Args)]
pub struct MergeArgs {
    /// The book to write: a new one, or one of the others
    output: PathBuf,
    /// The books
    #[arg(required = true)]
    books: Vec<PathBuf>,
}

/// Which book to check.
#[derive(Clone, Debug, clap::Args)]
pub struct CheckArgs {
    /// The book
    book: PathBuf,
}

/// How a command ends.
pub enum End {
    /// Whether a question was answered by yes, and no game was skipped.
    Answer(bool),
    /// Whether the same command has more to do.
    Run(Finish),
}

/// Does it.
///
/// # Errors
/// When a file cannot be read or written, is damaged, or is about another game.
pub fn run(
    command: &BookCommand,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<End> {
    let answer = match command {
        BookCommand::Build(args) => build(args, input, out, err),
        BookCommand::Expand(args) => return expand(args, out).map(End::Run),
        BookCommand::Query(args) => query(args, out),
        BookCommand::Export(args) => export(args, out, err).map(|()| true),
        BookCommand::Merge(args) => merge_all(args, out).map(|()| true),
        BookCommand::Check(CheckArgs { book }) => {
            let opened = open(book)?;
            let count = opened.check().map_err(|error| named(book, error))?;
            let (rule, size) = (opened.rule(), opened.size());
            let count = counted(count, "position");
            writeln!(out, "{}: {count} of {rule} {size}, undamaged", book.display())?;
            Ok(true)
        }
    };
    answer.map(End::Answer)
}

fn merge_all(args: &MergeArgs, out: &mut dyn Write) -> anyhow::Result<()> {
    if let Some(path) = named_twice(&args.books) {
        bail!("{}: named twice", path.display());
    }
    let output = &args.output;
    // Another run may be about to finish the book.
    let _lock = lock(output)?;
    let is_among_them = ensure_distinct(&args.books, [output]).is_err();
    ensure!(
        is_among_them || !output.exists(),
        "{}: it is there already: name it among the books, too, to keep what it knows",
        output.display()
    );
    let books = args.books.iter().map(|path| open(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let Some(first) = books.first() else { return Ok(()) };
    let (rule, size) = (first.rule(), first.size());
    for book in &books {
        book.expect(rule, size).map_err(|error| named(book.path(), error))?;
    }
    let count = merge(output, rule, size, &books.iter().collect::<Vec<_>>())?;
    let count = counted(count, "position");
    Ok(writeln!(out, "{}: {count} of {rule} {size}", output.display())?)
}
