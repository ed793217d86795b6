//! Random input: dialogues by the grammar of the protocol, with mistakes strewn in.

use std::fmt::Write;

use fastrand::Rng;

/// A dialogue of up to 150 lines. A line that ends in ` &` is followed by the next one at once.
pub fn random_dialogue(seed: u64) -> String {
    let mut author = Author { random: Rng::with_seed(seed), side: 15, text: String::new() };
    if author.random.u8(..20) > 0 {
        author.start();
    }
    for _ in 0..author.random.usize(50..=150) {
        author.line();
    }
    if author.random.bool() {
        author.say("END");
    }
    author.text
}

/// Writes a dialogue.
struct Author {
    random: Rng,
    /// The longer side of the board.
    side: u8,
    text: String,
}

impl Author {
    const KEYS: [&str; 13] = [
        "timeout_turn",
        "timeout_match",
        "time_left",
        "time_increment",
        "max_memory",
        "rule",
        "thread_num",
        "hash_size",
        "max_depth",
        "max_node",
        "strength",
        "folder",
        "evaluate",
    ];
    const VALUES: [&str; 14] = [
        "0",
        "1",
        "2",
        "4",
        "8",
        "9",
        "11",
        "-1",
        "50",
        "1000",
        "350000000",
        "2147483647",
        "1e300",
        "7,7",
    ];
    const WORDS: [&str; 18] = [
        "YXSTOP",
        "STOP",
        "ABOUT",
        "YXSHOWFORBID",
        "YXSHOWINFO",
        "YXHASHCLEAR",
        "YXNBEST 3",
        "YXNBEST 99999",
        "YXSEARCHDEFEND",
        "YXBALANCEONE",
        "YXBALANCETWO -50",
        "YXBLOCKRESET",
        "YXSWAP2STEP1",
        "YXSWAP2STEP2",
        "INFO show_detail 3",
        "YXDRAWFORBIDDEN",
        "YXQUERYDATABASEALL",
        "WHAT",
    ];

    fn line(&mut self) {
        let start = self.text.len();
        match self.random.u8(..100) {
            0..35 => self.pointed("TURN"),
            35..40 => self.say("BEGIN"),
            40..45 => self.start(),
            45..48 => self.say("RESTART"),
            48..56 => self.pointed("TAKEBACK"),
            56..60 => self.pointed("PLAY"),
            60..70 => self.list(),
            70..86 => self.info(),
            _ => {
                let word = Self::WORDS[self.random.usize(..Self::WORDS.len())];
                self.say(word);
            }
        }
        if self.random.u8(..12) == 0 {
            self.corrupt(start);
        }
        if self.random.u8(..8) == 0 && self.text.ends_with('\n') {
            self.text.insert_str(self.text.len() - 1, " &");
        }
    }

    fn say(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn start(&mut self) {
        // Small boards are soon full.
        let side = |random: &mut Rng| match random.u8(..4) {
            0 => random.u8(4..=33),
            1 => 15,
            _ => random.u8(5..=8),
        };
        let (width, height) = (side(&mut self.random), side(&mut self.random));
        let line = match self.random.u8(..4) {
            0 => format!("RECTSTART {width},{height}"),
            1 => format!("START {width} {height}"),
            _ => format!("START {width}"),
        };
        self.side = if line.contains([',']) { width.max(height) } else { width };
        self.say(&line);
    }

    /// A cell, rarely off the board.
    fn point(&mut self) -> String {
        let side = i32::from(self.side);
        let mut along = || match self.random.u8(..32) {
            0 => self.random.i32(-1..=side),
            _ => self.random.i32(..side.max(1)),
        };
        format!("{},{}", along(), along())
    }

    fn pointed(&mut self, word: &str) {
        let point = self.point();
        self.say(&format!("{word} {point}"));
    }

    fn list(&mut self) {
        const LISTS: [&str; 6] =
            ["BOARD", "BOARD", "YXBOARD", "SWAP2BOARD", "YXBLOCK", "YXBLOCKUNDO"];
        let word = LISTS[self.random.usize(..LISTS.len())];
        let is_opening = !word.ends_with("BOARD") || word == "SWAP2BOARD";
        let stones =
            if is_opening { [3, 5, 3, 1][self.random.usize(..4)] } else { self.random.u8(..20) };
        let end = if self.random.bool() { '\n' } else { ' ' };
        let mut text = format!("{word}{end}");
        for _ in 0..stones {
            text.push_str(&self.point());
            if !is_opening {
                let field = [1, 2, 1, 2, 1, 2, 1, 2, 3, 4][self.random.usize(..10)];
                // Writing to a string cannot fail.
                let _ = write!(text, ",{field}");
            }
            text.push(end);
        }
        if self.random.u8(..16) > 0 {
            text.push_str("DONE");
        }
        self.say(&text);
    }

    fn info(&mut self) {
        let key = Self::KEYS[self.random.usize(..Self::KEYS.len())];
        // Most settings can be met.
        let value = match (key, self.random.u8(..4)) {
            (_, 0) => Self::VALUES[self.random.usize(..Self::VALUES.len())],
            ("rule", _) => ["0", "1", "4", "8", "9"][self.random.usize(..5)],
            ("thread_num" | "max_node", _) => "1",
            ("hash_size", _) => "1024",
            ("max_memory", _) => "0",
            _ => "100",
        };
        self.say(&format!("INFO {key} {value}"));
    }

    /// Corrupts what was written from `start` on.
    fn corrupt(&mut self, start: usize) {
        let signs: Vec<usize> = self.text[start..].char_indices().map(|(at, _)| at).collect();
        let at = start + signs[self.random.usize(..signs.len())];
        match self.random.u8(..6) {
            0 => drop(self.text.remove(at)),
            1 => self.text.insert(at, self.random.char(' '..='~')),
            2 => self.text.insert(at, self.random.char(..)),
            3 => self.text.truncate(at),
            4 => self.text.insert_str(at, "  \t"),
            _ => {
                let lower = self.text.split_off(start).to_lowercase();
                self.text.push_str(&lower);
            }
        }
        if !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }
}
