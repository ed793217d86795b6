//! The positions of a query: stones, then moves, judged by the referee.

use crate::schema::{CellList, CellNames, Color, Move, Moves, Problem, Query, Stones};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Pos, Rule, Side};

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
}

/// The board with the stones of `query`.
fn set_up(query: &Query, names: CellNames) -> Result<Board, Problem> {
    let mut board = Board::new(names.size);
    let stones = match &query.stones {
        None => Vec::new(),
        Some(Stones::List(stones)) => {
            let stone =
                |(color, cell): &(Color, String)| Ok((Side::from(*color), names.parse(cell)?));
            stones
                .iter()
                .map(stone)
                .collect::<Result<_, String>>()
                .map_err(|reason| Problem::of("stones", reason))?
        }
        Some(Stones::Sides(sides)) => {
            let mut stones = Vec::new();
            for (side, field, cells) in
                [(Side::Black, "stones.b", &sides.b), (Side::White, "stones.w", &sides.w)]
            {
                let cells = cells.as_ref().map(|cells| read_cells(cells, names)).transpose();
                let cells = cells.map_err(|reason| Problem::of(field, reason))?;
                stones.extend(cells.into_iter().flatten().map(|pos| (side, pos)));
            }
            stones
        }
    };
    for (side, pos) in stones {
        board
            .place(pos, side.into())
            .map_err(|error| Problem::of("stones", format!("{}: {error}", names.name(pos))))?;
    }
    let count =
        |side: Side| board.stones().iter().filter(|stone| stone.cell.side() == Some(side)).count();
    let usual = if count(Side::Black) > count(Side::White) { Side::White } else { Side::Black };
    board.set_side_to_move(query.to_move.map_or(usual, Side::from));
    Ok(board)
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
    let uncolored = |cells: Vec<Pos>| cells.into_iter().map(|pos| (None, pos)).collect();
    match &query.moves {
        None => Ok(Vec::new()),
        Some(Moves::Text(text)) => {
            names.parse_all(text).map(uncolored).map_err(|reason| Problem::of("moves", reason))
        }
        Some(Moves::List(moves)) => {
            let read = |(index, it): (usize, &Move)| {
                let (side, cell) = match it {
                    Move::Cell(cell) => (None, cell),
                    Move::Colored(color, cell) => (Some(Side::from(*color)), cell),
                };
                let pos = names.parse(cell);
                let pos = pos.map_err(|reason| Problem::of(format!("moves[{index}]"), reason))?;
                Ok((side, pos))
            };
            moves.iter().enumerate().map(read).collect()
        }
    }
}

/// Cells in a list or a pos string; KataGo's restrictions are none.
pub fn read_cells(cells: &CellList, names: CellNames) -> Result<Vec<Pos>, String> {
    match cells {
        CellList::Text(text) => names.parse_all(text),
        CellList::List(cells) => cells.iter().map(|cell| names.parse(cell)).collect(),
        CellList::Restrictions(_) => Err("expected a pos string or an array of cells".to_owned()),
    }
}
