//! Verdicts from first principles: who wins, and what Black may not play in renju.
//!
//! Slow and plain on purpose, written from the definitions alone. Everything that has to be fast is
//! tested against it.

mod foul;

use super::{Board, Cell, Direction, Forbidden, PlaceError, Pos, Rule, Side, Size};

pub use foul::{Foul, FoulLine, Shape, foul};

/// What a move has made of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The game goes on.
    Ongoing,
    /// The move wins.
    Win {
        /// Who played it.
        side: Side,
        /// The stones of the five, or of the longer line, from one end to the other.
        line: Vec<Pos>,
    },
    /// No cell is free and nobody has won.
    Draw,
    /// The move is forbidden and loses; its stone was not put down.
    Foul(Forbidden),
    /// The cell cannot be played; its stone was not put down.
    Illegal(PlaceError),
}

/// Plays the moves in turn, Black first, until one of them ends the game. Returns how many were
/// looked at, the last of them included, and what that one has made of the game.
pub fn judge(size: Size, rule: Rule, moves: &[Pos]) -> (usize, Verdict) {
    let mut board = Board::new(size);
    for (ply, &pos) in (1..).zip(moves) {
        let verdict = play(&mut board, rule, pos);
        if verdict != Verdict::Ongoing {
            return (ply, verdict);
        }
    }
    (moves.len(), Verdict::Ongoing)
}

/// Plays the side to move at `pos` if it may, and tells what came of it.
pub fn play(board: &mut Board, rule: Rule, pos: Pos) -> Verdict {
    if let Err(error) = board.check_free(pos) {
        return Verdict::Illegal(error);
    }
    let side = board.side_to_move();
    if rule.forbids(side)
        && let Some(reason) = forbidden(board, pos)
    {
        return Verdict::Foul(reason);
    }
    board.play(pos);
    match winning_run(board, rule, pos) {
        Some(run) => Verdict::Win { side, line: run.stones(board.size()) },
        None if board.free() == 0 => Verdict::Draw,
        None => Verdict::Ongoing,
    }
}

/// Whether the stone at `pos` wins for its side.
pub fn wins(board: &Board, rule: Rule, pos: Pos) -> bool {
    winning_run(board, rule, pos).is_some()
}

fn winning_run(board: &Board, rule: Rule, pos: Pos) -> Option<Run> {
    let side = board.cell(pos).side()?;
    let opponent = Cell::from(!side);
    Direction::ALL.into_iter().map(|direction| Run::through(board, pos, direction)).find(|run| {
        let closed = run.ends.iter().all(|end| end.is_some_and(|end| board.cell(end) == opponent));
        match run.length {
            5 => !(rule.closed_five_is_void() && closed),
            length => length > 5 && rule.overline_wins(side),
        }
    })
}

/// Why Black may not play at `pos` in renju; `None` if it may, or if `pos` is not free.
pub fn forbidden(board: &Board, pos: Pos) -> Option<Forbidden> {
    forbidden_with_depth(board, pos).0
}

/// As [`forbidden`], and how many imagined moves deep the answer lies: 0 when the stones on the
/// board settle it, 1 when it hangs on whether a three may become an open four, and so on.
pub fn forbidden_with_depth(board: &Board, pos: Pos) -> (Option<Forbidden>, u32) {
    if board.check_free(pos).is_err() {
        return (None, 0);
    }
    match try_black(&mut board.clone(), pos) {
        (Trial::Foul(reason), depth) => (Some(reason), depth),
        (Trial::Five | Trial::Quiet, depth) => (None, depth),
    }
}

/// What a black stone on a free cell would be.
#[derive(PartialEq)]
enum Trial {
    Five,
    Foul(Forbidden),
    Quiet,
}

