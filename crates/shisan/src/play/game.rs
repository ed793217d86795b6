//! The game on the board: its moves, those taken back, and its end.

use std::time::Duration;

use crate::forbid::describe_lines;
use gomoku_rules::record::{GameResult, Record, RecordMove};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, CellNames, Coords, Pos, RenjuOpening, Rule, Side, Size};

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rule: Rule,
    coords: Coords,
    board: Board,
    moves: Vec<RecordMove>,
    /// The moves taken back, the next one last.
    undone: Vec<RecordMove>,
    end: Option<End>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// A side has completed these stones.
    Five(Side, Vec<Pos>),
    /// The board is full.
    Draw,
    /// Every free cell is forbidden to this side.
    NoMove(Side),
}

impl End {
    /// A sentence about it.
    pub fn describe(&self, names: CellNames) -> String {
        match self {
            Self::Five(side, line) => format!("{side} wins: {}", names.list(line)),
            Self::Draw => "a draw: the board is full".to_owned(),
            Self::NoMove(side) => format!("{side} loses: every free cell is forbidden"),
        }
    }

    fn result(&self) -> GameResult {
        match self {
            Self::Five(side, _) => GameResult::win(*side),
            Self::Draw => GameResult::DRAW,
            Self::NoMove(side) => GameResult::win(!*side),
        }
    }
}

impl Game {
    /// A game before its first move.
    pub fn new(rule: Rule, size: Size) -> Self {
        let board = Board::new(size);
        let coords = Coords::default();
        Self { rule, coords, board, moves: Vec::new(), undone: Vec::new(), end: None }
    }

    /// The same with other names of the cells.
    #[must_use]
    pub fn with_coords(self, coords: Coords) -> Self {
        Self { coords, ..self }
    }

    /// The game of `record`, its cells named as `coords` says; `rule` holds if it names none.
    ///
    /// # Errors
    /// When a move is forbidden, or follows the end of the game: one line that says which and why.
    pub fn from_record(record: Record, rule: Rule, coords: Coords) -> Result<Self, String> {
        let mut game = Self::new(record.rule.unwrap_or(rule), record.size).with_coords(coords);
        for (number, RecordMove { pos, time, .. }) in (1..).zip(record.moves) {
            game.play(pos, time).map_err(|reason| {
                let line = reason.lines().next().unwrap_or_default();
                format!("move {number}: {line}")
            })?;
        }
        Ok(game)
    }

    /// Its record.
    pub fn record(&self) -> Record {
        Record {
            rule: Some(self.rule),
            moves: self.moves.clone(),
            result: self.end.as_ref().map(End::result),
            ..Record::new(self.board.size())
        }
    }

    /// The rule of play.
    pub fn rule(&self) -> Rule {
        self.rule
    }

    /// The position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The names of its cells.
    pub fn names(&self) -> CellNames {
        CellNames { coords: self.coords, size: self.board.size() }
    }

    /// Whose turn it is.
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Its moves.
    pub fn moves(&self) -> &[RecordMove] {
        &self.moves
    }

