//! The position that a dialogue has led to, as far as a tester must know it.

use std::collections::HashSet;

use crate::brain::cell;

/// Which cells are taken. Follows the lines of both sides.
#[derive(Clone, Default)]
pub struct Position {
    now: State,
    /// What an `ERROR` returns to.
    before: State,
    in_list: bool,
    /// `SWAP2BOARD` is about a position of its own.
    in_opening: bool,
}

#[derive(Clone, Default)]
struct State {
    width: i32,
    height: i32,
    taken: HashSet<(i32, i32)>,
}

impl Position {
    /// A line goes to the brain.
    pub fn sent(&mut self, line: &str) {
        let line = line.trim().to_ascii_uppercase();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
        if self.in_list && !word.starts_with(|c: char| c.is_ascii_alphabetic()) {
            return self.list(&line);
        }
        if word == "DONE" {
            self.in_list = false;
            return;
        }
        if ["INFO", "ABOUT", "YXSHOWINFO"].contains(&word) {
            return;
        }
        if self.in_list {
            self.in_list = false;
            self.now = self.before.clone();
        }
        self.before = self.now.clone();
        match word {
            "START" | "RECTSTART" => self.start(rest),
            "RESTART" => self.now.taken.clear(),
            "TURN" => self.now.taken.extend(cell(&rest.replace(' ', ""))),
            "TAKEBACK" => {
                cell(rest).map(|pos| self.now.taken.remove(&pos));
            }
            "BOARD" | "YXBOARD" | "SWAP2BOARD" => {
                self.now.taken.clear();
                self.in_list = true;
                self.in_opening = word == "SWAP2BOARD";
                self.list(rest);
            }
            _ => {}
        }
    }

    fn start(&mut self, sides: &str) {
        let sides: Vec<i32> =
            sides.split([',', ' ']).filter_map(|side| side.parse().ok()).collect();
        if let (Some(&width), Some(&height)) = (sides.first(), sides.last()) {
            self.now = State { width, height, ..State::default() };
        }
    }

    fn list(&mut self, stones: &str) {
        for stone in stones.split_whitespace() {
            self.in_list &= stone != "DONE";
            let without_field = stone.rsplit_once(',').and_then(|(pos, _)| cell(pos));
            self.now.taken.extend(cell(stone).or(without_field));
        }
    }

    /// A line came from the brain.
    pub fn received(&mut self, line: &str) {
        if line.starts_with("ERROR") || self.in_opening {
            self.now = self.before.clone();
        }
        if !self.in_opening {
            self.now.taken.extend(cell(line));
        }
        self.in_opening = false;
    }

    /// Whether a stone may be played at `pos`.
    pub fn is_free(&self, pos: (i32, i32)) -> bool {
        let State { width, height, taken } = &self.now;
        (0..*width).contains(&pos.0) && (0..*height).contains(&pos.1) && !taken.contains(&pos)
    }
}
