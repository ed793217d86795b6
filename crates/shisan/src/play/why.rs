//! What a stone on a cell does: the lines that it makes, and whether it wins by force.

use super::game::{End, Game};
use crate::forbid::describe_lines;
use gomoku_rules::referee::{self, FoulLine, Shape, Verdict};
use gomoku_rules::{Board, Cell, CellNames, Direction, Pos, Rule, Side};
use shisan_analysis::prove;
use shisan_engine::pattern::{Pattern, Position};
use shisan_engine::solve::verify::{Solvers, Strategy, verify};
use shisan_engine::solve::{NodeBudget, Outcome, VcfSolver, VctLimits, VctSolver};

/// Nodes of the solvers for the proof of one move.
const NODES: u64 = 1 << 18;

/// Whose stone is on `pos`, or what one does there. `stop` ends the search for forced wins.
///
/// # Errors
/// When the cell is free and the game is over.
pub fn answer(game: &Game, pos: Pos, stop: &dyn Fn() -> bool) -> Result<String, String> {
    let (board, names) = (game.board(), game.names());
    let Some(side) = board.cell(pos).side() else {
        return match game.end() {
            Some(end) => Err(format!("the game is over: {}", end.describe(names))),
            None => Ok(explain(board, game.rule(), names, pos, stop)),
        };
    };
    let number = game.moves().iter().position(|played| played.pos == pos);
    let number = number.map(|index| format!(", move {}", index + 1)).unwrap_or_default();
    let text = format!("{} is {side}'s{number}", names.name(pos));
    Ok(match game.end() {
        Some(end @ End::Five(_, line)) if line.contains(&pos) => {
            format!("{text}\n{}", end.describe(names))
        }
        _ => text,
    })
}

/// What a stone on `pos`, a free cell, does for the side to move and for its opponent. `stop` ends the
/// search for forced wins.
fn explain(
    board: &Board,
    rule: Rule,
    names: CellNames,
    pos: Pos,
    stop: &dyn Fn() -> bool,
) -> String {
    let side = board.side_to_move();
    let texts = [side, !side].map(|side| explain_for(side, board, rule, names, pos, stop));
    texts.concat().trim_end().to_owned()
}

fn explain_for(
    side: Side,
    board: &Board,
    rule: Rule,
    names: CellNames,
    pos: Pos,
    stop: &dyn Fn() -> bool,
) -> String {
    let head = format!("{} for {side}", names.name(pos));
    if rule.forbids(side)
        && let Some(foul) = referee::foul(board, pos)
    {
        return format!("{head}: forbidden, {}\n{}", foul.kind, describe_lines(&foul.lines, names));
    }
    let mut board = board.clone();
    board.set_side_to_move(side);
    if let Verdict::Win { line, .. } = referee::play(&mut board.clone(), rule, pos) {
        return format!("{head}: wins, {}\n", names.list(&line));
    }
    let position = Position::from_board(&board, rule);
    let lines = threats(&position, pos);
    let Some(name) = name(&lines) else { return format!("{head}: no threat\n") };
    let defences = lines.iter().flat_map(|line| &line.completed_by).copied().collect();
    let win = match forced_win(&position, pos, defences, stop) {
        Some(line) => format!(", wins by force: {}", names.list(&line)),
        None => String::new(),
    };
    format!("{head}: {name}{win}\n{}", describe_lines(&lines, names))
}

/// What the lines threaten together.
fn name(lines: &[FoulLine]) -> Option<&'static str> {
    let of = |shape| lines.iter().filter(move |line| line.shape == shape);
    let threes = of(Shape::Three).count();
    Some(match of(Shape::Four).count() {
        1 if of(Shape::Four).any(|four| four.completed_by.len() > 1) => "open four",
        1 if threes > 0 => "four-three",
        1 => "four",
        0 if threes > 1 => "double three",
        0 if threes > 0 => "open three",
        0 => return None,
        _ => "double four",
    })
}

/// The fours and open threes that a stone of the side to move makes on `pos`.
fn threats(position: &Position, pos: Pos) -> Vec<FoulLine> {
    let lines = Direction::ALL.into_iter().flat_map(|direction| {
        let fours = completions(position, pos, direction, Pattern::Five);
        if fours.is_empty() {
            completions(position, pos, direction, Pattern::OpenFour).into_iter().take(1).collect()
        } else {
            fours
        }
    });
    lines.collect()
}

/// The lines through `pos` along `direction` that one more stone completes to `pattern`, once a stone of
/// the side to move lies on `pos`.
fn completions(
    position: &Position,
    pos: Pos,
    direction: Direction,
    pattern: Pattern,
) -> Vec<FoulLine> {
    let (board, side) = (position.board(), position.side_to_move());
    let mut after = position.clone();
    after.play(pos);
    let near = (-4..=4).filter_map(|steps| pos.step(direction, steps, board.size()));
    let completing = near.filter(|&cell| {
        after.board().is_empty_at(cell)
            && after.pattern(side, cell, direction) == pattern
            && position.pattern(side, cell, direction) != pattern
            && after.is_legal(side, cell)
    });
    let is_four = pattern == Pattern::Five;
    let mut lines: Vec<FoulLine> = Vec::new();
    for cell in completing {
        let stones = run(after.board(), side, cell, direction);
        // Both ends of an open four complete the same stones, and all cells the same open three.
        let same = lines.iter_mut().find(|line| !is_four || line.stones == stones);
        if let Some(line) = same {
            line.completed_by.push(cell);
        } else {
            let shape = if is_four { Shape::Four } else { Shape::Three };
            lines.push(FoulLine { shape, direction, stones, completed_by: vec![cell] });
        }
    }
    lines
}

