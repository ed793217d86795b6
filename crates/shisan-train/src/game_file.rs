//! Files of training games: a heading with the setting of the games, then a line for each of them.
//!
//! ```text
//! # shisan games 2: rule=renju size=15x15 nodes=3000 max-eval=150 weights=9f86d081884c7d65 ...
//! renju 15x15 17 black h8? i9? i7=35 k9 l12=-12 h8=29995
//! ```
//!
//! A heading holds for all games below it, so files can be joined by `cat`. The number is that of the
//! schema; games of schema 1, and games above the first heading, are of an unknown setting. Other lines
//! that begin with `#` are comments.

use std::collections::{BTreeSet, HashSet};
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};

use gomoku_match::disk::{self, Lines, torn_line, whole_lines};

use super::packed::{Block, Streams, is_block, is_xz};
use super::record::Record;
use super::setting::Setting;

/// How a heading begins; the number of its schema follows.
const HEADING: &str = "# shisan games ";

/// Where a game stands in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The number of its line.
    Line(usize),
    /// How many packed games it is from the start of the file.
    Game(usize),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Game(number) => write!(f, "game {number}"),
        }
    }
}

/// What is done with each game of a file; its setting is `None` where that is unknown.
pub(super) type TakeGame<'a> =
    &'a mut dyn FnMut(Place, Option<&Setting>, Record) -> anyhow::Result<()>;

/// The content of a file.
#[derive(Debug, Default)]
pub(super) struct GameFile {
    /// The games, each once, with its place.
    pub games: Vec<(Place, Record)>,
    /// The settings of the games, `None` where it is unknown.
    pub settings: BTreeSet<Option<Setting>>,
}

impl GameFile {
    /// Reads a file. A last line without an end is left out and named on standard error.
    ///
    /// # Errors
    /// When it cannot be read, or is not a file of training games.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        Self::collect(|take| each_game(path, take))
    }

    fn collect(each: impl FnOnce(TakeGame) -> anyhow::Result<()>) -> anyhow::Result<Self> {
        let (mut file, mut known) = (Self::default(), HashSet::new());
        each(&mut |place, setting, record| {
            if !file.settings.iter().any(|known| known.as_ref() == setting) {
                file.settings.insert(setting.cloned());
            }
            if known.insert(record.hash()) {
                file.games.push((place, record));
            }
            Ok(())
        })?;
        Ok(file)
    }
}

/// Passes the games of a file on: of a text, of one in xz, or packed, which it tells by content. Packed
/// games are read block by block. A last line without an end may have been cut short within a score, so
/// it is left out and named on standard error.
///
/// # Errors
/// When it cannot be read, or is not a file of training games, and those of `take`. All games before
/// damage are passed on.
pub(super) fn each_game(path: &Path, take: TakeGame) -> anyhow::Result<()> {
    let name = || path.display().to_string();
    disk::ensure_regular(path)?;
    let mut input = BufReader::new(File::open(path).with_context(name)?);
    let torn = if is_xz(input.fill_buf().with_context(name)?) {
        each_of_streams(input, take).with_context(name)?
    } else {
        let text = disk::read_text(path)?;
        each_line(&text, take).with_context(name)?;
        torn_line(&text).into_iter().collect()
    };
    for line in torn {
        writeln!(io::stderr(), "left out: {}: {line}", path.display())?;
    }
    Ok(())
}

/// Passes the games of an xz file on; returns the lines without an end.
pub(super) fn each_of_streams(
    input: impl BufRead + Seek,
    take: TakeGame,
) -> anyhow::Result<Vec<String>> {
    let (mut streams, mut games, mut torn) = (Streams::new(input), 0, Vec::new());
    for number in 1.. {
        let start = streams.position()?;
        let name = || format!("xz stream {number}, from byte {start}");
        let Some(content) = streams.next_content().with_context(name)? else { break };
        if is_block(&content) {
            let block = Block::read(&content).map_err(anyhow::Error::msg).with_context(name)?;
            for (setting, record) in block.games {
                games += 1;
                take(Place::Game(games), block.settings[setting].as_ref(), record)?;
            }
        } else {
            let text = str::from_utf8(&content).context("not training games").with_context(name)?;
            each_line(text, take).with_context(name)?;
            torn.extend(torn_line(text).map(|line| format!("{}: {line}", name())));
        }
    }
    Ok(torn)
}

