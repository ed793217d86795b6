//! Floods and garbage: every line is answered by a known shape, and nothing crashes.

use std::time::Duration;

use crate::brain::{Brain, SOON, cell};

#[test]
fn ten_thousand_lines_in_one_burst() {
    let mut brain = Brain::start();
    brain.send_bytes("START 15\nABOUT\nINFO rule 1\nTAKEBACK 7,7\nWHAT\n".repeat(2000).as_bytes());
    for _ in 0..2000 {
        for start in ["OK", "name=", "ERROR ", "UNKNOWN WHAT"] {
            let line = brain.reply(SOON);
            if !line.as_deref().is_some_and(|line| line.starts_with(start)) {
                brain.fail(&format!("expected {start:?}, received {line:?}"));
            }
        }
    }
    brain.expect_silence(Duration::from_millis(100));
    brain.quit();
}

/// The answer to a move comes back within the same millisecond, ten thousand times.
#[test]
fn ten_thousand_replies_sent_back_at_once() {
    let mut brain = Brain::start();
    brain.send("INFO timeout_turn 0");
    let mut games = 0;
    let mut turns = 0;
    while turns < 10_000 {
        brain.send("START 20");
        brain.expect("OK", SOON);
        games += 1;
        let mut free: Vec<(i32, i32)> = (0..400).map(|cell| (cell % 20, cell / 20)).collect();
        for _ in 0..199 {
            // From the last rows upwards, so that both sides meet late.
            let (x, y) = free.pop().expect("a free cell");
            brain.send(&format!("TURN {x},{y}"));
            let answer = brain.expect_move(SOON);
            let before = free.len();
            free.retain(|&pos| pos != answer);
            assert_eq!(free.len() + 1, before, "{answer:?} was taken, game {games}");
            turns += 1;
        }
    }
    brain.quit();
}

#[test]
fn huge_lines_are_cut() {
    let mut brain = Brain::start();
    brain.send_bytes(&[b"X".repeat(5_000_000), b"\n".to_vec()].concat());
    let line = brain.reply(SOON).unwrap_or_default();
    assert!(line.starts_with("UNKNOWN X") && line.len() <= 250, "{} bytes", line.len());
    brain.send("START 15");
    brain.expect("OK", SOON);
    brain.send("INFO timeout_turn 0");
    brain.send_bytes(&[b"INFO folder ".to_vec(), b"y".repeat(200_000), b"\n".to_vec()].concat());
    brain.send_bytes(
        &[b"BOARD ".to_vec(), b"7,7,1 ".repeat(100_000), b"\nDONE\n".to_vec()].concat(),
    );
    assert!(brain.reply(SOON).is_some_and(|line| line.starts_with("ERROR ")));
    brain.send("BEGIN");
    brain.expect_move(SOON);
    brain.quit();
}

/// `SplitMix64`.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len())]
    }
}

fn random_line(random: &mut Random) -> String {
    const WORDS: &[&str] = &[
        "START",
        "RECTSTART",
        "RESTART",
        "BEGIN",
        "TURN",
        "PLAY",
        "BOARD",
        "YXBOARD",
        "DONE",
        "INFO",
        "ABOUT",
        "TAKEBACK",
        "SWAP2BOARD",
        "YXSTOP",
        "STOP",
        "YXSHOWFORBID",
        "YXSHOWINFO",
        "YXHASHCLEAR",
        "YXNBEST 3",
        "YXSEARCHDEFEND",
        "YXBALANCEONE",
        "YXBALANCETWO 20",
        "YXBLOCK",
        "YXBLOCKUNDO",
        "YXBLOCKRESET",
        "YXSWAP2STEP2",
        "YXQUERYDATABASEALL",
        "YXSETDATABASE",
        "done",
        "turn",
        "",
        "\u{1F600}",
        "ERROR",
        "7,7,1",
    ];
    const KEYS: &[&str] = &[
        "time_left",
        "timeout_match",
        "rule",
        "max_memory",
        "thread_num",
        "hash_size",
        "max_depth",
        "max_node",
        "folder",
        "evaluate",
        "show_detail",
        "nonsense",
    ];
    const VALUES: &[&str] = &[
        "0",
        "1",
        "2",
        "4",
        "9",
        "-1",
        "20",
        "1e9",
        "x",
        "",
        "2147483647",
        "99999999999999999999",
    ];
    let mut line = random.pick(WORDS).to_owned();
    if line == "INFO" {
        line = format!("INFO {} {}", random.pick(KEYS), random.pick(VALUES));
    } else if line.contains("START") {
        line = format!("{line} {} {}", random.below(40), random.pick(VALUES));
    } else {
        for _ in 0..random.below(3) {
            let (x, y) = (random.below(22) as i32 - 1, random.below(22) as i32 - 1);
            line = format!("{line} {x},{y}");
            if random.below(2) == 0 {
                line = format!("{line},{}", random.below(5));
            }
        }
    }
    line
}

#[test]
fn random_dialogues_never_crash() {
    let known = |line: &str| {
        let starts =
            ["OK", "ERROR ", "UNKNOWN ", "MESSAGE ", "DEBUG ", "name=", "FORBID ", "SWAP", "INFO "];
        starts.iter().any(|start| line.starts_with(start))
            || line.split(' ').all(|part| cell(part).is_some())
    };
    for seed in 0..20 {
        let mut random = Random(seed);
        let mut brain = Brain::start();
        brain.send("START 15");
        brain.send("INFO timeout_turn 5");
        for _ in 0..400 {
            brain.send(&random_line(&mut random));
            if random.below(4) == 0 {
                std::thread::sleep(Duration::from_millis(1));
            }
        }
        // Whatever came before, a new game is a new game.
        for line in ["START 20", "INFO thread_num 1", "INFO hash_size 1024", "INFO max_memory 0"] {
            brain.send(line);
        }
        brain.send("INFO rule 0");
        brain.send("YXSTOP");
        brain.send("FINAL");
        loop {
            match brain.reply(SOON) {
                Some(line) if line == "UNKNOWN FINAL" => break,
                Some(line) if known(&line) => {}
                line => brain.fail(&format!("seed {seed}: received {line:?}")),
            }
        }
        brain.send("BEGIN");
        brain.expect_move(SOON);
        brain.quit();
    }
}
