//! The `convert` subcommand: games from one form of record to another.

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::ValueEnum;

use gomoku_rules::Size;
use gomoku_rules::record::{Format, Record, RecordError};

/// What to convert, and to what.
#[derive(Clone, Debug, clap::Args)]
pub struct ConvertArgs {
    /// The form of the input; else its file's ending tells (.pos, .offsets, .psq, .sgf, .board), or
    /// how it begins
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The form of the output; else its file's ending tells, or it is pos strings
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The board's side, or width x height, of games that do not tell it themselves
    #[arg(long, default_value = "15")]
    size: Size,
    /// Where the rows of the input are counted from, if the output counts them from the top, or the
    /// other way round: bottom, as in Yixin-Board and gomocalc, turns the board upside down
    #[arg(long, value_enum, default_value = "top")]
    origin: Origin,
    /// Write to this file instead of standard output; several games in PSQ become several files,
    /// name-1.psq, name-2.psq, ...
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The files to read, or - or none for standard input
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// Where rows are counted from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Origin {
    Top,
    Bottom,
}

/// Converts the games that `args` name, or those of `input`; what goes to no file goes to `out`.
///
/// # Errors
/// When a file cannot be read or written, when the form of the output is not known, or at the first
/// place of the input that is malformed, named by file, line and column.
pub fn run(args: &ConvertArgs, input: &mut dyn Read, out: &mut dyn Write) -> anyhow::Result<()> {
    let to = output_format(args)?;
    let mut games = Vec::new();
    let standard = [PathBuf::from("-")];
    for path in if args.files.is_empty() { &standard } else { &args.files[..] } {
        if path.as_os_str() == "-" {
            let mut bytes = Vec::new();
            input.read_to_end(&mut bytes).context("standard input")?;
            games.extend(read(args, None, bytes).context("standard input")?);
        } else {
            let name = || path.display().to_string();
            let bytes = fs::read(path).with_context(name)?;
            games.extend(read(args, Some(path), bytes).with_context(name)?);
        }
    }
    if args.origin == Origin::Bottom {
        games = games.into_iter().map(Record::flipped).collect();
    }
    let texts: Vec<String> = games.iter().map(|game| to.write(game)).collect();
    match &args.output {
        Some(path) if to == Format::Psq && texts.len() > 1 => {
            for (text, number) in texts.iter().zip(1..) {
                save(&numbered(path, number), text)?;
            }
        }
        Some(path) => save(path, &texts.join(to.separator()))?,
        None => out.write_all(texts.join(to.separator()).as_bytes()).context("standard output")?,
    }
    Ok(())
}

/// The form that the ending of `path` names.
fn of_path(path: &Path) -> Option<Format> {
    path.extension()?.to_str()?.to_ascii_lowercase().parse().ok()
}

fn output_format(args: &ConvertArgs) -> anyhow::Result<Format> {
    match (args.to, &args.output) {
        (Some(format), _) => Ok(format),
        (None, None) => Ok(Format::Pos),
        (None, Some(path)) => match of_path(path) {
            Some(format) => Ok(format),
            None => bail!("{}: the ending names no form of record: say --to", path.display()),
        },
    }
}

fn read(args: &ConvertArgs, path: Option<&Path>, bytes: Vec<u8>) -> anyhow::Result<Vec<Record>> {
    let text = decode(bytes)?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let format = args.from.or_else(|| path.and_then(of_path));
    Ok(format.unwrap_or_else(|| Format::detect(text)).read(text, args.size)?)
}

fn decode(bytes: Vec<u8>) -> Result<String, RecordError> {
    String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let text = String::from_utf8_lossy(&error.as_bytes()[..good]);
        RecordError::at(&text, good, "text in UTF-8")
    })
}

fn save(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())
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

#[cfg(test)]
mod tests;
