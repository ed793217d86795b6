//! The game on the board of a GTP session: moves of either side, passes, stones set up, and its end.

use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Cell, Pos, Rule, Side, Size};

use super::syntax::{ILLEGAL_MOVE, names};
use shisan_analysis::{BoardSize, Color, Moves, Query, RuleName, Stones};

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rule: Rule,
    /// The positions so far, the present one last; never empty.
    positions: Vec<Position>,
}

/// A position of the game.
#[derive(Clone, Debug)]
struct Position {
    board: Board,
    made_by: Step,
    /// Whether Black and White have moved in turn on an empty board, as in a record.
    in_turn: bool,
    end: Option<End>,
}

/// What leads to a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Start,
    Move,
    Pass,
    Setup,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// `None` for a draw.
    pub winner: Option<Side>,
}

/// The end of a full board and of two passes.
const DRAW: End = End { winner: None };

impl End {
    /// The end that a verdict speaks of, if it does.
    fn of(verdict: &Verdict) -> Option<Self> {
        match verdict {
            Verdict::Win { side, .. } => Some(Self { winner: Some(*side) }),
            Verdict::NoMove(loser) => Some(Self { winner: Some(!*loser) }),
            Verdict::Draw => Some(DRAW),
            Verdict::Ongoing | Verdict::Foul(_) | Verdict::Illegal(_) => None,
        }
    }
}

impl Game {
    /// Positions that a session keeps to take moves back: more than a game has moves and passes.
    const MOST: usize = 1 << 12;

    /// A game before its first move.
    pub fn new(rule: Rule, size: Size) -> Self {
        let board = Board::new(size);
        let start = Position { board, made_by: Step::Start, in_turn: true, end: None };
        Self { rule, positions: vec![start] }
    }

