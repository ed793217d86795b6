//! An agent as a Gomocup brain (<https://plastovicka.github.io/protocl2en.htm>): it reads a command,
//! answers it, and reads the next.

mod command;
mod game;
mod problem;
mod settings;
#[cfg(test)]
mod tests;

use std::io::{self, BufRead, Write};
use std::time::Instant;

use crate::agent::{Agent, Choice, Limits};
use crate::classic::Classic;
use gomoku_rules::without_byte_order_mark;

use command::{Command, Stone};
use game::Game;
use problem::Problem;
use settings::Settings;

/// Plays for a manager until `END` or the end of `input`.
///
/// # Errors
/// When `input` cannot be read or `output` cannot be written.
pub fn serve(agent: &Classic, mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut brain = Brain { agent, settings: Settings::default(), game: None, list: None };
    let mut line = Vec::new();
    while input.read_until(b'\n', &mut line)? > 0 {
        let received = Instant::now();
        let answer = match without_byte_order_mark(&String::from_utf8_lossy(&line)).trim() {
            "" => String::new(),
            text if text.eq_ignore_ascii_case("END") => break,
            text => brain.read(text, received).unwrap_or_else(|error| format!("ERROR {error}")),
        };
        if !answer.is_empty() {
            writeln!(output, "{answer}")?;
            output.flush()?;
        }
        line.clear();
    }
    Ok(())
}

struct Brain<'a> {
    agent: &'a Classic,
    settings: Settings,
    game: Option<Game>,
    /// The stones after `BOARD`, or the first mistake among them.
    list: Option<Result<Vec<Stone>, Problem>>,
}

impl Brain<'_> {
    /// Executes a line and returns the answer, empty for none.
    fn read(&mut self, line: &str, received: Instant) -> Result<String, Problem> {
        if let Some(list) = &mut self.list {
            if line.eq_ignore_ascii_case("DONE") {
                let stones = self.list.take().unwrap_or_else(|| Ok(Vec::new()))?;
                self.game()?.set_up(&stones)?;
                return self.answer(received);
            }
            // A command ends a list that lacks its DONE.
            if line.starts_with(|c: char| !c.is_alphabetic()) {
                if let Ok(stones) = list {
                    match Stone::parse(line) {
                        Some(stone) => stones.push(stone),
                        None => *list = Err(Problem::Unreadable),
                    }
                }
                return Ok(String::new());
            }
            self.list = None;
        }
        let ok = || Ok("OK".to_owned());
        match Command::parse(line)? {
            Command::Start(size) => {
                self.game = Some(Game::new(size));
                ok()
            }
            Command::Restart => {
                let size = self.game()?.board().size();
                self.game = Some(Game::new(size));
                ok()
            }
            Command::TakeBack(point) => {
                self.game()?.take_back(point)?;
                ok()
            }
            Command::Begin => {
                self.game()?.begin()?;
                self.answer(received)
            }
            Command::Turn(point) => {
                self.game()?.opponent_plays(point)?;
                self.answer(received)
            }
            Command::Board => {
                self.list = Some(self.game().map(|_| Vec::new()));
                Ok(String::new())
            }
            Command::Info(key, value) => {
                self.settings.set(&key, &value);
                Ok(String::new())
            }
            Command::About => {
                let (name, author) = self.agent.about();
                let version = env!("CARGO_PKG_VERSION");
                Ok(format!("name=\"{name}\", version=\"{version}\", author=\"{author}\""))
            }
            Command::Unknown => Ok("UNKNOWN command".to_owned()),
        }
    }

    fn game(&mut self) -> Result<&mut Game, Problem> {
        self.game.as_mut().ok_or(Problem::NoGame)
    }

    /// Plays the agent's move and returns it.
    fn answer(&mut self, received: Instant) -> Result<String, Problem> {
        let (agent, rule) = (self.agent, self.settings.rule());
        let (depth, nodes) = (self.settings.depth(), self.settings.nodes());
        let deadline = self.settings.deadline(received);
        let is_late = || deadline.is_some_and(|deadline| Instant::now() >= deadline);
        let limits = Limits { depth, nodes, stop: Some(&is_late) };
        let game = self.game()?;
        let choice = agent.choose(game.board(), rule, limits).ok_or(Problem::BoardFull)?;
        game.own_plays(choice.pos);
        let Choice { pos, nodes } = choice;
        Ok(format!("MESSAGE nodes {nodes}\n{},{}", pos.x(), pos.y()))
    }
}
