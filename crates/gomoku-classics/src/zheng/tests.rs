//! Situations, order and scores worked by hand, in thousandths of a point.

use super::situations::{Situation, Situations};
use super::*;
use crate::testing::{board, choice, names, plays_legally, pos, stones};

fn search(board: &Board) -> Search<'static> {
    let rule = Rule::Freestyle;
    Search {
        agent: Zheng::default(),
        board: board.clone(),
        rule,
        own: board.side_to_move(),
        lines: Lines::new(board, rule),
        budget: Budget::new(Limits::default()),
    }
}

/// The best situation of Black in a line: `x` is Black, `o` White.
fn best(line: &str, rule: Rule) -> Situation {
    let cells = line.chars().map(|c| match c {
        'x' => gomoku_rules::Cell::Black,
        'o' => gomoku_rules::Cell::White,
        _ => gomoku_rules::Cell::Empty,
    });
    Situations::new(rule).best(Side::Black, cells)
}

#[test]
fn the_table_of_situations() {
    for (line, situation) in [
        ("...............", Situation::Nothing),
        ("x..............", Situation::Sleep1),
        ("ox.............", Situation::Sleep1),
        (".x.............", Situation::Alive1),
        ("oxx............", Situation::Sleep2),
        ("...x...x.......", Situation::Sleep2),
        ("....x..x.......", Situation::Alive2),
        (".....xx........", Situation::Alive2),
        ("o.xxx.o........", Situation::FakeAlive3),
        (".xxx.", Situation::FakeAlive3),
        ("...x.x.x.......", Situation::SpecialSleep3),
        ("..........xx..x", Situation::SpecialSleep3),
        ("ox.xx..........", Situation::JumpSleep3),
        ("............xxx", Situation::ContinueSleep3),
        ("....xxx........", Situation::Alive3),
        ("....xx.x.......", Situation::Alive3),
        ("oxx.xx.........", Situation::JumpRush4),
        ("xxxx...........", Situation::ContinueRush4),
        ("...xxxx........", Situation::Alive4),
        ("..........xxxxx", Situation::Win5),
        ("xxxxxx.........", Situation::Win5),
        ("oxxxxxo........", Situation::Win5),
        ("oxxxxo.........", Situation::Nothing),
    ] {
        assert_eq!(best(line, Rule::Freestyle), situation, "{line}");
        let mirrored: String = line.chars().rev().collect();
        assert_eq!(best(&mirrored, Rule::Freestyle), situation, "{mirrored}");
    }
    assert!(best("..xxxxxx.......", Rule::Standard) < Situation::Win5);
    assert!(best(".oxxxxxo.......", Rule::Caro) < Situation::Win5);
    assert_eq!(best(".oxxxxx........", Rule::Caro), Situation::Win5);
}

/// One stone is an alive one in four lines: 4 * 10 for its side, 1.1 times that against the other. Around
/// it a stone of White beside it is worth 3 * 10 and 2 - 1.1 * 2 in the shared line, one of Black 3 * 10
/// and 50, together 109.8. Two steps away: 3 * 10 and 10 - 11, and again 80, together 109. A knight's move
/// away: 40 and 40. A third of 24 and one is less than 15.
#[test]
fn the_order_of_moves() {
    let search = search(&board("h8"));
    assert_eq!(search.lines.base(Side::Black), 40_000);
    assert_eq!(search.lines.base(Side::White), -44_000);
    let heuristic = |name| search.lines.heuristic(&search.board, pos(name), Side::White);
    for (cell, expected) in [("i8", 109_800), ("g7", 109_800), ("j8", 109_000), ("i10", 80_000)] {
        assert_eq!(heuristic(cell), expected, "{cell}");
    }
    let expected = "g7 h7 i7 g8 i8 g9 h9 i9 f6 h6 j6 f8 j8 f10 h10";
    assert_eq!(names(&search.actions()), expected);
}

/// White beside h8 ends its line: -44 + 11 + (30 + 2 - 2.2) = -3.2. Black beside h8 makes an alive two:
/// 40 - 10 + (30 + 50) = 110, and 1.5 % for its neighbour.
#[test]
fn the_score_follows_the_changed_lines() {
    let mut white = search(&board("h8"));
    let score = white.evaluate(pos("i8"), -44_000);
    assert_eq!(score, -3_200);
    let mut black = search(&stones("h8", "", Side::Black));
    let score = black.evaluate(pos("i8"), 40_000);
    assert_eq!(score, 111_650);
}

/// Of h8 and i8, one step makes an alive three on either side, a step further a jumping one. The opponent
/// looks at the same moves, to block, and at its own: m1 is not one of them, where the edge closes the three.
#[test]
fn kill_moves() {
    let mut search = search(&stones("h8i8", "m3m4", Side::Black));
    let kills = |search: &Search| {
        let mut kills = search.kill_actions();
        kills.sort_unstable();
        names(&kills)
    };
    assert_eq!(kills(&search), "f8 g8 j8 k8");
    search.board.set_side_to_move(Side::White);
    assert_eq!(kills(&search), "m2 m5 m6 f8 g8 j8 k8");
    search.own = Side::White;
    assert_eq!(kills(&search), "m2 m5 m6");
}

/// A four and three, seen by the fours and threes after two plies and not without them.
#[test]
fn it_takes_and_stops_fives() {
    let fours = stones("c3d3e3f3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(choice(&Zheng::default(), &fours), "g3");
    let block = stones("c3d3e3b5", "c5d5e5f5b3", Side::Black);
    assert_eq!(choice(&Zheng::default(), &block), "g5");
}

#[test]
fn scores_kept_line_by_line_are_those_of_the_position() {
    let mut rng = fastrand::Rng::with_seed(3);
    let mut search = search(&board(""));
    for _ in 0..100 {
        let free: Vec<Pos> = search.board.empty_cells().collect();
        search.evaluate(free[rng.usize(..free.len())], 0);
        let fresh = Lines::new(&search.board, Rule::Freestyle);
        assert_eq!(search.lines.base(Side::Black), fresh.base(Side::Black));
    }
}

#[test]
fn unsorted_moves_come_at_random() {
    let mut search = search(&board("h8"));
    let sorted = search.actions();
    search.agent.unsorted = true;
    let (once, again) = (search.actions(), search.actions());
    assert_eq!((once.len(), &once), (sorted.len(), &again));
    assert_ne!(names(&once), names(&sorted));
    assert!(once.iter().any(|pos| !sorted.contains(pos)), "others are kept");
    plays_legally(&Zheng { kill_depth: 1, unsorted: true, ..Zheng::default() });
}

#[test]
fn every_move_is_legal() {
    plays_legally(&Zheng { kill_depth: 1, ..Zheng::default() });
}
