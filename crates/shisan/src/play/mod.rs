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
use std::path::Path;
use std::sync::Arc;

use anyhow::Context;
use gomoku_match::Finish;
use gomoku_records::{FileFormat, Tree};
use gomoku_rules::record::{Format, Record, RecordMove, format_moves};
use gomoku_rules::{CellNames, Coords, Opening, Side};
use shisan_engine::brain;
use shisan_engine::engine::EngineConfig;

use self::brains::Brains;
use self::command::Command;
use self::engine::Shisan;
use self::files::Loaded;
use self::game::Game;
use self::interrupt::Interrupt;
use self::session::Session;
use self::terminal::{End, Input, Screen};
use crate::host::command_line;
use crate::serve::PageGame;

pub use self::args::PlayArgs;

/// Plays until the player quits or the input ends; `words` is the command line. An interrupt saves the
/// game, and so does the end of a terminal: of its input, or of the output of who types there.
///
/// # Errors
/// When an option is wrong, the engine has no memory, a brain does not start, the game cannot be saved, the
/// reader of a pipe is gone, or the input ends while a brain owes its move.
pub fn run(args: &PlayArgs, config: EngineConfig, words: &[OsString]) -> anyhow::Result<Finish> {
    let interrupt = Arc::new(Interrupt::default());
    let config = args.configure(config)?;
    let game = start(args)?;
    // A saved game of another rule or board goes on without the book.
    if let Some(book) = config.book.as_ref().filter(|_| args.load.is_none()) {
        let (own, size) = (book.size(), game.board().size());
        let is_on_its_side = (size.width(), size.height()) == (own.height(), own.width());
        let checked = book.expect(game.rule(), if is_on_its_side { own } else { size });
        checked.with_context(|| book.path().display().to_string())?;
    }
    let shisan = Shisan::new(config, args.seed, args.limits(), Arc::clone(&interrupt));
    let brains = Brains::new(args.limits(), args.threads.map(u32::from), Arc::clone(&interrupt));
    let (players, opponent) = args.players();
    let size = game.board().size();
    let begin = |rule| opening::begin(rule, size, &players);
    let mut opening = args.opening_rule.map(begin).transpose()?;
    let mut session = Session::new(game, players, opponent, shisan, brains)?;
    let mut screen = Screen::new(args.quiet_board);
    let input = Input::new(&interrupt)?;
    screen.print(&format!("Shisan {}; help lists the commands", shisan_engine::VERSION))?;
    screen.print(&session.describe())?;
    let failure = match hold(&mut session, &mut opening, &mut screen, &input) {
        Ok(End::Quit) => return Ok(Finish::Complete),
        Ok(End::Input) if !interrupt.ends_session() => {
            return session.finish().map(|()| Finish::Complete);
        }
        Ok(End::Input) => None,
        Err(error) if !input.is_of_person() => return Err(error),
        Err(error) => Some(error),
    };
    let is_opened = opening.is_none_or(|opening| opening.player().is_none());
    leave(&session, words, is_opened, &mut screen)?;
    match failure {
        Some(error) if error.is::<io::Error>() => {
            brain::report(&error);
            Ok(Finish::Interrupted)
        }
        Some(error) => Err(error),
        None => Ok(Finish::Interrupted),
    }
}

/// Holds the dialogue to its end. Each game that begins in it begins by the rule of `opening`.
///
/// # Errors
/// When Shisan has no memory, or standard output is closed.
fn hold(
    session: &mut Session,
    opening: &mut Option<Opening>,
    screen: &mut Screen,
    input: &Input,
) -> anyhow::Result<End> {
    let opening_rule = opening.as_ref().map(Opening::rule);
    while !input.is_interrupted() {
        if let Some(opening) = opening
            && let Some(end) = opening::play(opening, session, screen, input)?
        {
            return Ok(end);
        }
        screen.board(session.game())?;
        if let Some(player) = session.player_to_move() {
            screen.thinking(&player)?;
            screen.print(&session.let_player_move()?)?;
            continue;
        }
        screen.prompt(session.game())?;
        let Some(line) = input.line()? else { break };
        match line.and_then(|line| Command::parse(&line, session.game().names())) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return Ok(End::Quit),
            Ok(Some(command)) => {
                let begins = matches!(command, Command::New(..) | Command::Rematch);
                let answer = session.execute(command);
                let rule = opening_rule.filter(|_| begins && answer.is_ok());
                screen.print(&answer.unwrap_or_else(|error| error))?;
                if let Some(rule) = rule {
                    let size = session.game().board().size();
                    *opening = match opening::begin(rule, size, session.players()) {
                        Ok(opening) => Some(opening),
                        Err(error) => {
                            screen
                                .print(&format!("{error:#}: the game begins without an opening"))?;
                            None
                        }
                    };
                }
            }
            Err(error) => screen.print(&error)?,
        }
    }
    Ok(End::Input)
}

