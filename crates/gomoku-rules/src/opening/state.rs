//! An opening that is being played.

use std::fmt;

use super::offers::{most_offers, symmetric_pair};
use super::rule::{By, Count, OpeningRule, Player, Step, Zone};
use crate::board::{Board, PlaceError};
use crate::pos::{Pos, Size};
use crate::side::Side;

/// An opening under way: whose decision is due, and what may be decided.
///
/// ```
/// use gomoku_rules::{Decision, Opening, OpeningRule, Player, Side, Size};
///
/// let mut opening = Opening::new(OpeningRule::Swap2, Size::square(15))?;
/// for cell in ["h8", "i9", "k5"] {
///     assert_eq!(opening.player(), Some(Player::First));
///     opening.decide(&Decision::Cell(cell.parse()?))?;
/// }
/// let options = opening.options().expect("a choice is left");
/// assert!(opening.player() == Some(Player::Second) && options.swap && options.is_free("a1".parse()?));
/// opening.decide(&Decision::Swap)?;
/// assert_eq!((opening.player(), opening.side_of(Player::First)), (None, Side::White));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Opening {
    rule: OpeningRule,
    board: Board,
    /// The steps that are left.
    rest: &'static [Step],
    /// Who has Black.
    black: Player,
    declared: Option<u8>,
    offered: Vec<Pos>,
}

/// What a player decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// A stone on this cell, or this one of the cells that are offered.
    Cell(Pos),
    /// The players change sides.
    Swap,
    /// They do not.
    Stay,
    /// So many fifth moves will be offered.
    Declare(u8),
    /// These fifth moves are offered.
    Offer(Vec<Pos>),
}

/// What the player whose turn it is may decide.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// The cells that may be taken, by a stone or as one of the offered ones.
    pub cells: Vec<Pos>,
    /// Where the rule wants the stone, if one may be put.
    pub zone: Option<Zone>,
    /// Whether those cells are offers to select from.
    pub selects: bool,
    /// Whether to change sides may be decided, or not to.
    pub swap: bool,
    /// The greatest number of fifth moves that may be declared, if one is due.
    pub declare: Option<u8>,
    /// How many fifth moves may be offered, if they may.
    pub offer: Option<u8>,
}

impl Options {
    /// Whether the cell may be taken.
    pub fn is_free(&self, pos: Pos) -> bool {
        self.cells.contains(&pos)
    }
}

/// Why an opening cannot begin, or something cannot be decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpeningError {
    /// The rule wants a stone where a board of this size has no cell.
    TooSmall(Size),
    /// The opening is over.
    Over,
    /// Something else is due.
    NotDue,
    /// The cell cannot be taken by any stone.
    Place(Pos, PlaceError),
    /// The rule wants the stone elsewhere: in this zone.
    Zone(Pos, Zone),
    /// The cell is none of those that are offered.
    NotOffered(Pos),
    /// So many fifth moves cannot be declared: from 1 to this number.
    Number(u8),
    /// So many fifth moves are to be offered.
    Count(u8),
    /// These two offers are symmetric, or the same.
    Symmetric(Pos, Pos),
}

impl Opening {
    /// An opening before its first stone.
    ///
    /// # Errors
    /// When a stone has no cell on the board: `pro` needs a side of 6, `long-pro` one of 8.
    pub fn new(rule: OpeningRule, size: Size) -> Result<Self, OpeningError> {
        let has_cell = |step: &Step| match step {
            Step::Stone(_, zone) => size.positions().any(|pos| zone.contains(pos, size)),
            _ => true,
        };
        if !rule.steps().iter().all(has_cell) {
            return Err(OpeningError::TooSmall(size));
        }
        Ok(Self {
            rule,
            board: Board::new(size),
            rest: rule.steps(),
            black: Player::First,
            declared: None,
            offered: Vec::new(),
        })
    }

    /// Its rule.
    pub fn rule(&self) -> OpeningRule {
        self.rule
    }

