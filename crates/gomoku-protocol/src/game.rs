//! The game as a brain knows it: the stones that the manager sent, and which side is ours.

use std::fmt;

use gomoku_rules::{Board, Forbidden, PlaceError, Pos, Rule, Side, Size, Stone, referee};

use crate::point::Point;

/// A game as a brain knows it: the stones that the manager sent, and which side is ours.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// Unknown until someone has moved.
    own: Option<Side>,
}

impl Game {
    /// An empty board.
    pub fn new(size: Size) -> Self {
        Self { board: Board::new(size), own: None }
    }

    /// A position with us to move; without a stone of either side, whoever moves first is Black.
    pub fn with_board(board: Board) -> Self {
        let is_begun = board.stones().iter().any(|stone| stone.cell.side().is_some());
        Self { own: is_begun.then_some(board.side_to_move()), board }
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Makes the side to move ours.
    pub fn take_turn(&mut self) {
        self.own = Some(self.board.side_to_move());
    }

    /// Gives us the first move.
    ///
    /// # Errors
    /// When there are stones on the board.
    pub fn begin(&mut self) -> Result<(), GameError> {
        if !self.board.stones().is_empty() {
            return Err(GameError::NotEmpty);
        }
        self.own = Some(Side::Black);
        self.board.set_side_to_move(Side::Black);
        Ok(())
    }

    /// Plays the opponent's stone; the first stone of a game is Black's.
    ///
    /// # Errors
    /// When `point` is no free cell.
    pub fn opponent_plays(&mut self, point: Point) -> Result<(), GameError> {
        let own = self.own.unwrap_or(Side::White);
        self.play(point, !own)?;
        self.own = Some(own);
        Ok(())
    }

    /// Where and why `rule` forbids the opponent a stone at `point`, if it does.
    pub fn opponent_foul(&self, rule: Rule, point: Point) -> Option<(Pos, Forbidden)> {
        let opponent = !self.own.unwrap_or(Side::White);
        let pos = self.pos(point).ok().filter(|_| rule.forbids(opponent))?;
        Some((pos, referee::forbidden(&self.board, pos)?))
    }

    /// Plays our stone; the first stone of a game is Black's.
    ///
    /// # Errors
    /// When `point` is no free cell.
    pub fn own_plays(&mut self, point: Point) -> Result<Pos, GameError> {
        let own = self.own.unwrap_or(Side::Black);
        let pos = self.play(point, own)?;
        self.own = Some(own);
        Ok(pos)
    }

    fn play(&mut self, point: Point, side: Side) -> Result<Pos, GameError> {
        let pos = self.pos(point)?;
        self.board.check_free(pos).map_err(|error| GameError::Place(point, error))?;
        self.board.set_side_to_move(side);
        self.board.play(pos);
        Ok(pos)
    }

    /// Removes a stone of any kind. Its side is then to move; a stone of neither side leaves the turn as it
    /// is. On a board without a stone of either side none is ours any more.
    ///
    /// # Errors
    /// When there is no stone at `point`.
    pub fn take_back(&mut self, point: Point) -> Result<(), GameError> {
        let pos = self.pos(point)?;
        if self.board.is_empty_at(pos) {
            return Err(GameError::NoStone(point));
        }
        let turn = self.board.side_to_move();
        let mut later: Vec<Stone> = Vec::new();
        let mut removed = self.board.undo();
        while let Some(stone) = removed.filter(|stone| stone.pos != pos) {
            later.push(stone);
            removed = self.board.undo();
        }
        let side = removed.and_then(|stone| stone.cell.side());
        self.board.set_side_to_move(side.unwrap_or(turn));
        for stone in later.into_iter().rev() {
            let cell_is_free = self.board.place(stone.pos, stone.cell);
            debug_assert_eq!(cell_is_free, Ok(()));
        }
        if self.board.stones().iter().all(|stone| stone.cell.side().is_none()) {
            self.board.set_side_to_move(Side::Black);
            self.own = None;
        }
        Ok(())
    }

    fn pos(&self, point: Point) -> Result<Pos, GameError> {
        point.on(self.board.size()).ok_or(GameError::Place(point, PlaceError::OffBoard))
    }
}

/// Why a stone cannot be played or removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameError {
    /// `BEGIN` with stones on the board.
    NotEmpty,
    /// No free cell there.
    Place(Point, PlaceError),
    /// No stone there.
    NoStone(Point),
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotEmpty => f.write_str("BEGIN needs an empty board"),
            Self::Place(point, error) => write!(f, "{point}: {error}"),
            Self::NoStone(point) => write!(f, "{point}: no stone there"),
        }
    }
}

