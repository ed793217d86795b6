//! What each game of a soak is like: a function of the seed and its number.

use std::fmt;
use std::time::Duration;

use fastrand::Rng;

use crate::engine_io::limits::{EngineLimits, TimeControl};
use crate::game::settings::GameSettings;
use gomoku_rules::referee::{Verdict, judge};
use gomoku_rules::{Pos, Rule, Size};

/// How long the moves of a game may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// 10 to 50 ms.
    Short,
    /// 200 ms.
    Middle,
    /// 2 s.
    Long,
}

impl Class {
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

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Short => "10 to 50 ms",
            Self::Middle => "200 ms",
            Self::Long => "2 s",
        })
    }
}

/// What a game is like.
pub struct Draw {
    pub class: Class,
    pub settings: GameSettings,
    pub time: TimeControl,
    pub limits: EngineLimits,
    pub opening: Vec<Pos>,
}

impl Draw {
    /// A draw for all: games on large boards would last.
    const LAST_STONE: usize = 150;
    /// A move that is so late that its game is lost.
    const LOST: Duration = Duration::from_secs(2);

    /// Game `number` of the soak with this seed, with at least `shortest` for a move.
    pub fn new(seed: u64, number: u64, shortest: Duration) -> Self {
        let mut random = Rng::with_seed(seed ^ number.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let class = Class::of(number);
        let turn = class.turn(&mut random).max(shortest);
        let rule = Rule::ALL[random.usize(..Rule::ALL.len())];
        let mut settings = GameSettings::new(rule, size(&mut random));
        settings.tolerance = Self::LOST;
        settings.draw_after = Some(Self::LAST_STONE);
        let time = time(turn, &mut random);
        let hash = 1024_u32 << random.u32(0..=6);
        let limits = EngineLimits {
            threads: Some(random.u32(1..=2)),
            // What the game before has told holds until it is told anew.
            options: vec![
                ("hash_size".into(), hash.to_string()),
                ("time_increment".into(), time.increment.as_millis().to_string()),
            ],
            ..EngineLimits::default()
        };
        let opening = opening(settings.size, rule, &mut random);
        Self { class, settings, time, limits, opening }
    }
}

impl fmt::Display for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GameSettings { rule, size, .. } = self.settings;
        let turn = self.time.turn.unwrap_or_default();
        write!(f, "{rule} {size}, {turn:?} a move")?;
        if let Some(game) = self.time.game {
            write!(f, " of {game:?}")?;
        }
        write!(f, ", {} threads", self.limits.threads.unwrap_or_default())
    }
}

/// 10 to 32 cells a side, one board in four not square.
fn size(random: &mut Rng) -> Size {
    let (width, height) = (random.u8(10..=32), random.u8(10..=32));
    if random.u8(..4) > 0 {
        return Size::square(width);
    }
    Size::new(width.into(), height.into()).unwrap_or(Size::square(width))
}

/// Every other game has a clock of its own beside that of the move, which lasts to the end, and
/// every fourth gains with each move.
fn time(turn: Duration, random: &mut Rng) -> TimeControl {
    let with_game = random.bool();
    TimeControl {
        turn: Some(turn),
        game: with_game.then(|| turn * random.u32(40..=100)),
        increment: if with_game && random.bool() { turn / 4 } else { Duration::ZERO },
    }
}

/// Up to eight stones near the centre with which no game has ended.
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
    fn every_kind_of_game_is_drawn_in_its_share() {
        let draws: Vec<Draw> = (0..2000).map(|n| Draw::new(1, n, Duration::ZERO)).collect();
        let count = |test: &dyn Fn(&Draw) -> bool| draws.iter().filter(|draw| test(draw)).count();
        let classes = [Class::Short, Class::Middle, Class::Long];
        assert_eq!(classes.map(|class| count(&|draw| draw.class == class)), [1500, 400, 100]);
        for rule in Rule::ALL {
            assert!(count(&|draw| draw.settings.rule == rule) > 300, "{rule}");
        }
        for side in 10..=32 {
            assert!(count(&|draw| draw.settings.size == Size::square(side)) > 30, "{side}");
        }
        assert!(count(&|draw| draw.limits.threads == Some(2)) > 900);
        assert!(count(&|draw| draw.opening.is_empty()) > 100);
        assert!(count(&|draw| draw.time.game.is_some()) > 900);
    }

    #[test]
    fn a_draw_depends_on_nothing_but_seed_and_number() {
        let text = |seed, number| {
            let draw = Draw::new(seed, number, Duration::from_millis(30));
            (draw.to_string(), draw.opening)
        };
        assert_eq!(text(1, 7), text(1, 7));
        assert_ne!(text(1, 7), text(2, 7));
        assert!((0..100).all(|n| Draw::new(3, n, Duration::from_millis(30)).time.turn
            >= Some(Duration::from_millis(30))));
    }
}
