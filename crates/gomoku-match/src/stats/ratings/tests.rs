use super::*;
use crate::stats::results::GameScore::{Draw, Loss, Win};
use crate::stats::results::{Pentanomial, Trinomial};

/// The results of two players, 0 against 1.
fn games(players: [usize; 2], wins: u64, losses: u64, draws: u64) -> Results {
    let mut results = Results::default();
    add(&mut results, players, wins, losses, draws);
    results
}

fn add(results: &mut Results, players: [usize; 2], wins: u64, losses: u64, draws: u64) {
    for (score, count) in [(Win, wins), (Loss, losses), (Draw, draws)] {
        for _ in 0..count {
            results.count(players, &[score]);
        }
    }
}

fn pairs(counts: Pentanomial) -> Results {
    let Pentanomial { ll, ld, wl, dd, wd, ww } = counts;
    let mut results = Results::default();
    for (scores, count) in [
        ([Loss, Loss], ll),
        ([Loss, Draw], ld),
        ([Win, Loss], wl),
        ([Draw, Draw], dd),
        ([Win, Draw], wd),
        ([Win, Win], ww),
    ] {
        for _ in 0..count {
            results.count([0, 1], &scores);
        }
    }
    results
}

fn above(fit: &Ratings, player: usize, other: usize) -> Figure {
    fit.above(player, &fit.base(vec![other]))
}

/// Two players are as far apart as their score says: fastchess prints the same figures.
#[test]
fn two_players_have_the_elo_of_their_score() {
    for (wins, losses, draws, elo, error) in
        [(136, 96, 111, 40.70, 30.43), (3000, 1000, 0, 190.85, 12.4)]
    {
        let fit = Ratings::fit(2, &games([0, 1], wins, losses, draws));
        let found = above(&fit, 0, 1);
        assert!((found.value - elo).abs() < 0.05, "{found}");
        assert!((found.error / error - 1.0).abs() < 0.05, "{found}");
        assert!((fit.elo[0] + fit.elo[1]).abs() < 1e-6, "the mean is 0");
        let expected = Trinomial { wins, losses, draws }.into();
        let crate::stats::results::Estimate { los, .. } = expected;
        assert!((fit.los(0, 1) - los).abs() < 1e-3, "{}", fit.los(0, 1));
    }
}

/// The errors of pairs are fastchess's pentanomial ones, not those of single games.
#[test]
fn pairs_have_the_error_of_pairs() {
    let known = [
        (Pentanomial { ll: 34, ld: 54, wl: 31, dd: 32, wd: 64, ww: 75 }, 55.58, 27.65),
        (Pentanomial { ll: 332, ld: 433, wl: 457, dd: 41, wd: 333, ww: 334 }, -8.64, 10.33),
        // Split pairs say little: 19.3 by pairs, 21.6 by games.
        (Pentanomial { ll: 90, wl: 300, ww: 110, ..Pentanomial::default() }, 13.91, 19.3),
    ];
    for (counts, elo, error) in known {
        let found = above(&Ratings::fit(2, &pairs(counts)), 0, 1);
        assert!((found.value - elo).abs() < 0.05, "{found}");
        assert!((found.error / error - 1.0).abs() < 0.03, "{found} for {error}");
    }
}

/// The likelihood climbed in small steps along each axis, with no derivative.
fn slow_fit(players: usize, results: &Results) -> Vec<f64> {
    let mut elo = vec![0.0; players];
    let mut step = 1.0;
    while step > 1e-7 {
        let before = elo.clone();
        for player in 0..players {
            for change in [step, -step] {
                let mut other = elo.clone();
                other[player] += change;
                if log_likelihood(&other, results) > log_likelihood(&elo, results) {
                    elo = other;
                }
            }
        }
        if elo == before {
            step /= 2.0;
        }
    }
    elo.into_iter().map(|value| value / PER_ELO).collect()
}

#[test]
fn a_fit_is_the_slow_maximum() {
    let mut random = fastrand::Rng::with_seed(5);
    for players in [2, 3, 4, 6] {
        let mut results = Results::default();
        for a in 0..players {
            for b in a + 1..players {
                let mut count = || random.u64(0..30);
                add(&mut results, [a, b], count(), count(), count());
            }
        }
        let (fit, slow) = (Ratings::fit(players, &results), slow_fit(players, &results));
        for (found, expected) in fit.elo.iter().zip(&slow) {
            assert!((found - expected).abs() < 0.01, "{:?} for {slow:?}", fit.elo);
        }
    }
}

