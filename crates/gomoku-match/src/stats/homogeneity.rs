//! The chi-square test of homogeneity: whether the shards of a match have the same results.
//!
//! Shards play the same engines on other openings, so their results differ by chance only. A machine
//! that is overloaded or broken shows as a small p-value and a large share of the statistic.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use crate::stats::distribution::chi_square_tail;
use crate::stats::results::Counts;

/// The fewest results expected in any cell of the table for the statistic to follow its
/// distribution (W. G. Cochran's rule); classes of results that are rarer are joined with their neighbours.
const MIN_EXPECTED: f64 = 5.0;

/// The outcome of the test.
#[derive(Clone, Debug, PartialEq)]
pub struct ChiSquare {
    /// The sum of (found - expected)^2 / expected over shards and classes of results.
    pub statistic: f64,
    /// Degrees of freedom: one less than the shards that have results, times one less than the
    /// classes.
    pub degrees: u32,
    /// The probability that shards which differ by chance alone differ at least as much.
    pub p_value: f64,
    /// What each shard adds to the statistic, in the order of the shards.
    pub contributions: Vec<f64>,
}

/// Compares the results of one pairing between shards: pairs by their points when all games of all
/// shards are paired, else games by result. `None` when fewer than two shards have results, or when
/// all results are alike or too few to compare.
pub fn chi_square(shards: &[Counts]) -> Option<ChiSquare> {
    if shards.iter().all(Counts::is_paired) {
        homogeneity(&shards.iter().map(|counts| counts.pairs.classes()).collect::<Vec<_>>())
    } else {
        homogeneity(&shards.iter().map(|counts| counts.games.classes()).collect::<Vec<_>>())
    }
}

