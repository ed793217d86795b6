//! What managers for analysis read: the blocks of `INFO` lines, compared with each other.

use std::collections::HashSet;

use crate::brain::{Brain, SOON, cell};

/// The lines from `INFO PV k` to `INFO PV DONE`.
#[derive(Debug, Default)]
struct Block {
    pv_index: usize,
    lines: usize,
    depth: u32,
    eval: String,
    win_rate: f64,
    best_line: Vec<(i32, i32)>,
}

impl Block {
    const KEYS: [&str; 10] = [
        "NUMPV",
        "DEPTH",
        "SELDEPTH",
        "NODES",
        "TOTALNODES",
        "TOTALTIME",
        "SPEED",
        "EVAL",
        "WINRATE",
        "BESTLINE",
    ];

    /// A whole block, to the letter.
    fn parse(text: &[String]) -> Option<Self> {
        let [head, body @ .., last] = text else { return None };
        let mut block =
            Self { pv_index: head.strip_prefix("INFO PV ")?.parse().ok()?, ..Self::default() };
        if last != "INFO PV DONE" || body.len() != Self::KEYS.len() {
            return None;
        }
        for (line, key) in body.iter().zip(Self::KEYS) {
            let value = line.strip_prefix("INFO ")?.strip_prefix(key)?.strip_prefix(' ')?;
            match key {
                "NUMPV" => block.lines = value.parse().ok()?,
                "DEPTH" => block.depth = value.parse().ok()?,
                "EVAL" => value.clone_into(&mut block.eval),
                "WINRATE" => block.win_rate = value.parse().ok()?,
                "BESTLINE" => {
                    block.best_line = value.split(' ').map(cell).collect::<Option<_>>()?;
                }
                _ => drop(value.parse::<u64>().ok()?),
            }
        }
        Some(block)
    }

    /// As gomoku-calculator sorts them.
    fn value(&self) -> i32 {
        let plies = |text: &str| text.parse::<i32>().expect("plies");
        if let Some(text) = self.eval.strip_prefix("+M") {
            40_000 - plies(text)
        } else if let Some(text) = self.eval.strip_prefix("-M") {
            plies(text) - 40_000
        } else {
            self.eval.parse().expect("points")
        }
    }
}

/// Sends `lines` and reads until a move: the blocks, the other lines, and the move.
fn search(brain: &mut Brain, lines: &[&str]) -> (Vec<Block>, Vec<String>, (i32, i32)) {
    for line in lines {
        brain.send(line);
    }
    let (mut blocks, mut others, mut open) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let Some(line) = brain.line(SOON) else { brain.fail("expected a move") };
        if let Some(answer) = cell(&line) {
            assert!(open.is_empty(), "a block is cut off: {open:?}");
            return (blocks, others, answer);
        }
        if line.starts_with("INFO ") {
            open.push(line);
            if open.last().is_some_and(|line| line == "INFO PV DONE") {
                let block = Block::parse(&open);
                blocks.push(block.unwrap_or_else(|| brain.fail(&format!("no block: {open:?}"))));
                open.clear();
            }
        } else {
            assert!(open.is_empty(), "a block is interrupted by {line}: {open:?}");
            others.push(line);
        }
    }
}

fn brain(details: u32) -> Brain {
    let mut brain = Brain::start();
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO thread_num 1");
    brain.send("INFO timeout_turn 60000");
    brain.send(&format!("INFO show_detail {details}"));
    brain
}

const QUIET: &str = "YXBOARD 7,7,1 8,6,2 9,9,1 5,6,2 3,3,1 11,11,2 DONE";

