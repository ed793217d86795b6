//! The games of a query as the bytes of a file.

#[cfg(feature = "bytes")]
use gomoku_rules::CellNames;
use gomoku_rules::record::{Format, ParsedRecord};
use gomoku_rules::{Coords, Size};

use crate::openings_command::OpeningsCommand;

/// The games in `encoded`, base64 of the bytes of a file, in `format` or in that which they look like, and
/// the command at their head. Those that do not state their board are on one of `size`; `coords` name the
/// cells of pos strings.
///
/// # Errors
/// When it is not base64, or at the first malformed place.
#[cfg(feature = "bytes")]
pub fn read(
    encoded: &str,
    format: Option<Format>,
    size: Option<Size>,
    coords: Coords,
) -> Result<(Vec<ParsedRecord>, OpeningsCommand), String> {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use gomoku_records::{FileFormat, Game, Games, Source};

    let bytes = STANDARD.decode(encoded).map_err(|_| "expected base64".to_owned())?;
    let mut source = Source::new(&bytes[..]);
    let head = source.head_bytes().map_err(|error| error.to_string())?;
    let format = format.map_or_else(|| FileFormat::detect(head), |format| Ok(format.into()));
    let format = format.map_err(|error| error.to_string())?;
    let command = OpeningsCommand::of(&String::from_utf8_lossy(head));
    let size = size.or(command.size).unwrap_or(Size::square(15));
    let parsed = |Game { record, coords, warnings, .. }| ParsedRecord { record, coords, warnings };
    let games = Games::new(source, format, CellNames { coords, size }).map(|game| game.map(parsed));
    let games = games.collect::<Result<_, _>>().map_err(|error| error.to_string())?;
    Ok((games, command))
}

/// Browsers decode what they read themselves.
#[cfg(not(feature = "bytes"))]
pub fn read(
    _: &str,
    _: Option<Format>,
    _: Option<Size>,
    _: Coords,
) -> Result<(Vec<ParsedRecord>, OpeningsCommand), String> {
    Err("this program reads no bytes: give the text".to_owned())
}
