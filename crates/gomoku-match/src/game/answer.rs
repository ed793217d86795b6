//! The answer of an engine that is asked for a move.

use crate::game::outcome::Illegal;
use gomoku_rules::{Pos, Size};

/// The move of a line, or what is wrong with it.
pub(crate) fn read_answer(line: &str, size: Size) -> Result<Pos, Illegal> {
    let number = |text: &str| text.trim().parse::<i64>().ok();
    let point = line.split_once(',').and_then(|(x, y)| number(x).zip(number(y)));
    let (x, y) = point.ok_or(Illegal::Malformed)?;
    let pos = i32::try_from(x).ok().zip(i32::try_from(y).ok()).and_then(|(x, y)| size.pos(x, y));
    pos.ok_or(Illegal::OffBoard)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_two_numbers() {
        let read = |line| read_answer(line, Size::new(20, 15).expect("sides"));
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
