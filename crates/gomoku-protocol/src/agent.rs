//! What a brain is made of: an agent that chooses moves.

use std::io::Write;
use std::time::{Duration, Instant};

use gomoku_rules::{Board, GameRule, Pos, referee};

use crate::about::About;
use crate::info::Info;
use crate::reply::Reply;

/// A player of five in a row; [`serve`](crate::serve) makes a brain of it.
pub trait Agent {
    /// Name, version and author.
    fn about(&self) -> About;

    /// Chooses a free cell of the board for the side to move; `None` where no cell is free. Messages go to
    /// the manager as they are sent.
    fn choose(&mut self, request: &Request<'_>, messages: &mut Messages<'_>) -> Option<Pos>;

    /// A new game starts. What the agent remembers of the last one may be wrong now.
    fn new_game(&mut self) {}

    /// Takes a setting; those of rule, time, depth and nodes come with each [`Request`] too.
    fn set(&mut self, _info: &Info) {}

    /// Answers the swap2 opening on the board of the request, which has 0, 3 or 5 stones. `None` if the
    /// agent does not play it.
    fn swap2(
        &mut self,
        _request: &Request<'_>,
        _messages: &mut Messages<'_>,
    ) -> Option<Swap2Answer> {
        None
    }
}

/// An answer to the stones of a swap2 opening.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Swap2Answer {
    /// Put down these: three on the empty board; one to stay, or two to let the opponent choose.
    Stones(Vec<Pos>),
    /// Change sides.
    Swap,
}

/// The position in which a move is wanted, and how long the search may take.
#[derive(Clone, Debug)]
pub struct Request<'a> {
    /// The position; the side to move is ours.
    pub board: &'a Board,
    /// The rule of play.
    pub rule: GameRule,
    /// The limits of the search.
    pub limits: Limits,
}

impl Request<'_> {
    /// The cells that the side to move may play, row by row: free and not forbidden, or all free cells if
    /// every one of them is forbidden, which loses.
    pub fn legal_moves(&self) -> Vec<Pos> {
        let free: Vec<Pos> = self.board.empty_cells().collect();
        if !self.rule.rule.forbids(self.board.side_to_move()) {
            return free;
        }
        let is_legal = |pos: &Pos| referee::forbidden(self.board, *pos).is_none();
        let legal: Vec<Pos> = free.iter().copied().filter(is_legal).collect();
        if legal.is_empty() { free } else { legal }
    }
}

/// The limits of a search. `None` is no limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// When the command was read: times count from here.
    pub received: Instant,
    /// Time for this move.
    pub turn: Option<Duration>,
    /// Time left of the match.
    pub left: Option<Duration>,
    /// Plies.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Kept back of the time of a move, for the way to the manager; of short times one half.
    const OVERHEAD: Duration = Duration::from_millis(30);

    /// When a move should be known: within the time for this move and a tenth of what is left of the match.
    pub fn deadline(&self) -> Option<Instant> {
        let left = self.left.map(|left| left / 10);
        let time = self.turn.into_iter().chain(left).min()?;
        Some(self.received + time.saturating_sub(Self::OVERHEAD.min(time / 2)))
    }
}

/// Where an agent sends messages while it searches.
pub struct Messages<'a> {
    output: &'a mut dyn Write,
}

impl<'a> Messages<'a> {
    pub(crate) fn new(output: &'a mut dyn Write) -> Self {
        Self { output }
    }

    /// Sends `MESSAGE text`, for a person.
    pub fn message(&mut self, text: impl Into<String>) {
        self.send(&Reply::Message(text.into()));
    }

    /// Sends `DEBUG text`, for a developer.
    pub fn debug(&mut self, text: impl Into<String>) {
        self.send(&Reply::Debug(text.into()));
    }

    fn send(&mut self, reply: &Reply) {
        // An output that is closed shows when the move is written.
        let _ = writeln!(self.output, "{reply}").and_then(|()| self.output.flush());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::{Rule, Size, record};

    #[test]
    fn forbidden_points_are_no_legal_moves() {
        let mut board = Board::new(Size::square(15));
        let moves = record::parse_moves("h8h9i7i9h10i6i11i12").expect("a pos string");
        for pos in moves {
            board.play(pos);
        }
        let limits =
            Limits { received: Instant::now(), turn: None, left: None, depth: None, nodes: None };
        let legal = |rule: Rule| Request { board: &board, rule: rule.into(), limits }.legal_moves();
        let double_three = Pos::new(6, 8);
        assert_eq!(legal(Rule::Freestyle).len(), 225 - 8);
        assert_eq!(legal(Rule::Renju).len(), 225 - 9);
        assert!(!legal(Rule::Renju).contains(&double_three));
    }

    #[test]
    fn the_deadline_leaves_time_for_the_way() {
        let received = Instant::now();
        let millis = |turn: Option<u64>, left: Option<u64>| {
            let [turn, left] = [turn, left].map(|time| time.map(Duration::from_millis));
            let limits = Limits { received, turn, left, depth: None, nodes: None };
            limits.deadline().map(|deadline| (deadline - received).as_millis())
        };
        assert_eq!(millis(None, None), None);
        assert_eq!(millis(Some(1000), None), Some(970));
        assert_eq!(millis(Some(40), None), Some(20));
        assert_eq!(millis(Some(0), None), Some(0));
        assert_eq!(millis(Some(30_000), Some(3000)), Some(270));
        assert_eq!(millis(Some(30_000), Some(0)), Some(0));
        assert_eq!(millis(None, Some(3000)), Some(270));
    }
}
