//! PSQ, the saved games of Piskvork.
//!
//! ```text
//! Piskvorky 15x15, 11:11, 0     width x height, the players' time levels, 0 or 1
//! 8,8,0                         column,row,milliseconds; 1,1 is the upper left
//! 9,7,1520
//! pbrain-shisan.exe             the player of Black, or of White if the first line ends in 1
//! pela.zip                      the other player
//! 0                             how the game ended
//! 1,freestyle                   the winner and the league
//! ```
//!
//! Piskvork writes the players in matches only. The number for how the game ended is 0 for a game
//! played to its end, 15 for one lost on time, another positive number for another failure, and
//! negative if it is unknown (<https://github.com/plastovicka/Piskvork>, `savePsq`, `openPsq` and
//! `finishGame` in `source/game.cpp`, version 9.0).
//!
//! Gomocup's judge always writes -1 there, gives the stones of the opening a time of 0, and adds the
//! last line: 0 for a draw, 1 or 2 for an engine, and the name of the league
//! (<https://github.com/Gomocup/GomocupJudge>, `extend_pos` and `end` in `server/server.py`). Which
//! engine is 1 depends on the number of stones in the opening, which the file does not contain. So
//! the winner is taken from the board: a five, or a side that has no legal move; a game without
//! either has no result, and a warning says so.

use std::iter::Peekable;
use std::time::Duration;

use super::builder::Builder;
use super::error::{RecordError, RecordWarning};
use super::game::{Cause, GameResult, ParsedRecord, Record, non_empty};
use super::scanner::Scanner;
use crate::board::Board;
use crate::pos::Size;
use crate::referee::{self, Verdict};
use crate::rule::Rule;
use crate::side::Side;

