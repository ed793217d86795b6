//! The positions that a question is about: pos strings, or a drawn board.

use std::io::Read;

use anyhow::{Context, bail};

use gomoku_rules::record::{self, Format};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Diagram, Rule, Size};

use crate::input;

/// The board after `moves`, a pos string, none of which may end the game; without it the boards on
/// `input`: a pos string a line, or one drawn board.
pub fn read_boards(
    moves: Option<&str>,
    rule: Rule,
    size: Size,
    input: &mut dyn Read,
) -> anyhow::Result<Vec<Board>> {
    if let Some(moves) = moves {
        return Ok(vec![play(moves, rule, size).context("reading the moves")?]);
    }
    input::prompt("a drawn board or pos strings such as h8i9");
    let mut text = String::new();
    input.read_to_string(&mut text).context("standard input")?;
    if Format::detect(&text) != Format::Pos {
        let diagram: Diagram = text.parse().context("reading the drawn board")?;
        return Ok(vec![diagram.board]);
    }
    let lines = (1..).zip(text.lines().map(str::trim));
    lines
        .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
        .map(|(number, line)| {
            play(line, rule, size).with_context(|| format!("input line {number}"))
        })
        .collect()
}

fn play(moves: &str, rule: Rule, size: Size) -> anyhow::Result<Board> {
    let mut board = Board::new(size);
    for pos in record::parse_moves(moves)? {
        match referee::play(&mut board, rule, pos) {
            Verdict::Ongoing => {}
            Verdict::Win { .. } | Verdict::Draw | Verdict::NoMove(_) => {
                bail!("the game is over with {pos}")
            }
            Verdict::Foul(reason) => bail!("{pos} is forbidden: {reason}"),
            Verdict::Illegal(reason) => bail!("{pos}: {reason}"),
        }
    }
    Ok(board)
}
