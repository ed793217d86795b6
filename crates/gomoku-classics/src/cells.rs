//! Cells that agents ask about: fives, legal moves, neighbours.

use fastrand::Rng;
use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side, Size, referee};

/// The unbroken row of stones of one side that a stone would be part of.
pub struct Run {
    /// The number of stones, that one included.
    pub length: i32,
    /// How many of the two cells beside the row are free.
    pub open: usize,
    /// Whether stones of the opponent lie at both ends.
    is_closed: bool,
}

impl Run {
    /// The run along `direction` through a stone of `side` at `pos`, whether it lies there or not.
    pub fn through(board: &Board, pos: Pos, direction: Direction, side: Side) -> Self {
        let own = Cell::from(side);
        let cell = |steps| {
            let next = pos.step(direction, steps, board.size());
            next.map_or(Cell::Wall, |next| board.cell(next))
        };
        let longest = i32::from(Size::MAX);
        let ahead = (1..longest).take_while(|&steps| cell(steps) == own).count() as i32;
        let back = (1..longest).take_while(|&steps| cell(-steps) == own).count() as i32;
        let ends = [cell(ahead + 1), cell(-back - 1)];
        Self {
            length: back + 1 + ahead,
            open: ends.iter().filter(|&&end| end == Cell::Empty).count(),
            is_closed: ends.iter().all(|&end| end == Cell::from(!side)),
        }
    }

    /// Whether it wins for its side.
    pub fn wins(&self, rule: Rule, side: Side) -> bool {
        match self.length {
            5 => !(self.is_closed && rule.closed_five_is_void()),
            length => length > 5 && rule.overline_wins(side),
        }
    }
}

/// Whether a stone of `side` at `pos`, a free cell or its own stone, is part of a line that wins.
pub fn makes_five(board: &Board, rule: Rule, side: Side, pos: Pos) -> bool {
    let run = |direction| Run::through(board, pos, direction, side);
    Direction::ALL.into_iter().any(|direction| run(direction).wins(rule, side))
}

/// The number of the line through `pos` among those of its direction.
pub fn line_number(pos: Pos, direction: Direction) -> usize {
    let (x, y) = (usize::from(pos.x()), usize::from(pos.y()));
    match direction {
        Direction::Row => y,
        Direction::Column => x,
        Direction::Diagonal => x + 31 - y,
        Direction::AntiDiagonal => x + y,
    }
}

/// The free cells that the side to move may play, row by row; every free cell if it may play none.
pub fn legal(board: &Board, rule: Rule) -> Vec<Pos> {
    let free = || board.empty_cells();
    if !rule.forbids(board.side_to_move()) {
        return free().collect();
    }
    let legal: Vec<Pos> = free().filter(|&pos| referee::forbidden(board, pos).is_none()).collect();
    if legal.is_empty() { free().collect() } else { legal }
}

/// The cells of `among` with a stone at most `distance` rows and columns away. Without any, as on an
/// empty board: the centre, or else all of them.
pub fn near(board: &Board, among: &[Pos], distance: i32) -> Vec<Pos> {
    let near = among.iter().filter(|&&pos| has_neighbour(board, pos, distance)).copied();
    or_centre(board, among, near.collect())
}

/// `chosen`, or if it is empty the centre if that is one of `among`, or else all of them.
pub fn or_centre(board: &Board, among: &[Pos], chosen: Vec<Pos>) -> Vec<Pos> {
    let centre = board.size().centre();
    match chosen.is_empty() {
        false => chosen,
        true if among.contains(&centre) => vec![centre],
        true => among.to_vec(),
    }
}

/// Whether a stone lies at most `distance` rows and columns away from `pos`.
pub fn has_neighbour(board: &Board, pos: Pos, distance: i32) -> bool {
    let (x, y) = (i32::from(pos.x()), i32::from(pos.y()));
    let is_stone = |x, y| {
        let near = board.size().pos(x, y);
        near.is_some_and(|near| near != pos && board.cell(near).side().is_some())
    };
    (y - distance..=y + distance).any(|y| (x - distance..=x + distance).any(|x| is_stone(x, y)))
}

/// Puts `cells` into an order that follows from `seed`: the same where machine words have 32 bits.
pub fn shuffle(cells: &mut [Pos], seed: u64) {
    let mut rng = Rng::with_seed(seed);
    for last in 1..cells.len() {
        cells.swap(last, rng.u64(..=last as u64) as usize);
    }
}

#[cfg(test)]
mod tests {
    use gomoku_rules::referee::Verdict;

    use super::*;
    use crate::testing::board;

    #[test]
    fn fives_are_those_of_the_referee() {
        let mut rng = Rng::with_seed(1);
        for game in 0..400 {
            let rule = Rule::ALL[game % Rule::ALL.len()];
            let mut board = Board::new(Size::square(7));
            loop {
                let legal = legal(&board, rule);
                let Some(&pos) = rng.choice(&legal) else { break };
                let (side, before) = (board.side_to_move(), board.clone());
                let is_five = makes_five(&before, rule, side, pos);
                match referee::play(&mut board, rule, pos) {
                    Verdict::Win { .. } => {
                        assert!(is_five && makes_five(&board, rule, side, pos), "{before:?} {pos}");
                        break;
                    }
                    Verdict::Ongoing => assert!(!is_five, "{before:?} {pos}"),
                    _ => break,
                }
            }
        }
    }

    #[test]
    fn forbidden_cells_are_played_only_if_all_are() {
        let board = board("h8h9i7i9h10i6i11i12");
        let legal = legal(&board, Rule::Renju);
        assert_eq!(legal.len(), board.free() - 1);
        assert!(!legal.contains(&"g9".parse().expect("a cell")));
    }

    #[test]
    fn neighbours_are_near_stones() {
        let names = |board: &Board, distance| {
            let legal = legal(board, Rule::Freestyle);
            near(board, &legal, distance).iter().map(Pos::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(&board("a1"), 1), "b1 a2 b2");
        assert_eq!(names(&board("a1"), 2), "b1 c1 a2 b2 c2 a3 b3 c3");
        assert_eq!(names(&board(""), 1), "h8");
    }
}
