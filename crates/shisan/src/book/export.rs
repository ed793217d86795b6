//! `book export`: a book in formats of other programs.

use std::io::{BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context, anyhow, bail};
use gomoku_match::disk::ensure_distinct;
use gomoku_records::{
    DbWriter, FileFormat, Lost, TextEncoding, WriteOptions, Written, db_frame, trees_of,
};
use gomoku_rules::record::Format;
use gomoku_rules::{Cell, Side};
use serde::Serialize;
use shisan_engine::book::{Book, BookEntry, BookPosition};

use super::known::to_database;
use super::write::{named, open};
use crate::convert::{Output, file_of};

/// What to make of a book.
#[derive(Clone, Debug, clap::Args)]
pub struct ExportArgs {
    /// The format
    #[arg(long, value_name = "FORMAT", value_enum)]
    to: ExportFormat,
    /// The encoding of names and comments that are written; what it lacks becomes a question mark
    #[arg(long, value_name = "ENCODING", default_value = "UTF-8")]
    encoding: TextEncoding,
    /// Write to this file instead of standard output; several trees of a library become several files
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The book
    book: PathBuf,
}

/// A format of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum ExportFormat {
    #[value(help = "A library of RenLib")]
    Lib,
    /// A database of Yixin and Rapfi
    Db,
    /// The same, compressed with LZ4
    DbLz4,
    /// A collection of trees
    Sgf,
    /// All that the book knows, a JSON object a position
    Jsonl,
}

/// Writes the book in the format, and names on `err` what of its trees that has no place for.
///
/// # Errors
/// When the book is damaged, the format cannot hold it, or it cannot be written.
pub fn export(args: &ExportArgs, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<()> {
    let file = file_of(args.output.as_ref());
    ensure_distinct([&args.book], file)?;
    let book = open(&args.book)?;
    let is_of_trees = matches!(args.to, ExportFormat::Lib | ExportFormat::Sgf);
    if args.encoding != TextEncoding::UTF_8 && !is_of_trees {
        bail!("--encoding {}: databases and JSON are in UTF-8", args.encoding);
    }
    let format = match args.to {
        ExportFormat::Lib => FileFormat::Lib,
        ExportFormat::Db => FileFormat::Db,
        ExportFormat::DbLz4 => FileFormat::DbLz4,
        ExportFormat::Sgf => FileFormat::Text(Format::Sgf),
        // One file.
        ExportFormat::Jsonl => FileFormat::Text(Format::Pos),
    };
    let mut output = Output::open(file, format, out)?;
    match args.to {
        ExportFormat::Jsonl => {
            for_each(&book, |position, entry| {
                let line = serde_json::to_string(&Line::new(&position, &entry))?;
                output.write("", format!("{line}\n").as_bytes())
            })?;
        }
        ExportFormat::Db => database(&book, &mut Pieces(&mut output))?,
        ExportFormat::DbLz4 => {
            let mut frame = db_frame(Pieces(&mut output));
            database(&book, &mut frame)?;
            frame.finish().context("LZ4")?;
        }
        ExportFormat::Lib | ExportFormat::Sgf => {
            let mut positions = Vec::new();
            for_each(&book, |position, entry| {
                positions.push(to_database(book.rule(), book.size(), &position, &entry));
                Ok(())
            })?;
            let options = WriteOptions { encoding: args.encoding, ..WriteOptions::default() };
            let mut lost = Lost::default();
            for tree in trees_of(positions) {
                let written = format.write(&tree, options);
                let Written { bytes, lost: more } = written
                    .map_err(|error| anyhow!("{}: {error} (to {format})", args.book.display()))?;
                lost += more;
                output.write("", &bytes)?;
            }
            if !lost.is_nothing() {
                writeln!(err, "warning: {format} has no place for {lost}")?;
            }
        }
    }
    output.flush()?;
    output.finish(&[&args.book])
}

fn for_each(
    book: &Book,
    mut each: impl FnMut(BookPosition, BookEntry) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let in_book = |error| named(book.path(), error);
    for record in book.records().map_err(in_book)? {
        let (position, entry) = record.map_err(in_book)?;
        each(position, entry)?;
    }
    Ok(())
}

fn database(book: &Book, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut count = 0;
    for_each(book, |_, _| {
        count += 1;
        Ok(())
    })?;
    let mut writer = DbWriter::new(BufWriter::new(out), count)?;
    for_each(book, |position, entry| {
        let position = to_database(book.rule(), book.size(), &position, &entry);
        writer.write(&position).with_context(|| book.path().display().to_string())
    })?;
    Ok(writer.into_inner().flush()?)
}

/// The pieces of one file.
struct Pieces<'a, 'b>(&'a mut Output<'b>);

impl Write for Pieces<'_, '_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.append(bytes).map_err(std::io::Error::other)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// A position as JSON.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Line<'a> {
    black: Vec<String>,
    white: Vec<String>,
    to_move: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
    depth: u16,
    expanded: bool,
    games: Counts,
    #[serde(skip_serializing_if = "str::is_empty")]
    comment: &'a str,
}

/// The results of games.
#[derive(Serialize)]
struct Counts {
    black: u32,
    white: u32,
    drawn: u32,
    open: u32,
}

impl<'a> Line<'a> {
    fn new(position: &BookPosition, entry: &'a BookEntry) -> Self {
        let cells = |side: Side| {
            let own = position.stones.iter().filter(|stone| stone.cell == Cell::from(side));
            own.map(|stone| stone.pos.to_string()).collect()
        };
        let games = entry.games;
        Self {
            black: cells(Side::Black),
            white: cells(Side::White),
            to_move: position.to_move.to_string(),
            score: entry.value.map(shisan_engine::score::Score::get),
            depth: entry.depth,
            expanded: entry.is_expanded,
            games: Counts {
                black: games.black,
                white: games.white,
                drawn: games.drawn,
                open: games.open,
            },
            comment: &entry.comment,
        }
    }
}
