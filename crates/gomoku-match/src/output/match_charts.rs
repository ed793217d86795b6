//! Charts of a match: the LLR or the Elo over the games.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use crate::chart::{Chart, Level, Point, Series};
use crate::output::scoreboard::Standing;
use crate::stats::results::Counts;
use crate::stats::sprt::Sprt;

/// The maximum number of points in a chart: it has no more columns.
const POINTS: usize = 1000;

/// The first games, as a share of all, that the chart of Elo leaves out: their errors are large and
/// would flatten the rest.
const WARMUP: f64 = 0.02;
/// The same where each of several engines has but some of the games.
const STANDINGS_WARMUP: f64 = 0.1;

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

/// Elo of each engine against all its opponents over the games of the match, the strongest first.
/// `standings` holds the results of each after each of its pairs.
pub fn standings_chart(names: &[String], standings: &[Vec<Standing>]) -> Chart {
    let games = |standing: &Standing| standing.games as f64;
    let all = standings.iter().flatten().map(games).fold(0.0, f64::max);
    let line = |(name, standings): (&String, &Vec<Standing>)| {
        let elo = |standing: &Standing| standing.counts.estimate().elo;
        let last = standings.last().map(elo);
        let point =
            |standing: &Standing| Point { x: games(standing), y: elo(standing).value, error: 0.0 };
        let is_shown = |point: &Point| point.x >= STANDINGS_WARMUP * all;
        let points = sampled(standings).map(point).filter(is_shown).collect();
        let name = last.map_or_else(
            || format!("{name}: no games"),
            |elo| format!("{name}: {:+.0} ± {:.0}", elo.value, elo.error),
        );
        (last.map_or(f64::NEG_INFINITY, |elo| elo.value), Series { name, points })
    };
    let mut lines: Vec<(f64, Series)> = names.iter().zip(standings).map(line).collect();
    lines.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    Chart {
        title: format!("{} engines, each against its opponents", names.len()),
        x_label: "games".to_owned(),
        y_label: "Elo".to_owned(),
        series: lines.into_iter().map(|(_, series)| series).collect(),
        levels: vec![Level { name: "equal to its opponents".to_owned(), y: 0.0 }],
    }
}

/// Evenly spaced states, the last one among them.
fn sampled<T>(history: &[T]) -> impl Iterator<Item = &T> {
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
    fn every_engine_has_its_line() {
        let names: Vec<String> = (0..12).map(|index| format!("engine{index}")).collect();
        // Engine 11 wins most; engine 0 has not played.
        let standings = |index: u64| -> Vec<Standing> {
            let mut counts = Counts::default();
            let pairs = if index == 0 { 0 } else { 50 };
            (0..pairs)
                .map(|pair| {
                    let won = pair % 12 < index;
                    counts.count_pair(if won { [Win, Draw] } else { [Loss, Draw] });
                    Standing { games: 12 * pair + index, counts }
                })
                .collect()
        };
        let standings: Vec<Vec<Standing>> = (0..12).map(standings).collect();
        let chart = standings_chart(&names, &standings);
        let order: Vec<&str> =
            chart.series.iter().filter_map(|line| line.name.split(':').next()).collect();
        let expected: Vec<&str> = names.iter().rev().map(String::as_str).collect();
        assert_eq!(order, expected);
        let last = standings[11][49].counts.estimate().elo;
        let name = format!("engine11: {:+.0} ± {:.0}", last.value, last.error);
        assert_eq!(chart.series[0].name, name);
        assert_eq!(chart.series[11].name, "engine0: no games");
        let points = &chart.series[0].points;
        assert!(points[0].x >= 60.0 && points.len() > 40, "{}", points[0].x);
        assert!(points[points.len() - 1].y.total_cmp(&last.value).is_eq());
    }

    #[test]
    fn a_match_without_games_has_charts_too() {
        assert_eq!(standings_chart(&["a".into()], &[Vec::new()]).series.len(), 1);
        let sprt: Sprt = "elo0=0,elo1=10".parse().expect("a test");
        assert_eq!(llr_chart("", &[], &sprt).series[0].points.len(), 1);
        assert_eq!(elo_chart("", &[]).series[0].points.len(), 0);
        assert_eq!(elo_chart("", &history(1)).series[0].points.len(), 1);
    }
}
