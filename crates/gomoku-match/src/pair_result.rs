//! What the two games of a pair brought: all that scores need of them, without their moves.

use std::ops::AddAssign;
use std::time::Duration;

use crate::engine_io::limits::EngineSettings;
use crate::engine_io::manager::Manager;
use crate::game::clock::Clock;
use crate::game::outcome::Termination;
use crate::game::played::{PlayedGame, PlayedPair};
use crate::hash::Fnv1a;
use crate::match_config::MatchConfig;
use crate::schedule::pairing::Pair;
use crate::stats::results::GameScore;
use crate::units::millis;
use gomoku_rules::Side;

/// The result of a pair.
#[derive(Clone, Debug)]
pub(crate) struct PairResult {
    /// What each game brought the first engine.
    pub scores: [GameScore; 2],
    /// What else is counted of the first engine and of the second.
    pub figures: [Figures; 2],
    /// A number for each game that only a game of the same players and moves has.
    pub games: [u64; 2],
}

/// What is counted of an engine besides its results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Figures {
    /// Games lost on time.
    pub timeouts: u64,
    /// Games lost because its process ended, hung or could not be started.
    pub crashes: u64,
    /// Games lost by an answer that is not a legal move.
    pub illegal_moves: u64,
    /// Games lost by a forbidden move.
    pub fouls: u64,
    /// Moves that came after their limit and within the tolerance.
    pub late_moves: u64,
    /// Lines that no command asked for.
    pub stray_lines: u64,
    /// What its own output says of the last fault that lost it a game.
    pub last_error: Option<String>,
    /// How late its moves came.
    pub lateness: Lateness,
    /// The time of its moves.
    pub time: Duration,
}

/// How late the moves of an engine came, in milliseconds.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Lateness {
    pub moves: u32,
    pub sum: f64,
    pub max: f64,
}

impl PairResult {
    /// The result of a pair that was played as the schedule of a match under `config` says.
    ///
    /// # Errors
    /// When others have played it.
    pub fn new(config: &MatchConfig, pair: &Pair, played: &PlayedPair) -> Result<Self, String> {
        let engines = pair.engines.map(|index| &config.engines[index]);
        let names = engines.map(|engine| engine.name.as_str());
        for game in &played.games {
            let players = [game.black.as_str(), game.white.as_str()];
            if players != names && players != [names[1], names[0]] {
                let ([a, b], [c, d]) = (players, names);
                return Err(format!("a game of {a} and {b}, where {c} meets {d}"));
            }
        }
        let figures = engines.map(|engine| {
            let mut figures = Figures::default();
            for game in &played.games {
                figures.count(engine, config.game.manager, game);
            }
            figures
        });
        let scores = played.games.each_ref().map(|game| score_of(game, names[0]));
        Ok(Self { scores, figures, games: played.games.each_ref().map(identity) })
    }
}

/// What a game brought the engine of this name.
pub(crate) fn score_of(game: &PlayedGame, name: &str) -> GameScore {
    match game.outcome.winner {
        None => GameScore::Draw,
        Some(side) if game.name_of(side) == name => GameScore::Win,
        Some(_) => GameScore::Loss,
    }
}

/// A hash of the players of a game and of its moves.
fn identity(game: &PlayedGame) -> u64 {
    let mut hash = Fnv1a::default();
    for name in [&game.black, &game.white] {
        hash.add(name.as_bytes());
        hash.add(b"\n");
    }
    let moves = game.opening.iter().copied().chain(game.moves.iter().map(|played| played.pos));
    for pos in moves {
        hash.add(&[pos.x(), pos.y()]);
    }
    hash.value()
}

impl Figures {
    /// Counts a game of `engine`.
    pub fn count(&mut self, engine: &EngineSettings, manager: Manager, game: &PlayedGame) {
        let side = if game.black == engine.name { Side::Black } else { Side::White };
        let mut clock = Clock::new(engine.time, manager);
        for played in game.moves_of(side) {
            self.late_moves += u64::from(played.late.is_some());
            self.time += played.time;
            if let Some(late) = clock.lateness(played.time) {
                self.lateness.note(millis(late));
            }
            clock.spend(played.time);
        }
        self.stray_lines += u64::from(game.unsolicited[side.index()]);
        if game.outcome.winner == Some(!side) {
            self.count_loss(&game.outcome.reason);
            self.last_error = game.fault().or_else(|| self.last_error.take());
        }
    }

