//! The `play` subcommand: a game against the engine or any brain, in a terminal or through a pipe.
//!
//! `command` reads what is typed, `session` answers with text, `terminal` prints it and waits.

mod args;
mod board;
mod brains;
mod command;
mod engine;
mod files;
mod game;
mod interrupt;
mod opening;
mod people;
mod players;
mod session;
mod terminal;
mod why;

use std::ffi::OsString;
use std::io::{self, Write};
use std::sync::Arc;

use anyhow::Context;
use gomoku_match::Finish;
use gomoku_rules::record::{Record, RecordMove, format_moves};
use gomoku_rules::{CellNames, Coords};
use shisan_engine::engine::EngineConfig;

use self::brains::Brains;
use self::command::Command;
use self::engine::Shisan;
use self::files::Loaded;
use self::game::Game;
use self::interrupt::Interrupt;
use self::session::Session;
use self::terminal::{Input, Screen};
use crate::host::command_line;

pub use self::args::PlayArgs;

/// Plays until the player quits or the input ends; `words` is the command line. An interrupt saves the
/// game, and so does the end of the input on a terminal.
///
/// # Errors
/// When an option is wrong, the engine has no memory, a brain does not start, standard output is closed, or
/// the input ends while a brain owes its move.
pub fn run(args: &PlayArgs, config: EngineConfig, words: &[OsString]) -> anyhow::Result<Finish> {
    let interrupt = Arc::new(Interrupt::default());
    let config = args.configure(config)?;
    let game = start(args)?;
    if let Some(book) = &config.book {
        let checked = book.expect(game.rule(), game.board().size());
        checked.with_context(|| book.path().display().to_string())?;
    }
    let shisan = Shisan::new(config, args.seed, args.limits(), Arc::clone(&interrupt));
    let brains = Brains::new(args.limits(), args.threads.map(u32::from), Arc::clone(&interrupt));
    let (players, opponent) = args.players();
    let size = game.board().size();
    let opening = args.opening_rule.map(|rule| opening::begin(rule, size, &players)).transpose()?;
    let mut session = Session::new(game, players, opponent, shisan, brains)?;
    let mut screen = Screen::new(args.quiet_board);
    let input = Input::new(&interrupt)?;
    screen.print(&format!("Shisan {}; help lists the commands", shisan_engine::VERSION))?;
    screen.print(&session.describe())?;
    let is_opened = match opening {
        Some(opening) => opening::play(opening, &mut session, &mut screen, &input)?,
        None => true,
    };
    if !is_opened && !interrupt.ends_session() {
        return Ok(Finish::Complete);
    }
    while !interrupt.ends_session() {
        screen.board(session.game())?;
        if let Some(player) = session.player_to_move() {
            screen.thinking(&player)?;
            screen.print(&session.let_player_move()?)?;
            continue;
        }
        screen.prompt(session.game())?;
        let Some(line) = input.line() else { break };
        match Command::parse(&line, session.game().names()) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(Finish::Complete),
            Ok(Some(command)) => {
                let answer = session.execute(command);
                screen.print(&answer.unwrap_or_else(|error| error))?;
            }
            Err(error) => screen.print(&error)?,
        }
    }
    if !interrupt.ends_session() {
        return session.finish().map(|()| Finish::Complete);
    }
    leave(&session, words, is_opened, &mut screen).map(|()| Finish::Interrupted)
}

/// The game of the file or after the moves that `args` name.
fn start(args: &PlayArgs) -> anyhow::Result<Game> {
    if let Some(path) = &args.load {
        let Loaded { record, warnings, .. } = files::load(path, args.size(), args.coords())?;
        for warning in warnings {
            writeln!(io::stderr(), "{warning}")?;
        }
        let game =
            Game::from_record(record, args.rule(), args.coords()).map_err(anyhow::Error::msg);
        return game.with_context(|| path.display().to_string());
    }
    let names = CellNames { coords: args.coords(), size: args.size() };
    let moves = names.parse_all(args.position.as_deref().unwrap_or_default());
    let moves = moves.context("reading the moves")?.into_iter().map(RecordMove::from).collect();
    let record = Record { moves, ..Record::new(args.size()) };
    Game::from_record(record, args.rule(), args.coords()).map_err(anyhow::Error::msg)
}

/// What the address of the page has at its end to open the game that `args` name; nothing if they name
/// none: the page goes on with its last one.
///
/// # Errors
/// When the game cannot be read, or breaks the rules.
pub fn page_fragment(args: &PlayArgs) -> anyhow::Result<String> {
    if !args.name_a_game() {
        return Ok(String::new());
    }
    let game = start(args)?;
    let (rule, size) = (game.rule(), game.board().size());
    let cells: Vec<_> = game.record().cells().collect();
    Ok(format!("#rule={rule}&size={size}&moves={}", format_moves(&cells)))
}

/// Saves the game, and says where it is and how to go on, without the rest of an opening that is not over.
fn leave(
    session: &Session,
    words: &[OsString],
    is_opened: bool,
    screen: &mut Screen,
) -> anyhow::Result<()> {
    let record = session.record();
    if record.moves.is_empty() {
        return Ok(screen.print("\nno moves yet: nothing is saved")?);
    }
    let path = files::save_dated(&record).with_context(|| {
        let cells: Vec<_> = record.cells().collect();
        format!("the game is not saved: {}", session.game().names().list(&cells))
    })?;
    let mut words = without_state(words);
    words.extend(session.players().options().map(OsString::from));
    let coords = session.game().names().coords;
    if coords != Coords::default() {
        words.extend(["--coords".into(), coords.name().into()]);
    }
    if let Some(level) = session.shisan().level() {
        words.extend(["--level".into(), level.elo().to_string().into()]);
    }
    words.extend(["--load".into(), path.clone().into_os_string()]);
    screen.print(&format!("\nthe game is saved: {}", path.display()))?;
    let without = if is_opened { "" } else { " without the rest of the opening" };
    Ok(screen.print(&format!("to go on{without}: {}", command_line(&words)?))?)
}

/// A command line without its options of what the game has changed since.
fn without_state(words: &[OsString]) -> Vec<OsString> {
    const OPTIONS: [&str; 8] = [
        "--side",
        "--opponent",
        "--black",
        "--white",
        "--coords",
        "--level",
        "--opening-rule",
        "--load",
    ];
    let mut words = words.iter().cloned();
    let mut kept = Vec::new();
    while let Some(word) = words.next() {
        let text = word.to_string_lossy();
        if OPTIONS.contains(&&*text) {
            words.next();
        } else if !OPTIONS.iter().any(|option| text.starts_with(&format!("{option}="))) {
            kept.push(word);
        }
    }
    kept
}
