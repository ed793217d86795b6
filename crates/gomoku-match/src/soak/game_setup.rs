//! The setup of each game of a soak: a function of the seed and the game's number.

use std::fmt;
use std::time::Duration;

use fastrand::Rng;

use crate::engine_io::limits::{EngineLimits, TimeControl};
use crate::game::settings::GameSettings;
use crate::units::counted;
use gomoku_rules::referee::{Verdict, judge};
use gomoku_rules::{Pos, Rule, Size};

/// The time of a move, as a class.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum TimeClass {
    /// 10 to 50 ms.
    Short,
    /// 200 ms.
    Middle,
    /// 2 s.
    Long,
}

impl TimeClass {
    /// The class of game `number`: of 20 games 15 are short and one is long.
    fn of(number: u64) -> Self {
        match number % 20 {
            19 => Self::Long,
            4 | 9 | 14 | 18 => Self::Middle,
            _ => Self::Short,
        }
    }

    fn turn(self, random: &mut Rng) -> Duration {
        Duration::from_millis(match self {
            Self::Short => random.u64(1..=5) * 10,
            Self::Middle => 200,
            Self::Long => 2000,
        })
    }
}

impl fmt::Display for TimeClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Short => "10 to 50 ms",
            Self::Middle => "200 ms",
            Self::Long => "2 s",
        })
    }
}

/// The setup of a game.
pub struct GameSetup {
    pub class: TimeClass,
    pub settings: GameSettings,
    pub time: TimeControl,
    pub limits: EngineLimits,
    pub opening: Vec<Pos>,
}

impl GameSetup {
    /// The game is drawn with this many stones: on large boards it would take too long.
    const DRAW_AFTER: usize = 150;
    /// A move this late loses its game, unless more is no fault; less is counted and the game goes on.
    const TOLERANCE: Duration = Duration::from_secs(2);

    /// Game `number` of the soak with this seed, with at least `min_turn` for a move.
    pub fn new(seed: u64, number: u64, min_turn: Duration) -> Self {
        let mut random = Rng::with_seed(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let class = TimeClass::of(number);
        let turn = class.turn(&mut random).max(min_turn);
        let rule = Rule::ALL[random.usize(..Rule::ALL.len())];
        let mut settings = GameSettings::new(rule, size(&mut random));
        settings.tolerance = Self::TOLERANCE;
        settings.draw_after = Some(Self::DRAW_AFTER);
        let time = time(turn, &mut random);
        let hash = 1024_u32 << random.u32(0..=6);
        let limits = EngineLimits {
            threads: Some(random.u32(1..=2)),
            // A setting holds for later games too, so each game makes all of them.
            options: vec![
                ("hash_size".into(), hash.to_string()),
                ("time_increment".into(), time.increment.as_millis().to_string()),
            ],
            ..EngineLimits::default()
        };
        let opening = opening(settings.size, rule, &mut random);
        Self { class, settings, time, limits, opening }
    }

    /// How the game is played where a move that is so late is no fault.
    pub fn game(&self, tolerance: Duration, start_limit: Duration) -> GameSettings {
        let tolerance = self.settings.tolerance.max(tolerance);
        GameSettings { tolerance, start_limit, ..self.settings.clone() }
    }
}

impl fmt::Display for GameSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameSettings { rule, size, .. } = self.settings;
        let turn = self.time.turn.unwrap_or_default();
        write!(f, "{rule} {size}, {turn:?} a move")?;
        if let Some(game) = self.time.game {
            write!(f, " of {game:?}")?;
        }
        write!(f, ", {}", counted(self.limits.threads.unwrap_or_default(), "thread"))
    }
}

/// From 10 to 32 cells a side; one board in four is not square.
fn size(random: &mut Rng) -> Size {
    let (width, height) = (random.u8(10..=32), random.u8(10..=32));
    if random.u8(..4) > 0 {
        return Size::square(width);
    }
    Size::new(width.into(), height.into()).unwrap_or(Size::square(width))
}

/// Half of the games have a match time too, long enough for the whole game, and half of these an
/// increment.
fn time(turn: Duration, random: &mut Rng) -> TimeControl {
    let with_game = random.bool();
    TimeControl {
        turn: Some(turn),
        game: with_game.then(|| turn.saturating_mul(random.u32(40..=100))),
        increment: if with_game && random.bool() { turn / 4 } else { Duration::ZERO },
    }
}

/// Up to eight stones near the centre that end no game.
fn opening(size: Size, rule: Rule, random: &mut Rng) -> Vec<Pos> {
    let centre = size.centre();
    let mut moves = Vec::new();
    for _ in 0..random.u8(0..=8) {
        let near = |centre: u8, random: &mut Rng| i32::from(centre) + random.i32(-3..=3);
        let (x, y) = (near(centre.x(), random), near(centre.y(), random));
        moves.extend(size.pos(x, y));
        if judge(size, rule, &moves).1 != Verdict::Ongoing {
            moves.pop();
        }
    }
    moves
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_game_has_its_share() {
        let setups: Vec<GameSetup> =
            (0..2000).map(|n| GameSetup::new(1, n, Duration::ZERO)).collect();
        let count =
            |test: &dyn Fn(&GameSetup) -> bool| setups.iter().filter(|setup| test(setup)).count();
        let classes = [TimeClass::Short, TimeClass::Middle, TimeClass::Long];
        assert_eq!(classes.map(|class| count(&|setup| setup.class == class)), [1500, 400, 100]);
        for rule in Rule::ALL {
            assert!(count(&|setup| setup.settings.rule == rule) > 300, "{rule}");
        }
        for side in 10..=32 {
            assert!(count(&|setup| setup.settings.size == Size::square(side)) > 30, "{side}");
        }
        assert!(count(&|setup| setup.limits.threads == Some(2)) > 900);
        assert!(count(&|setup| setup.opening.is_empty()) > 100);
        assert!(count(&|setup| setup.time.game.is_some()) > 900);
    }

    #[test]
    fn no_move_loses_by_what_is_no_fault() {
        let setup = GameSetup::new(1, 7, Duration::ZERO);
        let tolerance =
            |millis| setup.game(Duration::from_millis(millis), Duration::ZERO).tolerance;
        assert_eq!(tolerance(0), GameSetup::TOLERANCE);
        assert_eq!(tolerance(10_000), Duration::from_secs(10));
    }

    #[test]
    fn a_setup_depends_on_seed_and_number_only() {
        let text = |seed, number| {
            let setup = GameSetup::new(seed, number, Duration::from_millis(30));
            (setup.to_string(), setup.opening)
        };
        assert_eq!(text(1, 7), text(1, 7));
        assert_ne!(text(1, 7), text(2, 7));
        assert!((0..100).all(|n| GameSetup::new(3, n, Duration::from_millis(30)).time.turn
            >= Some(Duration::from_millis(30))));
    }
}
