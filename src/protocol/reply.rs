//! What a brain can say: [`Reply`] and its one-line text. Pure.

use std::fmt::{self, Write};

use crate::game::Pos;
use crate::opening::Step;
use crate::search::SearchInfo;

/// A line to the manager.
#[derive(Clone, Debug)]
pub enum Reply {
    /// The command was carried out.
    Ok,
    /// Our move.
    Move(Pos),
    /// Several stones of an opening.
    Moves(Vec<Pos>),
    /// We change sides.
    Swap,
    /// The command was understood but cannot be carried out.
    Error(String),
    /// No such command.
    Unknown(String),
    /// Text for a person.
    Message(String),
    /// Text for a developer.
    Debug(String),
    /// How the search is getting on. May be lost while the manager does not read.
    Progress(SearchInfo),
    /// Name, version and author.
    About,
    /// Forbidden points.
    Forbid(Vec<Pos>),
}

/// Managers cut longer lines.
const MAX_LENGTH: usize = 250;

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ok => f.write_str("OK"),
            Self::Move(pos) => write_move(f, *pos),
            Self::Moves(stones) => {
                for (index, &pos) in stones.iter().enumerate() {
                    if index > 0 {
                        f.write_char(' ')?;
                    }
                    write_move(f, pos)?;
                }
                Ok(())
            }
            Self::Swap => f.write_str("SWAP"),
            Self::Error(text) => write_text(f, "ERROR", text),
            Self::Unknown(text) => write_text(f, "UNKNOWN", text),
            Self::Message(text) => write_text(f, "MESSAGE", text),
            Self::Debug(text) => write_text(f, "DEBUG", text),
            Self::Progress(info) => f.write_str(&progress(info)),
            Self::About => write!(
                f,
                "name=\"Shisan\", version=\"{}\", author=\"Shisan developers\"",
                env!("CARGO_PKG_VERSION")
            ),
            Self::Forbid(points) => {
                f.write_str("FORBID ")?;
                for pos in points {
                    write!(f, "{:02}{:02}", pos.x(), pos.y())?;
                }
                f.write_char('.')
            }
        }
    }
}

impl From<Step> for Reply {
    fn from(step: Step) -> Self {
        match step {
            Step::Stones(stones) => Self::Moves(stones.into()),
            Step::Swap => Self::Swap,
            Step::Stay(pos) => Self::Move(pos),
        }
    }
}

fn write_move(f: &mut fmt::Formatter<'_>, pos: Pos) -> fmt::Result {
    write!(f, "{},{}", pos.x(), pos.y())
}

/// One short line, whatever `text` holds; never a bare `word`, which managers take for a mistake.
fn write_text(f: &mut fmt::Formatter<'_>, word: &str, text: &str) -> fmt::Result {
    let text = if text.is_empty() { "?" } else { text };
    write!(f, "{word} ")?;
    text.chars()
        .take(MAX_LENGTH - word.len() - 1)
        .map(|c| if c.is_ascii_graphic() || c == ' ' { c } else { '?' })
        .try_for_each(|c| f.write_char(c))
}

/// `MESSAGE depth 12-20 ev 35 n 1200000 nps 900000 tm 812 pv h8 i9 ...`, the variation cut to fit.
fn progress(info: &SearchInfo) -> String {
    let micros = info.time.as_micros().max(1);
    let nps = u128::from(info.nodes) * 1_000_000 / micros;
    let mut line = format!(
        "MESSAGE depth {}-{} ev {} n {} nps {nps} tm {} pv",
        info.depth,
        info.selective_depth,
        info.score,
        info.nodes,
        info.time.as_millis()
    );
    for pos in &info.variation {
        let pos = format!(" {pos}");
        if line.len() + pos.len() > MAX_LENGTH {
            break;
        }
        line.push_str(&pos);
    }
    line
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::eval::Score;

    #[test]
    fn every_reply_is_one_line_of_the_protocol() {
        let stones = vec![Pos::new(0, 31), Pos::new(10, 2)];
        let lines = [
            (Reply::Ok, "OK"),
            (Reply::Move(Pos::new(7, 11)), "7,11"),
            (Reply::Moves(stones.clone()), "0,31 10,2"),
            (Reply::Swap, "SWAP"),
            (Reply::Error("a\nb\u{e9}".into()), "ERROR a?b?"),
            (Reply::Unknown(String::new()), "UNKNOWN ?"),
            (Reply::Forbid(stones), "FORBID 00311002."),
            (Reply::Forbid(Vec::new()), "FORBID ."),
        ];
        for (reply, line) in lines {
            assert_eq!(reply.to_string(), line);
        }
        assert_eq!(Reply::Message("x".repeat(9000)).to_string().len(), MAX_LENGTH);
    }

    #[test]
    fn progress_follows_its_grammar_and_fits() {
        let mut info = SearchInfo {
            depth: 12,
            selective_depth: 20,
            score: Score::from_eval(35),
            nodes: 1_200_000,
            time: Duration::from_millis(1500),
            variation: vec![Pos::new(7, 7), Pos::new(8, 8)],
        };
        assert_eq!(
            Reply::Progress(info.clone()).to_string(),
            "MESSAGE depth 12-20 ev 35 n 1200000 nps 800000 tm 1500 pv h8 i9"
        );
        info.variation = vec![Pos::new(29, 29); 200];
        info.time = Duration::ZERO;
        let line = Reply::Progress(info).to_string();
        assert!(line.len() <= MAX_LENGTH && line.ends_with(" ad30"), "{line}");
    }
}
