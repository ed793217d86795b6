//! Where pairs of games are played: one opening, each brain with both colours.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::Context;

use crate::engine_io::dialogue::Dialogue;
use crate::engine_io::limits::EngineSettings;
use crate::engine_io::player::Player;
use crate::engine_io::reaper::Reaper;
use crate::game::play::play;
use crate::game::played::PlayedPair;
use crate::game::settings::GameSettings;
use crate::schedule::book::Book;
use crate::schedule::pairing::Pair;
use gomoku_rules::Side;

/// What all pairs have in common.
pub(crate) struct PairRunner<'a> {
    pub game: &'a GameSettings,
    pub book: &'a Book,
    /// The folder that keeps the dialogues of every game.
    pub log: Option<&'a Path>,
    /// Kills the brains should the lab be killed.
    pub reaper: Arc<Reaper>,
    /// Set when all games have to end.
    pub stop: &'a AtomicBool,
}

impl PairRunner<'_> {
    /// Both games of a pair between two of `engines`; `None` when all games have to end before they
    /// have. `players` are the brains that run already, by their place, and those that do afterwards.
    /// `on_start` hears the number of each game, and who plays Black and White.
    ///
    /// # Errors
    /// When a brain cannot be started, or a dialogue not be written.
    pub fn play_pair(
        &self,
        pair: Pair,
        engines: &[EngineSettings],
        players: &mut BTreeMap<usize, Player>,
        on_start: &mut dyn FnMut(u64, [usize; 2]),
    ) -> anyhow::Result<Option<PlayedPair>> {
        let opening = self.book.opening(pair.round);
        let mover = if opening.len().is_multiple_of(2) { Side::Black } else { Side::White };
        let [first, second] = pair.engines;
        let mut games = Vec::new();
        for (number, [first, second]) in
            (2 * pair.index + 1..).zip([[first, second], [second, first]])
        {
            let seats = if mover == Side::Black { [first, second] } else { [second, first] };
            on_start(number, seats);
            let log = self.dialogue(number)?;
            let mut take = |index: usize| {
                let start = || {
                    let settings = engines[index].clone();
                    Player::start(settings, Some(Arc::clone(&self.reaper)))
                };
                players.remove(&index).map_or_else(start, Ok)
            };
            let [mut black, mut white] = [take(seats[0])?, take(seats[1])?];
            let brains = [&mut black, &mut white];
            let game = play(self.game, brains, &opening, log.as_ref(), self.stop)?;
            players.extend([(seats[0], black), (seats[1], white)]);
            let Some(game) = game else { return Ok(None) };
            games.push(game);
        }
        let games = games.try_into().ok().context("a pair has two games")?;
        Ok(Some(PlayedPair { pair: pair.index, games }))
    }

    fn dialogue(&self, number: u64) -> anyhow::Result<Option<Dialogue>> {
        let Some(folder) = self.log else { return Ok(None) };
        let path = folder.join(format!("game-{number:06}.log"));
        let file = File::create(&path).with_context(|| path.display().to_string())?;
        Ok(Some(Dialogue::new(Box::new(file))))
    }
}