/// Reads Piskvork's saved games, one after another; each begins with a line `Piskvorky 15x15, 11:11, 0`.
///
/// A winner that is not stated is taken from the board if the game was played to its end, and from the
/// side to move if that side failed. The rule is that of the league, if the league's name begins with
/// one. A time of 0 means none. [`Format::parse`](super::Format::parse) warns of a winner that could be
/// either side, and of a line behind how the game ended.
///
/// # Errors
/// [`RecordError`] where the text is not in the format, or a cell is taken or outside the board.
pub fn parse_psq(text: &str) -> Result<Vec<Record>, RecordError> {
    let games = parse_psq_with_warnings(text)?;
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// As [`parse_psq`], with warnings of what is left out.
pub(super) fn parse_psq_with_warnings(text: &str) -> Result<Vec<ParsedRecord>, RecordError> {
    let mut lines = Scanner::lines(text).peekable();
    let mut games = Vec::new();
    while lines.peek().is_some() || games.is_empty() {
        let header = lines.next().unwrap_or_else(|| Scanner::new(text));
        games.push(game(text, header, &mut lines)?);
    }
    Ok(games)
}

/// Writes a game as Piskvork and Gomocup's judge write those of a match.
///
/// The format has no place for comments, for a rule without a result, and for resignation as the cause
/// of a result. If only one player has a name, the other one becomes `homo-1` or `homo-2`, Piskvork's
/// names of human players. A name that would be read as a move or as the next game is quoted.
pub fn format_psq(game: &Record) -> String {
    let mut lines = vec![format!("Piskvorky {}, 11:11, 0", game.size)];
    lines.extend(game.moves.iter().map(|played| {
        let (x, y) = (played.pos.x() + 1, played.pos.y() + 1);
        let time = played.millis().unwrap_or(0).min(MAX_TIME);
        format!("{x},{y},{time}")
    }));
    if game.black.is_some() || game.white.is_some() {
        lines.push(player(game.black.as_deref(), "homo-1"));
        lines.push(player(game.white.as_deref(), "homo-2"));
    }
    match game.result {
        None => lines.push("-1".to_owned()),
        Some(GameResult { winner, cause }) => {
            lines.push(match cause {
                None | Some(Cause::Resignation) => "0".to_owned(),
                Some(Cause::Time) => TIMEOUT.to_string(),
                Some(Cause::Forfeit) => INVALID_MOVE.to_string(),
            });
            let digit = winner.map_or(0, |side| side.index() + 1);
            lines.push(format!("{digit},{}", game.rule.map_or("", Rule::name)));
        }
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The greatest time in milliseconds: Piskvork reads 32 bits with a sign.
const MAX_TIME: u64 = i32::MAX as u64;
/// Piskvork's number for a game lost on time.
const TIMEOUT: i32 = 15;
/// Piskvork's number for a game lost by a move to a cell that is not free.
const INVALID_MOVE: i32 = 7;

/// A name with blanks for control characters: none controls a terminal.
fn plain(name: &str) -> String {
    name.replace(char::is_control, " ")
}

fn player(name: Option<&str>, unknown: &str) -> String {
    let name = plain(name.unwrap_or_default());
    let name = name.trim();
    let line = Scanner::new(name);
    if name.is_empty() {
        unknown.to_owned()
    } else if is_move(&line) || is_header(&line) {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}

/// Reads the game that begins with the line `first`.
fn game<'a>(
    text: &'a str,
    first: Scanner<'a>,
    lines: &mut Peekable<impl Iterator<Item = Scanner<'a>>>,
) -> Result<ParsedRecord, RecordError> {
    let (size, first_begins) = header(first)?;
    let mut builder = Builder::new(text, size);
    while let Some(line) = lines.next_if(is_move) {
        read_move(line, &mut builder)?;
    }
    let mut rest = Vec::new();
    while let Some(line) = lines.next_if(|line| !is_header(line)) {
        rest.push(line);
    }
    let end = end(&rest)?;
    builder.record.rule = end.league.and_then(rule_of);
    builder.record.result = result(&builder, &end);
    if let Some([first, second]) = end.players {
        let (black, white) = if first_begins { (first, second) } else { (second, first) };
        [builder.record.black, builder.record.white] =
            [black, white].map(|name| non_empty(plain(name).trim()));
    }
    let warning = if let Some(at) = end.left_out {
        Some((at, "the line behind how the game ended was left out"))
    } else if builder.record.result.is_none() && end.digit.is_some() {
        Some((rest[rest.len() - 1].at(), "the winner was left out: 1 and 2 may be either side"))
    } else {
        None
    };
    let warning = warning.map(|(at, left_out)| RecordWarning::at(text, at, left_out.to_owned()));
    Ok(ParsedRecord { warnings: warning.into_iter().collect(), ..builder.record.into() })
}

/// Whether the line is the first of a game: a space and the width follow Piskvork's name.
fn is_header(line: &Scanner) -> bool {
    let size = line.rest().strip_prefix("Piskvorky ");
    size.is_some_and(|size| size.trim_start().starts_with(|c: char| c.is_ascii_digit()))
}

/// Reads the first line: the size, and whether the player who is named first has Black.
fn header(mut line: Scanner) -> Result<(Size, bool), RecordError> {
    const HEADER: &str = "Piskvorky 15x15, 11:11, 0";
    const LEVEL: &str = "a player's time level, a whole number";
    const BEGINS: &str = "who begins, 0 or 1";
    let start = line.at();
    if line.take(|c| c.is_ascii_alphabetic()) != "Piskvorky" {
        return Err(line.error_at(start, HEADER));
    }
    let (start, width) = line.number("the board's width")?;
    line.expect('x', "x and the board's height")?;
    let (_, height) = line.number("the board's height")?;
    let size = u32::try_from(width).ok().zip(u32::try_from(height).ok());
    let size = size.and_then(|(width, height)| Size::new(width, height).ok());
    let size = size.ok_or_else(|| line.error_at(start, "a board size from 5x5 to 32x32"))?;
    line.expect(',', "a comma")?;
    line.number(LEVEL)?;
    line.expect(':', "a colon and the other time level")?;
    line.number(LEVEL)?;
    line.expect(',', "a comma and who begins, 0 or 1")?;
    let (start, begins) = line.number(BEGINS)?;
    line.finish("the end of the line")?;
    match begins {
        0 => Ok((size, true)),
        1 => Ok((size, false)),
        _ => Err(line.error_at(start, BEGINS)),
    }
}

/// Whether the line is a move. Of the lines after the moves only the last has a comma, and it is never
/// the first of them.
fn is_move(line: &Scanner) -> bool {
    line.rest().starts_with(|c: char| c.is_ascii_digit() || c == '-') && line.rest().contains(',')
}

fn read_move(mut line: Scanner, builder: &mut Builder) -> Result<(), RecordError> {
    let (at, x) = line.number("a column number")?;
    line.expect(',', "a comma and a row number")?;
    let (_, y) = line.number("a row number")?;
    let time = if line.eat(',') { line.number("milliseconds")?.1 } else { 0 };
    line.finish("the end of the line")?;
    let pos = builder.record.size.pos(x.saturating_sub(1), y.saturating_sub(1));
    let pos = pos.ok_or_else(|| builder.off_board(at))?;
    builder.play(at, pos)?;
    if let Some(played) = builder.record.moves.last_mut() {
        let time = u64::try_from(time).ok().filter(|&time| time > 0);
        played.time = time.map(Duration::from_millis);
    }
    Ok(())
}

/// The lines after the moves. Older versions of Piskvork wrote fewer of them.
struct End<'a> {
    players: Option<[&'a str; 2]>,
    code: Option<i32>,
    digit: Option<usize>,
    league: Option<&'a str>,
    /// The byte of a line behind the code that is no winner.
    left_out: Option<usize>,
}

fn end<'a>(lines: &[Scanner<'a>]) -> Result<End<'a>, RecordError> {
    let words: Vec<&str> = lines.iter().map(Scanner::rest).collect();
    let code = |word: &str| word.parse().ok();
    let mut end = End { players: None, code: None, digit: None, league: None, left_out: None };
    let players = match words[..] {
        [ref players @ .., last, verdict] if code(last).is_some() && digit(verdict).is_some() => {
            (end.digit, end.league) = digit(verdict).unzip();
            end.code = code(last);
            players
        }
        [ref players @ .., last] if code(last).is_some() => {
            end.code = code(last);
            players
        }
        [ref players @ .., last, _] if code(last).is_some() && matches!(players.len(), 0 | 2) => {
            end.code = code(last);
            end.left_out = lines.last().map(Scanner::at);
            players
        }
        ref players => players,
    };
    match *players {
        [] => {}
        [first, second] => end.players = Some([first, second]),
        _ => {
            let expected = "column,row,milliseconds, or the names of two players and how it ended";
            return Err(lines[0].error(expected));
        }
    }
    Ok(end)
}