/// The stones that one of `side` on the free cell `pos` would join along `direction`.
fn run(board: &Board, side: Side, pos: Pos, direction: Direction) -> Vec<Pos> {
    let own = |steps| {
        let cell = pos.step(direction, steps, board.size());
        cell.filter(|&cell| board.cell(cell) == Cell::from(side))
    };
    let mut stones: Vec<Pos> = (1..).map_while(|steps: i32| own(-steps)).collect();
    stones.reverse();
    stones.extend((1..).map_while(own));
    stones
}

/// The longest line of a win by fours and threes that begins with `pos`, proven against every reply. Of
/// several it is one with a reply in `defences`.
fn forced_win(
    position: &Position,
    pos: Pos,
    defences: Vec<Pos>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<Pos>> {
    let mut solvers = Solvers {
        vcf: VcfSolver::new(1 << 14),
        vct: VctSolver::new(1 << 16),
        limits: VctLimits::default(),
    };
    let mut attack = Attack {
        first: pos,
        replies: position.board().stones().len() + 2,
        solvers: &mut solvers,
        budget: NodeBudget::new(NODES).until(stop),
        defences,
        longest: vec![pos],
    };
    verify(position, &mut attack).is_ok().then_some(attack.longest)
}

/// A strategy that begins with a given move.
struct Attack<'a> {
    first: Pos,
    /// Stones on the board after the first move and a reply.
    replies: usize,
    solvers: &'a mut Solvers,
    budget: NodeBudget<'a>,
    defences: Vec<Pos>,
    longest: Vec<Pos>,
}

impl Strategy for Attack<'_> {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        let stones = position.board().stones();
        if stones.len() < self.replies {
            return Some(self.first);
        }
        if stones.len() > self.replies {
            return self.solvers.attack_within(position, &mut self.budget);
        }
        let reply = position.board().last()?.pos;
        let (_, Outcome::Mate(mate)) = prove::mate(position, self.solvers, &mut self.budget) else {
            return None;
        };
        let line = [&[self.first, reply], &mate.line[..]].concat();
        let rank = |line: &[Pos]| {
            (line.len(), line.get(1).is_some_and(|reply| self.defences.contains(reply)))
        };
        if rank(&line) > rank(&self.longest) {
            self.longest = line;
        }
        Some(mate.first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gomoku_rules::record::parse_moves;
    use gomoku_rules::{Coords, Size};

    fn names(coords: Coords) -> CellNames {
        CellNames { coords, size: Size::square(15) }
    }

    fn why(rule: Rule, moves: &str, cell: &str) -> String {
        let mut board = Board::new(Size::square(15));
        for pos in parse_moves(moves).expect("moves") {
            board.play(pos);
        }
        explain(&board, rule, names(Coords::Top), cell.parse().expect("a cell"), &|| false)
    }

    #[test]
    fn forbidden_points_have_their_lines() {
        let text = why(Rule::Renju, "h8h9i7i9h10i6i11i12", "g9");
        assert!(text.starts_with("g9 for black: forbidden, double three\n    three "), "{text}");
        let free = why(Rule::Freestyle, "h8h9i7i9h10i6i11i12", "g9");
        assert!(free.starts_with("g9 for black: double three"), "{free}");
        assert_eq!(free.matches("\n    three ").count(), 2 + free.matches("white: open").count());
    }

    #[test]
    fn fives_and_fours_are_named() {
        let five = why(Rule::Freestyle, "h8a1i8a2j8a3k8a4", "l8");
        assert!(five.starts_with("l8 for black: wins, h8 i8 j8 k8 l8\n"), "{five}");
        assert!(five.contains("l8 for white: no threat"), "{five}");
        let open = why(Rule::Freestyle, "h8a1i8c1j8e1", "k8");
        let expected = "k8 for black: open four, wins by force: k8 ";
        assert!(open.starts_with(expected), "{open}");
        assert!(open.contains("\n    four h8 i8 j8 k8 (row), five at g8 l8\n"), "{open}");
        let closed = why(Rule::Freestyle, "h8g8i8c1j8e1", "k8");
        assert!(closed.starts_with("k8 for black: four\n    four "), "{closed}");
    }

    #[test]
    fn a_four_three_is_proven_with_its_line() {
        // A blocked three in the row and a two in the column.
        let text = why(Rule::Renju, "f8e8g8a1h8a15i6o1i7o15", "i8");
        assert!(text.starts_with("i8 for black: four-three, wins by force: i8 j8 "), "{text}");
        assert!(text.contains("\n    three i6 i7 i8 (column), open four at "), "{text}");
    }

    #[test]
    fn an_interrupt_leaves_the_lines() {
        let mut board = Board::new(Size::square(15));
        for pos in parse_moves("h8a1i9a3").expect("moves") {
            board.play(pos);
        }
        let pos = "j10".parse().expect("a cell");
        let explain = |coords| explain(&board, Rule::Freestyle, names(coords), pos, &|| true);
        let text = explain(Coords::Top);
        assert!(text.starts_with("j10 for black: open three\n    three h8 i9 j10 "), "{text}");
        let text = explain(Coords::Gtp);
        assert!(text.starts_with("K6 for black: open three\n    three H8 J7 K6 "), "{text}");
    }
}
