//! The game on the board: its moves, those taken back, and its end.

use std::time::Duration;

use crate::forbid::describe_lines;
use gomoku_records::{Info, Tree};
use gomoku_rules::record::{GameResult, Record, RecordMove};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, CellNames, Coords, Pos, RenjuOpening, Rule, Side, Size};

/// A game.
#[derive(Clone, Debug)]
pub struct Game {
    rule: Rule,
    coords: Coords,
    board: Board,
    /// The stones that were set up, Black's first.
    set_up: Vec<RecordMove>,
    moves: Vec<RecordMove>,
    /// The moves taken back, the next one last.
    undone: Vec<RecordMove>,
    end: Option<End>,
    /// What is known of it. The players and the result are those of the moves that it began with.
    info: Info,
    began_with: Vec<Pos>,
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

    /// The end that a verdict speaks of, if it does.
    fn of(verdict: Verdict) -> Option<Self> {
        match verdict {
            Verdict::Win { side, line } => Some(Self::Five(side, line)),
            Verdict::Draw => Some(Self::Draw),
            Verdict::NoMove(side) => Some(Self::NoMove(side)),
            Verdict::Ongoing | Verdict::Illegal(_) | Verdict::Foul(_) => None,
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
        Self {
            rule,
            coords: Coords::default(),
            board,
            set_up: Vec::new(),
            moves: Vec::new(),
            undone: Vec::new(),
            end: None,
            info: Info::default(),
            began_with: Vec::new(),
        }
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
        let rule = record.rule.unwrap_or(rule);
        let mut game = Self::new(rule, record.size).with_coords(coords);
        let (set_up, played) = record.set_up_and_played();
        if !set_up.is_empty() {
            game.set_up = set_up.to_vec();
            game.board = game.record().board();
            game.end = End::of(referee::position(&game.board, rule));
        }
        for (number, played) in (1..).zip(played) {
            game.put(played.clone()).map_err(|reason| {
                let line = reason.lines().next().unwrap_or_default();
                format!("move {number}: {line}")
            })?;
        }
        game.began_with = game.cells().collect();
        let Record { black, white, result, comment, .. } = record;
        game.info = Info { black, white, result, comment, ..Info::default() };
        Ok(game)
    }

    /// The same at the date and place of `info`.
    #[must_use]
    pub fn with_event(self, info: Info) -> Self {
        let Info { date, event, round, place, .. } = info;
        Self { info: Info { date, event, round, place, ..self.info }, ..self }
    }

    /// Its record.
    pub fn record(&self) -> Record {
        let Info { black, white, result, comment, .. } = self.info.clone();
        let is_as_begun = self.cells().eq(self.began_with.iter().copied());
        let end = self.end.as_ref().map(End::result);
        Record {
            rule: Some(self.rule),
            black: black.filter(|_| is_as_begun),
            white: white.filter(|_| is_as_begun),
            moves: self.set_up.iter().chain(&self.moves).cloned().collect(),
            set_up: self.set_up.len(),
            result: result.filter(|_| is_as_begun).or(end),
            comment,
            ..Record::new(self.board.size())
        }
    }

    /// All that is known of it.
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::from(self.record());
        let Info { date, event, round, place, .. } = self.info.clone();
        tree.info = Info { date, event, round, place, ..tree.info };
        tree
    }

    /// The cells of its moves.
    fn cells(&self) -> impl Iterator<Item = Pos> + '_ {
        self.moves.iter().map(|played| played.pos)
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

    /// The stones that were set up, Black's first.
    pub fn set_up(&self) -> &[RecordMove] {
        &self.set_up
    }

    /// Its moves.
    pub fn moves(&self) -> &[RecordMove] {
        &self.moves
    }

    /// The opening of renju that it begins with, if it is a game of renju.
    pub fn opening(&self) -> Option<RenjuOpening> {
        let moves: Vec<Pos> = self.cells().take(3).collect();
        let has_opening = self.rule == Rule::Renju && self.set_up.is_empty();
        has_opening.then(|| RenjuOpening::of(self.board.size(), &moves)).flatten()
    }