/// Passes the games of a text on.
fn each_line(text: &str, take: TakeGame) -> anyhow::Result<()> {
    let whole = whole_lines(text);
    let is_begun = HEADING.starts_with(text) || text.starts_with(HEADING);
    ensure!(is_begun || !whole.is_empty(), "not a file of training games");
    let mut setting = None;
    for (number, line) in (1..).zip(whole.lines()) {
        let place = Place::Line(number);
        let name = || place.to_string();
        if let Some(heading) = line.strip_prefix(HEADING) {
            let (schema, rest) = heading.split_once(':').unwrap_or((heading, ""));
            setting = match schema {
                "1" => None,
                "2" => Some(rest.parse().map_err(anyhow::Error::msg).with_context(name)?),
                _ => bail!("{place}: games of schema {schema}, which this version does not read"),
            };
        } else if !line.starts_with('#') {
            let record = line.parse().map_err(anyhow::Error::msg).with_context(name)?;
            take(place, setting.as_ref(), record)?;
        }
    }
    Ok(())
}

/// The heading above games of this setting.
pub(super) fn heading(setting: Option<&Setting>) -> String {
    match setting {
        Some(setting) => format!("{HEADING}2: {setting}"),
        None => format!("{HEADING}1: unknown"),
    }
}

/// Opens a file for more games of a setting, or starts it, and returns the games that it holds. No other
/// run may add games to it meanwhile.
///
/// # Errors
/// When it is in use, cannot be written, or its games are of another setting.
pub(super) fn open(path: &Path, setting: &Setting) -> anyhow::Result<(Lines, Vec<Record>)> {
    let name = path.display();
    let (mut lines, text) = Lines::resume_text(path)?;
    ensure!(lines.is_begun_by(HEADING)?, "{name}: not a file of training games");
    let found =
        GameFile::collect(|take| each_line(&text, take)).with_context(|| name.to_string())?;
    for other in &found.settings {
        let Some(other) = other else {
            bail!("{name} holds games of an unknown setting: write to another file");
        };
        if let Some(difference) = other.difference(setting) {
            bail!("{name} holds games of another setting, {difference}: write to another file");
        }
    }
    let heading = heading(Some(setting));
    if text.lines().rfind(|line| line.starts_with(HEADING)) != Some(&heading) {
        lines.append(&heading)?;
    }
    Ok((lines, found.games.into_iter().map(|(_, record)| record).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "renju 15x15 3 draw h8? i9=5\n";
    const HEADED: &str = "# shisan games 2: rule=renju nodes=9\n";

    fn parse(text: &str) -> anyhow::Result<GameFile> {
        GameFile::collect(|take| each_line(text, take))
    }

    fn places(text: &str) -> Vec<Place> {
        parse(text).expect("games").games.iter().map(|(place, _)| *place).collect()
    }

    #[test]
    fn files_join_and_the_same_game_counts_once() {
        let file = format!("{HEADED}{GAME}renju 15x15 4 white h8? j9=5\n");
        let joined = format!("{file}{HEADED}# a remark\n{GAME}renju 15x15 5 black h8?\nrenju 15x1");
        assert_eq!(places(&joined), [2, 3, 7].map(Place::Line), "a torn line does not count");
        let settings = parse(&joined).expect("games").settings;
        assert_eq!(settings.len(), 1);
    }

    #[test]
    fn settings_are_those_of_the_headings_above_the_games() {
        let settings = |text: &str| parse(text).expect("games").settings;
        let setting = "rule=renju nodes=9".parse::<Setting>().expect("a setting");
        assert_eq!(settings(&format!("{HEADED}{GAME}")), [Some(setting)].into());
        assert_eq!(settings(&format!("{GAME}{HEADED}")), [None].into());
        let old = "# shisan games 1: 3000 nodes a move, shisan 0.1.0\n";
        assert_eq!(settings(&format!("{HEADED}{old}{GAME}")), [None].into());
        assert_eq!(settings(HEADED), [].into());
        let both = format!("{HEADED}{GAME}# shisan games 2: rule=renju nodes=8\n{GAME}h");
        assert_eq!(settings(&both).len(), 2);
    }

    #[test]
    fn other_files_are_refused_with_the_line() {
        let refusal = |text: &str| format!("{:#}", parse(text).expect_err(text));
        assert!(refusal("# shisan games 3: x\n").starts_with("line 1: games of schema 3"));
        assert!(refusal("# shisan games 2: by hand\n").starts_with("line 1: expected the setting"));
        assert!(refusal(&format!("{GAME}shisanw1\n")).starts_with("line 2: "));
        assert_eq!(refusal("h8i9"), "not a file of training games");
    }
}