impl std::error::Error for GameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::Cell;

    const fn at(x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn cells(game: &Game) -> Vec<Cell> {
        game.board().stones().iter().map(|stone| stone.cell).collect()
    }

    /// The opponent at 0,0 and 2,0, we at 1,0.
    fn three() -> Game {
        let mut game = Game::new(Size::square(15));
        game.opponent_plays(at(0, 0)).expect("free");
        game.own_plays(at(1, 0)).expect("free");
        game.opponent_plays(at(2, 0)).expect("free");
        game
    }

    #[test]
    fn the_first_stone_is_black() {
        assert_eq!(cells(&three()), [Cell::Black, Cell::White, Cell::Black]);
        let mut game = Game::new(Size::square(15));
        game.begin().expect("empty");
        game.own_plays(at(0, 0)).expect("free");
        game.opponent_plays(at(1, 0)).expect("free");
        assert_eq!(cells(&game), [Cell::Black, Cell::White]);
        assert_eq!(game.begin(), Err(GameError::NotEmpty));
    }

    #[test]
    fn stones_taken_back_in_any_order_leave_each_side_its_colour() {
        for order in [[2, 1], [1, 2]] {
            let mut game = three();
            for x in order {
                game.take_back(at(x, 0)).expect("a stone");
            }
            assert_eq!(game.take_back(at(1, 0)), Err(GameError::NoStone(at(1, 0))));
            game.own_plays(at(5, 5)).expect("free");
            game.opponent_plays(at(6, 6)).expect("free");
            assert_eq!(cells(&game), [Cell::Black, Cell::White, Cell::Black]);
            assert_eq!(game.board().side_to_move(), Side::White);
        }
    }

    #[test]
    fn an_empty_board_has_no_own_side() {
        let mut game = three();
        for x in [2, 1, 0] {
            game.take_back(at(x, 0)).expect("a stone");
        }
        game.begin().expect("empty");
        game.own_plays(at(0, 0)).expect("free");
        assert_eq!(cells(&game), [Cell::Black]);
    }

    #[test]
    fn on_a_board_of_walls_no_side_is_ours() {
        let size = Size::square(15);
        let mut walls = Board::new(size);
        walls.place(Pos::new(14, 14), Cell::Wall).expect("free");
        let mut taken_back = Game::with_board(walls.clone());
        taken_back.own_plays(at(3, 3)).expect("free");
        taken_back.take_back(at(3, 3)).expect("a stone");
        for mut game in [Game::with_board(Board::new(size)), Game::with_board(walls), taken_back] {
            game.opponent_plays(at(0, 0)).expect("free");
            game.own_plays(at(1, 0)).expect("free");
            let [.., first, second] = cells(&game)[..] else { panic!("two stones") };
            assert_eq!([first, second], [Cell::Black, Cell::White]);
        }
    }

    #[test]
    fn bad_points_change_nothing() {
        let mut game = three();
        let before = (cells(&game), game.board().key());
        assert_eq!(
            game.opponent_plays(at(0, 0)),
            Err(GameError::Place(at(0, 0), PlaceError::Occupied))
        );
        assert_eq!(
            game.own_plays(at(15, -1)),
            Err(GameError::Place(at(15, -1), PlaceError::OffBoard))
        );
        assert_eq!((cells(&game), game.board().key()), before);
    }

    #[test]
    fn a_wall_taken_back_leaves_the_turn_as_it_is() {
        let size = Size::square(15);
        for order in [["3,3", "0,0", "1,1"], ["0,0", "3,3", "1,1"], ["0,0", "1,1", "3,3"]] {
            let mut board = Board::new(size);
            for point in order {
                let cell = match point {
                    "0,0" => Cell::Black,
                    "1,1" => Cell::White,
                    _ => Cell::Wall,
                };
                let pos = point.parse::<Point>().ok().and_then(|point| point.on(size));
                board.place(pos.expect("a cell"), cell).expect("free");
            }
            for turn in Side::BOTH {
                board.set_side_to_move(turn);
                let mut game = Game::with_board(board.clone());
                game.take_back(at(3, 3)).expect("a stone");
                assert_eq!(cells(&game), [Cell::Black, Cell::White]);
                assert_eq!(game.board().side_to_move(), turn, "{order:?}");
                game.take_back(at(0, 0)).expect("a stone");
                assert_eq!(game.board().side_to_move(), Side::Black, "{order:?}");
            }
        }
    }
}
