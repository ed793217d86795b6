//! The commands of a manager: [`Command`] and its parser. Pure.

use std::fmt;

use gomoku_rules::{Pos, Size, SizeError};

/// A cell as a manager names it; it need not be on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Columns from the left edge.
    pub x: i32,
    /// Rows from the upper edge.
    pub y: i32,
}

impl Point {
    /// Reads `x,y`, blanks around the numbers allowed.
    pub fn parse(text: &str) -> Option<Self> {
        let (x, y) = text.split_once(',')?;
        Some(Self { x: x.trim().parse().ok()?, y: y.trim().parse().ok()? })
    }
}

impl From<Pos> for Point {
    fn from(pos: Pos) -> Self {
        Self { x: pos.x().into(), y: pos.y().into() }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.x, self.y)
    }
}

/// The `INFO` keys that have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// Milliseconds for a move.
    TimeoutTurn,
    /// Milliseconds for a match.
    TimeoutMatch,
    /// Milliseconds left of the match.
    TimeLeft,
    /// Milliseconds that the match clock gains with each move.
    TimeIncrement,
    /// Memory limit of the whole process, in bytes.
    MaxMemory,
    /// The number of the rule.
    Rule,
    /// Search threads.
    ThreadNum,
    /// Size of the transposition table, in kilobytes.
    HashSize,
    /// Maximum depth of the search.
    MaxDepth,
    /// Maximum number of nodes.
    MaxNode,
    /// How the search is reported besides `MESSAGE depth`: 1 `REALTIME`, 2 `INFO`, 3 both.
    ShowDetail,
    /// The Elo of the level to play at.
    Level,
    /// The same on a scale of 0 to 100, the handicap of Yixin's managers.
    Strength,
    /// The seed of what a level overlooks.
    Seed,
}

impl Key {
    const NAMES: [(&'static str, Self); 14] = [
        ("timeout_turn", Self::TimeoutTurn),
        ("timeout_match", Self::TimeoutMatch),
        ("time_left", Self::TimeLeft),
        ("time_increment", Self::TimeIncrement),
        ("max_memory", Self::MaxMemory),
        ("rule", Self::Rule),
        ("thread_num", Self::ThreadNum),
        ("hash_size", Self::HashSize),
        ("max_depth", Self::MaxDepth),
        ("max_node", Self::MaxNode),
        ("show_detail", Self::ShowDetail),
        ("level", Self::Level),
        ("strength", Self::Strength),
        ("seed", Self::Seed),
    ];

    fn parse(text: &str) -> Option<Self> {
        let known = Self::NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
        known.map(|&(_, key)| key)
    }
}

/// The command that a list of cells up to `DONE` belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListKind {
    /// `BOARD`: set up the position and move.
    Board,
    /// `YXBOARD`: set up the position without an answer.
    Position,
    /// `SWAP2BOARD`: answer the opening.
    Swap2,
    /// `YXBLOCK`: do not play these cells.
    Block,
    /// `YXBLOCKUNDO`: these cells may be played again.
    Unblock,
}

impl ListKind {
    /// Whether the list is a position, which ends the search of the position before.
    pub fn is_position(self) -> bool {
        matches!(self, Self::Board | Self::Position | Self::Swap2)
    }
}

/// A line from the manager.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `START n`, `START w h` or `RECTSTART w,h`: a new game on a board of this size.
    Start(Size),
    /// `RESTART`: a new game on the same board.
    Restart,
    /// `BEGIN`: play the first move.
    Begin,
    /// `TURN x,y`: the opponent played there; answer.
    Turn(Point),
    /// `PLAY x,y`: our move is this one.
    Play(Point),
    /// `TAKEBACK x,y`: remove this stone.
    TakeBack(Point),
    /// `BOARD`, `YXBOARD`, `SWAP2BOARD`, `YXBLOCK` or `YXBLOCKUNDO`, with what follows on its line.
    List(ListKind, String),
    /// `INFO key value`; `None` for what has no effect.
    Info(Option<(Key, i64)>),
    /// `YXSTOP` or `STOP`: move now.
    Stop,
    /// `END`: exit.
    End,
    /// `ABOUT`: print name, version and author.
    About,
    /// `YXSHOWFORBID`: list the forbidden points.
    ShowForbid,
    /// `YXSHOWINFO`: print the limits of settings; the manager speaks Yixin's dialect.
    ShowInfo,
    /// `YXHASHCLEAR`: clear the transposition table.
    ClearHash,
    /// `YXNBEST n`: move in the current position and report the `n` best moves. `YXSEARCHDEFEND`: report
    /// every move worth a search, which against a threat are the defences.
    Best(usize),
    /// `YXBALANCEONE bias` or `YXBALANCETWO bias`: one or two moves after which the position has this
    /// value for the side to move now.
    Balance {
        /// Whether two moves are requested.
        pair: bool,
        /// The value.
        bias: i32,
    },
    /// `YXBLOCKRESET`: every cell may be played again.
    UnblockAll,
    /// `YXSWAP2STEP1`, `2` or `3`: the step of swap2 that is due in the current position.
    Swap2Step,
}

