//! A position: the board and its threat map.

use super::map::ThreatMap;
use super::{CellSet, Pattern, Threat, defence, forbidden};
use gomoku_rules::{Board, Cell, Direction, Forbidden, Pos, Rule, Side, Size, game_key};

/// A board and its threat map, played and undone together.
#[derive(Clone, Debug)]
pub struct Position {
    board: Board,
    map: ThreatMap,
    game_key: u64,
}

impl Position {
    /// An empty board of `size` under `rule`.
    pub fn new(size: Size, rule: Rule) -> Self {
        let (board, map) = (Board::new(size), ThreatMap::new(size, rule));
        Self { board, map, game_key: game_key(rule, size) }
    }

    /// The position on `board` under `rule`, with its history.
    pub fn from_board(board: &Board, rule: Rule) -> Self {
        let mut position = Self::new(board.size(), rule);
        for stone in board.stones() {
            position.map.play(stone.pos, stone.cell);
        }
        position.board = board.clone();
        position
    }

    /// The key of the position with its rule and size, for tables that outlive games.
    #[inline]
    pub fn key(&self) -> u64 {
        self.board.key() ^ self.game_key
    }

    /// [`Position::key`] after the side to move has played at `pos`.
    #[inline]
    pub fn key_after(&self, pos: Pos) -> u64 {
        self.board.key_after(pos) ^ self.game_key
    }

    /// The stones.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The patterns and threats.
    #[inline]
    pub fn map(&self) -> &ThreatMap {
        &self.map
    }

    /// The rule of play.
    #[inline]
    pub fn rule(&self) -> Rule {
        self.map.rule()
    }

    /// Whose turn it is.
    #[inline]
    pub fn side_to_move(&self) -> Side {
        self.board.side_to_move()
    }

    /// Plays the side to move at `pos`, a free cell.
    #[inline]
    pub fn play(&mut self, pos: Pos) {
        self.map.play(pos, self.board.side_to_move().into());
        self.board.play(pos);
    }

    /// Takes the last stone back.
    #[inline]
    pub fn undo(&mut self) {
        if self.board.undo().is_some() {
            self.map.undo();
        }
    }

    /// Gives the turn to the other side without a stone; a second pass undoes it.
    #[inline]
    pub fn pass(&mut self) {
        self.board.set_side_to_move(!self.board.side_to_move());
    }

    /// See [`ThreatMap::threat`].
    #[inline]
    pub fn threat(&self, side: Side, pos: Pos) -> Threat {
        self.map.threat(side, pos)
    }

    /// See [`ThreatMap::pattern`].
    #[inline]
    pub fn pattern(&self, side: Side, pos: Pos, direction: Direction) -> Pattern {
        self.map.pattern(side, pos, direction)
    }

    /// See [`ThreatMap::count_of`].
    #[inline]
    pub fn count_of(&self, side: Side, threat: Threat) -> u32 {
        self.map.count_of(side, threat)
    }

    /// See [`ThreatMap::fours`].
    #[inline]
    pub fn fours(&self, side: Side) -> &CellSet {
        self.map.fours(side)
    }

    /// See [`ThreatMap::fives`].
    #[inline]
    pub fn fives(&self, side: Side) -> impl Iterator<Item = Pos> + '_ {
        self.map.fives(side)
    }

    /// See [`ThreatMap::pseudo_forbidden`].
    #[inline]
    pub fn pseudo_forbidden(&self, side: Side) -> impl Iterator<Item = Pos> + '_ {
        self.map.pseudo_forbidden(side)
    }

    /// Whether `side` has pseudo-forbidden points; see [`Threat::Forbidden`].
    #[inline]
    pub fn has_pseudo_forbidden(&self, side: Side) -> bool {
        self.rule().forbids(side) && self.count_of(side, Threat::Forbidden) > 0
    }

    /// What forbids `side` the empty cell `pos`, if anything.
    #[inline]
    pub fn forbidden(&self, side: Side, pos: Pos) -> Option<Forbidden> {
        if self.threat(side, pos) == Threat::Forbidden {
            forbidden::check(&self.map, pos)
        } else {
            None
        }
    }

    /// The threat of `side` on the empty cell `pos` as forbidden points are judged: [`Threat::Forbidden`]
    /// only where the point is, and a three only where an open four is allowed.
    pub fn exact_threat(&self, side: Side, pos: Pos) -> Threat {
        if self.rule().forbids(side) {
            forbidden::threat(&self.map, pos)
        } else {
            self.threat(side, pos)
        }
    }

    /// Whether `side` may play the empty cell `pos`.
    #[inline]
    pub fn is_legal(&self, side: Side, pos: Pos) -> bool {
        self.forbidden(side, pos).is_none()
    }

    /// The defences against `threat`, a four or better: the cells where one stone of the opponent leaves
    /// `attacker` without such a cell. The opponent's own fours, which gain a move, are not among them.
    pub fn defences(&self, attacker: Side, threat: Threat) -> CellSet {
        defence::defences(&self.map, attacker, threat)
    }

    /// The counter-fours to a four-three of `attacker`: the cells where a stone of the opponent makes its
    /// forced reply a four of its own, which gains a move. `None` if a reply is a four already, or
    /// pseudo-forbidden.
    pub fn counter_fours(&self, attacker: Side) -> Option<CellSet> {
        defence::counter_fours(&self.map, attacker)
    }

    /// The forbidden points of `side`, in reading order.
    pub fn forbidden_points(&self, side: Side) -> impl Iterator<Item = (Pos, Forbidden)> + '_ {
        let cells = self.map.empty().iter();
        cells.filter_map(move |pos| Some((pos, self.forbidden(side, pos)?)))
    }

    /// Puts any stone on the free cell `pos` and leaves the turn where it is.
    pub fn place(&mut self, pos: Pos, cell: Cell) {
        if cell != Cell::Empty && self.board.place(pos, cell).is_ok() {
            self.map.play(pos, cell);
        }
    }
}
