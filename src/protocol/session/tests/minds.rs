//! Minds better and worse than the engine.

use std::thread;
use std::time::Duration;

use super::SOON;
use crate::engine::Options;
use crate::protocol::thinker::{Mind, Outcome, Question};
use crate::score::Score;
use crate::search::{PvInfo, SearchInfo};
use gomoku_rules::Pos;

/// Finds the first free cell at once.
#[derive(Default)]
pub struct Instantly;

impl Mind for Instantly {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, question: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        Outcome::Move(question.board.empty_cells().next())
    }
}

/// Panics over every thought.
#[derive(Default)]
pub struct Panicking;

impl Mind for Panicking {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, _: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        panic!("lost\nthe thread");
    }
}

/// Tells a variation and never comes back in time; refuses to be asked twice.
#[derive(Default)]
pub struct Hanging(bool);

impl Mind for Hanging {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, _: &Question, on_info: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        assert!(!std::mem::replace(&mut self.0, true), "asked again while it was late");
        on_info(&SearchInfo::Pv(PvInfo {
            depth: 1,
            seldepth: 1,
            score: Score::DRAW,
            nodes: 1,
            time: Duration::ZERO,
            pv: vec![Pos::new(3, 4)],
            pv_index: 0,
            multi_pv: 1,
        }));
        thread::sleep(Duration::from_secs(1));
        Outcome::Move(Some(Pos::new(9, 9)))
    }
}

/// Never comes back from a thought with more than the least table, which goes to its second.
#[derive(Default)]
pub struct Greedy;

impl Mind for Greedy {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, question: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        let Options { threads: 1, hash: Some(_), .. } = question.options else {
            loop {
                thread::sleep(SOON);
            }
        };
        Outcome::Move(Some(Pos::new(3, 4)))
    }
}

/// Never comes back.
#[derive(Default)]
pub struct Lost;

impl Mind for Lost {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, _: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        loop {
            thread::sleep(SOON);
        }
    }
}

/// Answers with the opponent's stone.
#[derive(Default)]
pub struct Cheating;

impl Mind for Cheating {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, question: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        Outcome::Move(question.board.last().map(|stone| stone.pos))
    }
}

/// Accepts no more than one thread.
#[derive(Default)]
pub struct Refusing;

impl Mind for Refusing {
    fn new_game(&mut self, _: Option<Options>) {}

    fn think(&mut self, question: &Question, _: &mut dyn FnMut(&SearchInfo)) -> Outcome {
        if question.options.threads > 1 {
            return Outcome::Refused("too many threads".into());
        }
        Outcome::Move(question.board.empty_cells().next())
    }
}
