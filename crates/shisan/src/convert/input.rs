//! The games of a file or a stream, one after another.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, ensure};

use super::format::InputFormat;
use crate::input as terminal;
use gomoku_match::RecordLines;
use gomoku_records::{Game, GameError, GameTree, Games, Source, TextEncoding, Trees, decode};
use gomoku_rules::{CellNames, Coords, Rule, Size};
use shisan_analysis::OpeningsCommand;

/// The games of an input.
pub struct Input<'a> {
    /// The file, or standard input.
    name: String,
    format: InputFormat,
    games: Reader<'a>,
    /// The rule of games that do not state it.
    rule: Option<Rule>,
}

/// Why a game cannot be had.
#[derive(Debug)]
pub enum InputError {
    /// The input cannot be read: no other game can be, either.
    Unreadable(anyhow::Error),
    /// The game, or all of the input, is malformed.
    Malformed(anyhow::Error),
    /// The game is damaged, and this is what stands before the damage.
    Damaged(anyhow::Error, Box<GameTree>),
}

impl InputError {
    /// Names on `err` what is left out: a malformed game, or a malformed input as a whole.
    ///
    /// # Errors
    /// With the error itself, if malformed games are not to be skipped or the input cannot be read.
    pub fn skip(self, skip_errors: bool, err: &mut dyn Write) -> anyhow::Result<()> {
        let is_malformed = !matches!(self, Self::Unreadable(_));
        let error = anyhow::Error::from(self);
        ensure!(is_malformed && skip_errors, error);
        Ok(writeln!(err, "skipped: {error:#}")?)
    }

    fn within(self, name: &str) -> Self {
        match self {
            Self::Unreadable(error) => Self::Unreadable(error.context(name.to_owned())),
            Self::Malformed(error) => Self::Malformed(error.context(name.to_owned())),
            Self::Damaged(error, read) => Self::Damaged(error.context(name.to_owned()), read),
        }
    }
}

impl From<InputError> for anyhow::Error {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Unreadable(error)
            | InputError::Malformed(error)
            | InputError::Damaged(error, _) => error,
        }
    }
}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.into())
    }
}

impl From<GameError> for InputError {
    fn from(error: GameError) -> Self {
        let reason = anyhow!("{error}");
        match error {
            GameError::Read(_) => Self::Unreadable(error.into()),
            GameError::Damaged { read, .. } | GameError::Malformed { read: Some(read), .. } => {
                Self::Damaged(reason, read)
            }
            GameError::Malformed { read: None, .. } | GameError::NotARecord { .. } => {
                Self::Malformed(reason)
            }
        }
    }
}

impl<'a> Input<'a> {
    /// The games of the file at `path`, in `format` or in that of its extension or content. Those that do
    /// not state their board are on one of `size`; without it, on the board of the `shisan openings`
    /// command that the file begins with, or on 15x15. `coords` name the cells of pos strings.
    ///
    /// # Errors
    /// When the file cannot be read, or is in no format that we read.
    pub fn open(
        path: &Path,
        format: Option<InputFormat>,
        size: Option<Size>,
        coords: Coords,
    ) -> Result<Self, InputError> {
        let name = path.display().to_string();
        let file = File::open(path).map_err(|error| InputError::from(error).within(&name))?;
        Self::new(name, Box::new(file), format.or_else(|| InputFormat::of_path(path)), size, coords)
    }

    /// As [`Input::open`], of a stream with this name.
    pub fn new(
        name: String,
        read: Box<dyn Read + 'a>,
        format: Option<InputFormat>,
        size: Option<Size>,
        coords: Coords,
    ) -> Result<Self, InputError> {
        let mut source = Source::new(read);
        let head = source.head_bytes().map_err(|error| InputError::from(error).within(&name))?;
        let format = InputFormat::of_head(head, format);
        let format = format.map_err(|error| InputError::Malformed(error.into()).within(&name))?;
        let command = OpeningsCommand::of(&String::from_utf8_lossy(head));
        let size = size.or(command.size).unwrap_or(Size::square(15));
        let games = match format {
            InputFormat::File(format) => {
                let board = CellNames { coords, size };
                Reader::Text(Box::new(Games::new(source, format, board)))
            }
            InputFormat::JsonLines => Reader::JsonLines(JsonLines::new(source, size)),
        };
        Ok(Self { name, format, games, rule: command.rule })
    }

    /// The games with texts in this encoding; JSON is in UTF-8.
    #[must_use]
    pub fn in_encoding(self, encoding: TextEncoding) -> Self {
        let games = match self.games {
            Reader::Text(games) => Reader::Text(Box::new(games.in_encoding(encoding))),
            lines @ Reader::JsonLines(_) => lines,
        };
        Self { games, ..self }
    }

