//! A brain as the opponent of a person: it is asked for its move in any position, and what it does wrong is
//! said and loses no game.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::{Duration, Instant};

use crate::engine_io::exit::{Exit, StartFailure};
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::line::Line;
use crate::engine_io::manager::Manager;
use crate::engine_io::player::Player;
use crate::engine_io::process::StartError;
use crate::engine_io::reaper::Reaper;
use crate::engine_io::streams::ReadError;
use crate::game::answer::read_answer;
use crate::game::clock::Clock;
use crate::game::outcome::Illegal;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Stone};

/// How long a brain may take to answer `OK` to a new game, as in a match.
const START_LIMIT: Duration = Duration::from_secs(10);
/// A late move is taken if it comes within this time.
const GRACE: Duration = Duration::from_secs(2);
/// What a brain prints so soon after its move is not taken for its next answer.
const ANSWER_PAUSE: Duration = Duration::from_millis(20);
/// Characters that are kept of a line.
const MAX_LINE: usize = 200;
/// Longer than any move, and short enough to be added to an `Instant`.
const FOREVER: Duration = Duration::from_secs(365 * 24 * 3600);

/// A brain that plays with a person. Dropping it kills its process and all that this has started.
pub struct Opponent {
    player: Player,
    /// The rule and the stones that the running process knows.
    known: Option<(Rule, Board)>,
    /// When its last move came.
    answered: Option<Instant>,
}

/// A move of an opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpponentMove {
    /// A legal move.
    pub pos: Pos,
    /// How long it took.
    pub time: Duration,
    /// By how much it was over its limit.
    pub late: Option<Duration>,
    /// The last line that was neither a message nor a move that was asked for.
    pub stray: Option<String>,
}

/// Why there is no move, in one line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpponentFailure {
    /// The caller has ended the wait.
    Stopped,
    /// It cannot be started.
    NotStarted(StartError),
    /// It did not take the game.
    Start(StartFailure, Option<String>),
    /// It gave no move within this time, and what may be the reason.
    Timeout(Duration, Option<String>),
    /// It has exited; its last line on standard error, if any.
    Exited(Exit, Option<String>),
    /// It answered this line, and why it is not a move.
    Illegal(String, String),
}

impl Opponent {
    /// Starts the brain, with the limits of `settings`. `reaper` kills it if this program is killed.
    ///
    /// # Errors
    /// When the command cannot be run.
    pub fn start(
        settings: EngineSettings,
        reaper: Option<Arc<Reaper>>,
    ) -> Result<Self, StartError> {
        Player::start(settings, reaper).map(|player| Self { player, known: None, answered: None })
    }

    /// Its move on `board`, for the side to move, which has used this much time in this game. A process that
    /// fails is killed; the next call starts another one.
    ///
    /// # Errors
    /// When it gives no legal move, or `stop` was set.
    pub fn choose(
        &mut self,
        board: &Board,
        rule: Rule,
        used: Duration,
        stop: &AtomicBool,
    ) -> Result<OpponentMove, OpponentFailure> {
        let chosen = self.ask(board, rule, used, stop);
        if let Ok(chosen) = &chosen {
            let mut board = board.clone();
            board.play(chosen.pos);
            self.known = Some((rule, board));
        } else {
            self.player.kill();
            self.known = None;
        }
        chosen
    }

    fn ask(
        &mut self,
        board: &Board,
        rule: Rule,
        used: Duration,
        stop: &AtomicBool,
    ) -> Result<OpponentMove, OpponentFailure> {
        let mut follows = self.follows(board, rule);
        if !follows {
            self.new_game(board, rule, stop)?;
            // As managers do: not every brain knows BOARD.
            follows = board.stones().len() == 1;
        }
        let mut clock = Clock::new(self.player.settings().time, Manager::Native);
        clock.spend(used);
        let limit = clock.allowed(Duration::ZERO);
        let wait = limit.map_or(FOREVER, |limit| limit.saturating_add(GRACE).min(FOREVER));
        if let Some(answered) = self.answered {
            thread::sleep(ANSWER_PAUSE.saturating_sub(answered.elapsed()));
        }
        self.player.send(&Manager::Native.move_commands(board, clock.left_ms(), follows));
        let written = self.player.written(Instant::now() + wait, stop);
        let written = written.map_err(|error| self.failure(error, limit, None))?;
        let mut stray = self.player.drop_unsolicited(written);
        loop {
            let line = self.player.line(written.done + wait, stop);
            let line = line.map_err(|error| self.failure(error, limit, stray.as_ref()))?;
            let Some(pos) = legal_move(&line, board, rule)? else {
                stray = Some(line);
                continue;
            };
            self.answered = Some(line.received);
            let time = line.received.saturating_duration_since(written.done);
            let late = limit.and_then(|limit| time.checked_sub(limit));
            return Ok(OpponentMove {
                pos,
                time,
                late: late.filter(|late| !late.is_zero()),
                stray: stray.as_ref().map(text_of),
            });
        }
    }

