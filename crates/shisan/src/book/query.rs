//! `book query`: what a book knows of a position.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use gomoku_match::choice;
use gomoku_rules::{Board, CellNames, Coords};
use shisan_engine::book::{Book, BookEntry, Games};
use shisan_engine::score::Score;

use super::write::{named, open};
use crate::position::play;

/// Which position to look up.
#[derive(Clone, Debug, clap::Args)]
pub struct QueryArgs {
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// The book
    book: PathBuf,
    /// The moves so far, such as h8i9
    #[arg(default_value = "")]
    position: String,
}

/// Prints what the book knows of the position, and of the moves from it, the best one first. Returns whether
/// it knows the position.
///
/// # Errors
/// When the book is damaged, or the moves cannot be played.
pub fn query(args: &QueryArgs, out: &mut dyn Write) -> anyhow::Result<bool> {
    let book = open(&args.book)?;
    let names = CellNames { coords: args.coords, size: book.size() };
    let board = play(&args.position, names, book.rule()).context("reading the moves")?;
    let in_book = |error| named(&args.book, error);
    let entry = book.get(&board).map_err(in_book)?;
    write_entry(&book, &board, entry.as_ref(), out)?;
    let moves = book.moves(&board).map_err(in_book)?;
    if !moves.is_empty() {
        writeln!(
            out,
            "\n{:<6}{:>8}{:>7}{:>8}{:>8}{:>8}{:>8}",
            "move", "value", "depth", "games", "black", "white", "drawn"
        )?;
    }
    for it in &moves {
        let Games { black, white, drawn, .. } = it.entry.games;
        let value = it.value().map_or(String::new(), |value| value.to_string());
        let depth = it.value().map_or(String::new(), |_| it.entry.depth.to_string());
        let count = it.entry.games.count();
        writeln!(
            out,
            "{:<6}{value:>8}{depth:>7}{count:>8}{black:>8}{white:>8}{drawn:>8}",
            names.name(it.pos)
        )?;
    }
    Ok(entry.is_some())
}

fn write_entry(
    book: &Book,
    board: &Board,
    entry: Option<&BookEntry>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    write!(out, "{} {}, {} to move: ", book.rule(), book.size(), board.side_to_move())?;
    let Some(entry) = entry else { return Ok(writeln!(out, "not in the book")?) };
    match entry.value.map(|value: Score| value.to_string()) {
        Some(value) => write!(out, "value {value}, depth {}", entry.depth)?,
        None => write!(out, "no value")?,
    }
    let Games { black, white, drawn, .. } = entry.games;
    let count = entry.games.count();
    let games = if count == 1 { "game" } else { "games" };
    writeln!(out, "; {count} {games}: black {black}, white {white}, drawn {drawn}")?;
    for line in entry.comment.lines() {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}