    /// The format of the games.
    pub fn format(&self) -> InputFormat {
        self.format
    }

    /// What the games are read from.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The games with all that is written in them.
    pub fn into_trees(self) -> impl Iterator<Item = Result<GameTree, InputError>> + use<'a> {
        let Self { name, games, rule, .. } = self;
        let trees: Box<dyn Iterator<Item = Result<GameTree, InputError>> + 'a> = match games {
            Reader::Text(games) => {
                Box::new(Trees::from(*games).map(|game| game.map_err(InputError::from)))
            }
            Reader::JsonLines(lines) => Box::new(lines.map(|game| game.map(GameTree::from))),
        };
        let state_rule = move |game: &mut GameTree| {
            game.tree.info.rule = game.tree.info.rule.or(rule);
        };
        trees.map(move |mut game| {
            match &mut game {
                Ok(game) => state_rule(game),
                Err(InputError::Damaged(_, game)) => state_rule(game),
                Err(_) => {}
            }
            game.map_err(|error| error.within(&name))
        })
    }
}

const STANDARD_INPUT: &str = "standard input";

/// Opens the files that a command names, one after another, each as [`Input::open`] does, and hands them to
/// `each`. `-`, or no file at all, is standard input: `stdin`, which has no path.
///
/// # Errors
/// The first error of `each`, which decides what a file that cannot be opened means.
pub fn open_each(
    files: &[PathBuf],
    stdin: &mut dyn Read,
    format: Option<InputFormat>,
    size: Option<Size>,
    coords: Coords,
    mut each: impl FnMut(Option<&Path>, Result<Input, InputError>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let paths = files.iter().map(|path| (path.as_os_str() != "-").then_some(path.as_path()));
    let standard = files.is_empty().then_some(None);
    for path in paths.chain(standard) {
        let input = if let Some(path) = path {
            Input::open(path, format, size, coords)
        } else {
            terminal::prompt("games");
            Input::new(STANDARD_INPUT.to_owned(), Box::new(&mut *stdin), format, size, coords)
        };
        each(path, input)?;
    }
    Ok(())
}

/// The error of a command that found no game in the files that it names.
pub fn no_game(files: &[PathBuf]) -> anyhow::Error {
    let names = match files {
        [file] if file.as_os_str() != "-" => file.display().to_string(),
        [] | [_] => STANDARD_INPUT.to_owned(),
        files => format!("{} files", files.len()),
    };
    anyhow!("{names}: no game found")
}

/// The input and, unless it is the first one, the game with this number, before what is said of it.
pub fn place(input: &str, number: u64) -> String {
    if number > 1 { format!("{input}: game {number}: ") } else { format!("{input}: ") }
}

impl Iterator for Input<'_> {
    type Item = Result<Game, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let game = match &mut self.games {
            Reader::Text(games) => games.next()?.map_err(InputError::from),
            Reader::JsonLines(lines) => lines.next()?,
        };
        Some(match game {
            Ok(mut game) => {
                game.record.rule = game.record.rule.or(self.rule);
                Ok(game)
            }
            Err(error) => Err(error.within(&self.name)),
        })
    }
}

enum Reader<'a> {
    Text(Box<Games<Box<dyn Read + 'a>>>),
    JsonLines(JsonLines<'a>),
}

/// The games of records and journals of matches.
struct JsonLines<'a> {
    source: Source<Box<dyn Read + 'a>>,
    lines: RecordLines,
    /// Those of the line read last: a journal has two in a line.
    games: VecDeque<Game>,
    count: u64,
}

impl<'a> JsonLines<'a> {
    fn new(source: Source<Box<dyn Read + 'a>>, size: Size) -> Self {
        Self { source, lines: RecordLines::new(size), games: VecDeque::new(), count: 0 }
    }

    fn read(&mut self) -> Result<Option<Game>, InputError> {
        while self.games.is_empty() {
            let Some(line) = self.source.next_line()? else { return Ok(None) };
            let games = self.lines.read(&decode(line.bytes));
            let games = games.with_context(|| format!("line {}", line.number));
            // A line that cannot be read has a number, too.
            self.count += u64::from(games.is_err());
            for record in games.map_err(InputError::Malformed)? {
                self.count += 1;
                let (number, coords, guessed_encoding) = (self.count, None, None);
                let warnings = Vec::new();
                let game = Game { number, record, coords, guessed_encoding, warnings };
                self.games.push_back(game);
            }
        }
        Ok(self.games.pop_front())
    }
}

impl Iterator for JsonLines<'_> {
    type Item = Result<Game, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
