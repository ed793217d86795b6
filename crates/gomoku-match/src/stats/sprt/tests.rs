use proptest::prelude::*;

use super::*;
use crate::stats::results::{Pentanomial, Trinomial};

fn games(wins: u64, losses: u64, draws: u64) -> Counts {
    Trinomial { wins, losses, draws }.into()
}

fn pairs([ll, ld, wl, dd, wd, ww]: [u64; 6]) -> Counts {
    Pentanomial { ll, ld, wl, dd, wd, ww }.into()
}

fn sprt(model: Model, elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, model).expect("a test")
}

#[test]
fn ratios_over_games_are_those_of_fastchess() {
    use Model::{Logistic, Normalized};
    let known = [
        (Normalized, 0.0, 2.0, games(36433, 36027, 68692), "0.92"),
        (Normalized, -1.75, 0.25, games(10871, 10650, 20431), "2.30"),
        (Logistic, 0.5, 2.5, games(21404, 21184, 40708), "-1.57"),
        (Logistic, 0.0, 2.0, games(57433, 57030, 106_593), "-2.59"),
    ];
    for (model, elo0, elo1, counts, expected) in known {
        assert_eq!(format!("{:.2}", sprt(model, elo0, elo1).llr(&counts)), expected);
    }
}

#[test]
fn ratios_over_pairs_are_those_of_fastchess() {
    use Model::{Logistic, Normalized};
    let known = [
        (Normalized, 0.0, 2.0, [365, 16618, 36029, 200, 16974, 390], "2.25"),
        (Normalized, -1.75, 0.25, [127, 4883, 10311, 401, 5150, 104], "3.01"),
        (Logistic, 0.5, 2.5, [223, 9863, 20279, 1000, 10037, 246], "-3.07"),
        (Logistic, 0.0, 2.0, [871, 26175, 55003, 980, 26678, 821], "-4.98"),
    ];
    for (model, elo0, elo1, counts, expected) in known {
        assert_eq!(format!("{:.2}", sprt(model, elo0, elo1).llr(&pairs(counts))), expected);
    }
}

/// fastchess asks one in a hundred of these two, for which its iteration stops early.
#[test]
fn ratios_of_wins_only_are_finite() {
    let won = sprt(Model::Normalized, 0.0, 10.0).llr(&games(4250, 0, 0));
    assert!((won - 120.56).abs() < 0.02, "{won}");
    let won = sprt(Model::Normalized, 0.0, 5.0).llr(&pairs([0, 0, 0, 0, 0, 5550]));
    assert!((won - 111.82).abs() < 0.03, "{won}");
}

#[test]
fn a_verdict_stands_at_its_bound() {
    let sprt = sprt(Model::Logistic, 0.0, 5.0);
    let (lower, upper) = sprt.bounds();
    assert_eq!(format!("({lower:.2}, {upper:.2})"), "(-2.94, 2.94)");
    assert_eq!(sprt.verdict(upper), SprtVerdict::H1);
    assert_eq!(sprt.verdict(lower), SprtVerdict::H0);
    assert_eq!(sprt.verdict(0.99 * upper), SprtVerdict::Continue);
    assert_eq!(sprt.verdict(0.99 * lower), SprtVerdict::Continue);
    assert!((sprt.fraction(upper) - 1.0).abs() < 1e-12);
    assert!((sprt.fraction(lower / 2.0) + 0.5).abs() < 1e-12);
    assert_eq!(sprt.verdict(sprt.llr(&Counts::default())), SprtVerdict::Continue);
    assert_eq!(sprt.games_left(&Counts::default()), None);
    assert_eq!(sprt.games_left(&pairs([0, 0, 0, 0, 0, 5550])), None);
}

#[test]
fn text_reads_back() {
    let short: Sprt = "elo0=0,elo1=5".parse().expect("a test");
    assert_eq!(short.to_string(), "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic");
    let long = "elo1=2.5 model=normalised, beta=0.1 alpha=0.01 elo0=-1.75";
    let long: Sprt = long.parse().expect("a test");
    assert_eq!(long, Sprt::new(-1.75, 2.5, 0.01, 0.1, Model::Normalized).expect("a test"));
    assert_eq!(long.to_string().parse(), Ok(long));
    let json = serde_json::to_string(&long).expect("JSON");
    assert_eq!(serde_json::from_str::<Sprt>(&json).expect("a test"), long);
}