/// Tries a black stone at `pos`. The order of the questions is part of the rule.
fn try_black(board: &mut Board, pos: Pos) -> (Trial, u32) {
    with_black(board, pos, |board| {
        let lengths = Direction::ALL.map(|direction| Run::through(board, pos, direction).length);
        if lengths.contains(&5) {
            return (Trial::Five, 0);
        }
        let fours: usize = Direction::ALL.into_iter().map(|line| fours(board, pos, line)).sum();
        if fours >= 2 {
            return (Trial::Foul(Forbidden::DoubleFour), 0);
        }
        let (threes, depth) = threes(board, pos);
        if threes >= 2 {
            (Trial::Foul(Forbidden::DoubleThree), depth)
        } else if lengths.iter().any(|&length| length > 5) {
            (Trial::Foul(Forbidden::Overline), depth)
        } else {
            (Trial::Quiet, depth)
        }
    })
}

/// Runs `ask` while one more black stone lies at `pos`, a free cell.
fn with_black<T>(board: &mut Board, pos: Pos, ask: impl FnOnce(&mut Board) -> T) -> T {
    board.set_side_to_move(Side::Black);
    board.play(pos);
    let answer = ask(board);
    board.undo();
    answer
}

/// The fours that the black stone at `pos` has along `direction`: the cells that make a five of
/// exactly five stones with it. The two ends of an open four are one four, `_XXXX_`; any other two
/// are two, as in `X_XXX_X`.
fn fours(board: &mut Board, pos: Pos, direction: Direction) -> usize {
    let run = Run::through(board, pos, direction);
    let fives = run.fives(board);
    if run.length == 4 { fives.min(1) } else { fives }
}

/// In how many directions the black stone at `pos` has a three, and how deep the answer lies.
///
/// Where fewer than two lines have the shape of a three, no imagined move can make a double three,
/// and none is asked for.
fn threes(board: &mut Board, pos: Pos) -> (usize, u32) {
    let shapes = Direction::ALL.map(|direction| eyes(board, pos, direction));
    let count = shapes.iter().filter(|eyes| !eyes.is_empty()).count();
    if count < 2 {
        return (count, 0);
    }
    let mut deepest = 0;
    let mut may_be_played = |&eye: &Pos| {
        let (trial, depth) = try_black(board, eye);
        deepest = deepest.max(depth + 1);
        trial == Trial::Quiet
    };
    let count = shapes.iter().filter(|eyes| eyes.iter().any(&mut may_be_played)).count();
    (count, deepest)
}

/// The free cells that make an open four along `direction` with the black stone at `pos`.
fn eyes(board: &mut Board, pos: Pos, direction: Direction) -> Vec<Pos> {
    let ends = Run::through(board, pos, direction).ends;
    let mut is_eye = |&end: &Pos| {
        board.is_empty_at(end)
            && with_black(board, end, |board| {
                let run = Run::through(board, end, direction);
                run.length == 4 && run.fives(board) == 2
            })
    };
    ends.into_iter().flatten().filter(|end| is_eye(end)).collect()
}

/// An unbroken row of stones of one colour.
#[derive(Clone, Copy)]
struct Run {
    direction: Direction,
    first: Pos,
    length: i32,
    /// The cells next to it, where the board has them.
    ends: [Option<Pos>; 2],
}

impl Run {
    /// The run along `direction` that the stone at `pos` is part of.
    fn through(board: &Board, pos: Pos, direction: Direction) -> Self {
        let size = board.size();
        let colour = board.cell(pos);
        let is_mate =
            |steps| pos.step(direction, steps, size).is_some_and(|next| board.cell(next) == colour);
        let (mut back, mut ahead) = (0, 0);
        while is_mate(-back - 1) {
            back += 1;
        }
        while is_mate(ahead + 1) {
            ahead += 1;
        }
        Self {
            direction,
            first: pos.step_unchecked(direction, -back),
            length: back + 1 + ahead,
            ends: [-back - 1, ahead + 1].map(|steps| pos.step(direction, steps, size)),
        }
    }