/// The number of the winner and the name of the league.
fn digit(line: &str) -> Option<(usize, &str)> {
    let (digit, league) = line.split_once(',')?;
    Some((["0", "1", "2"].iter().position(|&known| known == digit.trim())?, league.trim()))
}

fn result(game: &Builder, end: &End) -> Option<GameResult> {
    let decided = || on_the_board(game.board(), game.record.rule);
    let cause = match end.code {
        Some(TIMEOUT) => Some(Cause::Time),
        Some(1..) => Some(Cause::Forfeit),
        _ => None,
    };
    let won = |side| Some(GameResult { winner: Some(side), cause });
    match (end.digit, end.code) {
        (Some(0), _) => Some(GameResult::DRAW),
        (Some(digit), Some(0..)) => won(Side::BOTH[digit - 1]),
        (Some(_), _) => decided(),
        (None, Some(1..)) => won(!game.side_to_move()),
        (None, Some(0)) => decided().or_else(|| {
            // Piskvork calls a game a draw when 25 cells are left.
            (game.board().free() <= 25).then_some(GameResult::DRAW)
        }),
        (None, _) => None,
    }
}

/// The win that the last stone decided, under freestyle if the rule is unknown.
fn on_the_board(board: &Board, rule: Option<Rule>) -> Option<GameResult> {
    match referee::position(board, rule.unwrap_or(Rule::Freestyle)) {
        Verdict::Win { side, .. } => Some(GameResult::win(side)),
        Verdict::NoMove(loser) => Some(GameResult::win(!loser)),
        _ => None,
    }
}

/// The rule of a league such as `Freestyle15_1`. `Caro` alone could be either of two rules.
fn rule_of(league: &str) -> Option<Rule> {
    let league = league.to_ascii_lowercase();
    let begins = |rule: &Rule| league.starts_with(rule.name());
    let plain = [Rule::Freestyle, Rule::Standard, Rule::Renju].into_iter().find(begins);
    let fast = league.starts_with("fastgame").then_some(Rule::Freestyle);
    plain.or(fast).or_else(|| Rule::ALL.into_iter().find(|rule| rule.name() == league))
}

#[cfg(test)]
mod tests;
