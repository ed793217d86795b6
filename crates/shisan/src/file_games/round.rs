//! The games one after another, and their answers in the same order.

use std::collections::BTreeMap;
use std::io::Write;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::time::Duration;

use anyhow::{anyhow, bail};
use gomoku_records::Game;
use gomoku_rules::CellNames;
use shisan_analysis::Outcome;

use super::game::FileGame;
use super::search::{Answered, Search};
use crate::convert::{Input, InputError, place};

/// How often a wait looks for a stop.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Which of the games are answered, and until when.
pub struct Selection<'a> {
    /// Whether the game with this number among all games, from 0, of this file and with this number there,
    /// is one of them.
    pub has: &'a dyn Fn(u64, Option<&str>, u64) -> bool,
    /// Once it is set, no other game is begun.
    pub stop: &'a AtomicBool,
}

/// A run over the games: they are read one after another, and their answers printed in the same order.
pub(super) struct Round<'a, 'b> {
    search: &'b Search<'b>,
    selection: &'b Selection<'b>,
    games: Option<Sender<(u64, FileGame)>>,
    answered: Receiver<Answered>,
    err: &'a mut dyn Write,
    print: &'a mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    /// Games that were seen, asked for, and answered.
    pub seen: u64,
    asked: u64,
    done: u64,
    /// Answers that came before those of earlier games.
    early: BTreeMap<u64, (FileGame, anyhow::Result<Outcome>)>,
    pub skipped: u64,
    /// Whether a stop has cut a search short: later games are left, too, and all are answered in their order.
    is_cut: bool,
    /// Games that a stop has left without an answer.
    pub left: u64,
}

impl<'a, 'b> Round<'a, 'b> {
    pub fn new(
        search: &'b Search<'b>,
        selection: &'b Selection<'b>,
        games: Sender<(u64, FileGame)>,
        answered: Receiver<Answered>,
        err: &'a mut dyn Write,
        print: &'a mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    ) -> Self {
        let (games, early) = (Some(games), BTreeMap::new());
        let (seen, asked, done, skipped, left) = (0, 0, 0, 0, 0);
        Self {
            search,
            selection,
            games,
            answered,
            err,
            print,
            seen,
            asked,
            done,
            early,
            is_cut: false,
            skipped,
            left,
        }
    }

    /// Asks about the games of a file.
    pub fn read(&mut self, file: Option<&str>, games: Input) -> anyhow::Result<()> {
        let name = games.name().to_owned();
        for (game, number) in games.zip(1..) {
            let is_meant = (self.selection.has)(self.seen, file, number);
            self.seen += 1;
            if !is_meant {
                continue;
            }
            if self.is_stopped() {
                self.left += 1;
                continue;
            }
            let Game { number, record, warnings, .. } = match game {
                Ok(game) => game,
                Err(error) => {
                    self.skip(error)?;
                    continue;
                }
            };
            let place = place(&name, number);
            for warning in &warnings {
                self.search
                    .progress
                    .bar
                    .suspend(|| writeln!(self.err, "warning: {place}{warning}"))?;
            }
            let args = self.search.args;
            let rule = args.rule.or(record.rule).unwrap_or_default();
            let names = CellNames { coords: args.coords, size: record.size };
            let (file, is_of_several) = (file.map(str::to_owned), args.files.len() > 1);
            let input = name.clone();
            let game = FileGame { file, number, record, rule, names, input, is_of_several };
            // A game is read while the last one that was read waits for a thread.
            while self.asked - self.done > args.jobs as u64 {
                self.receive()?;
            }
            if let Some(games) = &self.games {
                games.send((self.asked, game))?;
                self.asked += 1;
            }
        }
        Ok(())
    }

    fn is_stopped(&self) -> bool {
        self.selection.stop.load(Ordering::Relaxed)
    }

    /// Waits for all answers.
    pub fn receive_all(&mut self) -> anyhow::Result<()> {
        self.games = None;
        while self.done < self.asked {
            self.receive()?;
        }
        Ok(())
    }

    /// Waits for an answer, or for a stop, and prints what is due.
    fn receive(&mut self) -> anyhow::Result<()> {
        if self.is_stopped() {
            self.search.clock.stop();
        }
        match self.answered.recv_timeout(POLL_INTERVAL) {
            Ok((place, game, outcome)) => drop(self.early.insert(place, (game, outcome))),
            Err(RecvTimeoutError::Timeout) => return Ok(()),
            Err(RecvTimeoutError::Disconnected) => bail!("a search has ended: please report it"),
        }
        while let Some((game, outcome)) = self.early.remove(&self.done) {
            self.done += 1;
            let bar = &self.search.progress.bar;
            match outcome {
                _ if self.is_cut => self.left += 1,
                Ok(Outcome::NoResult(_)) => {
                    self.is_cut = true;
                    self.left += 1;
                }
                Ok(outcome) => {
                    self.search.progress.count();
                    bar.suspend(|| (self.print)(&game, outcome))?;
                }
                Err(error) => {
                    let place = place(&game.input, game.number);
                    self.skip(InputError::Malformed(anyhow!("{place}{error:#}")))?;
                }
            }
        }
        Ok(())
    }

    pub fn skip(&mut self, error: InputError) -> anyhow::Result<()> {
        self.skipped += 1;
        self.seen = self.seen.max(1);
        self.search.progress.count();
        let skip_errors = self.search.args.skip_errors;
        self.search.progress.bar.suspend(|| error.skip(skip_errors, self.err))
    }
}
