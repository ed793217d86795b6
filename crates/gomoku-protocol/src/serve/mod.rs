//! A brain of any agent: it reads a command, answers it, and reads the next.

use std::fmt;
use std::io::{self, Read, Write};
use std::time::Instant;

use gomoku_rules::{Board, PlaceError, Pos};

use crate::agent::{Agent, Messages, Request, Swap2Answer};
use crate::command::{Command, CommandError};
use crate::game::{Game, GameError};
use crate::line_reader::{LineReader, MAX_COMMAND, TOO_LONG};
use crate::list::{List, ListError, ListKind, check_opening};
use crate::point::Point;
use crate::reply::Reply;
use crate::settings::Settings;

/// Plays for a manager until `END` or the end of `input`. A command that cannot be executed is answered
/// with one `ERROR` and changes nothing; a position that is set up stays although the agent has no move in it,
/// or chooses one that cannot be played. It reads no command while the agent thinks.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written.
pub fn serve(agent: &mut impl Agent, input: impl Read, mut output: impl Write) -> io::Result<()> {
    let mut brain = Brain { agent, settings: Settings::default(), game: None, list: None };
    let mut reader = LineReader::new(input, MAX_COMMAND);
    while let Some(read) = reader.read()? {
        for line in read.lines {
            let answer = if line.is_cut {
                brain.refuse(&line.text)
            } else {
                brain.read(&line.text, &mut output)
            };
            let reply = match answer {
                Ok(Answer::Nothing) => continue,
                Ok(Answer::Exit) => return Ok(()),
                Ok(Answer::Reply(reply)) => reply,
                Err(refusal) => Reply::Error(refusal.to_string()),
            };
            writeln!(output, "{reply}")?;
            output.flush()?;
        }
    }
    Ok(())
}

/// What follows a command.
enum Answer {
    Nothing,
    Exit,
    Reply(Reply),
}

impl From<Reply> for Answer {
    fn from(reply: Reply) -> Self {
        Self::Reply(reply)
    }
}

struct Brain<'a, A> {
    agent: &'a mut A,
    settings: Settings,
    game: Option<Game>,
    /// The list that is being read.
    list: Option<List>,
}