impl Command {
    /// Parses a line without its line end.
    ///
    /// # Errors
    /// [`CommandError`] for a line that is not a command or lacks what the command needs.
    pub fn parse(line: &str) -> Result<Self, CommandError> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let list = |kind| Self::List(kind, rest.to_owned());
        let point = || Point::parse(rest).ok_or(CommandError::Coordinates);
        Ok(match word.to_ascii_uppercase().as_str() {
            "START" | "RECTSTART" => Self::Start(parse_size(rest)?),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(point()?),
            "PLAY" => Self::Play(point()?),
            "TAKEBACK" => Self::TakeBack(point()?),
            "BOARD" => list(ListKind::Board),
            "YXBOARD" => list(ListKind::Position),
            "SWAP2BOARD" => list(ListKind::Swap2),
            "INFO" => Self::Info(parse_info(rest)),
            "YXSTOP" | "STOP" => Self::Stop,
            "END" => Self::End,
            "ABOUT" => Self::About,
            "YXSHOWFORBID" => Self::ShowForbid,
            "YXSHOWINFO" => Self::ShowInfo,
            "YXHASHCLEAR" => Self::ClearHash,
            "YXNBEST" => Self::Best(number(rest).map_or(1, |lines| lines.max(1) as usize)),
            "YXSEARCHDEFEND" => Self::Best(usize::MAX),
            "YXBALANCEONE" => Self::Balance { pair: false, bias: number(rest).unwrap_or(0) },
            "YXBALANCETWO" => Self::Balance { pair: true, bias: number(rest).unwrap_or(0) },
            "YXBLOCK" => list(ListKind::Block),
            "YXBLOCKUNDO" => list(ListKind::Unblock),
            "YXBLOCKRESET" => Self::UnblockAll,
            "YXSWAP2STEP1" | "YXSWAP2STEP2" | "YXSWAP2STEP3" => Self::Swap2Step,
            _ => return Err(CommandError::Unknown(word.to_owned())),
        })
    }

    /// Whether this requests a move in the current position, and so waits for a search in progress.
    pub fn requests_move(&self) -> bool {
        matches!(
            self,
            Self::Begin | Self::Turn(_) | Self::Best(_) | Self::Balance { .. } | Self::Swap2Step
        )
    }

    /// Whether this starts, changes or continues a game, and so ends a list of stones.
    pub fn changes_game(&self) -> bool {
        !matches!(
            self,
            Self::Info(_)
                | Self::Stop
                | Self::End
                | Self::About
                | Self::ShowForbid
                | Self::ShowInfo
                | Self::ClearHash
                | Self::UnblockAll
        )
    }
}

/// The number at the start of `text`.
fn number(text: &str) -> Option<i32> {
    text.split_whitespace().next()?.parse().ok()
}

/// Reads `n`, `w h` or `w,h`.
fn parse_size(text: &str) -> Result<Size, SizeError> {
    let sides = |text: &str| {
        text.split([',', ' ', '\t'])
            .filter(|side| !side.is_empty())
            .map(|side| side.parse().ok())
            .collect::<Option<Vec<u32>>>()
    };
    match sides(text).as_deref() {
        Some(&[side]) => Size::new(side, side),
        Some(&[width, height]) => Size::new(width, height),
        _ => Err(SizeError),
    }
}

