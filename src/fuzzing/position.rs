//! Positions that no game need ever reach.

use fastrand::Rng;

use crate::engine::static_move;
use crate::eval::WeightSet;
use crate::pattern::{Position, Threat};
use crate::solve::verify::{Strategy, verify};
use crate::solve::{Mate, NodeBudget, VcfSolver};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Cell, Direction, Pos, Rule, Side, Size};

/// Random bytes for [`position`].
pub fn random_bytes(seed: u64) -> Vec<u8> {
    let mut random = Rng::with_seed(seed);
    let length = random.usize(..300);
    // Coordinates are likely to be on the board.
    let most = [16, 32, 128, 255][random.usize(..4)];
    (0..length).map(|_| random.u8(..=most) | (random.u8(..) & 0x80)).collect()
}

/// Sets up a position: a byte for the rule, two for the sides of the board, and then two for each
/// step, which is a stone, a stone of neither side, a pass, or a step back. What the engine knows of the
/// position is what it would know had it been set up at once, and what the referee says of it.
///
/// # Panics
/// When something does not hold.
pub fn position(input: &[u8]) {
    let [rule, width, height, steps @ ..] = input else { return };
    let rule = Rule::ALL[usize::from(*rule) % Rule::ALL.len()];
    let [width, height] = [width, height].map(|byte| 5 + u32::from(byte % 28));
    let Ok(size) = Size::new(width, height) else { return };
    let mut position = Position::new(size, rule);
    for step in steps.chunks_exact(2) {
        take_step(&mut position, step[0], step[1]);
    }
    let again = Position::from_board(position.board(), rule);
    compare(&position, &again);
    for side in Side::BOTH {
        compare_with_referee(&position, side);
    }
    check_static_move(position.board(), rule);
    check_fours(&mut position);
}

fn take_step(position: &mut Position, first: u8, second: u8) {
    let size = position.board().size();
    let (x, y) = (i32::from(first % 64), i32::from(second % 64));
    let free = size.pos(x, y).filter(|&pos| position.board().is_empty_at(pos));
    match (free, second / 64) {
        (Some(pos), 3) => position.place(pos, Cell::Wall),
        (Some(pos), _) => position.play(pos),
        (None, 0 | 1) => position.undo(),
        (None, _) => position.pass(),
    }
}

fn compare(position: &Position, again: &Position) {
    let board = position.board();
    let value = |position| WeightSet::default().value(position);
    assert_eq!(value(position), value(again), "{board:?}");
    for side in Side::BOTH {
        assert_eq!(position.fours(side), again.fours(side), "{board:?}");
        for pos in board.empty_cells() {
            assert_eq!(position.threat(side, pos), again.threat(side, pos), "{pos} in {board:?}");
            for direction in Direction::ALL {
                let pattern = |position: &Position| position.pattern(side, pos, direction);
                assert_eq!(pattern(position), pattern(again), "{pos} in {board:?}");
            }
        }
    }
}

fn compare_with_referee(position: &Position, side: Side) {
    let mut board = position.board().clone();
    board.set_side_to_move(side);
    for pos in position.board().empty_cells() {
        let verdict = referee::play(&mut board, position.rule(), pos);
        let foul = if let Verdict::Foul(foul) = verdict { Some(foul) } else { None };
        assert_eq!(position.forbidden(side, pos), foul, "{side} {pos} in {board:?}");
        let wins = matches!(verdict, Verdict::Win { .. });
        assert_eq!(position.threat(side, pos) == Threat::Five, wins, "{side} {pos} in {board:?}");
        if foul.is_none() {
            board.undo();
        }
    }
}

/// The static move is legal where any move is.
fn check_static_move(board: &Board, rule: Rule) {
    let is_legal = |pos: Pos| {
        !matches!(
            referee::play(&mut board.clone(), rule, pos),
            Verdict::Foul(_) | Verdict::Illegal(_)
        )
    };
    match static_move(board, rule, &WeightSet::default(), &[]) {
        Some(pos) if is_legal(pos) => {}
        Some(pos) => {
            assert!(board.is_empty_at(pos), "{pos} in {board:?}");
            assert!(!board.empty_cells().any(is_legal), "{pos} in {board:?}");
        }
        None => assert_eq!(board.free(), 0, "{board:?}"),
    }
}

/// A checkmate by fours is one.
fn check_fours(position: &mut Position) {
    const NODES: u64 = 500;
    let side = position.side_to_move();
    let mut solver = VcfSolver::new(1 << 10);
    let mut budget = NodeBudget::new(NODES);
    if solver.solve(position, side, Mate::MAX_PLIES, &mut budget).mate().is_some() {
        let checked = verify(position, &mut Fours(solver));
        assert!(checked.is_ok(), "{checked:?}");
    }
}

/// Attacks by fours.
struct Fours(VcfSolver);

impl Strategy for Fours {
    fn attack(&mut self, position: &mut Position) -> Option<Pos> {
        let side = position.side_to_move();
        let mut budget = NodeBudget::new(u64::MAX);
        let mate = self.0.solve(position, side, Mate::MAX_PLIES, &mut budget).mate()?;
        Some(mate.first)
    }
}
