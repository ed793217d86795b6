//! The oracle of the pattern tables: each line played out move by move, slow and plain.

use super::definition::Pattern;
use super::line::LineKey;
use super::table::PatternTable;
use gomoku_rules::{Cell, Rule, Side};

/// A line of cells and the one that was filled. What lies beyond it is wall.
struct Played {
    rule: Rule,
    side: Side,
    cells: Vec<Cell>,
    filled: usize,
}

impl Played {
    fn with<T>(&mut self, at: usize, cell: Cell, ask: impl FnOnce(&mut Self) -> T) -> T {
        self.cells[at] = cell;
        let answer = ask(self);
        self.cells[at] = Cell::Empty;
        answer
    }

    fn empty(&self) -> Vec<usize> {
        (0..self.cells.len()).filter(|&at| self.cells[at] == Cell::Empty).collect()
    }

    /// How long the row through the filled cell is, and whether opponents stand at both its ends.
    fn row(&self) -> (usize, bool) {
        let own = Cell::from(self.side);
        let first = self.cells[..self.filled].iter().rposition(|&cell| cell != own);
        let last = self.cells[self.filled..].iter().position(|&cell| cell != own);
        let (first, last) =
            (first.map_or(0, |at| at + 1), last.map_or(self.cells.len(), |n| n + self.filled));
        let is_opponent = |cell: Option<&Cell>| cell == Some(&Cell::from(!self.side));
        let closed = first > 0
            && is_opponent(self.cells.get(first - 1))
            && is_opponent(self.cells.get(last));
        (last - first, closed)
    }

    fn wins(&self) -> bool {
        match self.row() {
            (0..5, _) => false,
            (5, closed) => !(closed && self.rule.closed_five_is_void()),
            _ => self.rule.overline_wins(self.side),
        }
    }

    /// The cells that win at once.
    fn winning_moves(&mut self) -> Vec<usize> {
        let own = self.side.into();
        let mut moves = self.empty();
        moves.retain(|&at| self.with(at, own, |line| line.wins()));
        moves
    }

    /// Whether the side wins with its next move against every reply on this line.
    fn wins_after_any_reply(&mut self) -> bool {
        let opponent = (!self.side).into();
        self.empty()
            .into_iter()
            .all(|at| self.with(at, opponent, |line| !line.winning_moves().is_empty()))
    }

    /// What the line is if it has a five, a longer row or a four.
    fn four(&mut self) -> Option<Pattern> {
        let length = self.row().0;
        if length >= 5 {
            let lost = if length == 5 { Pattern::Dead } else { Pattern::Overline };
            return Some(if self.wins() { Pattern::Five } else { lost });
        }
        let fives = self.winning_moves().len();
        match () {
            () if fives == 0 => None,
            // One four has two winning moves only at both ends of its four stones in a row.
            () if self.rule.forbids(self.side) && fives > 1 && length != 4 => {
                Some(Pattern::Overline)
            }
            () if self.wins_after_any_reply() => Some(Pattern::OpenFour),
            () => Some(Pattern::Four),
        }
    }

    /// What the line is, if it threatens a four at least.
    fn meaning(&mut self) -> Option<Pattern> {
        if let Some(four) = self.four() {
            return Some(four);
        }
        let own = self.side.into();
        let mut count = [0_u32; Pattern::COUNT];
        for at in self.empty() {
            if let Some(next) = self.with(at, own, Self::four) {
                count[next as usize] += 1;
            }
        }
        match (count[Pattern::OpenFour as usize], count[Pattern::Four as usize]) {
            (2.., _) => Some(Pattern::ThreeS),
            (1, _) => Some(Pattern::Three),
            (0, 1..) => Some(Pattern::BlockedThree),
            (0, 0) => None,
        }
    }
}

/// What the table of `rule` makes of the cell that was filled.
fn looked_up(line: &Played) -> Pattern {
    const MIDDLE: u32 = 16;
    let mut key = LineKey::WALL;
    for (&cell, at) in line.cells.iter().zip(0..) {
        let place = MIDDLE + at - line.filled as u32;
        key.clear(place);
        if at as usize != line.filled {
            key.put(place, cell);
        }
    }
    PatternTable::of(line.rule).pattern(key, MIDDLE, line.side)
}

#[test]
fn the_tables_say_what_comes_of_a_line() {
    let mut random = fastrand::Rng::with_seed(2);
    let mut seen = [0; Pattern::COUNT];
    for round in 0..100_000 {
        let rule = Rule::ALL[round % 5];
        let side = Side::BOTH[round / 5 % 2];
        let (own, opponent) = (random.u8(10..50), random.u8(0..20));
        let mut cells: Vec<Cell> = (0..random.usize(5..16))
            .map(|_| match random.u8(..100) {
                0 => Cell::Wall,
                roll if roll <= own => side.into(),
                roll if roll <= own + opponent => (!side).into(),
                _ => Cell::Empty,
            })
            .collect();
        let filled = random.usize(..cells.len());
        cells[filled] = side.into();
        let mut line = Played { rule, side, cells, filled };
        let (pattern, meaning) = (looked_up(&line), line.meaning());
        let agrees = match meaning {
            Some(meaning) => pattern == meaning,
            None => pattern < Pattern::BlockedThree && pattern != Pattern::Overline,
        };
        assert!(agrees, "{rule} {side} {:?} at {filled}: {pattern:?}, {meaning:?}", line.cells);
        seen[pattern as usize] += 1;
    }
    assert!(seen.iter().all(|&count| count > 200), "{seen:?}");
}
