//! The `convert` subcommand: games from one format of record to another, one at a time.

mod format;
mod input;
mod output;
#[cfg(test)]
mod tests;

use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{anyhow, bail};
use clap::ValueEnum;

pub use self::format::InputFormat;
pub use self::input::{Input, InputError, no_game, open_each, place};
pub use self::output::{Output, OutputFile, Texts, file_of};
use gomoku_match::{choice, rule};
use gomoku_records::{FileFormat, GameTree, Lost, TextEncoding, WriteOptions, Written};
use gomoku_rules::record::Format;
use gomoku_rules::{Coords, Rule, Size};

/// What to convert, and to what.
#[derive(Clone, Debug, clap::Args)]
pub struct ConvertArgs {
    /// The input's format; jsonl is for records and journals of `shisan match` [default: by the extension of
    /// the file, or else by its content]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<InputFormat>(InputFormat::NAMES))]
    from: Option<InputFormat>,
    /// The output's format; a drawn board loses the order of the moves [default: by the extension of
    /// --output, or pos]
    #[arg(long, value_name = "FORMAT", value_parser = choice::<FileFormat>(FileFormat::WRITTEN.map(FileFormat::name)))]
    to: Option<FileFormat>,
    /// The board of games that do not state it: a side, or width x height [default: the size
    /// stated in files of `shisan openings`, or 15]
    #[arg(long)]
    size: Option<Size>,
    /// The rule of games that do not state it, which databases need
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I
    #[arg(long, default_value = "top", value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Coords,
    /// Where the rows of the input are counted from, if the output counts them from the top, or the
    /// other way round: bottom, as in Yixin-Board and gomocalc, turns the board upside down
    #[arg(long, value_enum, default_value = "top")]
    origin: Origin,
    /// The encoding of the input's names and comments, such as GB18030 or windows-1251 [default: that
    /// which the input states, or else looks like]
    #[arg(long, value_name = "ENCODING")]
    from_encoding: Option<TextEncoding>,
    /// The encoding of names and comments that are written; what it lacks becomes a question mark
    #[arg(long, value_name = "ENCODING", default_value = "UTF-8")]
    encoding: TextEncoding,
    /// Leave out games that cannot be read or played, name each on standard error, and exit with 1 in the
    /// end; without it the first of them ends the run with 2
    #[arg(long)]
    skip_errors: bool,
    /// Convert damaged games, libraries and databases up to the damage, name each on standard error, and exit with 1 in the end
    #[arg(long)]
    salvage: bool,
    /// Write to this file instead of standard output, once all games are converted: until then it stays
    /// as it was; several games in PSQ, sav, yixin-pos, lib or db
    /// become several files, name-1.psq, name-2.psq, ...
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The files to read, or - for standard input, the default
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Where rows are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    Top,
    Bottom,
}

/// Converts the games of the files that `args` name, or of `input`, and writes each to a file or `out` as
/// it is read. What the output has no place for is named on `err`. Returns whether no game was skipped or
/// damaged.
///
/// # Errors
/// When a file cannot be read or written, when the format of the output is not known, when there is no
/// game, or at the first malformed place of the input, named by file, game, line and column, if malformed
/// games are not skipped.
pub fn run(
    args: &ConvertArgs,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> anyhow::Result<bool> {
    let file = file_of(args.output.as_ref());
    let to = output_format(args.to, file)?;
    let output = Output::open(file, to, out)?;
    let mut conversion = Conversion {
        args,
        to,
        output,
        err,
        written: 0,
        skipped: 0,
        damaged: 0,
        lost: Lost::default(),
        has_guessed: false,
    };
    let ConvertArgs { files, from, size, coords, .. } = args;
    let result =
        open_each(files, input, *from, *size, *coords, |_, input| conversion.convert(input));
    let Conversion { mut output, err, written, skipped, damaged, lost, .. } = conversion;
    // What standard output has got stays there.
    output.flush()?;
    result?;
    if written + skipped == 0 {
        return Err(no_game(&args.files));
    }
    if written > 0 {
        output.finish(&args.files)?;
    }
    if !lost.is_nothing() {
        writeln!(err, "warning: {to} has no place for {lost}")?;
    }
    Ok(skipped + damaged == 0)
}

/// A conversion under way.
struct Conversion<'a> {
    args: &'a ConvertArgs,
    to: FileFormat,
    output: Output<'a>,
    err: &'a mut dyn Write,
    written: u64,
    skipped: u64,
    damaged: u64,
    /// What the output has no place for, of all games.
    lost: Lost,
    /// Whether a guess of an encoding was named.
    has_guessed: bool,
}