    /// How it ended, if it has.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The time that `side` has taken.
    pub fn time_of(&self, side: Side) -> Duration {
        let first = (self.set_up.len() + side.index()) % 2;
        self.moves.iter().skip(first).step_by(2).filter_map(|played| played.time).sum()
    }

    /// Plays `pos` for the side to move.
    ///
    /// # Errors
    /// When the game is over, or the cell is taken or forbidden: the reason, and the lines that make it
    /// forbidden. The game stays as it was.
    pub fn play(&mut self, pos: Pos, time: Option<Duration>) -> Result<(), String> {
        self.put(RecordMove { time, ..pos.into() })?;
        self.undone.clear();
        Ok(())
    }

    fn put(&mut self, played: RecordMove) -> Result<(), String> {
        let pos = played.pos;
        if let Some(end) = &self.end {
            return Err(format!("the game is over: {}", end.describe(self.names())));
        }
        let name = self.names().name(pos);
        self.end = match referee::play(&mut self.board, self.rule, pos) {
            Verdict::Illegal(reason) => return Err(format!("{name}: {reason}")),
            Verdict::Foul(kind) => {
                let lines = referee::foul(&self.board, pos)
                    .map(|foul| describe_lines(&foul.lines, self.names()));
                let text = format!("{name} is forbidden: {kind}\n{}", lines.unwrap_or_default());
                return Err(text.trim_end().to_owned());
            }
            verdict => End::of(verdict),
        };
        self.moves.push(played);
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
        let played = self.undone.pop()?;
        let pos = played.pos;
        self.put(played).ok().map(|()| pos)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::record::{Format, parse_boards, parse_moves};

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
    fn stones_that_are_set_up_are_no_moves() {
        // In turn the stones would make a five before the last one.
        let drawing = "X X X X X\n. O O O O\n. . . . .\n. . . . .\n. . . . .\n";
        let five = parse_boards(drawing).expect("a drawing").remove(0);
        let game = Game::from_record(five, Rule::Freestyle, Coords::Top).expect("a position");
        assert_eq!((game.moves().len(), game.set_up().len()), (0, 9));
        assert_eq!(
            game.end().map(|end| end.describe(game.names())),
            Some("black wins: a1 b1 c1 d1 e1".into())
        );
        let text = "(;GM[4]SZ[15]RU[renju]AB[hh][aa][hi]AW[ii][jj];W[hg]C[40ms];B[hf])";
        let record = Format::Sgf.read(text, Size::square(15)).expect("a game").remove(0);
        let mut game = Game::from_record(record.clone(), Rule::Caro, Coords::Top).expect("a game");
        assert_eq!((game.record(), game.opening()), (record, None));
        assert_eq!(game.time_of(Side::White), Duration::from_millis(40));
        assert_eq!((game.undo().is_some(), game.undo().is_some(), game.undo()), (true, true, None));
        assert_eq!((game.board().stones().len(), game.side_to_move()), (5, Side::White));
        assert_eq!((game.redo().is_some(), game.moves().len()), (true, 1));
    }

    #[test]
    fn what_a_file_says_is_kept() {
        let text = "(;GM[4]SZ[15]RU[caro]PB[a]PW[b]RE[W+R]GC[c];B[hh]C[d];W[ii]C[40ms\ne])";
        let record = Format::Sgf.read(text, Size::square(15)).expect("a game").remove(0);
        let game = Game::from_record(record.clone(), Rule::Freestyle, Coords::Top);
        let event =
            Info { event: Some("f".to_owned()), date: Some("2020".to_owned()), ..Info::default() };
        let mut game = game.expect("a game").with_event(event.clone());
        assert_eq!(game.record(), record);
        let tree = |record: Record| {
            let mut tree = Tree::from(record);
            (tree.info.event, tree.info.date) = (event.event.clone(), event.date.clone());
            tree
        };
        assert_eq!(game.tree(), tree(record.clone()));
        // Others play on; what was said stays.
        game.undo();
        let mut shorter = Record { black: None, white: None, result: None, ..record.clone() };
        shorter.moves.pop();
        assert_eq!(game.tree(), tree(shorter));
        game.redo();
        assert_eq!(game.tree(), tree(record));
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
