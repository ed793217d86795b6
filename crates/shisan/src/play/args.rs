//! The options of `play`.

use std::path::PathBuf;
use std::time::Duration;

use super::engine::MoveLimits;
use super::people::People;
use super::players::{Player, Players, opponent};
use crate::engine_args::LEVELS;
use gomoku_match::{choice, parse_match_time, parse_time_limit, rule};
use gomoku_rules::{Coords, OpeningRule, Rule, Size};
use shisan_engine::brain::{self, LevelOptions};
use shisan_engine::engine::{EngineConfig, Level};

const MAX_THREADS: i64 = EngineConfig::MAX_THREADS as i64;

/// The options that the page has itself.
const TEXT: &str = "With --text";

/// The game, its players and their limits.
#[derive(Clone, Debug, clap::Args)]
pub struct PlayArgs {
    /// Play in the terminal, or through a pipe, instead of the browser
    #[arg(long)]
    pub text: bool,
    /// The rule [default: freestyle]
    #[arg(long, value_parser = rule())]
    rule: Option<Rule>,
    /// The board: a side, or width x height [default: 15]
    #[arg(long)]
    size: Option<Size>,
    /// How cells are named: rows from the top or from the bottom, or as in GTP: from the bottom and
    /// without a column I [default: top; the page has a setting of its own]
    #[arg(long, value_parser = choice::<Coords>(Coords::ALL.map(Coords::name)))]
    pub coords: Option<Coords>,
    /// Go on with the game of this file; moves beside it are ignored
    #[arg(long, value_name = "FILE")]
    pub load: Option<PathBuf>,
    /// Begin by this rule of the opening, such as pro, swap2, taraguchi-10
    #[arg(long, requires = "text", help_heading = TEXT, conflicts_with_all = ["load", "position"],
        value_parser = choice::<OpeningRule>(OpeningRule::ALL.map(OpeningRule::name)))]
    pub opening_rule: Option<OpeningRule>,
    /// Your side; both for two people, none for the opponent against itself [default: black]
    #[arg(long, requires = "text", help_heading = TEXT)]
    side: Option<People>,
    /// Play against the brain that this command starts, such as `shisan classic chain` [default: shisan]
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "PLAYER", value_parser = opponent)]
    opponent: Option<Player>,
    /// Who plays Black: person, shisan or the command of a brain [default: as --side says, or person
    /// beside --white]
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "PLAYER",
        conflicts_with_all = ["side", "opponent"])]
    black: Option<Player>,
    /// Who plays White, likewise
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "PLAYER",
        conflicts_with_all = ["side", "opponent"])]
    white: Option<Player>,
    /// Play at this strength, from 100 to 2200 [default: full strength]
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "ELO", allow_negative_numbers = true,
        value_parser = choice::<i64>(LEVELS), hide_possible_values = true)]
    pub level: Option<i64>,
    /// Seed of all random choices
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "N", default_value_t = Level::DEFAULT_SEED)]
    pub seed: u64,
    /// Read the levels from this file
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "FILE")]
    levels: Option<PathBuf>,
    /// The opponent's time for a move, such as 500ms or 5s [default: 5s, unless there is another limit]
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "TIME", value_parser = parse_time_limit)]
    turn_time: Option<Duration>,
    /// The opponent's time for all moves of a game, such as 60s or 3m
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "TIME", value_parser = parse_match_time)]
    match_time: Option<Duration>,
    /// Nodes of a search
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Search threads of an engine [default: the cores]
    #[arg(long, requires = "text", help_heading = TEXT, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MAX_THREADS))]
    pub threads: Option<u16>,
    /// Print the board when asked only, not after each move
    #[arg(long, requires = "text", help_heading = TEXT)]
    pub quiet_board: bool,
    /// The moves so far, such as h8i9
    pub position: Option<String>,
}

impl PlayArgs {
    /// The rule of a game that names none.
    pub fn rule(&self) -> Rule {
        self.rule.unwrap_or_default()
    }

    /// The board of a game that names none.
    pub fn size(&self) -> Size {
        self.size.unwrap_or(Size::square(15))
    }

    /// How the cells of a game are named.
    pub fn coords(&self) -> Coords {
        self.coords.unwrap_or_default()
    }

    /// Whether they name a game, rather than leave it to the page.
    pub fn name_a_game(&self) -> bool {
        self.rule.is_some() || self.size.is_some() || self.load.is_some() || self.position.is_some()
    }

    /// Who plays which side, and who takes a side that a person gives up.
    pub fn players(&self) -> (Players, Player) {
        let opponent = self.opponent.clone().unwrap_or(Player::Shisan);
        if self.black.is_none() && self.white.is_none() {
            return (Players::new(self.side.unwrap_or(People::Black), &opponent), opponent);
        }
        let sides = [&self.black, &self.white];
        let players = sides.map(|player| player.clone().unwrap_or(Player::Person));
        let other = players.iter().find(|player| **player != Player::Person).cloned();
        (Players(players), other.unwrap_or(opponent))
    }

    /// The limits of the opponent.
    pub fn limits(&self) -> MoveLimits {
        let Self { nodes, turn_time, match_time, .. } = *self;
        MoveLimits { nodes, turn_time, match_time }
    }

    /// `config` with the threads and the level of these options.
    ///
    /// # Errors
    /// When there is no such level, or the table of levels cannot be read.
    pub fn configure(&self, mut config: EngineConfig) -> anyhow::Result<EngineConfig> {
        let level =
            LevelOptions { elo: self.level, seed: Some(self.seed), table: self.levels.clone() };
        brain::set_level(&mut config, &level)?;
        config.threads = self.threads.map_or(config.threads, usize::from);
        Ok(config)
    }
}