impl Conversion<'_> {
    /// Converts all games of an input.
    fn convert(&mut self, input: Result<Input, InputError>) -> anyhow::Result<()> {
        let input = match input {
            Ok(input) => input,
            Err(error) => return self.skip(error, false),
        };
        let name = input.name().to_owned();
        let input = match self.args.from_encoding {
            Some(encoding) => input.in_encoding(encoding),
            None => input,
        };
        for game in input.into_trees() {
            match game {
                Ok(game) => self.write(&name, game)?,
                Err(InputError::Damaged(error, game))
                    if self.args.salvage && game.tree.has_moves() =>
                {
                    self.damaged += 1;
                    let nodes = match game.tree.len() {
                        1 => "stands 1 node".to_owned(),
                        nodes => format!("stand {nodes} nodes"),
                    };
                    writeln!(self.err, "damaged: {error:#}; before it {nodes}")?;
                    self.write(&name, *game)?;
                }
                // Of a game without a move before the damage nothing is left.
                Err(error) => self.skip(error, self.args.salvage)?,
            }
        }
        Ok(())
    }

    fn write(&mut self, name: &str, game: GameTree) -> anyhow::Result<()> {
        let place = place(name, game.number);
        for warning in &game.warnings {
            writeln!(self.err, "warning: {place}{warning}")?;
        }
        if let Some(encoding) = game.guessed_encoding.filter(|_| !self.has_guessed) {
            self.has_guessed = true;
            writeln!(self.err, "warning: {name}: the texts seem to be in {encoding}")?;
        }
        let mut tree = match self.args.origin {
            Origin::Top => game.tree,
            Origin::Bottom => game.tree.flipped(),
        };
        tree.info.rule = tree.info.rule.or(self.args.rule);
        let ConvertArgs { coords, encoding, .. } = *self.args;
        let Written { bytes, lost } = match self.to.write(&tree, WriteOptions { coords, encoding })
        {
            Ok(written) => written,
            Err(error) => {
                let error = anyhow!("{place}{error} (to {})", self.to);
                return self.skip(InputError::Malformed(error), false);
            }
        };
        self.lost += lost;
        let separator = if self.written > 0 { self.to.separator() } else { "" };
        self.written += 1;
        self.output.write(separator, &bytes)
    }

    /// Leaves out what cannot be had, if the arguments or `salvage` say so.
    fn skip(&mut self, error: InputError, salvage: bool) -> anyhow::Result<()> {
        self.skipped += 1;
        error.skip(self.args.skip_errors || salvage, self.err)
    }
}

/// The format to write: the one that is named, or that of the extension of `file`.
///
/// # Errors
/// When the extension names none that is written.
pub fn output_format(to: Option<FileFormat>, file: Option<&Path>) -> anyhow::Result<FileFormat> {
    let path = match (to, file) {
        (Some(to), _) => return Ok(to),
        (None, None) => return Ok(Format::Pos.into()),
        (None, Some(path)) => path,
    };
    let name = path.display();
    match InputFormat::of_path(path) {
        Some(InputFormat::File(format)) => Ok(format),
        Some(InputFormat::JsonLines) => bail!("{name}: jsonl is read only"),
        None => bail!("{name}: no known extension: give the format with --to"),
    }
}
