//! The messages during a search, compared with their documented grammar to the letter.

use std::time::Instant;

use crate::brain::{Brain, SOON, cell};

/// The value of a message, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Value {
    Points(i32),
    /// A win in this many plies.
    Win(u32),
    /// A loss in this many plies.
    Loss(u32),
}

/// `MESSAGE depth 12-20 ev 35 n 1200000 nps 900000 tm 812 pv h8 i9 j10`.
#[derive(Clone, Debug)]
struct Message {
    depth: u32,
    seldepth: u32,
    value: Value,
    nodes: u64,
    nps: u64,
    millis: u64,
    pv: Vec<(i32, i32)>,
}

const MAX_LENGTH: usize = 250;

impl Message {
    fn parse(line: &str) -> Option<Self> {
        if line.len() > MAX_LENGTH {
            return None;
        }
        let words: Vec<&str> = line.split(' ').collect();
        let [
            "MESSAGE",
            "depth",
            depths,
            "ev",
            value,
            "n",
            nodes,
            "nps",
            nps,
            "tm",
            millis,
            "pv",
            pv @ ..,
        ] = &words[..]
        else {
            return None;
        };
        let (depth, seldepth) = depths.split_once('-')?;
        Some(Self {
            depth: number(depth)?,
            seldepth: number(seldepth)?,
            value: Value::parse(value)?,
            nodes: number(nodes)?,
            nps: number(nps)?,
            millis: number(millis)?,
            pv: pv.iter().map(|word| named_cell(word)).collect::<Option<_>>()?,
        })
    }
}

impl Value {
    fn parse(word: &str) -> Option<Self> {
        if let Some(plies) = word.strip_prefix("+M") {
            return number(plies).map(Self::Win);
        }
        if let Some(plies) = word.strip_prefix("-M") {
            return number(plies).map(Self::Loss);
        }
        match word.strip_prefix('-') {
            Some("0") => None,
            Some(points) => number::<i32>(points).map(|points| Self::Points(-points)),
            None => number(word).map(Self::Points),
        }
    }
}

/// A number without a sign or needless zeros.
fn number<T: std::str::FromStr>(word: &str) -> Option<T> {
    let plain = word.bytes().all(|byte| byte.is_ascii_digit());
    let short = word == "0" || !word.starts_with('0');
    (plain && short).then(|| word.parse().ok()).flatten()
}

/// The column as a letter, or an `a` and a letter from the 27th on, and the row from 1.
fn named_cell(word: &str) -> Option<(i32, i32)> {
    let digits = word.find(|c: char| c.is_ascii_digit())?;
    let (column, row) = word.split_at(digits);
    let letter = |byte: u8| byte.is_ascii_lowercase().then(|| i32::from(byte - b'a'));
    let x = match column.as_bytes() {
        [one] => letter(*one)?,
        [b'a', two] => 26 + letter(*two)?,
        _ => return None,
    };
    Some((x, number::<i32>(row)? - 1))
}

/// The messages of a search and its move.
struct Search {
    messages: Vec<Message>,
    answer: (i32, i32),
}

/// Sends the stones and reads all that follows: messages and at last a move, nothing else. No message names
/// more time than has passed.
fn search(brain: &mut Brain, board: &[&str]) -> Search {
    let begun = Instant::now();
    brain.send("BOARD");
    for stone in board {
        brain.send(stone);
    }
    brain.send("DONE");
    let mut messages = Vec::new();
    loop {
        let Some(line) = brain.line(10 * SOON) else { brain.fail("expected a message or a move") };
        if let Some(answer) = cell(&line) {
            return Search { messages, answer };
        }
        if line.starts_with(Brain::LATE) {
            continue;
        }
        match Message::parse(&line) {
            Some(message) => {
                let passed = begun.elapsed().as_millis();
                assert!(u128::from(message.millis) <= passed, "{passed} ms have passed: {line}");
                messages.push(message);
            }
            None => brain.fail(&format!("no message of the grammar: {line:?}")),
        }
    }
}

/// A brain on one thread, past `START`.
fn brain(size: &str, rule: u32, limits: &[&str]) -> Brain {
    let mut brain = Brain::start();
    brain.send(&format!("START {size}"));
    brain.expect("OK", SOON);
    brain.send(&format!("INFO rule {rule}"));
    brain.send("INFO thread_num 1");
    brain.send("INFO timeout_turn 600000");
    for limit in limits {
        brain.send(&format!("INFO {limit}"));
    }
    brain
}

const RULES: [u32; 5] = [0, 1, 4, 8, 9];