    /// The opening of renju that it begins with, if it is a game of renju.
    pub fn opening(&self) -> Option<RenjuOpening> {
        let moves: Vec<Pos> = self.moves.iter().take(3).map(|played| played.pos).collect();
        (self.rule == Rule::Renju).then(|| RenjuOpening::of(self.board.size(), &moves)).flatten()
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The time that `side` has taken.
    pub fn time_of(&self, side: Side) -> Duration {
        self.moves.iter().skip(side.index()).step_by(2).filter_map(|played| played.time).sum()
    }

    /// Plays `pos` for the side to move.
    ///
    /// # Errors
    /// When the game is over, or the cell is taken or forbidden: the reason, and the lines that make it
    /// forbidden. The game stays as it was.
    pub fn play(&mut self, pos: Pos, time: Option<Duration>) -> Result<(), String> {
        self.put(pos, time)?;
        self.undone.clear();
        Ok(())
    }

    fn put(&mut self, pos: Pos, time: Option<Duration>) -> Result<(), String> {
        if let Some(end) = &self.end {
            return Err(format!("the game is over: {}", end.describe(self.names())));
        }
        let name = self.names().name(pos);
        self.end = match referee::play(&mut self.board, self.rule, pos) {
            Verdict::Ongoing => None,
            Verdict::Win { side, line } => Some(End::Five(side, line)),
            Verdict::Draw => Some(End::Draw),
            Verdict::NoMove(side) => Some(End::NoMove(side)),
            Verdict::Illegal(reason) => return Err(format!("{name}: {reason}")),
            Verdict::Foul(kind) => {
                let lines = referee::foul(&self.board, pos)
                    .map(|foul| describe_lines(&foul.lines, self.names()));
                let text = format!("{name} is forbidden: {kind}\n{}", lines.unwrap_or_default());
                return Err(text.trim_end().to_owned());
            }
        };
        self.moves.push(RecordMove { time, ..pos.into() });
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Pos> {
        let last = self.moves.pop()?;
        let pos = last.pos;
        self.board.undo();
        self.undone.push(last);
        self.end = None;
        Some(pos)
    }

    /// Plays the move again that was taken back last.
    pub fn redo(&mut self) -> Option<Pos> {
        let RecordMove { pos, time, .. } = self.undone.pop()?;
        self.put(pos, time).ok().map(|()| pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::record::parse_moves;

    fn played(rule: Rule, moves: &str) -> Game {
        let mut game = Game::new(rule, Size::square(15));
        for pos in parse_moves(moves).expect("moves") {
            game.play(pos, Some(Duration::from_millis(5))).expect("a legal move");
        }
        game
    }

    #[test]
    fn a_foul_is_refused_with_its_lines() {
        let mut game = played(Rule::Renju, "h8h9i7i9h10i6i11i12");
        let before = game.record();
        let error = game.play("g9".parse().expect("a cell"), None).expect_err("a double three");
        let mut lines = error.lines();
        assert_eq!(lines.next(), Some("g9 is forbidden: double three"));
        assert_eq!(lines.filter(|line| line.starts_with("    three ")).count(), 2, "{error}");
        assert_eq!(game.record(), before);
        let mut game = game.with_coords(Coords::Gtp);
        let error = game.play("g9".parse().expect("a cell"), None).expect_err("a double three");
        assert!(
            error.starts_with("G7 is forbidden: double three\n    three G7 H6 J5 ("),
            "{error}"
        );
    }

    #[test]
    fn an_end_can_be_taken_back_and_played_again() {
        let mut game = played(Rule::Freestyle, "h8a1i8a2j8a3k8a4l8");
        let end = game.end().expect("a five").clone();
        assert_eq!(end.describe(game.names()), "black wins: h8 i8 j8 k8 l8");
        let bottom = game.clone().with_coords(Coords::Bottom);
        assert_eq!(end.describe(bottom.names()), "black wins: h8 i8 j8 k8 l8");
        let over = game.play("o15".parse().expect("a cell"), None).expect_err("the end");
        assert!(over.starts_with("the game is over"), "{over}");
        let (record, l8) = (game.record(), "l8".parse().ok());
        assert_eq!(record.result, Some(GameResult::win(Side::Black)));
        assert_eq!((game.undo(), game.end().is_none()), (l8, true));
        assert_eq!((game.redo(), game.end()), (l8, Some(&end)));
        assert_eq!((game.record(), game.redo()), (record, None));
        assert_eq!(game.time_of(Side::Black), Duration::from_millis(25));
    }

    #[test]
    fn a_new_move_forgets_those_taken_back() {
        let mut game = played(Rule::Freestyle, "h8i9");
        game.undo();
        game.play("i8".parse().expect("a cell"), None).expect("a free cell");
        assert_eq!(game.redo(), None);
    }

    #[test]
    fn records_go_there_and_back() {
        let game = played(Rule::Caro, "h8i9h9");
        let again =
            Game::from_record(game.record(), Rule::Renju, Coords::Top).expect("our own record");
        assert_eq!((again.rule(), again.record()), (Rule::Caro, game.record()));
        let mut long = played(Rule::Freestyle, "h8a1i8a2j8a3k8a4l8").record();
        long.moves.push("a5".parse::<Pos>().expect("a cell").into());
        let error = Game::from_record(long, Rule::Freestyle, Coords::Top);
        let error = error.expect_err("a move after the end");
        assert!(error.starts_with("move 10: the game is over"), "{error}");
    }

    #[test]
    fn black_without_a_legal_move_loses() {
        // Both free cells, c1 and c4, would make six for Black.
        let moves = "e1f2a6d6d1a2b1e5e4b6f6d2c6d5c3b3a1a5b4e2f1e3a4f3b2a3d4e6c5d3f4c2b5f5";
        let mut game = Game::new(Rule::Renju, Size::square(6));
        for pos in parse_moves(moves).expect("moves") {
            game.play(pos, None).expect("a legal move");
        }
        let end = game.end().expect("the end");
        assert_eq!(end.describe(game.names()), "black loses: every free cell is forbidden");
        assert_eq!(game.record().result, Some(GameResult::win(Side::White)));
        let over = game.play("c1".parse().expect("a cell"), None).expect_err("the end");
        assert_eq!(over, "the game is over: black loses: every free cell is forbidden");
    }
}
