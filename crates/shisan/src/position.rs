//! The positions that a question is about: pos strings, or drawn boards.

use std::io::Read;

use anyhow::{Context, anyhow, bail, ensure};
use gomoku_match::choice;

use gomoku_records::decode;
use gomoku_rules::record::Format;
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, CellNames, Coords, Diagram, Rule, Size, without_byte_order_mark};

use crate::input;

/// Which positions, and how their cells are named.
#[derive(Clone, Debug, clap::Args)]
pub struct PositionArgs {
    /// The board of a pos string: a side, or width x height; a drawn board has its own
    #[arg(long, default_value = "15")]
    size: Size,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I [default: the labels of the drawn board, or top]
    #[arg(long, value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    coords: Option<Coords>,
    /// The moves so far, such as h8i9 [default: drawn boards with blank lines between them, or a pos
    /// string a line, on standard input]
    position: Option<String>,
}

/// A position, and how its cells are named.
#[derive(Clone, Debug)]
pub struct Given {
    pub board: Board,
    pub names: CellNames,
}

impl Given {
    /// The stones as a pos string, those of a drawn board in reading order.
    pub fn moves(&self) -> String {
        let stones = self.board.stones().iter().map(|stone| self.names.name(stone.pos));
        stones.collect()
    }
}

impl PositionArgs {
    /// The position after the moves of the command line; without them the positions on `input`.
    ///
    /// # Errors
    /// When a position cannot be read, a move cannot be played, or a game is over.
    pub fn read(&self, rule: Rule, input: &mut dyn Read) -> anyhow::Result<Vec<Given>> {
        if let Some(moves) = &self.position {
            return Ok(vec![self.play(moves, rule).context("reading the moves")?]);
        }
        input::prompt("drawn boards or pos strings such as h8i9");
        let mut bytes = Vec::new();
        input.read_to_end(&mut bytes).context("standard input")?;
        let text = decode(&bytes);
        let format = Format::detect(&text).context("standard input")?;
        if format == Format::Board {
            let drawings = Diagram::read_all(&text).context("reading the drawn board")?;
            if drawings.is_empty() {
                bail!("standard input: expected a drawn board or pos strings, found nothing");
            }
            let drawn = |(number, drawing)| {
                self.drawn(drawing, rule).with_context(|| format!("input line {number}"))
            };
            return drawings.into_iter().map(drawn).collect();
        }
        ensure!(
            format == Format::Pos,
            "standard input: expected a drawn board or pos strings, found {format}"
        );
        let lines = (1..).zip(text.lines().map(|line| without_byte_order_mark(line).trim()));
        lines
            .filter(|(_, line)| !line.is_empty() && !line.starts_with('#'))
            .map(|(number, line)| {
                self.play(line, rule).with_context(|| format!("input line {number}"))
            })
            .collect()
    }

    fn drawn(&self, drawing: Diagram, rule: Rule) -> anyhow::Result<Given> {
        let verdict = referee::position(&drawing.board, rule);
        ensure!(verdict == Verdict::Ongoing, "the game is over");
        let coords = self.coords.or(drawing.coords).unwrap_or_default();
        Ok(Given { names: CellNames { coords, size: drawing.board.size() }, board: drawing.board })
    }

    fn play(&self, moves: &str, rule: Rule) -> anyhow::Result<Given> {
        let names = CellNames { coords: self.coords.unwrap_or_default(), size: self.size };
        Ok(Given { board: play(moves, names, rule)?, names })
    }
}

/// The position after `moves`, none of which may end the game.
///
/// # Errors
/// When they cannot be read, or one cannot be played.
pub fn play(moves: &str, names: CellNames, rule: Rule) -> anyhow::Result<Board> {
    let mut board = Board::new(names.size);
    for pos in names.parse_all(moves)? {
        let name = names.name(pos);
        match referee::play(&mut board, rule, pos) {
            Verdict::Ongoing => {}
            Verdict::Win { .. } | Verdict::Draw | Verdict::NoMove(_) => {
                bail!("the game is over with {name}")
            }
            Verdict::Foul(reason) => bail!("{name} is forbidden: {reason}"),
            Verdict::Illegal(reason) => return Err(anyhow!(reason).context(name)),
        }
    }
    Ok(board)
}