    fn stones(self, size: Size) -> Vec<Pos> {
        (0..self.length).filter_map(|steps| self.first.step(self.direction, steps, size)).collect()
    }

    /// At how many ends a black stone makes a run of exactly five with this black one.
    fn fives(self, board: &mut Board) -> usize {
        let is_five = |board: &Board, end| Self::through(board, end, self.direction).length == 5;
        let ends = self.ends.into_iter().flatten();
        ends.filter(|&end| {
            board.is_empty_at(end) && with_black(board, end, |board| is_five(board, end))
        })
        .count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Diagram, record};

    /// Lays `row` along `direction` from corner to corner of a board that is just as long.
    fn along(row: &str, direction: Direction) -> Board {
        let drawing = vec![".".repeat(row.len()); row.len()].join("\n");
        let mut board: Board = drawing.parse().expect("an empty board");
        let corner = match direction {
            Direction::AntiDiagonal => Pos::new(0, board.size().height() - 1),
            _ => Pos::new(0, 0),
        };
        for (sign, steps) in row.chars().zip(0..) {
            let cell = match sign {
                'X' => Cell::Black,
                'O' => Cell::White,
                '#' => Cell::Wall,
                _ => Cell::Empty,
            };
            let pos = corner.step_unchecked(direction, steps);
            board.place(pos, cell).expect("a free cell");
        }
        board
    }

    /// Under which rules every stone of `side` in `row` wins; all of them must agree.
    fn winning_rules(row: &str, side: Side) -> Vec<Rule> {
        let wins_along = |rule, direction| {
            let board = along(row, direction);
            let own = board.stones().iter().filter(|stone| stone.cell == side.into());
            let verdicts: Vec<bool> = own.map(|stone| wins(&board, rule, stone.pos)).collect();
            assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{rule} {row}");
            verdicts[0]
        };
        let wins = |&rule: &Rule| {
            let verdicts = Direction::ALL.map(|direction| wins_along(rule, direction));
            assert!(verdicts.iter().all(|&verdict| verdict == verdicts[0]), "{rule} {row}");
            verdicts[0]
        };
        Rule::ALL.into_iter().filter(wins).collect()
    }

