//! The subcommand `grade`: the levels of Shisan as opponents of known Elo.

use std::io::Write;

use anyhow::Context;
use gomoku_match::{Finish, GradeArgs, Host, RatedOpponent};
use gomoku_rules::{Rule, Size};
use shisan_engine::engine::{Level, LevelTable};

/// Elo between one level and the next.
const STEP: usize = 100;
/// The board on which the levels were measured.
const MEASURED_SIZE: Size = Size::square(15);

/// Grades the brain of `args` by games with the levels.
///
/// # Errors
/// When the arguments contradict each other, a file cannot be read or written, or the brain cannot be
/// started, starts no game or loses its first games by faults.
pub fn grade(args: &GradeArgs, host: &Host, out: &mut dyn Write) -> anyhow::Result<Finish> {
    let table = LevelTable::default();
    let opponents = opponents(&table, args.rule(), args.seed(), &host.brain)?;
    let scale = |size| scale(table.is_measured(args.rule()), size);
    gomoku_match::grade(args, &opponents, &scale, host, out)
}

/// What the Elo of the levels is worth on a board of this size, under a rule that games have measured or
/// not.
fn scale(is_measured: bool, size: Size) -> String {
    match (is_measured, size == MEASURED_SIZE) {
        (true, true) => "the levels".to_owned(),
        (true, false) => "the levels, measured on 15x15".to_owned(),
        (false, _) => "the levels, measured under another rule on 15x15".to_owned(),
    }
}

/// The levels of `rule`, the weakest first. Those below the weakest measured one play alike, so that only
/// the lowest of them takes part.
fn opponents(
    table: &LevelTable,
    rule: Rule,
    seed: u64,
    brain: &str,
) -> anyhow::Result<Vec<RatedOpponent>> {
    let mut opponents: Vec<RatedOpponent> = Vec::new();
    for number in (Level::MIN..=Level::MAX).step_by(STEP) {
        let level = Level::new(number.into(), seed).map_err(anyhow::Error::msg)?;
        let (elo, error) = table.strength(level, rule);
        let elo = f64::from(elo);
        if opponents.last().is_none_or(|weaker| weaker.elo < elo) {
            opponents.push(RatedOpponent {
                name: format!("level-{number}"),
                elo,
                error: error.into(),
                command: brain.to_owned(),
                options: vec![
                    ("level".to_owned(), number.to_string()),
                    ("seed".to_owned(), seed.to_string()),
                ],
            });
        }
    }
    opponents.first().context("no levels")?;
    Ok(opponents)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_opponents_climb_by_a_hundred() {
        let table = LevelTable::default();
        for rule in Rule::ALL {
            let opponents = opponents(&table, rule, 7, "shisan brain").expect("levels");
            assert!(opponents.len() >= 20, "{rule}");
            let (first, last) = (&opponents[0], &opponents[opponents.len() - 1]);
            assert_eq!((&*first.name, &*last.name), ("level-100", "level-2200"));
            assert!(opponents.windows(2).all(|pair| pair[0].elo < pair[1].elo), "{rule}");
            assert!(opponents.iter().all(|it| (30.0..90.0).contains(&it.error)), "{rule}");
            // The weakest measured level is stronger than its number.
            assert!(first.elo >= f64::from(table.range(rule).0));
            assert_eq!(last.options[0], ("level".to_owned(), "2200".to_owned()));
            assert_eq!(last.options[1], ("seed".to_owned(), "7".to_owned()));
        }
    }
}