#[test]
fn wrong_text_is_named() {
    let wrong = [
        ("", "elo0 is missing: expected both, such as elo0=0,elo1=5"),
        ("elo0=0", "elo1 is missing: expected both, such as elo0=0,elo1=5"),
        ("elo0=0,5", "\"5\": expected KEY=VALUE, such as elo0=0,elo1=5"),
        ("elo0=0,elo1=five", "elo1=five: expected a number"),
        ("elo0=0,elo2=5", "unknown key \"elo2\": expected elo0, elo1, alpha, beta or model"),
        ("elo0=0,elo0=1,elo1=5", "elo0 is given twice"),
        (
            "elo0=0,elo1=5,model=bayesian",
            "unknown model \"bayesian\": expected logistic or normalized",
        ),
        ("elo0=5,elo1=5", "elo0=5,elo1=5: expected elo0 to be less than elo1"),
        ("elo0=0,elo1=NaN", "elo1=NaN: expected a strength from -500 to 500"),
        ("elo0=0,elo1=5,alpha=0", "alpha=0: expected a probability between 0 and 1"),
        ("elo0=0,elo1=5,alpha=.6,beta=.4", "alpha=0.6,beta=0.4: expected a sum of less than 1"),
    ];
    for (text, expected) in wrong {
        assert_eq!(text.parse::<Sprt>(), Err(expected.to_owned()));
    }
}

/// Results that can be lifted to the strength in two ways nearly alike.
#[test]
fn far_off_hypotheses_have_one_ratio() {
    let counts = pairs([1, 2355, 587, 0, 0, 0]);
    let llr = sprt(Model::Normalized, 474.660_796_709_144, 500.0).llr(&counts);
    let mirrored = sprt(Model::Normalized, -500.0, -474.660_796_709_144).llr(&counts.mirrored());
    assert!((llr + mirrored).abs() < 1e-6 * llr.abs(), "{llr} {mirrored}");
}

fn any_sprt() -> impl Strategy<Value = Sprt> {
    let model = prop_oneof![Just(Model::Logistic), Just(Model::Normalized)];
    (model, -500.0..495.0, 0.5..60.0)
        .prop_map(|(model, elo0, width)| sprt(model, elo0, f64::min(elo0 + width, Sprt::MAX_ELO)))
}

fn any_pairs() -> impl Strategy<Value = Counts> {
    prop::array::uniform6(prop_oneof![Just(0_u64), 0..5_u64, 0..5000_u64]).prop_map(pairs)
}

proptest! {
    #[test]
    fn sides_exchanged_negate_the_ratio(sprt in any_sprt(), counts in any_pairs()) {
        let other = Sprt::new(-sprt.elo1, -sprt.elo0, 0.05, 0.05, sprt.model).expect("a test");
        let (llr, mirrored) = (sprt.llr(&counts), other.llr(&counts.mirrored()));
        prop_assert!(llr.is_finite());
        prop_assert!((llr + mirrored).abs() < 1e-6 * (1.0 + llr.abs()), "{llr} {mirrored}");
        let over_games = sprt.llr(&counts.games.into());
        prop_assert!(over_games.is_finite());
        if let Some(left) = sprt.games_left(&counts) {
            prop_assert!(left.is_finite() && left >= 0.0, "{left}");
        }
    }

    /// Of two strengths near each other, a pair won instead of lost speaks for the higher.
    #[test]
    fn a_better_result_raises_the_ratio(
        model in prop_oneof![Just(Model::Logistic), Just(Model::Normalized)],
        elo0 in -10.0..10.0,
        counts in prop::array::uniform6(1..2000_u64),
    ) {
        let sprt = sprt(model, elo0, elo0 + 5.0);
        let mut better = counts;
        better[0] -= 1;
        better[5] += 1;
        let level: u64 = counts.iter().sum();
        prop_assume!(counts[0] + counts[5] < level / 2);
        prop_assert!(sprt.llr(&pairs(counts)) < sprt.llr(&pairs(better)));
    }

    /// Twice the same results, twice the ratio.
    #[test]
    fn the_ratio_grows_with_the_match(
        sprt in any_sprt(),
        counts in prop::array::uniform6(1..2000_u64),
    ) {
        let (once, twice) = (sprt.llr(&pairs(counts)), sprt.llr(&pairs(counts.map(|n| 2 * n))));
        prop_assert!((twice - 2.0 * once).abs() < 1e-6 * (1.0 + once.abs()));
    }
}

