//! The answer of an engine that is asked for a move.

use crate::engine_io::line::Line;
use crate::game::outcome::Illegal;
use gomoku_protocol::Reply;
use gomoku_rules::{Pos, Size};

/// The move of a line, or what is wrong with it.
pub(crate) fn read_answer(line: &Line, size: Size) -> Result<Pos, Illegal> {
    match line.reply {
        Ok(Reply::Move(point)) => point.on(size).ok_or(Illegal::OffBoard),
        _ => Err(Illegal::Malformed),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    #[test]
    fn answers_are_two_numbers() {
        let size = Size::new(20, 15).expect("sides");
        let read = |text: &str| read_answer(&Line::new(text.to_owned(), Instant::now()), size);
        for line in ["19,14", " 19 , 14 ", "19,14 ", "+19,14"] {
            assert_eq!(read(line), Ok(Pos::new(19, 14)), "{line}");
        }
        for line in ["20,14", "14,15", "-1,3", "3,-1", "4294967296,0"] {
            assert_eq!(read(line), Err(Illegal::OffBoard), "{line}");
        }
        for line in ["7", "7,", ",7", "7,7,7", "7 7", "7,7 8,8", "7.5,3", "99999999999999999999,1"]
            .into_iter()
            .chain(["OK", "ERROR no", "UNKNOWN", "h8", "", "-", "7,7 is best", "thinking 7,7"])
            .chain(["(5, 7)", "7;7", "[7,7]", "thinking..."])
        {
            assert_eq!(read(line), Err(Illegal::Malformed), "{line}");
        }
    }
}
