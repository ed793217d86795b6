//! What can be asked about one position: the subcommands `solve` and `forbid`.

mod forbid;
mod solve;

use std::io::Read;

use anyhow::{Context, bail};

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Diagram, Rule, Size, record};

pub use forbid::{ForbidArgs, forbid};
pub use solve::{SolveArgs, solve};

/// The board after the moves of a pos string, none of which may end the game, else the one drawn on
/// `input`.
fn read_board(
    moves: Option<&str>,
    rule: Rule,
    size: Size,
    input: &mut dyn Read,
) -> anyhow::Result<Board> {
    let Some(moves) = moves else {
        let mut text = String::new();
        input.read_to_string(&mut text).context("reading the drawn board")?;
        return Ok(text.parse::<Diagram>().context("reading the drawn board")?.board);
    };
    let mut board = Board::new(size);
    for pos in record::parse_moves(moves).context("reading the moves")? {
        match referee::play(&mut board, rule, pos) {
            Verdict::Ongoing => {}
            Verdict::Win { .. } | Verdict::Draw => bail!("the game is over with {pos}"),
            Verdict::Foul(reason) => bail!("{pos} is forbidden: {reason}"),
            Verdict::Illegal(reason) => bail!("{pos}: {reason}"),
        }
    }
    Ok(board)
}