/// How many of `matches` between engines of the strength `elo` accept H1, and how many pairs they
/// take on average. Pairs are drawn from a distribution with a share of split pairs, as openings that favour
/// a colour make it. The ratio takes most of the time, so it is asked after every fourth pair.
fn play(sprt: &Sprt, distribution: [f64; 6], matches: u32, seed: u64) -> (u32, f64) {
    let mut random = fastrand::Rng::with_seed(seed);
    let mut accepted = 0;
    let mut played = 0;
    for _ in 0..matches {
        let mut counts = [0; 6];
        let verdict = loop {
            let chance = random.f64();
            let mut sum = 0.0;
            let class = distribution.iter().position(|share| {
                sum += share;
                chance < sum
            });
            counts[class.unwrap_or(5)] += 1;
            played += 1;
            if played % 4 != 0 {
                continue;
            }
            let verdict = sprt.verdict(sprt.llr(&pairs(counts)));
            if verdict != SprtVerdict::Continue {
                break verdict;
            }
        };
        accepted += u32::from(verdict == SprtVerdict::H1);
    }
    (accepted, f64::from(played) / f64::from(matches))
}

/// Half of the pairs split, a few draws, the rest split for a mean score.
fn distribution_of(score: f64) -> [f64; 6] {
    let (split_ratio, drawn, each) = (0.5, 0.02, 0.04);
    let decided = 1.0 - split_ratio - drawn - 2.0 * each;
    let lead = score - 0.5;
    [decided / 2.0 - lead, each, split_ratio, drawn, each, decided / 2.0 + lead]
}

#[test]
fn errors_are_as_rare_as_asked() {
    let score = |elo: f64| 1.0 / (1.0 + 10_f64.powf(-elo / 400.0));
    let sprt = Sprt::new(0.0, 40.0, 0.1, 0.1, Model::Logistic).expect("a test");
    // 400 matches: 40 errors are expected, with a deviation of 6.
    let (wrong, _) = play(&sprt, distribution_of(score(0.0)), 400, 1);
    assert!((20..=60).contains(&wrong), "{wrong} of 400 false positives");
    let (right, length) = play(&sprt, distribution_of(score(40.0)), 400, 2);
    assert!((340..=380).contains(&right), "{} of 400 false negatives", 400 - right);
    // What is left at the start, known in advance to someone who knows the strength.
    let known = pairs(distribution_of(score(40.0)).map(|share| (1e6 * share).round() as u64));
    let walk = sprt.walk(&known);
    let (lower, upper) = sprt.bounds();
    let expected = exit_time(walk.mean, walk.variance, -lower, upper - lower);
    assert!((0.85..1.25).contains(&(length / expected)), "{length} pairs for {expected}");
}

#[test]
fn normalised_errors_are_as_rare_as_asked() {
    // The deviation of a pair's score under these distributions differs little from that of a level one.
    let distribution = distribution_of(0.5);
    let deviation = |distribution: [f64; 6]| {
        let scores = [0.0, 0.25, 0.5, 0.5, 0.75, 1.0];
        let mean: f64 = distribution.iter().zip(scores).map(|(share, score)| share * score).sum();
        distribution
            .iter()
            .zip(scores)
            .map(|(share, s)| share * (s - mean).powi(2))
            .sum::<f64>()
            .sqrt()
    };
    let sprt = Sprt::new(0.0, 60.0, 0.1, 0.1, Model::Normalized).expect("a test");
    let (wrong, _) = play(&sprt, distribution, 300, 3);
    assert!((12..=48).contains(&wrong), "{wrong} of 300 false positives");
    let lead = 60.0 / NORMALISED * 2_f64.sqrt() * deviation(distribution);
    let (right, _) = play(&sprt, distribution_of(0.5 + lead), 300, 4);
    assert!((252..=288).contains(&right), "{} of 300 false negatives", 300 - right);
}
