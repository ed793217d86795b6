//! The `convert` subcommand: games from one format of record to another.

mod format;
mod output;
#[cfg(test)]
mod tests;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

pub use self::format::InputFormat;
pub use self::output::OutputFile;
use crate::input;
use gomoku_rules::Size;
use gomoku_rules::record::{Format, Record, RecordError};

/// What to convert, and to what.
#[derive(Clone, Debug, clap::Args)]
pub struct ConvertArgs {
    /// The input's format: pos, offsets, psq, sgf, board, or jsonl for records and journals of `shisan
    /// match` [default: by the extension of the file, or else by its content]
    #[arg(long, value_name = "FORMAT")]
    from: Option<InputFormat>,
    /// The output's format: pos, offsets, psq, sgf or board; a drawn board loses the order of the moves
    /// [default: by the extension of --output, or pos]
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The board of games that do not state it, a side or width x height [default: that of the command
    /// at the head of our own openings, or 15]
    #[arg(long)]
    size: Option<Size>,
    /// Where the rows of the input are counted from, if the output counts them from the top, or the
    /// other way round: bottom, as in Yixin-Board and gomocalc, turns the board upside down
    #[arg(long, value_enum, default_value = "top")]
    origin: Origin,
    /// Write to this file instead of standard output; several games in PSQ become several files,
    /// name-1.psq, name-2.psq, ...
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

/// Converts the games of the files that `args` name, or of `input`, and writes them to a file or `out`.
///
/// # Errors
/// When a file cannot be read or written, when the format of the output is not known, or at the first
/// malformed place of the input, named by file, line and column.
pub fn run(args: &ConvertArgs, input: &mut dyn Read, out: &mut dyn Write) -> anyhow::Result<()> {
    let to = output_format(args)?;
    // How many files PSQ takes is known once the games are read.
    let file = match &args.output {
        Some(path) if to != Format::Psq => Some(OutputFile::open(path)?),
        _ => None,
    };
    let mut games = read_all(args, input)?;
    if args.origin == Origin::Bottom {
        games = games.into_iter().map(Record::flipped).collect();
    }
    let texts: Vec<String> = games.iter().map(|game| to.write(game)).collect();
    match (&args.output, file) {
        (_, Some(file)) => file.write(&texts.join(to.separator())),
        (Some(path), None) => save_psq(path, &texts),
        (None, None) => Ok(out.write_all(texts.join(to.separator()).as_bytes())?),
    }
}

fn output_format(args: &ConvertArgs) -> anyhow::Result<Format> {
    match (args.to, &args.output) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(Format::Pos),
        (None, Some(path)) => match InputFormat::of_path(path) {
            Some(InputFormat::Text(format)) => Ok(format),
            _ => bail!("{}: no known extension: give the format with --to", path.display()),
        },
    }
}

fn read_all(args: &ConvertArgs, input: &mut dyn Read) -> anyhow::Result<Vec<Record>> {
    let mut games = Vec::new();
    let standard = [PathBuf::from("-")];
    for path in if args.files.is_empty() { &standard } else { &args.files[..] } {
        if path.as_os_str() == "-" {
            input::prompt("games");
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes).context("standard input")?;
            games.extend(read(bytes, args.from, args.size).context("standard input")?);
        } else {
            games.extend(read_file(path, args.from, args.size)?);
        }
    }
    Ok(games)
}

/// The games of the file at `path`, in `format` or in that of its extension or content. Those that do
/// not state their board are on one of `size`.
///
/// # Errors
/// When the file cannot be read, or at its first malformed place.
pub fn read_file(
    path: &Path,
    format: Option<InputFormat>,
    size: Option<Size>,
) -> anyhow::Result<Vec<Record>> {
    let name = || path.display().to_string();
    let bytes = fs::read(path).with_context(name)?;
    read(bytes, format.or_else(|| InputFormat::of_path(path)), size).with_context(name)
}

fn read(
    bytes: Vec<u8>,
    format: Option<InputFormat>,
    size: Option<Size>,
) -> anyhow::Result<Vec<Record>> {
    let text = decode(bytes)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    format.unwrap_or_else(|| InputFormat::detect(text)).read(text, size)
}

fn decode(bytes: Vec<u8>) -> Result<String, RecordError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        RecordError::at(&text, good, "text in UTF-8")
    })
}

/// Writes one game to `path`, and several to files numbered after it. All are opened before any is
/// written.
fn save_psq(path: &Path, texts: &[String]) -> anyhow::Result<()> {
    let paths = match texts {
        [_, _, ..] => (1..=texts.len()).map(|number| numbered(path, number)).collect(),
        _ => vec![path.to_owned()],
    };
    let files =
        paths.iter().map(|path| OutputFile::open(path)).collect::<anyhow::Result<Vec<_>>>()?;
    let none = String::new();
    let texts = texts.iter().chain(texts.is_empty().then_some(&none));
    files.into_iter().zip(texts).try_for_each(|(file, text)| file.write(text))
}

/// `games.psq` as `games-7.psq`.
fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{number}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name)
}
