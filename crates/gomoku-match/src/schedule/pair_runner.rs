//! Plays pairs of games: one opening, each engine with both colours.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, bail};

use crate::disk;
use crate::engine_io::dialogue::Dialogue;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::engine_io::reaper::Reaper;
use crate::game::outcome::Termination;
use crate::game::play::{play, play_or_forfeit};
use crate::game::played::{PlayedGame, PlayedPair};
use crate::game::settings::GameSettings;
use crate::interrupt;
use crate::schedule::openings::OpeningSource;
use crate::schedule::pairing::{Pair, pair_of};
use gomoku_rules::Side;

/// What all pairs have in common.
pub(crate) struct PairRunner<'a> {
    pub game: &'a GameSettings,
    pub openings: &'a OpeningSource,
    /// The folder for the dialogues of every game.
    pub log: Option<&'a Path>,
    /// Kills the engines if this program is killed.
    pub reaper: Arc<Reaper>,
    /// Set when all games must stop.
    pub stop: &'a AtomicBool,
    /// An engine that does not start a game loses it; otherwise that is an error.
    pub recover: bool,
    /// Names and commands of the engines that have moved in a game: those have started. A tuning has a command for
    /// each choice of values.
    pub has_moved: Mutex<BTreeSet<(String, String)>>,
}

impl PairRunner<'_> {
    /// Plays both games of a pair between two of `engines`; `None` when they were stopped, or spoiled by an
    /// interrupt. `players`
    /// holds the running engines by index, before and after. `on_start` gets the number of each game
    /// and the engines that play Black and White.
    ///
    /// # Errors
    /// When an engine cannot be started, does not start a game and must, an opening cannot be made, or a
    /// dialogue cannot be written.
    pub fn play_pair(
        &self,
        pair: Pair,
        engines: &[EngineSettings],
        players: &mut BTreeMap<usize, Player>,
        on_start: &mut dyn FnMut(u64, [usize; 2]),
    ) -> anyhow::Result<Option<PlayedPair>> {
        let opening = self.openings.opening(pair.round)?;
        let [first, second] = pair.engines;
        let mut games = Vec::new();
        // The odd game is the one in which the first engine plays Black, as readers of fastchess's output
        // expect: from the sum of a pair they cannot tell which game is which.
        let colours = [[first, second], [second, first]];
        for (number, colours) in (2 * pair.index + 1..).zip(colours) {
            on_start(number, colours);
            let log = self.dialogue(number)?;
            let mut take = |index: usize| {
                let new = || Player::new(engines[index].clone(), Some(Arc::clone(&self.reaper)));
                players.remove(&index).unwrap_or_else(new)
            };
            let [mut black, mut white] = colours.map(&mut take);
            let brains = [&mut black, &mut white];
            let play = if self.recover { play_or_forfeit } else { play };
            let game = play(self.game, brains, &opening, log.as_ref(), self.stop)?;
            players.extend([(colours[0], black), (colours[1], white)]);
            if let Some(log) = log {
                log.finish().with_context(|| self.log_path(number))?;
            }
            let game = game.filter(|game| !interrupt::has_spoiled(&game.outcome.reason, self.stop));
            let Some(game) = game else { return Ok(None) };
            if !self.recover {
                self.ensure_started(&game, number, colours.map(|index| &engines[index]))?;
            }
            games.push(game);
        }
        let games = games.try_into().ok().context("a pair has two games")?;
        Ok(Some(PlayedPair { pair: pair.index, games }))
    }

    /// Fails when one of `engines`, Black's and White's, lost because it did not start to play: that is a mistake
    /// of the command line, and says nothing about its strength.
    fn ensure_started(
        &self,
        game: &PlayedGame,
        number: u64,
        engines: [&EngineSettings; 2],
    ) -> anyhow::Result<()> {
        let mut has_moved = self.has_moved.lock().unwrap_or_else(PoisonError::into_inner);
        let id = |side: Side| {
            let EngineSettings { name, command, .. } = engines[side.index()];
            (name.clone(), command.clone())
        };
        has_moved.extend(
            Side::BOTH.into_iter().filter(|&it| game.moves_of(it).next().is_some()).map(id),
        );
        let Some(loser) = game.outcome.winner.map(|winner| !winner) else { return Ok(()) };
        let reason = &game.outcome.reason;
        let has_failed = match reason {
            Termination::Start(_) => true,
            // Nobody waits for an answer to START here.
            Termination::Crash(_) => {
                self.game.manager.process_per_game() && !has_moved.contains(&id(loser))
            }
            _ => false,
        };
        if !has_failed {
            return Ok(());
        }
        let name = game.name_of(loser);
        match game.fault() {
            Some(fault) => bail!("{name} failed to start game {number} ({reason}): {fault}"),
            None => bail!("{name} failed to start game {number} ({reason})"),
        }
    }

    /// The name of the file for the dialogues of a game.
    pub fn log_name(number: u64) -> String {
        format!("game-{number:06}.log")
    }

    /// Removes the dialogues of an earlier run, of the pairs that `is_old` names. That is due at the end: a run
    /// that fails leaves them.
    ///
    /// # Errors
    /// When one cannot be removed.
    pub fn remove_logs(&self, is_old: &dyn Fn(u64) -> bool) -> anyhow::Result<()> {
        let Some(folder) = self.log else { return Ok(()) };
        let file_of = |game| folder.join(Self::log_name(game));
        disk::remove_games(&file_of, &|game| is_old(pair_of(game)))
    }

    fn log_path(&self, number: u64) -> String {
        let folder = self.log.unwrap_or(Path::new(""));
        folder.join(Self::log_name(number)).display().to_string()
    }

    fn dialogue(&self, number: u64) -> anyhow::Result<Option<Dialogue>> {
        let Some(folder) = self.log else { return Ok(None) };
        let file = File::create(folder.join(Self::log_name(number)));
        let file = file.with_context(|| self.log_path(number))?;
        Ok(Some(Dialogue::new(Box::new(file))))
    }
}
