use fastrand::Rng;

use super::*;

fn exact(elo: f64) -> Strength {
    Strength { elo, error: 0.0 }
}

/// The chance to win a game that the model has, written down once more.
fn chance(elo: f64, opponent: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((opponent - elo) / 400.0))
}

/// The logarithm of how likely the results are, and the Elo.
fn log_likelihood(opponents: &[Strength], results: &[PairScore], elo: f64, middle: f64) -> f64 {
    let games = results.iter().map(|result| {
        let chance = chance(elo, opponents[result.opponent].elo);
        result.points * chance.ln() + (2.0 - result.points) * (1.0 - chance).ln()
    });
    games.sum::<f64>() - ((elo - middle) / 1000.0).powi(2) / 2.0
}

fn random_pairs(random: &mut Rng, opponents: &[Strength], count: usize) -> Vec<PairScore> {
    let elo = 2400.0 * random.f64();
    let pair = |_| {
        let opponent = random.usize(..opponents.len());
        let chance = chance(elo, opponents[opponent].elo);
        PairScore { opponent, points: [(); 2].map(|()| game(random, chance)).iter().sum() }
    };
    (0..count).map(pair).collect()
}

/// The points of a game; one of ten is drawn.
fn game(random: &mut Rng, chance: f64) -> f64 {
    if random.u8(..10) == 0 { 0.5 } else { f64::from(u8::from(random.f64() < chance)) }
}

#[test]
fn the_estimate_is_the_most_likely_elo() {
    let mut random = Rng::with_seed(1);
    let opponents = [200.0, 900.0, 1250.0, 1900.0].map(exact);
    for count in [0, 1, 2, 5, 30, 300] {
        let results = random_pairs(&mut random, &opponents, count);
        let estimate = Estimate::of(&opponents, &results);
        let value = |elo| log_likelihood(&opponents, &results, elo, 1050.0);
        let best = (-40_000..=60_000)
            .map(|tenths| f64::from(tenths) / 10.0)
            .filter(|&elo| value(elo).is_finite())
            .max_by(|&a, &b| value(a).total_cmp(&value(b)))
            .expect("a grid");
        assert!((estimate.elo - best).abs() <= 0.06, "{count}: {estimate:?} for {best}");
    }
}

#[test]
fn equal_results_against_one_opponent_are_its_elo() {
    let opponents = [Strength { elo: 1200.0, error: 34.0 }];
    let pairs = |count, points| vec![PairScore { opponent: 0, points }; count];
    let mut results = pairs(50, 2.0);
    results.extend(pairs(50, 0.0));
    let estimate = Estimate::of(&opponents, &results);
    assert!((estimate.elo - 1200.0).abs() < 0.01);
    assert!((estimate.opponents_error - 34.0).abs() < 1e-9);
    // Both games of each pair end alike: pairs vary twice as much as independent games.
    let independent = 1.959_964 * 400.0 / std::f64::consts::LN_10 / (200.0_f64 * 0.25).sqrt();
    let dispersion = (100.0_f64 + 10.0) / (50.0 + 10.0);
    assert!((estimate.games_error / independent - dispersion.sqrt()).abs() < 0.01, "{estimate:?}");
    // Every pair is split: the colour decides, and the brain is as strong as its opponent.
    let split = Estimate::of(&opponents, &pairs(100, 1.0));
    let dispersion = 10.0 / 60.0_f64;
    assert!((split.games_error / independent - dispersion.sqrt()).abs() < 0.01, "{split:?}");
    assert!((split.error() - split.games_error.hypot(34.0)).abs() < 1e-9);
}

#[test]
fn results_that_are_all_alike_have_an_elo_and_a_bound() {
    let opponents = [200.0, 2200.0].map(|elo| Strength { elo, error: 70.0 });
    for count in [1_u8, 10, 100] {
        let won = vec![PairScore { opponent: 1, points: 2.0 }; count.into()];
        let estimate = Estimate::of(&opponents, &won);
        assert!(estimate.elo > 2200.0 && estimate.elo < 4000.0, "{estimate:?}");
        assert!(estimate.error().is_finite());
        // Wilson: all of n games won are not less than n of n + z².
        let games = 2.0 * f64::from(count);
        let wilson = 2200.0 - 70.0 + 400.0 * (games / 1.959_964_f64.powi(2)).log10();
        assert!((at_least(&opponents, &won) - wilson).abs() < 0.01);
        let lost = vec![PairScore { opponent: 0, points: 0.0 }; count.into()];
        assert!(Estimate::of(&opponents, &lost).elo < 200.0);
        let wilson = 200.0 + 70.0 - 400.0 * (games / 1.959_964_f64.powi(2)).log10();
        assert!((at_most(&opponents, &lost) - wilson).abs() < 0.01);
        assert!(
            at_least(&opponents, &lost).is_infinite() && at_most(&opponents, &won).is_infinite()
        );
    }
    let none = Estimate::of(&opponents, &[]);
    assert!((none.elo - 1200.0).abs() < 0.01 && none.error() > 1000.0, "{none:?}");
}

/// Players that are simulated.
const PLAYERS: u32 = 400;

#[test]
fn the_error_holds_for_simulated_players() {
    let opponents: Vec<Strength> = (1..=22).map(|level| exact(100.0 * f64::from(level))).collect();
    let mut random = Rng::with_seed(7);
    let mut inside = 0;
    for _ in 0..PLAYERS {
        let elo = 300.0 + 1800.0 * random.f64();
        let nearest = (elo / 100.0).round() as usize - 1;
        let results: Vec<PairScore> = (0..60)
            .map(|pair| {
                let opponent = (nearest + pair % 3).saturating_sub(1).min(21);
                let chance = chance(elo, opponents[opponent].elo);
                let points = [(); 2].map(|()| game(&mut random, chance)).iter().sum();
                PairScore { opponent, points }
            })
            .collect();
        let estimate = Estimate::of(&opponents, &results);
        inside += u32::from((estimate.elo - elo).abs() <= estimate.error());
    }
    let share = f64::from(inside) / f64::from(PLAYERS);
    assert!((0.925..=0.985).contains(&share), "{share}");
}