impl<A: Agent> Brain<'_, A> {
    /// Executes a line.
    fn read(&mut self, line: &str, output: &mut dyn Write) -> Result<Answer, Refusal> {
        let received = Instant::now();
        if line.trim().is_empty() {
            return Ok(Answer::Nothing);
        }
        if let Some(mut list) = self.list.take_if(|_| List::takes(line)) {
            list.feed(line);
            return self.list(list, received, output);
        }
        match line.parse() {
            Ok(command) => self.execute(command, received, output),
            Err(CommandError::Unknown(word)) => match &mut self.list {
                Some(list) => {
                    list.reject_line();
                    Ok(Answer::Nothing)
                }
                None => Ok(Reply::Unknown(word).into()),
            },
            Err(error) => {
                self.refuse_list();
                Err(error.into())
            }
        }
    }

    /// Answers a line that was cut, whose end might change its meaning.
    fn refuse(&mut self, line: &str) -> Result<Answer, Refusal> {
        if matches!(line.parse(), Ok(Command::Info(_))) {
            return Ok(Answer::Nothing);
        }
        self.refuse_list();
        Err(Refusal::TooLong)
    }

    /// The rest of the list that is being read means nothing.
    fn refuse_list(&mut self) {
        self.list.iter_mut().for_each(List::refuse);
    }

    fn execute(
        &mut self,
        command: Command,
        received: Instant,
        output: &mut dyn Write,
    ) -> Result<Answer, Refusal> {
        if command.changes_game() {
            self.list = None;
        }
        match command {
            Command::Start(size) => {
                self.game = Some(Game::new(size));
                self.settings.new_game();
                self.agent.new_game();
            }
            Command::Restart => {
                let size = self.game()?.board().size();
                return self.execute(Command::Start(size), received, output);
            }
            Command::TakeBack(point) => self.game()?.take_back(point)?,
            Command::Begin => {
                self.game()?.begin()?;
                return self.choose(received, output);
            }
            Command::Turn(point) => {
                self.game()?.opponent_plays(point)?;
                return self.choose(received, output);
            }
            Command::Play(point) => {
                let pos = self.game()?.own_plays(point)?;
                return Ok(Reply::from(pos).into());
            }
            Command::List(list) => return self.list(list, received, output),
            Command::Info(info) => {
                self.settings.set(&info);
                self.agent.set(&info);
                return Ok(Answer::Nothing);
            }
            Command::About => return Ok(Reply::About(self.agent.about()).into()),
            Command::End => return Ok(Answer::Exit),
            Command::Stop => return Ok(Answer::Nothing),
            other => return Ok(Reply::Unknown(other.to_string()).into()),
        }
        Ok(Reply::OK.into())
    }

    /// Executes a list if it is complete.
    fn list(
        &mut self,
        list: List,
        received: Instant,
        output: &mut dyn Write,
    ) -> Result<Answer, Refusal> {
        if !list.is_complete() {
            self.list = Some(list);
            return Ok(Answer::Nothing);
        }
        if list.is_refused() {
            return Ok(Answer::Nothing);
        }
        let size = self.game()?.board().size();
        match list.kind() {
            ListKind::Board => {
                self.game = Some(Game::with_board(list.board(size)?));
                self.choose(received, output)
            }
            ListKind::Position => {
                self.game = Some(Game::with_board(list.board(size)?));
                Ok(Answer::Nothing)
            }
            ListKind::Swap2 => self.swap2(&list.opening(size)?, received, output),
            kind => Ok(Reply::Unknown(kind.word().to_owned()).into()),
        }
    }

    fn game(&mut self) -> Result<&mut Game, Refusal> {
        self.game.as_mut().ok_or(Refusal::NoGame)
    }

    /// Plays the agent's move.
    fn choose(&mut self, received: Instant, output: &mut dyn Write) -> Result<Answer, Refusal> {
        let game = self.game.as_mut().ok_or(Refusal::NoGame)?;
        let (rule, limits) = (self.settings.rule, self.settings.limits(received));
        let request = Request { board: game.board(), rule, limits };
        let chosen = self.agent.choose(&request, &mut Messages::new(output));
        self.settings.spend(received.elapsed());
        let pos = chosen.ok_or(Refusal::NoMove)?;
        check_free(game.board(), pos)?;
        game.own_plays(pos.into())?;
        Ok(Reply::from(pos).into())
    }

    /// Answers an opening, which leaves the game as it is.
    fn swap2(
        &mut self,
        board: &Board,
        received: Instant,
        output: &mut dyn Write,
    ) -> Result<Answer, Refusal> {
        check_opening(board)?;
        let (rule, limits) = (self.settings.rule, self.settings.limits(received));
        let request = Request { board, rule, limits };
        let answer = self.agent.swap2(&request, &mut Messages::new(output));
        self.settings.spend(received.elapsed());
        Ok(Answer::Reply(match answer {
            None => Reply::Unknown(ListKind::Swap2.word().to_owned()),
            Some(Swap2Answer::Swap) => Reply::Swap,
            Some(Swap2Answer::Stones(stones)) => {
                let mut board = board.clone();
                for &pos in &stones {
                    check_free(&board, pos)?;
                    board.play(pos);
                }
                match stones[..] {
                    [] => return Err(Refusal::NoMove),
                    [pos] => Reply::from(pos),
                    _ => Reply::Moves(stones.into_iter().map(Point::from).collect()),
                }
            }
        }))
    }
}

fn check_free(board: &Board, pos: Pos) -> Result<(), Refusal> {
    board.check_free(pos).map_err(|error| Refusal::Choice(pos.into(), error))
}

/// Why a command cannot be executed.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Refusal {
    /// It lacks what it needs.
    Command(CommandError),
    /// It is longer than any command.
    TooLong,
    /// There was no `START`.
    NoGame,
    /// The position does not allow it.
    Game(GameError),
    /// A list of stones is not a position.
    List(ListError),
    /// The agent has no move.
    NoMove,
    /// The agent chose a cell that is not free.
    Choice(Point, PlaceError),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Command(error) => error.fmt(f),
            Self::TooLong => f.write_str(TOO_LONG),
            Self::NoGame => f.write_str("no game: expected START first"),
            Self::Game(error) => error.fmt(f),
            Self::List(error) => error.fmt(f),
            Self::NoMove => f.write_str("no cell is free"),
            Self::Choice(point, error) => write!(f, "the agent chose {point}: {error}"),
        }
    }
}

impl From<CommandError> for Refusal {
    fn from(error: CommandError) -> Self {
        Self::Command(error)
    }
}

impl From<GameError> for Refusal {
    fn from(error: GameError) -> Self {
        Self::Game(error)
    }
}

impl From<ListError> for Refusal {
    fn from(error: ListError) -> Self {
        Self::List(error)
    }
}

#[cfg(test)]
mod tests;
