//! The `games` subcommand: collections of games, indexed and asked.

mod describe;
mod duplicates;
mod filter;
mod find;
mod images;
mod index;
mod make;
mod moves;
mod row;
mod sources;
#[cfg(test)]
mod tests;

use std::io::{self, Write};

use self::duplicates::{DuplicatesArgs, duplicates};
use self::find::{FindArgs, find};
use self::make::{IndexArgs, make};
use self::moves::{MovesArgs, moves};

/// What to do with a collection.
#[derive(Debug, clap::Subcommand)]
pub enum GamesCommand {
    /// Read all games of files and folders into an index, which the other commands ask
    Index(IndexArgs),
    /// Name or write the games of a player, a date, an opening, a result, or that reach a position
    Find(FindArgs),
    /// Count the moves that were played in a position, and how those games ended
    Moves(MovesArgs),
    /// Name the games that are in the index more than once
    Duplicates(DuplicatesArgs),
}

impl GamesCommand {
    /// Does it. Returns whether no game was skipped.
    ///
    /// # Errors
    /// When a file cannot be read or written, is malformed, or is no index, or one that is older than its
    /// files.
    pub fn run(&self, out: &mut dyn Write) -> anyhow::Result<bool> {
        self.run_with(out, &mut io::stderr())
    }

    fn run_with(&self, out: &mut dyn Write, err: &mut dyn Write) -> anyhow::Result<bool> {
        match self {
            Self::Index(args) => return make(args, out, err),
            Self::Find(args) => find(args, out, err)?,
            Self::Moves(args) => moves(args, out)?,
            Self::Duplicates(args) => duplicates(args, out)?,
        }
        Ok(true)
    }
}
