//! The `INFO` values and what they mean. Values are stored as they come and checked when a move is
//! requested: a bad one is reported then, and a later good one replaces it.

use std::collections::BTreeMap;
use std::time::Duration;

use super::move_overhead::MoveOverhead;
use crate::engine::{EngineConfig, Level};
use crate::search::{Limits, TimeControl};
use gomoku_protocol::{Info, Key, MatchClock, duration};
use gomoku_rules::{GameRule, Rule, Size};

/// The `INFO` values of a session; no new game clears them.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    turn: Option<i64>,
    increment: Duration,
    match_clock: MatchClock,
    /// The time of a match in milliseconds, as the manager sent it.
    match_millis: Option<i64>,
    memory: Option<i64>,
    hash: Option<i64>,
    threads: Option<i64>,
    rule: i64,
    depth: i64,
    nodes: i64,
    detail: i64,
    /// The Elo to play at; 0 and less is full strength, `None` what the command line says.
    level: Option<i64>,
    seed: Option<u64>,
    yixin: bool,
    move_overhead: MoveOverhead,
    /// What was sent for settings that need a number and have none, until they get one.
    no_numbers: BTreeMap<Key, String>,
}

/// The time limit of a turn that has none, for managers that stop the search themselves.
const ENDLESS: Duration = Duration::from_secs(7 * 24 * 3600);

impl Settings {
    /// The maximum number of search threads.
    pub const MAX_THREADS: i64 = EngineConfig::MAX_THREADS as i64;
    /// The maximum size of the transposition table, as a power of two in kilobytes.
    pub const MAX_HASH_LOG2: u32 = 26;
    /// The minimum memory of the process, in bytes.
    const MIN_MEMORY: i64 = 16 << 20;

    /// The key and the value of a setting that has an effect; in place of a number what was sent for a key
    /// that needs one. Other values that are no numbers have no effect: a move within the time that is known
    /// is worth more than an error.
    pub fn effect(info: &Info) -> Option<(Key, Result<i64, String>)> {
        let ignored = [Key::GameType, Key::Evaluate, Key::Folder];
        let needed = [Key::Rule, Key::ThreadNum, Key::HashSize, Key::MaxMemory, Key::Level];
        let key = info.key().filter(|key| !ignored.contains(key))?;
        // A seed is a number without a sign, as on the command line.
        let seed = || info.word()?.parse().ok().map(u64::cast_signed);
        let value = (key == Key::Seed).then(seed).flatten().or_else(|| info.number());
        let text = || info.word().filter(|_| needed.contains(&key)).map(str::to_owned);
        let value = value.map(Ok).or_else(|| text().map(Err))?;
        Some((key, value))
    }

    /// Stores what was sent for a key.
    pub fn take(&mut self, key: Key, value: Result<i64, String>) {
        match value {
            Ok(number) => self.set(key, number),
            Err(text) => drop(self.no_numbers.insert(key, text)),
        }
    }

    /// Stores a value.
    pub fn set(&mut self, key: Key, value: i64) {
        self.no_numbers.remove(if key == Key::Strength { &Key::Level } else { &key });
        match key {
            Key::TimeoutTurn => self.turn = Some(value),
            Key::TimeIncrement => self.increment = duration(value).unwrap_or_default(),
            Key::TimeoutMatch => {
                self.match_millis = Some(value);
                self.match_clock.set_limit(value);
            }
            Key::TimeLeft => self.match_clock.set_left(value),
            Key::MaxMemory => self.memory = Some(value).filter(|&bytes| bytes > 0),
            Key::HashSize => self.hash = Some(value),
            Key::ThreadNum => self.threads = Some(value),
            Key::Rule => self.rule = value,
            Key::MaxDepth => self.depth = value,
            Key::MaxNode => self.nodes = value,
            Key::ShowDetail => self.detail = value,
            Key::Level => self.level = Some(value),
            Key::Strength => self.level = level_of_strength(value),
            Key::Seed => self.seed = Some(value.cast_unsigned()),
            Key::GameType | Key::Evaluate | Key::Folder => {}
        }
    }

