//! The Elo of all players of some games: as a table in text, and as JSON.
#![expect(clippy::cast_precision_loss, reason = "counts far below what a float holds exactly")]

use std::fmt;

use serde::Serialize;

use crate::rated_games::players::Players;
use crate::stats::bradley_terry::PRIOR;
use crate::stats::ratings::{Group, Ratings};
use crate::stats::results::{Figure, Trinomial};
use crate::units::counted;

/// The Elo of all players.
#[derive(Clone, Debug, Serialize)]
pub struct RatingFigures {
    /// Games that count.
    pub games: u64,
    /// Games without a result or the names of both players.
    pub skipped_games: u64,
    /// Games of records and journals that another journal has, too, which count once.
    pub copied_games: u64,
    /// Records whose players, moves and result a record of another file has, too, and which count again.
    pub repeated_games: u64,
    /// Sets of players that games connect, the largest first. Elo of two sets cannot be compared.
    pub groups: Vec<GroupFigures>,
    /// Engines whose files were not the same in all journals.
    pub changed_engines: Vec<String>,
    /// The standard deviation of the prior, in Elo.
    pub prior: f64,
}

/// Players that games connect.
#[derive(Clone, Debug, Serialize)]
pub struct GroupFigures {
    /// Whether results bound all distances; otherwise only the prior bounds some.
    pub bounded: bool,
    /// Whose Elo was given; `null` where 0 is the mean of all.
    pub anchor: Option<String>,
    /// The players, the strongest first.
    pub players: Vec<PlayerFigures>,
}

/// A player.
#[derive(Clone, Debug, Serialize)]
pub struct PlayerFigures {
    /// From 1.
    pub rank: usize,
    /// The name.
    pub name: String,
    /// Above the mean of the group, or as the anchor has it.
    pub elo: f64,
    /// Half of the 95 % interval of that.
    pub elo_error: f64,
    /// The likelihood of superiority over the next player; `null` for the last.
    pub los: Option<f64>,
    /// The mean Elo of the opponents, over games.
    pub opponents_elo: f64,
    /// All games.
    pub games: u64,
    #[serde(flatten)]
    results: Trinomial,
    /// A point for a win and half a point for a draw.
    pub points: f64,
    /// Points per game.
    pub score: f64,
    /// The share of draws.
    pub draw_ratio: Option<f64>,
}

impl RatingFigures {
    /// The fit to all results; `anchor`, if there is one, is a player with the Elo that is given to it.
    pub fn new(players: &Players, anchor: Option<(usize, f64)>) -> Self {
        let fit = Ratings::fit(players.names().len(), &players.results);
        let groups = fit.groups.iter().map(|group| GroupFigures::new(players, &fit, group, anchor));
        let games: u64 = players.counts.iter().map(Trinomial::total).sum();
        Self {
            games: games / 2,
            skipped_games: players.skipped,
            copied_games: players.copies,
            repeated_games: players.repeated,
            groups: groups.collect(),
            changed_engines: players.changed.clone(),
            prior: PRIOR,
        }
    }
}

impl GroupFigures {
    fn new(players: &Players, fit: &Ratings, group: &Group, anchor: Option<(usize, f64)>) -> Self {
        let anchor = anchor.filter(|(player, _)| group.players.contains(player));
        let (base, shift) = match anchor {
            Some((player, elo)) => (vec![player], elo),
            None => (group.players.clone(), 0.0),
        };
        let base = fit.base(base);
        let elo = |player: usize| fit.elo_above(player, &base) + shift;
        let figures = |(place, &player): (usize, &usize)| {
            let results = players.counts[player];
            let opponents = || players.opponents[player].iter();
            let total: u64 = opponents().map(|(_, games)| games).sum();
            let sum: f64 = opponents().map(|(&other, &games)| elo(other) * games as f64).sum();
            let Figure { value, error } = fit.above(player, &base);
            PlayerFigures {
                rank: place + 1,
                name: players.names()[player].clone(),
                // No minus zero.
                elo: value + shift + 0.0,
                elo_error: error,
                los: group.players.get(place + 1).map(|&next| fit.los(player, next)),
                opponents_elo: sum / total.max(1) as f64 + 0.0,
                games: results.total(),
                results,
                points: results.points(),
                score: results.score(),
                draw_ratio: results.draw_ratio(),
            }
        };
        Self {
            bounded: group.is_bounded,
            anchor: anchor.map(|(player, _)| players.names()[player].clone()),
            players: group.players.iter().enumerate().map(figures).collect(),
        }
    }

    /// The players of the group who have scored in no game, or lost no half point, in words.
    fn unbounded(&self) -> String {
        let names = |is_one: &dyn Fn(&Trinomial) -> bool| {
            let found = self.players.iter().filter(|player| is_one(&player.results));
            found.map(|player| player.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let won = names(&|it| it.wins > 0 && it.losses + it.draws == 0);
        let lost = names(&|it| it.losses > 0 && it.wins + it.draws == 0);
        let parts = [(won, "won every game"), (lost, "lost every game")];
        let parts = parts.iter().filter(|(names, _)| !names.is_empty());
        let parts: Vec<String> = parts.map(|(names, what)| format!("{names} {what}")).collect();
        if parts.is_empty() {
            "some players won every game against all others".to_owned()
        } else {
            parts.join(", ")
        }
    }
}

impl fmt::Display for RatingFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all = || self.groups.iter().flat_map(|group| &group.players);
        let width = all().map(|player| player.name.chars().count()).max().unwrap_or(0).max(25);
        for (number, group) in (1..).zip(&self.groups) {
            if self.groups.len() > 1 {
                let groups = self.groups.len();
                writeln!(f, "Group {number} of {groups}, without a game with the others:")?;
            }
            writeln!(
                f,
                "{:<4} {:<width$} {:>10} {:>10} {:>10} {:>10} {:>10} {:>10} {:>8}",
                "Rank", "Name", "Elo", "+/-", "Games", "Score", "Draw", "Opponents", "LOS"
            )?;
            for player in &group.players {
                let los = player.los.map_or("-".to_owned(), |los| format!("{:.1}%", 100.0 * los));
                writeln!(
                    f,
                    "{:>4} {:<width$} {:>10.2} {:>10.2} {:>10} {:>9.1}% {:>9.1}% {:>10.2} {los:>8}",
                    player.rank,
                    player.name,
                    player.elo,
                    player.elo_error,
                    player.games,
                    100.0 * player.score,
                    100.0 * player.draw_ratio.unwrap_or(0.0),
                    player.opponents_elo,
                )?;
            }
            if !group.bounded && group.players.len() > 1 {
                writeln!(
                    f,
                    "Note: {}: only the prior, of {} Elo, keeps these distances finite",
                    group.unbounded(),
                    self.prior
                )?;
            }
        }
        let games = if self.games == 1 { "game" } else { "games" };
        write!(f, "{} {games}", self.games)?;
        if self.skipped_games > 0 {
            let skipped = self.skipped_games;
            write!(f, "; {skipped} without a result or the names of two players left out")?;
        }
        if self.copied_games > 0 {
            write!(f, "; {} that a journal has already left out", self.copied_games)?;
        }
        writeln!(f)?;
        if self.repeated_games > 0 {
            let repeated = counted(self.repeated_games, "record");
            writeln!(
                f,
                "Note: {repeated} counted although another file has the same players, moves and result"
            )?;
        }
        for name in &self.changed_engines {
            writeln!(f, "Note: the program or the files of {name} differ between these games")?;
        }
        Ok(())
    }
}
