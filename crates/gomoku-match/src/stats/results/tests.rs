use proptest::prelude::*;

use super::*;

fn games(wins: u64, losses: u64, draws: u64) -> Trinomial {
    Trinomial { wins, losses, draws }
}

fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Pentanomial {
    Pentanomial { ll, ld, wl, dd, wd, ww }
}

/// As printed: to the last digit.
fn assert_figures(estimate: Estimate, elo: &str, normalised: &str, los: &str) {
    assert_eq!(estimate.elo.to_string(), elo);
    assert_eq!(estimate.normalised_elo.to_string(), normalised);
    assert_eq!(format!("{:.2} %", 100.0 * estimate.los), los);
}

#[test]
fn figures_over_games_are_those_of_fastchess() {
    let lost = games(76, 89, 123);
    let estimate = Estimate::from(lost);
    assert_eq!(estimate.normalised_elo.to_string(), "-20.76 +/- 40.13");
    assert_eq!(format!("{:.2} %", 100.0 * estimate.los), "15.53 %");
    assert_eq!(format!("{:.3}", lost.score()), "0.477");
    let won = games(136, 96, 111);
    assert_figures(won.into(), "40.70 +/- 30.43", "49.77 +/- 36.77", "99.60 %");
    assert_eq!(format!("{:.3}", won.score()), "0.558");
    let crushed = games(34, 356, 0);
    assert_eq!(Estimate::from(crushed).normalised_elo.to_string(), "-508.44 +/- 34.48");
    assert_eq!(format!("{:.3}", crushed.score()), "0.087");
}

#[test]
fn figures_over_pairs_are_those_of_fastchess() {
    let known = [
        ([34, 54, 31, 32, 64, 75], "55.58 +/- 27.65", "57.94 +/- 28.28", "100.00 %", "0.579"),
        ([332, 433, 457, 41, 333, 334], "-8.64 +/- 10.33", "-9.17 +/- 10.96", "5.05 %", "0.488"),
        (
            [7895, 8757, 5485, 200, 568, 9999],
            "-21.04 +/- 2.95",
            "-19.01 +/- 2.65",
            "0.00 %",
            "0.470",
        ),
    ];
    for (counts, elo, normalised, los, score) in known {
        let counts = Counts::from(pairs(counts));
        assert_figures(counts.estimate(), elo, normalised, los);
        assert_eq!(format!("{:.3}", counts.games.score()), score);
    }
}

/// Where most pairs are split, pairs know more than games.
#[test]
fn pairs_are_surer_than_games() {
    let counts = Counts::from(pairs([90, 0, 300, 0, 0, 110]));
    assert_eq!(counts.games, games(520, 480, 0));
    let tenths = |figure: Figure| format!("{:.1} +/- {:.1}", figure.value, figure.error);
    assert_eq!(tenths(counts.estimate().elo), "13.9 +/- 19.3");
    assert_eq!(tenths(Estimate::from(counts.games).elo), "13.9 +/- 21.6");
    assert_eq!(counts.pairs.split_ratio(), Some(0.6));
}

#[test]
fn an_odd_game_leaves_the_pairs() {
    use GameScore::{Draw, Loss, Win};
    let mut counts = Counts::default();
    for pair in [[Win, Loss], [Win, Win], [Draw, Loss], [Draw, Draw], [Draw, Win], [Loss, Loss]] {
        counts.count_pair(pair);
    }
    assert_eq!(counts.pairs, pairs([1, 1, 1, 1, 1, 1]));
    assert_eq!(counts.games, games(4, 4, 4));
    assert!(counts.is_paired());
    assert_eq!(counts.estimate(), counts.pairs.into());
    counts.count_game(Win);
    assert!(!counts.is_paired());
    assert_eq!(counts.estimate(), counts.games.into());
}