    #[test]
    fn what_wins_under_each_rule() {
        use Rule::{CaroOverline, Freestyle, Renju, Standard};
        // White's answer differs from Black's only in that an overline wins in renju.
        for (row, for_black, for_white) in [
            (".XXXXX.", &Rule::ALL[..], &Rule::ALL[..]),
            ("OXXXXX.", &Rule::ALL, &Rule::ALL),
            ("XXXXX", &Rule::ALL, &Rule::ALL),
            ("XXXXXO.", &Rule::ALL, &Rule::ALL),
            ("OXXXXX#", &Rule::ALL, &Rule::ALL),
            ("#XXXXX#", &Rule::ALL, &Rule::ALL),
            ("OXXXXXO", &[Freestyle, Standard, Renju], &[Freestyle, Standard, Renju]),
            (".XXXXXX.", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
            ("OXXXXXXO", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
            ("XXXXXXX", &[Freestyle, CaroOverline], &[Freestyle, Renju, CaroOverline]),
            (".XXXX.", &[], &[]),
            ("XXOXXX", &[], &[]),
            ("XX#XXX", &[], &[]),
            ("XXX.XX", &[], &[]),
        ] {
            assert_eq!(winning_rules(row, Side::Black), for_black, "black {row}");
            let swapped = row.replace('O', "x").replace('X', "O").replace('x', "X");
            assert_eq!(winning_rules(&swapped, Side::White), for_white, "white {swapped}");
        }
    }

    #[test]
    fn one_winning_line_is_enough() {
        // The row is an overline and the column a five, both through e3.
        let board: Board = "
            . . . . X . .
            . . . . X . .
            . X X X X X X
            . . . . X . .
            . . . . X . .
            . . . . . . ."
            .parse()
            .expect("a drawing");
        for rule in Rule::ALL {
            assert!(wins(&board, rule, Pos::new(4, 2)), "{rule}");
            assert!(!wins(&board, rule, Pos::new(0, 0)), "{rule}");
        }
    }

    #[test]
    fn walls_win_nothing() {
        let board = along("#####", Direction::Row);
        assert!(Rule::ALL.into_iter().all(|rule| !wins(&board, rule, Pos::new(2, 0))));
    }

    #[track_caller]
    fn drawn(drawing: &str) -> Diagram {
        let diagram: Diagram = drawing.parse().expect("a good drawing");
        assert!(!diagram.marks.is_empty());
        diagram
    }

    /// Every `!` is forbidden for `reason` and every `?` is not forbidden.
    #[track_caller]
    fn assert_forbidden(reason: Forbidden, drawing: &str) {
        let diagram = drawn(drawing);
        for &(pos, mark) in &diagram.marks {
            let expected = (mark == '!').then_some(reason);
            assert_eq!(forbidden(&diagram.board, pos), expected, "{pos} in\n{diagram}");
        }
    }

    /// The verdict on the marked cell hangs on `depth` imagined moves.
    #[track_caller]
    fn assert_depth(depth: u32, drawing: &str) {
        let diagram = drawn(drawing);
        for &(pos, mark) in &diagram.marks {
            let expected = (mark == '!').then_some(Forbidden::DoubleThree);
            assert_eq!(forbidden_with_depth(&diagram.board, pos), (expected, depth), "{diagram}");
        }
    }

    #[test]
    fn lines_with_fours_and_overlines() {
        use Forbidden::{DoubleFour, Overline};
        for (row, verdict) in [
            // Two fours in one line.
            (". . X . X ! X . X . .", Some(DoubleFour)),
            (". . X X . ! X . X X .", Some(DoubleFour)),
            (". X X X . ! . X X X .", Some(DoubleFour)),
            ("X . X ! X . X", Some(DoubleFour)),
            ("O X X . X ! . X X O", Some(DoubleFour)),
            // One four: open, closed, or with one end that would make six.
            (". . X X X ! . . . . .", None),
            ("O X X X ! . . . . . .", None),
            ("X . X X X ! . . . . .", None),
            ("X X . X ! X . X . . .", None),
            ("X X X . ! . . . . . .", None),
            // No four: both ends would make more than five.
            (". X X X X . ! . X X X X", None),
            (". X X X . . ! . . X X X", None),
            (". X X X ! X X . . . .", Some(Overline)),
            ("X X X X ! X X X X", Some(Overline)),
            ("X X X X X !", Some(Overline)),
            // A five is never forbidden.
            (". . X X ! X X . . . .", None),
            ("X X X X ! . X X X X", None),
        ] {
            let blank = row.replace(['X', 'O', '!'], ".");
            let diagram = drawn(&format!("{row}\n{}", format!("{blank}\n").repeat(5)));
            let pos = diagram.marks[0].0;
            assert_eq!(forbidden_with_depth(&diagram.board, pos), (verdict, 0), "{row}");
        }
    }

    #[test]
    fn which_lines_are_threes() {
        // The column through the marked cell is a three; the cell is forbidden if the row is one too.
        for (row, is_three) in [
            (". . . . X X ! . . . .", true),
            (". . . X . X ! . . . .", true),
            (". . . X X . ! . . . .", true),
            (". . . . . X ! X . . .", true),
            (". . . . . . ! . X X .", true),
            (". . . O . . ! X X . .", true),
            (". . O . X X ! . . O .", true),
            (". . . O X X ! . . . .", false),
            (". . . # X X ! . . . .", false),
            (". . . . X . ! X O . .", false),
            (". . . O . X ! X . O .", false),
            (". . . . . O . X ! X .", false),
            (". . . . . . . . X ! X", false),
            (". X . . X X ! . . X .", false),
            (". . . X . X . ! . . .", false),
            (". . X X . . ! . . . .", false),
        ] {
            let rows: Vec<String> = (0..9)
                .map(|y| match y {
                    4 => row.to_owned(),
                    2 | 3 => row.replace(['X', 'O', '#'], ".").replace('!', "X"),
                    _ => row.replace(['X', 'O', '#', '!'], "."),
                })
                .collect();
            let diagram = drawn(&rows.join("\n"));
            let pos = diagram.marks[0].0;
            let expected = is_three.then_some(Forbidden::DoubleThree);
            assert_eq!(forbidden(&diagram.board, pos), expected, "{row}");
        }
    }

    #[test]
    fn crossing_lines() {
        // Two fours; a four and a three; three threes.
        assert_forbidden(
            Forbidden::DoubleFour,
            ". . . . . . . . . . .
             . X . X X ! . . . . .
             . . . . . X . . . . .
             . . . . . X . . . . .
             . . . . . X . . . . .
             . . . . . O . . . . .",
        );
        assert_forbidden(
            Forbidden::DoubleFour,
            ". . . . . . . . . . .
             O X X X ? . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_forbidden(
            Forbidden::DoubleThree,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . ! X X . . . .
             . . . . X X . . . . .
             . . . . X . X . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        // A five comes before a four and an overline.
        assert_forbidden(
            Forbidden::Overline,
            ". . . . . . . . . . .
             . X X X ? X X . . . .
             . . . X X . . . . . .
             . . X . X . . . . . .
             . X . . X . . . . . .
             . . . . X . . . . . .
             . . . . . . . . . . .",
        );
    }

    #[test]
    fn a_three_whose_eye_makes_a_five_is_none() {
        assert_forbidden(
            Forbidden::DoubleThree,
            ". . . . . . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . X . ? X . . . .
             . . . . . X . . . . .
             . . . . . X . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_forbidden(
            Forbidden::DoubleThree,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . X . ! X . . . .
             . . . . . X . . . . .
             . . . . . X . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
    }

    #[test]
    fn a_three_whose_eye_is_forbidden_is_none() {
        // The eye, the gap in row 6, would be an overline, a double four, a double three.
        assert_depth(
            1,
            ". . . . . . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . X . ? X . . . .
             . . . . X X . . . . .
             . . . . . X . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            1,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . O . . . . . .
             . . . . X . . . . . .
             . . . . X . . . . . .
             . . . X . ? X . . . .
             . . . . X X . . . . .
             . . . . . X . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            2,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . X . X . . . . .
             . . . . X X . . . . .
             . . . . X . ? X . . .
             . . . . . . . . . . .
             . . . . . . X . . . .
             . . . . . . X . . . .
             . . . . . . . . . . .",
        );
    }

    #[test]
    fn eyes_of_eyes() {
        assert_depth(
            2,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . X . . . . . . .
             . . . . . X X . . . .
             . . . . ! . . . . . .
             . . . X . X . . . . .
             . . . . . . X . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            3,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . X . . . . . . .
             . . . X . X . . . . .
             . . . . X X . . . . .
             . . . . X X ? . . . .
             . . . . . . . . . . .
             . . . . . . X . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            3,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . X . X X . . .
             . . . . X . X . . . .
             . . . . . . X X . . .
             . . . X . . . ! . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            4,
            ". . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .
             . . . . . . X . . . .
             . . . . . X . . . . .
             . . . ? . X . . . . .
             . . . . X X . . . . .
             . . . X . X . . . . .
             . . . X X . . . . . .
             . . . . . . . . . . .
             . . . . . . . . . . .",
        );
        assert_depth(
            4,
            ". . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . X . . . . . .
             . . . . X . ! X . . . . .
             . . . . . X . . X . . . .
             . . . . . . X . X . . . .
             . . X . X . . . . . . . .
             . . . . X X . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .
             . . . . . . . . . . . . .",
        );
    }

    #[test]
    fn only_black_stones_on_free_cells_are_asked_about() {
        let diagram = drawn(
            ". . . . . . .
             . . O O ! O .
             . . . O . . .
             . . O . O . .
             . O . . . . .
             . . . . . . .",
        );
        assert_eq!(forbidden(&diagram.board, diagram.marks[0].0), None);
        let board = along("XXX.XX", Direction::Row);
        assert_eq!(forbidden(&board, Pos::new(3, 0)), Some(Forbidden::Overline));
        assert_eq!(forbidden(&board, Pos::new(2, 0)), None);
        assert_eq!(forbidden(&board, Pos::new(3, 6)), None);
    }

    fn judged(rule: Rule, moves: &str) -> (usize, Verdict) {
        let moves = record::parse_moves(moves).expect("a pos string");
        judge(Size::square(15), rule, &moves)
    }

    #[test]
    fn a_game_ends_with_its_first_five() {
        for rule in Rule::ALL {
            let (ply, verdict) = judged(rule, "a1a2b1b2c1c2e1e2d1d2");
            let line = record::parse_moves("a1b1c1d1e1").expect("a pos string");
            assert_eq!((ply, verdict), (9, Verdict::Win { side: Side::Black, line }), "{rule}");
        }
        assert_eq!(judged(Rule::Freestyle, "a1a2b1b2c1c2d1d2"), (8, Verdict::Ongoing));
        assert_eq!(judged(Rule::Freestyle, ""), (0, Verdict::Ongoing));
    }

    #[test]
    fn an_overline_of_white_wins_in_renju() {
        let moves = "a1c3a3d4a5e5a7g7a9h8o1f6o3";
        let (ply, verdict) = judged(Rule::Renju, moves);
        let line = record::parse_moves("c3d4e5f6g7h8").expect("a pos string");
        assert_eq!((ply, verdict), (12, Verdict::Win { side: Side::White, line }));
        assert_eq!(judged(Rule::Standard, moves), (13, Verdict::Ongoing));
    }

    #[test]
    fn a_foul_or_illegal_move_ends_the_game() {
        let double_three = "h8a1g8a3i9a5i10a7i8";
        let foul = Verdict::Foul(Forbidden::DoubleThree);
        assert_eq!(judged(Rule::Renju, double_three), (9, foul));
        assert_eq!(judged(Rule::Standard, double_three), (9, Verdict::Ongoing));
        // White may do what Black may not.
        assert_eq!(judged(Rule::Renju, "a1h8a3g8a5i9a7i10a9i8"), (10, Verdict::Ongoing));
        for (moves, error) in
            [("h8i9h8j10", PlaceError::Occupied), ("h8i9p1j10", PlaceError::OffBoard)]
        {
            assert_eq!(judged(Rule::Freestyle, moves), (3, Verdict::Illegal(error)));
        }
    }

    #[test]
    fn a_full_board_is_a_draw_unless_its_last_stone_wins() {
        let size = Size::square(5);
        let judge_stones_of = |drawing: &str| {
            let board: Board = drawing.parse().expect("a drawing");
            let of = |cell| board.stones().iter().filter(move |stone| stone.cell == cell);
            let white: Vec<Pos> = of(Cell::White).map(|stone| stone.pos).collect();
            let mut moves: Vec<Pos> = Vec::new();
            for (index, stone) in of(Cell::Black).enumerate() {
                moves.push(stone.pos);
                moves.extend(white.get(index));
            }
            judge(size, Rule::Freestyle, &moves)
        };
        let draw = judge_stones_of("XXOOX\nOOXXO\nXXOOX\nOOXXO\nXXOOX");
        assert_eq!(draw, (25, Verdict::Draw));
        let (ply, last) = judge_stones_of("XXOOX\nOOXOX\nXOXOX\nOXOXX\nOXOOX");
        assert!(matches!(last, Verdict::Win { side: Side::Black, .. }), "{last:?}");
        assert_eq!(ply, 25);
    }
}
