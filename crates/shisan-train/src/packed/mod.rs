//! Packed training games: blocks of up to 65,536 games of one setting, rule and size, in columns that a
//! general compressor makes small.
//!
//! A block is an xz stream of its own, so the check of the stream guards it, files join by `cat`, and what
//! precedes damage can be read. `docs/corpus.md` describes the bytes.

mod columns;
#[cfg(test)]
mod tests;
mod xz;

use gomoku_rules::{ParseRuleError, Rule, Size, SizeError};

use self::columns::{Columns, read_games};
pub(super) use self::xz::{Streams, compress, is_xz};
use super::record::Record;
use super::setting::Setting;

/// How a block begins; the number of the format follows.
const HEADING: &str = "# shisan packed ";
/// The format that this version writes.
const FORMAT: u32 = 1;
/// The most games in a block: larger ones repeat more, and cost a reader more memory.
pub(super) const MAX_GAMES: usize = 1 << 16;

/// What the games of a block have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// What played or labelled them, `None` where that is unknown.
    pub setting: Option<Setting>,
    pub rule: Rule,
    pub size: Size,
}

/// Whether an xz stream holds a block.
pub(super) fn is_block(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADING.as_bytes())
}

/// The block of these games, which are of the rule and size of `kind`.
pub(super) fn write_block(kind: &Kind, games: &[Record]) -> Vec<u8> {
    let Kind { setting, rule, size } = kind;
    let setting = setting.as_ref().map_or_else(|| "unknown".to_owned(), Setting::to_string);
    let games_field = games.len();
    let heading =
        format!("{HEADING}{FORMAT}: rule={rule} size={size} games={games_field}\n{setting}\n");
    let mut columns = Columns::default();
    for game in games {
        columns.add(game);
    }
    [heading.into_bytes(), columns.join()].concat()
}

/// The games of a block.
///
/// # Errors
/// When it is of another format, or damaged.
pub(super) fn read_block(bytes: &[u8]) -> Result<(Kind, Vec<Record>), String> {
    let (heading, rest) = line(bytes)?;
    let heading = heading.strip_prefix(HEADING).ok_or("not packed training games")?;
    let (format, fields) = heading.split_once(": ").unwrap_or((heading, ""));
    if format != FORMAT.to_string() {
        return Err(format!("packed games of format {format}, which this version does not read"));
    }
    let (setting, columns) = line(rest)?;
    let setting = if setting == "unknown" { None } else { Some(setting.parse()?) };
    let fields: Setting = fields.parse()?;
    let field = |key: &str| fields.get(key).ok_or_else(|| format!("the heading has no {key}"));
    let rule = field("rule")?.parse().map_err(|error: ParseRuleError| error.to_string())?;
    let size = field("size")?.parse().map_err(|error: SizeError| error.to_string())?;
    let count = field("games")?.parse().map_err(|_| "the number of games is not a number")?;
    let games = read_games(columns, rule, size, count)?;
    Ok((Kind { setting, rule, size }, games))
}

/// The first line of `bytes`, and what follows it.
fn line(bytes: &[u8]) -> Result<(&str, &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("the heading is cut short")?;
    let text = str::from_utf8(&bytes[..end]).map_err(|_| "the heading is not UTF-8 text")?;
    Ok((text, &bytes[end + 1..]))
}