    /// Switches to Yixin's dialect: rule 2 is renju, cells are row,column, a time of 0 is no limit, and the
    /// manager expects a move from every search.
    pub fn speak_yixin(&mut self) {
        self.yixin = true;
    }

    /// Whether the manager speaks Yixin's dialect.
    pub fn is_yixin(&self) -> bool {
        self.yixin
    }

    /// Whether the manager wants `MESSAGE REALTIME` lines.
    pub fn shows_realtime(&self) -> bool {
        matches!(self.detail, 1 | 3)
    }

    /// Whether the manager wants `INFO` lines.
    pub fn shows_details(&self) -> bool {
        matches!(self.detail, 2 | 3)
    }

    /// Whether the manager is for analysis: no tournament wants details. To such managers rule 2 is renju
    /// and a negative time is no limit.
    fn is_for_analysis(&self) -> bool {
        self.yixin || self.shows_realtime() || self.shows_details()
    }

    /// The size of the board that the manager calls `size`. The first coordinate of Yixin's dialect, the
    /// row, is our x, so that its boards are transposed.
    pub fn board_size(&self, size: Size) -> Size {
        let transposed = Size::new(size.height().into(), size.width().into());
        if self.yixin { transposed.unwrap_or(size) } else { size }
    }

    /// A new game starts: the match clock is full again, unless a new `time_left` has come for it.
    pub fn new_game(&mut self) {
        self.match_clock.restart();
    }

    /// A move of ours took `elapsed`.
    pub fn spend(&mut self, elapsed: Duration) {
        self.match_clock.spend(elapsed, self.increment);
    }

    /// A search that brought no move took `elapsed`.
    pub fn think(&mut self, elapsed: Duration) {
        self.match_clock.spend(elapsed, Duration::ZERO);
    }

    /// A move of ours exceeded its budget by `late`.
    pub fn overrun(&mut self, late: Duration) {
        self.move_overhead.observe(late);
    }

    /// What limits the current move.
    pub fn time_control(&self) -> TimeControl {
        let is_endless =
            |millis: i64| millis < 0 && self.is_for_analysis() || millis == 0 && self.yixin;
        let turn = match self.turn {
            Some(millis) if is_endless(millis) => Some(ENDLESS),
            turn => turn.and_then(duration),
        };
        let has_match = !self.match_millis.is_some_and(is_endless);
        let left = self.match_clock.left().filter(|_| has_match);
        let (increment, move_overhead) = (self.increment, self.move_overhead.expected());
        TimeControl { turn, left, increment, move_overhead }
    }

    /// What limits a step of an opening: no manager stops it, so that an endless turn is one without any
    /// limit.
    pub fn opening_time(&self) -> TimeControl {
        let time = self.time_control();
        TimeControl { turn: time.turn.filter(|&turn| turn < ENDLESS), ..time }
    }

    /// What else ends a search.
    pub fn limits(&self) -> Limits {
        let positive = |value| u64::try_from(value).ok().filter(|&value| value > 0);
        Limits {
            depth: positive(self.depth).map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
            nodes: positive(self.nodes),
        }
    }

    /// Checks that every setting that needs a number has one.
    ///
    /// # Errors
    /// Otherwise.
    pub fn check_numbers(&self) -> Result<(), String> {
        let text = |(key, text): (&Key, &String)| format!("{} {text} is not a number", key.name());
        self.no_numbers.iter().next().map_or(Ok(()), |bad| Err(text(bad)))
    }

    /// The rule of play.
    ///
    /// # Errors
    /// When no rule has this number.
    pub fn rule(&self) -> Result<GameRule, String> {
        const YIXIN_RENJU: i64 = 2;
        if self.is_for_analysis() && self.rule == YIXIN_RENJU {
            return Ok(Rule::Renju.into());
        }
        let number = u32::try_from(self.rule).ok();
        number.and_then(GameRule::from_gomocup).ok_or_else(|| {
            format!(
                "rule {} is unknown: expected 0 freestyle, 1 standard, 4 renju, 8 or 9 caro, or one \
                 of them plus 2",
                self.rule
            )
        })
    }