#[test]
fn ratios_need_something_to_divide_by() {
    let some = pairs([1, 2, 6, 3, 4, 5]);
    assert_eq!(some.draw_ratio(), Some(9.0 / 21.0));
    assert_eq!(some.pairs_ratio(), Some(3.0));
    assert_eq!(some.wl_dd_ratio(), Some(2.0));
    assert_eq!(games(3, 4, 1).draw_ratio(), Some(0.125));
    let none = Pentanomial::default();
    let ratios = [none.draw_ratio(), none.pairs_ratio(), none.split_ratio(), none.wl_dd_ratio()];
    assert_eq!(ratios, [None; 4]);
    assert_eq!(Trinomial::default().draw_ratio(), None);
}

/// Half a win and half a loss more, when all results are alike.
#[test]
fn results_without_spread_have_finite_figures() {
    assert_figures(games(10, 0, 0).into(), "528.89 +/- 461.29", "758.17 +/- 205.32", "100.00 %");
    assert_figures(games(0, 0, 0).into(), "0.00 +/- 1199.83", "0.00 +/- 680.96", "50.00 %");
    // Every pair is split: neither is better, and the more pairs, the surer.
    let level = |wl| Estimate::from(pairs([0, 0, wl, 0, 0, 0]));
    assert!(level(10).elo.value.abs() < 1e-9 && (level(10).los - 0.5).abs() < 1e-9);
    assert!(level(100).elo.error < level(10).elo.error);
}

#[test]
fn a_win_more_is_never_worse() {
    let elo = |wins, losses| Estimate::from(games(wins, losses, 0)).elo.value;
    for total in 1..60 {
        for wins in 0..total {
            assert!(elo(wins, total - wins) < elo(wins + 1, total - wins - 1), "{wins} of {total}");
        }
    }
}

prop_compose! {
    fn any_pairs()(counts in prop::array::uniform6(prop_oneof![Just(0_u64), 0..5_u64, 0..5000_u64]))
        -> Pentanomial { pairs(counts) }
}

proptest! {
    #[test]
    fn figures_are_finite_and_mirror(pairs in any_pairs(), odd in 0..3_u64) {
        let mut counts = Counts::from(pairs);
        counts.games.wins += odd;
        let ours = counts.estimate();
        let theirs = counts.mirrored().estimate();
        for (figure, mirrored) in
            [(ours.elo, theirs.elo), (ours.normalised_elo, theirs.normalised_elo)]
        {
            prop_assert!(figure.value.is_finite() && figure.error.is_finite(), "{figure}");
            prop_assert!(figure.error >= 0.0, "{figure}");
            let room = 1e-9 * (1.0 + figure.value.abs() + figure.error);
            prop_assert!((figure.value + mirrored.value).abs() < room, "{figure} {mirrored}");
            prop_assert!((figure.error - mirrored.error).abs() < room, "{figure} {mirrored}");
        }
        prop_assert!((ours.los + theirs.los - 1.0).abs() < 1e-9);
        prop_assert_eq!(counts.mirrored().mirrored(), counts);
        let score = counts.games.score() + counts.mirrored().games.score();
        prop_assert!((score - 1.0).abs() < 1e-12);
    }

    #[test]
    fn merging_is_counting_on(
        scores in prop::collection::vec(prop::array::uniform2(0..3_u8), 0..80),
        cut in 0..80_usize,
    ) {
        let score = |code| [GameScore::Loss, GameScore::Draw, GameScore::Win][usize::from(code)];
        let count = |pairs: &[[u8; 2]]| {
            let mut counts = Counts::default();
            for &pair in pairs {
                counts.count_pair(pair.map(score));
            }
            counts
        };
        let (early, late) = scores.split_at(cut.min(scores.len()));
        let whole = count(&scores);
        prop_assert_eq!(count(early) + count(late), whole);
        prop_assert_eq!([count(late), count(early)].into_iter().sum::<Counts>(), whole);
        prop_assert_eq!(whole.pairs.total(), scores.len() as u64);
        prop_assert!(whole.is_paired());
        let mirrored: Vec<[u8; 2]> = scores.iter().map(|pair| pair.map(|code| 2 - code)).collect();
        prop_assert_eq!(count(&mirrored), whole.mirrored());
    }
}
