//! Packed training games: blocks of up to 65,536 games of one rule and size, in columns that a general
//! compressor makes small.
//!
//! A block is an xz stream of its own, so the check of the stream guards it, files join by `cat`, and what
//! precedes damage can be read. `docs/corpus.md` describes the bytes.

mod columns;
#[cfg(test)]
mod tests;
mod xz;

use gomoku_rules::{ParseRuleError, Rule, Size, SizeError};

use self::columns::{Columns, read_games};
pub(super) use self::columns::{MAX_GAMES, shared};
pub(super) use self::xz::{Streams, compress, is_xz};
use super::record::Record;
use super::setting::Setting;

/// How a block begins; the number of the format follows.
const HEADING: &str = "# shisan packed ";
/// The format that this version reads and writes.
const FORMAT: u32 = 2;

/// Games of one rule and size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Block {
    pub rule: Rule,
    pub size: Size,
    /// What played or labelled the games, `None` where that is unknown.
    pub settings: Vec<Option<Setting>>,
    /// The games, each behind the index of its setting.
    pub games: Vec<(usize, Record)>,
}

/// Whether an xz stream holds a block.
pub(super) fn is_block(bytes: &[u8]) -> bool {
    bytes.starts_with(HEADING.as_bytes())
}

impl Block {
    pub fn write(&self) -> Vec<u8> {
        let Self { rule, size, settings, games } = self;
        let counts = format!("settings={} games={}", settings.len(), games.len());
        let mut heading = format!("{HEADING}{FORMAT}: rule={rule} size={size} {counts}\n");
        for setting in settings {
            heading += &setting.as_ref().map_or_else(|| "unknown".to_owned(), Setting::to_string);
            heading.push('\n');
        }
        let mut columns = Columns::default();
        let mut last = None;
        for (setting, game) in games {
            columns.add(*setting, game, last);
            last = Some(game);
        }
        [heading.into_bytes(), columns.join()].concat()
    }

    /// # Errors
    /// When the block is of another format, or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, String> {
        let (heading, mut rest) = line(bytes)?;
        let heading = heading.strip_prefix(HEADING).ok_or("not packed training games")?;
        let (format, fields) = heading.split_once(": ").unwrap_or((heading, ""));
        if format != FORMAT.to_string() {
            return Err(format!(
                "packed games of format {format}, which this version does not read"
            ));
        }
        let fields: Setting = fields.parse()?;
        let field = |key: &str| fields.get(key).ok_or_else(|| format!("the heading has no {key}"));
        let count = |key: &str| {
            field(key)?.parse::<usize>().map_err(|_| format!("the number of {key} is not a number"))
        };
        let rule = field("rule")?.parse().map_err(|error: ParseRuleError| error.to_string())?;
        let size = field("size")?.parse().map_err(|error: SizeError| error.to_string())?;
        let mut settings = Vec::new();
        for _ in 0..count("settings")? {
            let (setting, columns) = line(rest)?;
            settings.push(if setting == "unknown" { None } else { Some(setting.parse()?) });
            rest = columns;
        }
        let games = read_games(rest, rule, size, settings.len(), count("games")?)?;
        Ok(Self { rule, size, settings, games })
    }
}

/// The first line of `bytes`, and what follows it.
fn line(bytes: &[u8]) -> Result<(&str, &[u8]), String> {
    let end = bytes.iter().position(|&byte| byte == b'\n').ok_or("the heading is cut short")?;
    let text = str::from_utf8(&bytes[..end]).map_err(|_| "the heading is not UTF-8 text")?;
    Ok((text, &bytes[end + 1..]))
}