    /// Whether the process knows every stone but the last.
    fn follows(&self, board: &Board, rule: Rule) -> bool {
        let Some((known_rule, known)) = &self.known else { return false };
        let stones: &[Stone] = board.stones();
        let before = stones.split_last().map_or(&[][..], |(_, before)| before);
        *known_rule == rule && known.size() == board.size() && known.stones() == before
    }

    /// Starts a game; a brain that refuses it gets a fresh process.
    fn new_game(
        &mut self,
        board: &Board,
        rule: Rule,
        stop: &AtomicBool,
    ) -> Result<(), OpponentFailure> {
        let settings = self.player.settings();
        let (start, infos) = Manager::Native.start_commands(rule, board.size(), settings);
        let mut answer = self.start_game(&start, stop)?;
        if matches!(answer, Err(StartFailure::Refused(_))) {
            self.player.kill();
            answer = self.start_game(&start, stop)?;
        }
        match answer {
            Ok(()) => {
                self.player.send(&infos);
                Ok(())
            }
            Err(failure) => {
                let line = match failure {
                    StartFailure::Crash(_) => self.player.last_stderr_line(),
                    StartFailure::Silent => self.player.silence().map(|it| it.to_string()),
                    StartFailure::Refused(_) | StartFailure::NotRun(_) => None,
                };
                Err(OpponentFailure::Start(failure, line))
            }
        }
    }

    fn start_game(
        &mut self,
        command: &str,
        stop: &AtomicBool,
    ) -> Result<Result<(), StartFailure>, OpponentFailure> {
        self.player.ensure_running().map_err(OpponentFailure::NotStarted)?;
        let answer = self.player.new_game(command, START_LIMIT, stop);
        answer.ok_or(OpponentFailure::Stopped)
    }

    /// Why there is no answer; `stray` is what it wrote instead.
    fn failure(
        &mut self,
        error: ReadError,
        limit: Option<Duration>,
        stray: Option<&Line>,
    ) -> OpponentFailure {
        let exit = match error {
            ReadError::Stopped => return OpponentFailure::Stopped,
            ReadError::Closed => Some(self.player.exit()),
            // A child may keep open the output of a brain that has exited.
            ReadError::Timeout => self.player.has_exited(),
        };
        if let Some(exit) = exit {
            return OpponentFailure::Exited(exit, self.player.last_stderr_line());
        }
        let wrote = stray.map(|stray| format!("it wrote {:?}", text_of(stray)));
        let reason = wrote.or_else(|| self.player.silence().map(|silence| silence.to_string()));
        OpponentFailure::Timeout(limit.unwrap_or(FOREVER), reason)
    }
}

/// The text of a line, cut.
fn text_of(line: &Line) -> String {
    line.text.trim().chars().take(MAX_LINE).collect()
}

/// The move of a line; `None` where it is neither a move nor a refusal.
fn legal_move(line: &Line, board: &Board, rule: Rule) -> Result<Option<Pos>, OpponentFailure> {
    let illegal = |reason: &dyn fmt::Display| {
        Err(OpponentFailure::Illegal(text_of(line), reason.to_string()))
    };
    let pos = match read_answer(line, board.size()) {
        Ok(pos) => pos,
        Err(_) if !line.is_numeric() && !line.is_refusal() => return Ok(None),
        Err(Illegal::Malformed) => return illegal(&"no move"),
        Err(_) => return illegal(&"outside the board"),
    };
    match referee::play(&mut board.clone(), rule, pos) {
        Verdict::Illegal(reason) => illegal(&format!("{pos}: {reason}")),
        Verdict::Foul(foul) => illegal(&format!("{pos} is forbidden: {foul}")),
        _ => Ok(Some(pos)),
    }
}

impl fmt::Display for OpponentFailure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = |line: &Option<String>| match line {
            Some(line) => format!("; {line}"),
            None => String::new(),
        };
        let said = |line: &Option<String>| match line {
            Some(line) => format!(": {}", line.trim()),
            None => String::new(),
        };
        match self {
            Self::Stopped => f.write_str("is stopped"),
            Self::NotStarted(StartError { cause, .. })
            | Self::Start(StartFailure::NotRun(cause), _) => write!(f, "is not running: {cause}"),
            Self::Start(StartFailure::Silent, line) => {
                write!(f, "does not answer START{}", reason(line))
            }
            Self::Start(StartFailure::Refused(answer), _) => {
                write!(f, "refuses the game: {answer}")
            }
            Self::Start(StartFailure::Crash(exit), line) | Self::Exited(exit, line) => {
                write!(f, "has ended ({exit}){}", said(line))
            }
            Self::Timeout(limit, line) => {
                let limit = humantime::format_duration(*limit);
                write!(f, "gives no move within {limit}{}", reason(line))
            }
            Self::Illegal(line, reason) => write!(f, "answers {line:?}, {reason}"),
        }
    }
}