/// 0 beats 1 by 3 to 1 and 1 beats 2 by 3 to 1: without a game 0 stands 9 to 1 above 2.
#[test]
fn distances_add_up_through_a_common_opponent() {
    let mut results = games([0, 1], 3000, 1000, 0);
    add(&mut results, [2, 1], 1000, 3000, 0);
    let fit = Ratings::fit(3, &results);
    let expected = 400.0 * 9.0_f64.log10();
    let found = above(&fit, 0, 2);
    assert!((found.value - expected).abs() < 0.05, "{found} for {expected}");
    let near = above(&fit, 0, 1);
    assert!((found.error / near.error - 2.0_f64.sqrt()).abs() < 0.01, "independent errors add up");
    assert_eq!(fit.groups[0].players, [0, 1, 2]);
    assert!(fit.groups[0].is_bounded && fit.groups.len() == 1);
}

/// What `docs/matches.md` says of the prior.
#[test]
fn the_prior_moves_a_distance_of_400_by_less_than_a_point() {
    for (won, lost, moved) in [(64, 36, 0.065), (76, 24, 0.165), (91, 9, 0.738), (910, 90, 0.074)] {
        let found = above(&Ratings::fit(2, &games([0, 1], won, lost, 0)), 0, 1).value;
        let distance = 400.0 * (won as f64 / lost as f64).log10();
        assert!((distance - found - moved).abs() < 0.002, "{won}-{lost}: {found} of {distance}");
    }
}

#[test]
fn what_results_leave_open_stays_finite() {
    let mut results = games([0, 1], 50, 0, 0);
    add(&mut results, [3, 2], 10, 30, 0);
    let fit = Ratings::fit(5, &results);
    let players: Vec<&[usize]> = fit.groups.iter().map(|group| &*group.players).collect();
    assert_eq!(players, [&[0, 1][..], &[2, 3], &[4]]);
    let bounded: Vec<bool> = fit.groups.iter().map(|group| group.is_bounded).collect();
    assert_eq!(bounded, [false, true, true]);
    let won = above(&fit, 0, 1);
    assert!(won.value > 800.0 && won.value < 1500.0 && won.error > 200.0, "{won}");
    for group in &fit.groups {
        let sum: f64 = group.players.iter().map(|&player| fit.elo[player]).sum();
        assert!(sum.abs() < 1e-6, "each group has the mean 0");
    }
    assert!((above(&fit, 2, 3).value - 190.85).abs() < 2.0);
    assert!(above(&fit, 4, 4).error.abs() < 1e-9);
    // More of the same moves the winner up, and never beyond all bounds.
    let more = above(&Ratings::fit(2, &games([0, 1], 100_000, 0, 0)), 0, 1);
    assert!(more.value > won.value && more.value < 3000.0, "{more}");
    assert_eq!(Ratings::fit(0, &Results::default()).groups, []);
}

/// Simulated tournaments: the truth lies within the error in about 95 of 100 cases, with openings that
/// favour one colour, which make pairs vary less than games.
#[test]
fn errors_cover_the_truth_as_often_as_they_say() {
    let mut random = fastrand::Rng::with_seed(11);
    let truth = [150.0, 40.0, 0.0, -60.0, -130.0];
    let (mut inside, mut all) = (0, 0);
    for _ in 0..120 {
        let mut results = Results::default();
        for a in 0..truth.len() {
            for b in a + 1..truth.len() {
                for _ in 0..30 {
                    let favour = if random.bool() { 300.0 } else { -300.0 };
                    let mut play = |favour: f64| {
                        let won = random.f64() < chance((truth[a] - truth[b] + favour) * PER_ELO);
                        if won { Win } else { Loss }
                    };
                    let pair = [play(favour), play(-favour)];
                    results.count([a, b], &pair);
                }
            }
        }
        let fit = Ratings::fit(truth.len(), &results);
        // What such openings leave of a difference, by the scores themselves.
        let shrunk = |elo: f64| {
            let score =
                f64::midpoint(chance((elo + 300.0) * PER_ELO), chance((elo - 300.0) * PER_ELO));
            -400.0 * (1.0 / score - 1.0).log10()
        };
        for (a, b) in [(0, 4), (1, 2), (0, 1), (2, 3), (3, 4)] {
            let found = above(&fit, a, b);
            all += 1;
            let expected = shrunk(truth[a] - truth[b]);
            inside += usize::from((found.value - expected).abs() < found.error);
        }
    }
    assert!(inside * 100 > 91 * all && inside < all, "{inside} of {all}");
}