/// Few stones of both sides, none of them a threat.
const QUIET: &[&str] = &["7,7,1", "8,6,2", "9,9,1", "5,6,2", "3,3,1", "11,11,2"];

#[test]
fn every_iteration_is_reported_once() {
    const DEPTH: u32 = 7;
    let boards = [(15, 15, 1), (20, 20, 2), (15, 15, 3), (12, 17, 1), (32, 32, 2)];
    for (rule, (width, height, threads)) in RULES.into_iter().zip(boards) {
        let limits = [format!("max_depth {DEPTH}"), format!("thread_num {threads}")];
        let mut brain =
            brain(&format!("{width} {height}"), rule, &limits.each_ref().map(|limit| &**limit));
        let Search { messages, answer } = search(&mut brain, QUIET);
        let depths: Vec<u32> = messages.iter().map(|message| message.depth).collect();
        // Several threads skip some of the first depths.
        let is_rising = depths.is_sorted_by(|before, after| before < after);
        assert!(is_rising && depths.ends_with(&[DEPTH]), "rule {rule}: {depths:?}");
        assert!(threads > 1 || depths.len() == DEPTH as usize, "rule {rule}: {depths:?}");
        for pair in messages.windows(2) {
            assert!(pair[0].nodes < pair[1].nodes && pair[0].millis <= pair[1].millis, "{pair:?}");
        }
        let stone = |stone: &&str| stone.rsplit_once(',').and_then(|(pos, _)| cell(pos));
        for message in &messages {
            let Message { seldepth, value, nodes, nps, millis, pv, .. } = message;
            assert!(matches!(value, Value::Points(_)), "rule {rule}: {message:?}");
            assert!((1..=512).contains(seldepth), "rule {rule}: {message:?}");
            // Milliseconds are rounded down.
            let (max, min) = (nodes * 1000 / (*millis).max(1), nodes * 1000 / (millis + 1));
            assert!(*nps >= min && (*millis == 0 || *nps <= max), "rule {rule}: {message:?}");
            let mut taken: Vec<_> = QUIET.iter().filter_map(stone).collect();
            for &(x, y) in pv {
                let is_free = !taken.contains(&(x, y));
                assert!(is_free && x < width && y < height, "rule {rule}: {message:?}");
                taken.push((x, y));
            }
        }
        let last = messages.last().and_then(|message| message.pv.first());
        assert_eq!(last, Some(&answer), "rule {rule}");
        brain.quit();
    }
}

#[test]
fn depths_rise_under_a_clock() {
    for rule in RULES {
        let mut brain = brain("15", rule, &["timeout_turn 300"]);
        let Search { messages, .. } = search(&mut brain, QUIET);
        assert!(messages.windows(2).all(|pair| pair[0].depth < pair[1].depth), "{messages:?}");
        brain.quit();
    }
}

/// Two twos of ours that meet in a fork. We are White, to whom nothing is forbidden.
const WON: &[&str] =
    &["0,0,2", "7,5,1", "2,0,2", "7,6,1", "0,2,2", "5,7,1", "14,0,2", "6,7,1", "14,2,2"];
/// The opponent has just made two threes at once.
const LOST: &[&str] =
    &["0,0,1", "7,5,2", "2,0,1", "7,6,2", "0,2,1", "5,7,2", "14,0,1", "6,7,2", "14,2,1", "7,7,2"];

#[test]
fn a_win_is_reported_with_the_move_that_is_played() {
    for rule in RULES {
        let mut brain = brain("15", rule, &[]);
        let Search { messages, answer } = search(&mut brain, WON);
        let Some(Message { value: Value::Win(plies), pv, .. }) = messages.last() else {
            panic!("rule {rule}: {messages:?}")
        };
        assert!(plies % 2 == 1 && (3..20).contains(plies), "rule {rule}: {messages:?}");
        assert!((1..=*plies as usize).contains(&pv.len()), "rule {rule}: {messages:?}");
        assert_eq!(pv.first(), Some(&answer), "rule {rule}");
        brain.quit();
    }
}

#[test]
fn a_loss_is_reported_as_one() {
    for rule in RULES {
        let mut brain = brain("15", rule, &[]);
        let Search { messages, .. } = search(&mut brain, LOST);
        let Some(Message { value: Value::Loss(plies), .. }) = messages.last() else {
            panic!("rule {rule}: {messages:?}")
        };
        assert!(plies % 2 == 0 && (2..20).contains(plies), "rule {rule}: {messages:?}");
        brain.quit();
    }
}