    /// The rule of play.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// Changes the rule of play; the stones stay where they are.
    pub fn set_rule(&mut self, rule: Rule) {
        self.rule = rule;
        for position in &mut self.positions {
            // Moves that were legal may be forbidden now.
            position.in_turn &= position.board.stones().is_empty();
            position.end = match position.made_by {
                // Two passes end a game whatever is on the board.
                Step::Pass if position.end == Some(DRAW) => position.end,
                _ => End::of(&referee::position(&position.board, rule)),
            };
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.present().board
    }

    /// Its size.
    pub fn size(&self) -> Size {
        self.board().size()
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.present().end
    }

    fn present(&self) -> &Position {
        self.positions.last().unwrap_or_else(|| unreachable!("a game has a start"))
    }

    /// Plays a cell, or passes, for `side`, which need not be the one to move.
    ///
    /// # Errors
    /// When the game is over, the cell is taken or forbidden, or the rule has no pass: GTP's words. The
    /// game stays as it was.
    pub fn play(&mut self, side: Side, cell: Option<Pos>) -> Result<(), String> {
        let before = self.present();
        let illegal = || Err(ILLEGAL_MOVE.to_owned());
        if before.end.is_some() {
            return illegal();
        }
        let mut board = before.board.clone();
        let Some(pos) = cell else {
            if self.rule != Rule::Renju {
                return illegal();
            }
            let end = (before.made_by == Step::Pass).then_some(DRAW);
            board.set_side_to_move(!side);
            return self.push(Position { board, made_by: Step::Pass, in_turn: false, end });
        };
        let in_turn = before.in_turn && board.side_to_move() == side;
        board.set_side_to_move(side);
        let verdict = referee::play(&mut board, self.rule, pos);
        if matches!(verdict, Verdict::Illegal(_) | Verdict::Foul(_)) {
            return illegal();
        }
        self.push(Position { board, made_by: Step::Move, in_turn, end: End::of(&verdict) })
    }

    /// Puts stones on the board and takes stones off it, [`Cell::Empty`], in one step.
    ///
    /// # Errors
    /// When there is no room for more steps. The game stays as it was.
    pub fn set_up(&mut self, changes: &[(Cell, Pos)]) -> Result<(), String> {
        let old = self.board();
        let mut cells: Vec<(Pos, Cell)> =
            old.stones().iter().map(|stone| (stone.pos, stone.cell)).collect();
        for &(cell, pos) in changes {
            cells.retain(|&(other, _)| other != pos);
            cells.push((pos, cell));
        }
        let mut board = Board::new(old.size());
        for (pos, cell) in cells {
            // Only free cells are left.
            board.place(pos, cell).map_err(|error| error.to_string())?;
        }
        board.set_side_to_move(old.side_to_move());
        self.push_set_up(board)
    }

    /// Makes `side` the side to move.
    ///
    /// # Errors
    /// When there is no room for more steps. The game stays as it was.
    pub fn set_side_to_move(&mut self, side: Side) -> Result<(), String> {
        let mut board = self.board().clone();
        board.set_side_to_move(side);
        self.push_set_up(board)
    }

    fn push_set_up(&mut self, board: Board) -> Result<(), String> {
        let end = End::of(&referee::position(&board, self.rule));
        self.push(Position { board, made_by: Step::Setup, in_turn: false, end })
    }

    fn push(&mut self, position: Position) -> Result<(), String> {
        if self.positions.len() >= Self::MOST {
            return Err("too many steps: clear_board begins again".to_owned());
        }
        self.positions.push(position);
        Ok(())
    }

    /// Takes `count` moves and passes back.
    ///
    /// # Errors
    /// When there are not so many behind the start and the last set-up. The game stays as it was.
    pub fn undo(&mut self, count: usize) -> Result<(), String> {
        let played = self.positions.iter().rev();
        let played = played.take_while(|it| matches!(it.made_by, Step::Move | Step::Pass)).count();
        if count > played {
            return Err("cannot undo".to_owned());
        }
        self.positions.truncate(self.positions.len() - count);
        Ok(())
    }

    /// Takes the last set-up back.
    ///
    /// # Errors
    /// When the last step is none.
    pub fn undo_set_up(&mut self) -> Result<(), String> {
        if self.present().made_by != Step::Setup {
            return Err("cannot undo".to_owned());
        }
        self.positions.pop();
        Ok(())
    }

    /// Whether `side` may play `pos`.
    pub fn is_legal(&self, side: Side, pos: Pos) -> bool {
        let mut board = self.board().clone();
        board.set_side_to_move(side);
        let verdict = referee::play(&mut board, self.rule, pos);
        self.end().is_none() && !matches!(verdict, Verdict::Illegal(_) | Verdict::Foul(_))
    }

    /// The position with `side` to move, as a query has it.
    pub fn query(&self, side: Side) -> Query {
        let (board, names) = (self.board(), names(self.size()));
        let sides = [names.size.width().into(), names.size.height().into()];
        let mut query = Query {
            rule: Some(RuleName::Name(self.rule.name().to_owned())),
            size: Some(BoardSize::Sides(sides)),
            coords: Some(names.coords),
            ..Query::default()
        };
        if self.present().in_turn && board.side_to_move() == side {
            let cells: Vec<Pos> = board.stones().iter().map(|stone| stone.pos).collect();
            query.moves = Some(Moves::Text(names.list(&cells)));
        } else {
            let stones = board
                .stones()
                .iter()
                .filter_map(|stone| Some((Color::from(stone.cell.side()?), names.name(stone.pos))));
            query.stones = Some(Stones::List(stones.collect()));
            query.to_move = Some(Color::from(side));
        }
        query
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(rule: Rule, moves: &str) -> Game {
        let mut game = Game::new(rule, Size::square(15));
        for (number, cell) in moves.split_whitespace().enumerate() {
            let side = Side::BOTH[number % 2];
            let pos = names(game.size()).parse(cell).ok();
            game.play(side, pos).expect("a legal move");
        }
        game
    }

    #[test]
    fn two_passes_end_a_game_of_renju_and_no_other_rule_has_any() {
        let mut renju = game(Rule::Renju, "H8 pass H9");
        assert_eq!(renju.play(Side::White, None), Ok(()));
        assert_eq!((renju.end(), renju.play(Side::Black, None)), (None, Ok(())));
        assert_eq!(renju.end(), Some(End { winner: None }));
        assert!(renju.play(Side::White, None).is_err() && renju.undo(1).is_ok());
        assert_eq!(renju.end(), None);
        let mut freestyle = game(Rule::Freestyle, "H8");
        assert_eq!(freestyle.play(Side::White, None), Err(ILLEGAL_MOVE.to_owned()));
    }

    #[test]
    fn a_rule_judges_what_is_on_the_board() {
        let mut game = game(Rule::Freestyle, "A1 A15 B1 B15 C1 C15 E1 E15 F1 F15");
        game.play(Side::Black, names(game.size()).parse("D1").ok()).expect("a six");
        assert_eq!(game.end(), Some(End { winner: Some(Side::Black) }));
        game.set_rule(Rule::Standard);
        assert_eq!(game.end(), None);
        game.set_rule(Rule::Freestyle);
        assert_eq!(game.end(), Some(End { winner: Some(Side::Black) }));
    }

    #[test]
    fn a_rule_judges_the_board_behind_a_pass_again() {
        let mut game = Game::new(Rule::Renju, Size::square(15));
        let six = ["A1", "B1", "C1", "D1", "E1", "F1"];
        let six = six.map(|cell| (Cell::Black, names(game.size()).parse(cell).expect("a cell")));
        game.set_up(&six).expect("room");
        game.play(Side::White, None).expect("a pass");
        game.set_rule(Rule::Freestyle);
        assert_eq!(game.end(), Some(End { winner: Some(Side::Black) }));
        game.set_rule(Rule::Renju);
        assert_eq!((game.end(), game.play(Side::Black, None)), (None, Ok(())));
        game.set_rule(Rule::Freestyle);
        assert_eq!(game.end(), Some(DRAW));
    }

    #[test]
    fn stones_set_up_are_taken_back_in_one_step() {
        let mut game = game(Rule::Freestyle, "H8 H9");
        let key = game.board().key();
        let cell = |name: &str| names(Size::square(15)).parse(name).expect("a cell");
        game.set_up(&[
            (Cell::Empty, cell("H9")),
            (Cell::White, cell("H8")),
            (Cell::Empty, cell("A1")),
        ])
        .expect("room");
        assert_eq!(game.board().stones().len(), 1);
        assert_eq!(game.board().cell(cell("H8")), Cell::White);
        assert!(game.undo(1).is_err() && game.undo_set_up().is_ok());
        assert_eq!((game.board().key(), game.undo_set_up().is_err()), (key, true));
        assert_eq!((game.undo(3), game.undo(2)), (Err("cannot undo".to_owned()), Ok(())));
        assert_eq!(game.board().free(), 225);
    }
}