fn homogeneity<const N: usize>(rows: &[[u64; N]]) -> Option<ChiSquare> {
    let totals: Vec<u64> = rows.iter().map(|row| row.iter().sum()).collect();
    let total: u64 = totals.iter().sum();
    let filled = || totals.iter().copied().filter(|&row| row > 0);
    let min = filled().min()?;
    let expected = |row: u64, column: u64| row as f64 * column as f64 / total as f64;
    let mut columns: Vec<Vec<u64>> =
        (0..N).map(|class| rows.iter().map(|row| row[class]).collect()).collect();
    let sum = |column: &Vec<u64>| column.iter().sum::<u64>();
    while columns.len() > 1 {
        let rare = (0..columns.len()).min_by_key(|&class| sum(&columns[class]))?;
        if expected(min, sum(&columns[rare])) >= MIN_EXPECTED {
            break;
        }
        // Into the rarer neighbour, which keeps the classes as even as can be.
        let below = rare.checked_sub(1);
        let above = (rare + 1 < columns.len()).then_some(rare + 1);
        let into = below.into_iter().chain(above).min_by_key(|&class| sum(&columns[class]))?;
        let joined = columns.remove(rare);
        let into = if into > rare { into - 1 } else { into };
        for (count, more) in columns[into].iter_mut().zip(joined) {
            *count += more;
        }
    }
    let degrees = (filled().count() - 1) * (columns.len() - 1);
    if degrees == 0 {
        return None;
    }
    let contribution = |(shard, &row): (usize, &u64)| -> f64 {
        if row == 0 {
            return 0.0;
        }
        let cell = |column: &Vec<u64>| {
            let expected = expected(row, sum(column));
            (column[shard] as f64 - expected).powi(2) / expected
        };
        columns.iter().map(cell).sum()
    };
    let contributions: Vec<f64> = totals.iter().enumerate().map(contribution).collect();
    let statistic = contributions.iter().sum();
    let degrees = degrees as u32;
    Some(ChiSquare {
        statistic,
        degrees,
        p_value: chi_square_tail(statistic, degrees),
        contributions,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::results::{GameScore, Pentanomial, Trinomial};

    fn games(wins: u64, losses: u64, draws: u64) -> Counts {
        Trinomial { wins, losses, draws }.into()
    }

    fn assert_test(shards: &[Counts], statistic: f64, degrees: u32, p_value: f64) {
        let test = chi_square(shards).expect("a test");
        assert!((test.statistic - statistic).abs() < 1e-4, "{test:?}");
        assert_eq!(test.degrees, degrees);
        assert!((test.p_value - p_value).abs() < 1e-4, "{test:?}");
        assert!((test.contributions.iter().sum::<f64>() - statistic).abs() < 1e-4);
    }

    /// Worked by hand from the definition.
    #[test]
    fn tables_have_known_statistics() {
        // Expected 15 in each of four cells, each off by 5: 4 * 25 / 15.
        assert_test(&[games(10, 20, 0), games(20, 10, 0)], 6.6667, 1, 0.0098);
        // Columns of 90, 60 and 30 in rows of 60: expected 30, 20, 10.
        let shards = [games(36, 16, 8), games(30, 20, 10), games(24, 24, 12)];
        assert_test(&shards, 2.4 + 1.6 + 0.8, 4, 0.3084);
        assert_test(&[games(50, 30, 20), games(100, 60, 40)], 0.0, 2, 1.0);
    }

    #[test]
    fn pairs_are_compared_by_points() {
        let pairs = |ll, wl, ww| Counts::from(Pentanomial { ll, wl, ww, ..Pentanomial::default() });
        // The first table above.
        assert_test(&[pairs(10, 0, 20), pairs(20, 0, 10)], 6.6667, 1, 0.0098);
        let test = chi_square(&[pairs(10, 100, 20), pairs(20, 100, 10)]).expect("a test");
        assert_eq!(test.degrees, 2);
        let mut odd = pairs(20, 100, 10);
        odd.count_game(GameScore::Win);
        let test = chi_square(&[pairs(10, 100, 20), odd]).expect("a test");
        assert_eq!(test.degrees, 1, "no draws among the games");
    }

    #[test]
    fn rare_classes_join_their_neighbours() {
        // One draw in all expects half a draw a shard: it goes to the losses, the rarer side.
        let shards = [games(20, 10, 0), games(10, 19, 1)];
        assert_test(&shards, 6.6667, 1, 0.0098);
    }

    #[test]
    fn a_broken_machine_stands_out() {
        let good = games(300, 290, 10);
        let test = chi_square(&[good, good, games(150, 440, 10), good]).expect("a test");
        assert!(test.p_value < 1e-9);
        let worst = test.contributions.iter().fold(0.0, |a: f64, &b| a.max(b));
        assert!((test.contributions[2] - worst).abs() < 1e-12);
        let fine = chi_square(&[good, games(290, 305, 5), good]).expect("a test");
        assert!(fine.p_value > 0.05);
    }

    #[test]
    fn nothing_to_compare_is_no_test() {
        for shards in [
            vec![],
            vec![games(10, 20, 0)],
            vec![games(10, 20, 0), games(0, 0, 0)],
            vec![games(10, 0, 0), games(20, 0, 0)],
            vec![games(1, 2, 0), games(2, 1, 0)],
        ] {
            assert_eq!(chi_square(&shards), None, "{shards:?}");
        }
        let with_gap = [games(10, 20, 0), games(0, 0, 0), games(20, 10, 0)];
        assert_eq!(chi_square(&with_gap).expect("a test").contributions[1].to_bits(), 0);
    }

    /// Shards of one distribution fail the test at the 5 % level about once in twenty times.
    #[test]
    fn alike_shards_pass_as_often_as_said() {
        let mut random = fastrand::Rng::with_seed(7);
        let failures = (0..400).filter(|_| {
            let mut shards = [Counts::default(); 6];
            for shard in &mut shards {
                for _ in 0..100 {
                    let mut score = || match random.u8(..10) {
                        0..5 => GameScore::Win,
                        5..9 => GameScore::Loss,
                        _ => GameScore::Draw,
                    };
                    shard.count_pair([score(), score()]);
                }
            }
            chi_square(&shards).is_some_and(|test| test.p_value < 0.05)
        });
        let failures = failures.count();
        assert!((6..=38).contains(&failures), "{failures} of 400, for 20");
    }
}