    /// What the engine is to use.
    ///
    /// # Errors
    /// When a value cannot be met.
    pub fn config(&self) -> Result<EngineConfig, String> {
        let default = EngineConfig::default();
        let threads = match self.threads {
            None => default.threads,
            Some(threads @ 1..=Self::MAX_THREADS) => threads as usize,
            Some(threads) => {
                return Err(format!(
                    "thread_num {threads} is out of range: expected 1 to {}",
                    Self::MAX_THREADS
                ));
            }
        };
        if let Some(bytes) = self.memory.filter(|&bytes| bytes < Self::MIN_MEMORY) {
            return Err(format!(
                "max_memory {bytes} is too small: expected at least {} bytes, or 0 for the default",
                Self::MIN_MEMORY
            ));
        }
        let hash = self.hash.map(|kilobytes| self.hash_bytes(kilobytes)).transpose()?;
        let memory = match self.memory {
            Some(bytes) => bytes.cast_unsigned(),
            // A table whose size was set comes on top of the default for everything else.
            None => default.memory + hash.unwrap_or(0),
        };
        Ok(EngineConfig { threads, memory, hash, ..default })
    }

    /// The level to play at, `configured` unless a value says otherwise.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn level(&self, configured: Option<Level>) -> Result<Option<Level>, String> {
        let elo = match self.level {
            None => configured.map(|level| level.elo().into()),
            Some(elo) => Some(elo).filter(|&elo| elo > 0),
        };
        let seed = self.seed.or(configured.map(Level::seed)).unwrap_or(Level::DEFAULT_SEED);
        elo.map(|elo| Level::new(elo, seed)).transpose()
    }

    fn hash_bytes(&self, kilobytes: i64) -> Result<u64, String> {
        let limit = self.memory.map_or(1 << Self::MAX_HASH_LOG2, |bytes| bytes >> 10);
        if (1..=limit).contains(&kilobytes) {
            Ok(kilobytes.cast_unsigned() << 10)
        } else {
            Err(format!("hash_size {kilobytes} is out of range: expected 1 to {limit} kilobytes"))
        }
    }
}