/// Reads `key value`; a value may have a fraction, and what follows it is ignored.
fn parse_info(text: &str) -> Option<(Key, i64)> {
    let mut words = text.split_whitespace();
    let key = Key::parse(words.next()?)?;
    let value: f64 = words.next()?.parse().ok()?;
    value.is_finite().then_some((key, value as i64))
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CommandError {
    /// Its first word is not a command.
    Unknown(String),
    /// A cell is missing.
    Coordinates,
    /// The board size is missing or not supported.
    Size(SizeError),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(word) => write!(f, "unknown command {word}"),
            Self::Coordinates => f.write_str("expected the coordinates of a cell, such as 7,7"),
            Self::Size(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for CommandError {}

impl From<SizeError> for CommandError {
    fn from(error: SizeError) -> Self {
        Self::Size(error)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_text_is_a_command_or_a_readable_error(
            line in "\\PC*",
            word in "[a-zA-Z]{0,12}",
            rest in ".*",
        ) {
            for line in [line, format!("{word} {rest}")] {
                let command = Command::parse(&line);
                prop_assert_eq!(&Command::parse(&format!(" \t{line}\r")), &command);
                match command {
                    Err(CommandError::Unknown(word)) => {
                        prop_assert_eq!(line.split_whitespace().next().unwrap_or_default(), word);
                    }
                    Err(error) => prop_assert!(error.to_string().starts_with("expected ")),
                    Ok(_) => {}
                }
            }
        }

        #[test]
        fn coordinates_read_back(
            point in (any::<i32>(), any::<i32>()).prop_map(|(x, y)| Point { x, y }),
            (left, right) in ("[ \t]{0,3}", "[ \t]{0,3}"),
        ) {
            let line = format!("{left}tUrN {left}{}{right},{left}{}{right}", point.x, point.y);
            prop_assert_eq!(Command::parse(&line), Ok(Command::Turn(point)));
        }
    }

    fn parse(line: &str) -> Command {
        Command::parse(line).unwrap_or_else(|error| panic!("{line:?}: {error}"))
    }

    #[test]
    fn case_and_blanks_do_not_matter() {
        let turn = Command::Turn(Point { x: 7, y: 8 });
        for line in ["TURN 7,8", "turn 7,8", "  \tTurn\t7 , 8  \r", "TURN  +7,\t08"] {
            assert_eq!(parse(line), turn, "{line:?}");
        }
        assert_eq!(parse("TURN -1,99"), Command::Turn(Point { x: -1, y: 99 }));
        for line in ["TURN", "TURN 7", "TURN 7 8", "TURN a,b", "TURN 7,8,1", "TURN 7,99999999999"] {
            assert_eq!(Command::parse(line), Err(CommandError::Coordinates), "{line:?}");
        }
    }

    #[test]
    fn boards_have_one_side_or_two() {
        let rect = Command::Start(Size::new(30, 20).expect("a size"));
        for line in ["START 30 20", "RECTSTART 30,20", "rectstart 30 , 20", "START 30,20"] {
            assert_eq!(parse(line), rect, "{line:?}");
        }
        assert_eq!(parse("START 15"), Command::Start(Size::square(15)));
        for line in ["START", "START 4", "START 33", "START -15", "START x", "START 15 15 15"] {
            assert_eq!(Command::parse(line), Err(CommandError::Size(SizeError)), "{line:?}");
        }
    }

    #[test]
    fn info_reads_what_it_can_and_ignores_the_rest() {
        let info = |key, value| Command::Info(Some((key, value)));
        assert_eq!(parse("INFO time_left 5399000.5"), info(Key::TimeLeft, 5_399_000));
        assert_eq!(parse("info TIME_LEFT -120"), info(Key::TimeLeft, -120));
        assert_eq!(parse("INFO rule 1 extra words"), info(Key::Rule, 1));
        assert_eq!(parse("INFO max_memory 99999999999999999999"), info(Key::MaxMemory, i64::MAX));
        for line in [
            "INFO",
            "INFO rule",
            "INFO rule x",
            "INFO rule nan",
            "INFO rule inf",
            "INFO folder C:\\It's a folder\\with blanks",
            "INFO evaluate 7,7",
            "INFO game_type 1",
            "INFO caution_factor 4",
            "INFO show_detail",
        ] {
            assert_eq!(parse(line), Command::Info(None), "{line:?}");
        }
    }

    #[test]
    fn analysis_needs_no_number() {
        for (line, lines) in [
            ("YXNBEST 5", 5),
            ("yxnbest", 1),
            ("yxnbest 0", 1),
            ("yxnbest -3", 1),
            ("yxsearchdefend", usize::MAX),
        ] {
            assert_eq!(parse(line), Command::Best(lines), "{line:?}");
        }
        let balance = |pair, bias| Command::Balance { pair, bias };
        assert_eq!(parse("YXBALANCEONE 100"), balance(false, 100));
        assert_eq!(parse("yxbalancetwo -40"), balance(true, -40));
        assert_eq!(parse("yxbalanceone x"), balance(false, 0));
    }

    #[test]
    fn every_key_has_one_name() {
        for (name, key) in Key::NAMES {
            assert_eq!(Key::parse(&name.to_ascii_uppercase()), Some(key));
        }
    }
}