    /// Games that it lost by faults.
    pub fn faults(&self) -> u64 {
        self.timeouts + self.crashes + self.illegal_moves + self.fouls
    }

    fn count_loss(&mut self, reason: &Termination) {
        match reason {
            Termination::Timeout(late) => {
                self.timeouts += 1;
                self.lateness.note(1000.0 * Duration::from_millis(*late).as_secs_f64());
            }
            Termination::Stalled
            | Termination::Crash(_)
            | Termination::Start(_)
            | Termination::Memory(_)
            | Termination::Folder(_) => self.crashes += 1,
            Termination::Illegal(_) => self.illegal_moves += 1,
            Termination::Foul(_) => self.fouls += 1,
            Termination::Five
            | Termination::FullBoard
            | Termination::NoMove
            | Termination::DrawAfter
            | Termination::Adjudicated(_) => {}
        }
    }
}

impl Figures {
    /// Adds what later games have brought.
    pub fn add(&mut self, other: &Self) {
        self.timeouts += other.timeouts;
        self.crashes += other.crashes;
        self.illegal_moves += other.illegal_moves;
        self.fouls += other.fouls;
        self.late_moves += other.late_moves;
        self.stray_lines += other.stray_lines;
        self.last_error = other.last_error.clone().or_else(|| self.last_error.take());
        self.lateness += other.lateness;
        self.time += other.time;
    }
}

impl Lateness {
    fn note(&mut self, late: f64) {
        *self += Self { moves: 1, sum: late, max: late };
    }
}

impl AddAssign for Lateness {
    fn add_assign(&mut self, other: Self) {
        self.max = match (self.moves, other.moves) {
            (_, 0) => self.max,
            (0, _) => other.max,
            _ => self.max.max(other.max),
        };
        self.moves += other.moves;
        self.sum += other.sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{config, game, pair};

    fn result(played: &PlayedPair) -> Result<PairResult, String> {
        let config = config(2);
        PairResult::new(&config, &config.schedule().pair(0), played)
    }

    #[test]
    fn losses_and_lateness_belong_to_an_engine() {
        let mut late = pair(0, "WL");
        // The second game: base is Black, new is White and loses.
        late.games[1] = game(Side::White, 'L');
        late.games[1].outcome.reason = Termination::Timeout(37);
        late.games[0].unsolicited = [3, 0];
        late.games[1].unsolicited = [1, 4];
        let PairResult { scores, figures: [new, base], .. } = result(&late).expect("its players");
        assert_eq!((new.stray_lines, base.stray_lines), (7, 1));
        assert_eq!(scores, [GameScore::Win, GameScore::Loss]);
        assert_eq!((new.timeouts, base.timeouts), (1, 0));
        // After an opening of one stone White moves at 490 and 492 ms, Black at 491 and 493.
        assert!((new.lateness.max - 37.0).abs() < 1e-6);
        assert!((base.lateness.max + 7.0).abs() < 1e-6, "{:?}", base.lateness);
        assert_eq!(new.time + base.time, 2 * Duration::from_millis(490 + 491 + 492 + 493));
    }

    #[test]
    fn the_last_error_is_kept() {
        let mut crashed = pair(0, "LL");
        crashed.games[0].outcome.reason = "crash:exit 1".parse().expect("a code");
        crashed.games[0].last_stderr_line = Some("KeyError: 7".into());
        let PairResult { figures: [mut new, base], .. } = result(&crashed).expect("its players");
        assert_eq!((new.crashes, new.last_error.as_deref()), (1, Some("KeyError: 7")));
        assert_eq!(base.last_error, None);
        new.add(&base);
        assert_eq!(new.last_error.as_deref(), Some("KeyError: 7"));
    }

    #[test]
    fn the_game_of_others_is_refused() {
        let mut other = pair(0, "WW");
        other.games[1].white = "other".into();
        let error = result(&other).expect_err("not its players");
        assert_eq!(error, "a game of base and other, where new meets base");
    }

    #[test]
    fn a_game_is_known_by_its_players_and_moves() {
        let mut shorter = pair(0, "WW");
        shorter.games[0].moves.pop();
        let [first, second] = result(&pair(0, "WL")).expect("its players").games;
        assert_eq!(result(&pair(0, "LL")).expect("its players").games, [first, second]);
        let [cut, _] = result(&shorter).expect("its players").games;
        assert!(first != second && cut != first);
    }
}
