//! Standard input and output of a session, and interrupts.

use std::io::{self, IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};
use anyhow::Context;

use super::board::{self, Coloured, PROMPT};
use super::game::Game;
use super::interrupt::Interrupt;
use super::players::Player;
use crate::analyze::{Event as InputEvent, lines};
use gomoku_rules::{Coords, without_byte_order_mark};
use shisan_engine::brain::StandardOutput;

/// What the session waits for.
#[derive(Debug)]
enum Event {
    /// A line of input, or its end.
    Input(InputEvent),
    /// An interrupt that no search has taken.
    Interrupt,
}

/// How a session ends in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The player has quit.
    Quit,
    /// There is no more input, or an interrupt has come.
    Input,
}

/// Lines that are read ahead; a faster writer waits.
const LINES: usize = 64;
/// Bytes of the longest line.
const MAX_LINE: usize = 16 << 10;

/// How long an interrupt may take that has ended the writer of our input, too.
const GRACE: Duration = Duration::from_millis(100);

/// Standard input.
pub struct Input {
    events: Receiver<Event>,
    interrupt: Arc<Interrupt>,
    /// As it began: one that is closed is none any more.
    is_terminal: bool,
}

impl Input {
    /// Reads standard input, and takes the interrupts that `interrupt` leaves.
    ///
    /// # Errors
    /// When the system refuses a thread or a handler.
    pub fn new(interrupt: &Arc<Interrupt>) -> anyhow::Result<Self> {
        let (sender, events) = mpsc::sync_channel(LINES);
        let (signals, signalled) = (sender.clone(), Arc::clone(interrupt));
        let handler = move || {
            if signalled.signal() {
                // Where the channel is full, the session asks `interrupt` after its next line.
                drop(signals.try_send(Event::Interrupt));
            }
        };
        ctrlc::set_handler(handler).context("no handler for interrupts")?;
        let read = move || {
            let mut lines = lines(io::stdin(), MAX_LINE);
            lines.try_for_each(|line| sender.send(Event::Input(line)))
        };
        thread::Builder::new()
            .name("input".to_owned())
            .spawn(read)
            .context("no thread for input")?;
        let is_terminal = io::stdin().is_terminal();
        Ok(Self { events, interrupt: Arc::clone(interrupt), is_terminal })
    }

    /// Whether an interrupt has ended the session.
    pub fn is_interrupted(&self) -> bool {
        self.interrupt.ends_session()
    }

    /// Whether a game is lost to a person if the session breaks off.
    pub fn is_of_person(&self) -> bool {
        self.is_terminal || self.interrupt.has_come()
    }

    /// The next line, or what is wrong with it; `None` where the session ends, at the end of a pipe or by an
    /// interrupt. The end of the input on a terminal is one.
    ///
    /// # Errors
    /// When a pipe or a file cannot be read.
    pub fn line(&self) -> anyhow::Result<Option<Result<String, String>>> {
        match self.events.recv() {
            Ok(Event::Input(InputEvent::Line(_, line))) => {
                let line = String::from_utf8_lossy(&line);
                return Ok(Some(Ok(without_byte_order_mark(&line).to_owned())));
            }
            Ok(Event::Input(InputEvent::TooLong(_))) => {
                return Ok(Some(Err("the line is too long".to_owned())));
            }
            Ok(Event::Input(InputEvent::End(end))) if !self.is_terminal => {
                end.context("standard input")?;
                // In a pipeline Ctrl-C is for all of it, and the writer may be the first to end.
                drop(self.events.recv_timeout(GRACE));
                // One that has only stopped a search was for the session, too.
                if self.interrupt.has_come() {
                    self.interrupt.end_session();
                }
            }
            Ok(Event::Input(_)) => self.interrupt.end_session(),
            Ok(Event::Interrupt) | Err(_) => {}
        }
        Ok(None)
    }
}

/// Standard output.
pub struct Screen {
    out: AutoStream<io::Stdout>,
    has_colours: bool,
    /// Whether a person types the commands.
    has_prompt: bool,
    /// Whether the board is shown whenever it has changed.
    shows_board: bool,
    /// The position shown last, and how its cells were named.
    shown: Option<(u64, Coords)>,
}

impl Screen {
    /// Standard output with colours, if it is a terminal that has them and wants them.
    pub fn new(quiet_board: bool) -> Self {
        let is_terminal = io::stdout().is_terminal();
        let choice = AutoStream::choice(&io::stdout());
        let has_colours = is_terminal && choice != ColorChoice::Never;
        let choice = if has_colours { choice } else { ColorChoice::Never };
        Self {
            out: AutoStream::new(io::stdout(), choice),
            has_colours,
            has_prompt: is_terminal && io::stdin().is_terminal(),
            shows_board: is_terminal && !quiet_board,
            shown: None,
        }
    }

    /// Prints an answer.
    pub fn print(&mut self, text: &str) -> io::Result<()> {
        self.write(&format!("{text}\n"))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let written = self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush());
        written.map_err(|error| StandardOutput::named(&error))
    }

    /// Shows the board, if it has changed and a person looks at it.
    pub fn board(&mut self, game: &Game) -> io::Result<()> {
        let shown = Some((game.board().key(), game.names().coords));
        if !self.shows_board || self.shown == shown {
            return Ok(());
        }
        self.shown = shown;
        let colours = self.has_colours;
        self.write(&if colours { Coloured(game).to_string() } else { board::plain(game) })
    }

    /// Tells a person that `player` works.
    pub fn thinking(&mut self, player: &Player) -> io::Result<()> {
        match player {
            _ if !self.has_prompt => Ok(()),
            Player::Brain(command) => {
                self.print(&format!("{command} is thinking; Ctrl-C stops it"))
            }
            _ => self.print("thinking; Ctrl-C makes it move"),
        }
    }

    /// Prompts a person for the next command.
    pub fn prompt(&mut self, game: &Game) -> io::Result<()> {
        if !self.has_prompt {
            return Ok(());
        }
        let who = match game.end() {
            Some(_) => "game over".to_owned(),
            None => game.side_to_move().to_string(),
        };
        let colours = self.has_colours;
        self.write(&if colours { format!("{PROMPT}{who}>{PROMPT:#} ") } else { format!("{who}> ") })
    }
}