/// The game of the file or after the moves that `args` name.
fn start(args: &PlayArgs) -> anyhow::Result<Game> {
    if let Some(path) = &args.load {
        let (game, tree, lost) = load(path, args)?;
        if let Some(lost) = lost {
            writeln!(io::stderr(), "{lost}")?;
        }
        return Ok(game.with_event(tree.info));
    }
    let names = CellNames { coords: args.coords(), size: args.size() };
    let moves = names.parse_all(args.position.as_deref().unwrap_or_default());
    let moves = moves.context("reading the moves")?.into_iter().map(RecordMove::from).collect();
    let record = Record { moves, ..Record::new(args.size()) };
    Game::from_record(record, args.rule(), args.coords()).map_err(anyhow::Error::msg)
}

/// The game of a file, with all that the file says of it, and a line about what the game leaves out.
fn load(path: &Path, args: &PlayArgs) -> anyhow::Result<(Game, Tree, Option<String>)> {
    let loaded = files::load(path, args.size(), args.coords())?;
    let Loaded { record, tree, warnings, lost, .. } = loaded;
    for warning in warnings {
        writeln!(io::stderr(), "{warning}")?;
    }
    let game = Game::from_record(record, args.rule(), args.coords()).map_err(anyhow::Error::msg);
    Ok((game.with_context(|| path.display().to_string())?, tree, lost))
}

/// What the page opens: the game that `args` name, or else its last one.
///
/// # Errors
/// When the game cannot be read, or breaks the rules.
pub fn in_page(args: &PlayArgs) -> anyhow::Result<PageGame> {
    if let Some(path) = &args.load {
        let (game, mut tree, _) = load(path, args)?;
        tree.info.rule = Some(game.rule());
        let sgf = FileFormat::from(Format::Sgf).write(&tree, args.coords())?;
        return Ok(PageGame::Sgf(sgf.bytes));
    }
    Ok(if args.name_a_game() { PageGame::At(fragment(&start(args)?)) } else { PageGame::Last })
}

fn fragment(game: &Game) -> String {
    let (rule, size) = (game.rule(), game.board().size());
    let every = |step, first, stones: &[RecordMove]| {
        let cells = stones.iter().skip(first).step_by(step).map(|stone| stone.pos);
        format_moves(&cells.collect::<Vec<_>>())
    };
    let set_up = game.set_up();
    let mover = if set_up.len().is_multiple_of(2) { Side::Black } else { Side::White };
    let [black, white] = [0, 1].map(|first| every(2, first, set_up));
    let start = format!("&black={black}&white={white}&toMove={mover}");
    let start = if set_up.is_empty() { "" } else { &start };
    format!("#rule={rule}&size={size}{start}&moves={}", every(1, 0, game.moves()))
}

/// Saves the game, and says where it is and how to go on, without the rest of an opening that is not over.
fn leave(
    session: &Session,
    words: &[OsString],
    is_opened: bool,
    screen: &mut Screen,
) -> anyhow::Result<()> {
    // Where the output is gone, whoever typed may still read errors.
    let mut tell = |text: &str| {
        screen.print(text).unwrap_or_else(|_| drop(writeln!(io::stderr(), "{text}")));
    };
    let record = session.game().record();
    if record.moves.is_empty() {
        tell("\nno moves yet: nothing is saved");
        return Ok(());
    }
    let path = files::save_dated(&session.tree()).with_context(|| {
        let cells: Vec<_> = record.cells().collect();
        format!("the game is not saved: {}", session.game().names().list(&cells))
    })?;
    let mut options: Vec<OsString> =
        session.player_options().into_iter().map(OsString::from).collect();
    let coords = session.game().names().coords;
    if coords != Coords::default() {
        options.extend(["--coords".into(), coords.name().into()]);
    }
    if let Some(level) = session.shisan().level() {
        options.extend(["--level".into(), level.elo().to_string().into()]);
    }
    options.extend(["--load".into(), path.clone().into_os_string()]);
    let without = if is_opened { "" } else { " without the rest of the opening" };
    let command = command_line(&[without_state(words), options].concat())?;
    tell(&format!("\nthe game is saved: {}\nto go on{without}: {command}", path.display()));
    Ok(())
}

/// A command line without its options of what the game has changed since, and without moves that no option
/// may follow.
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
    let mut words = words.iter().take_while(|word| *word != "--").cloned();
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

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::{Rule, Size};

    #[test]
    fn the_page_gets_stones_that_are_set_up() {
        for (text, expected) in [
            ("(;GM[4]RU[caro];B[hh];W[ii])", "#rule=caro&size=15x15&moves=h8i9"),
            (
                "(;GM[4]AB[hh][hi][hj]AW[aa][bb];W[cc])",
                "#rule=freestyle&size=15x15&black=h8h9h10&white=a1b2&toMove=white&moves=c3",
            ),
        ] {
            let record = Format::Sgf.read(text, Size::square(15)).expect("a game").remove(0);
            let game = Game::from_record(record, Rule::Freestyle, Coords::Top).expect("a game");
            assert_eq!(fragment(&game), expected);
        }
    }

    #[test]
    fn a_command_that_goes_on_is_without_what_has_changed() {
        let line = "shisan play --side white --rule renju --level=900 -- h8i9";
        let words: Vec<OsString> = line.split(' ').map(OsString::from).collect();
        assert_eq!(without_state(&words), ["shisan", "play", "--rule", "renju"]);
    }
}
