//! Shared by the tests of the solvers: positions, random boards, recorded puzzles.

use crate::pattern::{Position, Threat};
use gomoku_rules::{Board, Cell, Diagram, Pos, Rule, Side, Size, record, referee};

/// The drawn position with `side` to move.
pub fn drawn(rule: Rule, side: Side, drawing: &str) -> Position {
    let mut diagram: Diagram = drawing.parse().expect(drawing);
    diagram.board.set_side_to_move(side);
    Position::from_board(&diagram.board, rule)
}

/// `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (((z ^ z >> 31) >> 32) as usize * limit) >> 32
    }
}

/// A board of random stones of both sides in turn, where nobody has won and Black has played
/// nothing forbidden.
pub fn scattered(rule: Rule, size: Size, stones: usize, random: &mut Random) -> Board {
    let mut board = Board::new(size);
    for _ in 0..stones {
        let free: Vec<Pos> = board.empty_cells().collect();
        if free.is_empty() {
            break;
        }
        let pos = free[random.below(free.len())];
        let fouls = rule.forbids(board.side_to_move()) && referee::forbidden(&board, pos).is_some();
        if fouls {
            continue;
        }
        board.play(pos);
        if referee::wins(&board, rule, pos) {
            board.undo();
        }
    }
    board
}

/// A position after `plies` moves of a game between players who mostly see threats, or earlier if the
/// next would end it.
pub fn playout(rule: Rule, size: Size, plies: usize, random: &mut Random) -> Position {
    let mut position = Position::new(size, rule);
    position.play(size.centre());
    for _ in 1..plies {
        let mover = position.side_to_move();
        let near: Vec<Pos> =
            position.map().candidates().filter(|&pos| position.is_legal(mover, pos)).collect();
        if near.is_empty() {
            break;
        }
        let merit = |&pos: &Pos| position.threat(mover, pos).max(position.threat(!mover, pos));
        let tries = 1 + random.below(12);
        let pos = (0..tries).map(|_| near[random.below(near.len())]).max_by_key(merit);
        match pos {
            Some(pos) if position.threat(mover, pos) != Threat::Five => position.play(pos),
            _ => break,
        }
    }
    position
}

/// A recorded position.
pub struct Puzzle {
    pub name: String,
    pub kind: String,
    pub attacker: Side,
    pub plies: u32,
    pub position: Position,
}

/// The recorded positions of `data/positions/puzzles.txt`.
pub fn puzzles() -> Vec<Puzzle> {
    let text = include_str!("../../data/positions/puzzles.txt");
    text.split("\n\n").filter(|block| !block.starts_with('#')).map(puzzle).collect()
}

fn puzzle(block: &str) -> Puzzle {
    let (head, drawing) = block.trim_start().split_once('\n').expect(block);
    let words: Vec<&str> = head.split_whitespace().collect();
    let [name, rule, side, kind, plies] = words[..] else { panic!("{head}") };
    let attacker = if side == "black" { Side::Black } else { Side::White };
    Puzzle {
        name: name.to_owned(),
        kind: kind.to_owned(),
        attacker,
        plies: plies.parse().expect(head),
        position: drawn(rule.parse().expect(head), attacker, drawing),
    }
}

/// An attack that was taken for a win and is none.
#[derive(Clone)]
pub struct Refuted {
    pub name: String,
    pub moves: Vec<Pos>,
    pub attack: Pos,
    pub reply: Pos,
}

/// The attacks of `data/positions/refuted.txt`.
pub fn refuted() -> Vec<Refuted> {
    let text = include_str!("../../data/positions/refuted.txt");
    text.lines().filter(|line| !line.starts_with('#')).map(refuted_attack).collect()
}

fn refuted_attack(line: &str) -> Refuted {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [name, moves, attack, reply] = words[..] else { panic!("{line}") };
    Refuted {
        name: name.to_owned(),
        moves: record::parse_moves(moves).expect(line),
        attack: attack.parse().expect(line),
        reply: reply.parse().expect(line),
    }
}

/// Win by fours by definition: `attacker` makes a four on any cell and, whatever the defender does,
/// completes a five or makes the next four.
pub fn wins_by_fours(board: &mut Board, rule: Rule, attacker: Side, known: &mut Known) -> bool {
    let cells: Vec<Pos> = board.empty_cells().collect();
    if cells.iter().any(|&pos| wins_at(board, rule, attacker, pos)) {
        return true;
    }
    if let Some(&verdict) = known.get(&board.key()) {
        return verdict;
    }
    let verdict = cells.iter().any(|&pos| {
        if rule.forbids(attacker) && referee::forbidden(board, pos).is_some() {
            return false;
        }
        board.set_side_to_move(attacker);
        board.play(pos);
        let fives = cells
            .iter()
            .any(|&five| board.is_empty_at(five) && wins_at(board, rule, attacker, five));
        let wins = fives
            && !cells.iter().any(|&reply| {
                board.is_empty_at(reply) && refutes(board, rule, attacker, reply, known)
            });
        board.undo();
        wins
    });
    board.set_side_to_move(attacker);
    known.insert(board.key(), verdict);
    verdict
}

/// Verdicts by key.
pub type Known = std::collections::HashMap<u64, bool>;

/// Whether the defender's `reply` saves it from a loss by fours.
fn refutes(board: &mut Board, rule: Rule, attacker: Side, reply: Pos, known: &mut Known) -> bool {
    if rule.forbids(!attacker) && referee::forbidden(board, reply).is_some() {
        return false;
    }
    board.set_side_to_move(!attacker);
    board.play(reply);
    let saved = referee::wins(board, rule, reply) || !wins_by_fours(board, rule, attacker, known);
    board.undo();
    saved
}

/// Whether `side` wins at once with a stone on `pos`.
fn wins_at(board: &mut Board, rule: Rule, side: Side, pos: Pos) -> bool {
    let turn = board.side_to_move();
    board.set_side_to_move(side);
    board.play(pos);
    let wins = referee::wins(board, rule, pos);
    board.undo();
    board.set_side_to_move(turn);
    debug_assert!(board.cell(pos) == Cell::Empty);
    wins
}

/// The first move of a line, the attacker's first, that is against the rule or comes after a five.
pub fn illegal_move(board: &Board, rule: Rule, attacker: Side, line: &[Pos]) -> Option<Pos> {
    let mut board = board.clone();
    let mut is_won = false;
    let mut sides = [attacker, !attacker].into_iter().cycle();
    line.iter().copied().find(|&pos| {
        let side = sides.next().expect("a cycle");
        board.set_side_to_move(side);
        if is_won
            || !board.is_empty_at(pos)
            || (rule.forbids(side) && referee::forbidden(&board, pos).is_some())
        {
            return true;
        }
        board.play(pos);
        is_won = referee::wins(&board, rule, pos);
        false
    })
}
