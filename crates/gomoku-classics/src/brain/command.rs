//! The commands of a manager.

use gomoku_rules::Size;

use super::problem::Problem;

/// A cell as a manager names it; it need not be on the board.
pub type Point = (i32, i32);

/// A line from the manager.
pub enum Command {
    Start(Size),
    Restart,
    Begin,
    Turn(Point),
    TakeBack(Point),
    Board,
    Info(String, String),
    About,
    Unknown,
}

impl Command {
    pub fn parse(line: &str) -> Result<Self, Problem> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let point = || match numbers(rest).as_deref() {
            Some(&[x, y]) => Ok((x, y)),
            _ => Err(Problem::Unreadable),
        };
        Ok(match word.to_ascii_uppercase().as_str() {
            "START" | "RECTSTART" => Self::Start(size(rest).ok_or(Problem::Size)?),
            "RESTART" => Self::Restart,
            "BEGIN" => Self::Begin,
            "TURN" => Self::Turn(point()?),
            "TAKEBACK" => Self::TakeBack(point()?),
            "BOARD" => Self::Board,
            "INFO" => {
                let mut words = rest.split_whitespace().map(str::to_owned);
                let mut word = || words.next().unwrap_or_default();
                Self::Info(word(), word())
            }
            "ABOUT" => Self::About,
            _ => Self::Unknown,
        })
    }
}

/// A line of `BOARD`: a cell, and 1 for our stone, 2 for the opponent's, 3 for a stone of nobody.
#[derive(Clone, Copy)]
pub struct Stone {
    pub point: Point,
    pub field: u8,
}

impl Stone {
    pub fn parse(line: &str) -> Option<Self> {
        match numbers(line)?[..] {
            [x, y, field @ 1..=3] => Some(Self { point: (x, y), field: field as u8 }),
            _ => None,
        }
    }
}

/// Numbers between commas, blanks around them allowed.
fn numbers(text: &str) -> Option<Vec<i32>> {
    text.split(',').map(|number| number.trim().parse().ok()).collect()
}

/// Reads `n`, `w h` or `w,h`.
fn size(text: &str) -> Option<Size> {
    let sides = text.split([',', ' ', '\t']).filter(|side| !side.is_empty());
    let sides = sides.map(|side| side.parse().ok()).collect::<Option<Vec<u32>>>()?;
    let (width, height) = match sides[..] {
        [side] => (side, side),
        [width, height] => (width, height),
        _ => return None,
    };
    Size::new(width, height).ok()
}
