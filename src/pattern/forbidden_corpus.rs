//! Hard renju verdicts: `data/positions/renju-forbidden.txt`, how it was made, and the test that reads it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use super::{Position, Threat};
use gomoku_rules::record::{format_moves, parse_moves};
use gomoku_rules::referee::{self, Verdict};
use gomoku_rules::{Board, Cell, Direction, Forbidden, Pos, Rule, Side, Size, Symmetry};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/data/positions/renju-forbidden.txt");

const HEADER: &str = "\
# Hard verdicts on a black stone in renju, one a line:
#   size, cell, verdict, depth, black stones, white stones (- for none)
# The depth is how many imagined moves deep the verdict lies. No stone can be left out without a change
# of verdict or depth. Made from random boards by
#   cargo test --release --lib write_renju_corpus -- --ignored
# and checked: check_forbid.py of Gomocup/GomocupJudge says the same, here and on every other empty
# cell of these boards.
";

/// How many lines there may be of each verdict at most, by depth; the last holds for all above.
const QUOTAS: [usize; 3] = [10, 25, 40];

/// One line of the corpus.
struct Case {
    board: Board,
    pos: Pos,
    verdict: Option<Forbidden>,
    depth: u32,
}

fn board_of(size: Size, stones: impl IntoIterator<Item = (Pos, Cell)>) -> Board {
    let mut board = Board::new(size);
    for (pos, cell) in stones {
        board.place(pos, cell).expect("a free cell");
    }
    board
}

fn cells_of(board: &Board, cell: Cell) -> Vec<Pos> {
    let mut cells: Vec<Pos> =
        board.stones().iter().filter(|s| s.cell == cell).map(|s| s.pos).collect();
    cells.sort_unstable();
    cells
}

fn name_of(verdict: Option<Forbidden>) -> String {
    verdict.map_or("legal".to_owned(), |reason| reason.to_string().replace(' ', "-"))
}

impl Case {
    fn read(line: &str) -> Self {
        let [size, pos, verdict, depth, black, white] =
            line.split(' ').collect::<Vec<_>>().try_into().expect("six fields");
        let stones = |text: &str, cell: Cell| {
            let moves = parse_moves(text.trim_matches('-')).expect("a pos string");
            moves.into_iter().map(move |pos| (pos, cell))
        };
        let stones = stones(black, Cell::Black).chain(stones(white, Cell::White));
        let verdicts = [
            None,
            Some(Forbidden::DoubleThree),
            Some(Forbidden::DoubleFour),
            Some(Forbidden::Overline),
        ];
        Self {
            board: board_of(size.parse().expect("a size"), stones),
            pos: pos.parse().expect("a cell"),
            verdict: verdicts.into_iter().find(|&v| name_of(v) == verdict).expect("a verdict"),
            depth: depth.parse().expect("a depth"),
        }
    }

    fn write(&self) -> String {
        let side = self.board.size().width();
        let (verdict, depth) = (name_of(self.verdict), self.depth);
        let [black, white] = [Cell::Black, Cell::White].map(|cell| {
            let cells = cells_of(&self.board, cell);
            if cells.is_empty() { "-".to_owned() } else { format_moves(&cells) }
        });
        format!("{side} {} {verdict} {depth} {black} {white}", self.pos)
    }

    /// Leaves out stones as long as verdict and depth stay.
    fn reduce(&mut self) {
        let size = self.board.size();
        let mut at = 0;
        while at < self.board.stones().len() {
            let mut stones: Vec<_> = self.board.stones().iter().map(|s| (s.pos, s.cell)).collect();
            stones.remove(at);
            let board = board_of(size, stones);
            if referee::forbidden_with_depth(&board, self.pos) == (self.verdict, self.depth) {
                (self.board, at) = (board, 0);
            } else {
                at += 1;
            }
        }
    }

    /// The same after a symmetry of the board.
    fn turned(&self, symmetry: Symmetry) -> (Board, Pos) {
        let size = self.board.size();
        let turn = |pos| symmetry.apply(pos, size);
        let stones = self.board.stones().iter().map(|stone| (turn(stone.pos), stone.cell));
        (board_of(size, stones), turn(self.pos))
    }

    /// One text for all eight.
    fn shape(&self) -> String {
        let texts = Symmetry::ALL.map(|symmetry| {
            let (board, pos) = self.turned(symmetry);
            Self { board, pos, ..*self }.write()
        });
        texts.into_iter().min().unwrap_or_default()
    }
}

#[test]
fn hard_renju_verdicts() {
    let text = std::fs::read_to_string(PATH).expect("the corpus");
    let mut cases = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let case = Case::read(line);
        assert_eq!(case.write(), line);
        let found = referee::forbidden_with_depth(&case.board, case.pos);
        assert_eq!(found, (case.verdict, case.depth), "{line}");
        for symmetry in Symmetry::ALL {
            let (board, pos) = case.turned(symmetry);
            let position = Position::from_board(&board, Rule::Renju);
            assert_eq!(referee::forbidden(&board, pos), case.verdict, "{symmetry:?}: {line}");
            assert_eq!(position.forbidden(Side::Black, pos), case.verdict, "{symmetry:?}: {line}");
        }
        cases += 1;
    }
    assert!(cases >= 300, "{cases}");
}

