//! What a player types.

use std::path::PathBuf;

use super::people::People;
use super::players::{Player, opponent};
use gomoku_rules::{CellNames, Coords, Pos, Rule, Side, Size};

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
    /// Name cells in another way.
    Coords(Coords),
    Board,
    Moves,
    /// Start a new game, with another rule or board if they are named.
    New(Option<Rule>, Option<Size>),
    Help,
    Quit,
}

/// The commands, for people.
pub const HELP: &str = "\
h8              play there: column and row, as they stand beside the board; or `8,8`
hint            the move that full strength would play
why h8          what a stone there does: forbidden, five, four, three, a forced win
undo, redo      take a move back, with the reply to it; play it again
board, moves    print the board; print the moves
coords NAME     count rows from the `top` or the `bottom`, or name cells as in `gtp`
save FILE       save the game: .sgf, .psq, .pos or another format of `shisan convert`
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
    pub fn parse(line: &str, names: CellNames) -> Result<Option<Self>, String> {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (name, rest) = (narrow(word).to_ascii_lowercase(), rest.trim());
        let plain = narrow(rest).to_ascii_lowercase();
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
            "why" => {
                let pos = cell(&plain, names).ok_or("why: expected a cell such as h8")?;
                Ok(Self::Why(pos.map_err(|error| format!("why: {error}"))?))
            }
            "save" => Ok(Self::Save(file("save", rest)?)),
            "load" => Ok(Self::Load(file("load", rest)?)),
            "side" => Ok(Self::Side(plain.parse().map_err(|error| format!("side: {error}"))?)),
            "coords" => {
                Ok(Self::Coords(plain.parse().map_err(|error| format!("coords: {error}"))?))
            }
            "opponent" => {
                Ok(Self::Opponent(opponent(rest).map_err(|error| format!("opponent: {error}"))?))
            }
            "black" => Ok(Self::Seat(Side::Black, player("black", rest)?)),
            "white" => Ok(Self::Seat(Side::White, player("white", rest)?)),
            "level" => Ok(Self::Level(level(&plain)?)),
            "new" => new_game(&plain).map(Ok)?,
            _ => match cell(&narrow(line), names) {
                Some(pos) => Ok(Self::Move(pos?)),
                None if cell(&name, names).is_some() => Err(()),
                None => return Err(format!("unknown command {word:?}: help lists the commands")),
            },
        };
        command.map(Some).map_err(|()| format!("{name} takes nothing behind it"))
    }
}

/// `text` with ASCII characters in place of full-width ones, which Chinese and Japanese keyboards write.
pub fn narrow(text: &str) -> String {
    let narrow = |c: char| match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(c as u32 - 0xff01 + 0x21).unwrap_or(c),
        '\u{3000}' => ' ',
        c => c,
    };
    text.chars().map(narrow).collect()
}

/// The cell of a name such as `h8`, with a blank in it or not, or of the numbers of its column and row;
/// `None` if the text looks like neither.
fn cell(text: &str, names: CellNames) -> Option<Result<Pos, String>> {
    let text = text.trim();
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let name = if let Some((column, row)) = text.split_once(',') {
        let (column, row) = (column.trim(), row.trim());
        if !is_number(column) || !is_number(row) {
            return None;
        }
        let x = column.parse().ok().filter(|x| (1..=names.size.width()).contains(x));
        x.map(|x: u8| names.coords.column(x - 1) + row)
    } else {
        let row = text.trim_start_matches(|c: char| c.is_ascii_alphabetic()).trim_start();
        let column = text[..text.len() - row.len()].trim_end();
        if !(1..=2).contains(&column.len()) || !is_number(row) {
            return None;
        }
        Some(format!("{column}{row}"))
    };
    Some(names.parse(&name.unwrap_or_else(|| text.to_owned())).map_err(|error| error.to_string()))
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
        let names = CellNames { coords: Coords::Top, size: Size::new(32, 15).expect("a size") };
        let read = |line| Command::parse(line, names).expect("a command").expect("a word");
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
        assert_eq!(read("COORDS GTP"), Command::Coords(Coords::Gtp));
        assert_eq!(read("side White"), Command::Side(People::White));
        assert_eq!(read("level Full"), Command::Level(None));
        assert_eq!(read("opponent Shisan"), Command::Opponent(Player::Shisan));
        assert_eq!(read("Black Person"), Command::Seat(Side::Black, Player::Person));
        let brain = Player::Brain("./Brain --Level Full".to_owned());
        assert_eq!(read("white ./Brain --Level Full"), Command::Seat(Side::White, brain));
        assert_eq!(Command::parse(" \t\u{3000}", names), Ok(None));
    }

    const NAMES: CellNames = CellNames { coords: Coords::Top, size: Size::square(15) };

    #[test]
    fn cells_are_read_as_people_type_them() {
        let read = |line: &str, coords| {
            let names = CellNames { coords, ..NAMES };
            match Command::parse(line, names) {
                Ok(Some(Command::Move(pos) | Command::Why(pos))) => names.name(pos),
                other => panic!("{line}: {other:?}"),
            }
        };
        for line in [
            "j9",
            "J9",
            "j 9",
            "  J\t 9 ",
            "ｊ９",
            "Ｊ９",
            "ｊ　９",
            "J９",
            "10,9",
            "10, 9",
            " 10 , 9",
            "１０，９",
            "１０,９",
            "why j9",
            "WHY J 9",
            "ｗｈｙ　ｊ９",
            "why 10,9",
        ] {
            assert_eq!(read(line, Coords::Top), "j9", "{line}");
            assert_eq!(read(line, Coords::Bottom), "j9", "{line}");
        }
        // Numbers count all columns.
        assert_eq!(read("10,9", Coords::Gtp), "K9");
        assert_eq!(read("j9", Coords::Gtp), "J9");
        let pos = |coords| match Command::parse("a1", CellNames { coords, ..NAMES }) {
            Ok(Some(Command::Move(pos))) => (pos.x(), pos.y()),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            (pos(Coords::Top), pos(Coords::Bottom), pos(Coords::Gtp)),
            ((0, 0), (0, 14), (0, 14))
        );
        for (line, error) in [
            ("p1", "\"p1\": not a cell of the 15x15 board"),
            ("h 16", "\"h16\": not a cell of the 15x15 board"),
            ("8,16", "\"h16\": not a cell of the 15x15 board"),
            ("16,8", "\"16,8\": not a cell of the 15x15 board"),
            ("why", "why: expected a cell such as h8"),
            ("why 8", "why: expected a cell such as h8"),
            ("why p1", "why: \"p1\": not a cell of the 15x15 board"),
            ("h8 i9", "h8 takes nothing behind it"),
            ("hnit", "unknown command \"hnit\": help lists the commands"),
        ] {
            assert_eq!(Command::parse(line, NAMES), Err(error.to_owned()));
        }
        let gtp = CellNames { coords: Coords::Gtp, ..NAMES };
        let error = "\"i9\": there is no column I in GTP".to_owned();
        assert_eq!(Command::parse("i9", gtp), Err(error));
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
            "coords",
            "coords left",
            "h8i9",
            "h 8 9",
            "h1 5",
            "h,8",
            "8,",
            ",8",
            "8,7,6",
            "0,8",
            "8,0",
            "16,1",
            "1,16",
            "256,256",
            "-1,3",
            "h\u{ff18}x",
            "new go",
            "new 4",
            "new 15 20",
            "undo 2",
            "quit now",
            "\u{1}",
            "hälp",
        ] {
            let error = Command::parse(line, NAMES).expect_err(line);
            assert_eq!(error.lines().count(), 1, "{line}: {error}");
        }
    }
}