    /// The stones, with the side to move.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The side that a player has now.
    pub fn side_of(&self, player: Player) -> Side {
        if player == self.black { Side::Black } else { Side::White }
    }

    /// The player who has a side now.
    pub fn player_of(&self, side: Side) -> Player {
        if side == Side::Black { self.black } else { !self.black }
    }

    /// How many fifth moves are declared.
    pub fn declared(&self) -> Option<u8> {
        self.declared
    }

    /// The fifth moves that are offered, until one is selected.
    pub fn offered(&self) -> &[Pos] {
        &self.offered
    }

    /// Whose decision is due; `None` when the opening is over and the side to move plays on.
    pub fn player(&self) -> Option<Player> {
        let by = match *self.starts().next()?.first()? {
            Step::Stone(by, _)
            | Step::Swap(by)
            | Step::Declare(by, _)
            | Step::Offer(by, _)
            | Step::Select(by) => by,
            Step::Ways(_) => unreachable!("ways begin with steps"),
        };
        Some(match by {
            By::First => Player::First,
            By::Second => Player::Second,
            By::Black => self.black,
            By::White => !self.black,
        })
    }

    /// The ways in which the opening may go on, each by the steps that are left.
    fn starts(&self) -> impl Iterator<Item = &'static [Step]> {
        let (ways, rest): (&'static [&'static [Step]], _) = match self.rest {
            [Step::Ways(ways), ..] => (ways, None),
            rest => (&[], Some(rest)),
        };
        ways.iter().copied().chain(rest)
    }

    /// What may be decided; `None` when the opening is over.
    pub fn options(&self) -> Option<Options> {
        self.player()?;
        let mut options = Options {
            cells: Vec::new(),
            zone: None,
            selects: false,
            swap: false,
            declare: None,
            offer: None,
        };
        for start in self.starts() {
            match start.first() {
                Some(Step::Stone(_, zone)) => {
                    options.cells = self.free(*zone).collect();
                    options.zone = Some(*zone);
                }
                Some(Step::Select(_)) => {
                    options.cells.clone_from(&self.offered);
                    options.selects = true;
                }
                Some(Step::Swap(_)) => options.swap = true,
                Some(Step::Declare(_, most)) => options.declare = Some(self.most(*most)),
                Some(Step::Offer(_, count)) => options.offer = Some(self.count(*count)),
                Some(Step::Ways(_)) | None => {}
            }
        }
        Some(options)
    }

    fn free(&self, zone: Zone) -> impl Iterator<Item = Pos> + '_ {
        let size = self.board.size();
        self.board.empty_cells().filter(move |&pos| zone.contains(pos, size))
    }

    /// The greatest number of fifth moves. Where the rule has no limit it is one that can be offered in any
    /// position: a cell has at most seven symmetric ones.
    fn most(&self, limit: Option<u8>) -> u8 {
        let always = u8::try_from((self.board.free() - 1) / 8).unwrap_or(u8::MAX).max(1);
        limit.map_or(always, |limit| limit.min(always))
    }

    fn count(&self, count: Count) -> u8 {
        match count {
            Count::Declared => self.declared.unwrap_or(1),
            Count::UpTo(count) => {
                u8::try_from(most_offers(&self.board)).map_or(count, |most| most.min(count))
            }
        }
    }

    /// Decides for the player whose turn it is.
    ///
    /// # Errors
    /// When the rule does not allow it; the opening stays as it was.
    pub fn decide(&mut self, decision: &Decision) -> Result<(), OpeningError> {
        if self.player().is_none() {
            return Err(OpeningError::Over);
        }
        let start = self.starts().find(|start| Self::is_due(start, decision));
        let Some([step, rest @ ..]) = start else { return Err(OpeningError::NotDue) };
        match (step, decision) {
            (Step::Stone(_, zone), &Decision::Cell(pos)) => {
                let placed = self.board.check_free(pos);
                placed.map_err(|error| OpeningError::Place(pos, error))?;
                if !zone.contains(pos, self.board.size()) {
                    return Err(OpeningError::Zone(pos, *zone));
                }
                self.board.play(pos);
            }
            (Step::Select(_), &Decision::Cell(pos)) => {
                if !self.offered.contains(&pos) {
                    return Err(OpeningError::NotOffered(pos));
                }
                self.offered.clear();
                self.board.play(pos);
            }
            (Step::Declare(_, limit), &Decision::Declare(count)) => {
                let most = self.most(*limit);
                if !(1..=most).contains(&count) {
                    return Err(OpeningError::Number(most));
                }
                self.declared = Some(count);
            }
            (Step::Offer(_, count), Decision::Offer(cells)) => {
                self.check_offer(cells, self.count(*count))?;
                self.offered.clone_from(cells);
            }
            (Step::Swap(_), Decision::Swap) => self.black = !self.black,
            _ => {}
        }
        self.rest = rest;
        Ok(())
    }

    /// Whether a way that begins so takes a decision.
    fn is_due(start: &[Step], decision: &Decision) -> bool {
        matches!(
            (start.first(), decision),
            (Some(Step::Stone(..) | Step::Select(_)), Decision::Cell(_))
                | (Some(Step::Swap(_)), Decision::Swap | Decision::Stay)
                | (Some(Step::Declare(..)), Decision::Declare(_))
                | (Some(Step::Offer(..)), Decision::Offer(_))
        )
    }

    fn check_offer(&self, cells: &[Pos], count: u8) -> Result<(), OpeningError> {
        if cells.len() != usize::from(count) {
            return Err(OpeningError::Count(count));
        }
        for &pos in cells {
            let placed = self.board.check_free(pos);
            placed.map_err(|error| OpeningError::Place(pos, error))?;
        }
        match symmetric_pair(&self.board, cells) {
            Some((one, other)) => Err(OpeningError::Symmetric(one, other)),
            None => Ok(()),
        }
    }

    /// Of `cells`, the best first, those that can be offered together: the first of symmetric ones.
    pub fn without_symmetric(&self, cells: impl IntoIterator<Item = Pos>) -> Vec<Pos> {
        let mut kept: Vec<Pos> = Vec::new();
        for pos in cells {
            kept.push(pos);
            if symmetric_pair(&self.board, &kept).is_some() {
                kept.pop();
            }
        }
        kept
    }

    /// How many stones lie before the next decision of the other player, or the end: those that the player
    /// whose turn it is puts in a row.
    pub fn stones_in_a_row(&self) -> usize {
        let Some(player) = self.player() else { return 0 };
        let mut ahead = self.clone();
        let mut count = 0;
        while let Some(options) = ahead.options().filter(|_| ahead.player() == Some(player)) {
            let Some(&pos) = options.cells.first().filter(|_| !options.selects) else { break };
            if ahead.decide(&Decision::Cell(pos)).is_err() {
                break;
            }
            count += 1;
        }
        count
    }
}

impl OpeningError {
    /// The reason, with cells as `name` names them.
    pub fn describe(&self, name: impl Fn(Pos) -> String) -> String {
        match *self {
            Self::TooSmall(size) => format!("the {size} board is too small"),
            Self::Over => "the opening is over".to_owned(),
            Self::NotDue => "another decision is due".to_owned(),
            Self::Place(pos, error) => format!("{}: {error}", name(pos)),
            Self::Zone(pos, zone) => {
                format!("{}: the opening rule wants this stone {zone}", name(pos))
            }
            Self::NotOffered(pos) => format!("{} is not offered", name(pos)),
            Self::Number(most) => format!("expected a number of fifth moves from 1 to {most}"),
            Self::Count(count) => format!("expected {count} fifth moves"),
            Self::Symmetric(one, other) if one == other => {
                format!("{} is offered twice", name(one))
            }
            Self::Symmetric(one, other) => {
                format!("{} and {} are symmetric", name(one), name(other))
            }
        }
    }
}

impl fmt::Display for OpeningError {
    /// Cells are named from the top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|pos| pos.to_string()))
    }
}

impl std::error::Error for OpeningError {}
