//! What a player types.

use std::path::PathBuf;

use super::people::People;
use super::players::Player;
use gomoku_rules::{Pos, Rule, Side, Size};

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Play on a cell.
    Move(Pos),
    Hint,
    Undo,
    Redo,
    /// Say what a stone on a cell does.
    Why(Pos),
    Save(PathBuf),
    Load(PathBuf),
    /// Change sides.
    Swap,
    Side(People),
    /// Play against this player.
    Opponent(Player),
    /// Let this player take a side.
    Seat(Side, Player),
    /// Let the player to move try again.
    Go,
    /// Start the next game, with the sides changed.
    Rematch,
    /// Play at a level, or at full strength.
    Level(Option<i64>),
    Board,
    Moves,
    /// Start a new game, with another rule or board if they are named.
    New(Option<Rule>, Option<Size>),
    Help,
    Quit,
}

/// The commands, for people.
pub const HELP: &str = "\
h8              play there: a column letter, and a row counted from the top
hint            the move that full strength would play
why h8          what a stone there does: forbidden, five, four, three, a forced win
undo, redo      take a move back, with the reply to it; play it again
board, moves    print the board; print the moves
save FILE       save the game: .sgf, .psq, .pos, .offsets or .board
load FILE       go on with a saved game
swap            change sides with the opponent
side SIDE       choose your side: black, white, both or none
opponent PLAYER play against `shisan`, or a brain such as `shisan classic chain`
black PLAYER, white PLAYER
                let `person`, `shisan` or a brain play this side
level ELO       let Shisan play at this strength, or at `full`
rematch         start the next game, with the sides changed
new [RULE] [SIZE]
                start a new game, such as `new renju 15`
go              ask a player again that has stopped or failed
help, quit      print this; leave without saving
Ctrl-C          make Shisan move at once, or stop a brain; else save the game and leave";

impl Command {
    /// Reads a line; `None` when it is blank.
    ///
    /// # Errors
    /// When it is no command, in one line.
    pub fn parse(line: &str) -> Result<Option<Self>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (word.to_ascii_lowercase(), rest.trim());
        let alone = |command| if rest.is_empty() { Ok(command) } else { Err(()) };
        let command = match &*name {
            "" => return Ok(None),
            "hint" => alone(Self::Hint),
            "undo" => alone(Self::Undo),
            "redo" => alone(Self::Redo),
            "swap" => alone(Self::Swap),
            "go" => alone(Self::Go),
            "rematch" => alone(Self::Rematch),
            "board" => alone(Self::Board),
            "moves" => alone(Self::Moves),
            "help" => alone(Self::Help),
            "quit" => alone(Self::Quit),
            "why" => Ok(Self::Why(cell("why", rest)?)),
            "save" => Ok(Self::Save(file("save", rest)?)),
            "load" => Ok(Self::Load(file("load", rest)?)),
            "side" => Ok(Self::Side(rest.parse().map_err(|error| format!("side: {error}"))?)),
            "opponent" => Ok(Self::Opponent(player("opponent", rest)?)),
            "black" => Ok(Self::Seat(Side::Black, player("black", rest)?)),
            "white" => Ok(Self::Seat(Side::White, player("white", rest)?)),
            "level" => Ok(Self::Level(level(rest)?)),
            "new" => new_game(rest).map(Ok)?,
            _ => match word.parse() {
                Ok(pos) => alone(Self::Move(pos)),
                Err(_) => return Err(format!("unknown command {word:?}: help lists the commands")),
            },
        };
        command.map(Some).map_err(|()| format!("{name} takes nothing behind it"))
    }
}

fn cell(command: &str, text: &str) -> Result<Pos, String> {
    text.parse().map_err(|error| format!("{command}: {error}"))
}

fn file(command: &str, text: &str) -> Result<PathBuf, String> {
    if text.is_empty() { Err(format!("{command}: expected a file")) } else { Ok(text.into()) }
}

fn player(command: &str, text: &str) -> Result<Player, String> {
    text.parse().map_err(|error| format!("{command}: {error}"))
}

fn level(text: &str) -> Result<Option<i64>, String> {
    match text {
        "full" => Ok(None),
        text => text.parse().map(Some).map_err(|_| "level: expected an Elo, or full".to_owned()),
    }
}

fn new_game(text: &str) -> Result<Command, String> {
    let (mut rule, mut size) = (None, None);
    // A number is a size, not a rule as managers count them.
    let is_name = |word: &str| word.starts_with(|c: char| c.is_ascii_alphabetic());
    for word in text.split_whitespace() {
        if let (Ok(named), None) = (word.parse(), size) {
            size = Some(named);
        } else if let (Ok(named), None, true) = (word.parse(), rule, is_name(word)) {
            rule = Some(named);
        } else {
            return Err("new: expected a rule and a size, such as renju 15".to_owned());
        }
    }
    Ok(Command::New(rule, size))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let read = |line| Command::parse(line).expect("a command").expect("a word");
        let pos = |text: &str| text.parse().expect("a cell");
        assert_eq!(read(" H8 "), Command::Move(pos("h8")));
        assert_eq!(read("Why  ab12"), Command::Why(pos("ab12")));
        assert_eq!(read("save my game.sgf"), Command::Save("my game.sgf".into()));
        assert_eq!(read("side none"), Command::Side(People::None));
        let zheng = Player::Brain("shisan classic zheng --keep 10".to_owned());
        assert_eq!(read("opponent shisan classic zheng --keep 10"), Command::Opponent(zheng));
        assert_eq!(read("white person"), Command::Seat(Side::White, Player::Person));
        assert_eq!(read("black  shisan "), Command::Seat(Side::Black, Player::Shisan));
        assert_eq!((read("go"), read("rematch")), (Command::Go, Command::Rematch));
        assert_eq!(read("level 900"), Command::Level(Some(900)));
        assert_eq!(read("level full"), Command::Level(None));
        assert_eq!(read("new"), Command::New(None, None));
        let size = Size::new(20, 15).ok();
        for line in ["new renju 20x15", "new 20x15 renju"] {
            assert_eq!(read(line), Command::New(Some(Rule::Renju), size));
        }
        assert_eq!(Command::parse(" \t"), Ok(None));
    }

    #[test]
    fn anything_else_is_an_error_of_one_line() {
        for line in [
            "h",
            "h0",
            "8h",
            "h8 i9",
            "why",
            "why x",
            "save",
            "load ",
            "side",
            "side red",
            "opponent",
            "black ",
            "go on",
            "rematch 2",
            "level",
            "level high",
            "new go",
            "new 4",
            "new 15 20",
            "undo 2",
            "quit now",
            "\u{1}",
            "hälp",
        ] {
            let error = Command::parse(line).expect_err(line);
            assert_eq!(error.lines().count(), 1, "{line}: {error}");
        }
    }
}
