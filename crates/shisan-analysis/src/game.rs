//! The positions of a query: stones, then moves, judged by the referee.

use crate::schema::{CellList, Color, Move, Moves, Problem, Query, Stones};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, CellNames, Pos, Rule, Side};

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    moves: Vec<(Side, Pos)>,
    /// How it ended with the last move.
    pub end: Option<End>,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct End {
    /// `None` for a draw.
    pub winner: Option<Side>,
    pub reason: &'static str,
    /// The stones of the five or longer line.
    pub line: Vec<Pos>,
}

impl End {
    fn five(side: Side, line: Vec<Pos>) -> Self {
        Self { winner: Some(side), reason: "five", line }
    }

    fn draw() -> Self {
        Self { winner: None, reason: "full board", line: Vec::new() }
    }

    fn no_move(loser: Side) -> Self {
        Self { winner: Some(!loser), reason: "no move", line: Vec::new() }
    }
}

impl Game {
    /// Plays the game of `query`.
    ///
    /// # Errors
    /// When a cell is unknown or taken, or a move follows the end of the game.
    pub fn new(query: &Query, rule: Rule, names: CellNames) -> Result<Self, Problem> {
        let start = set_up(query, names)?;
        let mut game = Self { end: end_of_setup(&start, rule), start, moves: Vec::new() };
        let mut board = game.start.clone();
        for (index, (side, pos)) in read_moves(query, names)?.into_iter().enumerate() {
            let problem = |reason: &dyn ToString| {
                let field = format!("moves[{index}]");
                Problem::of(field, format!("{}: {}", names.name(pos), reason.to_string()))
            };
            if let Some(End { reason, .. }) = &game.end {
                return Err(problem(&format!("the game was over before: {reason}")));
            }
            let side = side.unwrap_or(board.side_to_move());
            board.set_side_to_move(side);
            game.end = match referee::play(&mut board, rule, pos) {
                Verdict::Ongoing => None,
                Verdict::Win { side, line } => Some(End::five(side, line)),
                Verdict::Draw => Some(End::draw()),
                Verdict::NoMove(loser) => Some(End::no_move(loser)),
                Verdict::Foul(foul) => {
                    Some(End { winner: Some(!side), reason: foul.name(), line: Vec::new() })
                }
                Verdict::Illegal(reason) => return Err(problem(&reason)),
            };
            game.moves.push((side, pos));
        }
        Ok(game)
    }

    /// The last turn: the number of moves.
    pub fn last_turn(&self) -> usize {
        self.moves.len()
    }

    /// The moves, each with the side that made it.
    pub fn moves(&self) -> &[(Side, Pos)] {
        &self.moves
    }

    /// The board after `turn` moves; the stone of a foul is left out.
    pub fn board(&self, turn: usize) -> Board {
        let mut board = self.start.clone();
        for &(side, pos) in &self.moves[..turn] {
            board.set_side_to_move(side);
            if board.is_empty_at(pos) {
                board.play(pos);
            }
        }
        board
    }

    /// The board after `turn` moves, with the side to move that moves there.
    pub fn position(&self, turn: usize) -> Board {
        let mut board = self.board(turn);
        if let Some(&(side, _)) = self.moves.get(turn) {
            board.set_side_to_move(side);
        }
        board
    }

    /// Whether the game is over after `turn` moves.
    pub fn is_over(&self, turn: usize) -> bool {
        turn == self.last_turn() && self.end.is_some()
    }
}

/// The board with the stones of `query`.
fn set_up(query: &Query, names: CellNames) -> Result<Board, Problem> {
    let mut board = Board::new(names.size);
    for (field, side, pos) in read_stones(query, names)? {
        board
            .place(pos, side.into())
            .map_err(|error| Problem::of(field, format!("{}: {error}", names.name(pos))))?;
    }
    board.forget_order();
    let count =
        |side: Side| board.stones().iter().filter(|stone| stone.cell.side() == Some(side)).count();
    let usual = if count(Side::Black) > count(Side::White) { Side::White } else { Side::Black };
    board.set_side_to_move(query.to_move.map_or(usual, Side::from));
    Ok(board)
}

