//! Renju's forbidden points, decided exactly: an open three counts only if a cell that makes it an
//! open four is itself allowed, and so on to any depth.
//!
//! The order of judgement is that of the Gomocup judge: an exact five is always allowed, then come
//! double four, double three and overline.

use super::ThreatMap;
use super::definition::Pattern;
use super::line::{LineKey, Lines, place_of};
use super::table::PatternTable;
use super::threat::Threat;
use gomoku_rules::{Cell, Direction, Forbidden, Pos, Rule, Side};

/// What forbids Black the empty cell `pos`, if anything.
pub(super) fn check(map: &ThreatMap, pos: Pos) -> Option<Forbidden> {
    match (Trial { map, stone: None }).verdict(pos) {
        Verdict::Forbidden(kind) => Some(kind),
        Verdict::Five | Verdict::Allowed => None,
    }
}

/// What a black stone on the empty cell `pos` threatens if it is allowed, by its real threes only.
pub(super) fn threat(map: &ThreatMap, pos: Pos) -> Threat {
    let trial = Trial { map, stone: None };
    if let Verdict::Forbidden(_) = trial.verdict(pos) {
        return Threat::Forbidden;
    }
    let next = Trial { map, stone: Some((pos, &trial)) };
    let patterns = Direction::ALL.map(|direction| {
        let pattern = trial.pattern(pos, direction);
        let is_false = pattern.is_three() && !next.becomes_open_four(pos, direction);
        // It still threatens fours that one reply stops.
        if is_false { Pattern::BlockedThree } else { pattern }
    });
    Threat::of(patterns, Rule::Renju, Side::Black)
}

enum Verdict {
    Five,
    Forbidden(Forbidden),
    Allowed,
}

/// The board with the black stones that are tried, the latest first.
#[derive(Clone, Copy)]
struct Trial<'a> {
    map: &'a ThreatMap,
    stone: Option<(Pos, &'a Trial<'a>)>,
}

impl Trial<'_> {
    fn verdict(&self, pos: Pos) -> Verdict {
        let patterns = Direction::ALL.map(|direction| self.pattern(pos, direction));
        let count = |pattern: Pattern| patterns.iter().filter(|&&p| p == pattern).count();
        if count(Pattern::Five) > 0 {
            return Verdict::Five;
        }
        let in_one_line =
            |d: &Direction| patterns[d.index()] == Pattern::Overline && !self.is_overline(pos, *d);
        let double_four = Direction::ALL.iter().any(in_one_line);
        if double_four || count(Pattern::Four) + count(Pattern::OpenFour) > 1 {
            return Verdict::Forbidden(Forbidden::DoubleFour);
        }
        let three = |d: &&Direction| patterns[d.index()].is_three();
        if Direction::ALL.iter().filter(three).count() > 1 {
            let next = Trial { map: self.map, stone: Some((pos, self)) };
            let real =
                Direction::ALL.iter().filter(three).filter(|d| next.becomes_open_four(pos, **d));
            if real.count() > 1 {
                return Verdict::Forbidden(Forbidden::DoubleThree);
            }
        }
        if count(Pattern::Overline) > 0 {
            return Verdict::Forbidden(Forbidden::Overline);
        }
        Verdict::Allowed
    }

    /// Whether the three along `direction` through the tried stone at `pos` is real: some cell that
    /// makes it an open four is allowed and completes no five.
    fn becomes_open_four(&self, pos: Pos, direction: Direction) -> bool {
        let size = self.map.size();
        [-1, 1].into_iter().any(|way| {
            // Nothing but own stones lies between a stone and the cell that makes it an open four.
            let cell = (1..4)
                .map_while(|steps| pos.step(direction, way * steps, size))
                .find(|&cell| !self.is_black(cell))
                .filter(|&cell| self.map.empty().contains(cell));
            cell.is_some_and(|cell| {
                self.pattern(cell, direction) == Pattern::OpenFour
                    && matches!(self.verdict(cell), Verdict::Allowed)
            })
        })
    }

    /// Whether a black stone lies at `pos`, tried ones included.
    fn is_black(&self, pos: Pos) -> bool {
        self.line(pos, Direction::Row).is_black(place_of(Direction::Row, pos))
    }

    /// The line through `pos` along `direction` with the tried stones on the board.
    fn line(&self, pos: Pos, direction: Direction) -> LineKey {
        let mut line = self.map.lines().line(direction, pos);
        let mut trial = self;
        while let Some((stone, before)) = trial.stone {
            if Lines::number(direction, stone) == Lines::number(direction, pos) {
                line.put(place_of(direction, stone), Cell::Black);
            }
            trial = before;
        }
        line
    }

    /// Black's pattern at `pos` along `direction` with the tried stones on the board.
    fn pattern(&self, pos: Pos, direction: Direction) -> Pattern {
        PatternTable::of(Rule::Renju).pattern(
            self.line(pos, direction),
            place_of(direction, pos),
            Side::Black,
        )
    }

    /// Whether a stone at `pos` makes six or more along `direction`.
    fn is_overline(&self, pos: Pos, direction: Direction) -> bool {
        self.line(pos, direction).blacks_around(place_of(direction, pos)) > 4
    }
}
