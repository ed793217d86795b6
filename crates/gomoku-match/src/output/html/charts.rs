//! The charts of a report.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use super::game::GameRow;
use crate::chart::{Chart, Level, Point, Series};
use crate::stats::ratings::{Results, fit_elo};
use crate::stats::results::GameScore;
use gomoku_rules::Side;

/// A game or the two of a pair: what they brought the first player.
pub(super) type Unit = ([usize; 2], Vec<GameScore>);

/// The fits of a chart.
const FITS: usize = 50;
/// Games that come before the first of them, as a share of all: early errors would flatten the rest.
const WARMUP: f64 = 0.1;
/// The lines that can be told apart.
const MAX_LINES: usize = 12;
/// The columns of the distribution of lengths.
const COLUMNS: usize = 40;

/// The Elo of the strongest players over the games, by a fit to all games before; `None` without games.
pub(super) fn ratings_chart(names: &[String], units: &[Unit]) -> Option<Chart> {
    let games: usize = units.iter().map(|(_, scores)| scores.len()).sum();
    let stride = units.len().div_ceil(FITS).max(1);
    let (mut results, mut played) = (Results::default(), 0);
    let mut fits = Vec::new();
    for (index, (players, scores)) in units.iter().enumerate() {
        results.count(*players, scores);
        played += scores.len();
        let is_due = (units.len() - 1 - index).is_multiple_of(stride);
        if is_due && played as f64 >= WARMUP * games as f64 {
            fits.push((played, fit_elo(names.len(), &results)));
        }
    }
    let (_, last) = fits.last()?;
    let mut players: Vec<usize> = (0..names.len()).collect();
    players.sort_by(|&a, &b| last[b].total_cmp(&last[a]));
    players.truncate(MAX_LINES);
    let line = |&player: &usize| {
        let point = |(games, elo): &(usize, Vec<f64>)| Point {
            x: *games as f64,
            y: elo[player],
            error: 0.0,
        };
        let name = format!("{}: {:+.0}", names[player], last[player]);
        Series { name, points: fits.iter().map(point).collect() }
    };
    Some(Chart {
        title: "Elo over the games, by a fit to all games before".to_owned(),
        x_label: "games".to_owned(),
        y_label: "Elo".to_owned(),
        series: players.iter().map(line).collect(),
        levels: vec![Level { name: "mean".to_owned(), y: 0.0 }],
    })
}

/// How many games were how long, by who won.
pub(super) fn lengths_chart(games: &[GameRow]) -> Chart {
    let longest = games.iter().map(|game| game.moves.len()).max().unwrap_or(0);
    let width = longest.div_ceil(COLUMNS).max(1);
    let line = |winner: Option<Side>| {
        let mut columns = vec![0_u64; longest / width + 1];
        let of_winner = games.iter().filter(|game| game.winner == winner);
        of_winner.for_each(|game| columns[game.moves.len() / width] += 1);
        let name = winner
            .map_or("drawn", |side| if side == Side::Black { "Black won" } else { "White won" });
        let name = format!("{name}: {}", columns.iter().sum::<u64>());
        let point = |(column, &count): (usize, &u64)| {
            let middle = (column * width) as f64 + (width - 1) as f64 / 2.0;
            Point { x: middle, y: count as f64, error: 0.0 }
        };
        Series { name, points: columns.iter().enumerate().map(point).collect() }
    };
    Chart {
        title: "Lengths of the games".to_owned(),
        x_label: "stones at the end".to_owned(),
        y_label: if width == 1 { "games".to_owned() } else { format!("games in {width} lengths") },
        series: [Some(Side::Black), Some(Side::White), None].map(line).into(),
        levels: Vec::new(),
    }
}