/// The stones of `query`, each with its field.
fn read_stones(query: &Query, names: CellNames) -> Result<Vec<(String, Side, Pos)>, Problem> {
    let sides = match &query.stones {
        None => return Ok(Vec::new()),
        Some(Stones::List(stones)) => {
            let stone = |(index, (color, cell)): (usize, &(Color, String))| {
                let field = format!("stones[{index}]");
                let pos = read_cell(cell, &field, names)?;
                Ok((field, Side::from(*color), pos))
            };
            return stones.iter().enumerate().map(stone).collect();
        }
        Some(Stones::Sides(sides)) => sides,
    };
    let mut stones = Vec::new();
    for (side, cells) in [(Side::Black, &sides.b), (Side::White, &sides.w)] {
        let field = format!("stones.{}", sides.names[side.index()]);
        let cells = cells.as_ref().map(|cells| read_cells(cells, &field, names)).transpose()?;
        stones.extend(cells.into_iter().flatten().map(|(field, pos)| (field, side, pos)));
    }
    Ok(stones)
}

/// How the game is over with the stones alone.
fn end_of_setup(board: &Board, rule: Rule) -> Option<End> {
    let won = board.stones().iter().find(|stone| referee::wins(board, rule, stone.pos));
    if let Some(side) = won.and_then(|stone| stone.cell.side()) {
        let stones = board.stones().iter().filter(|stone| stone.cell.side() == Some(side));
        let line = stones.map(|stone| stone.pos).filter(|&pos| referee::wins(board, rule, pos));
        return Some(End::five(side, line.collect()));
    }
    match referee::position(board, rule) {
        Verdict::Draw => Some(End::draw()),
        Verdict::NoMove(loser) => Some(End::no_move(loser)),
        _ => None,
    }
}

/// The moves of `query`, with their sides where they are named.
fn read_moves(query: &Query, names: CellNames) -> Result<Vec<(Option<Side>, Pos)>, Problem> {
    match &query.moves {
        None => Ok(Vec::new()),
        Some(Moves::Text(text)) => {
            let cells = read_text(text, "moves", names)?;
            Ok(cells.into_iter().map(|pos| (None, pos)).collect())
        }
        Some(Moves::List(moves)) => {
            let read = |(index, it): (usize, &Move)| {
                let (side, cell) = match it {
                    Move::Cell(cell) => (None, cell),
                    Move::Colored(color, cell) => (Some(Side::from(*color)), cell),
                };
                Ok((side, read_cell(cell, &format!("moves[{index}]"), names)?))
            };
            moves.iter().enumerate().map(read).collect()
        }
    }
}

/// The cells of `field`, each with the field that it is in itself.
pub fn read_cells(
    cells: &CellList,
    field: &str,
    names: CellNames,
) -> Result<Vec<(String, Pos)>, Problem> {
    match cells {
        CellList::Text(text) => {
            let cells = read_text(text, field, names)?;
            Ok(cells.into_iter().map(|pos| (field.to_owned(), pos)).collect())
        }
        CellList::List(cells) => {
            let read = |(index, cell): (usize, &String)| {
                let field = format!("{field}[{index}]");
                let pos = read_cell(cell, &field, names)?;
                Ok((field, pos))
            };
            cells.iter().enumerate().map(read).collect()
        }
    }
}

/// The cell that `field` names.
pub fn read_cell(name: &str, field: &str, names: CellNames) -> Result<Pos, Problem> {
    names.parse(name).map_err(|error| Problem::of(field, error.to_string()))
}

fn read_text(text: &str, field: &str, names: CellNames) -> Result<Vec<Pos>, Problem> {
    names.parse_all(text).map_err(|error| Problem::of(field, error.to_string()))
}