#[test]
fn the_best_moves_are_reported_in_blocks() {
    const LINES: usize = 4;
    for details in [2, 3] {
        let mut brain = brain(details);
        brain.send("INFO max_depth 6");
        let (blocks, others, answer) = search(&mut brain, &[QUIET, "YXNBEST 4"]);
        assert_eq!(blocks.len(), 6 * LINES);
        for (iteration, depth) in blocks.chunks(LINES).zip(1..) {
            assert!(iteration.iter().all(|block| (block.depth, block.lines) == (depth, LINES)));
            assert!(iteration.iter().map(|block| block.pv_index).eq(0..LINES));
            assert!(iteration.is_sorted_by(|better, worse| better.value() >= worse.value()));
            assert!(iteration.is_sorted_by(|better, worse| better.win_rate >= worse.win_rate));
            let firsts: HashSet<_> = iteration.iter().map(|block| block.best_line[0]).collect();
            assert_eq!(firsts.len(), LINES, "{iteration:?}");
        }
        assert_eq!(blocks[5 * LINES].best_line[0], answer);
        let realtime = others.iter().filter(|line| line.starts_with("MESSAGE REALTIME ")).count();
        assert_eq!(realtime > 0, details == 3, "{others:?}");
        brain.quit();
    }
}

#[test]
fn a_win_leads_the_blocks_and_losses_are_marked() {
    let mut brain = brain(3);
    brain.send("INFO max_depth 4");
    let won = "YXBOARD 0,0,2 7,5,1 2,0,2 7,6,1 0,2,2 5,7,1 14,0,2 6,7,1 14,2,2 DONE";
    let (blocks, _, answer) = search(&mut brain, &[won, "YXNBEST 3"]);
    let last = &blocks[blocks.len() - 3..];
    assert!(last[0].eval.starts_with("+M") && last[0].best_line[0] == answer, "{last:?}");
    assert!((last[0].win_rate - 1.0).abs() < 1e-9 && last[2].pv_index == 2, "{last:?}");
    // Two open threes of the opponent: every move loses.
    let lost_position =
        "YXBOARD 0,0,1 7,5,2 2,0,1 7,6,2 0,2,1 5,7,2 14,0,1 6,7,2 14,2,1 7,7,2 DONE";
    let (blocks, others, _) = search(&mut brain, &[lost_position, "YXSEARCHDEFEND"]);
    assert!(blocks.last().is_some_and(|block| block.eval.starts_with("-M")), "{blocks:?}");
    let marked = others.iter().any(|line| line.starts_with("MESSAGE REALTIME LOST "));
    assert!(marked, "{others:?}");
    brain.quit();
}

/// Which cells a `MESSAGE REALTIME` line of this kind names.
fn marked(lines: &[String], word: &str) -> HashSet<(i32, i32)> {
    let start = format!("MESSAGE REALTIME {word} ");
    let cells = lines.iter().filter_map(|line| line.strip_prefix(&start));
    cells.map(|text| cell(text).expect("a cell")).collect()
}

/// A manager that does not keep up may miss some of them.
#[test]
fn moves_of_the_root_are_marked_where_that_was_asked_for() {
    for details in [0, 1, 2, 3] {
        let mut brain = brain(details);
        brain.send("INFO max_node 300000");
        let (_, others, _) = search(&mut brain, &[QUIET, "YXNBEST 2"]);
        let (entered, left) = (marked(&others, "POS"), marked(&others, "DONE"));
        let is_asked = details & 1 == 1;
        assert_eq!((entered.len() > 5, left.len() > 5), (is_asked, is_asked), "{others:?}");
        let stones = QUIET.split(' ').filter_map(|stone| cell(stone.rsplit_once(',')?.0));
        assert!(stones.clone().count() == 6 && !stones.into_iter().any(|it| left.contains(&it)));
        brain.quit();
    }
}

#[test]
fn balance_reports_its_moves_first() {
    let mut brain = brain(2);
    brain.send("INFO max_node 200000");
    for line in [QUIET, "YXBALANCETWO 0"] {
        brain.send(line);
    }
    let mut best_line = String::new();
    let answer = loop {
        let Some(line) = brain.line(SOON) else { brain.fail("expected two moves") };
        if let Some(cells) = line.strip_prefix("INFO BESTLINE ") {
            cells.clone_into(&mut best_line);
        } else if line.starts_with(|c: char| c.is_ascii_digit()) {
            break line;
        }
    };
    assert!(best_line.starts_with(&answer), "{best_line}, then {answer}");
    brain.quit();
}
