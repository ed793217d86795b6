//! Writes records as SGF games.

use super::properties::note;
use crate::pos::{Pos, Size};
use crate::record::game::{Cause, GameResult, Record, RecordMove};
use crate::side::Side;

/// Moves on one line of the file.
const MOVES_PER_LINE: usize = 8;

/// Writes a game as SGF in UTF-8. [`parse_sgf`](crate::record::parse_sgf) reads all of it back if times
/// are whole milliseconds, names are one line without blanks at its ends, and the only blanks in texts
/// are spaces and line breaks.
pub fn format_sgf(game: &Record) -> String {
    let (version, size) = (env!("CARGO_PKG_VERSION"), size(game.size));
    let mut text = format!("(;FF[4]GM[4]CA[UTF-8]AP[gomoku-rules:{version}]SZ[{size}]");
    let info = [
        ("RU", game.rule.map(|rule| rule.name().to_owned())),
        ("PB", game.black.as_deref().map(line)),
        ("PW", game.white.as_deref().map(line)),
        ("RE", game.result.map(result)),
        ("GC", game.comment.clone()),
    ];
    for (name, value) in info {
        if let Some(value) = value {
            text.push('\n');
            text.push_str(name);
            push_value(&mut text, &value);
        }
    }
    let (set_up, moves) = game.set_up_and_played();
    for (side, name) in [(Side::Black, "\nAB"), (Side::White, "\nAW")] {
        for (index, stone) in set_up.iter().skip(side.index()).step_by(2).enumerate() {
            text.push_str(if index == 0 { name } else { "" });
            push_value(&mut text, &cell(stone.pos));
        }
    }
    let turns = Side::BOTH.into_iter().cycle().skip(set_up.len() % 2);
    for (ply, (played, side)) in moves.iter().zip(turns).enumerate() {
        if ply % MOVES_PER_LINE == 0 {
            text.push('\n');
        }
        push_move(&mut text, played, side);
    }
    text.push_str("\n)\n");
    text
}

fn push_move(text: &mut String, played: &RecordMove, side: Side) {
    text.push_str(match side {
        Side::Black => ";B",
        Side::White => ";W",
    });
    push_value(text, &cell(played.pos));
    let note = note(played.time, played.comment.as_deref());
    if let Some(note) = note.filter(|note| !note.is_empty()) {
        text.push('C');
        push_value(text, &note);
    }
}

fn push_value(text: &mut String, value: &str) {
    text.push('[');
    text.push_str(&escape(value));
    text.push(']');
}

/// A text as it stands between brackets, with spaces for control characters that other programs may not take.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for (at, character) in text.char_indices() {
        // What reads as the begin of a game may be taken for one that follows a game that was cut.
        let begins_game = || text[at + 1..].trim_ascii_start().starts_with(';');
        if matches!(character, '\\' | ']') || character == '(' && begins_game() {
            escaped.push('\\');
        }
        let is_plain = !character.is_control() || matches!(character, '\t' | '\n' | '\r');
        escaped.push(if is_plain { character } else { ' ' });
    }
    escaped
}

fn line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}

/// The size, as the property `SZ` has it; SGF wants one number for a square.
pub fn size(size: Size) -> String {
    let (width, height) = (size.width(), size.height());
    if width == height { width.to_string() } else { format!("{width}:{height}") }
}

/// The two letters of a cell.
pub fn cell(pos: Pos) -> String {
    let letter = |index: u8| match index {
        0..26 => char::from(b'a' + index),
        _ => char::from(b'A' + index - 26),
    };
    [letter(pos.x()), letter(pos.y())].into_iter().collect()
}

/// A result, as the property `RE` has it.
pub fn result(result: GameResult) -> String {
    let Some(winner) = result.winner else { return "0".to_owned() };
    let side = match winner {
        Side::Black => 'B',
        Side::White => 'W',
    };
    let how = match result.cause {
        None => "",
        Some(Cause::Time) => "T",
        Some(Cause::Forfeit) => "F",
        Some(Cause::Resignation) => "R",
    };
    format!("{side}+{how}")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use sgf_parse::unknown_game::Prop;
    use sgf_parse::{GameTree, SgfNode};

    use super::*;
    use crate::record::parse_sgf;
    use crate::record::testing::games;

    /// The game with so many stones set up, of which nothing else is known.
    fn set_up(mut game: Record, stones: usize) -> Record {
        game.set_up = stones.min(game.moves.len());
        for stone in &mut game.moves[..game.set_up] {
            *stone = stone.pos.into();
        }
        game
    }

    proptest! {
        #[test]
        fn games_read_back(first in games(), second in games(), stones in 0..4_usize) {
            let second = set_up(second, stones);
            let text = format_sgf(&first) + &format_sgf(&second);
            let size = Size::square(Size::MIN);
            prop_assert_eq!(parse_sgf(&text, size), Ok(vec![first, second]));
        }

        /// A reader that is not ours finds what was written.
        #[test]
        fn others_read_the_same(game in games()) {
            let trees = sgf_parse::parse(&format_sgf(&game)).expect("SGF");
            let Some(GameTree::Unknown(root)) = trees.first() else { panic!("game 4") };
            prop_assert!(root.validate().is_ok());
            prop_assert_eq!(root.get_property("GM"), Some(&Prop::GM(4)));
            let size = (game.size.width(), game.size.height());
            prop_assert_eq!(root.get_property("SZ"), Some(&Prop::SZ(size)));
            let black = game.black.as_deref().map(|name| Prop::PB(name.into()));
            prop_assert_eq!(root.get_property("PB"), black.as_ref());
            let comment = game.comment.as_deref().map(|text| Prop::GC(text.into()));
            prop_assert_eq!(root.get_property("GC"), comment.as_ref());
            let nodes: Vec<&SgfNode<Prop>> = root.main_variation().skip(1).collect();
            prop_assert_eq!(nodes.len(), game.moves.len());
            for ((node, played), side) in nodes.iter().zip(&game.moves).zip(Side::BOTH.iter().cycle()) {
                let cell = cell(played.pos);
                let expected = match side {
                    Side::Black => Prop::B(cell),
                    Side::White => Prop::W(cell),
                };
                prop_assert_eq!(node.get_move(), Some(&expected));
                let has_note = played.time.is_some() || played.comment.is_some();
                prop_assert_eq!(node.get_property("C").is_some(), has_note);
            }
        }
    }
}
