//! What is in files of training games: results, lengths, choices, scores, repetitions.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::fmt;
use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;

use super::game_file::GameFile;
use super::record::{Choice, NO_VALUE, Outcome, Record};
use super::setting::Setting;
use gomoku_rules::{Board, Side, Symmetry};
use shisan_engine::score::Score;

/// Writes the statistics of all games in the files together.
///
/// # Errors
/// When a file cannot be read or is no file of records, or `out` cannot be written.
pub(super) fn summarise(files: &[PathBuf], out: &mut dyn Write) -> anyhow::Result<()> {
    let mut stats = Stats::default();
    for path in files {
        let file = GameFile::read(path)?;
        stats.bytes += fs::metadata(path).with_context(|| path.display().to_string())?.len();
        for (_, record) in &file.games {
            stats.add(record);
        }
        stats.settings.extend(file.settings);
    }
    Ok(write!(out, "{stats}")?)
}

/// Results of games.
#[derive(Clone, Copy, Debug, Default)]
struct Results {
    games: usize,
    black: usize,
    white: usize,
    drawn: usize,
    positions: usize,
}

impl Results {
    fn add(&mut self, record: &Record) {
        self.games += 1;
        match record.outcome {
            Outcome::Won(Side::Black) => self.black += 1,
            Outcome::Won(Side::White) => self.white += 1,
            Outcome::Draw => self.drawn += 1,
            Outcome::Unfinished => {}
        }
        self.positions += record.moves.len();
    }
}

/// Bands of searched scores: each ends below this many points for the side ahead.
const BANDS: [i32; 6] = [50, 100, 200, 400, 800, 1600];

/// Positions of a band of scores.
#[derive(Clone, Copy, Debug, Default)]
struct Band {
    positions: usize,
    /// Points that the side ahead scored from them: 1 for a win, a half for a draw.
    points: f64,
}

/// All counts.
#[derive(Debug, Default)]
struct Stats {
    /// Of the files.
    bytes: u64,
    settings: BTreeSet<Option<Setting>>,
    /// By rule and size, in words, in the order of the names.
    kinds: BTreeMap<String, Results>,
    all: Results,
    lengths: Vec<usize>,
    random: usize,
    forced: usize,
    /// Proven wins and losses.
    decided: usize,
    /// Games that ended without a proof.
    given_up: usize,
    bands: [Band; BANDS.len() + 1],
    games: HashSet<String>,
    openings: HashSet<String>,
}

impl Stats {
    fn add(&mut self, record: &Record) {
        let kind = format!("{} {}", record.rule, record.size);
        self.all.add(record);
        self.lengths.push(record.moves.len());
        let mut board = Board::new(record.size);
        for &(pos, _) in record.moves.iter().take_while(|(_, choice)| *choice == Choice::Random) {
            board.play(pos);
        }
        self.openings.insert(format!("{kind} {:?}", Symmetry::canonical(&board)));
        let moves: String = record.moves.iter().map(|(pos, _)| pos.to_string()).collect();
        self.games.insert(format!("{kind} {moves}"));
        self.kinds.entry(kind).or_default().add(record);
        self.given_up += usize::from(record.is_given_up());
        for (&(_, choice), side) in record.moves.iter().zip(Side::BOTH.into_iter().cycle()) {
            match choice {
                Choice::Random => self.random += 1,
                Choice::Forced => self.forced += 1,
                Choice::Searched(NO_VALUE) => {}
                Choice::Searched(score) if score.is_decisive() => self.decided += 1,
                Choice::Searched(_) if record.is_given_up() => {}
                Choice::Searched(score) => self.add_score(score, side, record.outcome),
            }
        }
    }

    fn add_score(&mut self, score: Score, side: Side, outcome: Outcome) {
        let ahead = if score.get() < 0 { !side } else { side };
        let Some(points) = outcome.points(ahead) else { return };
        let band = BANDS.iter().position(|&end| score.get().abs() < end);
        let band = &mut self.bands[band.unwrap_or(BANDS.len())];
        band.positions += 1;
        band.points += f64::from(points);
    }

    /// The length that this many percent of the games do not exceed.
    fn length(&self, percent: usize) -> usize {
        let mut lengths = self.lengths.clone();
        lengths.sort_unstable();
        let last = lengths.len().saturating_sub(1);
        lengths.get(last * percent / 100).copied().unwrap_or_default()
    }
}

fn percent(part: usize, of: usize) -> f64 {
    100.0 * part as f64 / of.max(1) as f64
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Results { games, positions, .. } = self.all;
        for setting in &self.settings {
            match setting {
                Some(setting) => writeln!(f, "setting: {setting}")?,
                None => writeln!(f, "setting: unknown")?,
            }
        }
        writeln!(f, "{:<22}   games  black  white  drawn  positions  a game", "rule and size")?;
        let all = ("all".to_owned(), self.all);
        for (kind, results) in self.kinds.iter().map(|(k, r)| (k.clone(), *r)).chain([all]) {
            let Results { games, black, white, drawn, positions } = results;
            let [black, white, drawn] = [black, white, drawn].map(|part| percent(part, games));
            let mean = positions as f64 / games.max(1) as f64;
            writeln!(
                f,
                "{kind:<22} {games:>7} {black:>4.1} % {white:>4.1} % {drawn:>4.1} % {positions:>10} \
                 {mean:>7.1}"
            )?;
        }
        let [min, few, half, many, max] = [0, 5, 50, 95, 100].map(|part| self.length(part));
        writeln!(f, "length: {min} to {max}, median {half}, nine in ten {few} to {many}")?;
        let searched = positions - self.random - self.forced;
        let cost = self.bytes as f64 / searched.max(1) as f64;
        writeln!(f, "files: {} bytes, {cost:.2} a searched move", self.bytes)?;
        let [searched, random, forced, decided] =
            [searched, self.random, self.forced, self.decided].map(|part| percent(part, positions));
        writeln!(
            f,
            "moves: {searched:.1} % searched ({decided:.1} % proven wins and losses), \
             {random:.1} % random, {forced:.1} % forced"
        )?;
        let [again, alike] = [&self.games, &self.openings].map(|known| games - known.len());
        writeln!(
            f,
            "repeated: {again} games ({:.1} %), {alike} openings up to symmetry ({:.1} %)",
            percent(again, games),
            percent(alike, games)
        )?;
        let unfinished = games - self.all.black - self.all.white - self.all.drawn;
        if unfinished > 0 {
            let share = percent(unfinished, games);
            writeln!(f, "unfinished: {unfinished} games ({share:.1} %); they have no result")?;
        }
        if self.given_up > 0 {
            let share = percent(self.given_up, games);
            writeln!(
                f,
                "given up: {} games ({share:.1} %); their results are not used",
                self.given_up
            )?;
        }
        writeln!(f, "{:<22} positions  share  points of the side ahead", "searched score")?;
        let all: usize = self.bands.iter().map(|band| band.positions).sum();
        let mut low = 0;
        for (index, Band { positions, points }) in self.bands.iter().enumerate() {
            let end = BANDS.get(index).map_or_else(String::new, |end| format!("{}", end - 1));
            let (share, made) = (percent(*positions, all), points / *positions.max(&1) as f64);
            let band = format!("{low} to {end}");
            writeln!(f, "{band:<22} {positions:>9} {share:>4.1} %  {made:.3}")?;
            low = BANDS.get(index).copied().unwrap_or_default();
        }
        Ok(())
    }
}