/// Black stones in plenty around one spot, some of them in broken lines.
fn random_board(random: &mut fastrand::Rng) -> Board {
    let size = Size::square(random.u8(9..=15));
    let width = i32::from(size.width());
    let mut board = Board::new(size);
    let spot = (random.i32(0..width), random.i32(0..width));
    let spread = random.i32(3..=7);
    let black = random.u8(40..95);
    for _ in 0..random.usize(6..40) {
        let (dx, dy) = (random.i32(-spread..=spread), random.i32(-spread..=spread));
        let cell = if random.u8(..100) < black { Cell::Black } else { Cell::White };
        if let Some(pos) = size.pos(spot.0 + dx, spot.1 + dy) {
            let _ = board.place(pos, cell);
        }
    }
    board
}

/// `board` with black stones on `cells`.
fn with_black(board: &Board, cells: &[Pos]) -> Board {
    let mut board = board.clone();
    for &pos in cells {
        board.place(pos, Cell::Black).expect("a free cell");
    }
    board.set_side_to_move(Side::Black);
    board
}

/// The empty cells on the lines through `pos` that a five could share with it, each with its line.
fn near(board: &Board, pos: Pos) -> Vec<(Direction, Pos)> {
    let cells = Direction::ALL.into_iter().flat_map(|direction| {
        let cell = move |steps| Some((direction, pos.step(direction, steps, board.size())?));
        (-4..=4).filter_map(cell)
    });
    cells.filter(|&(_, cell)| board.is_empty_at(cell)).collect()
}

/// The black stones next to the one at `pos` along `direction`, and itself.
fn run(board: &Board, pos: Pos, direction: Direction) -> Vec<Pos> {
    let ends = [-1, 1].into_iter().flat_map(|way| {
        let cells = (1..).map_while(move |steps| pos.step(direction, way * steps, board.size()));
        cells.take_while(|&cell| board.cell(cell) == Cell::Black)
    });
    [pos].into_iter().chain(ends).collect()
}

/// How many moves make a five of Black that has the stones on `cells`.
fn fives(board: &Board, cells: &[Pos]) -> usize {
    let makes_five = |&(direction, pos): &(Direction, Pos)| {
        let five = run(&with_black(board, &[pos]), pos, direction);
        five.len() == 5 && cells.iter().all(|cell| five.contains(cell))
    };
    near(board, cells[0]).iter().filter(|near| makes_five(near)).count()
}

/// Whether a black stone on `pos` makes a three that a legal move turns into an open four.
fn makes_three(board: &Board, pos: Pos) -> bool {
    let after = with_black(board, &[pos]);
    near(&after, pos).into_iter().any(|(_, next)| {
        let verdict = referee::play(&mut after.clone(), Rule::Renju, next);
        verdict == Verdict::Ongoing && fives(&with_black(&after, &[next]), &[pos, next]) > 1
    })
}

#[test]
fn exact_threats_are_those_that_the_referee_allows() {
    let mut random = fastrand::Rng::with_seed(2);
    let [mut allowed, mut false_threes] = [0, 0];
    for _ in 0..300 {
        let board = with_black(&random_board(&mut random), &[]);
        let position = Position::from_board(&board, Rule::Renju);
        for pos in board.empty_cells() {
            let [seen, exact] =
                [position.threat(Side::Black, pos), position.exact_threat(Side::Black, pos)];
            if seen != Threat::Forbidden && seen < Threat::Three {
                continue;
            }
            let case = || format!("{pos} {seen:?} {exact:?}\n{board:?}");
            let verdict = referee::play(&mut board.clone(), Rule::Renju, pos);
            assert_eq!(
                exact == Threat::Forbidden,
                matches!(verdict, Verdict::Foul(_)),
                "{}",
                case()
            );
            assert_eq!(exact == Threat::Five, matches!(verdict, Verdict::Win { .. }), "{}", case());
            if matches!(exact, Threat::Forbidden | Threat::Five) {
                continue;
            }
            let fives = fives(&with_black(&board, &[pos]), &[pos]);
            assert_eq!(
                (exact.is_four(), exact == Threat::OpenFour),
                (fives > 0, fives > 1),
                "{}",
                case()
            );
            let three = matches!(exact, Threat::Three | Threat::ThreePlus | Threat::FourThree);
            assert!(exact == Threat::OpenFour || three == makes_three(&board, pos), "{}", case());
            allowed += usize::from(seen == Threat::Forbidden && exact >= Threat::Three);
            false_threes += usize::from(seen >= Threat::Three && exact < seen);
        }
    }
    assert!(allowed > 20 && false_threes > 20, "{allowed}, {false_threes}");
}

#[test]
#[ignore = "writes data/positions/renju-forbidden.txt"]
fn write_renju_corpus() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut shapes = BTreeSet::new();
    let mut lines: BTreeMap<(u32, String), Vec<String>> = BTreeMap::new();
    for _ in 0..1_000_000 {
        let board = random_board(&mut random);
        let position = Position::from_board(&board, Rule::Renju);
        for pos in board.empty_cells() {
            if position.threat(Side::Black, pos) != Threat::Forbidden {
                continue;
            }
            let (verdict, depth) = referee::forbidden_with_depth(&board, pos);
            let kind = lines.entry((depth, name_of(verdict))).or_default();
            if kind.len() < QUOTAS[QUOTAS.len().min(depth as usize + 1) - 1] {
                let mut case = Case { board: board.clone(), pos, verdict, depth };
                case.reduce();
                if shapes.insert(case.shape()) {
                    kind.push(case.write());
                }
            }
        }
    }
    let mut text = HEADER.to_owned();
    for line in lines.into_values().rev().flatten() {
        let _ = writeln!(text, "{line}");
    }
    std::fs::write(PATH, text).expect("the corpus");
}
