//! The games of files, one after another, for the commands that say something about each.

mod args;
mod game;
mod round;
mod search;

use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::sync::mpsc;
use std::thread;

use anyhow::Context;
use gomoku_match::Finish;
use gomoku_match::progress::bar;
use gomoku_rules::Rule;
use shisan_analysis::{Action, Outcome};
use shisan_engine::engine::EngineConfig;
use shisan_engine::search::Clock;

pub use self::args::GamesArgs;
pub use self::game::FileGame;
use self::round::Round;
pub use self::round::Selection;
use self::search::{Progress, Search};
use crate::analyze::{STACK, SearchArgs};
use crate::convert::{no_game, open_each};

/// How far a run over games has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    pub finish: Finish,
    /// Whether no game was skipped.
    pub all_read: bool,
}

impl GamesArgs {
    /// Asks for `action` about each game of the files, or of `input`, and gives the answers to `print`, one
    /// after another. What records leave out, and each game that is skipped, is named on `err`. Returns
    /// whether no game was skipped.
    ///
    /// # Errors
    /// When a file cannot be read, when there is no game, when `print` fails, or at the first game that is
    /// malformed or has no answer, if such games are not skipped.
    pub fn answer_each(
        &self,
        action: Action,
        config: EngineConfig,
        input: &mut dyn Read,
        err: &mut dyn Write,
        print: &mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        let all = Selection { has: &|_, _, _| true, stop: &AtomicBool::new(false) };
        Ok(self.answer_some(&all, action, config, input, err, print)?.all_read)
    }

    /// The same for some of the games.
    ///
    /// # Errors
    /// Likewise.
    pub fn answer_some(
        &self,
        selection: &Selection,
        action: Action,
        config: EngineConfig,
        input: &mut dyn Read,
        err: &mut dyn Write,
        print: &mut dyn FnMut(&FileGame, Outcome) -> anyhow::Result<()>,
    ) -> anyhow::Result<Run> {
        let config = SearchArgs::default().engine_config(config);
        let search = Search {
            args: self,
            action,
            clock: Clock::unlimited(),
            progress: self.progress(selection)?,
        };
        let (games, queue) = mpsc::channel();
        let (answers, answered) = mpsc::channel();
        let queue = Mutex::new(queue);
        thread::scope(|scope| {
            for _ in 0..self.jobs {
                let (answers, config) = (answers.clone(), config.clone());
                let (search, queue) = (&search, &queue);
                let work = move || search.work(config, queue, &answers);
                let worker = thread::Builder::new().stack_size(STACK);
                worker.spawn_scoped(scope, work).context("cannot start the threads")?;
            }
            drop(answers);
            let mut round = Round::new(&search, selection, games, answered, err, print);
            let Self { files, size, coords, .. } = self;
            let read = open_each(files, input, None, *size, *coords, |path, games| match games {
                Ok(games) => {
                    round.read(path.map(|path| path.display().to_string()).as_deref(), games)
                }
                Err(error) => round.skip(error),
            });
            // What was begun before an error is answered all the same.
            let answered = round.receive_all();
            search.clock.stop();
            search.progress.finish();
            read.and(answered)?;
            if round.seen == 0 {
                return Err(no_game(&self.files));
            }
            let is_stopped = round.left > 0;
            let finish = if is_stopped { Finish::Interrupted } else { Finish::Complete };
            Ok(Run { finish, all_read: round.skipped == 0 })
        })
    }

    /// The files; none stands for standard input.
    pub fn files(&self) -> &[PathBuf] {
        &self.files
    }

    /// What decides an answer beside the game.
    pub fn settings(&self) -> serde_json::Value {
        let (rule, size) = (self.rule.map(Rule::name), self.size.map(|size| size.to_string()));
        serde_json::json!({
            "nodes": self.nodes, "rule": rule, "size": size, "coords": self.coords.name(),
        })
    }

    /// The progress on a terminal: of the games if several are to be read, or else of the positions of one.
    fn progress(&self, selection: &Selection) -> anyhow::Result<Progress> {
        let is_read_once = self.files.is_empty() || self.files.iter().any(|file| !file.is_file());
        let (mut games, mut number) = (0, 0);
        if io::stderr().is_terminal() && !is_read_once {
            let Self { files, size, coords, .. } = self;
            open_each(files, &mut io::empty(), None, *size, *coords, |path, input| {
                let path = path.map(|path| path.display().to_string());
                for (_, of_file) in input.into_iter().flatten().zip(1..) {
                    games += u64::from((selection.has)(number, path.as_deref(), of_file));
                    number += 1;
                }
                Ok(())
            })?;
        }
        let is_of_games = games > 1;
        let bar = bar(games)?.with_message(if is_of_games { "games" } else { "positions" });
        Ok(Progress { bar, is_of_games })
    }
}