/// The level at a strength of 0 to 100; at 100 nothing is held back, beyond that values are clamped.
fn level_of_strength(strength: i64) -> Option<i64> {
    let (weakest, strongest) = (i64::from(Level::MIN), i64::from(Level::MAX));
    let strength = Some(strength.clamp(0, 100)).filter(|&strength| strength < 100);
    strength.map(|strength| weakest + (strongest - weakest) * strength / 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(values: &[(Key, i64)]) -> Settings {
        let mut settings = Settings::default();
        for &(key, value) in values {
            settings.set(key, value);
        }
        settings
    }

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn no_value_is_no_limit() {
        let settings = Settings::default();
        assert_eq!(settings.time_control(), TimeControl::default());
        assert_eq!(settings.limits(), Limits::default());
        assert_eq!(settings.config(), Ok(EngineConfig::default()));
        assert_eq!(settings.rule(), Ok(Rule::Freestyle.into()));
    }

    #[test]
    fn info_reads_what_it_can_and_ignores_the_rest() {
        let effect = |name, value| Settings::effect(&Info::named(name, value));
        assert_eq!(effect("time_left", "5399000.5"), Some((Key::TimeLeft, Ok(5_399_000))));
        assert_eq!(effect("TIME_LEFT", "-120"), Some((Key::TimeLeft, Ok(-120))));
        assert_eq!(effect("rule", "renju x"), Some((Key::Rule, Err("renju".to_owned()))));
        for (name, value) in [
            ("", ""),
            ("rule", ""),
            ("max_memory", " "),
            ("time_left", "nan"),
            ("folder", "7"),
            ("evaluate", "7,7"),
            ("game_type", "1"),
            ("caution_factor", "4"),
        ] {
            assert_eq!(effect(name, value), None, "{name} {value}");
        }
        for (value, seed) in [
            ("9007199254740993", (1 << 53) + 1),
            ("18446744073709551615", u64::MAX),
            ("-1", u64::MAX),
            ("7.9", 7),
        ] {
            let seed = Some((Key::Seed, Ok(seed.cast_signed())));
            assert_eq!(effect("seed", value), seed, "{value}");
        }
    }

    #[test]
    fn times_have_their_special_values() {
        let left = |values: &[(Key, i64)]| with(values).time_control().left;
        assert_eq!(left(&[(Key::TimeLeft, -5)]), Some(Duration::ZERO));
        assert_eq!(left(&[(Key::TimeLeft, i64::MIN)]), Some(Duration::ZERO));
        assert_eq!(left(&[(Key::TimeLeft, 2_147_483_647)]), None);
        assert_eq!(left(&[(Key::TimeoutMatch, 0)]), None);
        assert_eq!(left(&[(Key::TimeoutMatch, 9000)]), Some(9 * SECOND));
        assert_eq!(left(&[(Key::TimeoutMatch, 9000), (Key::TimeLeft, 250)]), Some(SECOND / 4));
        assert_eq!(left(&[(Key::TimeLeft, 250), (Key::TimeoutMatch, 9000)]), Some(SECOND / 4));
        assert_eq!(with(&[(Key::TimeoutTurn, 0)]).time_control().turn, Some(Duration::ZERO));
        assert_eq!(with(&[(Key::TimeoutTurn, -1)]).time_control().turn, Some(Duration::ZERO));
    }

    #[test]
    fn the_match_clock_is_kept_without_time_left() {
        let mut settings = with(&[(Key::TimeoutMatch, 9000), (Key::TimeIncrement, 100)]);
        settings.spend(Duration::from_millis(1100));
        assert_eq!(settings.time_control().left, Some(8 * SECOND));
        settings.set(Key::TimeLeft, 5000);
        settings.spend(Duration::from_millis(1100));
        assert_eq!(settings.time_control().left, Some(4 * SECOND));
        settings.new_game();
        assert_eq!(settings.time_control().left, Some(9 * SECOND));
        settings.set(Key::TimeLeft, 250);
        settings.new_game();
        assert_eq!(settings.time_control().left, Some(SECOND / 4));
    }

    #[test]
    fn rules_depend_on_the_dialect() {
        let mut settings = with(&[(Key::Rule, 2)]);
        let continuous = GameRule { rule: Rule::Freestyle, continuous: true };
        assert_eq!(settings.rule(), Ok(continuous));
        for detail in [1, 2, 3] {
            settings.set(Key::ShowDetail, detail);
            assert_eq!(settings.rule(), Ok(Rule::Renju.into()));
        }
        settings.set(Key::ShowDetail, 0);
        assert_eq!(settings.rule(), Ok(continuous));
        settings.speak_yixin();
        assert_eq!(settings.rule(), Ok(Rule::Renju.into()));
        for number in [-1, 5, 7, 16, i64::MAX] {
            settings.set(Key::Rule, number);
            assert!(settings.rule().is_err(), "{number}");
        }
        settings.set(Key::Rule, 9);
        assert_eq!(settings.rule(), Ok(Rule::Caro.into()));
    }

    #[test]
    fn analysis_has_all_the_time() {
        let unlimited = [(Key::TimeoutTurn, -1), (Key::TimeoutMatch, -1), (Key::TimeLeft, 1)];
        let mut settings = with(&unlimited);
        assert!(settings.time_control().is_instant());
        settings.set(Key::ShowDetail, 2);
        let time = settings.time_control();
        assert_eq!((time.turn, time.left), (Some(ENDLESS), None));
        settings.set(Key::TimeoutTurn, 7000);
        settings.set(Key::TimeoutMatch, 180_000);
        let time = settings.time_control();
        assert_eq!((time.turn, time.left), (Some(7 * SECOND), Some(Duration::from_millis(1))));
    }

    #[test]
    fn zero_is_no_limit_in_yixins_dialect_alone() {
        let zeros = [(Key::TimeoutTurn, 0), (Key::TimeoutMatch, 0), (Key::TimeLeft, 1)];
        let mut settings = with(&zeros);
        for detail in [0, 3] {
            settings.set(Key::ShowDetail, detail);
            assert!(settings.time_control().is_instant());
        }
        settings.speak_yixin();
        let time = settings.time_control();
        assert_eq!((time.turn, time.left), (Some(ENDLESS), None));
        assert_eq!(settings.opening_time(), TimeControl::default(), "nothing stops an opening");
        settings.set(Key::TimeoutMatch, 9000);
        settings.set(Key::TimeLeft, 9000);
        assert_eq!(settings.time_control().left, Some(9 * SECOND), "the match limits the turn");
        let mut settings = with(&[(Key::TimeLeft, 250)]);
        settings.speak_yixin();
        assert_eq!(settings.time_control().left, Some(SECOND / 4), "no match limit was set");
    }

    #[test]
    fn strength_is_a_scale_of_levels() {
        let elo = |values: &[(Key, i64)]| {
            let level = with(values).level(None).expect("a level");
            level.map(Level::elo)
        };
        let at = |strength| elo(&[(Key::Strength, strength)]);
        assert_eq!([-7, 0, 1, 50, 99].map(at), [100, 100, 121, 1150, 2179].map(Some));
        assert_eq!([100, 101, i64::MAX].map(at), [None; 3]);
        assert_eq!(
            elo(&[(Key::Level, 900), (Key::Strength, 50)]),
            Some(1150),
            "the last one counts"
        );
        assert_eq!(elo(&[(Key::Strength, 50), (Key::Level, 900)]), Some(900));
        assert_eq!(elo(&[(Key::Level, 900), (Key::Strength, 100)]), None);
        assert_eq!(elo(&[(Key::Strength, 50), (Key::Level, 0)]), None);
        let configured = Level::new(700, 1).ok();
        let level = with(&[(Key::Strength, 100)]).level(configured);
        assert_eq!(level, Ok(configured), "the level of the command line stays");
    }

    #[test]
    fn a_value_that_cannot_be_met_is_an_error_until_replaced() {
        for (key, bad, good) in [
            (Key::ThreadNum, 0, 1),
            (Key::ThreadNum, 100_000, 2),
            (Key::ThreadNum, -3, 256),
            (Key::MaxMemory, 1000, 350 << 20),
            (Key::HashSize, 0, 1024),
            (Key::HashSize, i64::MAX, 1 << 20),
        ] {
            let mut settings = with(&[(key, bad)]);
            assert!(settings.config().is_err(), "{key:?} {bad}");
            settings.set(key, good);
            assert!(settings.config().is_ok(), "{key:?} {good}");
        }
        assert!(with(&[(Key::MaxMemory, 32 << 20), (Key::HashSize, 64 << 10)]).config().is_err());
        for memory in [0, -1_048_576] {
            let config = with(&[(Key::MaxMemory, memory)]).config().expect("the default");
            assert_eq!(config.memory, EngineConfig::DEFAULT_MEMORY);
        }
    }

    #[test]
    fn a_value_that_is_no_number_is_an_error_until_replaced() {
        for (key, good) in [
            (Key::Rule, Key::Rule),
            (Key::ThreadNum, Key::ThreadNum),
            (Key::HashSize, Key::HashSize),
            (Key::MaxMemory, Key::MaxMemory),
            (Key::Level, Key::Level),
            (Key::Level, Key::Strength),
        ] {
            let mut settings = Settings::default();
            assert_eq!(settings.check_numbers(), Ok(()));
            settings.take(key, Err("two".to_owned()));
            let error = format!("{} two is not a number", key.name());
            assert_eq!(settings.check_numbers(), Err(error));
            settings.take(good, Ok(1));
            assert_eq!(settings.check_numbers(), Ok(()), "{good:?}");
        }
    }

    #[test]
    fn limits_of_depth_and_nodes_can_be_lifted() {
        let limits = |depth, nodes| with(&[(Key::MaxDepth, depth), (Key::MaxNode, nodes)]).limits();
        assert_eq!(limits(3, 5000), Limits { depth: Some(3), nodes: Some(5000) });
        assert_eq!(limits(0, -1), Limits::default());
        assert_eq!(limits(i64::MAX, 0).depth, Some(u32::MAX));
    }
}
