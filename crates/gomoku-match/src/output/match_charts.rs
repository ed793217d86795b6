//! Charts of a match: the LLR or the Elo over the games.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use crate::chart::{Chart, Level, Point, Series};
use crate::stats::results::Counts;
use crate::stats::sprt::Sprt;

/// The maximum number of points in a chart: it has no more columns.
const POINTS: usize = 1000;

/// The first games, as a share of all, that the chart of Elo leaves out: their errors are large and
/// would flatten the rest.
const WARMUP: f64 = 0.02;

/// The log-likelihood ratio over games, between its bounds. `history` holds the results so far after
/// each pair or game.
pub fn llr_chart(title: &str, history: &[Counts], sprt: &Sprt) -> Chart {
    let (lower, upper) = sprt.bounds();
    let (elo0, elo1, model) = (sprt.elo0(), sprt.elo1(), sprt.model().name());
    let point =
        |counts: &Counts| Point { x: counts.games.total() as f64, y: sprt.llr(counts), error: 0.0 };
    let start = Point::default();
    let points = [start].into_iter().chain(sampled(history).map(point)).collect();
    let level = |name: &str, elo: f64, y| Level {
        name: format!("{name} accepted at {y:.2}: {elo} Elo ({model})"),
        y,
    };
    Chart {
        title: title.to_owned(),
        x_label: "games".to_owned(),
        y_label: "log-likelihood ratio".to_owned(),
        series: vec![Series { name: "log-likelihood ratio".to_owned(), points }],
        levels: vec![level("H1", elo1, upper), level("H0", elo0, lower)],
    }
}

/// Elo over games with its 95 % error. `history` holds the results so far after each pair or game.
pub fn elo_chart(title: &str, history: &[Counts]) -> Chart {
    let all = history.last().map_or(0, |counts| counts.games.total()) as f64;
    let point = |counts: &Counts| {
        let elo = counts.estimate().elo;
        Point { x: counts.games.total() as f64, y: elo.value, error: elo.error }
    };
    let points = sampled(history).map(point).filter(|point| point.x >= WARMUP * all).collect();
    Chart {
        title: title.to_owned(),
        x_label: "games".to_owned(),
        y_label: "Elo".to_owned(),
        series: vec![Series { name: "Elo with its 95 % error".to_owned(), points }],
        levels: vec![Level { name: "equal".to_owned(), y: 0.0 }],
    }
}

/// Evenly spaced states, the last one among them.
fn sampled(history: &[Counts]) -> impl Iterator<Item = &Counts> {
    let stride = history.len().div_ceil(POINTS).max(1);
    history.iter().rev().step_by(stride).collect::<Vec<_>>().into_iter().rev()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::results::GameScore::{Draw, Loss, Win};

    fn history(pairs: usize) -> Vec<Counts> {
        let mut counts = Counts::default();
        let results = [[Win, Loss], [Win, Win], [Draw, Win], [Loss, Loss], [Win, Loss]];
        results
            .into_iter()
            .cycle()
            .take(pairs)
            .map(|pair| {
                counts.count_pair(pair);
                counts
            })
            .collect()
    }

    #[test]
    fn a_chart_ends_where_the_match_stands() {
        let history = history(2503);
        let counts = history[2502];
        let sprt: Sprt = "elo0=0,elo1=10".parse().expect("a test");
        let chart = llr_chart("New vs Base", &history, &sprt);
        let points = &chart.series[0].points;
        assert!(points.len() <= POINTS + 1);
        assert_eq!(points[0], Point::default());
        assert!(points.windows(2).all(|pair| pair[0].x < pair[1].x));
        let last = Point { x: 5006.0, y: sprt.llr(&counts), error: 0.0 };
        assert_eq!(points.last(), Some(&last));
        assert_eq!(chart.levels[0].name, "H1 accepted at 2.94: 10 Elo (logistic)");

        let chart = elo_chart("New vs Base", &history);
        let points = &chart.series[0].points;
        let elo = counts.estimate().elo;
        assert_eq!(points.last(), Some(&Point { x: 5006.0, y: elo.value, error: elo.error }));
        assert!(points[0].x >= 0.02 * 5006.0 && points[0].x < 0.03 * 5006.0);
    }

    #[test]
    fn a_match_without_games_has_charts_too() {
        let sprt: Sprt = "elo0=0,elo1=10".parse().expect("a test");
        assert_eq!(llr_chart("", &[], &sprt).series[0].points.len(), 1);
        assert_eq!(elo_chart("", &[]).series[0].points.len(), 0);
        assert_eq!(elo_chart("", &history(1)).series[0].points.len(), 1);
    }
}
